"""Functions shared by all pages of the desk."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

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
from ronde.web.desk.recent import Recent
from ronde.web.desk.uploads import Uploads
from ronde.web.server.accounts import Seats
from ronde.web.server.closings import Closings
from ronde.web.server.open_tournament import Moments, OpenTournament, asked_moment, still
from ronde.web.server.rendering import render
from ronde.web.server.request import allowed, form_of, language_of, session_word, sitting
from ronde.web.server.tournaments import Tournaments
from ronde.web.server.webhooks import Webhooks

Again = Callable[[str], Response]
"""Renders the page again with an error."""

TOLD_BEFORE = (RuleBroken, TableDissolved)
"""Notices about what a page has asked before, or the sentence of the history says."""
REMEMBERED = 5_000
PREVIEWS = 30
"""How many previews of rounds are kept."""
LONGEST = 400
LONGEST_KEY = 80


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
    drawings: Recent[PendingDraw] = field(default_factory=lambda: Recent(PREVIEWS))
    """Rounds being previewed; kept in memory only."""
    webhooks: Webhooks | None = None
    closings: Closings | None = None
    """Actions after each closing, if configured."""
    _said: Recent[Notice] = field(default_factory=lambda: Recent(REMEMBERED))

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
        seat = self.signed(request)
        opened = self.tournaments.by_slug.get(request.path_params["slug"])
        if opened is None:
            raise HTTPException(404)
        if request.method != "GET":
            return opened, seat
        number = asked_moment(request)
        return still(opened) if number is None else self.moments.of(opened, number), seat

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
        """The sentence this visitor has not seen yet."""
        return None if _renews_itself(request) else self._said.pop(session_word(request))

    def _offers(self, request: Request, opened: OpenTournament) -> list[Offer]:
        """The actions this requester may use; public pages are for everybody."""
        return [
            offer
            for offer in offers(opened, language_of(request))
            if allowed(request, offer.right, opened.slug)
        ]

    def remark(self, request: Request, said: Notice) -> None:
        """Keep a sentence for the next page this visitor sees; pages that reload themselves cause none."""
        if not _renews_itself(request):
            self._said.put(session_word(request), said)

    def act(self, request: Request, command: Command, *, then: str = "", again: Again) -> Response:
        """Act, then redirect to a page of the tournament; a refusal shows the page again, nothing is lost."""
        try:
            outcome = self.run(request, command)
        except RondeError as error:
            return again(tell(error, language_of(request)))
        return self.done(request, outcome, then)

    def run(self, request: Request, command: Command) -> Outcome:
        """Do what a command says, as the requester; a form with a key counts once."""
        opened, _ = self.seated(request)
        actor = self.actor(request)
        keyed = _keyed(request, actor)

        def work(desk: Desk) -> Outcome:
            desk.known = self.known.numbers
            return desk.run(command, actor, request=keyed)

        return opened.use(work)

    def begin(
        self, request: Request, command: commands.OpenTournament | commands.NextSeason
    ) -> OpenTournament:
        """A new tournament in a new place; a refusal makes none."""
        path = self.tournaments.new_place(command.name)
        Desk.begin(path, command, self.actor(request)).close()
        return self.tournaments.add(path)

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


def _keyed(request: Request, actor: Actor) -> KeyedRequest | None:
    """The form with its key, if it has one."""
    form = form_of(request)
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
