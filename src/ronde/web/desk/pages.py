"""What all pages of the desk share: menu, commands, answers, proposals."""

from __future__ import annotations

import hashlib
import re
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, ClassVar

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.app import commands
from ronde.app.command import Actor, Command, Outcome, Right, RuleBroken, TableDissolved
from ronde.app.desk import Desk, KeyedRequest
from ronde.app.event_text import action_text
from ronde.app.keys import ACTIONS
from ronde.app.people import KnownPeople
from ronde.app.proposal import Proposal
from ronde.i18n import error_text, say
from ronde.model.errors import RondeError
from ronde.web.desk.uploads import LruCache, Uploads
from ronde.web.server.accounts import Accounts
from ronde.web.server.closings import Closings
from ronde.web.server.live_tournament import LiveTournament, PastTournaments, requested_event, snapshot
from ronde.web.server.rendering import render
from ronde.web.server.request import account_of, allowed, form_of, language_of, session_token
from ronde.web.server.tournaments import Tournaments
from ronde.web.server.webhooks import Webhooks

# Proposals for a round that are being computed or shown; kept in memory only.


@dataclass
class PendingProposal:
    """A proposal with its token: being computed, or done."""

    token: str
    slug: str
    task: Future[Proposal]
    since: float

    @property
    def proposal(self) -> Proposal | None:
        """The proposal, once it is computed."""
        done = self.task.done() and self.task.exception() is None
        return self.task.result() if done else None


# The actions available on every page of the desk, with their addresses.


@dataclass(frozen=True, slots=True)
class MenuAction:
    """An action with its key, its label, its address, and why it is unavailable now."""

    name: str
    key: str
    label: str
    place: str
    posts: bool
    reason: str
    right: Right
    words: str = ""
    """Synonyms for the search."""

    @property
    def icon(self) -> str:
        return ICON_NAMES[self.name]

    @property
    def path(self) -> str:
        """The address without its query."""
        return re.split("[?#]", self.place)[0]


PLACES = {
    "enter": ("/desk/{slug}/players#name", Right.PLAYERS),
    "list": ("/t/{slug}/standings", Right.ANYBODY),
    "leave": ("/desk/{slug}/players?show=here#name", Right.PLAYERS),
    "return": ("/desk/{slug}/players?show=away#name", Right.PLAYERS),
    "nationality": ("/desk/{slug}/players#name", Right.PLAYERS),
    "sheet": ("/desk/{slug}/players#name", Right.PLAYERS),
    "teams": ("/t/{slug}/teams", Right.ANYBODY),
    "crosstable": ("/t/{slug}/crosstable", Right.ANYBODY),
    "manual": ("/desk/{slug}/pair?by-hand=yes", Right.ROUNDS),
    "pair": ("/desk/{slug}/pair", Right.ROUNDS),
    "view": ("/desk/{slug}/tables", Right.ROUNDS),
    "results": ("/desk/{slug}#entry", Right.RESULTS),
    "correct": ("/desk/{slug}/correct", Right.ROUNDS),
    "bill": ("/desk/{slug}/tables?bills=yes", Right.ROUNDS),
    "whynot": ("/desk/{slug}/whynot", Right.ROUNDS),
    "reopen": ("/desk/{slug}/reopen", Right.ROUNDS),
    "final": ("/desk/{slug}/final", Right.ROUNDS),
    "undo": ("/desk/{slug}/undo", Right.RESULTS),
    "redo": ("/desk/{slug}/redo", Right.RESULTS),
    "history": ("/desk/{slug}/history", Right.ROUNDS),
    "web": ("/t/{slug}", Right.ANYBODY),
    "elo": ("/desk/{slug}/export#elo", Right.SETTINGS),
    "save": ("/desk/{slug}/export", Right.SETTINGS),
    "save-view": ("/desk/{slug}/export#lists", Right.SETTINGS),
    "save-sheet": ("/desk/{slug}/players#name", Right.PLAYERS),
    "remarks": (
        "/desk/{slug}/settings",
        Right.SETTINGS,
    ),  # no folder here: its configuration applies there
    "version": ("/desk/{slug}/help#about", Right.RESULTS),
    "quit": ("/leave", Right.ANYBODY),
}
"""The address of every action of the desk, and the right it needs."""
POSTED = ("manual", "pair", "undo", "redo", "quit")
"""Actions that are executed at once; all others start with a page."""
ABSENCES = ("leave", "return")
"""Actions found by the word for an absence."""
MORE = {
    "settings": ("/desk/{slug}/settings", Right.SETTINGS),
    "events": ("/desk", Right.SEATED),
    "import": ("/house/import", Right.TOURNAMENTS),
    "season": ("/desk/{slug}/season", Right.TOURNAMENTS),
    "publish": ("/desk/{slug}/publish", Right.SETTINGS),
    "print": ("/t/{slug}/print", Right.ANYBODY),
    "proposals": ("/desk/{slug}/proposals", Right.RESULTS),
    "screens": ("/desk/{slug}/screens", Right.SETTINGS),
    "phones": ("/desk/{slug}/phones", Right.PLAYERS),
    "seats": ("/seats", Right.SEATS),
    "help": ("/desk/{slug}/help", Right.RESULTS),
    "close": ("/desk/{slug}/close", Right.ROUNDS),
}
"""Pages that the terminal has elsewhere, found by name in the palette."""
ICON_NAMES = {
    "enter": "plus",
    "list": "standings",
    "leave": "minus",
    "return": "plus",
    "nationality": "flag",
    "sheet": "person",
    "teams": "people",
    "crosstable": "grid",
    "manual": "swap",
    "pair": "draw",
    "view": "meet",
    "results": "pencil",
    "correct": "pencil",
    "bill": "why",
    "whynot": "why",
    "reopen": "unlock",
    "final": "crown",
    "undo": "undo",
    "redo": "right",
    "history": "history",
    "web": "out",
    "elo": "file",
    "save": "download",
    "save-view": "file",
    "save-sheet": "file",
    "remarks": "info",
    "version": "info",
    "quit": "left",
    "settings": "settings",
    "events": "round",
    "import": "inbox",
    "season": "right",
    "publish": "globe",
    "print": "print",
    "proposals": "inbox",
    "screens": "screen",
    "phones": "phone",
    "seats": "seat",
    "help": "keys",
    "close": "check",
}


def menu_actions(live: LiveTournament, language: str) -> list[MenuAction]:
    """Every action for an open tournament, those of the terminal first."""
    made = []
    for action in ACTIONS:
        reason = action.unavailable(live.tournament)
        made.append(
            MenuAction(
                action.name,
                action.key,
                say(f"actions.{action.name}", language),
                PLACES[action.name][0].format(slug=live.slug),
                action.name in POSTED,
                say(f"reasons.{reason}", language) if reason else "",
                PLACES[action.name][1],
                say("webdesk.also-absent", language) if action.name in ABSENCES else "",
            )
        )
    return made + [
        MenuAction(
            name, "", say(f"webdesk.go-{name}", language), place.format(slug=live.slug), False, "", right
        )
        for name, (place, right) in MORE.items()
    ]


# Functions shared by all pages of the desk.


ErrorPage = Callable[[str], Response]
"""Renders the page again with an error."""

SHOWN_ELSEWHERE = (RuleBroken, TableDissolved)
"""Notices about what a page has asked before, or the sentence of the history says."""
MAX_MESSAGES = 5_000
MAX_PREVIEWS = 30
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
    accounts: Accounts
    moments: PastTournaments = field(default_factory=PastTournaments)
    known: KnownPeople = field(default_factory=KnownPeople)
    intakes: Uploads = field(default_factory=Uploads)
    previews: LruCache[PendingProposal] = field(default_factory=lambda: LruCache(MAX_PREVIEWS))
    """Rounds being previewed; kept in memory only."""
    webhooks: Webhooks | None = None
    closings: Closings | None = None
    """Actions after each closing, if configured."""
    _said: LruCache[Notice] = field(default_factory=lambda: LruCache(MAX_MESSAGES))

    def actor_name(self, request: Request) -> str:
        """The name of the requester, as it is stored in the journal."""
        return self.actor(request).name

    def actor(self, request: Request) -> Actor:
        """The requester with the rights in the tournament of the address."""
        account = account_of(request)
        if account is None:
            raise HTTPException(403)
        return account.actor(str(request.path_params.get("slug", "")))

    def live_and_actor(self, request: Request) -> tuple[LiveTournament, str]:
        """The tournament of the address, as of an event if `?at=` names one, and the requester."""
        account = self.actor_name(request)
        live = self.tournaments.by_slug.get(request.path_params["slug"])
        if live is None:
            raise HTTPException(404)
        if request.method != "GET":
            return live, account
        number = requested_event(request)
        return snapshot(live) if number is None else self.moments.of(live, number), account

    def page(self, request: Request, template: str, status: int = 200, /, **context: Any) -> Response:
        """A page of the desk, with the pending notice."""
        language = language_of(request)
        live = context.get("live")

        def d(key: str, /, **values: object) -> str:
            return say(f"webdesk.{key}", language, **values)

        noticed = "said" in context
        shared = {
            "trouble": "",
            "d": d,
            "said": None if noticed else self._said_last(request),
            "offers": self._offers(request, live)
            if isinstance(live, LiveTournament) and not live.past
            else [],
        }
        return render(request, template, status, **shared | context)

    def _said_last(self, request: Request) -> Notice | None:
        """The sentence this visitor has not seen yet."""
        return None if _renews_itself(request) else self._said.pop(session_token(request))

    def _offers(self, request: Request, live: LiveTournament) -> list[MenuAction]:
        """The actions this requester may use; public pages are for everybody."""
        return [
            offer
            for offer in menu_actions(live, language_of(request))
            if allowed(request, offer.right, live.slug)
        ]

    def remark(self, request: Request, said: Notice) -> None:
        """Keep a sentence for the next page this visitor sees; pages that reload themselves cause none."""
        if not _renews_itself(request):
            self._said.put(session_token(request), said)

    def act(self, request: Request, command: Command, *, then: str = "", again: ErrorPage) -> Response:
        """Act, then redirect to a page of the tournament; a refusal shows the page again, nothing is lost."""
        try:
            outcome = self.run(request, command)
        except RondeError as error:
            return again(error_text(error, language_of(request)))
        return self.done(request, outcome, then)

    def run(self, request: Request, command: Command) -> Outcome:
        """Do what a command says, as the requester; a form with a key counts once."""
        live, _ = self.live_and_actor(request)
        actor = self.actor(request)
        keyed = _keyed(request, actor)

        def work(desk: Desk) -> Outcome:
            desk.known = self.known.numbers
            return desk.run(command, actor, request=keyed)

        return live.use(work)

    def begin(
        self, request: Request, command: commands.OpenTournament | commands.NextSeason
    ) -> LiveTournament:
        """A new tournament in a new place; a refusal makes none."""
        path = self.tournaments.new_place(command.name)
        Desk.begin(path, command, self.actor(request)).close()
        return self.tournaments.add(path)

    def done(
        self, request: Request, outcome: Outcome, then: str = "", said: str = "", hint: str = ""
    ) -> Response:
        """Redirect to a page that tells what was done: as the history does, or as `said`; and a `hint`."""
        live, _ = self.live_and_actor(request)
        language = language_of(request)
        told = said or action_text(outcome.after, outcome.events, language)
        more = [*outcome.sentences(language, SHOWN_ELSEWHERE), *([hint] if hint else [])]
        more += [error_text(one, language) for one in outcome.troubles]
        if told or more:
            self.remark(request, Notice(_sentences(told, more), undoable=bool(outcome.events)))
        return redirect_to(live, then)


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


def redirect_to(live: LiveTournament, place: str = "") -> RedirectResponse:
    """Redirect to a page of the tournament's desk."""
    return RedirectResponse(f"/desk/{live.slug}{place}", status_code=303)


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


# One page of the desk, shown on request, and again with an error.


class DeskPage(ABC):
    """A page about one tournament, for a signed-in arbiter."""

    template: ClassVar[str]

    def __init__(self, desk_pages: DeskPages) -> None:
        self.desk_pages = desk_pages

    @abstractmethod
    def context(self, request: Request, live: LiveTournament) -> dict[str, Any]:
        """The variables of the template."""

    def show(self, request: Request) -> Response:
        live, _ = self.desk_pages.live_and_actor(request)
        return self.page(request, live)

    def page(self, request: Request, live: LiveTournament, status: int = 200, /, **more: Any) -> Response:
        """The page with further variables; `more` overrides the usual ones."""
        context = self.context(request, live) | more
        return self.desk_pages.page(request, self.template, status, live=live, **context)

    def again(self, request: Request, live: LiveTournament, trouble: str) -> Response:
        """The page with an error; nothing was changed."""
        return self.page(request, live, 409, trouble=trouble)
