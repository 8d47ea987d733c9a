"""A cup as boxes and lines."""

from __future__ import annotations

from itertools import pairwise

import pytest
from tests.web.public.cups import begun

from ronde.core.bracket import CupSettings
from ronde.web.public.bracket import HEIGHT, bracket


@pytest.mark.parametrize("players", [4, 5, 8, 11])
def test_the_first_round_has_everybody_once_and_the_last_one_box(players: int) -> None:
    (main,) = bracket(begun(players)).parts
    first = [player for box in main.columns[0] for player in box.match.players if player]

    assert sorted(first) == list(range(1, players + 1))
    assert len(main.columns[-1]) == 1
    assert main.qualifying == (players not in (4, 8))


def test_boxes_of_a_column_do_not_overlap_and_lie_within_the_drawing() -> None:
    for part in bracket(begun(11, CupSettings(third_place=True))).parts:
        for column in part.columns:
            heights = [box.y for box in column]
            assert all(below - above >= HEIGHT for above, below in pairwise(heights))
            assert all(0 <= box.x < part.width and 0 <= box.y < part.height for box in column)


def test_a_double_cup_has_a_bracket_of_losers_and_a_grand_final() -> None:
    kinds = [part.section.kind for part in bracket(begun(8, CupSettings(double=True))).parts]

    assert len(kinds) == len(set(kinds)) == 3


def test_nobody_is_champion_before_the_final() -> None:
    drawn = bracket(begun(4))

    assert drawn.champion is None
    assert set(drawn.seeds) == {1, 2, 3, 4}
