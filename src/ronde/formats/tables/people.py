"""Players and teams as lists."""

from __future__ import annotations

from collections.abc import Iterable

from ronde.core.fidecard import NO_CARD, FideCard
from ronde.core.result import write_number
from ronde.core.tournament import Tournament
from ronde.formats.attendance import state_text
from ronde.formats.tables.listing import Cell, Column, Listing, ListRow
from ronde.i18n.door import figures, say
from ronde.scoring.door import Team

FIGURES = ("id", "rating", "points", "count", "fide-number", "k")
FIDE = ("title", "fide-number", "sex", "birth", "k")
"""Columns that only chess players have."""


def players_listing(tournament: Tournament, language: str) -> Listing:
    """All players in order of registration, with all their data."""
    chess = any(card.fide != NO_CARD for card in tournament.players.values())
    keys = (
        "id",
        "name",
        "country",
        "club",
        "rating",
        "category",
        "state",
        "comment",
        *(FIDE if chess else ()),
    )
    columns = [Column(key, say(f"lists.{key}", language), right=key in FIGURES) for key in keys]
    rows = [
        ListRow(
            (
                Cell(str(card.id), card.id),
                Cell(card.full_name, player=card.id),
                Cell(card.country),
                Cell(card.club),
                Cell(str(card.rating or ""), card.rating),
                Cell("/".join(card.categories)),
                Cell(state_text(tournament, card.id, language)),
                Cell(card.comment),
                *(_fide_cells(card.fide) if chess else ()),
            ),
            card.id,
            tournament.has_left(card.id),
        )
        for card in tournament.players.values()
    ]
    return Listing(tuple(columns), tuple(rows))


def _fide_cells(card: FideCard) -> tuple[Cell, ...]:
    return (
        Cell(card.title),
        Cell(str(card.number or ""), card.number or None),
        Cell(card.sex),
        Cell(card.birth),
        Cell(str(card.k or ""), card.k or None),
    )


def teams_listing(tournament: Tournament, teams: Iterable[Team], language: str) -> Listing:
    """The teams by points, with their number of players and names."""
    heads = {
        "team": "lists.team",
        "points": "lists.points",
        "count": "lists.players",
        "names": "lists.players",
    }
    columns = [Column(key, say(head, language), right=key in FIGURES) for key, head in heads.items()]
    rows = [
        ListRow(
            (
                Cell(team.country or "–", signs=not team.country),
                Cell(figures(write_number(team.points), language), team.points),
                Cell(str(len(team.players)), len(team.players)),
                Cell(", ".join(tournament.player(player).full_name for player in team.players)),
            )
        )
        for team in teams
    ]
    return Listing(tuple(columns), tuple(rows))
