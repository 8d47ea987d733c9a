"""Commands for several tables at once, and results that players propose."""

from __future__ import annotations

import pytest
from tests.support.builders import tournament

from ronde.app.command import Actor, Command, Context
from ronde.app.commands import AdjournRest, EnterProposed, RemoveTables
from ronde.model.errors import ResultDiffers
from ronde.model.replay import replay
from ronde.model.result import Kind, Result
from ronde.model.settings import Settings
from ronde.model.tournament import Tournament

HALL = tournament(6, current="1-2:40 3-4 5-6")


def after(command: Command, hall: Tournament = HALL) -> Tournament:
    return replay(command.decide(hall, Context(Actor(), tuple)), hall)


def pairs(hall: Tournament) -> set[tuple[int, int]]:
    return {(table.first, table.second) for table in hall.open_round}


def test_the_rest_is_adjourned_and_results_that_are_in_stay() -> None:
    hall = after(AdjournRest())

    assert [table.result.kind for table in hall.open_round if table.result] == [
        Kind.PLAYED,
        Kind.ADJOURNED,
        Kind.ADJOURNED,
    ]
    assert after(AdjournRest(), hall) == hall


def test_several_tables_are_dissolved_by_the_numbers_they_had_though_papp_sorts_the_rest() -> None:
    papp = Settings(profile="papp")
    hall = tournament(8, ["2-1:40 4-3:50 6-5:60 8-7:64"], current="1-3 5-7 2-4 6-8", settings=papp)
    left = after(RemoveTables((1, 2)), hall)

    assert pairs(left) == {(2, 4), (6, 8)}
    assert [(table.number, table.first) for table in left.open_round] == [(1, 6), (2, 2)]


def test_a_proposed_result_counts_for_the_pair_and_the_round_it_was_proposed_for() -> None:
    table, result = HALL.open_round.table(2), Result(40, 24)
    proposed = EnterProposed(1, table, result)

    assert after(proposed).open_round.table(2).result == result
    for other in (tournament(6, current="1-2 4-3 5-6"), tournament(6, ["1-2:40 3-4:40 5-6:40"])):
        assert after(proposed, other) == other


def test_a_proposed_result_replaces_none() -> None:
    with pytest.raises(ResultDiffers):
        after(EnterProposed(1, HALL.open_round.table(1), Result(30, 34)))
