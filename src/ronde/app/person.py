"""All that is kept about a person, and how it is erased from every file of a tournament."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import closing, suppress
from html import unescape
from pathlib import Path
from typing import Any

from ronde.app.command import Actor, Right
from ronde.app.desk import Desk
from ronde.app.people import known_people
from ronde.app.views import PlayerView, SheetView, View, event_data
from ronde.i18n import say
from ronde.model.decisions.erasure import Card, cards_in_copy, cards_of, erase_person, without_person
from ronde.model.errors import JournalError, NotAllowed, NotATournament, RondeError
from ronde.model.events import Event
from ronde.model.names import fold
from ronde.model.player import Player, PlayerId
from ronde.model.replay import replay
from ronde.render.site import publish_into, site
from ronde.standings import player_card
from ronde.store import backup_folder, is_server_name, rewrite_backup
from ronde.store import people as storage

# Where the name of a person may stand.


_CODES = ("utf-8", "latin-1", "cp850")
LARGEST = 64_000_000
"""Bytes of the largest file that is searched for a name."""


_GAP = r"\W{0,4}(?:first_name\W{0,4})?"
"""What stands between the two names, also in our own JSON."""
_SHORT = 4
"""Letters of a single name that may be a part of other words."""


def _spelling(card: Player) -> str:
    """A pattern of the name: surname and first name side by side, in either order.

    In the files of databases other texts may follow without a blank.
    """
    name, first = _joined(card.name), _joined(card.first_name)
    if not fold(card.full_name).strip():
        return r"(?!)"  # accents alone: nothing would be found everywhere
    if first:
        pairs = ((name, first), (first, name))
        return "|".join(rf"{one}{_GAP}{two}|{_quoted(one)}[^<>]*{_quoted(two)}" for one, two in pairs)
    return name if len(card.name) > _SHORT else rf"\b{name}\b"


def _joined(text: str) -> str:
    """The words of a name, with whatever blanks; files of Go have none or `_` between them."""
    return r"[\s_]*".join(map(re.escape, fold(text).split()))


def _quoted(pattern: str) -> str:
    """The whole value of an attribute of XML."""
    return rf"=\s*[\"']\s*{pattern}\s*[\"']"


def mentions(cards: Iterable[Player]) -> Callable[[bytes], bool]:
    """Whether some bytes contain a name of these cards, in any encoding that a file of ours may have."""
    pattern = re.compile("|".join(sorted({_spelling(card) for card in cards})))

    def found(data: bytes) -> bool:
        plain = data.replace(b"\0", b"")  # UTF-16 has a zero in every Latin letter
        return any(pattern.search(fold(unescape(plain.decode(code, "ignore")))) for code in _CODES)

    return found


def _contents(paths: Iterable[Path]) -> Iterator[tuple[Path, bytes]]:
    for path in paths:
        if path.is_file() and path.stat().st_size <= LARGEST:
            yield path, path.read_bytes()


def _backups(path: Path) -> list[Path]:
    return sorted(one for one in backup_folder(path).rglob("*") if one.is_file())


def _beside(path: Path) -> list[Path]:
    """What lies in the folder of a tournament and is not its own."""
    own = {f"{path.name}{end}" for end in ("", "-wal", "-shm")}
    return sorted(one for one in path.parent.iterdir() if one.name not in own)


# What is kept.


class PersonView(View, frozen=True):
    """All that is kept about a player: the card, the games, every entry of the journal, other places."""

    player: PlayerView
    apart: tuple[PlayerId, ...]
    """Whom the player must not meet."""
    games: SheetView
    journal: tuple[dict[str, Any], ...]
    attachments: tuple[str, ...]
    """Stored files that contain the name."""
    backups: tuple[str, ...]
    known: bool
    """Whether the person is in the base of known people."""


def person_view(desk: Desk, number: PlayerId) -> PersonView:
    now = desk.tournament
    cards = _cards(desk, number)
    holds = mentions(event.player for event in cards.values())
    kept = desk.journal.attachments()
    return PersonView(
        player=PlayerView.of(now, number),
        apart=tuple(sorted(one for pair in now.forbidden if number in pair for one in pair - {number})),
        games=SheetView.of(now, player_card(now, number)),
        journal=tuple(_entries(desk, number, cards)),
        attachments=tuple(name for name, data in kept.items() if holds(data)),
        backups=() if is_server_name(desk.journal.path) else _named(_backups(desk.journal.path), holds),
        known=_is_known(cards),
    )


def _named(paths: Iterable[Path], holds: Callable[[bytes], bool]) -> tuple[str, ...]:
    return tuple(str(path) for path, data in _contents(paths) if holds(data))


def _cards(desk: Desk, number: PlayerId) -> dict[int, Card]:
    return cards_of(number, ((entry.number, entry.event, counts) for entry, counts in desk.history()))


def _entries(desk: Desk, number: PlayerId, cards: Collection[int]) -> Iterator[dict[str, Any]]:
    """The card's entries, and those that name the player by number alone."""
    for entry, counts in desk.history():
        event = entry.event
        if entry.number in cards or (counts and getattr(event, "player", 0) == number):
            about = {"number": entry.number, "at": entry.at, "actor": entry.actor, "counts": counts}
            yield about | {"kind": type(event).__name__, **event_data(event)}


def _known(cards: dict[int, Card]) -> list[Player]:
    """The entries of the base that are this person: the number and the name are the same."""
    both = {(event.player.id, fold(event.player.full_name)) for event in cards.values()}
    return [one for one in known_people() if (one.id, fold(one.full_name)) in both]


def _is_known(cards: dict[int, Card]) -> bool:
    """An unreadable base keeps nobody from reading the rest."""
    with suppress(RondeError):
        return bool(_known(cards))
    return False


# Erasing.


class Erasure(View, frozen=True):
    """The name that stands there now, the deleted backups, and files beside that still have the old name."""

    name: str
    deleted: tuple[str, ...]
    left: tuple[str, ...]


def erased_name(number: PlayerId, language: str) -> str:
    return say("lists.erased-name", language, number=number)


def erase(desk: Desk, actor: Actor, number: PlayerId, language: str, folders: Iterable[Path] = ()) -> Erasure:
    """Erase what is kept about a player from the journal, its attachments, backups, and known people.

    Published folders are written anew. The journal is last: whoever is refused or interrupted before can
    begin again.
    """
    if not actor.may(Right.SETTINGS):
        raise NotAllowed(right=Right.SETTINGS.value)
    if is_server_name(desk.journal.path):
        raise JournalError(path=desk.journal.path.name, reason="no-erasing", detail="")
    desk.refresh()
    event = erase_person(desk.tournament, number=number, name=erased_name(number, language))
    cards = _cards(desk, number)
    holds = mentions(one.player for one in cards.values())
    deleted = _clean_backups(desk, cards, event.name, holds)
    _forget(_known(cards))
    dropped = [name for name, data in desk.journal.attachments().items() if holds(data)]
    for folder in folders:
        publish_into(folder, site(replay([event], desk.tournament), language))
    desk.rewrite(actor.name, without_person(cards, event.name), dropped, event)
    left = _named(_beside(desk.journal.path.absolute()), holds)
    return Erasure(event.name, deleted, left)


def sentences(done: Erasure, language: str) -> list[str]:
    """What erasing did, and what is left to do by hand."""
    told = {"deleted": done.deleted, "left": done.left}
    return [
        say("person.erased", language, name=done.name),
        *(say(f"person.{key}", language, files=", ".join(files)) for key, files in told.items() if files),
    ]


def _clean_backups(
    desk: Desk, cards: dict[int, Card], name: str, holds: Callable[[bytes], bool]
) -> tuple[str, ...]:
    """Rewrite every backup that can be read; delete any other file among them that has the name."""
    events = {entry.number: entry.event for entry, _ in desk.history()}

    def change(copy: dict[int, Event]) -> dict[int, Event]:
        return without_person(cards_in_copy(cards, events, copy), name)

    deleted = []
    for path, data in list(_contents(_backups(desk.journal.path))):
        try:
            if path.exists():
                rewrite_backup(path, change, holds)
        except NotATournament:
            if holds(data):
                path.unlink()
                deleted.append(str(path))
    return tuple(deleted)


def _forget(people: Iterable[Player]) -> None:
    base = storage.default_base()
    for one in people:
        assert base is not None, "they are in it"
        with closing(storage.People(base)) as known:
            known.forget(one.id)
