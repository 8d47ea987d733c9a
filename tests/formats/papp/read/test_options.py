"""Commands that set options."""

from __future__ import annotations

import pytest
from tests.formats.papp.read.configs import config, keys, remarks

from ronde.formats.papp import PappConfig
from ronde.formats.papp.config import FileNames
from ronde.model.settings import Zone


def test_every_option_is_read() -> None:
    read = config("""
        XML true; dossier false; pays = "FRA"; Score-bip = 35/100; Couleurs = { "Rouge", "Vert" };
        Fichier joueurs = "j"; fichier nouveaux = "n"; fichier intermediaire = "w";
        fichier appariements = "a###"; fichier resultats = "r"; fichier classement = "c";
        fichier equipes = "e"; fichier tableau-croise = "t"; fichier elo = "x"; fichier log = "y";
        fichier trace = "z"; sauvegarde differee; impression automatique 3;
        affichage-pions differentiel; zone-insertion "F" = 700- 900; zone-insertion = 5000-6000;
        brightwell = 3; toutes-rondes = 4-8 joueurs;
    """)

    assert read == PappConfig(
        country="FRA",
        bye=35,
        total=100,
        colours=("Rouge", "Vert"),
        relative=True,
        subfolder=False,
        xml=True,
        immediate=False,
        copies=3,
        files=FileNames("j", "n", "w", "a###", "r", "c", "e", "t", "x", "y", "z"),
        zones=(Zone(700, 900, "F"), Zone(5000, 6000)),
        brightwell=6.0,
        round_robin=(4, 8),
    )


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Score-bip = 40/64;", "bye-wins"),
        ("penalites { Repetition: bip-bip = 10000001; };", "penalty-cut"),
        ("brightwell = 3;", "old-command"),
        ("BQ-double = 6;", "old-command"),
        ("zone-insertion = 0-9;", "zone-zero"),
        ("penalites { Chauvinisme: ronde 129 = 3; };", "round-too-great"),
        ('couleurs = { "", "Vert" };', "colour-empty"),
    ],
)
def test_what_papp_warns_of_is_remarked(text: str, key: str) -> None:
    assert remarks(text) == [f"papp.{key}"]


def test_a_bye_without_a_total_keeps_the_total() -> None:
    assert config("Score-bip = 35/100; Score-bip = 40;").total == 100


@pytest.mark.parametrize(("text", "copies"), [("automatique", 1), ("automatique 0", 0), ("manuelle", 0)])
def test_printing_may_count_its_copies(text: str, copies: int) -> None:
    assert config(f"impression {text};").copies == copies


def test_zones_without_end_are_refused_before_they_take_time() -> None:
    assert set(keys('zone-insertion "X" = 1 - 2;' * 20_000)) == {"zones-too-many"}


def test_a_text_longer_than_lists_carry_is_cut_with_a_remark() -> None:
    text = f'pays = "{"A" * 300}";'

    assert config(text).country == "A" * 200
    assert remarks(text) == ["papp.text-cut"]
