"""The names of the rounds of a cup."""

from __future__ import annotations

import pytest
from tests.web.public.cups import begun

from ronde.i18n import LANGUAGES
from ronde.model.bracket import CupSettings
from ronde.web.public.bracket import awaited, bracket, round_titles, section_title

CUPS = (CupSettings(), CupSettings(third_place=True), CupSettings(consolation=True), CupSettings(double=True))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cup", CUPS, ids=["plain", "third", "all", "double"])
def test_every_round_of_every_section_has_a_name(language: str, cup: CupSettings) -> None:
    for part in bracket(begun(8, cup)).parts:
        titles = round_titles(part, language, double=cup.double)
        assert len(titles) == len(part.rounds)
        assert all(titles)
        assert section_title(part.section, language, double=cup.double)


def test_the_last_rounds_of_eight_have_their_own_names() -> None:
    (main,) = bracket(begun(8)).parts

    assert round_titles(main, "en", double=False) == ["Quarter-finals", "Semi-finals", "Final"]


@pytest.mark.parametrize(
    ("language", "semi_final", "quarter_final"),
    [
        ("en", "winner of semi-final 2", "winner of quarter-final 3"),
        ("fr", "vainqueur demi-finale 2", "vainqueur du quart 3"),
        ("de", "Sieger Halbfinale 2", "Sieger Viertelfinale 3"),
        ("nl", "winnaar halve finale 2", "winnaar kwartfinale 3"),
    ],
)
def test_who_is_still_to_come_is_said_by_the_match_to_be_won(
    language: str, semi_final: str, quarter_final: str
) -> None:
    (main,) = bracket(begun(16)).parts

    assert awaited(main, (2, 1), language) == semi_final
    assert awaited(main, (1, 2), language) == quarter_final


def test_a_round_without_a_name_of_its_own_is_said_by_its_number() -> None:
    (main,) = bracket(begun(16)).parts

    assert awaited(main, (0, 7), "en") == "winner of match 8, round 1"


def test_losers_have_no_semi_finals() -> None:
    winners, losers, _ = bracket(begun(8, CupSettings(double=True))).parts

    assert awaited(winners, (1, 0), "en") == "winner of semi-final 1"
    assert awaited(losers, (2, 0), "en") == f"winner of match 1, round {losers.rounds[2]}"
