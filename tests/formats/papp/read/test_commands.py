"""Commands of the configuration: what PAPP refuses is refused, all of it at once."""

from __future__ import annotations

import pytest
from tests.formats.papp.read.configs import config, keys

from ronde.i18n import error_text
from ronde.model.errors import FormatError


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('fichier joueurs = "x', "string-open"),
        ("zone-insertion = 9-5;", "zone-reversed"),
        ("Score-bip = 24.5/64;", "syntax"),
        ("Score-bip = -1/64;", "syntax"),
        ("penalites { Couleur 1+ fois = 7; };", "colon-missing"),
        ("penalites { Couleur: 1+ fois = 7;", "brace-open"),
        ("penalites { Couleur: 1 fois = 7; };", "penalties-growth"),
        ("couleurs = { 'Rouge' };", "string-wanted"),
    ],
)
def test_what_papp_refuses_is_refused(text: str, key: str) -> None:
    assert keys(text)[0] == key


def test_several_mistakes_are_told_at_once() -> None:
    assert keys("XML maybe;\nfoo;\nSauvegarde jamais;\npenalites { Couleur: 1 foix = 7; x; };") == [
        "syntax",
        "command-unknown",
        "syntax",
        "syntax",
        "syntax",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "BQ-double = 1001;",
        "brightwell = 501;",
        "score-bip = 0/10000;",
        "zone-insertion = 1 - 2147483648;",
        "impression automatique 100;",
    ],
)
def test_a_number_nobody_can_play_with_is_refused_where_it_stands(text: str) -> None:
    assert keys(text) == ["number-too-big"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("penalites { Couleur: 1 fois = 7; };", "(Couleur, 0)"),
        ("penalites { Flottement: 1+ demi-point = 50; minoration = 40; };", "(Flottement, 40)"),
        ('pays "FRA";', '« "FRA" » n\'a rien à faire ici'),
    ],
)
def test_a_mistake_quotes_the_word_of_the_configuration(text: str, told: str) -> None:
    with pytest.raises(FormatError) as error:
        config(text)

    assert told in error_text(error.value, "fr").replace("\xa0", " ")
