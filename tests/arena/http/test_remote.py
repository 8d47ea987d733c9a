"""A blocking referee asks engines at addresses: the requests, the verdicts and the farewell of the server."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from tests.arena.http.arena import LOOPBACK, Arena, run
from tests.arena.http.players import GAMES, choose
from tests.arena.http.scripted import Asked, Said, free_cell, scripted
from tests.support.ports import free_port

from ronde.arena.games import Game, find_game
from ronde.arena.http import EngineCard, GameRequest, Key, Manner, Remote
from ronde.arena.http.game_server import built_in_move
from ronde.arena.http.remote import LoopThread, RemoteEngine
from ronde.arena.referee import Clock, Entrant, Played, Roster, first_fault, play
from ronde.arena.sandbox import Engine, EngineFault, InsideEngine, MoveRequest, Opening, Verdict, fingerprint
from ronde.web.server.addresses import parse_allowed
from ronde.web.server.http_client import sign

pytestmark = pytest.mark.full

RULES = find_game("tictactoe")
SECOND = Clock(1.0, 0.0, fixed=True)
SURE = Clock(3.0, 0.0, fixed=True)
"""Where running out of time is not the point: even a busy machine answers in that."""
HIDDEN = ("Game", "MoveId", "Referee")


@pytest.fixture
def post() -> Iterator[LoopThread]:
    made = LoopThread(parse_allowed(LOOPBACK))
    yield made
    made.close()


def card(url: str, manner: Manner = Manner.PRINTED, **more: Any) -> EngineCard:
    return EngineCard(1, "far", "tictactoe", url, manner=manner, **more)


def against_the_house(post: LoopThread, card: EngineCard, clock: Clock = SURE, seed: int = 4) -> Played:
    return play(RULES, (RemoteEngine(post, card, RULES), house("house", RULES, seed)), clock, seed=seed)


def house(name: str, rules: Game[Any], seed: int) -> Engine:
    """The built-in player, with the same moves as in the game server."""
    return InsideEngine(name, lambda ask: built_in_move(rules, ask.position, seed, ask))


def plays(asked: Asked) -> Said:
    """The first free cell, until the game is over."""
    return Said(free_cell(asked).encode() if asked.query["Status"] == "0" else b"")


# the same as in the game server


@pytest.mark.parametrize("manner", [Manner.CALL_BACK, Manner.PRINTED])
@pytest.mark.parametrize("game", GAMES)
def test_an_engine_hears_the_same_requests_and_plays_the_same_game_as_in_the_office(
    tmp_path: Path, game: str, manner: Manner, post: LoopThread
) -> None:
    heard: list[dict[str, str]] = []

    async def scenario() -> None:
        async with Arena(tmp_path) as arena:

            async def answers(request: web.Request) -> web.StreamResponse:
                heard.append({name: text for name, text in request.query.items() if name not in HIDDEN})
                if request.query["Status"] != "0":
                    return web.Response(text="")
                return await arena.hosting.reply(request, choose("one", request.query))

            far, other = arena.engine("one", answers, game=game, manner=manner), arena.house(game)
            row = arena.server.begin(
                GameRequest(far.id, other.id, kind="league", timeout=15, seed=8, event="x/1")
            )
            there = await arena.server.result(row)
            await arena.server.requests.settle()
            server = list(heard)
            heard.clear()

            played = await asyncio.to_thread(away, far, other.token)
            while len(heard) < len(server):  # the last request is told, and not waited for
                await asyncio.sleep(0.01)
            assert [_moves(played)] == [_moves(there)]
            assert heard == server
            assert {call["Opponent"] for call in heard} == {other.token}

    def away(far: EngineCard, opponent: str) -> Played:
        rules = find_game(game)
        engines = RemoteEngine(post, far, rules), house(opponent, rules, 8)
        return play(rules, engines, Clock(15, 0, fixed=True), seed=8)

    run(scenario())


def _moves(played: Played) -> list[list[str]]:
    return [[answer.move for answer in ply] for ply in played.record.plies]


def test_a_service_is_asked_and_answers_under_its_key(post: LoopThread) -> None:
    key = Key("7", b"k" * 32)

    def answers(asked: Asked) -> Said:
        import json

        told = json.loads(asked.body)
        assert asked.headers["x-ronde-signature"] == sign(key.secret, asked.body)
        if told["Status"] != "0":
            return Said(b"{}")
        value = free_cell(Asked("", told, b"", {}))
        body = json.dumps({"Game": told["Game"], "MoveId": told["MoveId"], "Value": value}).encode()
        return Said(body, headers={"X-Ronde-Signature": sign(key.secret, body)})

    with scripted(answers) as engine:
        played = against_the_house(post, card(engine.url, Manner.SERVICE, keys=(key,)))

    assert not played.record.faults


# verdicts


@pytest.mark.parametrize(
    ("said", "verdict", "detail"),
    [
        (Said(b"", status=500), "crash", "status-500"),
        (Said(b"", status=302, headers={"Location": "/x"}), "network", "redirect"),
        (Said(b"<html>5</html>"), "unreadable", None),
        (Said(b"0"), "unreadable", None),
        (Said(b"1" * 70_000), "flood", ""),
        (Said(hang_up=True), "network", "closed"),
    ],
)
def test_a_fault_has_the_verdict_of_the_office(
    post: LoopThread, said: Said, verdict: str, detail: str | None
) -> None:
    with scripted(lambda asked: said) as engine:
        played = against_the_house(post, card(engine.url))

    (fault,) = played.record.faults
    assert (fault.code, fault.side) == (verdict, 1)
    assert detail is None or fault.detail == detail
    assert played.record.outcome.winner == 2


@pytest.mark.parametrize("manner", [Manner.PRINTED, Manner.CALL_BACK])
def test_an_engine_that_keeps_silent_is_late_when_its_time_is_over(post: LoopThread, manner: Manner) -> None:
    hold = threading.Event()

    def sleeps(asked: Asked) -> Said:
        hold.wait(30)
        return Said(b"1")

    with scripted(sleeps) as engine:
        played = against_the_house(post, card(engine.url, manner), SECOND)
        hold.set()

    assert played.record.faults[0].code == "late"
    assert played.record.plies[-1][0].milliseconds >= 900  # less what a busy machine takes between two lines


@pytest.mark.parametrize("manner", [Manner.PRINTED, Manner.CALL_BACK])
def test_time_in_which_our_own_loop_stood_still_is_not_taken_from_the_engine(
    post: LoopThread, manner: Manner
) -> None:
    hold = threading.Event()

    def sleeps(asked: Asked) -> Said:
        hold.wait(30)
        return Said(b"1")

    with scripted(sleeps) as engine:
        post._loop.call_soon_threadsafe(time.sleep, 0.5)
        played = against_the_house(post, card(engine.url, manner), SECOND)
        hold.set()

    assert played.record.faults[0].code == "late"
    assert played.record.plies[-1][0].milliseconds >= 900  # less what a busy machine takes between two lines


def test_an_address_that_is_not_allowed_is_not_called() -> None:
    closed = LoopThread(parse_allowed(""))
    with scripted(lambda asked: Said(b"1")) as engine:
        played = against_the_house(closed, card(engine.url))
        assert engine.asked == []
    closed.close()

    assert (played.record.faults[0].code, played.record.faults[0].detail) == ("network", "loopback")


def test_a_machine_that_nobody_knows_is_a_fault_of_the_network(post: LoopThread) -> None:
    played = against_the_house(post, card("http://nobody.invalid/", Manner.CALL_BACK))

    assert played.record.faults[0].code in ("network", "late")
    assert played.record.faults[0].side == 1


def test_a_file_that_changed_after_it_was_entered_cannot_play(tmp_path: Path) -> None:
    path = tmp_path / "j1.url"
    path.write_text("http://127.0.0.1:8000/\n")
    entrant = Entrant(1, "j1", str(path), fingerprint(path))
    roster = Roster((entrant,), "tictactoe")
    path.write_text("http://127.0.0.1:8001/\n")

    with pytest.raises(EngineFault) as fault:
        Remote(LOOPBACK)(entrant, roster, 1).begin(Opening("tictactoe", 1))

    assert (fault.value.verdict, fault.value.detail) == (Verdict.START, "changed")


# time


@pytest.mark.parametrize(
    ("clock", "told"),
    [(Clock(15, 0, fixed=True), "15"), (Clock(900, 30), "54"), (Clock(0.9, 0, fixed=True), "1")],
)
def test_an_engine_is_told_the_time_it_has_and_never_more_than_the_manual_allows(
    post: LoopThread, clock: Clock, told: str
) -> None:
    with scripted(plays) as engine:
        played = against_the_house(post, card(engine.url), clock)
        times = {asked.query["TimeOut"] for asked in engine.asked if asked.query["Status"] == "0"}

    assert clock.seconds < 1 or not played.record.faults
    assert times == {told}


def test_a_move_that_nobody_wants_any_more_is_given_up_at_once(post: LoopThread) -> None:
    hold = threading.Event()

    def sleeps(asked: Asked) -> Said:
        hold.wait(30)
        return Said(b"1")

    with scripted(sleeps) as engine:
        far = RemoteEngine(post, card(engine.url), RULES)
        far.begin(Opening("tictactoe", 1))
        threading.Timer(0.2, far.abort).start()
        ask = MoveRequest("", 20, time.monotonic() + 20, 1, position=RULES.start(_chance()))
        with pytest.raises(EngineFault) as fault:
            far.move(ask)
        hold.set()
        with pytest.raises(EngineFault):
            far.move(ask)

    assert fault.value.verdict is Verdict.REFEREE


def _chance() -> Any:
    from random import Random

    return Random(0)


# the door


def test_the_last_request_is_told_before_the_process_ends(post: LoopThread) -> None:
    with scripted(plays) as engine:
        against_the_house(post, card(engine.url))
        post.close()
        assert engine.asked[-1].query["Status"] in ("1", "2", "3", "4", "5")
        assert engine.asked[-1].query["Referee"] == "", "there is nobody left to call"


def test_the_last_request_is_told_even_if_the_way_must_be_found_first(post: LoopThread) -> None:
    with scripted(plays) as engine:
        post.tell(card(engine.url, Manner.CALL_BACK), {"Set": "Morpion", "Status": "1"}, game="x")
        post.close()
        assert [asked.query["Status"] for asked in engine.asked] == ["1"]


def test_an_engine_is_tried_before_the_first_game_and_told_that_it_is_over(post: LoopThread) -> None:
    with scripted(plays) as engine:
        assert first_fault(RemoteEngine(post, card(engine.url), RULES), RULES, seconds=20) is None
        post.close()
        assert [asked.query["Status"] for asked in engine.asked] == ["0", "5"]


def test_engines_are_told_what_the_host_says_and_call_back_at_his_port() -> None:
    port = free_port()
    behind = LoopThread(parse_allowed(LOOPBACK), url=f"http://localhost:{port}", port=port)
    told: list[str] = []

    def calls(asked: Asked) -> Said:
        if asked.query["Status"] == "0":
            told.append(asked.query["Referee"])
            query = {name: asked.query[name] for name in ("Game", "MoveId")}
            _call(port, {**query, "Value": free_cell(asked)})
        return Said(b"")

    with scripted(calls) as engine:
        played = against_the_house(behind, card(engine.url, Manner.CALL_BACK))
    behind.close()

    assert not played.record.faults
    assert set(told) == {f"http://localhost:{port}/referee"}


def _call(port: int, query: dict[str, str]) -> tuple[int, str]:
    import http.client
    from urllib.parse import urlencode

    line = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    line.request("GET", f"/referee?{urlencode(query)}")
    answer = line.getresponse()
    told = answer.status, answer.read().decode().strip()
    line.close()
    return told


def test_the_door_takes_call_backs_and_nothing_else() -> None:
    port = free_port()
    post = LoopThread(parse_allowed(LOOPBACK), port=port)
    found: list[list[tuple[int, str]]] = []

    def calls(asked: Asked) -> Said:
        if asked.query["Status"] == "0":
            wrong = {"Game": asked.query["Game"], "MoveId": "0" * 32, "Value": "1"}
            right = {"Game": asked.query["Game"], "MoveId": asked.query["MoveId"], "Value": free_cell(asked)}
            # The next move may be asked for in another thread before the last of these is sent.
            found.append([_call(port, query) for query in (wrong, {"Game": "x"}, right, right)])
        return Said(b"")

    with scripted(calls) as engine:
        played = against_the_house(post, card(engine.url, Manner.CALL_BACK))
    post.close()

    assert not played.record.faults
    answers = [(404, "unknown"), (400, "incomplete"), (200, "taken"), (200, "repeated")]
    assert found
    assert all(one == answers for one in found)
