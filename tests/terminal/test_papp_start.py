"""The start of `papp`: which configuration was read, and which tournament is under way."""

from __future__ import annotations

from tests.terminal.arbiter import OPEN, PLAYED, WORKFILE, Arbiter


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


def test_a_workfile_corrected_by_hand_counts_and_that_is_told_once(papp: Arbiter) -> None:
    """Manual, 6.9: the line in question is put right, and the former one left beside it as a comment."""
    papp.types(*PLAYED, "x")
    wrong = next(line for line in papp.read(WORKFILE).splitlines() if line.startswith("(000001 40 "))
    papp.put(WORKFILE, papp.read(WORKFILE).replace(wrong, f"%{wrong}\n(000002 24    000001 40);"))

    told = papp.types("x")

    assert "The workfile has been changed since, by PAPP or by hand" in told
    assert "par PAPP ou à la main" not in papp.types("x", language="fr")
    table = papp.hall().round(1).table(1)
    assert (table.first, table.second) == (2, 1)
    papp.types("c", "1", "2", "30", "1", "34", "n", "x")
    assert f"%{wrong}" in papp.read(WORKFILE)


def test_somebody_without_a_country_has_none_to_be_kept(papp: Arbiter) -> None:
    papp.put("papp.cfg", "dossier false;")

    assert "Country or team of ALPHA Ann [-]:" in papp.types(*OPEN, "n", "1", "", "x")
