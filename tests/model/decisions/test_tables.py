from __future__ import annotations

import pytest
from tests.support.builders import do, leave, seated, tournament, with_settings

from ronde.model.decisions.rounds import (
    accept_pairing,
    add_table,
    free_table,
    give_bye,
    lock_table,
    pair_anew,
    remove_all_tables,
    remove_table,
    swap_players,
)
from ronde.model.errors import (
    AlreadyPaired,
    Conflict,
    NotPresent,
    SamePlayer,
    TableHasResult,
    TableTaken,
    UnknownPlayer,
    UnknownTable,
)
from ronde.model.events import RoundPaired
from ronde.model.replay import replay
from ronde.model.table import Bye, Pair
from ronde.model.tournament import Tournament

HALL = tournament(5)
PAIRED = seated(HALL, "1-2 3-4")
DRAWN = replay([RoundPaired(1, {1: Pair(1, 2), 2: Pair(3, 4)}, Bye(5), "swiss", 7, 0)], HALL)


def pairs(hall: Tournament) -> dict[int, tuple[int, int]]:
    return {table.number: (table.first, table.second) for table in hall.open_round}


def test_a_table_by_hand_takes_the_smallest_free_number() -> None:
    hall = do(do(HALL, add_table, first=1, second=2, number=2), add_table, first=4, second=3)

    assert pairs(hall) == {1: (4, 3), 2: (1, 2)}
    assert free_table(hall.open_round) == 3


def test_a_table_by_hand_may_have_any_free_number() -> None:
    assert pairs(do(HALL, add_table, first=1, second=2, number=40)) == {40: (1, 2)}
    with pytest.raises(TableTaken) as refused:
        add_table(tournament(6, current="1-2 3-4"), first=5, second=6, number=1)
    assert refused.value.facts == {"table": 1, "round": 1}


def test_only_free_and_present_players_are_put_at_a_table() -> None:
    with pytest.raises(AlreadyPaired) as refused:
        add_table(PAIRED, first=5, second=4)
    assert refused.value.facts == {"player": "P4", "table": 2, "round": 1}
    with pytest.raises(NotPresent):
        add_table(leave(HALL, 5), first=1, second=5)
    with pytest.raises(SamePlayer):
        add_table(HALL, first=1, second=1)
    with pytest.raises(UnknownPlayer):
        add_table(HALL, first=1, second=9)


def test_a_table_is_dissolved_unless_it_has_a_result() -> None:
    assert pairs(do(PAIRED, remove_table, number=1)) == {2: (3, 4)}
    with pytest.raises(UnknownTable):
        remove_table(PAIRED, number=9)
    with pytest.raises(TableHasResult):
        remove_table(seated(HALL, "1-2:40"), number=1)


def test_all_tables_are_dissolved_but_those_with_results_and_if_asked_the_locked_ones() -> None:
    hall = do(tournament(6, current="1-2:40 3-4 5-6"), lock_table, number=2, locked=True)

    assert pairs(do(hall, remove_all_tables)) == {1: (1, 2)}
    assert pairs(do(hall, remove_all_tables, locked_too=False)) == {1: (1, 2), 2: (3, 4)}
    assert remove_all_tables(HALL) == []


def test_a_table_is_locked_once_and_unlocked_once() -> None:
    locked = do(PAIRED, lock_table, number=2, locked=True)

    assert locked.open_round.table(2).locked
    assert lock_table(locked, number=2, locked=True) == []
    assert lock_table(PAIRED, number=2, locked=False) == []
    assert not do(locked, lock_table, number=2, locked=False).open_round.table(2).locked
    with pytest.raises(UnknownTable):
        lock_table(PAIRED, number=9, locked=True)


def test_two_players_of_different_tables_change_places_and_keep_the_colours_of_the_places() -> None:
    assert pairs(do(PAIRED, swap_players, one=1, other=4)) == {1: (4, 2), 2: (3, 1)}


def test_two_players_who_meet_change_colours() -> None:
    assert pairs(do(PAIRED, swap_players, one=1, other=2)) == {1: (2, 1), 2: (3, 4)}


def test_a_player_changes_places_with_the_one_who_has_the_bye() -> None:
    hall = do(DRAWN, swap_players, one=5, other=2)

    assert pairs(hall) == {1: (1, 5), 2: (3, 4)}
    assert hall.unpaired == (2,)
    assert hall.open_round.bye is None


def test_a_swap_keeps_a_locked_table_locked() -> None:
    hall = do(do(PAIRED, lock_table, number=1, locked=True), swap_players, one=1, other=3)

    assert pairs(hall) == {1: (3, 2), 2: (1, 4)}
    assert hall.open_round.table(1).locked
    assert not hall.open_round.table(2).locked


def test_nobody_changes_places_with_himself_with_the_absent_or_after_the_result() -> None:
    with pytest.raises(SamePlayer):
        swap_players(PAIRED, one=1, other=1)
    with pytest.raises(NotPresent):
        swap_players(leave(PAIRED, 5), one=1, other=5)
    with pytest.raises(UnknownPlayer):
        swap_players(PAIRED, one=1, other=9)
    with pytest.raises(TableHasResult) as refused:
        swap_players(seated(HALL, "1-2:40 3-4"), one=3, other=2)
    assert refused.value.facts == {"table": 1, "round": 1}


def test_swapping_twice_gives_the_same_tables_again() -> None:
    hall = do(do(PAIRED, swap_players, one=1, other=4), swap_players, one=1, other=4)

    assert pairs(hall) == pairs(PAIRED)


def test_two_players_paired_by_hand_leave_the_tables_they_were_at() -> None:
    assert pairs(do(PAIRED, pair_anew, first=4, second=1)) == {1: (4, 1)}
    assert pairs(do(PAIRED, pair_anew, first=2, second=1)) == {1: (2, 1), 2: (3, 4)}
    assert pairs(do(PAIRED, pair_anew, first=5, second=3)) == {1: (1, 2), 2: (5, 3)}
    assert pairs(do(HALL, pair_anew, first=5, second=3)) == {1: (5, 3)}


def test_a_pair_by_hand_does_not_dissolve_a_table_with_a_result() -> None:
    with pytest.raises(TableHasResult):
        pair_anew(seated(HALL, "1-2:40 3-4"), first=3, second=1)
    with pytest.raises(SamePlayer):
        pair_anew(PAIRED, first=1, second=1)


def test_the_arbiter_chooses_the_bye_and_gives_it_back() -> None:
    hall = do(HALL, give_bye, player=3)

    assert hall.open_round.forced_bye == 3
    assert give_bye(hall, player=3) == []
    assert do(hall, give_bye, player=0).open_round.forced_bye == 0
    assert give_bye(HALL, player=0) == []


def test_the_bye_goes_to_somebody_free_and_present() -> None:
    with pytest.raises(AlreadyPaired):
        give_bye(PAIRED, player=1)
    with pytest.raises(NotPresent):
        give_bye(leave(HALL, 5), player=5)
    with pytest.raises(UnknownPlayer):
        give_bye(HALL, player=9)


def test_a_draw_of_everybody_is_written_down() -> None:
    tables = {1: Pair(1, 2), 2: Pair(3, 4)}

    facts = accept_pairing(HALL, tables=tables, bye=Bye(5), system="swiss", seed=7, total=12)

    assert facts == [RoundPaired(1, tables, Bye(5), "swiss", 7, 12)]
    assert pairs(replay(facts, HALL)) == {1: (1, 2), 2: (3, 4)}


@pytest.mark.parametrize(
    ("tables", "bye"),
    [
        ({1: Pair(1, 2), 2: Pair(3, 4)}, None),
        ({1: Pair(1, 2)}, Bye(5)),
        ({1: Pair(1, 2), 2: Pair(3, 4), 3: Pair(5, 6)}, None),
    ],
)
def test_a_draw_for_another_hall_is_a_conflict(tables: dict[int, Pair], bye: Bye | None) -> None:
    with pytest.raises(Conflict):
        accept_pairing(HALL, tables=tables, bye=bye, system="swiss", seed=7, total=0)


def test_a_draw_made_before_somebody_left_is_a_conflict() -> None:
    with pytest.raises(Conflict):
        accept_pairing(
            leave(HALL, 1),
            tables={1: Pair(1, 2), 2: Pair(3, 4)},
            bye=Bye(5),
            system="swiss",
            seed=7,
            total=0,
        )


def test_in_an_all_play_all_several_may_be_free_but_nobody_else_may_be_drawn() -> None:
    hall = with_settings(leave(tournament(6), 6), system="berger")

    facts = accept_pairing(hall, tables={1: Pair(1, 2)}, bye=None, system="berger", seed=7, total=0)

    assert replay(facts, hall).unpaired == (3, 4, 5)
    with pytest.raises(Conflict):
        accept_pairing(hall, tables={1: Pair(1, 6)}, bye=None, system="berger", seed=7, total=0)
    with pytest.raises(Conflict):
        accept_pairing(
            seated(hall, "3-4"), tables={1: Pair(1, 2)}, bye=None, system="berger", seed=7, total=0
        )
