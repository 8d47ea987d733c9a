"""Search among the known players while typing."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ronde.core.errors import RondeError
from ronde.core.names import NameIndex
from ronde.core.player import Player, PlayerId
from ronde.storage.door import People, usual_base

MOST = 8


@dataclass
class KnownPeople:
    """The base of people as it was when its file last changed; a base that cannot be read is empty."""

    path: Path | None = field(default_factory=usual_base)
    _seen: int = -1
    _cards: Mapping[PlayerId, Player] = field(default_factory=dict)
    _index: NameIndex = field(default_factory=lambda: NameIndex({}))
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def search(self, text: str) -> list[Player]:
        """Whom the text may mean, the likeliest first."""
        self._look()
        cards, index = self._cards, self._index
        return [cards[number] for number in index.search(text, MOST)] if text.strip() else []

    def card(self, number: PlayerId) -> Player | None:
        """The person of that number."""
        self._look()
        return self._cards.get(number)

    def numbers(self) -> frozenset[PlayerId]:
        """The numbers in use, which no new player is given."""
        self._look()
        return frozenset(self._cards)

    def _look(self) -> None:
        with self._lock:
            changed = self._changed()
            if changed != self._seen:
                self._seen = changed
                self._cards = self._read() if changed else {}
                self._index = NameIndex({number: card.full_name for number, card in self._cards.items()})

    def _changed(self) -> int:
        try:
            return self.path.stat().st_mtime_ns if self.path else 0
        except OSError:
            return 0

    def _read(self) -> dict[PlayerId, Player]:
        assert self.path is not None
        try:
            people = People(self.path)
        except RondeError:
            return {}
        try:
            return {card.id: card for card in people}
        except RondeError:
            return {}
        finally:
            people.close()
