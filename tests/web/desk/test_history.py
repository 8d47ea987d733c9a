"""What happened, and taking it back."""

from __future__ import annotations

from pathlib import Path

from tests.support.in_process import Visitor

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.web.desk.history import history, unrepeated


def test_the_latest_action_is_first_and_can_be_undone_and_redone(inside: Visitor, file: Path) -> None:
    inside.post("/desk/open/undo")
    desk = Desk.open(file)
    desk.close()
    assert not desk.tournament.open_round.tables

    inside.post("/desk/open/redo")
    desk = Desk.open(file)
    desk.close()
    assert desk.tournament.open_round.tables


def test_every_action_is_one_line_with_its_number(file: Path) -> None:
    desk = Desk.open(file)
    lines = history(desk, CHIEF, "en")
    desk.close()

    assert [line.number for line in lines] == sorted((line.number for line in lines), reverse=True)
    assert len(lines) == len(desk.by_action())


def test_what_facts_of_one_action_share_is_said_once() -> None:
    assert unrepeated(["entered: A", "entered: B", "left: C"]) == ["entered: A", "B", "left: C"]
    assert unrepeated([]) == []


def test_the_help_names_every_key(inside: Visitor) -> None:
    assert inside.get("/desk/open/help").text.count("<kbd>") > 10
