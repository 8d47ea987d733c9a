"""Seats of the desk: a one-time link, a QR code or a password signs in; there is no CAPTCHA."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from dataclasses import dataclass

from starlette.requests import Request

from ronde.web.serving.register import Register
from ronde.web.serving.rights import Role, may

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
    slug: str = ""
    """The one tournament of a helper; the others have all of them."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """What a link offers, or offered: `open`, `used` or `late`."""

    seat: Seat
    state: str


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A browser that is signed in."""

    id: str
    seat: Seat
    since: float
    device: str


class Seats:
    """Invitations, sessions and passwords; all of them are kept as digests only."""

    def __init__(self, register: Register | None = None) -> None:
        self.register = register or Register()

    def invite(self, seat: str, role: Role = Role.CHIEF, slug: str = "", *, minutes: int = 24 * 60) -> str:
        """A word that signs somebody in, once and soon, as that seat; earlier ones for it are void."""
        word, now = secrets.token_urlsafe(24), time.time()
        void = "DELETE FROM seat_invitation WHERE (seat = ? AND slug = ? AND used = 0) OR until < ?"
        self.register.write(void, seat, slug, now - DAYS * 24 * 60 * _MINUTE)
        row = (_digest(word), seat, role.value, slug, now + minutes * _MINUTE, 0.0)
        self.register.write("INSERT INTO seat_invitation VALUES (?, ?, ?, ?, ?, ?)", *row)
        return word

    def invited(self, word: str) -> Invitation | None:
        """What an invitation offers; to look does not use it up."""
        question = "SELECT seat, role, slug, until, used FROM seat_invitation WHERE digest = ?"
        found = self.register.row(question, _digest(word))
        if found is None:
            return None
        late = "late" if found[3] < time.time() else "open"
        return Invitation(Seat(found[0], Role(found[1]), found[2]), "used" if found[4] else late)

    def enter(self, word: str, device: str = "") -> str | None:
        """The session of whoever shows an invitation, which is then used up."""
        found, now = self.invited(word), time.time()
        order = "UPDATE seat_invitation SET used = ? WHERE digest = ? AND used = 0 AND until >= ?"
        if found is None or not self.register.write(order, now, _digest(word), now):
            return None
        return self._begin(found.seat, device)

    def enter_by_password(self, name: str, password: str, device: str = "") -> str | None:
        """The session of whoever knows the password of a seat; an unknown seat takes as long."""
        question = "SELECT role, slug, salt, digest FROM seat_password WHERE seat = ?"
        found = self.register.row(question, name)
        role, slug, salt, kept = found or (Role.HELPER.value, "", b"nobody's salt...", b"")
        same = hmac.compare_digest(_slow_digest(password, bytes(salt)), bytes(kept))
        return self._begin(Seat(name, Role(role), slug), device) if same and found else None

    def password_mark(self, name: str) -> str:
        """Changes with the password of a seat, and says nothing about it."""
        found = self.register.row("SELECT salt FROM seat_password WHERE seat = ?", name)
        return bytes(found[0]).hex() if found else ""

    def set_password(self, seat: Seat, password: str, own: str = "") -> None:
        """Give a seat a password; whoever sits there is sent away, but for the session called `own`."""
        salt = secrets.token_bytes(16)
        row = (seat.name, seat.role.value, seat.slug, salt, _slow_digest(password, salt))
        order = (
            "INSERT INTO seat_password VALUES (?, ?, ?, ?, ?) ON CONFLICT (seat) DO UPDATE SET"
            " role = excluded.role, slug = excluded.slug, salt = excluded.salt, digest = excluded.digest"
        )
        self.register.write(order, *row)
        self._end_others(seat.name, own)

    def forget_password(self, seat: str, own: str = "") -> None:
        """Nobody enters by the password of that seat any more, and whoever did is sent away."""
        self.register.write("DELETE FROM seat_password WHERE seat = ?", seat)
        self._end_others(seat, own)

    def _end_others(self, seat: str, own: str) -> None:
        for one in self.sessions():
            if one.seat.name == seat and one.id != own:
                self.revoke(one.id)

    def passwords(self) -> list[Seat]:
        """The seats that have a password."""
        rows = self.register.rows("SELECT seat, role, slug FROM seat_password ORDER BY seat")
        return [Seat(name, Role(role), slug) for name, role, slug in rows]

    def _begin(self, seat: Seat, device: str) -> str:
        word = secrets.token_urlsafe(32)
        row = (_digest(word), seat.name, seat.role.value, seat.slug, time.time(), device[:_LONGEST_DEVICE])
        self.register.write("INSERT INTO seat_session VALUES (?, ?, ?, ?, ?, ?)", *row)
        return word

    def sessions(self) -> list[SignedIn]:
        """Everybody who is signed in, the latest first."""
        question = "SELECT digest, seat, role, slug, since, device FROM seat_session ORDER BY since DESC"
        return [
            SignedIn(bytes(one[0]).hex()[:16], Seat(one[1], Role(one[2]), one[3]), one[4], one[5])
            for one in self.register.rows(question)
        ]

    def session_of(self, request: Request) -> str:
        """How the list of sessions names the one of a request."""
        return _digest(request.cookies.get(COOKIE, "")).hex()[:16]

    def revoke(self, session: str) -> bool:
        """Send somebody away; whether he was there."""
        digests = [bytes(digest) for (digest,) in self.register.rows("SELECT digest FROM seat_session")]
        meant = [digest for digest in digests if digest.hex()[:16] == session.lower()]
        return any([self.register.write("DELETE FROM seat_session WHERE digest = ?", one) for one in meant])

    def sitting(self, request: Request) -> Seat | None:
        """Who sends a request, if he is signed in."""
        word = request.cookies.get(COOKIE, "")
        oldest = time.time() - DAYS * 24 * 60 * _MINUTE
        question = "SELECT seat, role, slug, since FROM seat_session WHERE digest = ?"
        found = self.register.row(question, _digest(word)) if word else None
        return Seat(found[0], Role(found[1]), found[2]) if found and found[3] > oldest else None

    def seat(self, request: Request) -> str | None:
        """The name of the seat that sends a request, if it may ask for that address."""
        sitting = self.sitting(request)
        return sitting.name if sitting and may(sitting.role, request.url.path, sitting.slug) else None

    def allows(self, request: Request, path: str) -> bool:
        """Whether the seat that sends a request may ask for another address too."""
        sitting = self.sitting(request)
        return sitting is not None and may(sitting.role, path, sitting.slug)

    def leave(self, request: Request) -> None:
        """End the session of a request."""
        order = "DELETE FROM seat_session WHERE digest = ?"
        self.register.write(order, _digest(request.cookies.get(COOKIE, "")))


def _digest(word: str) -> bytes:
    """Looking up a digest takes the same time whatever was guessed."""
    return hmac.digest(b"ronde", word.encode(), hashlib.sha256)


def _slow_digest(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, dklen=32, **_SCRYPT)
