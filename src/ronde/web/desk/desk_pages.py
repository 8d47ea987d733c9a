"""Functions shared by all pages of the desk."""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, field
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.app import commands
from ronde.app.command import Command
from ronde.app.desk import Desk, KeyedRequest, Outcome
from ronde.app.known_people import KnownPeople
from ronde.app.notices import RuleBroken, TableDissolved
from ronde.app.rights import Actor
from ronde.core.errors import RondeError
from ronde.formats.chronicle import action_text
from ronde.i18n.door import say, tell
from ronde.web.desk.menu import Offer, offers
from ronde.web.desk.previews import PendingDraw
from ronde.web.desk.uploads import Uploads
from ronde.web.server.aside import billed_to, brief, given, light, passed_on, rendered
from ronde.web.server.closings import Closings
from ronde.web.server.open_tournament import OpenTournament
from ronde.web.server.past import Moments, asked_moment
from ronde.web.server.rendering import render
from ronde.web.server.request import allowed, language_of, session_word, sitting, theme_of
from ronde.web.server.seats import Seats
from ronde.web.server.tournaments import Tournaments
from ronde.web.server.webhooks import Webhooks

Again = Callable[[str], Response]
"""Renders the page again with an error."""

Page = Callable[[Request], Awaitable[Response]]
Given = Callable[["DeskPages", Request, OpenTournament], Awaitable[dict[str, Any]]]
"""Data that a worker gets with the request."""

TOLD_BEFORE = (RuleBroken, TableDissolved)
"""Notices about what a page has asked before, or the sentence of the history says."""
REMEMBERED = 5_000
LONGEST = 400
LONGEST_KEY = 80
KEY = f"(key {secrets.token_hex(16)})"
"""Placeholder in a page rendered by a worker, replaced by a fresh key."""


@dataclass(frozen=True, slots=True)
class Notice:
    """The last action of an arbiter, and whether undo takes it back."""

    text: str
    undoable: bool = False
    redoable: bool = False


@dataclass
class DeskPages:
    """The tournaments, the signed-in arbiters, and pending notices."""

    tournaments: Tournaments
    seats: Seats
    moments: Moments = field(default_factory=Moments)
    known: KnownPeople = field(default_factory=KnownPeople)
    intakes: Uploads = field(default_factory=Uploads)
    drawings: OrderedDict[str, PendingDraw] = field(default_factory=OrderedDict)
    """Rounds being previewed; kept in memory only."""
    webhooks: Webhooks | None = None
    """Webhooks; none in a worker."""
    closings: Closings | None = None
    """Actions after each closing, if configured."""
    _said: OrderedDict[str, Notice] = field(default_factory=OrderedDict)

    def signed(self, request: Request) -> str:
        """The name of the requester, as it is stored in the journal."""
        return self.actor(request).name

    def actor(self, request: Request) -> Actor:
        """The requester with the rights in the tournament of the address."""
        seat = sitting(request)
        if seat is None:
            raise HTTPException(403)
        return seat.actor(str(request.path_params.get("slug", "")))

    def seated(self, request: Request) -> tuple[OpenTournament, str]:
        """The tournament of the address, as of an event if `?at=` names one, and the requester."""
        opened, seat = self.seated_now(request)
        number = asked_moment(request) if request.method == "GET" else None
        if number is None:
            return opened, seat
        if self.tournaments.pool is not None and not brief(opened):
            raise HTTPException(404)  # workers replay long histories, for the pages they render
        return self.moments.of(opened, number), seat

    def seated_now(self, request: Request) -> tuple[OpenTournament, str]:
        """The tournament of the address in its current state, and the requester."""
        seat = self.signed(request)
        opened = self.tournaments.by_slug.get(request.path_params["slug"])
        if opened is None:
            raise HTTPException(404)
        return opened, seat

    def page(self, request: Request, template: str, status: int = 200, /, **facts: Any) -> Response:
        """A page of the desk, with the pending notice."""
        language = language_of(request)
        opened = facts.get("opened")

        def d(key: str, /, **values: object) -> str:
            return say(f"webdesk.{key}", language, **values)

        noticed = "said" in facts
        shared = {
            "trouble": "",
            "d": d,
            "said": None if noticed else self._said_last(request),
            "offers": self._offers(request, opened)
            if isinstance(opened, OpenTournament) and not opened.past
            else [],
        }
        return render(request, template, status, **shared | facts)

    def _said_last(self, request: Request) -> Notice | None:
        """Messages this visitor has not seen yet; a worker gets them with the request."""
        if self.tournaments.pool is None:
            notice = given(request).get("said")
            return Notice(**notice) if notice else None
        return None if _renews_itself(request) else self._said.pop(session_word(request), None)

    def aside(
        self, page: Page, always: Callable[[Request], bool] = lambda request: False, more: Given | None = None
    ) -> Page:
        """A page that grows with its tournament: rendered by a worker if that is large, or always.

        `more` is what only this process knows.
        """

        async def asked(request: Request) -> Response:
            (opened, seat), pool = self.seated_now(request), self.tournaments.pool
            near = light(opened.tournament) if asked_moment(request) is None else brief(opened)
            if pool is None or (near and not always(request)):
                return await page(request)
            said, seated = self._said_last(request), sitting(request)
            beside_page = {
                "seat": msgspec.to_builtins(seated),
                "said": asdict(said) if said else None,
                "key": KEY,
            }
            beside = await more(self, request, opened) if more else {}
            wishes = request.scope["path"], request.scope["query_string"], language_of(request)
            now = opened.serial, opened.desk.number, opened.side, msgspec.json.encode(beside)
            key = (*wishes, theme_of(request), *now, seated, said)
            beside_page |= beside
            done = await rendered(
                pool, request, opened, given=beside_page, payer=billed_to(request, seat), key=key
            )
            answer = passed_on(done)
            answer.body = done.body.replace(KEY.encode(), new_key().encode())
            answer.headers["content-length"] = str(len(answer.body))
            return answer

        return asked

    def key(self, request: Request) -> str:
        """A fresh key for the line of a page; a worker writes a placeholder."""
        return new_key() if self.tournaments.pool is not None else str(given(request).get("key", ""))

    def _offers(self, request: Request, opened: OpenTournament) -> list[Offer]:
        """The actions this requester may use; public pages are for everybody."""
        return [
            offer
            for offer in offers(opened, language_of(request))
            if allowed(request, offer.right, opened.slug)
        ]

    def remark(self, request: Request, said: Notice) -> None:
        """Keep a sentence for the next page this visitor sees; pages that reload themselves cause none."""
        if _renews_itself(request):
            return
        self._said[session_word(request)] = said
        _forget(self._said)

    async def act(self, request: Request, command: Command, *, then: str = "", again: Again) -> Response:
        """Act, then redirect to a page of the tournament; a refusal shows the page again, nothing is lost."""
        try:
            outcome = await self.run(request, command)
        except RondeError as error:
            return again(tell(error, language_of(request)))
        return self.done(request, outcome, then)

    async def run(self, request: Request, command: Command) -> Outcome:
        """Do what a command says, as the requester; a form with a key counts once."""
        opened, _ = self.seated(request)
        actor = self.actor(request)
        keyed = await _keyed(request, actor)

        def work(desk: Desk) -> Outcome:
            desk.known = self.known.numbers
            return desk.run(command, actor, request=keyed)

        return await opened.use(work)

    async def begin(
        self, request: Request, command: commands.OpenTournament | commands.NextSeason
    ) -> OpenTournament:
        """A new tournament in a new place; a refusal makes none."""
        actor = self.actor(request)

        def work() -> OpenTournament:
            path = self.tournaments.new_place(command.name)
            Desk.begin(path, command, actor).close()
            return self.tournaments.open(path)

        return self.tournaments.welcome(await run_in_threadpool(work))

    def done(
        self, request: Request, outcome: Outcome, then: str = "", said: str = "", hint: str = ""
    ) -> Response:
        """Redirect to a page that tells what was done: as the history does, or as `said`; and a `hint`."""
        opened, _ = self.seated(request)
        language = language_of(request)
        told = said or action_text(outcome.after, outcome.events, language)
        more = [*outcome.sentences(language, TOLD_BEFORE), *([hint] if hint else [])]
        more += [tell(one, language) for one in outcome.troubles]
        if told or more:
            self.remark(request, Notice(_sentences(told, more), undoable=bool(outcome.events)))
        return to(opened, then)


async def _keyed(request: Request, actor: Actor) -> KeyedRequest | None:
    """The form with its key, if it has one."""
    form = await request.form()
    key = text_of(form, "key", LONGEST_KEY)
    if not key or not key.isascii() or not key.isprintable():
        return None
    content = repr((request.url.path, form.multi_items()))
    return KeyedRequest(actor.name, key, hashlib.sha256(content.encode()).digest())


def _sentences(first: str, more: list[str]) -> str:
    ended = f"{first}." if first and more and not first.endswith(".") else first
    return " ".join(filter(None, (ended, *more)))


def new_key() -> str:
    """A unique key: two lines with the same key count once."""
    return secrets.token_urlsafe(12)


def to(opened: OpenTournament, place: str = "") -> RedirectResponse:
    """Redirect to a page of the tournament's desk."""
    return RedirectResponse(f"/desk/{opened.slug}{place}", status_code=303)


def text_of(form: FormData, name: str, longest: int = LONGEST) -> str:
    """A field of a form as text, cut to a maximum length."""
    value = form.get(name, "")
    return value[:longest] if isinstance(value, str) else ""


def number_of(text: str) -> int:
    """A whole number, 0 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else 0


def _renews_itself(request: Request) -> bool:
    """Whether a page reloads itself after a change: its visitor did nothing and gets no message."""
    return request.headers.get("x-ronde") == "refresh"


def _forget(kept: OrderedDict[Any, Any]) -> None:
    while len(kept) > REMEMBERED:
        kept.popitem(last=False)
