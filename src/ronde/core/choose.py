"""Finding the player somebody means by a number or by the start of a name."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ronde.core.errors import AmbiguousPlayer, UnknownPlayer
from ronde.core.names import NameIndex, fold
from ronde.core.player import PlayerId
from ronde.core.tournament import Tournament


def find_player(tournament: Tournament, text: str) -> PlayerId:
    """The one registered player with that number, that full name, or that start of a name."""
    return find_named({number: player.full_name for number, player in tournament.players.items()}, text)


def find_named(names: Mapping[PlayerId, str], text: str) -> PlayerId:
    """The one person of these names with that number, that full name, or that start of a name."""
    typed = text.strip()
    if re.fullmatch("[0-9]{1,18}", typed) and int(typed) in names:
        return int(typed)
    index = NameIndex(names)
    fitting = index.starting(typed) if typed else ()
    exact = [number for number in fitting if fold(names[number]) == fold(typed)]
    if len(exact) == 1 or len(fitting) == 1:
        return (exact or fitting)[0]
    if fitting:
        raise AmbiguousPlayer(text=text, candidates=[f"{names[number]} ({number})" for number in fitting])
    similar = [f"{names[number]} ({number})" for number in index.search(typed, most=3)]
    raise UnknownPlayer(text=text, reason="similar" if similar else "", similar=similar)
