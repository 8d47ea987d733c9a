"""Every recorded game of the vectors, through real HTTP engines: each request equals the recorded call."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from tests.arena.games.golden import golden
from tests.arena.games.test_poker import dealt
from tests.arena.http.arena import Arena, run

from ronde.arena.games import Side
from ronde.arena.games.game import GAMES
from ronde.arena.games.poker import Poker
from ronde.arena.http import GameRequest, Manner
from ronde.arena.referee import Played

pytestmark = pytest.mark.full

FILES = (
    ("tictactoe", "games"),
    ("morpion", "games_first"),
    ("morpion", "games_most"),
    ("pente", "games"),
    ("reversi", "games"),
    ("mastermind", "games"),
    ("seafight", "games"),
    ("chifoumi", "games"),
    ("poker_matches", "matches"),
)
CASES = [
    *((file, key, Manner.CALL_BACK) for file, key in FILES),
    ("tictactoe", "games", Manner.PRINTED),
    ("chifoumi", "games", Manner.PRINTED),
]
"""The calls do not depend on the manner: test_manual.py plays every game in both."""
TRANSPORT = {"Game", "MoveId", "TimeOut", "Referee"}
Expected = tuple[dict[str, str], str]


def expected(recorded: Any, side: Side) -> list[Expected]:
    """The calls one side must get, in order, each with the value it answers."""
    if "hands" in recorded:
        return [one for hand in recorded["hands"] for one in of_hand(hand, side)]
    if "call1" in recorded["ply"][0]:
        return [(ply[f"call{side}"], ply[f"value{side}"]) for ply in recorded["ply"]]
    return [(ply["call"], ply["value"]) for ply in recorded["ply"] if ply["player"] == side]


def of_hand(hand: Any, side: Side) -> Iterator[Expected]:
    for action in hand["actions"]:
        if action["player"] == side:
            yield action["call"], action["value"]
    yield hand["step9_calls"][str(side)], "whatever"


class Scripted:
    """An engine that answers the recorded values and keeps every request."""

    def __init__(self, arena: Arena, script: list[Expected]) -> None:
        self.requests: list[list[tuple[str, str]]] = []
        self.over = asyncio.Event()
        self._values = [value for _, value in script]
        self._arena = arena

    async def __call__(self, request: web.Request) -> web.StreamResponse:
        self.requests.append(list(request.query.items()))
        if request.query["Status"] != "0":
            self.over.set()
            return web.Response(text="")
        return await self._arena.hosting.reply(request, self._values[len(self.requests) - 1])


def wish_of(recorded: Any, key: str) -> dict[str, Any]:
    if "hands" in recorded:
        rules = Poker(level=recorded["level"])
        start = rules.write(rules.start_with([dealt(hand) for hand in recorded["hands"]]))
        return {"game": "poker", "start": start}
    return {"settings": {"mode": "most"} if key == "games_most" else {}}


async def play(arena: Arena, recorded: Any, game: str, key: str, manner: Manner) -> tuple[Played, Any]:
    """The game between two scripted engines; both have had their last request when it returns."""
    scripts = expected(recorded, 1), expected(recorded, 2)
    engines = Scripted(arena, scripts[0]), Scripted(arena, scripts[1])
    level = recorded.get("level", 1)
    cards = [
        arena.engine(f"{recorded['id']}-{side}", engines[side - 1], game=game, manner=manner, level=level)
        for side in (1, 2)
    ]
    row = arena.server.begin(GameRequest(cards[0].id, cards[1].id, timeout=30, **wish_of(recorded, key)))
    played = await arena.server.result(row)
    for engine in engines:
        await asyncio.wait_for(engine.over.wait(), 20)
    return played, engines


def check(played: Played, recorded: Any, engines: Any, manner: Manner, referee: str) -> None:
    assert not played.record.faults, played.record.faults
    assert (played.record.outcome.winner or 0) == recorded["result"]["winner"]
    for side, engine in enumerate(engines, start=1):
        calls = [call for call, _ in expected(recorded, side)]  # type: ignore[arg-type]
        *asked, last = engine.requests
        assert [bare(request) for request in asked] == calls
        kept = bare(last)
        assert kept.pop("Turn") == calls[-1]["Turn"], "the last request keeps the Turn"
        assert kept == recorded["end_calls"][str(side)]
        assert {name for name, _ in last} & TRANSPORT == {"Game", "MoveId", "Referee"}
        assert dict(last)["Referee"] == "", "nobody may be called back any more"
        check_transport(asked, referee if manner is Manner.CALL_BACK else "")


def check_transport(asked: list[list[tuple[str, str]]], referee: str) -> None:
    """What the manual's third chapter says of the parameters that do not depend on the game."""
    for request in asked:
        assert len({name for name, _ in request}) == len(request), "no parameter twice"
        assert dict(request)["TimeOut"] == "30"
        assert dict(request)["Referee"] == referee
        assert re.fullmatch("[0-9a-f]{32}", dict(request)["MoveId"])
    assert len({dict(request)["MoveId"] for request in asked}) == len(asked), "fresh for every request"
    (token,) = {dict(request)["Game"] for request in asked}
    assert re.fullmatch("[0-9A-Za-z]{10}", token)


def bare(request: list[tuple[str, str]]) -> dict[str, str]:
    return {name: value for name, value in request if name not in TRANSPORT}


@pytest.mark.parametrize(("file", "key", "manner"), CASES)
def test_every_request_equals_the_recorded_call(tmp_path: Path, file: str, key: str, manner: Manner) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            game = "poker" if file == "poker_matches" else file
            recordings = golden(file)[key]
            found = await asyncio.gather(
                *(play(arena, recorded, game, key, manner) for recorded in recordings)
            )
            for recorded, (played, engines) in zip(recordings, found, strict=True):
                check(played, recorded, engines, manner, arena.referee)
            assert not [row for row in arena.server.book.games() if row.odd]
            assert not arena.server.book.running()

    run(scenario(), 300)


def test_all_eight_games_of_the_manual_are_among_them() -> None:
    assert {file.removesuffix("_matches") for file, _ in FILES} == set(GAMES) - {"supermorpion"}


@pytest.mark.parametrize(("levels", "told"), [((1, 1), "1"), ((2, 1), "1"), ((1, 2), "1"), ((2, 2), "2")])
def test_poker_is_of_level_2_only_if_both_engines_declare_it(
    tmp_path: Path, levels: tuple[int, int], told: str
) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            seen: list[str] = []

            async def folds(request: web.Request) -> web.StreamResponse:
                seen.append(request.query["Level"])
                return await arena.hosting.reply(request, "0")

            one, two = (
                arena.engine(name, folds, game="poker", level=level, manner=Manner.PRINTED)
                for name, level in zip("ab", levels, strict=True)
            )
            await arena.server.result(arena.server.begin(GameRequest(one.id, two.id)))
            assert set(seen) == {told}

    run(scenario())


def test_a_game_may_start_from_a_photo(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            seen: list[dict[str, str]] = []

            async def wins(request: web.Request) -> web.StreamResponse:
                seen.append(dict(request.query))
                return await arena.hosting.reply(request, "3")

            one, two = arena.engine("one", wins), arena.engine("two", arena.legal())
            row = arena.server.begin(GameRequest(one.id, two.id, start="110220000"))
            played = await arena.server.result(row)
            assert played.record.outcome.winner == 1
            assert seen[0]["Tray"] == "110220000"
            assert seen[0]["Turn"] == "5"

    run(scenario())


def test_an_opponent_is_named_in_competitions_only(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            seen: list[str | None] = []
            legal = arena.legal()

            async def looks(request: web.Request) -> web.StreamResponse:
                seen.append(request.query.get("Opponent"))
                return await legal(request)

            one, two = arena.engine("one", looks), arena.engine("two", arena.legal())
            await arena.server.result(arena.server.begin(GameRequest(one.id, two.id)))
            await arena.server.requests.settle()
            assert set(seen) == {None}
            seen.clear()
            await arena.server.result(
                arena.server.begin(GameRequest(one.id, two.id, event="cup", round=1, place=1))
            )
            await arena.server.requests.settle()
            assert set(seen) == {two.token}

    run(scenario())
