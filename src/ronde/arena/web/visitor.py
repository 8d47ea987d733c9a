"""The sender of a request: the host, an owner of engines, a guest with a game, or anybody."""

from __future__ import annotations

import asyncio
import hmac
import secrets
import threading
import time
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ronde.app.command import Right
from ronde.arena.games import GameError, IllegalMove, Side
from ronde.arena.http import EngineCard, EngineStore, GameRow, GameServer, Manner, awaited
from ronde.i18n import error_text, safe_excerpt, say, section_words
from ronde.model.errors import PositionImpossible
from ronde.web.server.accounts import Account, Accounts, digest
from ronde.web.server.rendering import render
from ronde.web.server.request import GUEST, account_of, allowed, client_of, language_of, set_cookie, source_of
from ronde.web.server.security import Buckets
from ronde.web.server.tournaments import Tournaments

T = TypeVar("T")
YEAR = 365 * 86_400
BUSY = 8
"""Running games from which on spectators may get a page that is a second old."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """What a visitor may see and do."""

    account: Account | None
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

    def asks(self, cards: Iterable[EngineCard]) -> list[EngineCard]:
        """The engines that play against another engine only if their registered owners accept."""
        return [card for card in cards if card.owner and not self.owns(card)]

    def may_pit(self, cards: Sequence[EngineCard]) -> bool:
        """Whether he may propose a game of two engines: one is his own, or nobody must accept."""
        return self.known and (not self.asks(cards) or any(map(self.owns, cards)))

    def may_see(self, row: GameRow, cards: tuple[EngineCard, EngineCard], side: Side | None) -> bool:
        """Whether he may see a game: competitions are public, private engines are not."""
        if row.event or side is not None:
            return True
        return all(map(self.may_play, cards)) or any(map(self.owns, cards))


class RefereeSite:
    """Functions shared by all pages of the referee server."""

    def __init__(self, server: GameServer, tournaments: Tournaments, accounts: Accounts) -> None:
        self.server = server
        self.tournaments = tournaments
        self.accounts = accounts
        self.loop: asyncio.AbstractEventLoop | None = None
        """The loop of the running games, once they are open."""
        self.changing = threading.Lock()
        """Held from reading an engine until it is written."""
        self.tries = Buckets(rate=0.2, burst=10)
        """Attempts at the old password, by account."""
        self.trials = Buckets(rate=1.0, burst=60)
        """Requests of the tester: limited, so that no engine is flooded."""
        self.wishes = Buckets(rate=2.0, burst=60)
        """Started games."""
        self._counting = threading.Lock()

    @property
    def book(self) -> EngineStore:
        """The store as the calling thread reads it; only the loop writes, to `server.book`."""
        return self.server.book.reading

    def on_loop(self, work: Callable[..., T], *values: object) -> T:
        """Call a function on the loop, from a thread: it changes the store or running games."""

        async def call() -> T:
            return work(*values)

        assert self.loop is not None
        return asyncio.run_coroutine_threadsafe(call(), self.loop).result()

    def version(self, request: Request) -> Hashable:
        """What a page for spectators depends on; while many games are played it may be a second old."""
        if request.scope["query_string"]:
            return None
        if len(self.server.running) >= BUSY:
            return int(time.monotonic())
        return self.server.book.changes, self.tournaments.changes

    def live_version(self, request: Request) -> Hashable:
        """The same for a page with running clocks, which is never more than a second old."""
        version = self.version(request)
        return None if version is None else (version, int(time.monotonic()))

    def visitor(self, request: Request) -> Visitor:
        account, token = account_of(request), request.cookies.get(GUEST, "")
        account = account if account is not None and account.may(Right.ACCOUNT) else None
        return Visitor(account, allowed(request, Right.HOST), digest(token) if token else b"")

    def account(self, request: Request) -> Account:
        """The account of a request; refused without one."""
        account = self.visitor(request).account
        if account is None:
            raise HTTPException(403)
        return account

    def competition_name(self, event: str) -> str:
        """The name of a competition in its tournament; empty if that is not shown here."""
        stem = event.rpartition("/")[0]
        tournaments = list(self.tournaments.by_slug.values()) if stem else []
        live = (one for one in tournaments if one.path.stem == stem)
        return next((one.tournament.name for one in live), "")

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

    def change_engine(self, card: EngineCard) -> None:
        self.on_loop(self.server.book.change_engine, card)

    def slow_down(self, request: Request, bucket: Buckets) -> None:
        """Limit the rate of requests: per number for accounts, per address for guests."""
        with self._counting:
            taken = bucket.take(self._source(request), time.monotonic())
        if not taken:
            raise HTTPException(429)

    def forgive(self, request: Request, bucket: Buckets) -> None:
        """Do not count a correct attempt."""
        with self._counting:
            bucket.give_back(self._source(request))

    def _source(self, request: Request) -> str:
        account = self.visitor(request).account
        return f"account {account.id}" if account else source_of(client_of(request))

    def side_of(self, visitor: Visitor, row: GameRow) -> Side | None:
        if (row.first and row.second) or not visitor.guest:
            return None
        guests = self.book.guests(row.id).items()
        return next((side for side, (_, kept) in guests if hmac.compare_digest(kept, visitor.guest)), None)

    def page(self, request: Request, template: str, status: int = 200, /, **context: Any) -> Response:
        language = language_of(request)

        def a(key: str, /, **values: object) -> str:
            return say(f"arbitre.{key}", language, **values)

        visitor = self.visitor(request)
        shared = {"a": a, "visitor": visitor, "trouble": "", "house": Manner.BUILT_IN}
        shared["awaited"] = awaited(self.book, visitor.number)
        return render(request, template, status, **shared | context)


def greet(request: Request, answer: Response) -> bytes:
    """Set a guest's cookie if there is none; the digest of its token."""
    token = request.cookies.get(GUEST, "")
    if not token:
        token = secrets.token_urlsafe(24)
        set_cookie(request, answer, GUEST, token, YEAR, strict=False)
    return digest(token)


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
        return say("programs.not-played", language, text=safe_excerpt(text), reason=reason)
    context = {**wrong.facts, "text": text, "game": game, "reason": wrong.reason}
    return error_text(PositionImpossible(**context), language)
