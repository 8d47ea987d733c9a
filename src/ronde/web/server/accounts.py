"""Accounts: who can sign in, with one-time links and passwords, and what each may do.

One table has the accounts: arbiters, helpers, owners of engines, API tokens. The other has their tokens:
links, sessions, API tokens. Secrets are stored as digests only. Everything here queries a database, so never
call it in the loop.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from ronde.app.command import Actor
from ronde.app.command import Right as Right
from ronde.model.errors import AccountRefused
from ronde.model.names import look_alike
from ronde.model.player import PlayerId, clean_name
from ronde.store.passwords import too_common
from ronde.web.server.account_store import AccountStore, generation_of

# Rights: what an account may do; every route declares the right it requires.


class Role(StrEnum):
    """Who signs in; the public and the players need no account."""

    HELPER = "helper"
    ARBITER = "arbiter"
    CHIEF = "chief"
    OWNER = "owner"
    TOKEN = "token"
    """A program that uses the API with the rights it was given."""


GRANTED: Final = (Right.RESULTS, Right.PLAYERS, Right.ROUNDS, Right.SETTINGS)
"""The rights that a token may have; they apply to one tournament."""
_DESK: Final = frozenset({Right.SEATED, *GRANTED, Right.TOURNAMENTS})
OF_ROLE: Final = {
    Role.HELPER: frozenset({Right.SEATED, Right.RESULTS}),
    Role.ARBITER: _DESK,
    Role.CHIEF: _DESK | {Right.SEATS, Right.ENGINES, Right.HOST},
    Role.OWNER: frozenset({Right.ENGINES, Right.ACCOUNT}),
    Role.TOKEN: frozenset[Right](),
}
_EVERYWHERE: Final = (Role.ARBITER, Role.CHIEF)


@dataclass(frozen=True, slots=True)
class Account:
    """An account: the name in the journal, and its rights."""

    name: str
    role: Role
    slug: str = ""
    """The only tournament of a helper or a token; arbiters have all of them."""
    granted: frozenset[Right] = frozenset()
    id: int = 0
    has_password: bool = False
    closed: bool = False

    def may(self, right: Right, slug: str = "") -> bool:
        """Whether the account has a right, in that tournament if the right is one of a tournament."""
        if right is Right.ANYBODY:
            return True
        if self.closed or right not in OF_ROLE[self.role] | self.granted:
            return False
        return right not in GRANTED or self.role in _EVERYWHERE or (slug != "" and slug == self.slug)

    def actor(self, slug: str = "") -> Actor:
        """Who acts with this account in that tournament."""
        return Actor(self.name, frozenset(right for right in Right if self.may(right, slug)))


# Accounts and their tokens.


DAYS: Final = 30
"""How long a session lasts."""
DAY: Final = 86_400.0
INVITED: Final = 7 * DAY
"""How long the invitation of an owner is valid."""
REMEMBERED: Final = 5_000
LONGEST_NAME: Final = 60
"""Characters of an owner's name, or of a guest's."""
_MINUTE: Final = 60.0
_LONGEST_DEVICE: Final = 120
_SEAT: Final = "seat.id, seat.name, seat.role, seat.slug, seat.granted, seat.password, seat.closed"
_LINK, _SESSION, _TOKEN = "link", "session", "token"


@dataclass(frozen=True, slots=True)
class Invitation:
    """The state of a link: `open`, `used` or `late`; the account of a new owner has no number yet."""

    account: Account
    state: str


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A session or an API token."""

    id: str
    account: Account
    since: float
    device: str
    until: float


class Accounts:
    def __init__(self, store: AccountStore | None = None) -> None:
        self.store = store or AccountStore()
        self._lately: OrderedDict[str, str] = OrderedDict()
        """The accounts of sessions that were valid when they were last used, to tell who waits for a page."""

    # accounts

    def stored_account(self, account: Account) -> Account:
        """The stored account, created on first use."""
        order = (
            "INSERT INTO seat SELECT coalesce(max(id), 0) + 1, ?, ?, ?, ?, NULL, ?, 0 FROM seat WHERE true"
            " ON CONFLICT (role, name, slug) DO NOTHING"
        )
        granted = ",".join(sorted(account.granted))
        self.store.write(order, account.name, account.role.value, account.slug, granted, time.time())
        question = f"SELECT {_SEAT} FROM seat WHERE role = ? AND name = ? AND slug = ?"
        row = self.store.row(question, account.role.value, account.name, account.slug)
        assert row is not None
        return _seat(row)

    def numbered(self, number: int) -> Account | None:
        row = self.store.row(f"SELECT {_SEAT} FROM seat WHERE id = ?", number)
        return _seat(row) if row else None

    def of_role(self, role: Role) -> list[Account]:
        """All seats of a role, by name."""
        rows = self.store.rows(f"SELECT {_SEAT} FROM seat WHERE role = ? ORDER BY lower(name)", role.value)
        return [_seat(row) for row in rows]

    # links

    def invite(self, name: str, role: Role = Role.CHIEF, slug: str = "", *, minutes: int = 24 * 60) -> str:
        """A one-time token that signs somebody in; earlier ones for the account are invalid."""
        account = self.stored_account(Account(name, role, slug))
        self.store.write("DELETE FROM word WHERE kind = ? AND seat = ? AND used = 0", _LINK, account.id)
        return self._link(account.id, minutes * _MINUTE)

    def invite_owner(self, owner: int = 0, *, seconds: float = INVITED) -> str:
        """A one-time token that opens a new account, or one whose password is lost."""
        return self._link(owner, seconds)

    def _link(self, account: int, seconds: float) -> str:
        now = time.time()
        self.store.write("DELETE FROM word WHERE until < ?", now - DAYS * DAY)
        return self._token(_LINK, account, now + seconds, "")

    def _token(self, kind: str, account: int, until: float, device: str) -> str:
        token = secrets.token_urlsafe(32)
        row = (digest(token), kind, account, time.time(), until, 0.0, device[:_LONGEST_DEVICE])
        self.store.write("INSERT INTO word VALUES (?, ?, ?, ?, ?, ?, ?)", *row)
        return token

    def find_invitation(self, token: str) -> Invitation | None:
        """The state of a link, without using it."""
        question = "SELECT seat, until, used FROM word WHERE kind = ? AND digest = ?"
        row = self.store.row(question, _LINK, digest(token))
        if row is None:
            return None
        account = self.numbered(row[0]) if row[0] else Account("", Role.OWNER)
        late = "late" if row[1] < time.time() or account is None or account.closed else "open"
        return Invitation(account or Account("", Role.OWNER), "used" if row[2] else late)

    def enter(self, token: str, device: str = "") -> str | None:
        """A session for a link; the link is then used."""
        invitation = self.find_invitation(token)
        if (
            invitation is None
            or not invitation.account.id
            or invitation.account.closed
            or not self._use(token)
        ):
            return None
        return self.begin(invitation.account, device)

    def _use(self, token: str) -> bool:
        """Use a link; False if another request was first."""
        order = "UPDATE word SET used = ? WHERE kind = ? AND digest = ? AND used = 0 AND until >= ?"
        now = time.time()
        return bool(self.store.write(order, now, _LINK, digest(token), now))

    def accept(self, token: str, name: str, password_hash: str | None, device: str = "") -> str:
        """Open an account by its link, or return to it; a given password is stored."""
        invitation = self.find_invitation(token)
        if invitation is None or invitation.state != "open" or invitation.account.role is not Role.OWNER:
            raise AccountRefused(reason="invitation")
        if not invitation.account.id:
            name = clean_name(name, field="account", longest=LONGEST_NAME)
            self.check_free(name)
        if not self._use(token):
            raise AccountRefused(reason="invitation")
        account = (
            invitation.account if invitation.account.id else self.stored_account(Account(name, Role.OWNER))
        )
        if password_hash is not None:  # a lost password may be known to somebody else
            self.store.write("DELETE FROM word WHERE seat = ? AND used = 0", account.id)
            self.keep_password(account.id, password_hash)
        return self.begin(account, device)

    def check_free(self, name: str, own: int = 0) -> None:
        """Refuse a name that resembles an owner's, unless it is the caller's own."""
        looks = look_alike(name)
        if any(one.id != own and look_alike(one.name) == looks for one in self.of_role(Role.OWNER)):
            raise AccountRefused(reason="taken", name=name)

    # passwords

    def password_mark(self, name: str) -> str:
        """Changes with the password of an account and reveals nothing about it."""
        rows = self._with_password(name)
        return mark_of(rows[0][1]) if rows else ""

    def _with_password(self, name: str) -> list[tuple[Account, str]]:
        question = (
            f"SELECT {_SEAT} FROM seat WHERE lower(name) = lower(?) AND password IS NOT NULL AND closed = 0"
            " ORDER BY id"
        )
        return [(_seat(row), row[5]) for row in self.store.rows(question, name)]

    def enter_by_password(self, name: str, password: str, device: str = "") -> tuple[Account, str] | None:
        """The seat with that password, and a new session; an unknown seat takes equally long."""
        known = self._with_password(name)
        right = [account for account, kept in known if matches(password, kept)]
        if not known:
            matches(password, NOBODYS)
        return (right[0], self.begin(right[0], device)) if right else None

    def holds_password(self, number: int, password: str) -> bool:
        """Whether that is the password of an account; an account without one accepts any."""
        row = self.store.row("SELECT password FROM seat WHERE id = ?", number)
        return row is None or row[0] is None or matches(password, row[0])

    def keep_password(self, number: int, password_hash: str | None) -> None:
        """Store a hash made by `stretch`, or remove the current one."""
        self.store.write("UPDATE seat SET password = ? WHERE id = ?", password_hash, number)

    def set_password(self, account: Account, password_hash: str | None, own: str = "") -> None:
        """Set or remove the password of an account and end its sessions, except session `own`."""
        kept = self.stored_account(account)
        for one in self._namesakes(account):  # a name at the desk has one password, whatever the tournament
            self.keep_password(one.id, password_hash if one.id == kept.id else None)
            self._end_others(one.id, own)

    def _namesakes(self, account: Account) -> list[Account]:
        rows = self.store.rows(f"SELECT {_SEAT} FROM seat WHERE name = ?", account.name)
        owner = account.role is Role.OWNER
        return [one for one in map(_seat, rows) if (one.role is Role.OWNER) == owner]

    def _end_others(self, account: int, own: str) -> None:
        for one in self.sessions():
            if one.account.id == account and one.id != own:
                self.revoke(one.id)

    def passwords(self) -> list[Account]:
        """The accounts at the desk that have a password."""
        question = f"SELECT {_SEAT} FROM seat WHERE password IS NOT NULL AND role <> ? ORDER BY name"
        return [_seat(row) for row in self.store.rows(question, Role.OWNER.value)]

    # sessions and tokens

    def begin(self, account: Account, device: str = "") -> str:
        return self._token(_SESSION, account.id, time.time() + DAYS * DAY, device)

    def make_token(self, account: Account, days: int) -> str:
        """An API token for an account, with its rights in its tournament, for some days."""
        if account.name in {one.account.name for one in self.tokens()}:
            raise AccountRefused(reason="taken", name=account.name)
        kept = self.stored_account(account)
        granted = ",".join(sorted(account.granted))
        self.store.write("UPDATE seat SET granted = ? WHERE id = ?", granted, kept.id)
        return self._token(_TOKEN, kept.id, time.time() + days * DAY, "")

    def signed_in(self, token: str) -> Account | None:
        account = self._holder(_SESSION, token)
        if account is not None:
            self._lately[token] = f"account {account.id}"
            if len(self._lately) > REMEMBERED:
                self._lately.popitem(last=False)
        return account

    def lately(self, token: str) -> str:
        """The account of a session that was valid lately; empty for any other. Reads no disk."""
        return self._lately.get(token, "")

    def token_holder(self, token: str) -> Account | None:
        return self._holder(_TOKEN, token)

    def _holder(self, kind: str, token: str) -> Account | None:
        """The account of a token; the query contains no time, so that a shared store may cache it."""
        question = (
            f"SELECT word.until, {_SEAT} FROM word JOIN seat ON seat.id = word.seat"
            " WHERE word.digest = ? AND word.kind = ? AND seat.closed = 0"
        )
        row = self.store.row(question, digest(token), kind)
        return _seat(row[1:]) if row and row[0] >= time.time() else None

    def sessions(self) -> list[SignedIn]:
        """All sessions, latest first."""
        return self._opened(_SESSION)

    def tokens(self) -> list[SignedIn]:
        """All tokens that have not been revoked, including expired ones."""
        return self._opened(_TOKEN)

    def _opened(self, kind: str) -> list[SignedIn]:
        question = (
            f"SELECT word.digest, word.since, word.device, word.until, {_SEAT} FROM word"
            " JOIN seat ON seat.id = word.seat WHERE word.kind = ? ORDER BY word.since DESC"
        )
        return [
            SignedIn(bytes(key).hex()[:16], _seat(rest), since, device, until)
            for key, since, device, until, *rest in self.store.rows(question, kind)
        ]

    def in_use(self, account: Account) -> bool:
        """Whether somebody has signed in to this account, or it was closed."""
        entered = self.store.row(
            "SELECT 1 FROM word WHERE seat = ? AND (kind = ? OR used > 0)", account.id, _SESSION
        )
        return account.has_password or account.closed or entered is not None

    def sessions_of(self, number: int) -> int:
        """The number of sessions of an account."""
        question = "SELECT count(*) FROM word WHERE kind = ? AND seat = ? AND until >= ?"
        row = self.store.row(question, _SESSION, number, time.time())
        return int(row[0]) if row else 0

    def revoke(self, session: str) -> bool:
        """End a session or revoke a token; whether it existed."""
        rows = self.store.rows("SELECT digest FROM word WHERE kind <> ?", _LINK)
        meant = [bytes(key) for (key,) in rows if bytes(key).hex()[:16] == session.lower()]
        return any([self.store.write("DELETE FROM word WHERE digest = ?", one) for one in meant])

    def leave(self, token: str) -> None:
        order = "DELETE FROM word WHERE kind = ? AND digest = ?"
        self.store.write(order, _SESSION, digest(token))

    def leave_everywhere(self, number: int) -> None:
        self.store.write("DELETE FROM word WHERE kind = ? AND seat = ?", _SESSION, number)

    def close(self, number: int) -> None:
        """Close an account; what it did and owns stays."""
        order = "UPDATE seat SET closed = ?, password = NULL WHERE id = ?"
        self.store.write(order, time.time(), number)
        self.store.write("DELETE FROM word WHERE seat = ?", number)

    def reopen(self, number: int) -> None:
        """Allow new links to a closed account."""
        self.store.write("UPDATE seat SET closed = 0 WHERE id = ?", number)


def session_name(token: str) -> str:
    """The identifier of a session in lists."""
    return digest(token).hex()[:16]


def _seat(row: Any) -> Account:
    number, name, role, slug, granted, password, closed = row
    rights = frozenset(Right(one) for one in granted.split(",") if one)
    account = Account(name, Role(role), slug, rights, number)
    return replace(account, has_password=password is not None, closed=bool(closed))


SHORTEST: Final = 8
LONGEST: Final = 200
_COST: Final = (2**15, 8, 1)
"""The parameters n, r and p of scrypt: 32 MiB and about a tenth of a second for every attempt."""
_MEMORY: Final = 128 * 2**20
_MARK: Final = 4
"""The field with the salt in a stored hash."""


def digest(token: str) -> bytes:
    """The stored form of a token: looking it up takes the same time whatever was guessed."""
    return hmac.digest(b"ronde", token.encode("utf-8", "replace"), hashlib.sha256)


def stretch(password: str, *names: str) -> str:
    """The hash of a password, unless it contains one of these names; slow on purpose, never in the loop."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise AccountRefused(reason="password", least=SHORTEST, most=LONGEST)
    if too_common(password, *names):
        raise AccountRefused(reason="common")
    salt = secrets.token_bytes(16)
    return format_hash(salt, _scrypt(password, salt, *_COST), _COST)


def format_hash(salt: bytes, password_hash: bytes, cost: tuple[int, int, int]) -> str:
    """The text form of a hash."""
    return "$".join(("scrypt", *map(str, cost), salt.hex(), password_hash.hex()))


def matches(password: str, kept: str) -> bool:
    """Whether a password matches a hash; takes equally long for unknown accounts."""
    _, n, r, p, salt, password_hash = kept.split("$")
    tried = _scrypt(password, bytes.fromhex(salt), int(n), int(r), int(p))
    return hmac.compare_digest(tried, bytes.fromhex(password_hash))


def mark_of(kept: str) -> str:
    """Changes with a password and reveals nothing about it."""
    return kept.split("$")[_MARK]


def _scrypt(password: str, salt: bytes, n: int, r: int, p: int) -> bytes:
    plain = password.encode("utf-8", "replace")
    return hashlib.scrypt(plain, salt=salt, n=n, r=r, p=p, maxmem=_MEMORY, dklen=32)


NOBODYS: Final = format_hash(bytes(16), secrets.token_bytes(32), _COST)
"""Compared when there is no such account, so that response times reveal nothing."""


class PersonalLinks:
    """The link of every player; a new link invalidates the old one."""

    def __init__(self, store: AccountStore) -> None:
        self.store = store
        self._key = store.key("player links")

    def token(self, slug: str, player: PlayerId) -> str:
        """The secret token of a player's link."""
        row = self.store.row("SELECT serial FROM link WHERE slug = ? AND player = ?", slug, player)
        return self._token(self._named(slug), player, row[0] if row else 0)

    def _named(self, slug: str) -> str:
        """The name from which tokens are derived: a tournament that replaces another has other tokens."""
        generation = generation_of(self.store, slug)
        return f"{slug}/{generation}" if generation else slug

    def _token(self, named: str, player: PlayerId, serial: int) -> str:
        digest = hmac.digest(self._key, f"{named}/{player}/{serial}".encode(), hashlib.sha256)
        return base64.b32encode(digest[:10]).decode().lower()

    def path(self, slug: str, player: PlayerId) -> str:
        return f"/t/{slug}/card/{player}/{self.token(slug, player)}"

    def paths(self, slug: str, players: Iterable[PlayerId]) -> dict[PlayerId, str]:
        """The addresses of several cards, with two queries."""
        serials = dict(self.store.rows("SELECT player, serial FROM link WHERE slug = ?", slug))
        named = self._named(slug)
        words = {player: self._token(named, player, serials.get(player, 0)) for player in players}
        return {player: f"/t/{slug}/card/{player}/{token}" for player, token in words.items()}

    def holds(self, slug: str, player: PlayerId, token: str) -> bool:
        """Whether that is the player's current token."""
        return hmac.compare_digest(self.token(slug, player).encode(), token.encode())

    def renew(self, slug: str, player: PlayerId) -> None:
        """Replace a player's link, because it was lost or shared."""
        order = (
            "INSERT INTO link VALUES (?, ?, 1)"
            " ON CONFLICT (slug, player) DO UPDATE SET serial = link.serial + 1"
        )
        self.store.write(order, slug, player)
