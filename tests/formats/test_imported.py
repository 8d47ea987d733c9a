"""Facts that were read, by action."""

from __future__ import annotations

from ronde.core.events import PlayerRemoved
from ronde.formats.imported import Imported

FACTS = tuple(PlayerRemoved(number) for number in range(1, 6))


def test_a_file_without_seats_is_one_action_of_whoever_imports() -> None:
    assert Imported(FACTS).actions("desk") == [("desk", FACTS)]


def test_a_file_with_seats_keeps_its_actions_in_order() -> None:
    imported = Imported(FACTS, steps=(("arbiter", 2), ("helper Ann", 3)))

    assert imported.actions("desk") == [("arbiter", FACTS[:2]), ("helper Ann", FACTS[2:])]
