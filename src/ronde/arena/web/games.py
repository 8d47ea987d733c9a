"""Games of engines: started with one click, followed live, played by a person, replayed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Hashable
from random import SystemRandom
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.app.command import Right
from ronde.arena.games import GAMES, SIMPLEST_GAME, GameError, find_game, photo_with_side
from ronde.arena.http import (
    PERSON,
    Challenge,
    EngineCard,
    GameRequest,
    GameRow,
    PersonSide,
    find_engine,
    propose,
)
from ronde.arena.web.game_view import GameView, ending, show
from ronde.arena.web.visitor import RefereeSite, Visitor, field, greet, number_in, read_side, refusal_text
from ronde.i18n import error_text, say
from ronde.model.errors import EngineRefused, RondeError
from ronde.model.player import clean_name
from ronde.web.desk.publishing import archive, download
from ronde.web.server.accounts import LONGEST_NAME
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.live import HEARTBEAT, RETRY, EventStream
from ronde.web.server.request import client_of, form_of, language_of, source_of

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
MOST_SAVED = 1_000
"""Games in one download."""
ANSWERED = 0.5
"""Seconds a page waits until the move it has sent is in the list."""


class EngineGamePages:
    def __init__(self, site: RefereeSite) -> None:
        self.site = site
        self.server = site.server
        self._strangers: dict[int, str] = {}
        """The addresses of strangers by the numbers of their games."""

    def routes(self) -> list[GuardedRoute]:
        one, version = "/arbitre/game/{number:int}", self.site.version
        return [
            GuardedRoute("/arbitre/games", self.games, Right.ANYBODY, version=version),
            GuardedRoute("/arbitre/games.json", self.games_data, Right.ANYBODY, version=version),
            GuardedRoute("/arbitre/games/new", self.form, Right.ANYBODY, version=version),
            GuardedRoute("/arbitre/games/new", self.begin, Right.ANYBODY, methods=["POST"]),
            GuardedRoute("/arbitre/account/games.zip", self.own_games, Right.ACCOUNT, download=True),
            GuardedRoute(one, self.game, Right.ANYBODY, version=self._version),
            GuardedRoute(one + ".json", self.data, Right.ANYBODY, version=self._version),
            GuardedRoute(one + "/ply/{ply:int}", self.ply, Right.ANYBODY, version=self._version),
            GuardedRoute(one + "/live", self.live, Right.ANYBODY),
            GuardedRoute(one + "/move", self.move, Right.ANYBODY, methods=["POST"]),
            GuardedRoute(one + "/resign", self.resign, Right.ANYBODY, methods=["POST"]),
        ]

    def _version(self, request: Request) -> Hashable:
        running = request.path_params["number"] in self.server.running
        return self.site.live_version(request) if running else self.site.version(request)

    # lists

    def _seen(
        self, visitor: Visitor, rows: list[GameRow]
    ) -> list[tuple[GameRow, tuple[EngineCard, EngineCard]]]:
        games = [(row, self.server.cards(row)) for row in rows]
        return [one for one in games if visitor.may_see(*one, self.site.side_of(visitor, one[0]))]

    def listed(self, visitor: Visitor, rows: list[GameRow], language: str) -> list[dict[str, Any]]:
        """Games for a list: number, names, state or ending."""
        return [self._line(row, cards, visitor, language) for row, cards in self._seen(visitor, rows)]

    def _line(
        self, row: GameRow, cards: tuple[EngineCard, EngineCard], visitor: Visitor, language: str
    ) -> dict[str, Any]:
        shown = show(self.server, row, cards, visitor, None)
        outcome = shown.record.outcome
        return {
            "row": shown.row,
            "cards": cards,
            "winner": outcome.winner if outcome.over else None,
            "ending": ending(shown, language),
            "plies": shown.last,
        }

    def games(self, request: Request) -> Response:
        """Running and finished games."""
        visitor, language = self.site.visitor(request), language_of(request)
        running = self.site.book.running(most=LISTED)
        before = _number(request.query_params.get("before", "")) or 2**62
        past = [row for row in self.site.book.games(most=LISTED, before=before) if row.ended]
        context = {
            "running": self.listed(visitor, running, language),
            "past": self.listed(visitor, past, language),
            "older": past[-1].id if len(past) == LISTED else 0,
        }
        return self.site.page(request, "engines/games.html", **context)

    def games_data(self, request: Request) -> Response:
        """The same as JSON."""
        rows = self._seen(self.site.visitor(request), self.site.book.games(most=LISTED))
        return _plain([_summary(row, cards) for row, cards in rows])

    def own_games(self, request: Request) -> Response:
        """The latest finished games of the visitor's engines, as one archive of records."""
        visitor, book = self.site.visitor(request), self.site.book
        owned = [card.id for card in book.engines() if card.owner == visitor.number]
        rows = {row.id: row for one in owned for row in book.games(engine=one, most=MOST_SAVED) if row.ended}
        seen = self._seen(visitor, [rows[number] for number in sorted(rows)[-MOST_SAVED:]])
        records = {
            f"{row.game}-{row.id}.json": _json(show(self.server, row, cards, visitor, None).data())
            for row, cards in seen
        }
        return download("games.zip", archive(records))

    # starting a game

    def form(self, request: Request) -> Response:
        """The form for a new game, filled from the query."""
        asked = request.query_params
        wish = {name: asked.get(name, "")[:2_000] for name in ("game", "first", "second", "photo", "side")}
        return self._form(request, wish)

    def _form(self, request: Request, wish: dict[str, str], trouble: str = "", status: int = 200) -> Response:
        visitor = self.site.visitor(request)
        cards = [card for card in self.site.book.engines() if not card.retired and visitor.may_play(card)]
        game = self._game(wish, visitor)
        context = {"wish": wish, "game": game, "games": sorted(GAMES), "trouble": trouble}
        return self.site.page(
            request,
            "engines/new_game.html",
            status,
            cards=[card for card in cards if card.game == game],
            **context,
        )

    def _game(self, wish: dict[str, str], visitor: Visitor) -> str:
        """The requested game: that of the engines, if one is named."""
        game = wish["game"] if wish["game"] in GAMES else SIMPLEST_GAME
        for name in ("first", "second"):
            named = self.site.book.engine(_number(wish[name]))
            game = named.game if named and visitor.may_play(named) else game
        return game

    def begin(self, request: Request) -> Response:
        self.site.slow_down(request, self.site.wishes)
        form = form_of(request)
        wish = {name: field(form, name) for name in ("game", "first", "second", "photo", "side", "name")}
        if field(form, "turned"):
            wish |= {"first": wish["second"], "second": wish["first"]}
        answer = RedirectResponse("/", status_code=303)
        try:
            place = self._begin(request, wish, answer)
        except RondeError as error:
            return self._form(request, wish, error_text(error, language_of(request)), 409)
        except GameError as wrong:
            sentence = refusal_text(wrong, self._game(wish, self.site.visitor(request)), language_of(request))
            return self._form(request, wish, sentence, 409)
        answer.headers["location"] = place
        return answer

    def _begin(self, request: Request, wish: dict[str, str], answer: Response) -> str:
        """Begin a game, or propose it to the owner of the other engine; the address of what to see next."""
        visitor = self.site.visitor(request)
        first, second = _side(wish["first"]), _side(wish["second"])
        cards = [find_engine(self.site.book, number) for number in (first, second) if number != PERSON]
        _check(visitor, cards)
        guest = None
        if PERSON in (first, second):
            guest = self._guest_name(request, visitor, wish["name"]), greet(request, answer)
        else:
            _check_own(visitor, cards)
        game = find_game(self._game(wish, visitor))
        start = photo_with_side(game, wish["photo"].strip(), read_side(wish["side"]))
        stranger = source_of(client_of(request)) if guest and not visitor.known else ""
        asked = GameRequest(first, second, start=start, guest=guest)
        if guest is None and (others := visitor.asks(cards)):
            wished = Challenge(0, visitor.number, others[0].owner, first, second, start)
            self.site.on_loop(self._propose, asked, wished)
            return "/arbitre/news"
        return f"/arbitre/game/{self.site.on_loop(self.start, asked, stranger).id}"

    def _propose(self, asked: GameRequest, wished: Challenge) -> None:
        self.server.new_state(asked)  # refuses a photo that is none
        propose(self.server.book, wished)

    def _guest_name(self, request: Request, visitor: Visitor, name: str) -> str:
        """The name of a person; that of somebody else's account is refused."""
        if not name.strip():
            return visitor.account.name if visitor.account else say("arbitre.guest", language_of(request))
        name = clean_name(name, field="name", longest=LONGEST_NAME)
        self.site.accounts.check_free(name, visitor.number)
        return name

    def start(self, asked: GameRequest, stranger: str = "") -> GameRow:
        """Start a game if there is a slot, which nobody can take meanwhile; `stranger` is an address."""
        question = (
            "SELECT count(*) FROM guest JOIN game ON game.id = guest.game WHERE digest = ? AND ended IS NULL"
        )
        own = next(self.server.book.execute(question, asked.guest[1]))[0] if asked.guest else 0
        if len(self.server.running) >= MOST or own >= MOST_OF_ONE:
            raise EngineRefused(reason="too-many")
        if stranger:
            self._free_place(stranger)
        row = self.server.begin(asked)
        if stranger:
            self._strangers[row.id] = stranger
        return row

    def _free_place(self, address: str) -> None:
        """Whether a stranger may start a game: not if his address has many, nor if no slot can be freed."""
        running = self.server.running
        self._strangers = {game: place for game, place in self._strangers.items() if game in running}
        if list(self._strangers.values()).count(address) >= MOST_OF_ADDRESS:
            raise EngineRefused(reason="too-many")
        persons = [seat for game in running.values() for seat in game.sides if isinstance(seat, PersonSide)]
        if len(persons) < MOST_PERSONS:
            return
        longest = max(persons, key=lambda seat: seat.silent)
        if longest.silent < SILENT:
            raise EngineRefused(reason="too-many")
        longest.leave()

    # one game

    def _shown(self, request: Request) -> GameView:
        row = self.site.book.game(number_in(request, "number"))
        if row is None:
            raise HTTPException(404)
        visitor, cards = self.site.visitor(request), self.server.cards(row)
        side = self.site.side_of(visitor, row)
        if not visitor.may_see(row, cards, side):
            raise HTTPException(404)
        return show(self.server, row, cards, visitor, side)

    def game(self, request: Request) -> Response:
        """One game: live while it is played, then move by move."""
        return self._page(request, self._shown(request))

    def _page(self, request: Request, shown: GameView, trouble: str = "", typed: str = "") -> Response:
        language = language_of(request)
        asked = request.query_params.get("ply", "")
        ply = min(_number(asked), shown.last) if asked else shown.last
        raw = list(shown.exchanges(self.server.requests.referee)) if "raw" in request.query_params else None
        context = {
            "shown": shown,
            "competition": self.site.competition_name(shown.row.event),
            "at": ply,
            "following": not asked,
            "pictured": shown.drawn(ply),
            "course": shown.course(),
            "lines": list(shown.lines(language)),
            "ending": ending(shown, language),
            "turn": shown.turn(),
            "photo": shown.photo(ply),
            "again": _playable_again(shown, self.site.visitor(request)),
            "raw": raw,
            "odd": self.site.book.odd_answers(shown.row.id) if raw is not None else [],
            "trouble": trouble,
            "typed": typed,
        }
        return self.site.page(request, "engines/game.html", 409 if trouble else 200, **context)

    def ply(self, request: Request) -> Response:
        """One position of a game: the drawing and the text."""
        shown = self._shown(request)
        if request.path_params["ply"] > shown.last:
            raise HTTPException(404)
        return _plain(shown.drawn(request.path_params["ply"]))

    def data(self, request: Request) -> Response:
        shown = self._shown(request)
        answer = _plain(shown.data())
        name = f"{shown.row.game}-{shown.row.id}.json"
        answer.headers["Content-Disposition"] = f'inline; filename="{name}"'
        return answer

    async def live(self, request: Request) -> Response:
        """The event stream of a game: the number of plies, until it is over."""
        shown = await run_in_threadpool(self._shown, request)
        seen = _number(request.headers.get("last-event-id") or request.query_params.get("after") or "0")
        return EventStream(request, self.site.tournaments.streams, self._events(shown.row.id, seen))

    async def _events(self, number: int, seen: int) -> AsyncGenerator[str]:
        yield RETRY
        stopping = asyncio.ensure_future(self.site.tournaments.stopping.wait())
        try:
            while not stopping.done() and (board := self.server.board(number)) is not None:
                changed, plies = board.changed, len(board.state.plies)
                if plies != seen:
                    seen = plies
                    yield f"id: {plies}\nevent: ply\ndata: {plies}\n\n"
                    continue
                waiting = asyncio.ensure_future(changed.wait())
                await asyncio.wait(
                    (waiting, stopping), timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED
                )
                waiting.cancel()
                if not changed.is_set():
                    yield ": still here\n\n"
            if not stopping.done():
                yield "event: over\ndata: 1\n\n"
        finally:
            stopping.cancel()

    # the person

    async def move(self, request: Request) -> Response:
        """A person's move: typed, clicked or random."""
        form = form_of(request)
        shown, text = await run_in_threadpool(self._typed, request, form)
        try:
            if shown.seat is not None:
                shown.seat.play(text)
        except GameError as wrong:
            return await run_in_threadpool(self._refused, request, shown, text, wrong)
        await self._soon(shown)
        return _to(shown.row)

    def _typed(self, request: Request, form: FormData) -> tuple[GameView, str]:
        """The game and the move of a person, who may leave it to chance."""
        shown = self._of_player(request)
        awaited = shown.seat is not None and shown.seat.awaited
        if not field(form, "chance") or not awaited or shown.side is None:
            return shown, field(form, "value", 200).strip()
        rules = find_game(shown.record.game, shown.record.settings)
        return shown, rules.any_move(shown.frame(shown.last).position, shown.side, SystemRandom())

    def _of_player(self, request: Request) -> GameView:
        shown = self._shown(request)
        if shown.side is None:
            raise HTTPException(403)
        return shown

    def _refused(self, request: Request, shown: GameView, text: str, wrong: GameError) -> Response:
        return self._page(request, shown, refusal_text(wrong, shown.row.game, language_of(request)), text)

    async def resign(self, request: Request) -> Response:
        shown = await run_in_threadpool(self._of_player, request)
        if shown.seat is not None:
            shown.seat.resign()
        await self._soon(shown)
        return _to(shown.row)

    async def _soon(self, shown: GameView) -> None:
        """Wait a moment until the move is stored."""
        running_game = self.server.running.get(shown.row.id)
        if running_game is not None and len(running_game.state.plies) == shown.last:
            try:
                await asyncio.wait_for(running_game.changed.wait(), ANSWERED)
            except TimeoutError:
                return


def _playable_again(shown: GameView, visitor: Visitor) -> bool:
    """Whether the visitor may begin the same game with the sides exchanged."""
    engines = [card for card in shown.cards if card.id != PERSON]
    plays = (
        shown.side is not None if PERSON in (shown.row.first, shown.row.second) else visitor.may_pit(engines)
    )
    ready = all(visitor.may_play(card) and not card.retired for card in engines)
    return plays and ready and not shown.running and not shown.row.event


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


def _check_own(visitor: Visitor, cards: list[EngineCard]) -> None:
    """Check that two engines are not made to play by somebody else altogether."""
    if not visitor.known:
        raise HTTPException(403)
    if not visitor.may_pit(cards):
        raise EngineRefused(reason="not-own")


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
    return Response(_json(data), media_type="application/json", headers={"Cache-Control": "no-store"})


def _json(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode()
