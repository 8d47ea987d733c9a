"""Receivers of what happens in a tournament."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from queue import Empty, Queue

import pytest
from starlette.exceptions import HTTPException
from tests.browser.halls import make
from tests.support.in_process import Visitor
from tests.support.web_server import Answer, Browser, server

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.decisions.players import enter_player
from ronde.model.decisions.rounds import change_settings
from ronde.model.player import FideCard, Player
from ronde.model.settings import Settings
from ronde.web.server.account_store import AccountStore
from ronde.web.server.live_tournament import LiveTournament
from ronde.web.server.tournaments import Tournaments
from ronde.web.server.webhooks import CLOSING, EVERYTHING, LOOK, NEVER, PAUSES, Webhooks, body_of

LOCAL = ("--allow-local", "127.0.0.0/8")
Message = tuple[dict[str, str], bytes]


@contextmanager
def receiver(statuses: tuple[int, ...] = ()) -> Iterator[tuple[str, Queue[Message]]]:
    """An address that keeps what it gets, and answers with these statuses in turn, then with 204."""
    got: Queue[Message] = Queue()
    answers = list(statuses)

    class Taking(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            got.put(({name.lower(): value for name, value in self.headers.items()}, body))
            self.send_response(answers.pop(0) if answers else 204)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *words: object) -> None:
            pass

    house = HTTPServer(("127.0.0.1", 0), Taking)
    threading.Thread(target=house.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{house.server_port}/hook", got
    finally:
        house.shutdown()
        house.server_close()


def added(arbiter: Browser | Visitor, url: str, wish: str) -> Answer:
    return arbiter.post("/desk/club/publish/hook", {"url": url, "wish": wish})


@pytest.mark.full
def test_a_receiver_of_closings_gets_each_closing_signed_and_nothing_else(tmp_path: Path) -> None:
    path = make(tmp_path / "club.ronde", Settings(rounds=5))
    with server(path, options=LOCAL) as (arbiter, link, _), receiver() as (url, got):
        arbiter.enter(link)
        page = added(arbiter, url, CLOSING)
        found = re.search(r'id="secret">([0-9a-f]+)<', page.text)
        assert found
        for table in range(1, 5):
            arbiter.post("/desk/club/result", {"entry": f"{table} 1"})
        arbiter.post("/desk/club/adjourn")
        arbiter.post("/desk/club/close")
        heads, body = got.get(timeout=20)

        assert json.loads(body)["kind"] == heads["x-ronde-event"] == "RoundClosed"
        assert json.loads(body)["fact"]["round"] == 2
        expected = hmac.new(bytes.fromhex(found[1]), body, hashlib.sha256).hexdigest()
        assert heads["x-ronde-signature"] == f"sha256={expected}"
        with pytest.raises(Empty):
            got.get(timeout=1)
        assert found[1] not in arbiter.get("/desk/club/publish").text


@pytest.mark.full
def test_an_address_inside_is_refused_with_its_reason_and_a_test_message_tells_what_came(
    tmp_path: Path,
) -> None:
    path = make(tmp_path / "club.ronde", Settings(rounds=5))
    with server(path) as (arbiter, link, _):
        arbiter.enter(link)
        refused = added(arbiter, "http://127.0.0.1:8080/", CLOSING)
        assert refused.status == 409
        assert "127.0.0.1" in refused.words
        assert "127.0.0.1:8080" not in arbiter.get("/desk/club/publish").text
    with server(path, options=LOCAL) as (arbiter, link, _), receiver((500,)) as (url, _):
        arbiter.enter(link)
        page = added(arbiter, url, EVERYTHING).text
        found = re.search(r'id="hook-([0-9a-f]+)"', page)
        assert found
        for said in ("answered 500", "took the test message"):
            arbiter.post(f"/desk/club/publish/hook/{found[1]}", {"act": "test"})
            assert said in arbiter.get("/desk/club/publish").words
        arbiter.post(f"/desk/club/publish/hook/{found[1]}", {"act": "drop"})
        assert f"hook-{found[1]}" not in arbiter.get("/desk/club/publish").text


@pytest.fixture
def hooks(tmp_path: Path) -> Iterator[tuple[Webhooks, LiveTournament]]:
    """The hooks of a hall with one tournament, and its opened."""
    tournaments = Tournaments([make(tmp_path / "club.ronde", Settings(rounds=5))])
    register = AccountStore()
    yield Webhooks(tournaments, register), tournaments.by_slug["club"]
    register.close()
    tournaments.close()


def entered(opened: LiveTournament) -> None:
    opened.desk.act(CHIEF, enter_player, player=Player(0, "LATE"))


def test_a_new_receiver_is_told_only_what_happens_from_now_on(
    hooks: tuple[Webhooks, LiveTournament],
) -> None:
    made, opened = hooks
    made.add(opened, "https://a.example/", EVERYTHING)
    assert made._due(time.time()) == []
    entered(opened)
    ((hook, entries),) = made._due(time.time())

    assert [type(entry.event).__name__ for entry in entries] == ["PlayerEntered"]
    told = json.loads(body_of(opened, entries[0]))
    assert told["fact"]["player"]["name"] == "LATE"
    assert told["tournament"] == "club"
    assert made._due(time.time()) == []  # this process has it in hand
    assert hook.number < entries[0].number


def test_days_are_told_as_iso_8601_writes_them(hooks: tuple[Webhooks, LiveTournament]) -> None:
    _, opened = hooks
    settings = replace(opened.tournament.settings, rounds=6)
    opened.desk.act(CHIEF, change_settings, settings=settings, date="14.11.2026")
    opened.desk.act(
        CHIEF, enter_player, player=Player(0, "YOUNG", fide=FideCard(number=1503014, birth="1990/01/31"))
    )
    changed, young = (json.loads(body_of(opened, entry))["fact"] for entry, _ in opened.desk.history()[-2:])

    assert changed["date"] == "2026-11-14"
    assert young["player"]["fide"]["birth"] == "1990-01-31"


def test_who_wants_closings_is_not_told_of_players_and_does_not_fall_behind(
    hooks: tuple[Webhooks, LiveTournament],
) -> None:
    made, opened = hooks
    made.add(opened, "https://a.example/", CLOSING)
    entered(opened)

    assert made._due(time.time()) == []
    assert made.of("club")[0].number == opened.desk.number


def test_a_failing_receiver_is_tried_later_and_later_and_at_last_left_alone(
    hooks: tuple[Webhooks, LiveTournament],
) -> None:
    from ronde.web.server.http_client import Delivery

    made, opened = hooks
    made.add(opened, "https://a.example/", EVERYTHING)
    waits = []
    for _ in range(len(PAUSES) + 1):
        (hook,) = made.of("club")
        made._refused(hook, Delivery(500, "status"))
        waits.append(made.of("club")[0].until - time.time())

    assert [round(wait) for wait in waits[:-1]] == pytest.approx(PAUSES, abs=5)
    assert made.of("club")[0].stopped
    assert made.of("club")[0].said == "status 500"
    made.again("club", hook.id)
    assert not made.of("club")[0].stopped
    made._refused(made.of("club")[0], Delivery(410, "status"))
    assert made.of("club")[0].until == NEVER


@pytest.mark.full
def test_facts_that_were_not_taken_come_again_in_order_after_a_restart(tmp_path: Path) -> None:
    path = make(tmp_path / "club.ronde", Settings(rounds=5))
    with receiver((503,)) as (url, got):
        with server(path, options=LOCAL) as (arbiter, link, _):
            arbiter.enter(link)
            added(arbiter, url, EVERYTHING)
            arbiter.post("/desk/club/result", {"entry": "1 40"})
            _, first = got.get(timeout=20)
        desk = Desk.open(path)
        desk.act(CHIEF, enter_player, player=Player(0, "LATE"))
        desk.close()
        register = AccountStore(tmp_path / ".ronde-seats.db")
        register.write("UPDATE hook SET until = 0")
        register.close()
        with server(path, options=LOCAL):
            again = [json.loads(got.get(timeout=20)[1]) for _ in range(2)]

    assert json.loads(first)["number"] == again[0]["number"]
    assert [one["kind"] for one in again] == ["ResultEntered", "PlayerEntered"]


class Away(AccountStore):
    """A register whose server is away for some questions, and then back for one."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0
        self.enough = threading.Event()

    def rows(self, question: str, *values: object) -> list[tuple[object, ...]]:
        self.asked += 1
        if self.asked == 12:
            self.enough.set()
        if self.asked != 6:
            raise HTTPException(503, "away")
        return super().rows(question, *values)


def test_a_register_that_is_away_is_told_in_one_line_and_asked_less_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    slept: list[float] = []
    rest = asyncio.sleep

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        await rest(0)

    async def look() -> None:
        hooks = Webhooks(Tournaments([tmp_path], register), register)
        await hooks.open()
        await asyncio.to_thread(register.enough.wait, 60)
        await hooks.close()

    register = Away()
    monkeypatch.setattr("ronde.web.server.webhooks.asyncio.sleep", sleep)
    with caplog.at_level("INFO", logger="uvicorn.error"):
        asyncio.run(look())

    assert [(one.levelname, one.exc_info) for one in caplog.records] == [("ERROR", None)] * 2
    assert slept[:7] == [LOOK, *(LOOK * 2**again for again in range(1, 6)), LOOK]
    assert max(slept) <= 30


FIRST_MESSAGE = """
import asyncio, sys, threading
from pathlib import Path
from ronde.web.server.account_store import AccountStore
from ronde.web.server.tournaments import Tournaments
from ronde.web.server.webhooks import Webhook, Webhooks

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "aiohttp":
            print("in the loop" if threading.current_thread() is threading.main_thread() else "beside it")

async def post():
    hooks = Webhooks(Tournaments([Path(sys.argv[1])]), AccountStore())
    hook = Webhook("1", "club", "http://127.0.0.1/", b"secret", "closing", 0, 0.0, 0, "")
    print((await hooks.post(hook, b"{}", "Ping", 0)).trouble)
    await hooks.close()

sys.meta_path.insert(0, Finder())
asyncio.run(post())
"""


def test_the_loop_does_not_wait_until_the_client_of_the_first_message_is_imported(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FIRST_MESSAGE, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)

    assert done.stdout.splitlines() == ["beside it", "refused-address"]
