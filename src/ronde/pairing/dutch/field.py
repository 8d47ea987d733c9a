"""All players to be paired, in ranking order, with everything that the criteria need."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ronde.pairing.dutch.position import DutchPlayer, DutchPosition
from ronde.scoring.fide.door import Past, ResultKind

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
