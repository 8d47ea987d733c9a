"""The checklist of a round as a list, and its brackets in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ronde.core.player import PlayerId
from ronde.core.result import write_number
from ronde.core.tournament import Tournament
from ronde.formats.tables.listing import Cell, Column, Listing, ListRow
from ronde.i18n.door import figures, listed, say

if TYPE_CHECKING:
    from ronde.pairing.door import BracketStory, ChecklistRow

KEYS = ("number", "name", "points", "colours", "preference", "floats", "may-have-bye", "opponents")
_RIGHT = ("number", "points")


def checklist_listing(tournament: Tournament, number: int, language: str) -> Listing:
    """Everybody to be paired in a round with score, colours, floats, bye and opponents; empty elsewhere."""
    from ronde.pairing.door import checklist  # imported here because standings need no pairing

    heads = {"name": "lists.name", "points": "lists.points"}
    columns = [
        Column(key, say(heads.get(key, f"lists.checklist-{key}"), language), right=key in _RIGHT)
        for key in KEYS
    ]
    rows = [_row(tournament, row, language) for row in checklist(tournament, number)]
    return Listing(tuple(columns), tuple(rows))


def _row(tournament: Tournament, row: ChecklistRow, language: str) -> ListRow:
    points = row.score / 10
    return ListRow(
        (
            Cell(str(row.number), row.number),
            Cell(tournament.player(row.player).full_name, player=row.player),
            Cell(figures(write_number(points), language), points),
            Cell(row.colours),
            Cell(row.preference),
            Cell(row.floats, signs=True),
            Cell("+" if row.may_have_bye else "–", signs=True),
            Cell(" ".join(map(str, row.opponents))),
        ),
        row.player,
    )


def brackets_text(tournament: Tournament, number: int, language: str) -> list[str]:
    """The brackets of a round, a line each, and the criteria violated in them."""
    from ronde.pairing.door import brackets

    return [line for story in brackets(tournament, number) for line in _bracket(tournament, story, language)]


def _bracket(tournament: Tournament, story: BracketStory, language: str) -> list[str]:
    def named(players: tuple[PlayerId, ...]) -> str:
        return listed([tournament.player(player).full_name for player in players], language)

    points = figures(write_number(story.half_points / 2), language)
    people = len(story.moved_down) + len(story.residents)
    lines = [say("lists.bracket", language, points=points, people=people, pairs=story.pairs)]
    for key in ("moved_down", "limbo", "floaters"):
        who = getattr(story, key)
        if who:
            lines.append("  " + say(f"lists.bracket-{key.replace('_', '-')}", language, players=named(who)))
    for criterion, count in story.gave_way.items():
        if criterion not in ("C6", "C7"):
            meaning = say(f"lists.criterion-{criterion}", language)
            lines.append(
                "  "
                + say("lists.bracket-gave-way", language, criterion=criterion, meaning=meaning, count=count)
            )
    return lines
