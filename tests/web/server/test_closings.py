"""What follows each closing: pages in a folder, and a command."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.browser.halls import make
from tests.support.web_server import server

from ronde.app.commands import AdjournRest, CloseRound
from ronde.app.desk import Desk
from ronde.model.settings import Settings

pytestmark = pytest.mark.full

NOTES = """#!/bin/sh
echo "$RONDE_TOURNAMENT $RONDE_ROUND $1" >> "{notes}"
echo no upload; exit {code}
"""


def awaited(found: Callable[[], bool]) -> None:
    """Wait until something is so, at most half a minute."""
    for _ in range(300):
        if found():
            return
        time.sleep(0.1)
    raise AssertionError("it did not happen")


def script(folder: Path, code: int = 0) -> tuple[Path, Path]:
    """A command that notes how it was called, and its notes."""
    path, notes = folder / "after closing.sh", folder / "notes.txt"
    path.write_text(NOTES.format(notes=notes, code=code))
    path.chmod(0o755)
    return path, notes


def close(path: Path) -> None:
    """Another program closes the open round."""
    desk = Desk.open(path)
    desk.run(AdjournRest())
    desk.run(CloseRound())
    desk.close()


def test_each_closing_by_whomever_writes_the_pages_and_runs_the_command(tmp_path: Path) -> None:
    hall, pages = tmp_path / "hall", tmp_path / "pages"
    hall.mkdir()
    path = make(hall / "club.ronde", Settings(rounds=5))
    command, notes = script(tmp_path)
    options = ("--publish", str(pages), "--then", f"'{command}'")
    with server(hall, options=options) as (arbiter, link, _):
        awaited(lambda: notes.exists())
        close(path)
        awaited(lambda: len(notes.read_text().splitlines()) == 2)
        arbiter.enter(link)
        page = arbiter.get("/desk/club/publish").words

    assert notes.read_text().splitlines() == [f"club {round} {pages / 'club'}" for round in (1, 2)]
    assert (pages / "club" / "round-2.html").exists()
    assert str(pages / "club") in page
    with server(hall, options=options) as (arbiter, link, _):
        arbiter.enter(link)
        awaited(lambda: "Published into" in arbiter.get("/desk/club/publish").words)
    assert len(notes.read_text().splitlines()) == 2  # nothing was new


def test_a_command_that_fails_is_told_on_the_page_and_stops_nothing(tmp_path: Path) -> None:
    hall = tmp_path / "hall"
    hall.mkdir()
    make(hall / "club.ronde", Settings(rounds=5))
    command, _ = script(tmp_path, 3)
    options = ("--publish", str(tmp_path / "pages"), "--then", f"'{command}'")
    with server(hall, options=options) as (arbiter, link, _):
        arbiter.enter(link)
        awaited(lambda: "failed (code 3): no upload" in arbiter.get("/desk/club/publish").words)
        assert arbiter.get("/t/club").status == 200
