"""Standings and crosstables as lists."""

from __future__ import annotations

from ronde.core.player import PlayerId
from ronde.core.result import write_number
from ronde.core.tournament import Tournament
from ronde.formats.attendance import state_text
from ronde.formats.shown import colour_name, holds, shown_number, shown_tiebreaks
from ronde.formats.tables.listing import Cell, Column, Listing, ListRow
from ronde.i18n.door import figures, say
from ronde.scoring.door import CrossRow, Crosstable, RoundLine, Row, Standings, shortest

SIGNS = {2: "+", 1: "=", 0: "−"}
NOBODY = "–"
NO_GAME = "—"


def standings_listing(
    tournament: Tournament, table: Standings, language: str, *, every: bool = False
) -> Listing:
    """Some standings; with `every` also the columns for spreadsheets."""
    by_value = tournament.settings.pairing_system.by_value
    ties = () if by_value else tuple(shown_tiebreaks(tournament.settings))
    country = every or not by_value
    columns = [
        Column("place", say("keizer.place" if by_value else "lists.place", language), right=True),
        Column("name", say("lists.name", language)),
        *([Column("country", say("lists.country", language))] if country else []),
        *_score_columns(tournament, ties, language),
    ]
    states = _states(tournament, table, language)
    columns += [Column("state", say("lists.state", language))] if states else []
    rows = []
    before = 0
    for row in table.rows:
        card = tournament.player(row.player)
        cells = [
            Cell(str(row.place), row.place, repeated=row.place == before),
            Cell(card.full_name, player=row.player),
            *([Cell(card.country)] if country else []),
            *_score_cells(row, ties, language),
            *([Cell(states[row.player])] if states else []),
        ]
        before = row.place
        rows.append(ListRow(tuple(cells), row.player, tournament.has_left(row.player)))
    return Listing(tuple(columns), tuple(rows))


def _states(tournament: Tournament, table: Standings, language: str) -> dict[PlayerId, str]:
    """In the current table of a season, who will miss the next round and why; empty if nobody will."""
    today = table.after == len(tournament.closed_rounds)
    if not today or not tournament.settings.pairing_system.season:
        return {}
    states = {row.player: state_text(tournament, row.player, language) for row in table.rows}
    return states if any(states.values()) else {}


def _score_columns(tournament: Tournament, ties: tuple[str, ...], language: str) -> list[Column]:
    by_value = tournament.settings.pairing_system.by_value
    heads = {"points": "keizer.points", "games": "keizer.games", "value": "keizer.value"}
    if not by_value:
        named = {name: f"lists.tiebreak-{holds(tournament.settings, name)}" for name in ties}
        heads = {"points": "lists.points", **named}
    return [Column(key, say(head, language), right=True) for key, head in heads.items()]


def _score_cells(row: Row, ties: tuple[str, ...], language: str) -> list[Cell]:
    if row.keizer is not None:
        games, value = row.keizer.half_points / 2, row.keizer.value
        shown = row.keizer.shown if row.keizer.place else NOBODY
        return [
            Cell(figures(shown, language), row.keizer.total, signs=True),
            Cell(figures(f"{games:g}", language), games),
            Cell(figures(shortest(value), language), value),
        ]
    scores = [(write_number(row.points), row.points)]
    scores += [(shown_number(row.tiebreaks[name], name), row.tiebreaks[name]) for name in ties]
    return [Cell(figures(text, language), value) for text, value in scores]


def crosstable_listing(
    tournament: Tournament, table: Crosstable, language: str, category: str | None = None
) -> Listing:
    """The games of everybody or of a category round by round, opponents by rank, withdrawn ones by number.

    In the list of a category ranks are those among all players: opponents are often of another one.
    """
    by_value = tournament.settings.pairing_system.by_value
    ties = () if by_value else tuple(shown_tiebreaks(tournament.settings))
    rank = {row.standing.player: row.standing.rank for row in table.rows}
    columns = [
        Column("place", say("lists.place", language), right=True),
        Column("name", say("lists.name", language)),
        *(Column(f"round-{at}", str(at)) for at in range(1, table.after + 1)),
        *_score_columns(tournament, ties, language),
    ]
    shown = [row for row in table.rows if not category or category in _categories(tournament, row)]
    rows = [_cross_row(tournament, row, rank, ties, language) for row in shown]
    return Listing(tuple(columns), tuple(rows))


def _categories(tournament: Tournament, row: CrossRow) -> tuple[str, ...]:
    return tournament.player(row.standing.player).categories


def _cross_row(
    tournament: Tournament, row: CrossRow, rank: dict[PlayerId, int], ties: tuple[str, ...], language: str
) -> ListRow:
    standing = row.standing
    cells = [
        Cell(str(standing.rank or NOBODY), standing.rank or None, signs=True),
        Cell(tournament.player(standing.player).full_name, player=standing.player),
        *(Cell(_game(tournament, line, rank, language), signs=True) for line in row.lines),
        *_score_cells(standing, ties, language),
    ]
    return ListRow(tuple(cells), standing.player, tournament.has_left(standing.player))


def _game(tournament: Tournament, line: RoundLine, rank: dict[PlayerId, int], language: str) -> str:
    if line.result is None:
        return say("common.bye", language) if line.bye else NO_GAME
    colours = tournament.settings.board.colours
    letter = colour_name(colours[0 if line.first else 1], language)[0]
    return f"{letter}{SIGNS[line.half_points]}{rank.get(line.opponent) or f'({line.opponent})'}"
