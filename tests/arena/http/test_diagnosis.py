"""What a student is told of his engine: the same by the checker, the tester and the record of a lost game."""

from __future__ import annotations

from pathlib import Path

import pytest
from aiohttp import ClientSession, TCPConnector, web
from tests.arena.http.arena import Arena, run
from tests.arena.http.bad import SHORT, SURE, against_house, answering, fault_of

from ronde.arena.http import Manner, Sign, examine, fault_detail
from ronde.arena.http.diagnosis import called_back_fault, printed_fault
from ronde.arena.pages.text import detail_text, fault_text

pytestmark = pytest.mark.full

WARNING = '<br />\n<b>Warning</b>:  Undefined array key "Turn" in <b>/srv/e.php</b> on line <b>3</b><br />\n5'
LETTERS = {
    "case": "game={Game}&moveid={MoveId}&value=5",
    "incomplete": "Game={Game}&MoveId={MoveId}",
    "double": "Game={Game}&MoveId={MoveId}&Value=5&Value=6",
    "other-move-id": "Game={Game}&MoveId=3&Value=5",
}


@pytest.mark.parametrize(
    ("text", "code"),
    [(WARNING, "warnings"), ("<b>5</b>", "html"), ("5\n6", "lines"), (" \n", "empty"), (" 5\n", ""),
     ("Traceback (most recent call last):\n  File", "warnings")],
)  # fmt: skip
def test_what_is_printed_around_a_value_is_named(text: str, code: str) -> None:
    assert printed_fault(text) == code


def test_a_call_back_of_another_game_is_named() -> None:
    assert called_back_fault("Game=a&MoveId=b&Value=1", "x", "b") == "other-game"
    assert called_back_fault("Game=x&MoveId=b&Value=1", "x", "b") == ""


def calling(arena: Arena, letter: str) -> object:
    """An engine whose call-back has something wrong with it."""

    async def answers(request: web.Request) -> web.StreamResponse:
        if request.query.get("Referee"):
            query = letter.format(**request.query)
            async with arena.hosting.client.get(f"{request.query['Referee']}?{query}"):
                pass
            return web.Response(text="thank you")
        return web.Response(text="5")

    return answers


@pytest.mark.parametrize("code", LETTERS)
def test_a_wrong_call_back_is_named_in_the_lost_game_and_in_the_tester(tmp_path: Path, code: str) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            card = arena.engine("wrong", calling(arena, LETTERS[code]), timeout=2)  # type: ignore[arg-type]
            played = await against_house(arena, card, SHORT)
            assert fault_of(played) == ("late", 1, code)
            assert "MoveId=" in played.record.plies[-1][-1].raw.replace("moveid", "MoveId"), (
                "what came is kept"
            )
            trial = await examine(arena.server.requests, card)
            assert trial.detail == code
            assert detail_text(code, "fr")

    run(scenario())


def test_a_call_back_by_post_is_named(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:

            async def posts(request: web.Request) -> web.StreamResponse:
                if referee := request.query.get("Referee"):
                    fields = {name: request.query[name] for name in ("Game", "MoveId")} | {"Value": "5"}
                    async with arena.hosting.client.post(referee, data=fields) as answer:
                        assert answer.status == 405
                return web.Response(text="5")

            card = arena.engine("posts", posts, timeout=2)
            assert fault_of(await against_house(arena, card, SHORT)) == ("late", 1, "post")
            assert (await examine(arena.server.requests, card)).detail == "post"
            assert "GET" in detail_text("post", "fr")

    run(scenario())


def test_a_call_back_from_another_machine_than_the_pinned_one_is_named(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with (
            Arena(tmp_path) as arena,
            ClientSession(connector=TCPConnector(local_addr=("127.0.0.2", 0))) as far,
        ):

            async def elsewhere(request: web.Request) -> web.StreamResponse:
                if referee := request.query.get("Referee"):
                    fields = {name: request.query[name] for name in ("Game", "MoveId")} | {"Value": "5"}
                    async with far.get(referee, params=fields) as answer:
                        assert answer.status == 404
                return web.Response(text="5")

            card = arena.engine("elsewhere", elsewhere, timeout=2, pinned=True)
            assert fault_of(await against_house(arena, card, SHORT)) == ("late", 1, "elsewhere")
            assert "machine" in detail_text("elsewhere", "fr")

    run(scenario())


def test_an_empty_value_of_a_call_back_is_not_called_an_empty_page(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            letter = "Game={Game}&MoveId={MoveId}&Value="
            card = arena.engine("empty", calling(arena, letter), timeout=2)  # type: ignore[arg-type]
            record = (await against_house(arena, card, SHORT)).record
            told = detail_text(fault_detail(record, record.faults[0]), "en")
            assert "Value" in told
            assert "page" not in told

    run(scenario())


@pytest.mark.parametrize(("page", "code"), [("5", "printed"), ("", "not-called"), (WARNING, "warnings")])
def test_a_page_instead_of_a_call_back_is_named(tmp_path: Path, page: str, code: str) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            card = arena.engine("prints", answering(page), timeout=2)
            played = await against_house(arena, card, SHORT)
            assert fault_of(played) == ("late", 1, code)
            assert played.record.plies[-1][-1].raw == page
            assert (await examine(arena.server.requests, card)).detail in (code, printed_fault(page))

    run(scenario())


def test_the_tester_hears_a_call_back_after_the_end_and_praises_a_good_one(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:

            async def eager(request: web.Request) -> web.StreamResponse:
                if request.query.get("Referee") or request.query["Status"] == "0":
                    return await arena.hosting.reply(request, "5")
                letter = {"Game": request.query["Game"], "MoveId": request.query["MoveId"], "Value": "5"}
                async with arena.hosting.client.get(arena.referee, params=letter) as answer:
                    assert answer.status == 410 or request.query["Game"] == "TEST"
                return web.Response(text="")

            trial = await examine(arena.server.requests, arena.engine("eager", eager))
            signs = {point.code: point.sign for point in trial.points}
            assert (trial.verdict, trial.move) == (None, "5")
            assert signs["call-back"] is Sign.GOOD
            assert signs["after-end"] is Sign.WARNING

    run(scenario())


def test_a_call_back_after_the_games_end_is_noted_with_the_game_and_changes_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            legal = arena.legal()

            async def sore(request: web.Request) -> web.StreamResponse:
                if request.query["Status"] == "0":
                    return await legal(request)
                letter = {"Game": request.query["Game"], "MoveId": request.query["MoveId"], "Value": "1"}
                async with arena.hosting.client.get(arena.referee, params=letter) as answer:
                    assert (answer.status, await answer.text()) == (410, "over\n")
                return web.Response(text="")

            card = arena.engine("sore", sore)
            played = await against_house(arena, card)
            await arena.server.requests.settle()
            (row,) = arena.server.book.games()
            assert not played.record.faults
            assert [receipt for _, receipt, _ in arena.server.book.odd_answers(row.id)] == ["over"]

    run(scenario())


def test_a_redirect_that_leads_back_to_itself_is_not_followed(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            asked: list[str] = []

            async def loops(request: web.Request) -> web.StreamResponse:
                asked.append(request.path_qs)
                raise web.HTTPFound(str(request.url))

            card = arena.engine("loops", loops, manner=Manner.PRINTED)
            assert fault_of(await against_house(arena, card, SURE)) == ("network", 1, "redirect")
            assert len(asked) == len(set(asked)), "no request is sent twice"

    run(scenario())


def test_a_fault_quotes_what_was_received_on_one_line() -> None:
    told = fault_text("unreadable", "html", "fr", "<p>\n5</p>" + "x" * 500)

    assert told.startswith("réponse illisible\u00a0: il y a du HTML autour de la valeur")
    assert "Reçu" in told
    assert "<p> 5</p>xxx" in told
    assert len(told) < 400
