"""Seats: who sits at the desk. A one-time link, a QR code or a password signs in; nobody needs a puzzle."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from dataclasses import dataclass

from starlette.requests import Request

from ronde.web.register import Register
from ronde.web.rights import Role, may

COOKIE = "ronde-seat"
DAYS = 30
"""How long a session lasts without signing in again."""
_MINUTE = 60.0
_SCRYPT = {"n": 2**14, "r": 8, "p": 1}
_LONGEST_DEVICE = 120


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody who sits at the desk: the name the journal gets, and what he may do."""

    name: str
    role: Role


@dataclass(frozen=True, slots=True)
class Session:
    """A browser that is signed in."""

    id: str
    seat: Seat
    since: float
    device: str


class Seats:
    """Invitations, sessions and passwords; all of them are kept as digests only."""

    def __init__(self, register: Register | None = None) -> None:
        self.register = register or Register()

    def invite(self, seat: str, role: Role = Role.CHIEF, *, minutes: int = 24 * 60) -> str:
        """A word that signs somebody in, once and soon, as that seat; earlier ones for it are void."""
        word = secrets.token_urlsafe(24)
        until = time.time() + minutes * _MINUTE
        self.register.write("DELETE FROM invitation WHERE seat = ? OR until < ?", seat, time.time())
        self.register.write(
            "INSERT INTO invitation VALUES (?, ?, ?, ?)", _digest(word), seat, role.value, until
        )
        return word

    def enter(self, word: str, device: str = "") -> str | None:
        """The session of whoever shows an invitation, which is then used up."""
        found = self.register.row("SELECT seat, role, until FROM invitation WHERE digest = ?", _digest(word))
        used = self.register.write("DELETE FROM invitation WHERE digest = ?", _digest(word))
        if found is None or not used or found[2] < time.time():
            return None
        return self._begin(Seat(found[0], Role(found[1])), device)

    def enter_by_password(self, name: str, password: str, device: str = "") -> str | None:
        """The session of whoever knows the password of a seat; an unknown seat takes as long."""
        found = self.register.row("SELECT role, salt, digest FROM password WHERE seat = ?", name)
        role, salt, kept = found or (Role.HELPER.value, b"nobody's salt...", b"")
        same = hmac.compare_digest(_slow_digest(password, bytes(salt)), bytes(kept))
        return self._begin(Seat(name, Role(role)), device) if same and found else None

    def set_password(self, seat: str, role: Role, password: str) -> None:
        """Give a seat a password; whoever signed in with the old one stays until he is sent away."""
        salt = secrets.token_bytes(16)
        row = (seat, role.value, salt, _slow_digest(password, salt))
        order = (
            "INSERT INTO password VALUES (?, ?, ?, ?) ON CONFLICT (seat) DO UPDATE SET"
            " role = excluded.role, salt = excluded.salt, digest = excluded.digest"
        )
        self.register.write(order, *row)

    def forget_password(self, seat: str) -> None:
        """Nobody enters by the password of that seat any more."""
        self.register.write("DELETE FROM password WHERE seat = ?", seat)

    def passwords(self) -> list[Seat]:
        """The seats that have a password."""
        rows = self.register.rows("SELECT seat, role FROM password ORDER BY seat")
        return [Seat(name, Role(role)) for name, role in rows]

    def _begin(self, seat: Seat, device: str) -> str:
        word = secrets.token_urlsafe(32)
        row = (_digest(word), seat.name, seat.role.value, time.time(), device[:_LONGEST_DEVICE])
        self.register.write("INSERT INTO session VALUES (?, ?, ?, ?, ?)", *row)
        return word

    def sessions(self) -> list[Session]:
        """Everybody who is signed in, the latest first."""
        rows = self.register.rows("SELECT digest, seat, role, since, device FROM session ORDER BY since DESC")
        return [Session(bytes(one[0]).hex()[:16], Seat(one[1], Role(one[2])), one[3], one[4]) for one in rows]

    def session_of(self, request: Request) -> str:
        """How the list of sessions names the one of a request."""
        return _digest(request.cookies.get(COOKIE, "")).hex()[:16]

    def revoke(self, session: str) -> bool:
        """Send somebody away; whether he was there."""
        digests = [bytes(digest) for (digest,) in self.register.rows("SELECT digest FROM session")]
        meant = [digest for digest in digests if digest.hex()[:16] == session.lower()]
        return any([self.register.write("DELETE FROM session WHERE digest = ?", one) for one in meant])

    def sitting(self, request: Request) -> Seat | None:
        """Who sends a request, if he is signed in."""
        word = request.cookies.get(COOKIE, "")
        oldest = time.time() - DAYS * 24 * 60 * _MINUTE
        question = "SELECT seat, role, since FROM session WHERE digest = ?"
        found = self.register.row(question, _digest(word)) if word else None
        return Seat(found[0], Role(found[1])) if found and found[2] > oldest else None

    def seat(self, request: Request) -> str | None:
        """The name of the seat that sends a request, if it may ask for that address."""
        sitting = self.sitting(request)
        return sitting.name if sitting and may(sitting.role, request.url.path) else None

    def allows(self, request: Request, path: str) -> bool:
        """Whether the seat that sends a request may ask for another address too."""
        sitting = self.sitting(request)
        return sitting is not None and may(sitting.role, path)

    def leave(self, request: Request) -> None:
        """End the session of a request."""
        self.register.write("DELETE FROM session WHERE digest = ?", _digest(request.cookies.get(COOKIE, "")))


def _digest(word: str) -> bytes:
    """Looking up a digest takes the same time whatever was guessed."""
    return hmac.digest(b"ronde", word.encode(), hashlib.sha256)


def _slow_digest(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, dklen=32, **_SCRYPT)
