"""Cups: a bracket by seeds, byes for the best in the qualifying round, the losers out."""

from __future__ import annotations

from ronde.core.cup import champion, seeds, slots_now
from ronde.core.errors import NobodyToPair, RoundsOver
from ronde.core.player import PlayerId
from ronde.core.table import Bye, Pair
from ronde.core.tournament import Tournament
from ronde.pairing.draw import Draw


def knockout(tournament: Tournament, *, seed: int) -> Draw:
    """The next round of the bracket; it follows from the seeds and the results, and chance has no part."""
    slots = slots_now(tournament)
    if champion(tournament) is not None or (len(slots) == 1 and tournament.closed_rounds):
        last = len(tournament.closed_rounds)
        raise RoundsOver(round=last + 1, last=last)
    if len(slots) < 2:
        raise NobodyToPair(present=len(tournament.present))
    free, ranks = set(tournament.unpaired), seeds(tournament)
    tables = {table.number: table.pair for table in tournament.open_round}
    idle: list[PlayerId] = []
    for number, meeting in enumerate(zip(slots[::2], slots[1::2], strict=True), start=1):
        here = sorted((player for player in meeting if player in free), key=lambda player: ranks[player or 0])
        players = [player for player in here if player is not None]
        if len(players) == 2:
            tables[_number(number, tables)] = Pair(players[0], players[1])
        idle += players if len(players) == 1 else []
    bye = Bye(idle[0]) if len(idle) == 1 else None
    return Draw(tables, bye, "cup", seed, 0)


def _number(wanted: int, tables: dict[int, Pair]) -> int:
    """The table of that place in the bracket, or the next free one if an arbiter put somebody there."""
    while wanted in tables:
        wanted += 1
    return wanted
