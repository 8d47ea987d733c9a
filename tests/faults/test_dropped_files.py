"""What is dropped into the browser is read in a separate process."""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from tests.store.halls import hall
from tests.support.posting import upload
from tests.support.web_server import server

from ronde.app import isolated as apart
from ronde.app.desk import Desk
from ronde.i18n import error_text
from ronde.model.errors import FormatError, RondeError
from ronde.web.desk.tournaments import READING
from ronde.web.desk.uploads import Uploads

CSV = {"club.csv": b"name\nDOE\nROE\n"}


def disguised(folder: Path, text: str) -> str:
    """A program that is started in the place of Python."""
    program = folder / "python"
    program.write_text(f"#!/bin/sh\n{text}\n")
    program.chmod(0o755)
    return str(program)


def test_nothing_of_a_dropped_file_is_read_in_the_process_of_the_pages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where the reading process cannot be started, nobody reads the file instead."""
    monkeypatch.setattr(sys, "executable", "/bin/false")

    with pytest.raises(FormatError) as caught:
        Uploads().read(CSV, "csv", "arbiter")

    assert caught.value.problems[0].key == "formats.too-hungry"


def test_a_small_text_that_takes_too_much_memory_is_told_under_its_own_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    little = disguised(tmp_path, f'ulimit -v 60000\nexec "{sys.executable}" "$@"')
    monkeypatch.setattr(sys, "executable", little)

    with pytest.raises(FormatError) as caught:
        Uploads().read(CSV, "csv", "arbiter")

    assert error_text(caught.value, "en").startswith("club.csv")


def test_a_reading_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "executable", disguised(tmp_path, "exec sleep 600"))
    monkeypatch.setattr(apart, "TIMEOUT", 0.2)

    with pytest.raises(FormatError) as caught:
        Uploads().read(CSV, "csv", "arbiter")

    assert caught.value.problems[0].key == "formats.too-slow"


def test_a_preview_says_what_was_read_and_the_file_holds_it() -> None:
    intakes = Uploads()
    try:
        rows = "".join(f"PLAYER {number}\n" for number in range(700))
        intake = intakes.read({"club.csv": f"name\n{rows}".encode()}, "", "arbiter")

        assert (intake.summary.players, len(intake.summary.first)) == (700, 500)
        assert intake.summary.first[0][0] == "PLAYER 0"
        desk = Desk.open(intake.ready)
        assert len(desk.tournament.players) == 700
        desk.close()
    finally:
        intakes.close()


def test_a_tournament_of_ours_is_opened_there_too() -> None:
    with pytest.raises(RondeError) as caught:
        Uploads().read({"cup.ronde": b"SQLite format 3\0" + b"x" * 5_000}, "", "arbiter")

    assert error_text(caught.value, "en").startswith("cup.ronde")


def readers(server: int) -> int:
    """How many processes below a server read dropped files."""
    found = 0
    for name in filter(str.isdecimal, os.listdir("/proc")):
        with suppress(OSError):
            parent = Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()[1]
            line = Path(f"/proc/{name}/cmdline").read_bytes()
            found += parent == str(server) and b"ronde.web.desk.upload_reader" in line
    return found


def test_many_who_drop_files_wait_for_each_other(tmp_path: Path) -> None:
    hall(tmp_path / "open.ronde", players=4).close()
    with server(tmp_path) as (arbiter, link, process), ThreadPoolExecutor(6) as crowd:
        arbiter.enter(link)
        drops = [crowd.submit(upload, arbiter, CSV) for _ in range(6)]
        most = 0
        while not all(drop.done() for drop in drops):
            most = max(most, readers(process.pid))
            time.sleep(0.002)
        places = [drop.result().headers["location"] for drop in drops]

        assert len(set(places)) == 6
        assert "<dd>2</dd>" in arbiter.get(places[0]).text
    assert 0 < most <= READING
