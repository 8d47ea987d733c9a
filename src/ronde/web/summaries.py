"""What a page shows beside its lists, and lists of closed rounds, computed once."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, TypeVar

from ronde import systems as scoring
from ronde.model.events import ResultEntered, RoundPaired
from ronde.model.player import Absence, Player, PlayerId
from ronde.model.table import Table
from ronde.model.tournament import AsOf, Round, Tournament, as_of_round
from ronde.render.charts import result_letters
from ronde.standings import half_points, record
from ronde.standings.go.order import main_scores
from ronde.store import JournalEntry

# What a page shows beside its lists: past results, rank changes, current standings, latest results.


UPSET: Final = 150
"""Rating points by which a winner is below the loser in an upset."""
MAX_LATEST: Final = 6
"""How many of the latest results are shown."""
MAX_CHARTED: Final = 60
"""Rounds for which ranks are drawn; each needs the standings after it."""


@dataclass(frozen=True, slots=True)
class RecentResult:
    """A result with its time; `upset` is by how much the winner is rated below the loser."""

    at: str
    table: Table
    winner: PlayerId
    loser: PlayerId
    upset: int = 0
    perfect: bool = False


def family_and_given(card: Player) -> tuple[str, str]:
    """The two names of a player, where the data has both; else everything is one name.

    Words in capitals at the front of a single field are the family name.

    >>> family_and_given(Player(1, "DE WITT Maarten")), family_and_given(Player(2, "Corner"))
    (('DE WITT', 'Maarten'), ('Corner', ''))
    """
    if card.first_name:
        return card.name, card.first_name
    words = card.name.split(" ")
    loud = 0
    while loud < len(words) and sum(map(str.isalpha, words[loud])) > 1 and words[loud].isupper():
        loud += 1
    return (" ".join(words[:loud]), " ".join(words[loud:])) if loud else (card.name, "")


def player_results(tournament: Tournament, upto: int | None = None) -> dict[PlayerId, str]:
    """Every player's results in the closed rounds."""
    return {player: result_letters(lines) for player, lines in record(tournament, upto).items()}


def seeds(tournament: Tournament) -> dict[PlayerId, int]:
    """Every player's seed by rating, as the first rank drawn; without ratings by registration."""
    cards = tournament.players
    order = sorted(cards, key=lambda player: -cards[player].rating)
    return {player: rank for rank, player in enumerate(order, start=1)}


def ranks_over(
    tournament: Tournament, upto: int, players: Sequence[PlayerId], as_of: AsOf = AsOf.CLOSING
) -> dict[PlayerId, list[int]]:
    """The ranks of these players among themselves: seed, then after every round, unless they are too many."""
    if upto > MAX_CHARTED:
        return {}
    first = seeds(tournament)
    orders = [sorted(players, key=lambda player: first[player])]
    for after in range(1, upto + 1):
        ranks = {
            row.player: row.rank
            for row in scoring.standings(as_of_round(tournament, after, as_of), after).rows
        }
        late = len(tournament.players)
        orders.append(sorted(players, key=lambda player: (ranks.get(player, late), first[player])))
    places: dict[PlayerId, list[int]] = {player: [] for player in players}
    for order in orders:
        for rank, player in enumerate(order, start=1):
            places[player].append(rank)
    return places


def provisional(tournament: Tournament) -> Tournament | None:
    """The tournament as if the open round ended with the results so far, if there are any.

    Games without a result give no points. Not for Keizer, whose values would all change, nor for a cup or a
    final, which has its bracket, nor if the arbiter hides the standings until the round is closed.
    """
    played = tournament.open_round
    known = {number: table for number, table in played.tables.items() if table.result is not None}
    if not known or _not_by_points(tournament) or not tournament.settings.public.provisional:
        return None
    busy = {player: Absence.LATE for table in played.missing for player in (table.first, table.second)}
    away = {player: reason for player in tournament.players if (reason := tournament.absence(player))}
    free = tournament.unpaired if len(tournament.unpaired) == 1 else ()
    done = replace(played, tables=known, absent={**away, **busy}, byes=free, closed=True)
    return replace(tournament, rounds=(*tournament.closed_rounds, done, Round(played.number + 1)))


def _not_by_points(tournament: Tournament) -> bool:
    system = tournament.settings.pairing_system
    return system.by_value or system.knock_out or tournament.final is not None


def points_before(tournament: Tournament, number: int) -> Mapping[PlayerId, float]:
    """Every player's points before a round."""
    closed = min(number - 1, len(tournament.closed_rounds))
    if tournament.settings.pairing_system.go:
        return main_scores(tournament, closed)
    return {player: half_points(lines) / 2 for player, lines in record(tournament, closed).items()}


def latest_results(
    tournament: Tournament, history: Iterable[tuple[JournalEntry, bool]], round: int
) -> list[RecentResult]:
    """The latest valid results of a round, newest first, with upsets marked."""
    played = tournament.round(round)
    times: dict[int, str] = {}
    for entry, counts in history:
        event = entry.event
        if counts and isinstance(event, ResultEntered) and event.round == round:
            times.pop(event.table, None)
            times[event.table] = entry.at
    timed = [(at, played.tables[number]) for number, at in times.items() if number in played.tables]
    return [_news(tournament, at, table) for at, table in reversed(timed) if table.result is not None][
        :MAX_LATEST
    ]


def _news(tournament: Tournament, at: str, table: Table) -> RecentResult:
    result = table.result
    assert result is not None
    ours, theirs = result.half_points
    sides = table.first, table.second
    winner, loser = sides if ours >= theirs else sides[::-1]
    if ours == theirs:
        return RecentResult(clock(at), table, winner, loser)
    cards, total = tournament.players, tournament.settings.board.total
    gap = cards[loser].rating - cards[winner].rating
    rated = cards[loser].rating > 0 and cards[winner].rating > 0 and result.over_the_board
    perfect = total > 2 and max(result.first, result.second) == total and result.over_the_board
    return RecentResult(clock(at), table, winner, loser, gap if rated and gap >= UPSET else 0, perfect)


def paired_at(history: Iterable[tuple[JournalEntry, bool]], round: int) -> str:
    """When a round was last paired, in local time."""
    times = [
        entry.at
        for entry, counts in history
        if counts and isinstance(entry.event, RoundPaired) and entry.event.round == round
    ]
    return clock(times[-1]) if times else ""


def clock(at: str) -> str:
    """The local time of a journal entry in hours and minutes."""
    return datetime.fromisoformat(at).astimezone().strftime("%H:%M") if at else ""


# Lists of closed rounds, computed once: they do not change while the results of the open round come in.
#
# Cached until a round is closed or corrected, or a player, a state or a setting changes.


T = TypeVar("T")
CACHE_SIZE: Final = 24
"""How many lists of a tournament are cached."""


class ClosedRounds:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._basis: tuple[object, ...] = ()
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()

    def seen(self, tournament: Tournament, after: int, as_of: AsOf = AsOf.CLOSING) -> Tournament:
        """The tournament as a list after that round sees it."""

        def another() -> Tournament | None:
            other = as_of_round(tournament, after, as_of)
            return None if other is tournament else other  # without the round being played

        return self._counted(tournament, ("seen", after, as_of), another) or tournament

    def standings(self, tournament: Tournament, after: int, as_of: AsOf = AsOf.CLOSING) -> scoring.Standings:
        state = self.seen(tournament, after, as_of)
        key = "standings", after, as_of
        return self._counted(tournament, key, lambda: scoring.standings(state, after))

    def forms(self, tournament: Tournament, upto: int) -> Mapping[PlayerId, str]:
        """Every player's results in the closed rounds."""
        return self._counted(tournament, ("forms", upto), lambda: player_results(tournament, upto))

    def points_before(self, tournament: Tournament, number: int) -> Mapping[PlayerId, float]:
        """Every player's points before a round."""
        return self._counted(tournament, ("points", number), lambda: points_before(tournament, number))

    def ranks_over(
        self, tournament: Tournament, upto: int, players: Sequence[PlayerId], as_of: AsOf
    ) -> Mapping[PlayerId, list[int]]:
        """The ranks of these players among themselves: seed, then after every round."""
        key = "ranks", upto, as_of, tuple(players)
        return self._counted(tournament, key, lambda: ranks_over(tournament, upto, players, as_of))

    def _counted(self, tournament: Tournament, what: Hashable, count: Callable[[], T]) -> T:
        """A list, computed by one thread while the others wait for it."""
        basis = basis_of(tournament)
        with self._lock:
            if not identical_rows(basis, self._basis):
                self._basis, self._kept = basis, OrderedDict()
            if what not in self._kept:
                self._kept[what] = count()
            if len(self._kept) > CACHE_SIZE:
                self._kept.popitem(last=False)
            kept: T = self._kept[what]
            return kept


def basis_of(tournament: Tournament) -> tuple[object, ...]:
    """Everything that lists of closed rounds depend on: all but the round being played."""
    one = tournament
    people = one.players, one.entered, one.left, one.away, one.forbidden, one.seats, one.programs
    return one.name, one.date, one.settings, *people, *one.closed_rounds


def identical_rows(one: Sequence[object], other: Sequence[object]) -> bool:
    """Whether two rows hold identical objects; comparing by value would take as long as computing them."""
    return len(one) == len(other) and all(a is b for a, b in zip(one, other, strict=True))
