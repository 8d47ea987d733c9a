"""Keizer standings in words: the table, a category, the podium, and the sources of points."""

from __future__ import annotations

from typing import Any

from ronde.core.errors import SettingImpossible
from ronde.core.keizer_texts import categories
from ronde.core.player import PlayerId
from ronde.core.schedule import is_over
from ronde.core.tournament import Tournament
from ronde.formats.public import public_absence
from ronde.formats.tables.standings import standings_listing
from ronde.formats.tables.writing import listing_text
from ronde.i18n.door import figures, say
from ronde.scoring.door import KeizerRow, Row, Source, Standings, keizer_table, shortest

Data = dict[str, Any]
PODIUM = 3


def known_categories(tournament: Tournament) -> dict[str, str]:
    """Names by abbreviation: those defined in the settings, then any others that players have."""
    defined = categories(tournament.settings.keizer.categories)
    worn = sorted({short for card in tournament.players.values() for short in card.categories})
    return defined | {short: short for short in worn if short not in defined}


def within_category(tournament: Tournament, table: Standings, category: str | None) -> Standings:
    """The rows of one category, by its abbreviation, places renumbered; all rows without one."""
    from dataclasses import replace

    if category is None:
        return table
    known = known_categories(tournament)
    if category not in known:
        names = ", ".join(sorted(known)) or "-"
        raise SettingImpossible(reason="category", setting="keizer.categories", value=category, allowed=names)
    members = [row for row in table.rows if category in tournament.player(row.player).categories]
    rows = [replace(row, place=at, rank=at) for at, row in enumerate(members, start=1)]
    return replace(table, rows=tuple(rows))


def podium(tournament: Tournament, table: Standings, category: str | None) -> tuple[Row, ...]:
    """The first three of a category, or of a Keizer season once its last announced round is closed."""
    last = table.after == len(tournament.closed_rounds)
    over = tournament.settings.pairing_system.by_value and last and is_over(tournament)
    return table.rows[:PODIUM] if table.after and (category or over) else ()


def group_name(tournament: Tournament, category: str | None, language: str, *, podium: bool) -> str:
    """The part of the standings that is shown, for its title; empty for the whole."""
    known = categories(tournament.settings.keizer.categories)
    parts = [known.get(category, category)] if category else []
    return ", ".join([*parts, *([say("keizer.podium", language)] if podium else [])])


def standings_title(tournament: Tournament, table: Standings, language: str, group: str = "") -> str:
    facts = {"name": tournament.name, "round": table.after, "count": len(table.rows)}
    return say("lists.standings", language, **facts) + (f" ({group})" if group else "")


def keizer_text(
    tournament: Tournament, table: Standings, language: str, *, explain: bool = False, group: str = ""
) -> str:
    """The table: place, name, Keizer points, points of games, and the value of each player.

    The current table also says who will miss the next round, and who has withdrawn.
    """
    withdrawn = withdrawn_line(tournament, table, language) if not group else ""
    gone = ["", withdrawn] if withdrawn else []
    if not table.rows:
        return "\n".join(gone) or say("lists.no-players", language)
    rows = [row.keizer for row in table.rows if row.keizer is not None]
    title = standings_title(tournament, table, language, group)
    lines = [title, "", *listing_text(standings_listing(tournament, table, language)).split("\n"), *gone]
    if explain:
        for keizer in rows:
            lines += ["", *explanation(tournament, keizer, language)]
    return "\n".join(lines)


def withdrawn_line(tournament: Tournament, table: Standings, language: str) -> str:
    """Who had withdrawn when a Keizer table was made, for a line below it; empty if nobody had."""
    if not tournament.settings.pairing_system.by_value:
        return ""
    gone = [row.player for row in keizer_table(tournament, table.after).rows if not row.place]
    names = ", ".join(f"{tournament.player(player).full_name} ({player})" for player in gone)
    return say("keizer.withdrawn", language, players=names) if gone else ""


def sheet_lines(tournament: Tournament, player: PlayerId, language: str, after: int) -> list[str]:
    """The sources of the points of one player, for his list of rounds; nothing in other systems."""
    if not tournament.settings.pairing_system.by_value:
        return []
    rows = [row for row in keizer_table(tournament, after).rows if row.player == player]
    return ["", *(line for row in rows for line in explanation(tournament, row, language)[1:])]


def explanation(tournament: Tournament, row: KeizerRow, language: str) -> list[str]:
    """The sources of the points of one player, one line each, and their sum."""
    title = f"{tournament.player(row.player).full_name} ({row.player})"
    lines = [_source(tournament, source, language) for source in row.sources]
    total = f"{figures(row.shown, language):>10}  {say('keizer.total', language)}"
    return [title, *lines, total]


def _source(tournament: Tournament, source: Source, language: str) -> str:
    points = figures(shortest_points(source.points), language)
    return f"{points:>10}  {source_text(tournament, source, language)}"


def source_text(tournament: Tournament, source: Source, language: str, *, public: bool = False) -> str:
    """A source of points in words; the public reads of an absence without its reason."""
    kind = public_absence(source.kind) if public else source.kind
    facts = {
        "round": source.round,
        "opponent": _name(tournament, source.opponent),
        "value": shortest(source.value),
        "percent": f"{source.percent:g}",
        "count": source.halvings,
    }
    text = say(f"keizer.source-{kind}", language, **facts)
    if source.halvings:
        text += " " + say("keizer.halved", language, **facts)
    return text


def shortest_points(points: float) -> str:
    """Points of one source; the own value of a fading season is no single, so it is cut at seven digits."""
    return f"{points:.7g}"


def _name(tournament: Tournament, player: PlayerId) -> str:
    return tournament.player(player).full_name if player in tournament.players else ""
