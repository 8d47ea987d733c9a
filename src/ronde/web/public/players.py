"""The pages of players: results, colours, opponents, ranks over the rounds."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ronde import systems as scoring
from ronde.i18n import figures, say
from ronde.model.player import PlayerId
from ronde.model.result import write_number
from ronde.model.tournament import AsOf, Tournament, as_of_round
from ronde.render.charts import result_letters
from ronde.render.chess import tiebreak_workings, working_lines
from ronde.render.go import gained_text
from ronde.standings import PlayerCard, Record, RoundLine, player_cards, record
from ronde.standings.fide.ratings import rating_changes
from ronde.systems.keizer.points import performances
from ronde.web.summaries import identical_rows, seeds

# Data shared by the pages of all players, cached until a round is closed or a player or state changes.
#
# Entering results changes none of it, so pages of players are rendered quickly during a round.


Places = Mapping[PlayerId, int]


@dataclass(frozen=True, slots=True)
class PlayerPageData:
    """Every player's card, Keizer points, seed, performance, and rank after each round."""

    cards: Mapping[PlayerId, PlayerCard]
    keizer: Mapping[PlayerId, scoring.KeizerRow]
    seeds: Mapping[PlayerId, int]
    performances: Mapping[PlayerId, int | None]
    after: tuple[Places, ...]

    def places_of(self, player: PlayerId) -> list[int]:
        """The ranks of a player after each round."""
        return [places[player] for places in self.after]


class PlayerPageCache:
    """The last computed book, with what it was computed from."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._basis: tuple[object, ...] = ()
        self._rounds: tuple[object, ...] = ()
        self._book: PlayerPageData | None = None

    def of(self, tournament: Tournament, as_of: AsOf) -> PlayerPageData:
        """The book, computed by one thread while the others wait for it."""
        with self._lock:
            return self._of(tournament, as_of)

    def _of(self, tournament: Tournament, as_of: AsOf) -> PlayerPageData:
        basis = _basis(tournament, as_of)
        closed = tournament.closed_rounds
        same = identical_rows(basis, self._basis)
        if self._book is not None and same and identical_rows(closed, self._rounds):
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


def _made(tournament: Tournament, as_of: AsOf, kept: tuple[Places, ...]) -> PlayerPageData:
    rounds = len(tournament.closed_rounds)
    lines = record(tournament)
    rows = scoring.standings(tournament, lines=lines).rows
    return PlayerPageData(
        {one.player.id: one for one in player_cards(tournament, as_of=as_of, lines=lines)},
        {row.player: row.keizer for row in rows if row.keizer is not None},
        seeds(tournament),
        performances(tournament, rounds, lines),
        (*kept, *_places(tournament, len(kept) + 1, as_of, lines)),
    )


def _places(tournament: Tournament, first: int, as_of: AsOf, lines: Record) -> list[Places]:
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
    listed = _places_after(as_of_round(tournament, after, as_of), after)
    return (
        listed
        if tournament.players.keys() <= listed.keys()
        else {**_places_after(tournament, after), **listed}
    )


def _places_after(tournament: Tournament, after: int) -> Places:
    return {
        row.player: scoring.rank_number(row, tournament) for row in scoring.standings(tournament, after).rows
    }


# The content of a player's page: results, colours, opponents, ranks over the rounds.


def player_facts(
    tournament: Tournament, book: PlayerPageData, player: PlayerId, language: str
) -> dict[str, Any]:
    page = book.cards[player]
    games = [line for line in page.lines if line.opponent]
    letters = result_letters(page.lines)
    words = {"w": "won", "d": "drawn", "l": "lost"}
    form = [say(f"face.{words[one]}", language) for one in letters.lower() if one in words]
    return {
        "keizer": book.keizer.get(player),
        "seed": book.seeds[player],
        "form": letters,
        "form_words": ", ".join(form) or "–",
        "rated": _rated(tournament, player, language),
        "worked": _worked(tournament, page, language),
        "performance": book.performances.get(player),
        "colours": [line.first for line in games if line.played],
        "field": [(tournament.player(line.opponent).rating, line.half_points, line.first) for line in games],
    }


def _rated(tournament: Tournament, player: PlayerId, language: str) -> str:
    """The rating change by FIDE's or the EGF's rules, in a sentence; empty in other systems."""
    if tournament.settings.pairing_system.go:
        return gained_text(tournament, player, language)
    if not tournament.settings.pairing_system.numbered:
        return ""
    change = rating_changes(tournament).get(player)
    if change is None:
        return ""
    points = {
        "change": figures(f"{change.change:+.1f}", language),
        "points": figures(write_number(change.half_points / 2), language),
        "expected": figures(f"{float(change.expected):.2f}", language),
    }
    return say("lists.rating-change-of", language, games=change.games, k=change.k, **points)


def _worked(tournament: Tournament, page: PlayerCard, language: str) -> list[str]:
    """The computation of the tie-breaks of C.07, one line each."""
    by_player = tiebreak_workings(tournament) if page.lines else {}
    if page.player.id not in by_player:
        return []
    rows = scoring.standings(tournament).rows
    ties = next((row.tiebreaks for row in rows if row.player == page.player.id), {})
    return working_lines(by_player[page.player.id], ties, language)


# The American grid of a Keizer tournament: values, sums, and the Keizer points of every round.


SIGNS = {2: "+", 1: "=", 0: "−"}


@dataclass(frozen=True, slots=True)
class GridCell:
    """One round of one player: opponent and result, or why there was none, and its Keizer points."""

    line: RoundLine
    points: float
    kind: str
    sign: str = ""
    place: int = 0
    """The opponent's rank; 0 if he has withdrawn."""


@dataclass(frozen=True, slots=True)
class GridRow:
    """One player of the grid; the rank is 0 if he has withdrawn."""

    place: int
    player: PlayerId
    value: float
    """Rank-Pb: the value of a win against him."""
    total: str
    half_points: int
    performance: int | None
    cells: tuple[GridCell, ...]


def keizer_grid(tournament: Tournament, table: scoring.Crosstable) -> list[GridRow]:
    """All rows of a Keizer crosstable, including withdrawn players."""
    places = {row.standing.player: row.standing.place for row in table.rows}
    perf = performances(tournament, table.after)
    rows = []
    for row in table.rows:
        keizer = row.standing.keizer
        assert keizer is not None
        paid = {source.round: source for source in keizer.sources if source.round}
        cells = tuple(_cell(line, paid.get(line.round), places) for line in row.lines)
        own = row.standing.player
        rows.append(
            GridRow(keizer.place, own, keizer.value, keizer.shown, keizer.half_points, perf.get(own), cells)
        )
    return rows


def _cell(line: RoundLine, source: scoring.Source | None, places: dict[PlayerId, int]) -> GridCell:
    points, kind = (source.points, source.kind) if source else (0.0, "out")
    if not line.opponent:
        return GridCell(line, points, kind)
    return GridCell(line, points, kind, SIGNS[line.half_points], places.get(line.opponent, 0))
