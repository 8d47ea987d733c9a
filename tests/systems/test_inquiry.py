from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.support.builders import do, enter, forbid, halls, leave, played, seated, tournament, with_settings
from tests.systems.states import state_of

from ronde.model.decisions.players import player_leaves, player_returns
from ronde.model.decisions.rounds import accept_pairing, close_round, give_bye, lock_table
from ronde.model.errors import (
    AlreadyPaired,
    NotPresent,
    SamePlayer,
    ScheduleDecides,
    UnknownPlayer,
    UnknownRound,
)
from ronde.model.events import ResultEntered, TableAdded
from ronde.model.player import Player
from ronde.model.replay import replay
from ronde.model.result import Result
from ronde.model.settings import CAP, Settings
from ronde.model.table import Pair
from ronde.model.tournament import Tournament
from ronde.systems.rounds import before_pairing, complete_round, why_not, with_costs
from ronde.systems.swiss.pairing import penalties

ROUNDS = ["1-2:40 3-4:= 5-6:10", "1-6:40 3-5:= 4-2:10"]


def drawn(hall: Tournament, seed: int = 1) -> Tournament:
    found = penalties(hall, seed=seed)
    facts = accept_pairing(
        hall, tables=found.tables, bye=found.bye, system=found.system, seed=found.seed, total=found.total
    )
    return replay(facts, hall)


def test_a_pair_that_was_drawn_makes_the_round_no_dearer() -> None:
    hall = drawn(tournament(6, ROUNDS))

    for table in hall.open_round:
        answer = why_not(hall, table.first, table.second, number=3, seed=1)
        assert answer.total_with == answer.total_best
        assert answer.pair.cost == table.pair.cost


def test_the_answer_has_the_bill_of_the_pair_in_its_cheaper_colours() -> None:
    hall = tournament(6, ROUNDS)
    state = state_of(hall)

    answer = why_not(hall, 1, 2, number=3, seed=1)

    assert {answer.pair.first, answer.pair.second} == {1, 2}
    assert answer.pair.cost == min(state.cost(1, 2), state.cost(2, 1))
    assert sum(reason.cost for reason in answer.pair.reasons) == answer.pair.cost
    assert "met-opposite-colours" in [reason.rule for reason in answer.pair.reasons]
    assert answer.total_best == penalties(hall, seed=1).total
    assert answer.total_with > answer.total_best


def test_the_names_may_be_given_in_either_order() -> None:
    hall = tournament(6, ROUNDS)

    one, other = (why_not(hall, *pair, number=3, seed=1) for pair in ((1, 4), (4, 1)))

    assert (one.total_with, one.total_best, one.pair.cost) == (
        other.total_with,
        other.total_best,
        other.pair.cost,
    )


def test_an_open_round_is_asked_as_if_it_were_not_drawn_yet_but_for_its_locked_tables() -> None:
    hall = seated(tournament(6, ROUNDS), "1-3 2-4 5-6")

    free = why_not(hall, 1, 5, number=3, seed=1)
    assert free.total_best == penalties(tournament(6, ROUNDS), seed=1).total

    locked = do(hall, lock_table, number=2, locked=True)
    assert why_not(locked, 1, 5, number=3, seed=1).total_best >= 0
    with pytest.raises(AlreadyPaired) as refused:
        why_not(locked, 2, 5, number=3, seed=1)
    assert refused.value.facts == {"player": "P2", "table": 2, "round": 3}


def test_a_closed_round_is_asked_with_the_scores_and_the_people_of_then() -> None:
    hall = drawn(tournament(7, ROUNDS[:1]))
    results = [ResultEntered(2, table.number, Result(40, 24)) for table in hall.open_round]
    then = why_not(hall, 1, 5, number=2, seed=1)

    closed = do(replay(results, hall), close_round)
    later = leave(enter(closed, Player(9, "LATE")), 1)

    assert why_not(later, 1, 5, number=2, seed=1) == then
    with pytest.raises(NotPresent):
        why_not(later, 9, 5, number=2, seed=1)


def test_in_a_closed_round_those_who_were_absent_cannot_be_asked_about() -> None:
    gone = do(tournament(6), player_leaves, number=6)
    hall = do(played(gone, "1-2:40 3-4:="), player_returns, number=6)

    assert before_pairing(hall, 1).present == (1, 2, 3, 4, 5)
    with pytest.raises(NotPresent) as refused:
        why_not(hall, 1, 6, number=1, seed=1)
    assert refused.value.facts == {"player": "P6", "id": 6}


def test_before_the_draw_of_a_closed_round_only_the_rounds_before_it_have_been_played() -> None:
    hall = tournament(6, ROUNDS)

    then = before_pairing(hall, 2)

    assert then.open_round.number == 2
    assert then.closed_rounds == hall.closed_rounds[:1]
    assert then.open_round.tables == {}
    assert before_pairing(hall, 3) == hall


def test_a_chosen_bye_stays_chosen() -> None:
    hall = do(tournament(7, ROUNDS[:1]), give_bye, player=1)

    with pytest.raises(NotPresent):
        why_not(hall, 1, 2, number=2, seed=1)
    answer = why_not(hall, 3, 4, number=2, seed=1)
    assert answer.total_with >= answer.total_best


def test_nobody_is_asked_about_with_himself_with_strangers_or_in_rounds_to_come() -> None:
    hall = tournament(6, ROUNDS)

    with pytest.raises(SamePlayer):
        why_not(hall, 1, 1, number=3, seed=1)
    with pytest.raises(UnknownPlayer):
        why_not(hall, 1, 9, number=3, seed=1)
    with pytest.raises(UnknownRound):
        why_not(hall, 1, 2, number=4, seed=1)
    with pytest.raises(NotPresent):
        why_not(leave(hall, 2), 1, 2, number=3, seed=1)


def test_a_schedule_asks_no_price() -> None:
    with pytest.raises(ScheduleDecides):
        why_not(tournament(4, settings=Settings(system="berger")), 1, 2, number=1, seed=1)
    seated_four = do(tournament(4, current="1-2:40 3-4:="), close_round)
    with pytest.raises(ScheduleDecides):
        why_not(do(seated_four, complete_round, seed=1), 1, 2, number=2, seed=1)


def test_a_forbidden_pair_is_priced_and_said_to_be_forbidden() -> None:
    hall = tournament(4, ["1-2:40 3-4:40"])

    kept_apart = why_not(forbid(hall, (1, 3)), 1, 3, number=2, seed=1)

    assert kept_apart.forbidden
    assert kept_apart.total_with < kept_apart.total_best
    assert not why_not(hall, 1, 3, number=2, seed=1).forbidden


def test_a_pair_made_by_hand_is_billed_like_any_other() -> None:
    hall = tournament(6, ROUNDS)

    (added,) = with_costs(hall, [TableAdded(3, 1, Pair(2, 1))])

    assert isinstance(added, TableAdded)
    pair = added.pair

    assert (pair.first, pair.second, pair.cost) == (2, 1, state_of(hall).cost(2, 1))
    assert sum(reason.cost for reason in pair.reasons) == pair.cost


def test_two_players_alone_can_only_meet() -> None:
    answer = why_not(tournament(2, ["1-2:40"]), 1, 2, number=2, seed=1)

    assert answer.total_with == answer.total_best == answer.pair.cost


def test_above_the_cap_the_pair_is_charged_the_cap_and_billed_in_full() -> None:
    hall = tournament(4, ["1-2:= 3-4:=", "1-2:= 3-4:=", "2-1:= 4-3:="])
    hall = with_settings(hall, cap=CAP)

    answer = why_not(hall, 1, 2, number=4, seed=1)

    assert answer.pair.cost == CAP
    assert sum(reason.cost for reason in answer.pair.reasons) > CAP
    assert answer.total_with == 2 * CAP


@given(halls(least=2, most=7), st.integers(0, 2**31), st.data())
def test_no_pair_makes_a_round_cheaper_and_some_optimum_has_the_pair_if_it_costs_the_same(
    hall: Tournament, seed: int, data: st.DataObject
) -> None:
    one, other = data.draw(st.permutations(sorted(hall.players)))[:2]
    number = hall.open_round.number

    answer = why_not(hall, one, other, number=number, seed=seed)

    assert answer.total_best == penalties(hall, seed=seed).total
    assert answer.total_with >= answer.total_best
    together = seated(hall, f"{answer.pair.first}-{answer.pair.second}")
    assert answer.total_with == answer.pair.cost + penalties(together, seed=seed).total
    apart = forbid(hall, (one, other))
    if answer.total_with > answer.total_best:
        assert penalties(apart, seed=seed).total == answer.total_best


@given(halls(least=3, most=6, rounds=3), st.data())
def test_any_closed_round_can_be_asked_about_anybody_who_was_there(
    hall: Tournament, data: st.DataObject
) -> None:
    assume(hall.closed_rounds)
    number = data.draw(st.integers(1, len(hall.closed_rounds)))
    there = [player for player in hall.players if player not in hall.round(number).absent]
    assume(len(there) >= 2)
    one, other = data.draw(st.permutations(there))[:2]

    answer = why_not(hall, one, other, number=number, seed=1)

    assert answer.total_with >= answer.total_best
    assert answer.total_best == penalties(before_pairing(hall, number), seed=1).total
