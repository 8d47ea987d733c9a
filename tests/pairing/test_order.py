from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.builders import do, result, tournament
from tests.papp_states import FOLDERS, folder_tournament

from ronde.core.decide.results import enter_at_table
from ronde.core.decide.tables import add_table
from ronde.core.player import Player
from ronde.core.table import Pair
from ronde.core.tournament import Tournament
from ronde.pairing.form import forms
from ronde.pairing.inquiry import before_draw
from ronde.pairing.order import in_order, numbered

_LISTED = re.compile(r"(?m)^ *(\d+)  .*?\((\d+)\) -- .*?\((\d+)\)")
LISTS = [
    path
    for folder in FOLDERS
    if not folder.name.startswith("03")  # corrected since: the scores of then are gone
    for path in sorted(folder.rglob("resul_*.txt"))
    if not path.stem.endswith("__1")
]


def tables(hall: Tournament, *pairs: tuple[int, int]) -> dict[int, tuple[int, int]]:
    drawn = numbered(hall, [Pair(*pair) for pair in pairs], forms(hall))
    return {number: (pair.first, pair.second) for number, pair in drawn.items()}


def test_in_the_first_round_tables_are_numbered_as_they_come() -> None:
    assert tables(tournament(6), (5, 6), (1, 2), (4, 3)) == {1: (5, 6), 2: (1, 2), 3: (4, 3)}


def test_later_the_leaders_sit_at_table_1() -> None:
    hall = tournament(6, ["1-2:40 3-4:= 5-6:40"])

    # Half-points 2, 0, 1, 1, 2, 0.
    assert tables(hall, (2, 6), (3, 4), (1, 5)) == {1: (1, 5), 2: (3, 4), 3: (2, 6)}


def test_the_better_score_counts_before_the_sum_of_both() -> None:
    hall = tournament(6, ["1-2:40 3-4:= 5-6:40"])

    assert tables(hall, (3, 4), (2, 1), (5, 6)) == {1: (5, 6), 2: (2, 1), 3: (3, 4)}
    assert tables(hall, (1, 2), (3, 5), (4, 6)) == {1: (3, 5), 2: (1, 2), 3: (4, 6)}


def test_among_equals_the_later_registered_first_colour_comes_first() -> None:
    cards = [Player(number, f"P{number}") for number in (9, 1, 5, 3)]
    hall = tournament(cards, ["9-1:= 5-3:="])

    assert tables(hall, (9, 5), (1, 3)) == {1: (1, 3), 2: (9, 5)}
    assert tables(hall, (5, 9), (1, 3)) == {1: (5, 9), 2: (1, 3)}


def test_until_the_first_result_tables_made_before_are_numbered_anew_with_the_others() -> None:
    hall = tournament(6, ["1-2:40 3-4:= 5-6:40"], current="2-6")

    assert tables(hall, (3, 4), (1, 5)) == {1: (1, 5), 2: (3, 4), 3: (2, 6)}


def test_once_a_result_is_in_everybody_keeps_his_table_and_new_pairs_take_the_free_ones() -> None:
    hall = tournament(6, ["1-2:40 3-4:= 5-6:40"], current="2-6:40")

    assert tables(hall, (3, 4), (1, 5)) == {1: (2, 6), 2: (1, 5), 3: (3, 4)}


def test_new_pairs_take_the_smallest_free_numbers() -> None:
    hall = tournament(6, ["1-2:40 3-4:= 5-6:40"])
    hall = do(do(hall, add_table, first=2, second=6, number=2), enter_at_table, table=2, result=result("40"))

    assert tables(hall, (3, 4), (1, 5)) == {1: (1, 5), 2: (2, 6), 3: (3, 4)}


def test_nothing_to_number_is_no_table() -> None:
    assert tables(tournament(2)) == {}


@pytest.mark.parametrize("path", LISTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_tables_on_the_lists_of_papp_are_in_our_order(path: Path) -> None:
    listed = _LISTED.findall(path.read_text())
    pairs = [(int(black), int(white)) for _, black, white in listed]
    folder = next(folder for folder in FOLDERS if folder in path.parents)
    then = before_draw(folder_tournament(folder), int(path.stem.removeprefix("resul").strip("_")))

    ours = in_order(then, [Pair(*pair) for pair in sorted(pairs)], forms(then))

    assert pairs
    assert [(pair.first, pair.second) for pair in ours] == pairs
