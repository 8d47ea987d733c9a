"""Accounts of engine owners: by invitation link or password, without a CAPTCHA.

Words that open something are kept as digests only; a password is kept stretched by scrypt, with the numbers
it was stretched by, so that they can be raised later without locking anybody out.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from ronde.core.errors import AccountRefused
from ronde.core.names import look_alike
from ronde.core.player import clean_name
from ronde.http_engines.store import EngineStore
from ronde.storage.door import too_common

DAY: Final = 86_400.0
INVITED: Final = 7 * DAY
"""How long an invitation waits."""
SIGNED_IN: Final = 30 * DAY
SHORTEST: Final = 8
LONGEST: Final = 200
LONGEST_NAME: Final = 60
"""Characters of a person's name, whether he has an account or is a guest."""
_COST: Final = (2**15, 8, 1)
"""The numbers n, r and p of scrypt: 32 MiB and about a tenth of a second for every guess."""
_MEMORY: Final = 128 * 2**20


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody who owns engines."""

    id: int
    name: str
    has_password: bool = False
    closed: bool = False


class Accounts:
    """The accounts of one book."""

    def __init__(self, book: EngineStore) -> None:
        self.book = book

    # invitations

    def invite(self, account: int | None = None, *, seconds: float = INVITED) -> str:
        """A word that opens a new account once, or an old one whose password is lost."""
        word, now = secrets.token_urlsafe(24), time.time()
        self.book.execute("DELETE FROM invitation WHERE until < ?", now)
        row = (digest(word), _now(), now + seconds, account)
        self.book.execute("INSERT INTO invitation VALUES (?, ?, ?, ?)", *row)
        return word

    def invited(self, word: str) -> Account | None:
        """Whom an invitation is for, an account without number if it is for a new one; None if it is void."""
        question = "SELECT account FROM invitation WHERE digest = ? AND until >= ?"
        rows = list(self.book.execute(question, digest(word), time.time()))
        if not rows:
            return None
        return Account(0, "") if rows[0][0] is None else self.account(rows[0][0])

    def accept(self, word: str, name: str, stretched: str | None) -> str:
        """Use an invitation up; the session of whoever did. A password that was given is kept."""
        known = self.invited(word)
        if known is None or known.closed:
            raise AccountRefused(reason="invitation")
        account = known.id or self._open(name)
        self.book.execute("DELETE FROM invitation WHERE digest = ?", digest(word))
        if stretched is not None:  # whoever lost his password may have lost it to somebody
            self.book.execute("DELETE FROM invitation WHERE account = ?", account)
            self.revoke(account)
            self.set_password(account, stretched)
        return self._begin(account)

    def _open(self, name: str) -> int:
        name = clean_name(name, field="account", longest=LONGEST_NAME)
        self.check_free(name)
        order = "INSERT INTO account (name, password, made) VALUES (?, NULL, ?) RETURNING id"
        return int(next(self.book.execute(order, name, _now()))[0])

    def check_free(self, name: str, own: int = 0) -> None:
        """Refuse a name that looks like that of an account, unless it is one's own."""
        looks = look_alike(name)
        if any(one.id != own and look_alike(one.name) == looks for one in self.accounts()):
            raise AccountRefused(reason="taken", name=name)

    # passwords

    def set_password(self, account: int, stretched: str) -> None:
        """Keep a password that `stretch` made."""
        self.book.execute("UPDATE account SET password = ? WHERE id = ?", stretched, account)

    def own_password(self, account: int) -> str | None:
        """What is kept of the password of somebody who is signed in; None if he has none."""
        rows = list(self.book.execute("SELECT password FROM account WHERE id = ?", account))
        return rows[0][0] if rows else None

    def kept_password(self, name: str) -> str:
        """What is kept of a password, to be compared by `matches`; nobody's never matches."""
        question = "SELECT password FROM account WHERE name = ? COLLATE NOCASE AND closed IS NULL"
        rows = list(self.book.execute(question, name))
        return rows[0][0] if rows and rows[0][0] else NOBODYS

    def enter(self, name: str) -> str:
        """The session of an account whose password has just matched."""
        (number,) = next(self.book.execute("SELECT id FROM account WHERE name = ? COLLATE NOCASE", name))
        return self._begin(int(number))

    # sessions

    def _begin(self, account: int) -> str:
        word, now = secrets.token_urlsafe(32), time.time()
        self.book.execute("DELETE FROM session WHERE until < ?", now)
        self.book.execute("INSERT INTO session VALUES (?, ?, ?)", digest(word), account, now + SIGNED_IN)
        return word

    def signed_in(self, word: str) -> Account | None:
        """Whose session that word is."""
        question = "SELECT account FROM session WHERE digest = ? AND until >= ?"
        rows = list(self.book.execute(question, digest(word), time.time())) if word else []
        found = self.account(rows[0][0]) if rows else None
        return None if found is None or found.closed else found

    def sessions(self, account: int) -> int:
        """In how many browsers that account is signed in."""
        question = "SELECT count(*) FROM session WHERE account = ? AND until >= ?"
        return int(next(self.book.execute(question, account, time.time()))[0])

    def leave(self, word: str) -> None:
        """End one session."""
        self.book.execute("DELETE FROM session WHERE digest = ?", digest(word))

    def renew(self, account: int) -> str:
        """End all sessions of an account and begin a new one."""
        self.revoke(account)
        return self._begin(account)

    def revoke(self, account: int) -> None:
        """End all sessions of an account."""
        self.book.execute("DELETE FROM session WHERE account = ?", account)

    # accounts

    def account(self, number: int) -> Account | None:
        """The account of that number."""
        rows = list(self.book.execute("SELECT id, name, password, closed FROM account WHERE id = ?", number))
        return _account(*rows[0]) if rows else None

    def accounts(self) -> list[Account]:
        """Everybody, by name."""
        question = "SELECT id, name, password, closed FROM account ORDER BY name COLLATE NOCASE"
        return [_account(*row) for row in self.book.execute(question)]

    def close(self, account: int) -> None:
        """Nobody enters that account any more; its engines and games stay."""
        self.revoke(account)
        self.book.execute("UPDATE account SET closed = ?, password = NULL WHERE id = ?", _now(), account)
        self.book.execute("DELETE FROM invitation WHERE account = ?", account)

    def reopen(self, account: int) -> None:
        """The account may be entered again, by a new invitation."""
        self.book.execute("UPDATE account SET closed = NULL WHERE id = ?", account)


def digest(word: str) -> bytes:
    """What is kept of a word that opens something: looking it up takes the same time whatever was guessed."""
    return hmac.digest(b"ronde arbitre", word.encode("utf-8", "replace"), hashlib.sha256)


def stretch(password: str, name: str = "") -> str:
    """A password as it is kept; slow on purpose, so never in the loop."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise AccountRefused(reason="password", least=SHORTEST, most=LONGEST)
    if too_common(password, name):
        raise AccountRefused(reason="common")
    salt = secrets.token_bytes(16)
    return "$".join(("scrypt", *map(str, _COST), salt.hex(), _scrypt(password, salt, *_COST).hex()))


def matches(password: str, kept: str) -> bool:
    """Whether that password was stretched to this; as slow, and as long for nobody's as for somebody's."""
    _, n, r, p, salt, stretched = kept.split("$")
    found = _scrypt(password[:LONGEST], bytes.fromhex(salt), int(n), int(r), int(p))
    return hmac.compare_digest(found, bytes.fromhex(stretched))


def _scrypt(password: str, salt: bytes, n: int, r: int, p: int) -> bytes:
    plain = password.encode("utf-8", "replace")
    return hashlib.scrypt(plain, salt=salt, n=n, r=r, p=p, maxmem=_MEMORY, dklen=32)


NOBODYS: Final = "$".join(("scrypt", *map(str, _COST), "00" * 16, secrets.token_bytes(32).hex()))
"""Compared with when there is no such account, so that the time tells nothing."""


def _account(number: int, name: str, password: str | None, closed: str | None) -> Account:
    return Account(number, name, password is not None, closed is not None)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
