"""Personal links of players, derived from the server's key so that they can be printed again."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Iterable

from ronde.core.player import PlayerId
from ronde.web.server.namesakes import generation_of
from ronde.web.server.register import Register


class PersonalLinks:
    """The link of every player; a new link invalidates the old one."""

    def __init__(self, register: Register) -> None:
        self.register = register
        self._key = register.key("player links")

    def word(self, slug: str, player: PlayerId) -> str:
        """The secret token of a player's link."""
        row = self.register.row("SELECT serial FROM link WHERE slug = ? AND player = ?", slug, player)
        return self._word(self._named(slug), player, row[0] if row else 0)

    def _named(self, slug: str) -> str:
        """The name from which tokens are derived: a tournament that replaces another has other tokens."""
        generation = generation_of(self.register, slug)
        return f"{slug}/{generation}" if generation else slug

    def _word(self, named: str, player: PlayerId, serial: int) -> str:
        digest = hmac.digest(self._key, f"{named}/{player}/{serial}".encode(), hashlib.sha256)
        return base64.b32encode(digest[:10]).decode().lower()

    def path(self, slug: str, player: PlayerId) -> str:
        return f"/t/{slug}/card/{player}/{self.word(slug, player)}"

    def paths(self, slug: str, players: Iterable[PlayerId]) -> dict[PlayerId, str]:
        """The addresses of several cards, with two queries."""
        serials = dict(self.register.rows("SELECT player, serial FROM link WHERE slug = ?", slug))
        named = self._named(slug)
        words = {player: self._word(named, player, serials.get(player, 0)) for player in players}
        return {player: f"/t/{slug}/card/{player}/{word}" for player, word in words.items()}

    def holds(self, slug: str, player: PlayerId, word: str) -> bool:
        """Whether that is the player's current token."""
        return hmac.compare_digest(self.word(slug, player).encode(), word.encode())

    def renew(self, slug: str, player: PlayerId) -> None:
        """Replace a player's link, because it was lost or shared."""
        order = (
            "INSERT INTO link VALUES (?, ?, 1)"
            " ON CONFLICT (slug, player) DO UPDATE SET serial = link.serial + 1"
        )
        self.register.write(order, slug, player)
