from __future__ import annotations

import pytest
from hypothesis import given
from tests.formats.papp.halls import halls
from tests.support.builders import do, enter, leave, played, tournament, with_settings

from ronde.core import events as fact
from ronde.core.decide.players import player_leaves, remove_player
from ronde.core.decide.results import correct_result
from ronde.core.decide.rounds import reopen_round
from ronde.core.errors import UnknownRound
from ronde.core.player import Absence, Player
from ronde.core.published import AsOf, published, seen
from ronde.core.replay import replay
from ronde.core.result import Result
from ronde.core.tournament import Tournament
from ronde.scoring.door import standings

ONE = played(tournament(4), "1-2:40 3-4:40")


def gone(hall: Tournament) -> set[int]:
    return {player for player in hall.players if hall.has_left(player)}


def test_whoever_left_since_was_there_when_the_round_was_closed() -> None:
    hall = leave(ONE, 1)

    assert (gone(hall), gone(published(hall)), gone(published(hall, 1))) == ({1}, set(), set())
    two = played(hall, "3-2:40")
    assert (gone(published(two, 1)), gone(published(two, 2))) == (set(), {1})
    back = replay([fact.PlayerReturned(1)], two)
    assert (gone(back), gone(published(back, 2))) == (set(), {1})


def test_whoever_leaves_after_his_game_was_there_when_that_round_was_closed() -> None:
    hall = do(tournament(4, current="1-2:40 3-4:40"), player_leaves, number=1)

    closed = replay([fact.RoundClosed(1, (), {})], hall)

    assert (gone(closed), gone(published(closed))) == ({1}, set())


def test_whoever_registered_since_was_not_on_the_list() -> None:
    hall = enter(ONE, Player(9, "NEW"))

    assert list(published(hall).players) == [1, 2, 3, 4]
    assert 9 in published(played(hall, "1-3:40 2-4:40")).players


def test_results_are_those_corrected_since() -> None:
    hall = do(leave(ONE, 1), correct_result, round=1, first=1, second=2, result=Result(20, 44))

    assert standings(published(hall)).rows[0].player == 2


def test_a_planned_absence_is_no_departure() -> None:
    hall = played(tournament(4), "1-2:40 3:away 4:away")

    assert gone(published(hall)) == gone(hall) == set()


def test_before_the_first_closing_there_is_only_now() -> None:
    hall = leave(tournament(4), 1)

    assert published(hall) is published(hall, 0) is seen(hall, 0, AsOf.NOW) is hall


def test_a_round_that_is_not_closed_was_not_published() -> None:
    for number in (-1, 2):
        with pytest.raises(UnknownRound):
            published(ONE, number)


def test_a_keizer_table_has_its_own_rule() -> None:
    hall = with_settings(leave(ONE, 1), system="keizer")

    assert published(hall) is hall


def test_reopening_and_erasing_leave_no_trace() -> None:
    hall = played(leave(tournament(5), 5), "1-2:40 3-4:40")
    assert hall.rounds[0].left == {5}

    assert do(hall, reopen_round).rounds[0].left == set()
    erased = do(hall, remove_player, number=5)
    assert (set(erased.rounds[0].left), list(published(erased).players)) == (set(), [1, 2, 3, 4])


def test_whom_papp_names_as_absent_until_he_came_was_not_on_its_list_before() -> None:
    late = replay([fact.PlayerLeft(4, 1, Absence.LATE)], tournament(4))
    one = played(late, "1-2:40")

    assert gone(published(one)) == {4}, "he has not come: PAPP lists him with its minus sign"
    assert list(published(replay([fact.PlayerReturned(4)], one), 1).players) == [1, 2, 3]


@given(halls())
def test_what_is_said_of_a_closing_never_changes_whoever_comes_and_goes_later(hall: Tournament) -> None:
    count = len(hall.closed_rounds)
    later = replay([fact.PlayerLeft(one, hall.open_round.number) for one in hall.unpaired], hall)

    for number in range(1, count + 1):
        before, after = published(hall, number), published(later, number)
        assert (list(before.players), gone(before)) == (list(after.players), gone(after))
        assert standings(before) == standings(after)
        assert before.closed_rounds == hall.closed_rounds[:number]
