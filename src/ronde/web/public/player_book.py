"""Data shared by the pages of all players, cached until a round is closed or a player or state changes.

Entering results changes none of it, so pages of players are rendered quickly during a round.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass

from ronde.core.player import PlayerId
from ronde.core.published import AsOf, seen
from ronde.core.tournament import Tournament
from ronde.scoring import door as scoring
from ronde.web.closed_rounds import alike
from ronde.web.story import seeds

Places = Mapping[PlayerId, int]


@dataclass(frozen=True, slots=True)
class PlayerBook:
    """Every player's card, Keizer points, seed, performance, and rank after each round."""

    sheets: Mapping[PlayerId, scoring.PlayerSheet]
    keizer: Mapping[PlayerId, scoring.KeizerRow]
    seeds: Mapping[PlayerId, int]
    performances: Mapping[PlayerId, int | None]
    after: tuple[Places, ...]

    def places_of(self, player: PlayerId) -> list[int]:
        """The ranks of a player after each round."""
        return [places[player] for places in self.after]


class PlayerBooks:
    """The last computed book, with what it was computed from."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._basis: tuple[object, ...] = ()
        self._rounds: tuple[object, ...] = ()
        self._book: PlayerBook | None = None

    def of(self, tournament: Tournament, as_of: AsOf) -> PlayerBook:
        """The book, computed by one thread while the others wait for it."""
        with self._lock:
            return self._of(tournament, as_of)

    def _of(self, tournament: Tournament, as_of: AsOf) -> PlayerBook:
        basis = _basis(tournament, as_of)
        closed = tournament.closed_rounds
        same = alike(basis, self._basis)
        if self._book is not None and same and alike(closed, self._rounds):
            return self._book
        kept: tuple[Places, ...] = ()
        if self._book is not None and same and tournament.settings.pairing_system.by_value:
            kept = self._book.after[: max(0, _common(closed, self._rounds) - 1)]
        self._book = _made(tournament, as_of, kept)
        self._basis, self._rounds = basis, closed
        return self._book


def _basis(tournament: Tournament, as_of: AsOf) -> tuple[object, ...]:
    """Everything the book depends on beside the closed rounds."""
    people = tournament.players, tournament.entered, tournament.left, tournament.away
    return as_of, tournament.settings, *people


def _common(one: tuple[object, ...], other: tuple[object, ...]) -> int:
    """How many rounds are the same; a table also depends on the following round (keizer 1.3)."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a is not b), min(len(one), len(other)))


def _made(tournament: Tournament, as_of: AsOf, kept: tuple[Places, ...]) -> PlayerBook:
    rounds = len(tournament.closed_rounds)
    lines = scoring.record(tournament)
    rows = scoring.standings(tournament, lines=lines).rows
    return PlayerBook(
        {one.player.id: one for one in scoring.sheets(tournament, as_of=as_of, lines=lines)},
        {row.player: row.keizer for row in rows if row.keizer is not None},
        seeds(tournament),
        scoring.performances(tournament, rounds, lines),
        (*kept, *_places(tournament, len(kept) + 1, as_of, lines)),
    )


def _places(tournament: Tournament, first: int, as_of: AsOf, lines: scoring.Record) -> list[Places]:
    """All ranks after each round from the first on; players without one come last."""
    if tournament.settings.pairing_system.by_value:  # uses the states of each round in both readings
        by_round: list[Places] = [*scoring.keizer_places(tournament, first, lines)]
    else:
        after = range(first, len(tournament.closed_rounds) + 1)
        by_round = [_places_of(tournament, one, as_of) for one in after]
    last = len(tournament.players)
    return [{player: places.get(player) or last for player in tournament.players} for places in by_round]


def _places_of(tournament: Tournament, after: int, as_of: AsOf) -> Places:
    """Ranks after a round; for players not yet registered, the rank of their current points."""
    listed = _places_after(seen(tournament, after, as_of), after)
    return (
        listed
        if tournament.players.keys() <= listed.keys()
        else {**_places_after(tournament, after), **listed}
    )


def _places_after(tournament: Tournament, after: int) -> Places:
    return {row.player: scoring.listed(row, tournament) for row in scoring.standings(tournament, after).rows}
