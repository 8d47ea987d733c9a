"""What is told of a round, by the way it was paired."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.support.proofs import desk_of

from ronde.model.settings import Settings
from ronde.render.proof import evidence, paired_rounds


def told(folder: Path, settings: Settings, rounds: int) -> dict[str, Any]:
    """The evidence of the last round."""
    *_, (before, paired) = paired_rounds(desk_of(folder, 9, rounds, settings).by_action())
    return evidence(before, paired, "en")


def test_criteria_that_gave_way_are_counted_by_bracket(tmp_path: Path) -> None:
    found = told(tmp_path, Settings(system="dutch"), 3)

    assert found["method"] == "legal"
    assert sum(len(one["residents"]) for one in found["brackets"]) == 9
    assert all(isinstance(one["gave_way"], dict) for one in found["brackets"])


def test_who_had_the_bye_is_barred_from_it_and_who_met_from_meeting(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, 9, 2, Settings(system="dutch"))
    *_, (before, paired) = paired_rounds(desk.by_action())
    first = desk.tournament.closed_rounds[0]
    barred = {one["number"]: one["barred"] for one in evidence(before, paired, "en")["players"]}

    assert first.bye is not None
    assert 0 in barred[first.bye.player]
    for table in first:
        assert table.second in barred[table.first]
        assert table.first in barred[table.second]
    assert 2 in barred[1]  # kept apart by the arbiter


def test_a_schedule_is_told_whole_with_those_who_were_there(tmp_path: Path) -> None:
    found = told(tmp_path, Settings(system="berger"), 2)

    assert (found["method"], found["turn"], len(found["schedule"])) == ("schedule", 1, 9)
    assert sorted(found["here"]) == list(range(1, 10))


def test_of_costs_each_pair_is_told_once(tmp_path: Path) -> None:
    found = told(tmp_path, Settings(), 2)

    assert found["method"] == "least"
    assert [len(row) for row in found["costs"]] == list(range(10))
