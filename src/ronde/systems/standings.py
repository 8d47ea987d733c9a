"""Standings and crosstables of any system: by points, by Keizer points, by the places of a cup, by C.07."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from ronde.model.player import Absence, PlayerId
from ronde.model.schedule import cup_places, finalists, is_fide_round_robin, laps
from ronde.model.systems import Ranking
from ronde.model.tournament import Tournament, preliminary
from ronde.standings import TIEBREAKS, Record, RoundLine, half_points, record
from ronde.standings.fide.order import PlacedPlayer, placed_players
from ronde.standings.record import discs
from ronde.standings.tiebreaks import Scoresheet
from ronde.systems.keizer.standings import KeizerRow, keizer_table


@dataclass(frozen=True, slots=True)
class Row:
    place: int
    """Shared by players of the same points, as on PAPP's lists; in a cup the place played for."""
    rank: int
    """1, 2, 3 ... down the list."""
    player: PlayerId
    half_points: int
    tiebreaks: Mapping[str, float]
    discs: float
    keizer: KeizerRow | None = None
    """His row of the Keizer table, where one is played."""

    @property
    def points(self) -> float:
        return self.half_points / 2


@dataclass(frozen=True, slots=True)
class Standings:
    """Everybody in order after some closed rounds."""

    after: int
    rows: tuple[Row, ...]


def standings(tournament: Tournament, upto: int | None = None, lines: Record | None = None) -> Standings:
    """The order after `upto` rounds, by default after all closed ones; `lines` is their record, if known.

    Presence is always today's: PAPP scores games against players who have left as draws, in every round.
    """
    after = len(tournament.closed_rounds) if upto is None else upto
    if tournament.final is not None and after >= tournament.final.round:
        return Standings(after, _final_rows(tournament, after))
    lines = record(tournament, after) if lines is None else lines
    rows = _RANKINGS[tournament.settings.pairing_system.ranking](tournament, lines, after)
    return Standings(after, rows)


def _final_rows(tournament: Tournament, after: int) -> tuple[Row, ...]:
    """The finalists by their places, then everybody else in the order of the standings before the final."""
    rows = {row.player: row for row in standings(preliminary(tournament)).rows}
    places, ahead = cup_places(tournament, after), finalists(tournament)
    first = sorted(ahead, key=lambda player: (places[player], rows[player].rank))
    ranked = [replace(rows[player], place=places[player], rank=rank) for rank, player in enumerate(first, 1)]
    above: Row | None = None
    for row in (row for row in rows.values() if row.player not in ahead):
        rank = len(ranked) + 1
        shared = above is not None and above.place == row.place
        ranked.append(replace(row, place=ranked[-1].place if shared else rank, rank=rank))
        above = row
    return tuple(ranked)


def rank_number(row: Row, tournament: Tournament) -> int:
    """The number shown for a row: its rank, or its place where rules share places.

    Places shared by equal points alone are for PAPP's lists only.
    """
    shared = tournament.settings.pairing_system.ranking in (Ranking.BRACKET, Ranking.FIDE, Ranking.GO)
    return row.place if shared else row.rank


def _cup_rows(tournament: Tournament, lines: Record, after: int) -> tuple[Row, ...]:
    """By the places of the cup; points and tie-breaks only order players of a shared place."""
    places = cup_places(tournament, after)
    order = sorted(_rows(tournament, lines), key=lambda row: (places[row.player], row.rank))
    return tuple(replace(row, place=places[row.player], rank=rank) for rank, row in enumerate(order, start=1))


def _rows(tournament: Tournament, lines: Record) -> tuple[Row, ...]:
    halves = {player: half_points(own) for player, own in lines.items()}
    sheet = Scoresheet(tournament, lines, halves)
    names = tournament.settings.tiebreaks
    breaks = {player: {name: TIEBREAKS[name](sheet, player) for name in names} for player in lines}
    totals = {player: discs(own) for player, own in lines.items()}
    cards = tournament.players

    def order(player: PlayerId) -> tuple[object, ...]:
        ties = tuple(-value for value in breaks[player].values())
        return (-halves[player], ties, -totals[player], cards[player].listed_as.lower(), player)

    rows: list[Row] = []
    for rank, player in enumerate(sorted(lines, key=order), start=1):
        tied = bool(rows) and rows[-1].half_points == halves[player]
        place = rows[-1].place if tied else rank
        rows.append(Row(place, rank, player, halves[player], breaks[player], totals[player]))
    return tuple(rows)


def _keizer_rows(tournament: Tournament, lines: Record, after: int) -> tuple[Row, ...]:
    """The Keizer table without withdrawn players; tie-breaks are only shown."""
    rows = {row.player: row for row in _rows(tournament, lines)}
    few = short_of_games(tournament, lines, after)
    standing = [row for row in keizer_table(tournament, after, lines).standing if row.player not in few]
    return tuple(
        _as_keizer(rows[row.player], replace(row, place=place)) for place, row in enumerate(standing, start=1)
    )


def short_of_games(tournament: Tournament, lines: Record, after: int) -> frozenset[PlayerId]:
    """Who has played too few games for a place in the final standings of a season."""
    least = tournament.settings.keizer.least_games
    if not least or not tournament.settings.pairing_system.by_value or after < tournament.settings.rounds:
        return frozenset()
    return frozenset(player for player, own in lines.items() if sum(line.played for line in own) < least)


def _round_robin_rows(tournament: Tournament, lines: Record, after: int) -> tuple[Row, ...]:
    """Everybody but those who left before half of their games, whose games do not count."""
    gone = early_leavers(tournament, lines)
    if not gone:
        return _rows(tournament, lines)
    nothing = RoundLine(0)
    kept = {
        player: [nothing._replace(round=line.round) if line.opponent in gone else line for line in own]
        for player, own in lines.items()
        if player not in gone
    }
    return _rows(tournament, kept)


def early_leavers(tournament: Tournament, lines: Record) -> frozenset[PlayerId]:
    """Players who left a round robin before half of their games: they stay in the crosstable (C.05)."""
    if not is_fide_round_robin(tournament.settings):
        return frozenset()
    games = laps(tournament.settings) * (sum(seat > 0 for seat in tournament.seats) - 1)
    return frozenset(
        player
        for player, leave in tournament.left.items()
        if leave.reason in (Absence.WITHDRAWN, Absence.OUT)
        and tournament.has_left(player)
        and 2 * sum(line.result is not None for line in lines[player]) < games
    )


def withdrawn_rows(tournament: Tournament, after: int) -> tuple[Row, ...]:
    """Rows of players without a place whose games still count for others."""
    early = early_leavers(tournament, record(tournament, after))
    if early:
        whole = _rows(tournament, record(tournament, after))
        return tuple(replace(row, place=0, rank=0) for row in whole if row.player in early)
    if not tournament.settings.pairing_system.by_value:
        return ()
    lines = record(tournament, after)
    rows = {row.player: row for row in _rows(tournament, lines)}
    few = short_of_games(tournament, lines, after)
    table = keizer_table(tournament, after, lines).rows
    gone = [replace(row, place=0) for row in table if not row.place or row.player in few]
    played = [row for row in gone if any(line.result for line in lines[row.player])]
    return tuple(_as_keizer(rows[row.player], row) for row in played)


def _as_keizer(row: Row, keizer: KeizerRow) -> Row:
    place = keizer.place
    return replace(row, place=place, rank=place, half_points=keizer.half_points, keizer=keizer)


def _fide_rows(tournament: Tournament, lines: Record, after: int) -> tuple[Row, ...]:
    """By C.07; equal players share a place. Brightwell and discs are only shown."""
    names = tournament.settings.tiebreaks
    order = placed_players(tournament, names, after)
    sheet = Scoresheet(tournament, lines, {one.player: one.half_points for one in order})

    def tiebreaks(one: PlacedPlayer) -> dict[str, float]:
        own = one.tiebreaks
        return {name: own[name] if name in own else TIEBREAKS[name](sheet, one.player) for name in names}

    return tuple(
        Row(one.place, rank, one.player, one.half_points, tiebreaks(one), discs(lines[one.player]))
        for rank, one in enumerate(order, start=1)
    )


def _go_rows(tournament: Tournament, lines: Record, after: int) -> tuple[Row, ...]:
    """By the criteria of Go; the points are those of the main score, equal players share a place."""
    from ronde.standings.go.criteria import readable
    from ronde.standings.go.order import go_standings
    from ronde.standings.go.ranks import main_score

    main = main_score(tournament.settings)
    rows: list[Row] = []
    for rank, one in enumerate(go_standings(tournament, after), start=1):
        others = {name: readable(name, value) for name, value in one.values.items() if name != main}
        points = one.values.get(main, 0)
        rows.append(Row(one.place, rank, one.player, points, others, discs(lines[one.player])))
    return tuple(rows)


_RANKINGS: dict[Ranking, Callable[[Tournament, Record, int], tuple[Row, ...]]] = {
    Ranking.POINTS: _round_robin_rows,
    Ranking.VALUE: _keizer_rows,
    Ranking.BRACKET: _cup_rows,
    Ranking.FIDE: _fide_rows,
    Ranking.GO: _go_rows,
}


def moves(before: Iterable[Row], after: Iterable[Row]) -> dict[PlayerId, int]:
    """How many places everybody has gained between two standings."""
    ranks = {row.player: row.rank for row in before}
    return {row.player: ranks.get(row.player, row.rank) - row.rank for row in after}


# The crosstable: who met whom, round by round, as unformatted rows and cells.


@dataclass(frozen=True, slots=True)
class CrossRow:
    """One player's row: his standing, his lines, and the figures PAPP prints after them."""

    standing: Row
    lines: tuple[RoundLine, ...]
    opponents: int
    """The plain sum of the opponents' half-points; byes and absences count nothing."""
    balance: int
    """Games with the second colour minus games with the first."""
    floated: int
    """In the last round: 1 if he met a lower player or had the bye, -1 if a higher one, else 0."""


@dataclass(frozen=True, slots=True)
class Crosstable:
    """All rows in the order of the standings after a round."""

    after: int
    rows: tuple[CrossRow, ...]


def crosstable(tournament: Tournament, upto: int | None = None) -> Crosstable:
    """The crosstable after `upto` rounds, by default after all closed ones."""
    order = standings(tournament, upto)
    lines = record(tournament, order.after)
    halves = {player: half_points(own) for player, own in lines.items()}
    rows = tuple(
        CrossRow(
            row,
            tuple(lines[row.player]),
            sum(halves[line.opponent] for line in lines[row.player] if line.played and not line.final),
            sum(-1 if line.first else 1 for line in lines[row.player] if line.played),
            _floated(lines, row.player),
        )
        for row in (*order.rows, *withdrawn_rows(tournament, order.after))
    )
    return Crosstable(order.after, rows)


def _floated(lines: Record, player: PlayerId) -> int:
    own = lines[player]
    if len(own) < 2:
        return 0
    if own[-1].bye:
        return 1
    if not own[-1].played:
        return 0
    gap = half_points(own[:-1]) - half_points(lines[own[-1].opponent][:-1])
    return (gap > 0) - (gap < 0)
