"""The input of Keizer scoring: who counts after a round, who has withdrawn, all games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ronde.core.errors import UnknownRound
from ronde.core.keizer import KeizerSettings
from ronde.core.player import Absence, PlayerId
from ronde.core.tournament import Tournament
from ronde.scoring.record import RoundLine, record

GONE = (Absence.WITHDRAWN, Absence.OUT)
"""Players in these states are not in the table and have no row in the rounds they missed."""


@dataclass(frozen=True, slots=True)
class Season:
    """The rounds up to one of them, with the states right after it."""

    after: int
    settings: KeizerSettings
    ratings: Mapping[PlayerId, int]
    """All players who count, with their ratings."""
    withdrawn: frozenset[PlayerId]
    lines: Mapping[PlayerId, Sequence[RoundLine]]
    stored: tuple[tuple[PlayerId, ...], ...]
    """By round, from the first: the order by which it is scored, empty if none was frozen."""

    @property
    def by_rating(self) -> list[PlayerId]:
        """Players who have not withdrawn, the best rated first, equal ones by number."""
        active = [player for player in self.ratings if player not in self.withdrawn]
        return sorted(active, key=lambda player: (-self.ratings[player], player))


def season(
    tournament: Tournament,
    upto: int | None = None,
    whole: Mapping[PlayerId, Sequence[RoundLine]] | None = None,
) -> Season:
    """The season after `upto` closed rounds, by default after all; `whole` is the record of all rounds.

    After an old round the states are those of the following round, because KeizerForClubs stores the table of
    a round when the next one is paired (keizer 1.3).
    """
    closed = tournament.closed_rounds
    after = len(closed) if upto is None else upto
    if not 0 <= after <= len(closed):
        raise UnknownRound(round=after, last=len(closed))
    lines = record(tournament, after) if whole is None else whole
    states = _states(tournament, after)
    return Season(
        after=after,
        settings=tournament.settings.keizer,
        ratings={player: tournament.players[player].rating for player in states},
        withdrawn=frozenset(one for one, absence in states.items() if absence in GONE),
        lines={player: lines[player][:after] for player in states},
        stored=tuple(played.values for played in closed[:after]),
    )


def _states(tournament: Tournament, after: int) -> dict[PlayerId, Absence | None]:
    """Everybody entered when the following round was paired, and why he did not play it."""
    following = tournament.rounds[after]
    here = [player for player in tournament.players if tournament.entered[player] <= after + 1]
    if not following.closed:
        return {player: tournament.absence(player) for player in here}
    states = {player: following.absent.get(player) for player in here}
    return {player: absence for player, absence in states.items() if absence is not Absence.LATE}
