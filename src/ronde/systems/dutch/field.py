"""The players of a Dutch round: their history, colours and scores, and where they come from."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ronde.model.events import Event, SeatsTaken, SettingsChanged
from ronde.model.player import PlayerId
from ronde.model.system_settings import DutchSettings, virtual_ranges
from ronde.model.tournament import Tournament, seeding
from ronde.standings.fide import TENTHS, FideRow, Past, ResultKind, report_of

# The input of the Dutch system for a round: who is present, and their past rounds.


@dataclass(frozen=True, slots=True)
class DutchPlayer:
    """A player of the tournament, known by the pairing number (TPN)."""

    number: int
    past: tuple[Past, ...]
    """One entry for every round already paired."""
    here: bool = True
    """Whether this player is to be paired."""
    virtual: tuple[int, ...] = ()
    """Virtual points by round, that of the round to be paired last; empty means none."""
    seated: bool = False
    """Whether this player already has an opponent or the bye in this round."""

    def virtual_in(self, round_index: int) -> int:
        """The virtual points in a round, counted from 0."""
        return self.virtual[round_index] if round_index < len(self.virtual) else 0

    @property
    def took_part(self) -> bool:
        """Whether this player was ever considered for a pairing."""
        return any(past.kind.paired or past.kind is ResultKind.BYE for past in self.past)


@dataclass(frozen=True, slots=True)
class DutchPosition:
    """A tournament before a round is paired. Points are whole numbers in a unit of the caller's choice."""

    entrants: tuple[DutchPlayer, ...]
    """Everybody, ordered by number."""
    win: int
    loss: int
    final: bool = False
    """Whether the round to be paired is the last one."""
    white_first: bool = True
    """The colour drawn before round 1: whether odd numbers get White where no other rule decides."""
    forbidden: frozenset[frozenset[int]] = frozenset()
    """Pairs of numbers that may not meet in this round."""

    @property
    def rounds(self) -> int:
        return len(self.entrants[0].past) if self.entrants else 0


@dataclass(frozen=True, slots=True)
class Pairing:
    """A paired round: (White, Black) by number, best table first, and who has the bye (0 for nobody)."""

    pairs: tuple[tuple[int, int], ...]
    bye: int = 0


# All players to be paired, in ranking order, with everything that the criteria need.


ABSOLUTE, STRONG, MILD, NONE = 3, 2, 1, 0
WHITE, BLACK, NEITHER = 1, -1, 0
DOWN, UP, LEVEL = 1, -1, 0

Bits = NDArray[np.bool_]
Whole = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player as the criteria see him (fide 1.2)."""

    number: int
    score: int
    colours: tuple[int, ...]
    """The colours of the games played, first to last."""
    opponents: frozenset[int]
    """Opponents met over the board."""
    floats: tuple[int, int]
    """One and two rounds ago."""
    unplayed: int
    may_have_bye: bool
    topscorer: bool

    @property
    def difference(self) -> int:
        """Games with White less games with Black."""
        return sum(self.colours)

    @property
    def streak(self) -> int:
        """The colour of the last two games, if it was the same."""
        same = len(self.colours) > 1 and self.colours[-1] == self.colours[-2]
        return self.colours[-1] if same else NEITHER

    @property
    def wants(self) -> int:
        if abs(self.difference) > 1:
            return BLACK if self.difference > 0 else WHITE
        if self.streak:
            return -self.streak
        if self.difference:
            return -self.difference
        return -self.colours[-1] if self.colours else NEITHER

    @property
    def strength(self) -> int:
        """The strength of the colour preference."""
        if abs(self.difference) > 1 or self.streak:
            return ABSOLUTE
        if self.difference:
            return STRONG
        return MILD if self.colours else NONE


class Field:
    """The players of a round by score, then by number; they are referred to by their place in that order."""

    def __init__(self, position: DutchPosition) -> None:
        self.position = position
        self.people = _ranked(position)
        self.place = {person.number: at for at, person in enumerate(self.people)}
        self.score = np.array([person.score for person in self.people], dtype=np.int64)
        self.wants = np.array([person.wants for person in self.people], dtype=np.int64)
        self.strength = np.array([person.strength for person in self.people], dtype=np.int64)
        self.difference = np.array([person.difference for person in self.people], dtype=np.int64)
        self.streak = np.array([person.streak for person in self.people], dtype=np.int64)
        self.unplayed = np.array([person.unplayed for person in self.people], dtype=np.int64)
        self.may_have_bye = np.array([person.may_have_bye for person in self.people], dtype=bool)
        self.last_float = np.array([person.floats[0] for person in self.people], dtype=np.int64)
        self.float_before = np.array([person.floats[1] for person in self.people], dtype=np.int64)

    def __len__(self) -> int:
        return len(self.people)

    @cached_property
    def allowed(self) -> Bits:
        """Who may meet by the absolute criteria C1 and C3."""
        allowed: Bits = ~self._same_absolute()
        np.fill_diagonal(allowed, False)
        for at, person in enumerate(self.people):
            for opponent in person.opponents:
                if opponent in self.place:
                    allowed[at, self.place[opponent]] = False
        for one, other in self.position.forbidden:
            if one in self.place and other in self.place:
                allowed[self.place[one], self.place[other]] = allowed[self.place[other], self.place[one]] = (
                    False
                )
        return allowed

    def _same_absolute(self) -> Bits:
        wanted = np.where(self.strength == ABSOLUTE, self.wants, NEITHER)
        same: Bits = (wanted[:, None] == wanted) & (wanted != NEITHER)
        if self.position.final:
            spared = np.array([person.topscorer for person in self.people], dtype=bool)
            same &= ~(spared[:, None] | spared)
        return same

    def groups(self) -> list[list[int]]:
        """The places of each scoregroup, the highest score first."""
        breaks = np.flatnonzero(np.diff(self.score)) + 1
        return [part.tolist() for part in np.split(np.arange(len(self)), breaks)] if len(self) else []


def _ranked(position: DutchPosition) -> list[Candidate]:
    by_number = {entrant.number: entrant for entrant in position.entrants}
    running = {entrant.number: _running(entrant) for entrant in position.entrants}
    here = [entrant for entrant in position.entrants if entrant.here]
    people = [_person(entrant, position, running, by_number) for entrant in here]
    return sorted(people, key=lambda person: (-person.score, person.number))


def _running(entrant: DutchPlayer) -> list[int]:
    """The score for pairing before each round, and before the one to be paired."""
    total, scores = 0, []
    for at, past in enumerate(entrant.past):
        scores.append(total + entrant.virtual_in(at))
        total += past.points
    return [*scores, total + entrant.virtual_in(len(entrant.past))]


def _person(
    entrant: DutchPlayer,
    position: DutchPosition,
    running: dict[int, list[int]],
    by_number: dict[int, DutchPlayer],
) -> Candidate:
    games = [past for past in entrant.past if past.kind is ResultKind.GAME]
    score = running[entrant.number][-1]
    return Candidate(
        number=entrant.number,
        score=score,
        colours=tuple(WHITE if past.white else BLACK for past in games),
        opponents=frozenset(past.opponent for past in games),
        floats=(_float(entrant, 1, position, running), _float(entrant, 2, position, running)),
        unplayed=len(entrant.past) - len(games),
        may_have_bye=not any(_bars_bye(past, position.win) for past in entrant.past),
        topscorer=position.final and 2 * score > position.rounds * position.win,
    )


def _bars_bye(past: Past, win: int) -> bool:
    """C2: a player who had the bye, or a win's points without playing, does not get the bye."""
    return past.kind is ResultKind.BYE or (past.kind is not ResultKind.GAME and past.points >= win)


def _float(entrant: DutchPlayer, ago: int, position: DutchPosition, running: dict[int, list[int]]) -> int:
    at = len(entrant.past) - ago
    if at < 0:
        return LEVEL
    past = entrant.past[at]
    if past.kind is ResultKind.GAME:
        own, other = running[entrant.number][at], running[past.opponent][at]
        return int(np.sign(own - other))
    if past.kind is ResultKind.BYE or past.points > position.loss:
        return DOWN
    return LEVEL


def parity(position: DutchPosition) -> dict[int, bool]:
    """Whether each number is odd when players who never took part are not counted (fide 1.1.7)."""
    known = [one for one in position.entrants if one.here or one.seated or one.took_part]
    counted = [entrant.number for entrant in known]
    return {number: at % 2 == 0 for at, number in enumerate(sorted(counted))}


# Convert a tournament to the input of the Dutch system: pairing numbers, past rounds, who is paired.


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


def initial_settings(tournament: Tournament, seed: int) -> list[Event]:
    """What a pairing records first: the numbers, and before round 1 the colour and the upper group."""
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
        return tuple(explicit_points(settings.dutch.virtual, number, one) * TENTHS for one in rounds)
    last = settings.dutch.last_accelerated
    if settings.dutch.acceleration != "baku" or last not in numbers.players or number > numbers.of(last):
        return ()
    accelerated = -(-settings.rounds // 2)
    full = -(-accelerated // 2)
    win = round(10 * settings.dutch.win)
    return tuple(win if one <= full else win // 2 if one <= accelerated else 0 for one in rounds)


def explicit_points(text: str, number: int, round_: int) -> int:
    """The half-points that explicit acceleration gives to a pairing number in a round."""
    return sum(
        one.half_points
        for one in virtual_ranges(text)
        if one.first_round <= round_ <= one.last_round and one.first <= number <= one.last
    )
