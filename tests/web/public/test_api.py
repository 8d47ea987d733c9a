"""The API through which programs write: tokens, the lock, keys, problems, and every act."""

from __future__ import annotations

import http.client
import json
import re
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.browser.halls import make
from tests.support.posting import post_all
from tests.support.web_server import Browser, server

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.decisions.players import player_leaves
from ronde.model.decisions.rounds import add_table, change_settings, enter_at_table
from ronde.model.result import Result
from ronde.model.settings import Settings
from ronde.systems.keizer.standings import close_and_freeze
from ronde.web.server.account_store import NAME
from ronde.web.server.accounts import GRANTED

ROOT = "/api/v1/t/open"


@dataclass
class Said:
    """An answer to a program."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)


@dataclass
class Program:
    """A program with a token."""

    port: int
    token: str = ""

    def ask(self, method: str, path: str, told: Any = None, **headers: str) -> Said:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        body = told if isinstance(told, bytes) else None if told is None else json.dumps(told).encode()
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as line:
            line.request(method, path if path.startswith("/") else f"{ROOT}/{path}".rstrip("/"), body, sent)
            answer = line.getresponse()
            told_back = {name.lower(): value for name, value in answer.getheaders()}
            return Said(answer.status, told_back, answer.read())


def token_of(chief: Browser, name: str, *rights: str, tournament: str = "open", days: str = "5") -> str:
    """A new token, as the page of seats shows it once."""
    fields = [("name", name), ("tournament", tournament), ("days", days)]
    page = post_all(chief, "/seats/token", [*fields, *(("right", one) for one in rights)])
    found = re.search(r"ronde_[\w-]+", page.text)
    assert found, page.text
    return found[0]


@pytest.fixture
def chief(file: Path) -> Iterator[Browser]:
    with server(file) as (browser, link, _):
        browser.enter(link)
        yield browser


@pytest.fixture
def program(chief: Browser) -> Program:
    return Program(chief.port, token_of(chief, "robot", *GRANTED))


def test_a_program_plays_a_round(program: Program, chief: Browser) -> None:
    state = program.ask("GET", "").data
    for table in state["round"]["tables"]:
        told = {"first": 40, "second": 24}
        assert program.ask("PUT", f"tables/{table['table']}/result", told).status == 200
    closed = program.ask("POST", "close")
    ada = program.ask("POST", "players", {"name": "LOVELACE", "first_name": "Ada", "rating": 1800})
    number = ada.data["players"][0]["id"]
    assert program.ask("PATCH", f"players/{number}", {"club": "Analytical"}).data["players"][0]["club"]
    away = program.ask("PUT", f"players/{number}/presence", {"present": False})
    assert away.data["players"][0]["present"] is False
    assert program.ask("PUT", f"players/{number}/presence", {"present": True}).status == 200
    preview = program.ask("POST", "draw/preview", {})
    before = program.ask("GET", "").data
    drawn = program.ask("POST", "draw", {"seed": preview.data["seed"]}, If_Match=preview.headers["etag"])

    assert closed.data["round"]["round"] == 3
    assert before["round"]["tables"] == [], "a preview writes nothing"
    assert drawn.data["round"]["tables"] == preview.data["round"]["tables"]
    assert "LOVELACE Ada" in [name for table in drawn.data["round"]["tables"] for name in table["names"]]
    assert "token robot" in chief.get("/desk/open/history").text


def test_tables_by_hand_settings_undo_and_redo(program: Program) -> None:
    tables = program.ask("GET", "").data["round"]["tables"]
    gone = program.ask("DELETE", f"tables/{tables[0]['table']}")
    made = program.ask("POST", "tables", {"first": tables[0]["second"], "second": tables[0]["first"]})
    back = program.ask("POST", "undo")
    again = program.ask("POST", "redo")
    rounds = program.ask("PATCH", "settings", {"settings": {"rounds": "9"}})

    assert [one.status for one in (gone, made, back, again, rounds)] == [200] * 5
    assert len(back.data["round"]["tables"]) == len(tables) - 1
    assert len(again.data["round"]["tables"]) == len(tables)
    assert program.ask("GET", "").data["tournament"]["rounds"] == 9


def test_a_pair_made_by_hand_has_the_bill_it_had_when_it_was_drawn(program: Program) -> None:
    drawn = max(program.ask("GET", "").data["round"]["tables"], key=lambda table: table["cost"])
    program.ask("DELETE", f"tables/{drawn['table']}")
    told = program.ask("POST", "tables", {"first": drawn["first"], "second": drawn["second"]}).data
    (made,) = (table for table in told["round"]["tables"] if table["first"] == drawn["first"])

    assert made["cost"] == drawn["cost"] > 0
    assert made["reasons"] == drawn["reasons"]


def test_closing_a_round_of_keizer_freezes_the_order_it_is_scored_by(tmp_path: Path) -> None:
    path = make(tmp_path / "open.ronde", Settings(rounds=9, system="keizer"), closed=1)
    with closing(Desk.open(path)) as desk:
        desk.undo(CHIEF)  # the pairing of round 2
        desk.act(CHIEF, add_table, first=1, second=2)
        for absent in range(3, 9):
            desk.act(CHIEF, player_leaves, number=absent)
        desk.act(CHIEF, enter_at_table, table=1, result=Result(40, 24))
        (expected,) = close_and_freeze(desk.tournament)
    with server(path) as (chief, link, _):
        chief.enter(link)
        told = Program(chief.port, token_of(chief, "robot", *GRANTED)).ask("POST", "close").data
    with closing(Desk.open(path)) as desk:
        assert [fact["kind"] for fact in told["facts"]] == ["RoundClosed"]
        assert desk.history()[-1][0].event == expected
        assert desk.tournament.closed_rounds[-1].values


def test_days_are_written_as_iso_8601_in_every_answer(tmp_path: Path) -> None:
    path = make(tmp_path / "open.ronde", Settings(rounds=5))
    with closing(Desk.open(path)) as desk:
        desk.act(CHIEF, change_settings, settings=desk.tournament.settings, date="14/11/2026")
    with server(path) as (chief, link, _):
        chief.enter(link)
        program = Program(chief.port, token_of(chief, "robot", *GRANTED))
        told = program.ask("PATCH", "settings", {"settings": {"rounds": "9"}}).data

        assert told["facts"][0]["date"] == "2026-11-14"
        assert program.ask("GET", "").data["tournament"]["date"] == "2026-11-14"


def test_a_token_takes_back_only_its_own(chief: Browser, program: Program) -> None:
    other = Program(chief.port, token_of(chief, "phone", "results"))
    assert program.ask("PUT", "tables/1/result", {"first": 40, "second": 24}).status == 200

    assert other.ask("POST", "undo").data["code"] == "nothing-to-undo"
    refused = other.ask("DELETE", "tables/1/result")
    assert (refused.status, refused.data["code"]) == (409, "result-not-yours")
    assert other.ask("POST", "close").status == 403


@pytest.mark.parametrize("token", ["", "ronde_", "ronde_guess", "guess", "ronde_" + "x" * 5_000])
def test_a_wrong_token_is_refused_as_data(chief: Browser, token: str) -> None:
    said = Program(chief.port, token).ask("POST", "close")

    assert said.status == 401
    assert said.headers["content-type"] == "application/problem+json"
    assert said.headers["www-authenticate"] == "Bearer"
    assert {"type", "title", "status", "code", "detail"} <= set(said.data)


def test_a_session_of_a_browser_writes_nothing_here(chief: Browser) -> None:
    assert chief.post(f"{ROOT}/close").status == 401


def test_a_revoked_token_is_void_at_once(chief: Browser, program: Program) -> None:
    page = chief.get("/seats").text.split('id="tokens"')[1]
    (session,) = re.findall(r'name="session" value="(\w+)"', page)
    chief.post("/seats/revoke", {"session": session})

    assert program.ask("POST", "close").status == 401
    assert program.token not in chief.get("/seats").text


def test_a_token_is_for_one_tournament_and_its_rights(chief: Browser) -> None:
    reader = Program(chief.port, token_of(chief, "results only", "results"))
    said = [reader.ask("POST", "players", {"name": "X"}), reader.ask("POST", "/api/v1/t/other/undo")]

    assert [one.status for one in said] == [403, 403]
    assert said[0].data["code"] == "right"
    assert reader.ask("PUT", "tables/1/result", {"first": 40, "second": 24}).status == 200


def test_a_token_of_another_tournament_of_the_same_server_changes_nothing_here(file: Path) -> None:
    make(file.parent / "club.ronde", Settings(rounds=5))
    with server(file.parent) as (chief, link, _):
        chief.enter(link)
        stranger = Program(chief.port, token_of(chief, "of the club", *GRANTED, tournament="club"))
        before = chief.get("/t/open/players.json").text

        refused = stranger.ask("POST", "players", {"name": "X"})
        own = stranger.ask("POST", "/api/v1/t/club/players", {"name": "X"})

        assert (refused.status, refused.data["code"], own.status) == (403, "right", 200)
        assert chief.get("/t/open/players.json").text == before


def test_a_token_whose_days_are_over_is_refused_as_a_wrong_one(file: Path) -> None:
    with server(file) as (chief, link, _):
        chief.enter(link)
        program = Program(chief.port, token_of(chief, "robot", *GRANTED, days="1"))
        assert program.ask("POST", "players", {"name": "IN TIME"}).status == 200
    with closing(sqlite3.connect(file.parent / NAME)) as register:
        register.execute("UPDATE word SET until = until - 2 * 86400 WHERE kind = 'token'")
        register.commit()
    with server(file) as (chief, _, _):
        said = Program(chief.port, program.token).ask("POST", "players", {"name": "LATE"})

    assert said.status == 401
    assert said.headers["content-type"] == "application/problem+json"


def test_the_name_of_a_token_is_free_again_when_it_is_revoked(chief: Browser, program: Program) -> None:
    fields = [("name", "robot"), ("tournament", "open"), ("right", "results")]
    taken = post_all(chief, "/seats/token", fields)
    page = chief.get("/seats").text.split('id="tokens"')[1]
    (session,) = re.findall(r'name="session" value="(\w+)"', page)
    chief.post("/seats/revoke", {"session": session})

    assert taken.status == 409
    assert Program(chief.port, token_of(chief, "robot", "results")).ask("POST", "close").status == 403


def test_of_two_programs_with_one_etag_one_writes(chief: Browser, program: Program) -> None:
    tag = program.ask("GET", "").headers["etag"]

    def write(table: int) -> int:
        told = {"first": 40, "second": 24}
        return program.ask("PUT", f"tables/{table}/result", told, If_Match=tag).status

    with ThreadPoolExecutor(2) as both:
        assert sorted(both.map(write, (1, 2))) == [200, 412]


def test_a_request_sent_again_with_its_key_is_done_once(program: Program) -> None:
    told = {"name": "TWICE"}
    first, second = (program.ask("POST", "players", told, Idempotency_Key="one") for _ in range(2))
    other = program.ask("POST", "players", {"name": "OTHER"}, Idempotency_Key="one")

    assert (first.status, second.status, other.status) == (200, 200, 422)
    assert first.body == second.body
    assert other.data["code"] == "key-used"
    names = [player["name"] for player in program.ask("GET", "/t/open/players.json").data]
    assert names.count("TWICE") == 1
    assert "OTHER" not in names


def test_an_undo_sent_again_with_its_key_undoes_once(program: Program) -> None:
    for name in ("ONE", "TWO"):
        program.ask("POST", "players", {"name": name})
    first, second = (program.ask("POST", "undo", Idempotency_Key="undo") for _ in range(2))

    assert first.status == 200
    assert (first.body, first.headers["etag"]) == (second.body, second.headers["etag"])
    names = [player["name"] for player in program.ask("GET", "").data["players"]]
    assert "ONE" in names
    assert "TWO" not in names


def test_a_request_that_was_refused_is_done_when_it_is_sent_again(program: Program) -> None:
    told = {"name": "LATE", "number": 77}
    program.ask("POST", "players", told)
    refused = program.ask("POST", "players", told, Idempotency_Key="late")
    program.ask("DELETE", "players/77")
    done = program.ask("POST", "players", told, Idempotency_Key="late")

    assert (refused.status, done.status) == (409, 200)


@pytest.mark.parametrize(
    "headers", [{"If_Match": "12"}, {"If_Match": '"x"'}, {"Idempotency_Key": "two words"}]
)
def test_a_header_that_cannot_be_read_is_refused(program: Program, headers: dict[str, str]) -> None:
    said = program.ask("POST", "close", **headers)

    assert said.status == 400
    assert said.data["code"] in ("if-match", "key")


def test_the_same_key_at_once_is_done_once(program: Program) -> None:
    with ThreadPoolExecutor(4) as many:
        asked = [
            many.submit(program.ask, "POST", "players", {"name": "ATONCE"}, Idempotency_Key="k")
            for _ in range(4)
        ]
        assert {one.result().status for one in asked} == {200}
    names = [player["name"] for player in program.ask("GET", "").data["players"]]
    assert names.count("ATONCE") == 1


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400), (b"[]", 400), (b'"x"', 400), (b"\xff\xfe", 400), (b'{"name": 3}', 400), (b"{}", 400),
        (b'{"name": "X", "unknown": 1}', 400), (b'{"name": "X", "rating": "many"}', 400),
        (b'{"name": ""}', 409), (b'{"name": "X\\u0000"}', 409), (b'{"name": "X", "number": 1}', 409),
        (b"[" * 100_000, 400), (b'{"name": "' + b"x" * 10_000_000 + b'"}', 413),
        (b'{"name": "' + b"x" * 600_000 + b'"}', 413),
    ],
)  # fmt: skip
def test_a_bad_body_is_refused_and_nothing_changes(program: Program, body: bytes, status: int) -> None:
    before = program.ask("GET", "").headers["etag"]

    assert program.ask("POST", "players", body).status == status
    assert program.ask("GET", "").headers["etag"] == before


def test_a_body_is_json_whatever_its_type_says(program: Program) -> None:
    for kind in ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"):
        assert program.ask("POST", "players", {"name": f"OF {kind}"}, Content_Type=kind).status == 200


def test_refusals_have_our_codes_and_speak_the_readers_language(program: Program) -> None:
    said = program.ask("PUT", "tables/99/result", {"first": 1, "second": 1}, Accept_Language="fr")
    unknown = program.ask("DELETE", "players/999")

    assert said.status == 409
    assert said.data["facts"]
    assert unknown.data["code"] == "unknown-player"
    assert "Jean" not in said.data["detail"]


def test_the_server_says_that_it_is_well(chief: Browser) -> None:
    assert json.loads(Browser(chief.port).get("/healthz").body) == {"status": "ok", "tournaments": 1}


def test_a_namesake_is_refused_with_a_code_until_the_body_says_that_it_is_one(program: Program) -> None:
    told = {"name": "LOVELACE", "first_name": "Ada"}
    assert program.ask("POST", "players", told).status == 200
    refused = program.ask("POST", "players", {"name": "Lovelace, Ada"})

    assert (refused.status, refused.data["code"]) == (409, "namesake-here")
    assert "LOVELACE Ada" in refused.data["facts"]["names"]
    assert program.ask("POST", "players", told | {"namesake": True}).status == 200
