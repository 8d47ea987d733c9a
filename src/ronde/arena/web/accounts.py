"""Accounts of engine owners, and class lists."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.app.command import Right
from ronde.arena.web.visitor import RefereeSite, field
from ronde.i18n import error_text
from ronde.model.errors import AccountRefused, RondeError
from ronde.model.names import look_alike
from ronde.model.player import clean_name
from ronde.web.assets import qr_svg
from ronde.web.server.accounts import INVITED, LONGEST_NAME, Account, Accounts, Role, stretch
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.request import address_of, form_of, language_of
from ronde.web.server.sign_in import LONGEST_PASSWORD, keep_session, run_hashing

# A class list: one account for every name of a CSV or text list, with an invitation for each.


LONGEST: Final = 20_000
"""Maximum number of characters."""
MOST: Final = 300
"""Maximum number of names."""
_HEADS: Final = ("name", "nom", "naam")


def class_names(text: str) -> list[str]:
    """The names of a list, one a line, the first column of a CSV; a heading is skipped.

    >>> class_names("nom;classe\nAda;3B\n\nBea;3B")
    ['Ada', 'Bea']
    """
    rows = [line.replace("\t", ";").replace(",", ";").split(";")[0] for line in text.splitlines()]
    names = [row.strip().strip('"').strip() for row in rows]
    filled = [name for name in names if name]
    return filled[1:] if filled and filled[0].casefold() in _HEADS else filled


@dataclass(frozen=True, slots=True)
class ClassInvitations:
    """The result of a list: names with the tokens of their invitations, and accounts in use already."""

    made: list[tuple[str, str]]
    known: list[str]


def invite_class(accounts: Accounts, text: str) -> ClassInvitations:
    """Invitations for every name of a list; all accounts are created, or none is.

    The same list may be sent again: accounts that were never used get another invitation, which invalidates
    the first one; accounts in use are left unchanged.
    """
    names = _checked(class_names(text))
    owners = {owner.name: owner for owner in accounts.of_role(Role.OWNER)}
    for name in names:
        accounts.check_free(name, owners[name].id if name in owners else 0)
    known = [name for name in names if name in owners and accounts.in_use(owners[name])]
    if len(known) == len(names):
        raise AccountRefused(reason="class-known", count=len(names))
    fresh = [name for name in names if name not in known]
    return ClassInvitations(
        [(name, accounts.invite(name, Role.OWNER, minutes=int(INVITED / 60))) for name in fresh], known
    )


def _checked(names: list[str]) -> list[str]:
    if not 1 <= len(names) <= MOST:
        raise AccountRefused(reason="class", count=len(names), most=MOST)
    by_look: dict[str, str] = {}
    for name in names:
        clean = clean_name(name, field="account", longest=LONGEST_NAME)
        if look_alike(clean) in by_look:
            raise AccountRefused(reason="class-twice", name=clean, other=by_look[look_alike(clean)])
        by_look[look_alike(clean)] = clean
    return list(by_look.values())


# Accounts of engine owners: their own page, and the page on which the host manages all of them.


class AccountPages:
    def __init__(self, site: RefereeSite) -> None:
        self.site = site
        self.accounts = site.accounts

    def routes(self) -> list[GuardedRoute]:
        post = ["POST"]
        return [
            GuardedRoute("/arbitre/account", self.account, Right.ACCOUNT),
            GuardedRoute("/arbitre/account/password", self.set_password, Right.ACCOUNT, methods=post),
            GuardedRoute("/arbitre/account/elsewhere", self.leave_elsewhere, Right.ACCOUNT, methods=post),
            GuardedRoute("/arbitre/accounts", self.overview, Right.HOST),
            GuardedRoute("/arbitre/accounts/invite", self.invite, Right.HOST, methods=post),
            GuardedRoute("/arbitre/accounts/class", self.invite_all, Right.HOST, methods=post),
            GuardedRoute("/arbitre/accounts/close", self.close, Right.HOST, methods=post),
        ]

    # the owner's own account

    def account(self, request: Request) -> Response:
        return self._account(request)

    def _account(self, request: Request, trouble: str = "", status: int = 200) -> Response:
        account = self.site.account(request)
        context = {
            "account": account,
            "sessions": self.accounts.sessions_of(account.id),
            "trouble": trouble,
            "done": "done" in request.query_params,
        }
        return self.site.page(request, "engines/account.html", status, **context)

    async def set_password(self, request: Request) -> Response:
        """Set or change the password; all other sessions are ended."""
        account = self.site.account(request)
        await run_in_threadpool(self.site.slow_down, request, self.site.tries)
        form = form_of(request)
        try:
            await self._check_old(account, field(form, "old", LONGEST_PASSWORD))
            kept = await run_hashing(stretch, field(form, "password", LONGEST_PASSWORD), account.name)
        except RondeError as error:
            return await run_in_threadpool(self._refused, request, error)
        return await run_in_threadpool(self._changed, request, account, kept)

    def _refused(self, request: Request, error: RondeError) -> Response:
        return self._account(request, error_text(error, language_of(request)), 409)

    def _changed(self, request: Request, account: Account, password: str) -> Response:
        self.site.forgive(request, self.site.tries)
        self.accounts.set_password(account, password)
        answer = RedirectResponse("/arbitre/account?done", status_code=303)
        keep_session(request, answer, self.accounts.begin(account, request.headers.get("user-agent", "")))
        return answer

    async def _check_old(self, account: Account, password: str) -> None:
        """Require the old password, so that nobody takes over an account in an unattended browser."""
        if not await run_hashing(self.accounts.holds_password, account.id, password):
            raise AccountRefused(reason="old-password")

    def leave_elsewhere(self, request: Request) -> Response:
        """End all sessions of the account, including this one."""
        self.accounts.leave_everywhere(self.site.account(request).id)
        return RedirectResponse("/enter", status_code=303)

    # the host

    def overview(self, request: Request) -> Response:
        return self._overview(request)

    def _overview(self, request: Request, status: int = 200, **more: Any) -> Response:
        engines = Counter(card.owner for card in self.site.book.engines())
        accounts = self.accounts.of_role(Role.OWNER)
        counts = {one.id: (engines[one.id], self.accounts.sessions_of(one.id)) for one in accounts}
        context = {"link": "", "code": "", "guest": "", "names": "", **more}
        return self.site.page(
            request, "engines/accounts.html", status, accounts=accounts, counts=counts, **context
        )

    def invite(self, request: Request) -> Response:
        """An invitation as a link and a QR code: for a new owner, or for one who has lost the password."""
        form = form_of(request)
        known = self._named(form) if field(form, "account") else None
        token = self.accounts.invite_owner(known.id if known else 0)
        link = f"{address_of(request)}/enter/{token}"
        return self._overview(request, link=link, code=qr_svg(link), guest=known.name if known else "")

    def invite_all(self, request: Request) -> Response:
        """An account and a printable invitation for every name of a list."""
        names = field(form_of(request), "names", LONGEST)
        try:
            made = invite_class(self.accounts, names)
        except RondeError as error:
            return self._overview(request, 409, trouble=error_text(error, language_of(request)), names=names)
        links = [(name, f"{address_of(request)}/enter/{token}") for name, token in made.made]
        drawn = [(name, link, qr_svg(link)) for name, link in links]
        return self.site.page(request, "engines/invitations.html", invitations=drawn, known=made.known)

    def close(self, request: Request) -> Response:
        """Close an account and retire its engines, or reopen it."""
        form = form_of(request)
        account = self._named(form).id
        if field(form, "back"):
            self.accounts.reopen(account)
        else:
            self.accounts.close(account)
            self._retire(account)
        return RedirectResponse("/arbitre/accounts", status_code=303)

    def _retire(self, account: int) -> None:
        """Retire all engines of an account; their games stay."""
        with self.site.changing:
            for card in self.site.book.engines():
                if card.owner == account and not card.retired:
                    self.site.change_engine(replace(card, retired=True))

    def _named(self, form: FormData) -> Account:
        number = field(form, "account", 12)
        readable = number.isascii() and number.isdigit()
        known = self.accounts.numbered(int(number)) if readable else None
        if known is None or known.role is not Role.OWNER:
            raise HTTPException(404)
        return known
