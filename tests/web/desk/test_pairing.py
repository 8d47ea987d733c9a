"""A round before it is accepted."""

from __future__ import annotations

from pathlib import Path

from tests.support.in_process import Visitor

from ronde.app.desk import Desk


def tables(file: Path) -> int:
    desk = Desk.open(file)
    desk.close()
    return len(desk.tournament.open_round.tables)


def test_a_preview_changes_nothing_until_it_is_accepted(inside: Visitor, file: Path) -> None:
    inside.post("/desk/open/undo")
    begun = inside.post("/desk/open/pair")
    preview = begun.headers["location"]
    inside.follow(begun)
    assert tables(file) == 0

    inside.post(f"{preview}/accept")
    assert tables(file) == 3


def test_a_preview_that_was_let_go_is_gone(inside: Visitor, file: Path) -> None:
    inside.post("/desk/open/undo")
    begun = inside.post("/desk/open/pair")
    preview = begun.headers["location"]
    inside.follow(begun)
    inside.post(f"{preview}/forget")

    assert inside.get(preview).status == 303
    assert tables(file) == 0
