"""Facts that were read, by action."""

from __future__ import annotations

from ronde.formats.files import ImportResult
from ronde.model.events import PlayerRemoved

FACTS = tuple(PlayerRemoved(number) for number in range(1, 6))


def test_a_file_without_seats_is_one_action_of_whoever_imports() -> None:
    assert ImportResult(FACTS).actions("desk") == [("desk", FACTS)]


def test_a_file_with_seats_keeps_its_actions_in_order() -> None:
    imported = ImportResult(FACTS, steps=(("arbiter", 2), ("helper Ann", 3)))

    assert imported.actions("desk") == [("arbiter", FACTS[:2]), ("helper Ann", FACTS[2:])]
