"""Seats: who sits at the desk. A one-time link signs in; nobody needs a puzzle."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field

from starlette.requests import Request

COOKIE = "ronde-seat"


@dataclass
class Seats:
    """The invitations not yet used and the sessions that are open; both are kept as digests only."""

    invitations: dict[bytes, str] = field(default_factory=dict)
    sessions: dict[bytes, str] = field(default_factory=dict)

    def invite(self, seat: str) -> str:
        """A word that signs somebody in, once, as that seat."""
        word = secrets.token_urlsafe(24)
        self.invitations[_digest(word)] = seat
        return word

    def enter(self, word: str) -> str | None:
        """The session of whoever shows an invitation, which is then used up."""
        seat = self.invitations.pop(_digest(word), None)
        if seat is None:
            return None
        session = secrets.token_urlsafe(32)
        self.sessions[_digest(session)] = seat
        return session

    def seat(self, request: Request) -> str | None:
        """The seat of a request, if it carries a session."""
        session = request.cookies.get(COOKIE, "")
        return self.sessions.get(_digest(session)) if session else None

    def leave(self, request: Request) -> None:
        """End the session of a request."""
        self.sessions.pop(_digest(request.cookies.get(COOKIE, "")), None)


def _digest(word: str) -> bytes:
    """Looking up a digest takes the same time whatever was guessed."""
    return hmac.digest(b"ronde", word.encode(), hashlib.sha256)
