"""Lists of a tournament as PDF: pairings by table and by name, slips, standings, crosstable and sheets.

Made by reportlab, which comes with the extra `pdf`.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from ronde.core.errors import ExtraMissing, Problem
from ronde.core.names import fold
from ronde.core.player import PlayerId
from ronde.core.published import published
from ronde.core.result import write_number
from ronde.core.tournament import Round, Tournament
from ronde.formats.lists import colour_name, game_score, shown_number, shown_tiebreaks
from ronde.i18n.door import figures, say
from ronde.scoring.door import RoundLine, crosstable, sheets, standings

Rows = list[list[str]]
FONTS = (
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
    "/Library/Fonts/Arial Unicode.ttf",
    "/System/Library/Fonts/Supplemental/Arial Unicode.ttf",
    "C:/Windows/Fonts/arial.ttf",
)
"""Fonts with more than western letters, the first that is there; reportlab's own is the last resort."""


def write_pdf(tournament: Tournament, language: str, *, moment: str, paper: str = "a4") -> bytes:
    """Everything worth printing, section by section, each on a new page."""
    try:
        import reportlab.platypus as flow
    except ImportError as error:
        raise ExtraMissing(extra="pdf", library="reportlab") from error
    drawn = io.BytesIO()
    document, footer = _document(flow, drawn, tournament, moment, paper)
    story: list[Any] = []
    for title, parts in _sections(tournament, language, flow):
        story += [flow.PageBreak()] if story else []
        story += [_heading(flow, f"{tournament.name} · {title}"), *parts]
    document.build(story or [_heading(flow, tournament.name)], onFirstPage=footer, onLaterPages=footer)
    return drawn.getvalue()


def missing_letters(tournament: Tournament) -> list[Problem]:
    """Names the font cannot draw, as remarks."""
    known = _font()[1]
    names = (card.full_name for card in tournament.players.values())
    spoilt = [name for name in names if any(ord(letter) not in known for letter in name)]
    return [Problem("pdf", 0, 0, "formats.pdf-letters", ", ".join(spoilt[:5]))] if spoilt else []


@cache
def _font() -> tuple[str, frozenset[int]]:
    """The name of the font, ready for use, and the letters it has."""
    import reportlab
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    own = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"
    path = next(place for place in (*map(Path, FONTS), own) if place.is_file())
    font = TTFont("ronde", str(path))
    pdfmetrics.registerFont(font)
    return "ronde", frozenset(font.face.charToGlyph)


def _document(
    flow: Any, drawn: io.BytesIO, tournament: Tournament, moment: str, paper: str
) -> tuple[Any, Any]:
    from reportlab.lib import pagesizes
    from reportlab.lib.units import mm

    size = pagesizes.A4 if paper == "a4" else pagesizes.letter
    told = f"{tournament.name} · {moment[:16].replace('T', ' ')}"

    def footer(canvas: Any, page: Any) -> None:
        canvas.setFont(_font()[0], 8)
        canvas.drawString(15 * mm, 9 * mm, told[:110])
        canvas.drawRightString(size[0] - 15 * mm, 9 * mm, str(page.page))

    document = flow.SimpleDocTemplate(
        drawn, pagesize=size, title=tournament.name, author="Ronde", invariant=1, topMargin=14 * mm,
        bottomMargin=16 * mm, leftMargin=14 * mm, rightMargin=14 * mm,
    )  # fmt: skip
    return document, footer


def _paragraph(flow: Any, text: str, size: int = 9) -> Any:
    from xml.sax.saxutils import escape

    from reportlab.lib.styles import ParagraphStyle

    style = ParagraphStyle("ronde", fontName=_font()[0], fontSize=size, leading=size * 1.25, splitLongWords=1)
    return flow.Paragraph(escape(text), style)


def _heading(flow: Any, text: str) -> Any:
    return _paragraph(flow, text, 14)


def _table(flow: Any, head: Sequence[str], rows: Rows, *, wide: int, right: Iterable[int] = ()) -> Any:
    """A table whose head is repeated on every page; column `wide` has names and takes what is left."""
    from reportlab.lib import colors

    cells: list[list[Any]] = [list(head)]
    for row in rows:
        cells.append([_paragraph(flow, text) if at == wide else text for at, text in enumerate(row)])
    style = [
        ("FONT", (0, 0), (-1, -1), _font()[0], 9),
        ("LINEBELOW", (0, 0), (-1, 0), 0.8, colors.black),
        ("LINEBELOW", (0, 1), (-1, -1), 0.25, colors.grey),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        *(("ALIGN", (at, 0), (at, -1), "RIGHT") for at in right),
    ]
    widths = [None if at != wide else "*" for at in range(len(head))]
    return flow.Table(cells, colWidths=widths, repeatRows=1, style=style, spaceBefore=8)


def _sections(tournament: Tournament, language: str, flow: Any) -> list[tuple[str, list[Any]]]:
    """Titles with what stands below them."""
    current = tournament.open_round
    played = current if current.tables or not tournament.closed_rounds else tournament.closed_rounds[-1]
    found: list[tuple[str, list[Any]]] = []
    if played.tables:
        found += [
            (say("paper.kind-pairings", language), [_pairings(tournament, played, language, flow)]),
            (say("paper.kind-names", language), [_names(tournament, played, language, flow)]),
            (say("paper.kind-slips", language), _slips(tournament, played, language, flow)),
        ]
    if tournament.players:
        found.append((say("paper.kind-standings", language), [_standings(tournament, language, flow)]))
    if tournament.closed_rounds:
        found += [
            (say("paper.kind-crosstable", language), [_crosstable(tournament, language, flow)]),
            (say("paper.kind-sheets", language), _sheets(tournament, language, flow)),
        ]
    return found


def _colours(tournament: Tournament, language: str) -> tuple[str, str]:
    first, second = (colour_name(name, language) for name in tournament.settings.board.colours)
    return first, second


def _pairings(tournament: Tournament, played: Round, language: str, flow: Any) -> Any:
    head = [say("lists.table", language), *_colours(tournament, language), say("web.score", language)]
    rows = [
        [
            str(table.number),
            _name(tournament, table.first),
            _name(tournament, table.second),
            game_score(tournament, table.result, language) if table.result else "",
        ]
        for table in played
    ]
    rows += [["", name, say("common.bye", language), ""] for name in _free(tournament, played)]
    return _table(flow, head, rows, wide=1, right=[0])


def _free(tournament: Tournament, played: Round) -> list[str]:
    """Who has the bye of a round; nobody while tables are missing."""
    free = played.byes if played.closed else tournament.unpaired
    return [_name(tournament, player) for player in free] if played.closed or len(free) == 1 else []


def _names(tournament: Tournament, played: Round, language: str, flow: Any) -> Any:
    colours = _colours(tournament, language)
    rows: Rows = [[name, "", "", say("common.bye", language)] for name in _free(tournament, played)]
    for table in played:
        for player, other, colour in (
            (table.first, table.second, colours[0]),
            (table.second, table.first, colours[1]),
        ):
            rows.append([_name(tournament, player), str(table.number), colour, _name(tournament, other)])
    head = [say(key, language) for key in ("lists.name", "lists.table", "web.colour", "web.opponent")]
    return _table(flow, head, sorted(rows, key=lambda row: fold(row[0])), wide=0, right=[1])


def _slips(tournament: Tournament, played: Round, language: str, flow: Any) -> list[Any]:
    """A slip for every table, to be cut along the dashes."""
    from reportlab.lib import colors

    title = say("web.round-title", language, round=played.number)
    style = [
        ("FONT", (0, 0), (-1, -1), _font()[0], 11),
        ("BOX", (0, 0), (-1, -1), 0.4, colors.grey, None, (2, 2)),
        ("BOX", (2, 1), (2, 1), 1, colors.black),
        ("BOX", (2, 2), (2, 2), 1, colors.black),
        ("LINEABOVE", (0, 3), (1, 3), 0.5, colors.black),
        ("SPAN", (0, 0), (-1, 0)),
    ]
    slips = []
    for table in played:
        first, second = _colours(tournament, language)
        cells = [
            [f"{title} · {say('web.at-table', language, table=table.number)}", "", ""],
            [first, _paragraph(flow, _name(tournament, table.first), 11), ""],
            [second, _paragraph(flow, _name(tournament, table.second), 11), ""],
            [say("paper.signed", language), "", ""],
        ]
        heights = [30, 36, 36, 44]
        slip = flow.Table(cells, colWidths=[80, "*", 70], rowHeights=heights, style=style, spaceBefore=8)
        slips.append(flow.KeepTogether([slip]))  # nobody signs half a slip
    return slips


def _standings(tournament: Tournament, language: str, flow: Any) -> Any:
    table = standings(published(tournament))
    keizer = tournament.settings.pairing_system.by_value
    ties = [] if keizer else shown_tiebreaks(tournament.settings)
    points = "keizer.points" if keizer else "lists.points"
    head = [say(key, language) for key in ("lists.place", "lists.name", "lists.country", points)]
    head += [say(f"lists.tiebreak-{name}", language) for name in ties]
    rows = [
        [
            str(row.place),
            _name(tournament, row.player),
            tournament.player(row.player).country,
            figures(row.keizer.shown if row.keizer else write_number(row.points), language),
            *(figures(shown_number(row.tiebreaks[name], name), language) for name in ties),
        ]
        for row in table.rows
    ]
    return _table(flow, head, rows, wide=1, right=[0, *range(3, len(head))])


def _crosstable(tournament: Tournament, language: str, flow: Any) -> Any:
    table = crosstable(published(tournament))
    ranks = {row.standing.player: row.standing.rank for row in table.rows}
    head = [say("public.rank", language), say("lists.name", language), *map(str, range(1, table.after + 1))]
    rows = [
        [
            str(row.standing.rank or "–"),
            _name(tournament, row.standing.player),
            *(_cell(line, ranks, _colours(tournament, language)) for line in row.lines),
            figures(write_number(row.standing.points), language),
        ]
        for row in table.rows
    ]
    return _table(flow, [*head, say("lists.points", language)], rows, wide=1, right=[0, len(head)])


def _cell(line: RoundLine, ranks: dict[PlayerId, int], colours: tuple[str, str]) -> str:
    if not line.opponent:
        return "+" if line.bye else "–"
    sign = {2: "+", 1: "=", 0: "−"}[line.half_points]
    return f"{colours[0 if line.first else 1][0]}{sign}{ranks.get(line.opponent) or '–'}"


def _sheets(tournament: Tournament, language: str, flow: Any) -> list[Any]:
    """Everybody's rounds, a player never cut in two."""
    colours = _colours(tournament, language)
    head = [say(key, language) for key in ("public.round", "web.colour", "web.opponent", "web.score")]
    drawn = []
    for page in sheets(tournament):
        rows = [_sheet_row(tournament, line, colours, language) for line in page.lines]
        points = figures(write_number(page.points), language)
        title = f"{page.player.full_name}{say('web.colon', language)} {points}"
        table = _table(flow, head, rows, wide=2, right=[0])
        drawn.append(flow.KeepTogether([flow.Spacer(1, 12), _paragraph(flow, title, 11), table]))
    return drawn


def _sheet_row(tournament: Tournament, line: RoundLine, colours: tuple[str, str], language: str) -> list[str]:
    if line.result is None:
        absence = line.absence.value if line.absence else "absent"
        word = "common.bye" if line.bye else f"lists.absence-{absence}"
        return [str(line.round), "", say(word, language), ""]
    colour, opponent = colours[0 if line.first else 1], _name(tournament, line.opponent)
    return [str(line.round), colour, opponent, game_score(tournament, line.result, language)]


def _name(tournament: Tournament, player: PlayerId) -> str:
    return tournament.player(player).full_name
