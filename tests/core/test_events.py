"""Which actions of a journal count."""

from __future__ import annotations

from ronde.core.events import PlayerLeft, Undone, struck


def test_an_action_that_was_undone_does_not_count() -> None:
    assert struck([(7, Undone(5)), (6, PlayerLeft(2, 1)), (5, PlayerLeft(1, 1))]) == {5}


def test_an_undo_that_was_undone_strikes_nothing() -> None:
    assert struck([(8, Undone(7)), (7, Undone(5)), (5, PlayerLeft(1, 1))]) == {7}
