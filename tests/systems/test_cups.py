"""Cups of every kind, played to their end with random results, absences and withdrawals."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.builders import do, tournament

from ronde.model.bracket import CupSettings, cup_rounds
from ronde.model.decisions.players import plan_absence, player_leaves
from ronde.model.decisions.rounds import close_round, enter_at_table, reopen_round, swap_players
from ronde.model.errors import RoundsOver
from ronde.model.player import Absence
from ronde.model.result import Board, Result
from ronde.model.schedule import champion, cup_places, entrants, knocked_out, meetings
from ronde.model.settings import Settings
from ronde.model.tournament import Tournament
from ronde.systems import standings
from ronde.systems.rounds import complete_round

PLAIN = CupSettings()
THIRD = CupSettings(third_place=True)
ALL = CupSettings(consolation=True)
DOUBLE = CupSettings(double=True)
KINDS = st.sampled_from((PLAIN, THIRD, ALL, DOUBLE))


def cup(kind: CupSettings, count: int) -> Tournament:
    return tournament(
        count, settings=Settings(system="cup", cup=kind, board=Board(total=1, bye=0), tiebreaks=())
    )


def paired(hall: Tournament) -> Tournament:
    return do(hall, complete_round, seed=1)


def closed(hall: Tournament, scores: dict[int, float] | None = None) -> Tournament:
    """The round played: the first player of a table wins unless another score of his is given."""
    for table in hall.open_round:
        score = (scores or {}).get(table.number, 1.0)
        hall = do(hall, enter_at_table, table=table.number, result=Result(score, 1 - score))
    return do(hall, close_round)


def by_chance(hall: Tournament, chance: Random) -> Tournament:
    return closed(hall, {table.number: chance.choice((0.0, 0.5, 1.0)) for table in hall.open_round})


def played_out(hall: Tournament, chance: Random, *, trouble: float = 0.0) -> Tournament:
    """The cup to its end; before every round some leave, or stay away from it."""
    while champion(hall) is None:
        for player in hall.present:
            if len(hall.present) > 2 and chance.random() < trouble:
                if chance.random() < 0.5:
                    hall = do(hall, player_leaves, number=player)
                else:
                    hall = do(hall, plan_absence, number=player, rounds=[hall.open_round.number])
        hall = by_chance(paired(hall), chance)
    return hall


def losses(hall: Tournament) -> Counter[int]:
    return Counter(one.loser for one in meetings(hall) if one.loser is not None and not one.void)


def meeting(hall: Tournament) -> list[tuple[int, int]]:
    return [(table.first, table.second) for table in hall.open_round]


def test_the_losers_of_the_semi_finals_play_for_the_third_place() -> None:
    hall = paired(closed(paired(cup(THIRD, 4))))

    assert meeting(hall) == [(1, 2), (3, 4)]
    hall = closed(hall, {2: 0.0})
    assert cup_places(hall) == {1: 1, 2: 2, 4: 3, 3: 4}


def test_without_it_the_third_place_is_shared() -> None:
    assert cup_places(closed(paired(closed(paired(cup(PLAIN, 4)))))) == {1: 1, 2: 2, 3: 3, 4: 3}


def test_in_a_consolation_everybody_plays_every_round() -> None:
    hall = cup(ALL, 8)
    for _ in range(3):
        hall = paired(hall)
        assert len(hall.open_round.tables) == 4
        hall = closed(hall)

    assert cup_places(hall) == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8}


def test_the_winner_of_the_losers_must_win_the_grand_final_twice() -> None:
    hall = closed(paired(closed(paired(closed(paired(cup(DOUBLE, 4)))))))
    hall = paired(hall)
    assert meeting(hall) == [(1, 2)]

    assert champion(closed(hall)) == 1
    again = closed(hall, {1: 0.0})
    assert champion(again) is None
    again = paired(again)
    assert meeting(again) == [(2, 1)]  # with the other colours
    assert champion(closed(again)) == 2


def test_after_a_grand_final_that_was_enough_there_is_no_further_round() -> None:
    hall = closed(paired(closed(paired(cup(DOUBLE, 2)))))

    assert champion(hall) == 1
    with pytest.raises(RoundsOver):
        paired(hall)


def test_whoever_stayed_away_loses_to_whoever_came() -> None:
    hall = closed(paired(cup(PLAIN, 4)))
    hall = closed(paired(do(hall, plan_absence, number=1, rounds=[2])))

    assert champion(hall) == 2
    assert hall.left[1].reason is Absence.OUT


def test_if_both_finalists_leave_the_better_seed_has_won() -> None:
    hall = closed(paired(cup(PLAIN, 4)))
    hall = do(do(hall, player_leaves, number=1), player_leaves, number=2)
    hall = closed(paired(hall))

    assert champion(hall) == 1


def test_a_round_reopened_and_closed_otherwise_sends_the_other_one_home() -> None:
    hall = do(closed(paired(cup(PLAIN, 4))), reopen_round)
    hall = do(hall, enter_at_table, table=1, result=Result(0, 1), replacing=True)
    hall = do(hall, close_round)

    assert {player for player, leave in hall.left.items() if leave.reason is Absence.OUT} == {1, 3}
    assert meeting(paired(hall)) == [(2, 4)]


def test_players_the_arbiter_exchanged_have_exchanged_their_places() -> None:
    hall = do(paired(cup(PLAIN, 8)), swap_players, one=8, other=7)
    hall = closed(hall, {1: 0.0})

    assert set(meeting(paired(hall))) == {(4, 7), (2, 3)}


def test_while_a_cup_is_played_the_worst_place_to_come_orders_the_players() -> None:
    hall = closed(paired(cup(PLAIN, 8)))

    assert cup_places(hall) == {1: 1, 2: 1, 3: 1, 4: 1, 5: 5, 6: 5, 7: 5, 8: 5}
    assert cup_places(closed(paired(hall)), upto=1) == cup_places(hall)


def test_whoever_missed_the_first_round_is_last_and_not_in_the_cup() -> None:
    hall = do(cup(ALL, 5), plan_absence, number=2, rounds=[1])
    hall = played_out(closed(paired(hall)), Random(1))

    assert 2 not in entrants(hall)
    assert cup_places(hall)[2] == 5


@given(count=st.integers(2, 40), kind=KINDS, seed=st.integers(0, 2**32))
def test_every_cup_ends_with_one_champion_in_the_rounds_announced(
    count: int, kind: CupSettings, seed: int
) -> None:
    hall = played_out(cup(kind, count), Random(seed))
    places = cup_places(hall)

    most = cup_rounds(count, kind)
    assert len(hall.closed_rounds) in ((most - 1, most) if kind.double else (most,))
    assert [player for player, place in places.items() if place == 1] == [champion(hall)]
    assert list(places.values()).count(2) == 1
    if kind.consolation:
        assert sorted(places.values()) == list(range(1, count + 1))
    if kind.third_place and count > 3:
        assert sorted(places.values())[2:4] == [3, 4]
    assert [row.place for row in standings(hall).rows] == sorted(places.values())


@given(count=st.integers(2, 40), seed=st.integers(0, 2**32))
def test_in_a_double_elimination_everybody_else_loses_twice(count: int, seed: int) -> None:
    hall = played_out(cup(DOUBLE, count), Random(seed))
    best = champion(hall)

    lost = losses(hall)
    assert {player: lost[player] for player in hall.players if player != best} == {
        player: 2 for player in hall.players if player != best
    }
    assert best is not None
    assert lost[best] <= 1


@given(count=st.integers(2, 40), kind=KINDS, seed=st.integers(0, 2**32))
def test_nobody_who_is_out_plays_and_everybody_meets_by_the_bracket(
    count: int, kind: CupSettings, seed: int
) -> None:
    hall, chance = cup(kind, count), Random(seed)
    out: set[int] = set()
    while champion(hall) is None:
        hall = paired(hall)
        assert not out & hall.open_round.seated.keys()
        hall = by_chance(hall, chance)
        out |= set(knocked_out(hall))
        assert out == {player for player, leave in hall.left.items() if leave.reason is Absence.OUT}


@given(count=st.integers(3, 30), kind=KINDS, seed=st.integers(0, 2**32))
def test_absences_and_withdrawals_stop_no_cup(count: int, kind: CupSettings, seed: int) -> None:
    hall = played_out(closed(paired(cup(kind, count))), Random(seed), trouble=0.2)
    places = cup_places(hall)

    assert champion(hall) is not None
    assert [player for player, place in places.items() if place == 1] == [champion(hall)]
    if kind.consolation:
        assert sorted(places.values()) == list(range(1, count + 1))


@pytest.mark.parametrize("kind", [PLAIN, THIRD, ALL, DOUBLE])
def test_a_big_cup_ends_too(kind: CupSettings) -> None:
    hall = played_out(cup(kind, 129), Random(129))

    assert champion(hall) is not None
