"""Cups: the bracket by seeds, byes for the best, losers out."""

from __future__ import annotations

from math import ceil, log2

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.builders import tournament

from ronde.model.bracket import seed_order
from ronde.model.decisions.players import player_leaves
from ronde.model.decisions.rounds import close_round, enter_at_table
from ronde.model.errors import NobodyToPair, RoundsOver
from ronde.model.player import Absence, Player
from ronde.model.replay import replay
from ronde.model.result import Board, Result
from ronde.model.schedule import champion, seeds
from ronde.model.settings import Settings
from ronde.model.table import Bye
from ronde.model.tournament import Tournament
from ronde.systems.rounds import complete_round, pair_round

CUP = Settings(system="cup", board=Board(total=1, bye=0), tiebreaks=())


def paired(hall: Tournament) -> Tournament:
    return replay(complete_round(hall, seed=1), hall)


def closed(hall: Tournament, scores: dict[int, float] | None = None) -> Tournament:
    """The round played: the first player of a table wins unless another score of his is given."""
    for table in hall.open_round:
        score = (scores or {}).get(table.number, 1.0)
        hall = replay(enter_at_table(hall, table=table.number, result=Result(score, 1 - score)), hall)
    return replay(close_round(hall), hall)


def meetings(hall: Tournament) -> list[tuple[int, int]]:
    return [(table.first, table.second) for table in hall.open_round]


def test_the_best_meet_as_late_as_they_can() -> None:
    assert seed_order(16) == [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]


def test_thirteen_players_have_three_byes_for_the_best_in_the_qualifying_round() -> None:
    hall = paired(tournament(13, settings=CUP))

    assert meetings(hall) == [(8, 9), (4, 13), (5, 12), (7, 10), (6, 11)]
    assert set(hall.unpaired) == {1, 2, 3}


def test_losers_are_out_and_winners_meet_by_the_bracket() -> None:
    hall = paired(closed(paired(tournament(8, settings=CUP)), {1: 0.0}))

    assert meetings(hall) == [(4, 8), (2, 3)]
    assert hall.left[1].reason is Absence.OUT
    assert champion(hall) is None


def test_a_draw_qualifies_the_better_seed() -> None:
    hall = closed(paired(tournament(2, settings=CUP)), {1: 0.5})

    assert champion(hall) == 1


def test_ratings_decide_the_seeds_before_numbers() -> None:
    cards = [Player(1, "A", rating=1000), Player(2, "B", rating=1500), Player(3, "C", rating=1500)]
    hall = tournament(cards, settings=CUP)

    assert seeds(hall) == {2: 1, 3: 2, 1: 3}
    assert meetings(paired(hall)) == [(3, 1)]


def test_whoever_should_have_met_somebody_who_left_goes_on() -> None:
    hall = closed(paired(tournament(4, settings=CUP)))
    hall = paired(replay(player_leaves(hall, number=2), hall))
    assert hall.open_round.bye == Bye(1)
    hall = replay(close_round(hall), hall)

    assert champion(hall) == 1
    with pytest.raises(RoundsOver):
        paired(hall)


def test_after_the_final_there_is_no_further_round() -> None:
    hall = closed(paired(tournament(2, settings=CUP)))

    with pytest.raises(RoundsOver):
        pair_round(hall, seed=1)


def test_one_player_makes_no_cup() -> None:
    with pytest.raises(NobodyToPair):
        paired(tournament(1, settings=CUP))


@given(count=st.integers(2, 40), data=st.data())
def test_every_cup_ends_with_one_champion_after_the_fewest_rounds(count: int, data: st.DataObject) -> None:
    hall = tournament(count, settings=CUP)
    games = 0
    while champion(hall) is None:
        hall = paired(hall)
        games += len(hall.open_round.tables)
        scores = {table.number: data.draw(st.sampled_from((0.0, 0.5, 1.0))) for table in hall.open_round}
        hall = closed(hall, scores)

    assert len(hall.closed_rounds) == ceil(log2(count))
    assert games == count - 1
