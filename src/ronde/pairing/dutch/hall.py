"""Convert a tournament to the input of the Dutch system: pairing numbers, past rounds, who is paired."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from ronde.core.dutch import DutchSettings, virtual_ranges
from ronde.core.events import Event, SeatsTaken, SettingsChanged
from ronde.core.player import PlayerId
from ronde.core.seeding import seeding
from ronde.core.tournament import Tournament
from ronde.pairing.dutch.position import DutchPlayer, DutchPosition
from ronde.scoring.fide.door import TENTHS, FideRow, report_of


@dataclass(frozen=True, slots=True)
class Numbers:
    """The pairing numbers of a tournament, both ways."""

    players: tuple[PlayerId, ...]
    """Number 1 first."""

    def player(self, number: int) -> PlayerId:
        return self.players[number - 1]

    def of(self, player: PlayerId) -> int:
        return self.players.index(player) + 1


def numbers_of(tournament: Tournament) -> Numbers:
    return Numbers(seeding(tournament))


def decided(tournament: Tournament, seed: int) -> list[Event]:
    """What a draw records first: the numbers, and before round 1 the colour and the upper group."""
    order = seeding(tournament)
    facts: list[Event] = [] if order == tournament.seats else [SeatsTaken(order)]
    settings = tournament.settings
    chosen = _chosen(settings.dutch, order, seed)
    if tournament.open_round.number > 1 or chosen == settings.dutch:
        return facts
    changed = SettingsChanged(tournament.name, tournament.date, replace(settings, dutch=chosen))
    return [changed, *facts]


def _chosen(settings: DutchSettings, order: tuple[PlayerId, ...], seed: int) -> DutchSettings:
    colour = settings.first_colour
    if colour == "draw":
        colour = random.Random(f"colour-{seed}").choice(("first", "second"))
    last = settings.last_accelerated
    if settings.acceleration == "baku" and last not in order:
        last = order[2 * -(-len(order) // 4) - 1]
    return replace(settings, first_colour=colour, last_accelerated=last)


def position_of(tournament: Tournament) -> DutchPosition:
    """The input for the rest of the open round; players who sit or have the bye are marked."""
    numbers = numbers_of(tournament)
    current, settings = tournament.open_round, tournament.settings
    taken = {*current.seated, current.forced_bye}
    free = set(tournament.unpaired) - taken
    rows = report_of(tournament).rows
    return DutchPosition(
        entrants=tuple(_entrant(tournament, numbers, row, free, taken) for row in rows.values()),
        win=round(10 * settings.dutch.win),
        loss=round(10 * settings.dutch.loss),
        final=current.number >= settings.rounds,
        white_first=settings.dutch.first_colour != "second",
        forbidden=frozenset(
            frozenset(numbers.of(player) for player in pair)
            for pair in tournament.forbidden
            if pair <= tournament.players.keys()
        ),
    )


def _entrant(
    tournament: Tournament, numbers: Numbers, row: FideRow, free: set[PlayerId], taken: set[PlayerId]
) -> DutchPlayer:
    player = numbers.player(row.number)
    virtual = _virtual(tournament, numbers, row.number)
    return DutchPlayer(row.number, row.past, player in free, virtual, seated=player in taken)


def _virtual(tournament: Tournament, numbers: Numbers, number: int) -> tuple[int, ...]:
    """Virtual points as configured; or Baku: a win for the upper group, then half of it (C.04.7)."""
    settings = tournament.settings
    rounds = range(1, tournament.open_round.number + 1)
    if settings.dutch.virtual:
        return tuple(told_points(settings.dutch.virtual, number, one) * TENTHS for one in rounds)
    last = settings.dutch.last_accelerated
    if settings.dutch.acceleration != "baku" or last not in numbers.players or number > numbers.of(last):
        return ()
    accelerated = -(-settings.rounds // 2)
    full = -(-accelerated // 2)
    win = round(10 * settings.dutch.win)
    return tuple(win if one <= full else win // 2 if one <= accelerated else 0 for one in rounds)


def told_points(text: str, number: int, round_: int) -> int:
    """The half-points that explicit acceleration gives to a pairing number in a round."""
    return sum(
        one.half_points
        for one in virtual_ranges(text)
        if one.first_round <= round_ <= one.last_round and one.first <= number <= one.last
    )
