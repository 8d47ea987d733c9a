"""Find a player by number or by the start of a name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ronde.core.errors import AmbiguousPlayer, UnknownPlayer
from ronde.core.names import NameIndex, fold
from ronde.core.player import Player, PlayerId
from ronde.core.tournament import Tournament


def find_player(tournament: Tournament, text: str) -> PlayerId:
    """The registered player with that number, that full name, or that start of a name."""
    return find_named(tournament.players, text)


def find_named(people: Mapping[PlayerId, Player], text: str) -> PlayerId:
    """The person with that number, full name, surname, or start of a name."""
    typed = text.strip()
    if re.fullmatch("[0-9]{1,18}", typed) and int(typed) in people:
        return int(typed)
    index = NameIndex({number: card.full_name for number, card in people.items()})
    fitting = closest(people, typed, _starting(index, typed) if typed else ())
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise AmbiguousPlayer(text=text, candidates=[_shown(people, number) for number in fitting])
    similar = [_shown(people, number) for number in index.search(typed, most=3)]
    raise UnknownPlayer(text=text, reason="similar" if similar else "", similar=similar)


def _starting(index: NameIndex, typed: str) -> tuple[PlayerId, ...]:
    """Whose name starts with the text; `Family, Given` and `Given Family` are accepted too."""
    plain = " ".join(typed.replace(",", " ").split())
    return index.starting(typed) or index.starting(plain) or index.called(plain)


def closest(
    people: Mapping[PlayerId, Player], text: str, fitting: Iterable[PlayerId]
) -> tuple[PlayerId, ...]:
    """Among names that start with the text, those equal to it: in full, else by surname, else all of them.

    An arbiter who types `martin` means MARTIN and not MARTINEZ, whose name would otherwise have to be given
    up to the first letter that differs.
    """
    wanted, candidates = fold(" ".join(text.split())), tuple(fitting)
    full = tuple(number for number in candidates if fold(people[number].full_name) == wanted)
    surname = tuple(number for number in candidates if fold(people[number].name) == wanted)
    return full or surname or candidates


def _shown(people: Mapping[PlayerId, Player], number: PlayerId) -> str:
    return f"{people[number].full_name} ({number})"
