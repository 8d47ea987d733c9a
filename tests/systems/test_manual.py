"""Pairs made by hand beside the draw, by severity."""

from __future__ import annotations

import pytest
from tests.support.builders import do
from tests.systems.dutch.test_drawing import closed, opened

from ronde.model.decisions.rounds import begin_manual, close_round, end_manual, pair_anew, swap_players
from ronde.model.errors import ManualImpossible, RoundNotComplete
from ronde.model.tournament import Tournament
from ronde.systems.rounds import ManualReport, complete_round, manual_report, with_costs


def _paired(players: int, rounds: int) -> Tournament:
    hall = opened(players)
    for seed in range(1, rounds):
        hall = closed(hall, seed)
    return do(hall, complete_round, seed=1)


def _told(report: ManualReport) -> set[tuple[str, str]]:
    return {(one.severity.value, one.what) for one in report.warnings}


def test_a_round_as_drawn_has_no_warnings() -> None:
    assert manual_report(_paired(8, 3), seed=1) == ManualReport((), (), ())


def test_reversed_colours_are_a_matter_of_style() -> None:
    hall = _paired(8, 1)
    table = hall.open_round.table(1)
    hall = do(hall, swap_players, one=table.first, other=table.second)

    report = manual_report(hall, seed=1)

    assert report.made == ((table.second, table.first),)
    assert report.instead == ((table.first, table.second),)
    assert _told(report) == {("style", "colours")}


def test_a_rematch_is_absolute_and_a_worse_criterion_is_named() -> None:
    hall = _paired(8, 2)
    met = hall.rounds[0].table(1)
    facts = with_costs(hall, pair_anew(hall, first=met.first, second=met.second))
    hall = do(hall, lambda _: facts)
    rest = list(hall.unpaired)
    hall = do(hall, pair_anew, first=rest[0], second=rest[1])

    report = manual_report(hall, seed=1)

    assert ("absolute", "C1") in _told(report)
    (worse,) = [one.worse for one in report.warnings if one.worse]
    assert worse.criterion.startswith("C")
    assert [one.severity.value for one in report.warnings] == sorted(
        one.severity.value for one in report.warnings
    )


def test_people_without_an_opponent_and_a_second_bye_are_absolute() -> None:
    hall = _paired(5, 2)
    (had,) = hall.rounds[0].byes
    table = hall.open_round.table_of(had)
    assert table is not None
    other = table.second if table.first == had else table.first
    free = hall.unpaired[0]
    hall = do(hall, pair_anew, first=other, second=free)

    assert ("absolute", "bye") in _told(manual_report(hall, seed=1))


def test_a_phase_has_a_beginning_and_an_end_and_the_round_waits_for_it() -> None:
    hall = _paired(4, 1)
    with pytest.raises(ManualImpossible):
        end_manual(hall, instead=())
    hall = do(hall, begin_manual)
    with pytest.raises(ManualImpossible):
        begin_manual(hall)
    with pytest.raises(RoundNotComplete):
        close_round(hall)

    hall = do(hall, end_manual, instead=((1, 3),))

    assert (hall.open_round.manual, hall.open_round.instead) == (False, ((1, 3),))
