"""The sender of a request: the host, an owner of engines, a guest with a game, or anybody."""

from __future__ import annotations

import asyncio
import hmac
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ronde.core.errors import PositionImpossible
from ronde.games.door import GameError, IllegalMove, Side
from ronde.http_engines.door import EngineCard, EngineStore, GameRow, GameServer, Manner
from ronde.i18n.door import harmless, say, section_words, tell
from ronde.web.engines.shared_pages import SharedPages
from ronde.web.server.aside import CROWDED, billed_to, greedy
from ronde.web.server.guard import Buckets
from ronde.web.server.page_cache import sent
from ronde.web.server.passwords import digest
from ronde.web.server.rendering import gently, render
from ronde.web.server.request import (
    GUEST,
    allowed,
    client_of,
    language_of,
    payer_of,
    set_cookie,
    sitting,
    theme_of,
)
from ronde.web.server.rights import Right, Seat
from ronde.web.server.seats import Seats
from ronde.web.server.tournaments import Tournaments

T = TypeVar("T")
YEAR = 365 * 86_400
EACH = 8
"""Long lists that one address may wait for at a time."""
TOGETHER = 64
BUSY = 8
"""Running games from which on spectators may get a page that is a second old."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """What a visitor may see and do."""

    account: Seat | None
    host: bool
    guest: bytes
    """The digest of the token in his cookie; it only identifies his games."""

    @property
    def known(self) -> bool:
        return self.host or self.account is not None

    @property
    def number(self) -> int:
        """The account under which he registers engines; the host's belong to the server."""
        return self.account.id if self.account else 0

    def owns(self, card: EngineCard) -> bool:
        """Whether he may change the engine."""
        return self.host or (self.account is not None and card.owner == self.account.id)

    def may_play(self, card: EngineCard) -> bool:
        return card.public or self.owns(card)

    def may_see(self, row: GameRow, cards: tuple[EngineCard, EngineCard], side: Side | None) -> bool:
        """Whether he may see a game: competitions are public, private engines are not."""
        if row.event or side is not None:
            return True
        return all(map(self.may_play, cards)) or any(map(self.owns, cards))


class Lobby:
    """Functions shared by all pages of the referee server."""

    def __init__(self, server: GameServer, tournaments: Tournaments, seats: Seats) -> None:
        self.server = server
        self.book = server.book
        self.tournaments = tournaments
        self.seats = seats
        self.tries = Buckets(rate=0.2, burst=10)
        """Attempts at the old password, by account."""
        self.trials = Buckets(rate=1.0, burst=60)
        """Requests of the tester: limited, so that no engine is flooded."""
        self.wishes = Buckets(rate=2.0, burst=60)
        """Started games."""
        self.shared_pages = SharedPages()
        self._turn = asyncio.Semaphore(1)
        self._waiting: Counter[str] = Counter()

    def visitor(self, request: Request) -> Visitor:
        seat, word = sitting(request), request.cookies.get(GUEST, "")
        account = seat if seat is not None and seat.may(Right.ACCOUNT) else None
        return Visitor(account, allowed(request, Right.HOST), digest(word) if word else b"")

    def account(self, request: Request) -> Seat:
        """The account of a request; refused without one."""
        account = self.visitor(request).account
        if account is None:
            raise HTTPException(403)
        return account

    def competition_name(self, event: str) -> str:
        """The name of a competition in its tournament; empty if that is not shown here."""
        stem = event.rpartition("/")[0]
        opened = (one for one in self.tournaments.by_slug.values() if stem and one.path.stem == stem)
        return next((one.tournament.name for one in opened), "")

    def engine(self, request: Request) -> EngineCard:
        card = self.book.engine(number_in(request, "number"))
        if card is None:
            raise HTTPException(404)
        return card

    def own_engine(self, request: Request) -> EngineCard:
        """The engine in the address; refused if it is not the visitor's."""
        visitor, card = self.visitor(request), self.engine(request)
        if not visitor.owns(card):
            raise HTTPException(403)
        return card

    def slow_down(self, request: Request, bucket: Buckets) -> None:
        """Limit the rate of requests: per number for accounts, per address for guests."""
        if not bucket.take(self._payer(request), time.monotonic()):
            raise HTTPException(429)

    def forgive(self, request: Request, bucket: Buckets) -> None:
        """Do not count a correct attempt."""
        bucket.give_back(self._payer(request))

    def _payer(self, request: Request) -> str:
        account = self.visitor(request).account
        return f"account {account.id}" if account else payer_of(client_of(request))

    def side_of(self, visitor: Visitor, row: GameRow) -> Side | None:
        if (row.first and row.second) or not visitor.guest:
            return None
        guests = self.book.guests(row.id).items()
        return next((side for side, (_, kept) in guests if hmac.compare_digest(kept, visitor.guest)), None)

    @asynccontextmanager
    async def turn(self, request: Request) -> AsyncIterator[None]:
        """Serialise slow work: threads share the interpreter with the clocks.

        Refuses a visitor with too many waiting requests, and everybody if too many wait in all.
        """
        payer = billed_to(request)
        if self._waiting[payer] >= EACH:
            raise greedy()
        if self._waiting.total() >= TOGETHER:
            raise HTTPException(503, CROWDED, {"Retry-After": "2"})
        self._waiting[payer] += 1
        try:
            async with self._turn:
                yield
        finally:
            self._waiting[payer] -= 1
            self._waiting += Counter()  # remove visitors with nothing waiting

    async def asked(self, request: Request, ask: Callable[[EngineStore], T]) -> T:
        """Run a long query for a visitor, in turn."""
        async with self.turn(request):
            return await self.book.aside(ask)

    async def shared(self, request: Request, draw: Callable[[Request], Awaitable[Response]]) -> Response:
        """A page that is the same for all spectators, rendered once; other visitors get their own."""
        guest = GUEST in request.cookies
        if guest or sitting(request) is not None or request.scope["query_string"]:
            return await draw(request)
        key = request.url.path, language_of(request), theme_of(request)
        keep = len(self.server.running) >= BUSY
        page = await self.shared_pages.page(key, lambda: draw(request), keep=keep)
        return sent(request, page, {"Cache-Control": "no-store"})

    async def long_page(self, request: Request, template: str, /, **facts: Any) -> Response:
        """A long page, rendered in pieces so that the loop is not blocked."""
        text = await gently(request, template, self._context(request, facts))
        return HTMLResponse(text, headers={"Cache-Control": "no-store"})

    def page(self, request: Request, template: str, status: int = 200, /, **facts: Any) -> Response:
        return render(request, template, status, **self._context(request, facts))

    def _context(self, request: Request, facts: dict[str, Any]) -> dict[str, Any]:
        language = language_of(request)

        def a(key: str, /, **values: object) -> str:
            return say(f"arbitre.{key}", language, **values)

        shared = {"a": a, "visitor": self.visitor(request), "trouble": "", "house": Manner.HOUSE}
        return shared | facts


def greet(request: Request, answer: Response) -> bytes:
    """Set a guest's cookie if there is none; the digest of its token."""
    word = request.cookies.get(GUEST, "")
    if not word:
        word = secrets.token_urlsafe(24)
        set_cookie(request, answer, GUEST, word, YEAR, strict=False)
    return digest(word)


def number_in(request: Request, name: str) -> int:
    """A number in the address; 404 if it is out of range."""
    number: int = request.path_params[name]
    return number if number < 2**62 else 0


def field(form: FormData, name: str, longest: int = 2_000) -> str:
    value = form.get(name, "")
    return value[:longest] if isinstance(value, str) else ""


def read_side(text: str) -> Side | None:
    """The side to move chosen beside a photo, if any."""
    return 1 if text == "1" else 2 if text == "2" else None


def refusal_text(wrong: GameError, game: str, language: str) -> str:
    key, text = f"refusal-{wrong.reason}", str(wrong.facts.get("text", ""))[:200]
    if isinstance(wrong, IllegalMove) and key in section_words("games", language):
        reason = say(f"games.{key}", language)
        return say("programs.not-played", language, text=harmless(text), reason=reason)
    facts = {**wrong.facts, "text": text, "game": game, "reason": wrong.reason}
    return tell(PositionImpossible(**facts), language)
