from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.builders import do, result, tournament
from tests.support.papp_states import FOLDERS, folder_tournament

from ronde.model.decisions.rounds import add_table, enter_at_table, remove_table
from ronde.model.player import Player
from ronde.model.replay import replay
from ronde.model.table import Pair
from ronde.model.tournament import Tournament
from ronde.standings import scores
from ronde.systems.rounds import before_pairing, complete_round
from ronde.systems.system import by_score, in_order, numbered

_LISTED = re.compile(r"(?m)^ *(\d+)  .*?\((\d+)\) -- .*?\((\d+)\)")
LISTS = [
    path
    for folder in FOLDERS
    if not folder.name.startswith("03")  # corrected since: the scores of then are gone
    for path in sorted(folder.rglob("resul_*.txt"))
    if not path.stem.endswith("__1")
]


def tables(hall: Tournament, *pairs: tuple[int, int]) -> dict[int, tuple[int, int]]:
    drawn = numbered(hall, [Pair(*pair) for pair in pairs], scores(hall))
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
    then = before_pairing(folder_tournament(folder), int(path.stem.removeprefix("resul").strip("_")))

    ours = in_order(then, [Pair(*pair) for pair in sorted(pairs)], scores(then))

    assert pairs
    assert [(pair.first, pair.second) for pair in ours] == pairs


def papp_hall() -> Tournament:
    """Six players after a round, under PAPP's profile: 1, 3 and 5 have won."""
    hall = tournament(6, ["1-2:40 3-4:40 5-6:40"])
    return replace(hall, settings=replace(hall.settings, profile="papp"))


def seated(hall: Tournament) -> dict[int, tuple[int, int]]:
    return {table.number: (table.first, table.second) for table in hall.open_round}


def by_hand(hall: Tournament, *pairs: tuple[int, int]) -> Tournament:
    for first, second in pairs:
        hall = replay(by_score(hall, add_table(hall, first=first, second=second)), hall)
    return hall


def test_pairs_made_by_hand_are_put_in_order_of_score_under_papps_profile() -> None:
    hall = by_hand(papp_hall(), (2, 4), (6, 1), (3, 5))

    assert seated(hall) == {1: (3, 5), 2: (6, 1), 3: (2, 4)}


def test_the_order_of_creation_is_kept_beside_the_numbers() -> None:
    hall = by_hand(papp_hall(), (2, 4), (6, 1), (3, 5))

    assert [table.first for table in hall.open_round.tables.values()] == [2, 6, 3]


def test_pairs_made_by_hand_in_the_first_round_stay_in_order_of_creation() -> None:
    hall = tournament(6)
    hall = by_hand(replace(hall, settings=replace(hall.settings, profile="papp")), (2, 4), (6, 1), (3, 5))

    assert seated(hall) == {1: (2, 4), 2: (6, 1), 3: (3, 5)}


def test_a_gap_left_by_a_parted_pair_is_closed() -> None:
    hall = by_hand(papp_hall(), (2, 4), (6, 1), (3, 5))
    hall = replay(by_score(hall, remove_table(hall, number=1)), hall)

    assert seated(hall) == {1: (6, 1), 2: (2, 4)}


def test_under_our_own_profile_tables_stay_where_the_arbiter_put_them() -> None:
    hall = tournament(6, ["1-2:40 3-4:40 5-6:40"])
    hall = by_hand(hall, (2, 4), (6, 1), (3, 5))

    assert seated(hall) == {1: (2, 4), 2: (6, 1), 3: (3, 5)}


def test_once_a_result_is_in_people_sit() -> None:
    hall = by_hand(papp_hall(), (2, 4))
    hall = replay(enter_at_table(hall, table=1, result=result("40")), hall)
    hall = by_hand(hall, (6, 1), (3, 5))

    assert seated(hall) == {1: (2, 4), 2: (6, 1), 3: (3, 5)}


def test_a_complete_round_of_hand_made_pairs_is_put_in_order_when_it_is_paired() -> None:
    hall = papp_hall()
    for first, second in ((2, 4), (6, 1), (3, 5)):
        hall = replay(add_table(hall, first=first, second=second), hall)

    assert seated(replay(complete_round(hall, seed=1), hall)) == {1: (3, 5), 2: (6, 1), 3: (2, 4)}
