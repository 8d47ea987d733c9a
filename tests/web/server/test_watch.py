"""What sleeps and what is looked at often; nobody is ever shown what a sleeper missed."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send
from tests.store.halls import hall, register

from ronde.app.desk import Desk
from ronde.model.errors import FileMissing
from ronde.web.server.live import IDLE_PER_POLL, DiskWatcher, RefreshMiddleware
from ronde.web.server.live_tournament import (
    ACTIVE_SECONDS,
    CHECKPOINT_DELAY,
    RECHECK_INTERVAL,
    REREAD_INTERVAL,
    LiveTournament,
)
from ronde.web.server.tournaments import Tournaments


@pytest.fixture
def file(tmp_path: Path) -> Path:
    hall(tmp_path / "open.ronde").close()
    return tmp_path / "open.ronde"


@pytest.fixture
def opened(file: Path) -> Iterator[LiveTournament]:
    made = LiveTournament("open", Desk.open(file))
    yield made
    made.close()


def written_elsewhere(file: Path, number: int = 99) -> None:
    with closing(Desk.open(file)) as desk:
        register(desk, number)


def look(watch: DiskWatcher, path: str) -> None:
    """What happens before that page is drawn."""
    if (due := watch.due(path)) is not None:
        due[1]()


def test_a_file_has_grown_once_for_each_time_it_was_written(opened: LiveTournament, file: Path) -> None:
    now = time.monotonic()
    assert not opened.was_written(now)
    written_elsewhere(file)

    assert opened.was_written(now)
    assert not opened.was_written(now)
    assert opened.should_reread(now + RECHECK_INTERVAL / 2)
    assert not opened.should_reread(now + RECHECK_INTERVAL + 1)


def test_what_the_clock_of_the_disk_hides_is_read_all_the_same(opened: LiveTournament, file: Path) -> None:
    """A disk that tells the time in steps, and a log that is written from its beginning again."""
    now = time.monotonic()
    assert not opened.should_reread(now)

    assert opened.should_reread(now + REREAD_INTERVAL + 1)
    opened.refresh(now + REREAD_INTERVAL + 1)
    assert not opened.should_reread(now + REREAD_INTERVAL + 2)


def test_a_tournament_sleeps_until_somebody_asks_listens_or_writes(
    opened: LiveTournament, file: Path
) -> None:
    now = time.monotonic()
    assert not opened.in_use(now)
    opened.note_request(now)
    assert opened.in_use(now + ACTIVE_SECONDS - 1)
    assert not opened.in_use(now + ACTIVE_SECONDS + 1)
    opened.listeners = 1
    assert opened.in_use(now + ACTIVE_SECONDS + 1)
    opened.listeners = 0
    written_elsewhere(file)
    assert opened.was_written(now + 100)

    assert opened.in_use(now + 101)


def test_a_file_that_is_away_or_another_one_is_told(
    opened: LiveTournament, file: Path, tmp_path: Path
) -> None:
    now = time.monotonic()
    hall(tmp_path / "other.ronde").close()
    os.replace(tmp_path / "other.ronde", file)
    with pytest.raises(FileMissing) as replaced:
        opened.was_written(now)
    file.unlink()
    with pytest.raises(FileMissing):
        opened.was_written(now)

    assert replaced.value.facts["reason"] == "replaced"


def test_a_desk_that_was_left_is_said_to_be_away(opened: LiveTournament) -> None:
    opened.close()

    with pytest.raises(FileMissing):
        opened.use(lambda desk: desk.refresh())


def test_what_lies_beside_a_file_is_brought_into_it_when_it_is_quiet(
    opened: LiveTournament, file: Path
) -> None:
    log = Path(f"{file}-wal")
    now = time.monotonic()
    register(opened.desk, 50)
    assert opened.was_written(now)
    opened.checkpoint(now + CHECKPOINT_DELAY / 2)
    assert log.stat().st_size > 0
    opened.checkpoint(now + CHECKPOINT_DELAY + 1)

    assert log.stat().st_size == 0


@pytest.mark.full
def test_sleepers_are_all_seen_within_twenty_looks(tmp_path: Path) -> None:
    for number in range(45):
        hall(tmp_path / f"open{number}.ronde", players=0).close()
    shown = Tournaments([tmp_path])
    watch, now = DiskWatcher(shown), time.monotonic()
    looks = [watch._due(now) for _ in range(IDLE_PER_POLL)]

    assert max(map(len, looks)) <= 3
    assert {opened.slug for look in looks for opened in look} == set(shown.by_slug)
    shown.by_slug["open7"].note_request(now)
    assert all(shown.by_slug["open7"] in watch._due(now) for _ in range(IDLE_PER_POLL))
    shown.close()


def test_whoever_asks_for_the_page_of_a_sleeper_sees_what_it_missed(file: Path) -> None:
    shown = Tournaments([file.parent])
    watch = DiskWatcher(shown)
    written_elsewhere(file)
    look(watch, "/t/open/standings")

    assert 99 in shown.by_slug["open"].tournament.players
    shown.close()


@pytest.mark.parametrize("page", ["/", "/tournaments.json", "/desk"])
def test_a_list_of_all_tournaments_looks_at_all_of_them(file: Path, page: str) -> None:
    hall(file.parent / "other.ronde").close()
    shown = Tournaments([file.parent])
    watch = DiskWatcher(shown)
    written_elsewhere(file, 98)
    written_elsewhere(file.parent / "other.ronde", 97)
    look(watch, page)

    assert 98 in shown.by_slug["open"].tournament.players
    assert 97 in shown.by_slug["other"].tournament.players
    shown.close()


def test_pages_of_nobodys_tournament_are_not_looked_for_on_the_disk(file: Path) -> None:
    shown = Tournaments([file])
    watch = DiskWatcher(shown)
    for path in ("/static/face.css", "/enter", "/t", "/t/", "/desk/", "/arbitre/engines"):
        look(watch, path)

    assert list(shown.by_slug) == ["open"]
    shown.close()


def test_whoever_reads_does_not_wait_for_who_sits_at_the_desk(file: Path) -> None:
    """A draw may take seconds; meanwhile pages are shown as they were, and looked at again afterwards."""
    shown = Tournaments([file])
    watch, opened = DiskWatcher(shown), shown.by_slug["open"]
    sitting, done = threading.Event(), threading.Event()

    def sit() -> None:
        with opened.lock:
            sitting.set()
            done.wait(20)

    hand = threading.Thread(target=sit)
    hand.start()
    assert sitting.wait(20)
    written_elsewhere(file, 96)
    look(watch, "/t/open")
    assert 96 not in opened.tournament.players
    done.set()
    hand.join()
    look(watch, "/t/open")

    assert 96 in opened.tournament.players
    shown.close()


def test_pages_asked_for_during_a_check_share_one_that_begins_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    checks: list[str] = []
    begun, go = threading.Event(), threading.Event()

    def look() -> None:
        checks.append("check")
        begun.set()
        go.wait(20)

    class OneFile(DiskWatcher):
        def due(self, path: str) -> tuple[str, Callable[[], None]]:
            return "open", look

    async def page(scope: Scope, receive: Receive, send: Send) -> None:
        checks.append("page")

    async def nothing(message: Any = None) -> Any:
        return message

    async def scene() -> None:
        refresh = RefreshMiddleware(page, OneFile(Tournaments([])))
        scope = {"type": "http", "path": ""}
        first = asyncio.ensure_future(refresh(scope, nothing, nothing))
        await asyncio.to_thread(begun.wait, 20)
        waiting = [asyncio.ensure_future(refresh(scope, nothing, nothing)) for _ in range(3)]
        await asyncio.sleep(0)
        go.set()
        await asyncio.gather(first, *waiting)

    monkeypatch.setattr("ronde.web.server.live.CHECK_VALID_SECONDS", 0.0)
    asyncio.run(scene())

    assert checks == ["check", "page", "check", "page", "page", "page"]
