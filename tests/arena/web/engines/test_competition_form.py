"""The form of a new competition: what can be one, and why something cannot."""

from __future__ import annotations

import pytest
from starlette.datastructures import FormData

from ronde.arena.http import COMPETITIONS
from ronde.arena.web.competitions import FIELDS, MOST_ELO, plan_of, typed_fields
from ronde.model.errors import EngineRefused, RuleError


def plan(**fields: str) -> object:
    return plan_of(FormData({"name": "Cup", "system": "cup", **fields}), "tictactoe", 4)


@pytest.mark.parametrize("system", COMPETITIONS)
def test_a_name_and_a_system_are_enough(system: str) -> None:
    made = plan_of(FormData({"name": " Spring ", "system": system}), "tictactoe", 4)

    assert (made.name, made.system, made.rule.games) == ("Spring", system, 2)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"system": "chess"}, "system"),
        ({"games": "0"}, "number"),
        ({"games": "many"}, "number"),
        ({"clear": str(MOST_ELO + 1)}, "clear"),
        ({"double": "yes", "third_place": "yes"}, "cup"),
        ({"openings": "000000000", "games": "3"}, "openings-odd"),
        ({"openings": "nonsense"}, "opening"),
        ({"openings": "x" * 100_001}, "openings-long"),
    ],
)
def test_what_cannot_be_played_is_refused_with_its_reason(fields: dict[str, str], reason: str) -> None:
    with pytest.raises(EngineRefused) as refused:
        plan(**fields)

    assert refused.value.facts["reason"] == reason


def test_a_competition_has_a_name() -> None:
    with pytest.raises(RuleError):
        plan(name="  ")


def test_what_was_typed_is_shown_again() -> None:
    shown = typed_fields(FormData({"name": "<b>", "games": "x"}))

    assert shown.keys() == set(FIELDS)
    assert (shown["name"], shown["games"], shown["rounds"]) == ("<b>", "x", "")
