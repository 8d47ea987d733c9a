"""Single actions of the desk, undone and brought back out of their order."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.decisions.players import enter_player
from ronde.model.decisions.rounds import add_table, open_tournament
from ronde.model.errors import NothingToRedo, NothingToUndo, UndoRefused
from ronde.model.player import Player


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Action 1 opens, 2 to 4 register three players; the last one by a helper."""
    made = Desk.create(tmp_path / "open.ronde")
    made.act(CHIEF, open_tournament, name="Open")
    for number in (1, 2, 3):
        seat = "helper" if number == 3 else CHIEF
        made.act(seat, enter_player, player=Player(number, f"P{number}"))
    yield made
    made.close()


def test_an_earlier_action_is_undone_while_later_ones_stand(desk: Desk) -> None:
    (entry,) = desk.undo(CHIEF, 2)

    assert entry.action == 2
    assert list(desk.tournament.players) == [2, 3]


def test_it_is_brought_back_by_its_own_number(desk: Desk) -> None:
    desk.undo(CHIEF, 2)
    desk.undo(CHIEF, 3)
    desk.redo(CHIEF, 2)

    assert sorted(desk.tournament.players) == [1, 3]


@pytest.mark.parametrize("action", [1, 5, 99])
def test_the_opening_and_what_never_happened_cannot_be_undone(desk: Desk, action: int) -> None:
    with pytest.raises(NothingToUndo):
        desk.undo(CHIEF, action)
    with pytest.raises(NothingToRedo):
        desk.redo(CHIEF, action)


def test_a_seat_undoes_only_its_own_actions(desk: Desk) -> None:
    with pytest.raises(NothingToUndo):
        desk.undo("helper", 2)
    desk.undo("helper", 4)

    assert list(desk.tournament.players) == [1, 2]


def test_an_action_that_others_stand_on_is_kept(desk: Desk) -> None:
    desk.act(CHIEF, add_table, first=1, second=2)

    with pytest.raises(UndoRefused):
        desk.undo(CHIEF, 2)
    assert list(desk.tournament.players) == [1, 2, 3]


def test_each_seat_is_told_what_it_could_turn(desk: Desk) -> None:
    desk.undo(CHIEF, 3)

    assert desk.undoable_actions(CHIEF) == (frozenset({2, 4}), frozenset({3}))
    assert desk.undoable_actions("helper") == (frozenset({4}), frozenset())


def test_the_journal_is_told_by_action(desk: Desk) -> None:
    assert [(number, seat, len(facts)) for number, _, seat, facts in desk.by_action()] == [
        (1, CHIEF, 1),
        (2, CHIEF, 1),
        (3, CHIEF, 1),
        (4, "helper", 1),
    ]
