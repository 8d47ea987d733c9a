from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import uvloop
from starlette.requests import Request
from tests.faults.heavy import large
from tests.web.conftest import played

from ronde.app.desk import CHIEF, Desk
from ronde.core.decide.rounds import close_round
from ronde.pairing.door import complete_round
from ronde.web.app import make_app
from ronde.web.public import paper
from ronde.web.server import aside, worker_pool
from ronde.web.server.job import Job
from ronde.web.server.request import COOKIE
from ronde.web.server.rights import Role
from ronde.web.server.seats import Seats
from ronde.web.server.worker_pool import Crowded, WorkerLost, WorkerPool


def tried(work: Callable[[WorkerPool], Awaitable[Any]], pool: WorkerPool | None = None) -> Any:
    """Some work with a pool that is closed in the end."""

    async def all_of_it() -> Any:
        found = pool or WorkerPool()
        try:
            return await work(found)
        finally:
            await found.close()

    return asyncio.run(all_of_it())


@pytest.fixture
def job(tmp_path: Path) -> Job:
    path = large(tmp_path / "open.ronde", 6)
    return Job(str(path), "open", 1, "/t/open/standings.json", headers=[("host", "localhost")])


@pytest.mark.full
def test_many_who_ask_for_the_same_at_once_get_one_answer(job: Job) -> None:
    async def work(pool: WorkerPool) -> list[Any]:
        return await asyncio.gather(*(pool.done(job, payer=str(at), key="same") for at in range(20)))

    answers = tried(work)

    assert answers[0].status == 200
    assert all(answer is answers[0] for answer in answers)


@pytest.mark.full
def test_a_worker_whose_pipe_was_closed_before_its_death_was_noticed_is_replaced(job: Job) -> None:
    async def work() -> int:
        pool = WorkerPool()
        try:
            await pool.done(job, payer="one", key="first")
            (worker,) = pool._idle
            worker._in.close()  # as the loop does when the other end is gone; uvloop then refuses to write
            await asyncio.sleep(0.1)
            return (await asyncio.wait_for(pool.done(job, payer="one", key="second"), 60)).status
        finally:
            await pool.close()

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        assert runner.run(work()) == 200


@pytest.mark.full
def test_a_job_that_takes_too_long_ends_its_worker_and_no_other_job(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(pool: WorkerPool) -> int:
        monkeypatch.setattr(worker_pool, "LONGEST", 0.0)
        with pytest.raises(WorkerLost):
            await pool.done(job, payer="one")
        monkeypatch.setattr(worker_pool, "LONGEST", 60.0)
        return (await pool.done(job, payer="one")).status

    assert tried(work) == 200


@pytest.mark.full
def test_a_worker_that_has_grown_too_large_is_replaced(job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "LARGEST", 0)

    async def work(pool: WorkerPool) -> list[int]:
        statuses = [(await pool.done(job, payer="one")).status for _ in range(2)]
        return [*statuses, len(pool._idle)]

    assert tried(work) == [200, 200, 0]


@pytest.mark.full
def test_a_closed_pool_takes_nothing_more_and_leaves_nobody_waiting(job: Job) -> None:
    async def work(pool: WorkerPool) -> list[Any]:
        asked = [asyncio.ensure_future(pool.done(job, payer=str(at))) for at in range(5)]
        await asyncio.sleep(0)
        await pool.close()
        with pytest.raises(Crowded):
            await pool.done(job, payer="late")
        return await asyncio.gather(*asked, return_exceptions=True)

    assert all(isinstance(one, Crowded) for one in tried(work))


@pytest.mark.full
def test_a_tournament_that_is_not_there_is_no_fault_of_the_worker(job: Job) -> None:
    async def work(pool: WorkerPool) -> list[int]:
        missing = Job(job.place + "x", "other", 2, "/t/other/standings.json")
        return [(await pool.done(one, payer="one")).status for one in (missing, job)]

    assert tried(work) == [503, 200]


PUBLIC = [
    "", ".json", "/round/1", "/round/2?by=name", "/standings", "/standings?explain", "/standings/1.json",
    "/crosstable", "/crosstable.json", "/teams", "/player/3", "/player/3.json?lang=fr", "/games",
    "/player/99", "/screen?view=standings&lang=fr,en",
    "/screen?view=names", "/standings?embed&theme=dark", "/standings/9",
    *(f"/print/{kind}?paper=letter" for kind in paper.KINDS),
]  # fmt: skip
DESK = [
    "", "?typed=12", "/players", "/players?show=here&sieve=p", "/tables?bills=yes",
    "/correct?round=1&first=1",
    "/history", "/export/json", "/export/csv", "/export/text", "/export/list/crosstable", "/export/sheet/3",
    "/export/players-csv", "/export/list/none", "/export/none",
]  # fmt: skip


@pytest.mark.full
def test_every_page_is_the_same_whether_a_worker_draws_it_or_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = large(tmp_path / "open.ronde", 7)
    desk = Desk.open(path)
    desk.act(CHIEF, complete_round, seed=1)
    desk.act(CHIEF, played)
    desk.act(CHIEF, close_round)
    desk.act(CHIEF, complete_round, seed=2)
    desk.close()
    monkeypatch.setattr("ronde.web.desk.desk_pages.new_key", lambda: "a-key")
    seats = Seats()
    word = seats.enter(seats.invite(CHIEF, Role.CHIEF))
    pages = [(f"/t/open{end}", "") for end in PUBLIC]
    pages += [(f"/desk/open{end}", f"{COOKIE}={word}") for end in DESK]
    pages += [("/t/open/print/cards", f"{COOKIE}={word}; ronde-lang=fr"), ("/desk/open/history", "")]

    async def all_pages(limit: int) -> list[tuple[int, bytes]]:
        monkeypatch.setattr(aside, "LIGHT", limit)
        app = make_app([path], seats)
        try:
            return [await asked(app, *page) for page in pages]
        finally:
            await app.state.tournaments.pool.close()
            app.state.tournaments.close()

    in_the_loop, by_workers = asyncio.run(all_pages(10**9)), asyncio.run(all_pages(0))

    for page, one, other in zip(pages, in_the_loop, by_workers, strict=True):
        assert one == other, page
    assert {status for status, _ in in_the_loop} == {200, 403, 404}


async def asked(app: Any, address: str, cookie: str) -> tuple[int, bytes]:
    """Status and body of a page, without the time at which paper was printed."""
    path, _, query = address.partition("?")
    told: dict[str, Any] = {"body": b""}

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        told["status"] = message.get("status", told.get("status"))
        told["body"] += message.get("body", b"")

    headers = [(b"host", b"localhost:8000"), (b"cookie", cookie.encode())]
    scope = {
        "type": "http", "method": "GET", "http_version": "1.1", "scheme": "http", "path": path,
        "query_string": query.encode(), "root_path": "", "headers": headers, "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80), "state": {}, "extensions": {},
    }  # fmt: skip
    await app(scope, receive, send)
    return told["status"], re.sub(rb"\d{4}-\d\d-\d\d \d\d:\d\d", b"(now)", told["body"])


def test_what_only_the_server_knows_of_a_visitor_stays_there(tmp_path: Path) -> None:
    """A worker is told the seat, and never the word that signs in."""
    opened = make_app([large(tmp_path / "open.ronde", 5)], Seats()).state.tournaments.by_slug["open"]
    secret = secrets.token_hex(8)
    scope = {
        "type": "http", "method": "GET", "scheme": "http", "path": "/desk/open", "query_string": b"",
        "headers": [(b"host", b"h"), (b"cookie", f"{COOKIE}={secret}; ronde-lang=fr".encode())],
        "app": make_app([], Seats()), "server": ("h", 80),
    }  # fmt: skip

    job = aside._job(Request(scope), opened, {})

    assert job.headers == [("host", "h"), ("cookie", "ronde-lang=fr")]
    assert secret not in str(job)
    opened.leave()
