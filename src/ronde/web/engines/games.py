"""Games of engines: started with one click, followed live, played by a person, replayed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from random import SystemRandom
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.core.errors import EngineRefused, RondeError
from ronde.core.player import clean_name
from ronde.games.door import GAMES, SIMPLEST_GAME, GameError, find_game, photo_with_side
from ronde.http_engines.door import PERSON, EngineCard, GameRequest, GameRow, PersonSeat, registered
from ronde.i18n.door import say, tell
from ronde.web.engines.game_view import GameView, ending, show
from ronde.web.engines.visitor import Lobby, Visitor, field, greet, number_in, read_side, refusal_text
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.news import HEARTBEAT, RETRY, News
from ronde.web.server.request import client_of, language_of, payer_of
from ronde.web.server.rights import Right
from ronde.web.server.seats import LONGEST_NAME

MOST = 500
"""Training games at once; competitions are not limited by it."""
MOST_OF_ONE = 5
"""Games of one person at once."""
MOST_PERSONS = 250
"""Games of persons above which strangers must wait, so that owners always find a slot."""
MOST_OF_ADDRESS = 60
"""Games of strangers from one address: enough for a class behind one router."""
SILENT = 1_800.0
"""Seconds without a move after which a person's slot may go to the next guest if all are taken."""
LISTED = 50
ANSWERED = 0.5
"""Seconds a page waits until the move it has sent is in the list."""


class EngineGamePages:
    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.server = lobby.server
        self._strangers: dict[int, str] = {}
        """The addresses of strangers by the numbers of their games."""

    def routes(self) -> list[GuardedRoute]:
        return [
            GuardedRoute("/arbitre/games", self.games, Right.ANYBODY),
            GuardedRoute("/arbitre/games.json", self.games_data, Right.ANYBODY),
            GuardedRoute("/arbitre/games/new", self.form, Right.ANYBODY),
            GuardedRoute("/arbitre/games/new", self.begin, Right.ANYBODY, methods=["POST"]),
            GuardedRoute("/arbitre/game/{number:int}", self.game, Right.ANYBODY),
            GuardedRoute("/arbitre/game/{number:int}.json", self.data, Right.ANYBODY),
            GuardedRoute("/arbitre/game/{number:int}/ply/{ply:int}", self.ply, Right.ANYBODY),
            GuardedRoute("/arbitre/game/{number:int}/live", self.live, Right.ANYBODY),
            GuardedRoute("/arbitre/game/{number:int}/move", self.move, Right.ANYBODY, methods=["POST"]),
            GuardedRoute("/arbitre/game/{number:int}/resign", self.resign, Right.ANYBODY, methods=["POST"]),
        ]

    # lists

    def _seen(
        self, visitor: Visitor, rows: list[GameRow]
    ) -> list[tuple[GameRow, tuple[EngineCard, EngineCard]]]:
        games = [(row, self.server.cards(row)) for row in rows]
        return [one for one in games if visitor.may_see(*one, self.lobby.side_of(visitor, one[0]))]

    async def listed(self, visitor: Visitor, rows: list[GameRow], language: str) -> list[dict[str, Any]]:
        """Games for a list: number, names, state or ending."""
        lines = []
        for row, cards in self._seen(visitor, rows):
            lines.append(self._line(row, cards, visitor, language))
            await asyncio.sleep(0)  # opening records takes time, and call-backs must not wait
        return lines

    def _line(
        self, row: GameRow, cards: tuple[EngineCard, EngineCard], visitor: Visitor, language: str
    ) -> dict[str, Any]:
        shown = show(self.server, row, cards, visitor, None)
        outcome = shown.record.outcome
        return {
            "row": row,
            "cards": cards,
            "winner": outcome.winner if outcome.over else None,
            "ending": ending(shown, language),
            "plies": shown.last,
        }

    async def games(self, request: Request) -> Response:
        """Running and finished games, the same page for all spectators."""
        return await self.lobby.shared(request, self._games)

    async def _games(self, request: Request) -> Response:
        visitor, language = self.lobby.visitor(request), language_of(request)
        running = self.lobby.book.running(most=LISTED)
        before = _number(request.query_params.get("before", "")) or 2**62
        past = [row for row in self.lobby.book.games(most=LISTED, before=before) if row.ended]
        async with self.lobby.turn(request):
            facts = {
                "running": await self.listed(visitor, running, language),
                "past": await self.listed(visitor, past, language),
                "older": past[-1].id if len(past) == LISTED else 0,
            }
        return await self.lobby.long_page(request, "engines/games.html", **facts)

    async def games_data(self, request: Request) -> Response:
        """The same as JSON."""
        visitor = self.lobby.visitor(request)
        listed = await self.lobby.asked(request, lambda book: book.games(most=LISTED))
        rows = self._seen(visitor, listed)
        return _plain([_summary(row, cards) for row, cards in rows])

    # starting a game

    async def form(self, request: Request) -> Response:
        """The form for a new game, filled from the query."""
        asked = request.query_params
        wish = {name: asked.get(name, "")[:2_000] for name in ("game", "first", "second", "photo", "side")}
        return self._form(request, wish)

    def _form(self, request: Request, wish: dict[str, str], trouble: str = "", status: int = 200) -> Response:
        visitor = self.lobby.visitor(request)
        cards = [card for card in self.lobby.book.engines() if not card.retired and visitor.may_play(card)]
        game = self._game(wish, visitor)
        facts = {"wish": wish, "game": game, "games": sorted(GAMES), "trouble": trouble}
        return self.lobby.page(
            request,
            "engines/new_game.html",
            status,
            cards=[card for card in cards if card.game == game],
            **facts,
        )

    def _game(self, wish: dict[str, str], visitor: Visitor) -> str:
        """The requested game: that of the engines, if one is named."""
        game = wish["game"] if wish["game"] in GAMES else SIMPLEST_GAME
        for name in ("first", "second"):
            named = self.lobby.book.engine(_number(wish[name]))
            game = named.game if named and visitor.may_play(named) else game
        return game

    async def begin(self, request: Request) -> Response:
        self.lobby.slow_down(request, self.lobby.wishes)
        form = await request.form()
        wish = {name: field(form, name) for name in ("game", "first", "second", "photo", "side", "name")}
        answer = RedirectResponse("/", status_code=303)
        try:
            await self._check_name(self.lobby.visitor(request), wish)
            row = self._begin(request, wish, answer)
        except RondeError as error:
            return self._form(request, wish, tell(error, language_of(request)), 409)
        except GameError as wrong:
            sentence = refusal_text(
                wrong, self._game(wish, self.lobby.visitor(request)), language_of(request)
            )
            return self._form(request, wish, sentence, 409)
        answer.headers["location"] = f"/arbitre/game/{row.id}"
        return answer

    def _begin(self, request: Request, wish: dict[str, str], answer: Response) -> GameRow:
        visitor = self.lobby.visitor(request)
        first, second = _side(wish["first"]), _side(wish["second"])
        cards = [registered(self.lobby.book, number) for number in (first, second) if number != PERSON]
        _check(visitor, cards)
        if len(self.server.running) >= MOST:
            raise EngineRefused(reason="too-many")
        guest = None
        if PERSON in (first, second):
            guest = self._guest(request, visitor, wish["name"], answer)
        elif not visitor.known:
            raise HTTPException(403)
        game = find_game(self._game(wish, visitor))
        start = photo_with_side(game, wish["photo"].strip(), read_side(wish["side"]))
        row = self.server.begin(GameRequest(first, second, start=start, guest=guest))
        if guest is not None and not visitor.known:
            self._strangers[row.id] = payer_of(client_of(request))
        return row

    def _guest(self, request: Request, visitor: Visitor, name: str, answer: Response) -> tuple[str, bytes]:
        mark = greet(request, answer)
        question = (
            "SELECT count(*) FROM guest JOIN game ON game.id = guest.game WHERE digest = ? AND ended IS NULL"
        )
        if next(self.lobby.book.execute(question, mark))[0] >= MOST_OF_ONE:
            raise EngineRefused(reason="too-many")
        if not visitor.known:
            self._free_place(payer_of(client_of(request)))
        usual = visitor.account.name if visitor.account else say("arbitre.guest", language_of(request))
        if not name.strip():
            return usual, mark
        return clean_name(name, field="name", longest=LONGEST_NAME), mark

    async def _check_name(self, visitor: Visitor, wish: dict[str, str]) -> None:
        """Refuse the name of somebody else's account, before anything is counted."""
        if PERSON in (_side(wish["first"]), _side(wish["second"])) and wish["name"].strip():
            given = clean_name(wish["name"], field="name", longest=LONGEST_NAME)
            await run_in_threadpool(self.lobby.seats.check_free, given, visitor.number)

    def _free_place(self, address: str) -> None:
        """Whether a stranger may start a game: not if his address has many, nor if no slot can be freed."""
        running = self.server.running
        self._strangers = {game: place for game, place in self._strangers.items() if game in running}
        if list(self._strangers.values()).count(address) >= MOST_OF_ADDRESS:
            raise EngineRefused(reason="too-many")
        persons = [seat for game in running.values() for seat in game.seats if isinstance(seat, PersonSeat)]
        if len(persons) < MOST_PERSONS:
            return
        longest = max(persons, key=lambda seat: seat.silent)
        if longest.silent < SILENT:
            raise EngineRefused(reason="too-many")
        longest.leave()

    # one game

    def _shown(self, request: Request) -> tuple[GameView, Visitor]:
        row = self.lobby.book.game(number_in(request, "number"))
        if row is None:
            raise HTTPException(404)
        visitor, cards = self.lobby.visitor(request), self.server.cards(row)
        side = self.lobby.side_of(visitor, row)
        if not visitor.may_see(row, cards, side):
            raise HTTPException(404)
        return show(self.server, row, cards, visitor, side), visitor

    async def game(self, request: Request) -> Response:
        """One game: live while it is played, then move by move.

        Requests for finished games wait in a queue; spectators of a running one do not.
        """
        shown, visitor = self._shown(request)
        if shown.running:
            return await self._page(request, shown, visitor)
        async with self.lobby.turn(request):
            return await self._page(request, shown, visitor)

    async def _page(
        self, request: Request, shown: GameView, visitor: Visitor, trouble: str = "", typed: str = ""
    ) -> Response:
        language = language_of(request)
        asked = request.query_params.get("ply", "")
        ply = min(_number(asked), shown.last) if asked else shown.last
        raw = list(shown.exchanges(self.server.requests.referee)) if "raw" in request.query_params else None
        facts = {
            "shown": shown,
            "competition": self.lobby.competition_name(shown.row.event),
            "at": ply,
            "following": not asked,
            "pictured": shown.drawn(ply),
            "course": shown.course(),
            "lines": list(shown.lines(language)),
            "ending": ending(shown, language),
            "turn": shown.turn(),
            "photo": shown.photo(ply),
            "raw": raw,
            "odd": self.lobby.book.odd_answers(shown.row.id) if raw is not None else [],
            "trouble": trouble,
            "typed": typed,
        }
        if trouble:
            return self.lobby.page(request, "engines/game.html", 409, **facts)
        return await self.lobby.long_page(request, "engines/game.html", **facts)

    async def ply(self, request: Request) -> Response:
        """One position of a game: the drawing and the text."""
        shown, _ = self._shown(request)
        if request.path_params["ply"] > shown.last:
            raise HTTPException(404)
        return _plain(shown.drawn(request.path_params["ply"]))

    async def data(self, request: Request) -> Response:
        shown, _ = self._shown(request)
        answer = _plain(shown.data())
        name = f"{shown.row.game}-{shown.row.id}.json"
        answer.headers["Content-Disposition"] = f'inline; filename="{name}"'
        return answer

    async def live(self, request: Request) -> Response:
        """The event stream of a game: the number of plies, until it is over."""
        shown, _ = self._shown(request)
        seen = _number(request.headers.get("last-event-id") or request.query_params.get("after") or "0")
        return News(request, self.lobby.tournaments.streams, self._news(shown.row.id, seen))

    async def _news(self, number: int, seen: int) -> AsyncGenerator[str]:
        yield RETRY
        stopping = asyncio.ensure_future(self.lobby.tournaments.stopping.wait())
        try:
            while not stopping.done() and (board := self.server.board(number)) is not None:
                news, plies = board.news, len(board.sheet.plies)
                if plies != seen:
                    seen = plies
                    yield f"id: {plies}\nevent: ply\ndata: {plies}\n\n"
                    continue
                waiting = asyncio.ensure_future(news.wait())
                await asyncio.wait(
                    (waiting, stopping), timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED
                )
                waiting.cancel()
                if not news.is_set():
                    yield ": still here\n\n"
            if not stopping.done():
                yield "event: over\ndata: 1\n\n"
        finally:
            stopping.cancel()

    # the person

    async def move(self, request: Request) -> Response:
        """A person's move: typed, clicked or random."""
        form = await request.form()
        shown, visitor = self._shown(request)
        if shown.side is None:
            raise HTTPException(403)
        text = field(form, "value", 200).strip()
        try:
            self._play(shown, text, by_chance=bool(field(form, "chance")))
        except GameError as wrong:
            sentence = refusal_text(wrong, shown.row.game, language_of(request))
            return await self._page(request, shown, visitor, sentence, text)
        await self._soon(shown)
        return _to(shown.row)

    def _play(self, shown: GameView, text: str, *, by_chance: bool) -> None:
        if shown.seat is None or shown.side is None:
            return
        if by_chance and shown.seat.awaited:
            rules = find_game(shown.record.game, shown.record.settings)
            text = rules.any_move(shown.frame(shown.last).position, shown.side, SystemRandom())
        shown.seat.play(text)

    async def resign(self, request: Request) -> Response:
        shown, _ = self._shown(request)
        if shown.side is None:
            raise HTTPException(403)
        if shown.seat is not None:
            shown.seat.resign()
        await self._soon(shown)
        return _to(shown.row)

    async def _soon(self, shown: GameView) -> None:
        """Wait a moment until the move is stored."""
        encounter = self.server.running.get(shown.row.id)
        if encounter is not None and len(encounter.sheet.plies) == shown.last:
            try:
                await asyncio.wait_for(encounter.news.wait(), ANSWERED)
            except TimeoutError:
                return


def _check(visitor: Visitor, cards: list[EngineCard]) -> None:
    """Check that this visitor may let these engines play each other."""
    if not cards:
        raise EngineRefused(reason="persons")
    for card in cards:
        if not visitor.may_play(card):
            raise EngineRefused(reason="unknown", number=card.id)  # does not even reveal its name
        if card.retired:
            raise EngineRefused(reason="retired", name=card.name)
    if cards[0].game != cards[-1].game:
        raise EngineRefused(reason="other-game", first=cards[0].name, second=cards[-1].name)


def _summary(row: GameRow, cards: tuple[EngineCard, EngineCard]) -> dict[str, Any]:
    played = row.played
    outcome = played.record.outcome if played else None
    return {
        "id": row.id,
        "game": row.game,
        "kind": row.kind,
        "event": row.event,
        "engines": [row.first or None, row.second or None],
        "names": [card.name for card in cards],
        "begun": row.begun,
        "ended": row.ended or None,
        "winner": outcome.winner if outcome else None,
        "reason": outcome.reason if outcome else None,
    }


def _side(text: str) -> int:
    """The engine or person a field of the form names; anything else is refused."""
    if text.strip() in ("", str(PERSON)):
        return PERSON
    number = _number(text.strip())
    if number == PERSON:
        raise EngineRefused(reason="unknown", number=text.strip()[:20])
    return number


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else 0


def _to(row: GameRow) -> Response:
    return RedirectResponse(f"/arbitre/game/{row.id}", status_code=303)


def _plain(data: Any) -> Response:
    body = json.dumps(data, ensure_ascii=False)
    return Response(body, media_type="application/json", headers={"Cache-Control": "no-store"})
