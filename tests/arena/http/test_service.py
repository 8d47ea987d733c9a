"""The synchronous JSON service of manual 002, chapter VI: bodies, signatures, and keys that are rotated."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from tests.arena.http.arena import Arena, first_free, run
from tests.arena.http.bad import against_house, fault_of

from ronde.arena.http import Key, Manner
from ronde.arena.http.card import verify_signature
from ronde.web.server.http_client import sign

OLD, NEW, FOREIGN = Key("2025", b"old secret"), Key("2026", b"new secret"), Key("2026", b"guessed")
Seal = Callable[[bytes], str]


def service(seal: Seal, *, spoil: Callable[[dict[str, Any]], object] | None = None) -> Any:
    """A service that seals its answers so, and may spoil them."""

    async def answers(request: web.Request) -> web.StreamResponse:
        asked = json.loads(await request.read())
        if asked["Status"] != "0":
            return web.Response(text="")
        letter = {name: asked[name] for name in ("Game", "MoveId")} | {"Value": first_free(asked["Tray"])}
        body = json.dumps(letter if spoil is None else spoil(letter)).encode()
        return web.Response(body=body, headers={"X-Ronde-Signature": seal(body)})

    return answers


def unsealed(body: bytes) -> str:
    return ""


def sealed(key: Key) -> Seal:
    return lambda body: sign(key.secret, body)


@pytest.mark.parametrize(
    ("keys", "seal"),
    [
        ((), unsealed),
        ((OLD,), sealed(OLD)),
        ((NEW, OLD), sealed(NEW)),
        ((NEW, OLD), sealed(OLD)),
    ],
    ids=["no key", "one key", "rotated, new", "rotated, still old"],
)
def test_a_service_plays_with_any_key_that_is_still_good(
    tmp_path: Path, keys: tuple[Key, ...], seal: Seal
) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            card = arena.engine("service", service(seal), manner=Manner.SERVICE, keys=keys)
            assert not (await against_house(arena, card)).record.faults

    run(scenario())


@pytest.mark.parametrize(
    "seal",
    [
        unsealed,
        sealed(FOREIGN),
        sealed(OLD),
        lambda body: sign(NEW.secret, b"x" + body),
        lambda body: "sha256=é",
    ],
    ids=["none", "foreign", "rotated out", "other body", "not ascii"],
)
def test_a_wrong_signature_loses(tmp_path: Path, seal: Seal) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            card = arena.engine("service", service(seal), manner=Manner.SERVICE, keys=(NEW,))
            assert fault_of(await against_house(arena, card)) == ("unreadable", 1, "signature")

    run(scenario())


@pytest.mark.parametrize(
    ("spoil", "detail"),
    [
        (lambda letter: letter | {"MoveId": "0" * 32}, "other-move"),
        (lambda letter: letter | {"Game": "AAAAAAAAAA"}, "other-move"),
        (lambda letter: {"Value": "5"}, "json-unreadable"),
        (lambda letter: [letter], "json-unreadable"),
        (lambda letter: letter | {"Value": None}, "json-unreadable"),
        (lambda letter: letter | {"Value": True}, "json-unreadable"),
        (lambda letter: letter | {"Value": "5" * 2000}, "json-too-long"),
        (lambda letter: letter | {"Value": "Z"}, "notation"),
    ],
)
def test_a_service_that_answers_something_else_loses(tmp_path: Path, spoil: Any, detail: str) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            card = arena.engine("service", service(unsealed, spoil=spoil), manner=Manner.SERVICE)
            assert fault_of(await against_house(arena, card)) == ("unreadable", 1, detail)

    run(scenario())


def test_a_value_may_be_a_number(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            number = service(unsealed, spoil=lambda letter: letter | {"Value": int(letter["Value"])})
            card = arena.engine("service", number, manner=Manner.SERVICE)
            assert not (await against_house(arena, card)).record.faults

    run(scenario())


@pytest.mark.parametrize("manner", [Manner.SERVICE, Manner.PRINTED, Manner.CALL_BACK])
def test_an_engine_can_check_that_the_referee_is_the_referee(tmp_path: Path, manner: Manner) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            verified: list[bool] = []
            service_answer, plain_answer = service(sealed(NEW)), arena.legal()

            async def checks(request: web.Request) -> web.StreamResponse:
                message = await request.read() or request.raw_path.partition("?")[2].encode()
                seal = request.headers["X-Ronde-Signature"]
                verified.append(
                    request.headers["X-Ronde-Key"] == NEW.name and verify_signature((NEW,), message, seal)
                )
                answer = service_answer if manner is Manner.SERVICE else plain_answer
                found: web.StreamResponse = await answer(request)
                return found

            card = arena.engine("checks", checks, manner=manner, keys=(NEW, OLD))
            assert not (await against_house(arena, card)).record.faults
            await arena.server.requests.settle()
            assert verified
            assert all(verified)

    run(scenario())


def test_a_service_is_told_which_engine_is_meant_and_no_referee(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            bodies: list[dict[str, str]] = []
            plain = service(unsealed)

            async def looks(request: web.Request) -> web.StreamResponse:
                assert request.content_type == "application/json"
                bodies.append(json.loads(await request.read()))
                found: web.StreamResponse = await plain(request)
                return found

            card = arena.engine("école", looks, manner=Manner.SERVICE, url=arena.url("%C3%A9cole"))
            await against_house(arena, card)
            await arena.server.requests.settle()
            assert {body["Engine"] for body in bodies} == {"école"}
            *asked, last = bodies
            assert {body["Referee"] for body in asked} == {""}
            assert last.keys() & {"Referee", "MoveId", "TimeOut", "Turn"} == {"Referee", "MoveId", "Turn"}
            assert last["Referee"] == ""

    run(scenario())
