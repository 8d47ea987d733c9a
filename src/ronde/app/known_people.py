"""Search among the known players and in FIDE's list while typing."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ronde.app.people import known_people
from ronde.core.errors import RondeError
from ronde.core.names import NameIndex
from ronde.core.player import Player, PlayerId
from ronde.storage.door import FideList, open_list, usual_base

MOST = 8


@dataclass
class KnownPeople:
    """The players database as of its last change; an unreadable one is empty."""

    path: Path | None = field(default_factory=usual_base)
    _seen: int = -1
    _cards: Mapping[PlayerId, Player] = field(default_factory=dict)
    _index: NameIndex = field(default_factory=lambda: NameIndex({}))
    _list: FideList | None = None
    _list_seen: int = -1
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def search(self, text: str, rate: str = "standard") -> list[Player]:
        """The people a text may mean, likeliest first; people of FIDE's list have no number of ours yet."""
        if not text.strip():
            return []
        self._look()
        with self._lock:
            cards, index = self._cards, self._index
            listed = self._list.search(text, MOST) if self._list else []
        ours = [cards[number] for number in index.search(text, MOST)]
        return [*ours, *(one.card(rate) for one in listed)][:MOST]

    def listed(self, number: int, rate: str = "standard") -> Player | None:
        """The person with that number in FIDE's list."""
        self._look()
        with self._lock:
            one = self._list.player(number) if self._list else None
        return one.card(rate) if one else None

    def card(self, number: PlayerId) -> Player | None:
        self._look()
        return self._cards.get(number)

    def numbers(self) -> frozenset[PlayerId]:
        """The numbers in use, which new players do not get."""
        self._look()
        return frozenset(self._cards)

    def _look(self) -> None:
        with self._lock:
            self._look_at_list()
            changed = _changed(self.path)
            if changed != self._seen:
                self._seen = changed
                self._cards = self._read() if changed else {}
                self._index = NameIndex({number: card.full_name for number, card in self._cards.items()})

    def _look_at_list(self) -> None:
        """Open the list again if the file was replaced."""
        place = self.path.with_name("fide.db") if self.path else None
        changed = _changed(place)
        if changed == self._list_seen:
            return
        self._list_seen = changed
        if self._list is not None:
            self._list.close()
        try:
            self._list = open_list(place)
        except RondeError:
            self._list = None

    def _read(self) -> dict[PlayerId, Player]:
        try:
            return {card.id: card for card in known_people(self.path)}
        except RondeError:
            return {}


def _changed(path: Path | None) -> int:
    """The modification time of a file; 0 if there is none."""
    try:
        return path.stat().st_mtime_ns if path else 0
    except OSError:
        return 0
