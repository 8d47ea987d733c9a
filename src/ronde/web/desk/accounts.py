"""The page on which the chief arbiter manages accounts."""

from __future__ import annotations

import time
from datetime import datetime
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.app.command import CHIEF, Right
from ronde.i18n import actor_text, error_text, moment, say
from ronde.model.errors import NameImpossible, RondeError
from ronde.model.player import clean_name
from ronde.web.assets import qr_svg
from ronde.web.desk.pages import number_of, text_of
from ronde.web.server.accounts import GRANTED, Account, Accounts, Role, SignedIn, session_name, stretch
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.rendering import render
from ronde.web.server.request import address_of, form_of, language_of, session_token
from ronde.web.server.sign_in import LONGEST_PASSWORD, run_hashing
from ronde.web.server.tournaments import Tournaments

ROLES = (Role.HELPER, Role.ARBITER, Role.CHIEF)
"""Roles at the desk."""
TOKEN = "ronde_"
"""The prefix of a token, so that one found in a file can be recognised."""
USUAL_TOKEN = 90
LONGEST_TOKEN = 3_650
"""Default and maximum validity of a token in days."""
MINUTES = 15
"""Validity of an invitation by QR code."""

_BROWSERS: Final = (
    ("Firefox/", "Firefox"), ("Edg/", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung"),
    ("Chrome/", "Chrome"), ("CriOS/", "Chrome"), ("Safari/", "Safari"),
)  # fmt: skip
"""Names in the User-Agent header, the more specific first: all browsers call themselves Safari."""
_MACHINES: Final = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
    ("Macintosh", "Mac"), ("CrOS", "Chromebook"), ("Linux", "Linux"),
)  # fmt: skip


class TournamentMissing(ValueError):
    """A helper's account is for one tournament, and the form names none."""


class AccountPages:
    def __init__(self, tournaments: Tournaments, accounts: Accounts) -> None:
        self.tournaments = tournaments
        self.accounts = accounts

    def routes(self) -> list[GuardedRoute]:
        return [
            GuardedRoute("/seats", self.overview, Right.SEATS),
            GuardedRoute("/seats/invite", self.invite, Right.SEATS, methods=["POST"]),
            GuardedRoute("/seats/revoke", self.revoke, Right.SEATS, methods=["POST"]),
            GuardedRoute("/seats/password", self.set_password, Right.SEATS, methods=["POST"]),
            GuardedRoute("/seats/token", self.make_token, Right.SEATS, methods=["POST"]),
        ]

    def overview(self, request: Request) -> Response:
        return self._page(request)

    def _page(self, request: Request, status: int = 200, **more: Any) -> Response:
        context: dict[str, Any] = dict.fromkeys(("link", "code", "guest", "token", "trouble"), "") | more
        sessions, tokens, passwords = self._kept()
        return render(
            request,
            "desk/seats.html",
            status,
            sessions=sessions,
            tokens=tokens,
            now=time.time(),
            device=device_name,
            seat_name=lambda account: actor_text(account, language_of(request)),
            when=lambda at: moment(datetime.fromtimestamp(at), language_of(request)),
            own=session_name(session_token(request)),
            passwords=passwords,
            roles=ROLES,
            rights=GRANTED,
            tournaments_open=list(self.tournaments.by_slug.values()),
            minutes=MINUTES,
            **context,
        )

    def _kept(self) -> tuple[list[SignedIn], list[SignedIn], list[Account]]:
        """Signed-in browsers, tokens, and accounts with a password."""
        at_desk = [one for one in self.accounts.sessions() if one.account.role in ROLES]
        return at_desk, self.accounts.tokens(), self.accounts.passwords()

    def invite(self, request: Request) -> Response:
        try:
            account = self._named(form_of(request))
        except (NameImpossible, TournamentMissing) as error:
            return self._page(request, 409, trouble=_sentence(error, request))
        token = self.accounts.invite(account.name, account.role, account.slug, minutes=MINUTES)
        link = f"{address_of(request)}/enter/{token}"
        return self._page(request, link=link, code=qr_svg(link), guest=account.name)

    def revoke(self, request: Request) -> Response:
        """Sign a browser or a program out."""
        self.accounts.revoke(text_of(form_of(request), "session", 16))
        return RedirectResponse("/seats", status_code=303)

    async def set_password(self, request: Request) -> Response:
        """Set the password of an account; an empty one removes it."""
        form = form_of(request)
        password, own = text_of(form, "password", LONGEST_PASSWORD), session_name(session_token(request))
        try:
            account = self._named(form)
            names = (account.name, account.name.partition(" ")[2])
            kept = await run_hashing(stretch, password, *names) if password else None
        except (RondeError, TournamentMissing) as error:
            return await run_in_threadpool(self._page, request, 409, trouble=_sentence(error, request))
        await run_in_threadpool(self.accounts.set_password, account, kept, own)
        return RedirectResponse("/seats", status_code=303)

    def make_token(self, request: Request) -> Response:
        """Create a token for a program, shown once: with some rights, in one tournament, for some days."""
        form = form_of(request)
        granted = frozenset(right for right in GRANTED if right.value in form.getlist("right"))
        days = min(LONGEST_TOKEN, number_of(text_of(form, "days"))) or USUAL_TOKEN
        try:
            name = clean_name(text_of(form, "name", 60), field="seat")
            slug = self._slug(text_of(form, "tournament"))
            account = Account(f"token {name}", Role.TOKEN, slug, granted)
            token = self.accounts.make_token(account, days)
        except (RondeError, TournamentMissing) as error:
            return self._page(request, 409, trouble=_sentence(error, request))
        return self._page(request, token=f"{TOKEN}{token}", guest=account.name)

    def _named(self, form: Any) -> Account:
        """The account a form names: the chief is always `arbiter`, others have their role in the history."""
        wish = str(form.get("role", ""))
        role = Role(wish) if wish in ROLES else Role.HELPER
        if role is Role.CHIEF:
            return Account(CHIEF, role)
        name = clean_name(str(form.get("name", ""))[:60], field="seat")
        slug = self._slug(str(form.get("tournament", ""))) if role is Role.HELPER else ""
        return Account(f"{role.value} {name}", role, slug)

    def _slug(self, slug: str) -> str:
        """The tournament of a helper; it need not be named if it is the only one."""
        if not slug and len(self.tournaments.by_slug) == 1:
            return next(iter(self.tournaments.by_slug))
        if slug not in self.tournaments.by_slug:
            raise TournamentMissing
        return slug


def _sentence(error: RondeError | TournamentMissing, request: Request) -> str:
    if isinstance(error, RondeError):
        return error_text(error, language_of(request))
    return say("phone.which-tournament", language_of(request))


def device_name(agent: str) -> str:
    """A short name for a User-Agent header; the header itself if it is unknown."""
    browser = next((name for mark, name in _BROWSERS if mark in agent), "")
    machine = next((name for mark, name in _MACHINES if mark in agent), "")
    return ", ".join(filter(None, (browser, machine))) or agent[:40]
