"""The people known beside the tournament: this user's base, and FIDE's list beside it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from ronde.core.errors import FileMissing, RondeError
from ronde.core.player import Player, PlayerId
from ronde.core.tournament import Tournament
from ronde.storage import door as storage

if TYPE_CHECKING:
    from ronde.core.listed import FidePlayer, ListChange


def known_people(base: Path | None = None) -> list[Player]:
    """All people of the base, by default of this user's; none if there is no base."""
    path = base or storage.usual_base()
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
    return found + listed_people(text, base=base)


def take_people(people: Iterable[Player], base: Path | None = None) -> storage.PeopleImport:
    """Add people to the base, and update those it knows."""
    with closing(storage.People(_base(base))) as known:
        return known.take(people)


def _base(base: Path | None) -> Path:
    path = base or storage.usual_base()
    if path is None:
        raise FileMissing(path="$HOME")
    return path


def _list_path(base: Path | None) -> Path:
    return _base(base).with_name("fide.db")


def listed_people(text: str, rate: str = "standard", base: Path | None = None) -> list[Player]:
    """The people of FIDE's list that a text may mean, if there is a list; they have no number of ours yet."""
    if base is None and storage.usual_base() is None:
        return []
    known = storage.open_list(_list_path(base))
    if known is None:
        return []
    with closing(known):
        return [one.card(rate) for one in known.search(text)]


def take_fide_list(players: Iterable[FidePlayer], base: Path | None = None) -> storage.ListCounts:
    """Replace FIDE's list by a newer one."""
    return storage.take_list(_list_path(base), players)


def _fide_list(base: Path | None) -> storage.FideList:
    path = _list_path(base)
    known = storage.open_list(path)
    if known is None:
        raise FileMissing(path=str(path))
    return known


def list_changes(federation: str = "", base: Path | None = None) -> list[ListChange]:
    """What the newest list of FIDE changed, for everybody or for a federation."""
    with closing(_fide_list(base)) as known:
        return list(known.changes(federation.upper()))


def newer_cards(tournament: Tournament, base: Path | None = None) -> list[Player]:
    """The cards of the players whose data differ from FIDE's list, with the data of the list."""
    from ronde.core.listed import rate_of, renewed  # few commands read the list

    rate = rate_of(tournament.settings.report.time_control)
    with closing(_fide_list(base)) as known:
        cards = [card for card in tournament.players.values() if card.fide.number]
        listed = [(card, known.player(card.fide.number)) for card in cards]
    newer = [(card, renewed(card, one, rate)) for card, one in listed if one is not None]
    return [card for before, card in newer if card != before]
