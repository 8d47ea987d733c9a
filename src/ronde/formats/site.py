"""A tournament as a folder of pages for a club's own site: stable names, one style sheet, nothing fetched."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from ronde.core.published import published
from ronde.core.tournament import Round, Tournament
from ronde.formats.tables.listing import Listing
from ronde.formats.tables.rounds import pairings_listing
from ronde.formats.tables.standings import crosstable_listing, standings_listing
from ronde.i18n.door import say
from ronde.scoring.door import crosstable, standings

STYLE = "style.css"
"""The sheet all pages load; a club may replace it by another."""
SHEET = """:root { color-scheme: light dark; --felt: #0d6b46; --line: #d8d3c8; --quiet: #59605b; }
@media (prefers-color-scheme: dark) { :root { --felt: #55cd95; --line: #2b342f; --quiet: #a3afa8; } }
body { font: 100%/1.5 system-ui, sans-serif; max-width: 70rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.125rem; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
a { color: var(--felt); } .scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap; }
thead th, .left, footer { color: var(--quiet); font-weight: 400; }
.n { text-align: right; } .won { font-weight: 700; }
"""


def site(tournament: Tournament, language: str, sheet: str = SHEET) -> dict[str, bytes]:
    """The files of the folder: an index with the table and the last round, a page for each list and round."""
    hall = published(tournament)
    frame = _framed(tournament, language)
    rounds = [played for played in tournament.rounds if played.tables]
    places = _standings(hall, language)
    latest = _round(tournament, rounds[-1], language) if rounds else ""
    pages = {
        "index.html": frame(say("web.standings-page", language), places + latest),
        "standings.html": frame(say("web.standings-page", language), places),
        **{
            f"round-{played.number}.html": frame(
                say("web.round-title", language, round=played.number), _round(tournament, played, language)
            )
            for played in rounds
        },
    }
    if hall.closed_rounds:
        crossed = _table(crosstable_listing(hall, crosstable(hall), language))
        pages["crosstable.html"] = frame(say("web.crosstable-page", language), crossed)
    return {name: text.encode() for name, text in pages.items()} | {STYLE: sheet.encode()}


def _framed(tournament: Tournament, language: str) -> Callable[[str, str], str]:
    """What every page has around it: the name, the way to the other pages, the date."""
    rounds = [played.number for played in tournament.rounds if played.tables]
    links = [("index.html", say("web.standings-page", language))]
    links += [("crosstable.html", say("web.crosstable-page", language))] if tournament.closed_rounds else []
    links += [(f"round-{one}.html", say("web.round-title", language, round=one)) for one in rounds]
    ways = "".join(f'<a href="{place}">{escape(word)}</a>' for place, word in links)
    name = escape(tournament.name)

    def frame(title: str, body: str) -> str:
        return (
            f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f'<title>{escape(title)} · {name}</title>\n<link rel="stylesheet" href="{STYLE}">\n'
            f"</head>\n<body>\n"
            f"<h1>{name}</h1>\n<nav>{ways}</nav>\n<main>\n{body}</main>\n"
            f"<footer><p>{escape(tournament.date)} Ronde</p></footer>\n</body>\n</html>\n"
        )

    return frame


def _standings(hall: Tournament, language: str) -> str:
    table = standings(hall)
    title = say("web.standings-after", language, round=table.after) if table.after else ""
    head = f"<h2>{escape(title)}</h2>\n" if title else ""
    return head + _table(standings_listing(hall, table, language))


def _round(tournament: Tournament, played: Round, language: str) -> str:
    title = say("web.round-title", language, round=played.number)
    return f"<h2>{escape(title)}</h2>\n" + _table(pairings_listing(tournament, played, language))


def _table(list: Listing) -> str:
    heads = "".join(
        f'<th scope="col"{" class=n" if column.right else ""}>{escape(column.head)}</th>'
        for column in list.columns
    )
    rows = "".join(
        f"<tr{' class=left' if row.left else ''}>"
        + "".join(
            f"<td{_kind(column.right, cell.won)}>{escape(cell.text)}</td>"
            for column, cell in zip(list.columns, row.cells, strict=False)
        )
        + "</tr>\n"
        for row in list.rows
    )
    body = f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>"
    return f'<div class="scroll"><table>\n{body}</table></div>\n'


def _kind(right: bool, won: bool) -> str:
    return " class=n" if right else " class=won" if won else ""


def embed_line(address: str) -> str:
    """A line that shows the index inside another page."""
    return f'<iframe src="{escape(address)}" title="Ronde" width="100%" height="600"></iframe>'
