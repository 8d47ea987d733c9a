from __future__ import annotations

import pytest
from hypothesis import given
from tests.formats.papp.halls import halls
from tests.support.builders import do, enter, leave, played, tournament, with_settings

from ronde.model.decisions.players import player_leaves, remove_player
from ronde.model.decisions.rounds import correct_result, reopen_round
from ronde.model.errors import UnknownRound
from ronde.model.events import PlayerLeft, PlayerReturned, RoundClosed
from ronde.model.player import Absence, Player
from ronde.model.replay import replay
from ronde.model.result import Result
from ronde.model.tournament import AsOf, Tournament, as_of_round, at_closing
from ronde.systems import standings

ONE = played(tournament(4), "1-2:40 3-4:40")


def gone(hall: Tournament) -> set[int]:
    return {player for player in hall.players if hall.has_left(player)}


def test_whoever_left_since_was_there_when_the_round_was_closed() -> None:
    hall = leave(ONE, 1)

    assert (gone(hall), gone(at_closing(hall)), gone(at_closing(hall, 1))) == ({1}, set(), set())
    two = played(hall, "3-2:40")
    assert (gone(at_closing(two, 1)), gone(at_closing(two, 2))) == (set(), {1})
    back = replay([PlayerReturned(1)], two)
    assert (gone(back), gone(at_closing(back, 2))) == (set(), {1})


def test_whoever_leaves_after_his_game_was_there_when_that_round_was_closed() -> None:
    hall = do(tournament(4, current="1-2:40 3-4:40"), player_leaves, number=1)

    closed = replay([RoundClosed(1, (), {})], hall)

    assert (gone(closed), gone(at_closing(closed))) == ({1}, set())


def test_whoever_registered_since_was_not_on_the_list() -> None:
    hall = enter(ONE, Player(9, "NEW"))

    assert list(at_closing(hall).players) == [1, 2, 3, 4]
    assert 9 in at_closing(played(hall, "1-3:40 2-4:40")).players


def test_results_are_those_corrected_since() -> None:
    hall = do(leave(ONE, 1), correct_result, round=1, first=1, second=2, result=Result(20, 44))

    assert standings(at_closing(hall)).rows[0].player == 2


def test_a_planned_absence_is_no_departure() -> None:
    hall = played(tournament(4), "1-2:40 3:away 4:away")

    assert gone(at_closing(hall)) == gone(hall) == set()


def test_before_the_first_closing_there_is_only_now() -> None:
    hall = leave(tournament(4), 1)

    assert at_closing(hall) is at_closing(hall, 0) is as_of_round(hall, 0, AsOf.NOW) is hall


def test_a_round_that_is_not_closed_was_not_published() -> None:
    for number in (-1, 2):
        with pytest.raises(UnknownRound):
            at_closing(ONE, number)


def test_a_keizer_table_has_its_own_rule() -> None:
    hall = with_settings(leave(ONE, 1), system="keizer")

    assert at_closing(hall) is hall


def test_reopening_and_erasing_leave_no_trace() -> None:
    hall = played(leave(tournament(5), 5), "1-2:40 3-4:40")
    assert hall.rounds[0].left == {5}

    assert do(hall, reopen_round).rounds[0].left == set()
    erased = do(hall, remove_player, number=5)
    assert (set(erased.rounds[0].left), list(at_closing(erased).players)) == (set(), [1, 2, 3, 4])


def test_whom_papp_names_as_absent_until_he_came_was_not_on_its_list_before() -> None:
    late = replay([PlayerLeft(4, 1, Absence.LATE)], tournament(4))
    one = played(late, "1-2:40")

    assert gone(at_closing(one)) == {4}, "he has not come: PAPP lists him with its minus sign"
    assert list(at_closing(replay([PlayerReturned(4)], one), 1).players) == [1, 2, 3]


@given(halls())
def test_what_is_said_of_a_closing_never_changes_whoever_comes_and_goes_later(hall: Tournament) -> None:
    count = len(hall.closed_rounds)
    later = replay([PlayerLeft(one, hall.open_round.number) for one in hall.unpaired], hall)

    for number in range(1, count + 1):
        before, after = at_closing(hall, number), at_closing(later, number)
        assert (list(before.players), gone(before)) == (list(after.players), gone(after))
        assert standings(before) == standings(after)
        assert before.closed_rounds == hall.closed_rounds[:number]
