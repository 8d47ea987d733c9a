"""A cup as boxes and lines."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.browser.halls import make
from tests.support.in_process import in_process
from tests.web.public.cups import begun

from ronde.model.bracket import CupSettings
from ronde.model.settings import Settings
from ronde.web.public.bracket import bracket


@pytest.mark.parametrize("players", [4, 5, 8, 11])
def test_the_first_round_has_everybody_once_and_the_last_one_box(players: int) -> None:
    (main,) = bracket(begun(players)).parts
    first = [player for match in main.columns[0] for player in match.players if player]

    assert sorted(first) == list(range(1, players + 1))
    assert len(main.columns[-1]) == 1
    assert main.qualifying == (players not in (4, 8))


def test_every_tie_but_the_first_ones_is_fed_by_two_of_the_round_before() -> None:
    (main,) = bracket(begun(11)).parts

    assert all(not match.feeds for match in main.columns[0])
    assert [match.feeds for match in main.columns[2]] == [((1, 0), (1, 1)), ((1, 2), (1, 3))]


def test_a_double_cup_has_a_bracket_of_losers_and_a_grand_final() -> None:
    kinds = [part.section.kind for part in bracket(begun(8, CupSettings(double=True))).parts]

    assert len(kinds) == len(set(kinds)) == 3


def test_nobody_is_champion_before_the_final() -> None:
    drawn = bracket(begun(4))

    assert drawn.champion is None
    assert set(drawn.seeds) == {1, 2, 3, 4}


def test_the_list_that_repeats_the_tree_is_folded(tmp_path: Path) -> None:
    with in_process(make(tmp_path / "cup.ronde", Settings(rounds=3, system="cup"))) as visitor:
        text = visitor.get("/t/cup/bracket").text

    tree, folded = text.split('<details class="late"', 1)
    assert "<svg" in tree
    assert "/player/" not in tree
    assert re.search(r"^[^>]*><summary>.*The bracket as a list", folded)
    assert folded.split("</details>")[0].count("/player/") >= 8


@pytest.mark.parametrize("page", ["", "/bracket", "/round/1", "/player/1", "/screen?view=boards"])
def test_a_cup_of_people_needs_nothing_of_the_arena(tmp_path: Path, page: str) -> None:
    with in_process(make(tmp_path / "cup.ronde", Settings(rounds=3, system="cup")), extensions=()) as visitor:
        assert visitor.get(f"/t/cup{page}").status == 200


def test_a_seat_to_come_names_the_match_whose_winner_takes_it(tmp_path: Path) -> None:
    with in_process(make(tmp_path / "cup.ronde", Settings(rounds=3, system="cup"))) as visitor:
        english, french = (visitor.get(f"/t/cup/bracket?lang={code}").text for code in ("en", "fr"))

    assert "8 players, out after one defeat" in english
    assert "winner of semi-final 1" in english
    assert "winner of semi-final 2" in english
    assert "vainqueur demi-finale 1" in french
