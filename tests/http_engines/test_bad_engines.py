"""What engines do wrong, each once: the game ends with the right verdict and nobody else suffers."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, TCPConnector, web
from tests.http_engines import unruly
from tests.http_engines.arena import Arena, Hosting, bound, first_free, run

from ronde.http_engines.door import EngineCard, GameRequest, Manner, check_url
from ronde.http_engines.ranges import parse_allowed
from ronde.referee.door import Played

SHORT = 0.4
"""Seconds for a move where running out of time is the point; registration allows no less than four."""
SURE = 3.0
"""Seconds for a move in which even a busy machine finds out what is wrong with the line: its last try is half
of them before the end."""
LONG = 30.0


async def against_house(arena: Arena, card: EngineCard, timeout: float = LONG) -> Played:
    """A game of that engine against the house, the engine first."""
    row = arena.office.begin(GameRequest(card.id, arena.house(card.game).id, timeout=timeout))
    return await arena.office.result(row)


def fault_of(played: Played) -> tuple[str, int | None, str]:
    (fault,) = played.record.faults
    assert played.record.outcome.winner == 2
    return fault.code, fault.side, fault.detail


def odd_of(arena: Arena) -> list[str]:
    book = arena.office.book
    return [receipt for row in book.games() for _, receipt, _ in book.odd_answers(row.id)]


def answering(arena: Arena, text: str, status: int = 200) -> Any:
    async def answers(request: web.Request) -> web.StreamResponse:
        return web.Response(text=text, status=status)

    return answers


# what comes back


@pytest.mark.parametrize(
    ("text", "code", "detail"),
    [
        ("<html><body>5</body></html>", "unreadable", "notation"),
        ("<br />5", "unreadable", "notation"),
        ("", "unreadable", "notation"),
        ("5 6", "unreadable", "notation"),
        ("9" * 70_000, "flood", ""),
        ("0", "unreadable", "notation"),
    ],
)
def test_what_is_no_value_is_not_repaired(tmp_path: Path, text: str, code: str, detail: str) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            card = arena.engine("bad", answering(arena, text), manner=Manner.PRINTED)
            played = await against_house(arena, card)
            assert fault_of(played) == (code, 1, detail)
            assert played.record.plies[-1][-1].raw == text[:1024]

    run(scenario())


@pytest.mark.parametrize("text", ["  5", "5\n", "\ufeff5", "\t5 \r\n"])
def test_white_space_and_a_byte_order_mark_are_forgiven(tmp_path: Path, text: str) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            card = arena.engine("loose", answering(arena, text), manner=Manner.PRINTED)
            played = await against_house(arena, card)
            assert played.record.plies[0][0].move == "5"

    run(scenario())


@pytest.mark.parametrize("manner", [Manner.CALL_BACK, Manner.PRINTED, Manner.SERVICE])
@pytest.mark.parametrize("status", [400, 404, 500])
def test_an_error_page_loses(tmp_path: Path, manner: Manner, status: int) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            card = arena.engine("broken", answering(arena, "5", status), manner=manner)
            assert fault_of(await against_house(arena, card)) == ("crash", 1, f"status-{status}")

    run(scenario())


def test_html_in_a_call_back_is_no_value(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:

            async def decorated(request: web.Request) -> web.StreamResponse:
                return await arena.hosting.reply(request, "<b>5</b>")

            card = arena.engine("decorated", decorated)
            assert fault_of(await against_house(arena, card)) == ("unreadable", 1, "notation")

    run(scenario())


@pytest.mark.parametrize("manner", [Manner.PRINTED, Manner.SERVICE])
def test_fifty_megabytes_are_not_read(tmp_path: Path, manner: Manner) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            torrent = unruly.Torrent()
            async with unruly.unruly(torrent) as port:
                card = arena.engine(
                    "torrent", answering(arena, ""), manner=manner, url=f"http://127.0.0.1:{port}/"
                )
                assert fault_of(await against_house(arena, card))[0] == "flood"
                await arena.office.courier.settle()
            # What the kernel's buffers on both sides hold was sent, but not the whole.
            assert torrent.sent < torrent.size

    run(scenario())


def test_fifty_megabytes_beside_a_call_back_change_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:

            async def chatters(request: web.Request) -> web.StreamResponse:
                if request.query["Status"] == "0":
                    await arena.hosting.call_back(request, first_free(request.query["Tray"]))
                response = web.StreamResponse()
                await response.prepare(request)
                with suppress(ConnectionError):
                    for _ in range(800):
                        await response.write(b"x" * 65_536)
                return response

            card = arena.engine("chatters", chatters)
            played = await against_house(arena, card)
            assert not played.record.faults

    run(scenario())


@pytest.mark.parametrize(
    ("talk", "code", "detail"),
    [
        (unruly.never, "late", ""),
        (unruly.drips, "late", ""),
        (unruly.hangs_up, "network", "closed"),
        (unruly.no_http, "network", "not-http"),
        (unruly.endless_headers, "network", "not-http"),
    ],
)
@pytest.mark.parametrize("manner", [Manner.CALL_BACK, Manner.PRINTED])
def test_silence_and_noise_lose_within_the_engines_own_time(
    tmp_path: Path, talk: unruly.Talk, code: str, detail: str, manner: Manner
) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena, unruly.unruly(talk) as port:
            card = arena.engine("wild", answering(arena, ""), manner=manner, url=f"http://127.0.0.1:{port}/e")
            patience = LONG if detail == "not-http" else SURE if detail else SHORT
            assert fault_of(await against_house(arena, card, patience)) == (code, 1, detail)

    run(scenario())


# when and from whom it comes


def test_a_late_answer_hears_by_how_much_and_changes_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            heard: list[tuple[int, str]] = []
            done = asyncio.Event()

            async def dawdles(request: web.Request) -> web.StreamResponse:
                if request.query["Status"] == "0":
                    asyncio.get_running_loop().create_task(later(request))
                return web.Response(text="thinking")

            async def later(request: web.Request) -> None:
                await asyncio.sleep(2 * SHORT)
                heard.append(await arena.hosting.call_back(request, "5"))
                done.set()

            played = await against_house(arena, arena.engine("dawdles", dawdles), SHORT)
            await done.wait()
            assert fault_of(played) == ("late", 1, "")
            ((status, receipt),) = heard
            assert status == 410
            assert re.fullmatch(r"late \d+\.\d+", receipt)
            assert float(receipt.split()[1]) >= SHORT / 2
            assert odd_of(arena) == ["late"]

    run(scenario())


@pytest.mark.parametrize(
    ("changed", "heard"), [(False, (200, "repeated")), (True, (409, "different"))], ids=["same", "different"]
)
def test_the_first_answer_counts_whatever_comes_second(
    tmp_path: Path, changed: bool, heard: tuple[int, str]
) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            receipts: list[tuple[int, str]] = []

            async def twice(request: web.Request) -> web.StreamResponse:
                if request.query["Status"] == "0":
                    value = first_free(request.query["Tray"])
                    assert await arena.hosting.call_back(request, value) == (200, "taken")
                    second = str(int(value) % 9 + 1) if changed else value
                    receipts.append(await arena.hosting.call_back(request, second))
                return web.Response(text="")

            played = await against_house(arena, arena.engine("twice", twice))
            await arena.office.courier.settle()
            assert not played.record.faults
            assert played.record.plies[0][0].move == "1"
            assert set(receipts) == {heard}
            assert odd_of(arena) == [heard[1]] * len(receipts)

    run(scenario())


def test_the_move_of_another_game_is_foreign_to_this_one(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            asked: list[web.Request] = []
            mistaken: list[web.Request] = []
            heard: list[tuple[int, str]] = []
            both = asyncio.Event()

            async def confused(request: web.Request) -> web.StreamResponse:
                if request.query["Status"] != "0":
                    return web.Response(text="")
                asked.append(request)
                if len(asked) == 2:
                    both.set()
                await both.wait()
                other = asked[0] if request is asked[1] else asked[1]
                if len(mistaken) < 2:
                    mistaken.append(request)
                    move = {"MoveId": other.query["MoveId"]}
                    heard.append(await arena.hosting.call_back(request, "9", **move))
                return await arena.hosting.reply(request, first_free(request.query["Tray"]))

            card = arena.engine("confused", confused)
            games = await asyncio.gather(against_house(arena, card), against_house(arena, card))
            assert heard == [(404, "unknown")] * 2
            assert [played.record.plies[0][0].move for played in games] == ["1", "1"]
            assert odd_of(arena) == ["foreign"] * 2

    run(scenario())


def test_an_answer_before_the_question_is_unknown(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            heard: list[tuple[int, str]] = []

            async def hasty(request: web.Request) -> web.StreamResponse:
                if request.query["Status"] == "0":
                    await arena.hosting.call_back(request, first_free(request.query["Tray"]))
                    heard.append(await arena.hosting.call_back(request, "9", MoveId="f" * 32))
                return web.Response(text="")

            played = await against_house(arena, arena.engine("hasty", hasty))
            await arena.office.courier.settle()
            assert not played.record.faults
            assert set(heard) == {(404, "unknown")}

    run(scenario())


def test_a_pinned_engine_answers_from_its_own_address_only(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            heard: list[int] = []
            elsewhere = ClientSession(connector=TCPConnector(local_addr=("127.0.0.2", 0)))

            async def wanders(request: web.Request) -> web.StreamResponse:
                if request.query["Status"] == "0":
                    value = first_free(request.query["Tray"])
                    letter = {name: request.query[name] for name in ("Game", "MoveId")} | {"Value": value}
                    async with elsewhere.get(request.query["Referee"], params=letter) as answer:
                        heard.append(answer.status)
                return await arena.legal()(request)

            pinned, free = arena.engine("pinned", wanders, pinned=True), arena.engine("free", wanders)
            assert not (await against_house(arena, pinned)).record.faults
            assert set(heard) == {404}
            assert set(odd_of(arena)) == {"elsewhere"}
            heard.clear()
            assert not (await against_house(arena, free)).record.faults
            assert set(heard) == {200}
            await elsewhere.close()

    run(scenario())


# the way there


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
            await arena.office.courier.settle()
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
            await arena.office.courier.settle()
            assert not played.record.faults
            for request in seen:
                assert request.path == "/" + path.partition("?")[0]
                assert {name: request.query[name] for name in query} == query
                assert set(request.query) >= {"Set", "Game", "Status"}

    run(scenario())


# engines that are down or slow


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
                await arena.office.courier.settle()

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
            bad = arena.engine("bad", listening("bad", answering(arena, "", 500)))
            await arena.office.result(arena.office.begin(GameRequest(good.id, bad.id)))
            await arena.office.courier.settle()
            assert told == {"good": "1", "bad": "9"}

    run(scenario())
