"""What engines do wrong, each once: the game ends with the right verdict and nobody else suffers."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from pathlib import Path

import pytest
from aiohttp import ClientSession, TCPConnector, web
from tests.arena.http import unruly
from tests.arena.http.arena import Arena, first_free, run
from tests.arena.http.bad import LONG, SHORT, SURE, against_house, answering, fault_of

from ronde.arena.http import Manner

pytestmark = pytest.mark.full


def odd_of(arena: Arena) -> list[str]:
    book = arena.server.book
    return [receipt for row in book.games() for _, receipt, _ in book.odd_answers(row.id)]


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
            card = arena.engine("bad", answering(text), manner=Manner.PRINTED)
            played = await against_house(arena, card)
            assert fault_of(played) == (code, 1, detail)
            assert played.record.plies[-1][-1].raw == text[:1024]

    run(scenario())


@pytest.mark.parametrize("text", ["  5", "5\n", "\ufeff5", "\t5 \r\n"])
def test_white_space_and_a_byte_order_mark_are_forgiven(tmp_path: Path, text: str) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            card = arena.engine("loose", answering(text), manner=Manner.PRINTED)
            played = await against_house(arena, card)
            assert played.record.plies[0][0].move == "5"

    run(scenario())


@pytest.mark.parametrize("manner", [Manner.CALL_BACK, Manner.PRINTED, Manner.SERVICE])
@pytest.mark.parametrize("status", [400, 404, 500])
def test_an_error_page_loses(tmp_path: Path, manner: Manner, status: int) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            card = arena.engine("broken", answering("5", status), manner=manner)
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
                card = arena.engine("torrent", answering(""), manner=manner, url=f"http://127.0.0.1:{port}/")
                assert fault_of(await against_house(arena, card))[0] == "flood"
                await arena.server.requests.settle()
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
            card = arena.engine("wild", answering(""), manner=manner, url=f"http://127.0.0.1:{port}/e")
            patience = LONG if detail == "not-http" else SURE if detail else SHORT
            assert fault_of(await against_house(arena, card, patience)) == (code, 1, detail)

    run(scenario())


# when and from whom it comes


def test_a_late_answer_hears_by_how_much_and_changes_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            heard: list[tuple[int, str]] = []
            asked: list[asyncio.Task[None]] = []

            async def dawdles(request: web.Request) -> web.StreamResponse:
                if request.query["Status"] == "0":
                    asked.append(asyncio.get_running_loop().create_task(later(request)))
                return web.Response(text="thinking")

            async def later(request: web.Request) -> None:
                await asyncio.sleep(2 * SHORT)
                heard.append(await arena.hosting.call_back(request, "5"))

            played = await against_house(arena, arena.engine("dawdles", dawdles), SHORT)
            await asyncio.gather(*asked)  # more than one where this machine itself was late
            assert fault_of(played) == ("late", 1, "printed")
            status, receipt = heard[-1]
            assert status == 410
            assert re.fullmatch(r"late \d+\.\d+", receipt)
            assert float(receipt.split()[1]) >= SHORT / 2
            assert odd_of(arena)[-1] == "late"

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
            await arena.server.requests.settle()
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
            await arena.server.requests.settle()
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
