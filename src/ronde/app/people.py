"""People known beside a tournament, and the search among them."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from ronde.model.errors import FileMissing, FormatError, Problem, RondeError
from ronde.model.names import NameIndex, fold
from ronde.model.player import (
    Player,
    PlayerId,
    clean_name,
    rate_of,
    updated_from_list,
    updated_from_person,
)
from ronde.model.tournament import Tournament
from ronde.store import people as storage
from ronde.store.fide_list import FideList, ListCounts, open_list, replace_list
from ronde.store.people import default_base, people_numbered

if TYPE_CHECKING:
    from ronde.formats.egf.lists import RatingList
    from ronde.model.player import FidePlayer, ListChange


FIDE = "FIDE"
"""The name of FIDE's list among the sources."""

# The people known beside the tournament: this user's base, and FIDE's list beside it.


def known_people(base: Path | None = None) -> list[Player]:
    """All people of the base, by default of this user's; none if there is no base."""
    path = base or storage.default_base()
    if path is None or not path.exists():
        return []
    with closing(storage.People(path)) as known:
        return list(known)


def known_numbers(base: Path | None = None) -> frozenset[PlayerId]:
    """Their numbers; an unreadable base that nobody named does not keep anybody from playing."""
    try:
        return frozenset(person.id for person in known_people(base))
    except RondeError:
        if base is not None:
            raise
        return frozenset()


def search_people(text: str, base: Path | None = None) -> list[Player]:
    """The known people a text may mean, then those of FIDE's list."""
    with closing(storage.People(_base(base))) as known:
        found = known.search(text)
    listed = open_list(_list_path(base))
    if listed is None:
        return found
    with closing(listed):
        return found + [one.card() for one in _among(listed, text, 12)]


def take_people(
    people: Iterable[Player], source: str, base: Path | None = None, day: str = ""
) -> storage.PeopleImport:
    """Replace what the base has from that source by the people of its newest list, by default of today."""
    with closing(storage.People(_base(base))) as known:
        return known.take(people, source, day or date.today().isoformat())


def check_not_empty(path: Path, people: Sequence[Player]) -> None:
    """Refuse a list of nobody: everybody who is known from it would be gone."""
    if not people:
        raise FormatError([Problem(str(path), 1, 1, "formats.list-empty")])


def read_known(path: Path) -> list[Player]:
    """The people of a rating list of Go, of a players file of PAPP, or of a CSV list."""
    from ronde.formats.csv import read_players
    from ronde.formats.papp import is_players_file, read_players_file

    listed = read_go_list(path)
    if listed is not None:
        return list(listed.people)
    return read_players_file(path) if is_players_file(path) else read_players(path)


def read_go_list(path: Path) -> RatingList | None:
    """The rating list of a federation of Go in a file, if it is one."""
    from ronde.formats.egf.lists import read_rating_list

    return read_rating_list(path)


def source_name(path: Path) -> str:
    """The name of a list by that of its file, without the date at its end.

    >>> source_name(Path("ffo-2026-11.csv")), source_name(Path("joueurs.txt"))
    ('ffo', 'joueurs')
    """
    stem = clean_name(path.stem, field="source")
    return re.sub(r"[-_. ]*[0-9][-_.0-9 ]*$", "", stem) or stem


def known_sources(base: Path | None = None) -> list[storage.PeopleSource]:
    """The lists of the base with their days, then FIDE's."""
    path = base or storage.default_base()
    if path is None:
        return []
    sources = []
    if path.exists():
        with closing(storage.People(path)) as known:
            sources = known.sources()
    listed = open_list(_list_path(base))
    if listed is None:
        return sources
    with closing(listed):
        day = date.fromtimestamp(listed.path.stat().st_mtime).isoformat()
        return [*sources, storage.PeopleSource(FIDE, day, len(listed))]


def _base(base: Path | None) -> Path:
    path = base or storage.default_base()
    if path is None:
        raise FileMissing(path="$HOME")
    return path


def _list_path(base: Path | None) -> Path:
    return _base(base).with_name("fide.db")


def listed_people(text: str, rate: str = "standard", base: Path | None = None) -> list[Player]:
    """The people of FIDE's list that a text may mean, if there is a list; they have no number of ours yet."""
    if base is None and storage.default_base() is None:
        return []
    known = open_list(_list_path(base))
    if known is None:
        return []
    with closing(known):
        return [one.card(rate) for one in known.search(text)]


def _among(known: FideList, text: str, most: int) -> list[FidePlayer]:
    """The people a text may mean while it is typed: digits may be the start of a number."""
    return known.search(text, most) or known.numbered(text, most)


def take_fide_list(players: Iterable[FidePlayer], base: Path | None = None) -> ListCounts:
    """Replace FIDE's list by a newer one."""
    return replace_list(_list_path(base), players)


def _fide_list(base: Path | None) -> FideList:
    path = _list_path(base)
    known = open_list(path)
    if known is None:
        raise FileMissing(path=str(path))
    return known


def list_changes(federation: str = "", base: Path | None = None) -> list[ListChange]:
    """What the newest list of FIDE changed, for everybody or for a federation."""
    with closing(_fide_list(base)) as known:
        return list(known.changes(federation.upper()))


def newer_cards(tournament: Tournament, base: Path | None = None) -> list[Player]:
    """The cards of the players whose data differ from their list, with the data of the list.

    FIDE's list counts for those with a FIDE number, for the others the person of the base with their number.
    """
    rate = rate_of(tournament.settings.report.time_control)
    known: dict[PlayerId | str, Player] = {}
    for card in known_people(base):
        known |= dict.fromkeys((one for one in (card.id, card.go.pin) if one), card)
    listed = open_list(_list_path(base))
    if listed is None and not known:
        raise FileMissing(path=str(_base(base)))
    newer = [_newer(card, listed, known, rate) for card in tournament.players.values()]
    if listed is not None:
        listed.close()
    return [card for card in newer if card != tournament.player(card.id)]


def _newer(card: Player, fide: FideList | None, known: Mapping[PlayerId | str, Player], rate: str) -> Player:
    listed = fide.player(card.fide.number) if fide and card.fide.number else None
    if listed is not None:
        return updated_from_list(card, listed, rate)
    person = known.get(card.go.pin) or known.get(card.id)
    same = person is not None and fold(person.full_name) == fold(card.full_name)
    return updated_from_person(card, person) if person and same else card


# Search among the known players and in FIDE's list while typing.


MOST = 8


@dataclass
class KnownPeople:
    """The players database as of its last change; an unreadable one is empty."""

    path: Path | None = field(default_factory=default_base)
    _seen: int = -1
    _cards: Mapping[PlayerId, Player] = field(default_factory=dict)
    _sources: Mapping[PlayerId, str] = field(default_factory=dict)
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
            listed = _among(self._list, text, MOST) if self._list else []
        found = people_numbered(text, cards.values(), MOST)
        ours = [cards[number] for number in found or index.search(text, MOST)]
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

    def source(self, number: PlayerId) -> str:
        """The list that a known person is in; empty for none."""
        return self._sources.get(number, "")

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
                self._cards, self._sources = self._read() if changed else ({}, {})
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

    def _read(self) -> tuple[dict[PlayerId, Player], dict[PlayerId, str]]:
        try:
            with closing(storage.People(_base(self.path))) as known:
                return {card.id: card for card in known}, known.source_of()
        except RondeError:
            return {}, {}


def _changed(path: Path | None) -> int:
    """The modification time of a file; 0 if there is none."""
    try:
        return path.stat().st_mtime_ns if path else 0
    except OSError:
        return 0
