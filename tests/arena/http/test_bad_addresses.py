"""Redirects, names with two addresses, paths, and engines that are down or slow."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from tests.arena.http.arena import Arena, Hosting, bound, run
from tests.arena.http.bad import SURE, against_house, answering, fault_of

from ronde.arena.http import GameRequest, Manner
from ronde.web.server.addresses import check_url, parse_allowed

pytestmark = pytest.mark.full


@pytest.mark.parametrize("target", ["http://10.0.0.1/", "http://169.254.169.254/latest/", "/elsewhere"])
def test_a_redirect_is_not_followed(tmp_path: Path, target: str) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            visited: list[str] = []

            async def points(request: web.Request) -> web.StreamResponse:
                visited.append(request.path)
                raise web.HTTPFound(target)

            arena.hosting.engines["elsewhere"] = points
            card = arena.engine("points", points, manner=Manner.PRINTED)
            assert fault_of(await against_house(arena, card)) == ("network", 1, "redirect")
            await arena.server.requests.settle()
            assert set(visited) == {"/points"}

    run(scenario())


@pytest.mark.parametrize(
    ("places", "fault"),
    [
        (("10.0.0.1", "127.0.0.1"), None),
        (("127.0.0.1", "10.0.0.1"), None),
        (("10.0.0.1", "169.254.169.254"), "network"),
    ],
)
def test_of_two_addresses_only_the_allowed_one_is_called(
    tmp_path: Path, places: tuple[str, str], fault: str | None
) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path, allow="127.0.0.0/8") as arena:
            asked = resolving(places)
            url = arena.url("two", host="two.example")
            card = arena.engine("two", arena.legal(), manner=Manner.PRINTED, url=url)
            played = await against_house(arena, card)
            assert asked
            assert [found.code for found in played.record.faults] == ([fault] if fault else [])

    run(scenario())


def resolving(places: tuple[str, ...]) -> list[str]:
    """Let every name resolve to these places; the names that were asked for."""
    asked: list[str] = []

    async def answer(host: str, port: int, **wishes: Any) -> list[Any]:
        asked.append(host)
        return [(2, 1, 6, "", (place, port)) for place in places]

    asyncio.get_running_loop().getaddrinfo = answer  # type: ignore[method-assign, assignment]
    return asked


def test_an_engine_on_ipv6_only_is_called(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena, Hosting(bound("::1")) as six:
            six.engines["six"] = arena.legal()
            url = check_url(f"http://[::1]:{six.port}/six", parse_allowed("::1/128"))
            played = await against_house(arena, arena.engine("six", arena.legal(), url=url))
            assert not played.record.faults

    run(scenario())


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("q?team=7", {"team": "7"}),
        ("q?team=7&", {"team": "7"}),
        ("q?", {}),
        ("q/é/moteur.php?équipe=à vous", {"équipe": "à vous"}),
        ("q?a=b%26c%3Dd+e", {"a": "b&c=d e"}),
    ],
)
def test_the_engines_own_path_and_query_arrive_as_registered(
    tmp_path: Path, path: str, query: dict[str, str]
) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            seen: list[web.Request] = []
            legal = arena.legal()

            async def looks(request: web.Request) -> web.StreamResponse:
                seen.append(request)
                return await legal(request)

            url = check_url(arena.url(path), parse_allowed("127.0.0.0/8"))
            played = await against_house(arena, arena.engine("q", looks, url=url))
            await arena.server.requests.settle()
            assert not played.record.faults
            for request in seen:
                assert request.path == "/" + path.partition("?")[0]
                assert {name: request.query[name] for name in query} == query
                assert set(request.query) >= {"Set", "Game", "Status"}

    run(scenario())


def test_an_engine_that_is_down_is_tried_again_within_its_time(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            place = bound()  # ours already, and nobody listens: whoever calls is refused
            card = arena.engine("up", arena.legal(), url=f"http://127.0.0.1:{place.getsockname()[1]}/up")
            game = asyncio.create_task(against_house(arena, card))
            await asyncio.sleep(0.3)
            async with Hosting(place) as late:
                late.engines["up"] = arena.legal()
                assert not (await game).record.faults
                await arena.server.requests.settle()

    run(scenario())


@pytest.mark.parametrize("status", [502, 503, 504])
def test_a_proxy_before_an_engine_that_starts_is_asked_again(tmp_path: Path, status: int) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            calls: list[str] = []
            legal = arena.legal()

            async def wakes(request: web.Request) -> web.StreamResponse:
                calls.append(request.query.get("MoveId", ""))
                return web.Response(status=status) if len(calls) < 3 else await legal(request)

            played = await against_house(arena, arena.engine("wakes", wakes, manner=Manner.PRINTED))
            assert not played.record.faults
            assert calls[0] == calls[1] == calls[2], "the same move is asked for"

    run(scenario())


@pytest.mark.parametrize("manner", [Manner.CALL_BACK, Manner.PRINTED, Manner.SERVICE])
def test_an_engine_that_stays_down_loses_when_its_time_is_over(tmp_path: Path, manner: Manner) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            with closing(bound()) as place:  # ours, and nobody listens
                url = f"http://127.0.0.1:{place.getsockname()[1]}/"
                card = arena.engine("down", arena.legal(), manner=manner, url=url)
                assert fault_of(await against_house(arena, card, SURE)) == ("network", 1, "unreachable")

    run(scenario())


def test_a_slow_engine_never_delays_anothers_games(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            release = asyncio.Event()
            legal = arena.legal()

            async def thinks(request: web.Request) -> web.StreamResponse:
                await release.wait()
                return await legal(request)

            slow = arena.engine("slow", thinks, manner=Manner.PRINTED)
            quick = arena.engine("quick", legal, manner=Manner.PRINTED)
            waiting = [asyncio.create_task(against_house(arena, slow, 300)) for _ in range(150)]
            await asyncio.sleep(0.1)
            for _ in range(5):
                assert not (await against_house(arena, quick)).record.faults
            assert not any(game.done() for game in waiting)
            release.set()
            assert not [one for one in await asyncio.gather(*waiting) if one.record.faults]

    run(scenario())


def test_the_one_at_fault_hears_9_and_the_other_that_it_won(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            told: dict[str, str] = {}

            def listening(name: str, then: Callable[[web.Request], Any]) -> Any:
                async def answers(request: web.Request) -> web.StreamResponse:
                    told[name] = request.query["Status"]
                    answer: web.StreamResponse = await then(request)
                    return answer

                return answers

            good = arena.engine("good", listening("good", arena.legal()))
            bad = arena.engine("bad", listening("bad", answering("", 500)))
            await arena.server.result(arena.server.begin(GameRequest(good.id, bad.id)))
            await arena.server.requests.settle()
            assert told == {"good": "1", "bad": "9"}

    run(scenario())
