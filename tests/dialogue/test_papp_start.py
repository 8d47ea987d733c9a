"""The start of `papp`: which configuration was read, and which tournament is under way."""

from __future__ import annotations

from tests.dialogue.arbiter import OPEN, Arbiter


def test_the_start_tells_the_configuration_and_then_the_tournament(papp: Arbiter) -> None:
    """Manual, 2: a message about the configuration, and what a tournament under way is like."""
    papp.put("papp.cfg", 'Pays = "FRA"; score-bip = 35/100; fichier classement = "stand###.txt";')

    begun = papp.types(*OPEN, "x")
    assert "Configuration papp.cfg: country FRA, bye 35 of 100, lists in a subfolder." in begun
    assert "Open, " not in begun

    assert "3 rounds, constant 6." in papp.types("x")
    french = papp.types("x", language="fr").replace("\xa0", " ")
    assert "Configuration papp.cfg : pays FRA, bip 35 sur 100, listes dans un sous-dossier." in french
    assert "3 rondes, constante 6." in french
    assert french.index("Configuration") < french.index("3 rondes")


def test_the_start_tells_what_a_bare_configuration_leaves_open(papp: Arbiter) -> None:
    papp.put("papp.cfg", "dossier false;")
    told = papp.types(*OPEN, "x")
    assert "Configuration papp.cfg: no default country, bye 24 of 64, no lists." in told

    papp.put("papp.cfg", 'dossier false; fichier resultats = "resul###.txt";')
    assert "bye 24 of 64, lists in this folder." in papp.types("x")
