"""Which actions of a journal count."""

from __future__ import annotations

from ronde.model.events import PlayerLeft, Undone, undone_actions


def test_an_action_that_was_undone_does_not_count() -> None:
    assert undone_actions([(7, Undone(5)), (6, PlayerLeft(2, 1)), (5, PlayerLeft(1, 1))]) == {5}


def test_an_undo_that_was_undone_strikes_nothing() -> None:
    assert undone_actions([(8, Undone(7)), (7, Undone(5)), (5, PlayerLeft(1, 1))]) == {7}
