"""One open tournament: one writer at a time, and pages that hear of it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.errors import FileMissing
from ronde.web.server.live_tournament import ACTIVE_SECONDS, LiveTournament, file_state


def test_what_changes_the_journal_wakes_pages_and_what_only_reads_does_not(file: Path) -> None:
    async def used() -> tuple[bool, bool]:
        opened = LiveTournament("open", Desk.open(file))
        first = opened.changed
        opened.use(lambda desk: desk.number)
        quiet = first.is_set()
        opened.use(lambda desk: desk.undo(CHIEF))
        opened.close()
        return quiet, first.is_set()

    assert asyncio.run(used()) == (False, True)


def test_who_comes_after_the_file_was_taken_away_is_told(file: Path) -> None:
    async def used() -> None:
        opened = LiveTournament("open", Desk.open(file))
        opened.close()
        opened.use(lambda desk: desk.number)

    with pytest.raises(FileMissing):
        asyncio.run(used())


def test_writing_by_another_program_is_seen_on_the_disk(file: Path) -> None:
    opened = LiveTournament("open", Desk.open(file))
    assert not opened.was_written(0.0)
    other = Desk.open(file)
    other.undo(CHIEF)
    assert opened.was_written(1.0)
    other.close()
    opened.close()


def test_it_sleeps_a_while_after_the_last_page_was_asked_for(file: Path) -> None:
    opened = LiveTournament("open", Desk.open(file))
    assert not opened.in_use(1_000.0)
    opened.note_request(1_000.0)

    assert opened.in_use(1_000.0 + ACTIVE_SECONDS / 2)
    assert not opened.in_use(1_000.0 + 2 * ACTIVE_SECONDS)
    opened.close()


def test_a_file_that_is_not_there_has_no_mark(tmp_path: Path) -> None:
    assert file_state(tmp_path / "nothing") is None
    assert file_state(tmp_path) is not None
