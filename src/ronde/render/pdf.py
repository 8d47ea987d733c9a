"""Lists of a tournament as PDF: pairings by table and by name, slips, standings, crosstable and sheets.

Uses reportlab, which the extra `pdf` installs.
"""

from __future__ import annotations

import io
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

from ronde.i18n import day_of_text, figures, long_day, say
from ronde.model.errors import ExtraMissing, Problem
from ronde.model.player import PlayerId
from ronde.model.result import write_number
from ronde.model.settings import picture_of
from ronde.model.tournament import Round, Tournament, at_closing
from ronde.render.go import line_terms, ranked_name, terms_text
from ronde.render.listing import Listing
from ronde.render.lists import known_groups, podium, withdrawn_line, within_category
from ronde.render.tables import (
    absentees_listing,
    crosstable_listing,
    names_listing,
    pairings_listing,
    standings_listing,
)
from ronde.render.text import colour_name, game_score
from ronde.standings import RoundLine, player_cards
from ronde.systems import Standings, crosstable, standings

_MOST_DOTS: Final = 4_000_000
"""Maximum pixels of a logo; compression can hide a factor of a thousand."""
_MARGIN: Final = 40
"""Left and right margin of a page in points."""
_MILLIMETRE: Final = 72 / 25.4
_BOARD: Final = 13
"""Font size of the pairings, which are read from the notice board."""
_GAP: Final = 4
"""Left and right padding of a column of a crosstable in points."""
_SIZES: Final = (9, 8, 7)
"""Font sizes of a crosstable: the first with which it fits on one page, else the middle one."""
_WIDEST_NAMES: Final = 0.35
"""Maximum part of the page for names; longer ones get a second line."""
Rows = list[list[str]]
INTER = Path(__file__).with_name("assets")
"""The folder of our own type, cut to the letters of Europe; other names are in a font of the machine."""
FONTS = (
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
    "/Library/Fonts/Arial Unicode.ttf",
    "/System/Library/Fonts/Supplemental/Arial Unicode.ttf",
    "C:/Windows/Fonts/arial.ttf",
)
"""Fonts with more than western letters; the first that is installed, else reportlab's own."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part on pages of its own, below a title; `across` means landscape."""

    title: str
    parts: list[Any]
    across: bool = False
    size: int = 26
    """Of the title, in points; 0 for none, as on slips."""


def write_pdf(tournament: Tournament, language: str, *, moment: str, paper: str = "a4") -> bytes:
    """All lists, each section on a new page."""
    try:
        import reportlab.platypus as flow
    except ImportError as error:
        raise ExtraMissing(extra="pdf", library="reportlab") from error
    made = io.BytesIO()
    document = _document(flow, made, tournament, moment, paper)
    story: list[Any] = []
    for section in _sections(tournament, language, flow, paper):
        turned = flow.NextPageTemplate("across" if section.across else "upright")
        story += [turned, flow.PageBreak()] if story else [turned]
        story += [*_masthead(flow, tournament, section, language, paper), *section.parts]
    document.build(story or [_paragraph(flow, tournament.name, 26, bold=True)])
    return made.getvalue()


def missing_letters(tournament: Tournament) -> list[Problem]:
    """Names with letters missing in the font, as remarks."""
    names = (card.full_name for card in tournament.players.values())
    spoilt = [name for name in names if not _letters(_font(name)).issuperset(map(ord, name))]
    return [Problem("pdf", 0, 0, "formats.pdf-letters", ", ".join(spoilt[:5]))] if spoilt else []


def _font(text: str, *, bold: bool = False) -> str:
    """The name of a font for a text: ours, or the widest of the machine for letters that ours lacks."""
    ours = "inter-bold" if bold else "inter-regular"
    if _letters(ours).issuperset(map(ord, text)):
        return ours
    _letters("ronde")
    return "ronde"


@cache
def _letters(font: str) -> frozenset[int]:
    """The letters of a font, which is registered."""
    import reportlab
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    own = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"
    places = (*map(Path, FONTS), own) if font == "ronde" else (INTER / f"{font}.ttf",)
    registered = TTFont(font, str(next(place for place in places if place.is_file())))
    pdfmetrics.registerFont(registered)
    return frozenset(registered.face.charToGlyph)


def _size(paper: str) -> tuple[float, float]:
    from reportlab.lib import pagesizes

    width, height = pagesizes.A4 if paper == "a4" else pagesizes.letter
    return width, height


def _document(flow: Any, made: io.BytesIO, tournament: Tournament, moment: str, paper: str) -> Any:
    """The page templates: the first page with the logo, portrait and landscape pages."""
    width, height = _size(paper)
    footer = _footer(f"{tournament.name} · {moment[:16].replace('T', ' ')}")
    first = _with_logo(tournament.settings.public.logo, footer)
    document = flow.BaseDocTemplate(
        made, pagesize=(width, height), title=tournament.name, author="Ronde", invariant=1
    )
    document.addPageTemplates(
        [
            _page(flow, "first", (width, height), first),
            _page(flow, "upright", (width, height), footer),
            _page(flow, "across", (height, width), footer),
        ]
    )
    return document


def _page(flow: Any, name: str, size: tuple[float, float], drawn: Any) -> Any:
    # reportlab's frame adds 6 points of padding
    frame = flow.Frame(_MARGIN - 6, 46, size[0] - 2 * _MARGIN + 12, size[1] - 86)
    return flow.PageTemplate(name, [frame], onPage=drawn, pagesize=size)


def _footer(line: str) -> Any:
    def drawn(canvas: Any, page: Any) -> None:
        canvas.setFont(_font(line), 8)
        canvas.drawString(_MARGIN, 26, line[:110])
        canvas.drawRightString(page.pageTemplate.pagesize[0] - _MARGIN, 26, str(page.page))

    return drawn


def _with_logo(logo: str, footer: Any) -> Any:
    """The first page with the club's logo at the top right; an unreadable picture is left out."""
    picture = _picture(logo) if logo else None
    if picture is None:
        return footer
    from reportlab.lib.units import mm

    def drawn(canvas: Any, page: Any) -> None:
        footer(canvas, page)
        with suppress(OSError):
            width, height = page.pagesize
            canvas.drawImage(
                picture, width - 54 * mm, height - 24 * mm, 40 * mm, 14 * mm,
                mask="auto", preserveAspectRatio=True, anchor="ne",
            )  # fmt: skip

    return drawn


def _picture(logo: str) -> Any:
    """The picture of a logo; None if it is invalid, or too large when decompressed."""
    from reportlab.lib.utils import Image, ImageReader

    try:
        picture = ImageReader(io.BytesIO(picture_of(logo)))
    except (OSError, Image.DecompressionBombError):
        return None
    width, height = picture.getSize()
    return picture if width * height <= _MOST_DOTS else None


def _paragraph(flow: Any, text: str, size: int = 9, *, bold: bool = False) -> Any:
    from xml.sax.saxutils import escape

    from reportlab.lib.styles import ParagraphStyle

    font = _font(text, bold=bold)
    style = ParagraphStyle("ronde", fontName=font, fontSize=size, leading=size * 1.25, splitLongWords=1)
    return flow.Paragraph(escape(text), style)


def _masthead(flow: Any, tournament: Tournament, section: Section, language: str, paper: str) -> list[Any]:
    """The head of a section as browsers print it: its title, beside it the tournament, below them a rule."""
    from reportlab.lib import colors
    from reportlab.pdfbase.pdfmetrics import stringWidth

    if not section.size:
        return []
    room = _size(paper)[1 if section.across else 0] - 2 * _MARGIN
    font = _font(section.title, bold=True)
    size = next((one for one in (section.size, 20) if stringWidth(section.title, font, one) < room / 2), 14)
    width = min(stringWidth(section.title, font, size) + 24, room / 2)
    about = (tournament.settings.public.club, day_of_text(tournament.date, language, long_day))
    said = [
        _paragraph(flow, tournament.name, 10, bold=True),
        _paragraph(flow, " · ".join(filter(None, about))),
    ]
    logo = 44 * _MILLIMETRE if tournament.settings.public.logo else 0
    style = [
        ("LINEBELOW", (0, 0), (-1, 0), 1.7, colors.black),
        ("VALIGN", (0, 0), (-1, -1), "BOTTOM"),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 8),
        ("LEFTPADDING", (0, 0), (0, 0), 0),
    ]
    cells = [[_paragraph(flow, section.title, size, bold=True), said, ""]]
    return [flow.Table(cells, colWidths=[width, "*", logo], style=style, hAlign="LEFT", spaceAfter=6)]


def _listed(flow: Any, listing: Listing, *wide: str, size: int = 9) -> Any:
    rows = [[cell.text for cell in row.cells] for row in listing.rows]
    names = [listing.place(key) for key in wide]
    return _table(flow, listing.heads, rows, wide=names, right=listing.figures_at, size=size)


def _table(
    flow: Any,
    head: Sequence[str],
    rows: Rows,
    *,
    wide: Collection[int],
    right: Iterable[int] = (),
    widths: Sequence[float] = (),
    size: int = 9,
) -> Any:
    """A table whose head is repeated on every page; columns `wide` have names and share the free width."""
    from reportlab.lib import colors

    cells: list[list[Any]] = [list(head)]
    for row in rows:
        cells.append([_paragraph(flow, text, size) if at in wide else text for at, text in enumerate(row)])
    style = [
        ("FONT", (0, 0), (-1, 0), _font("", bold=True), size),
        ("FONT", (0, 1), (-1, -1), _font(""), size),
        *_foreign([list(head), *rows], size),
        *((side, (0, 0), (-1, -1), _GAP) for side in ("LEFTPADDING", "RIGHTPADDING") if widths),
        ("LINEBELOW", (0, 0), (-1, 0), 0.57, colors.black),
        ("LINEBELOW", (0, 1), (-1, -1), 0.57, colors.Color(0.6, 0.6, 0.6)),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        *((side, (0, 1), (-1, -1), size - 6) for side in ("TOPPADDING", "BOTTOMPADDING") if size == _BOARD),
        *(("ALIGN", (at, 0), (at, -1), "RIGHT") for at in right),
    ]
    usual = ["*" if at in wide else None for at in range(len(head))]
    return flow.Table(
        cells, colWidths=list(widths) or usual, repeatRows=1, style=style, spaceBefore=8, hAlign="LEFT"
    )


def _foreign(rows: Rows, size: int) -> list[Any]:
    """The cells with letters that our font lacks, as styles; the others get it by their row."""
    cells = [(at, number, text) for number, row in enumerate(rows) for at, text in enumerate(row)]
    fonts = [(at, number, _font(text, bold=not number)) for at, number, text in cells]
    return [("FONT", (at, row), (at, row), font, size) for at, row, font in fonts if font == "ronde"]


def _across(flow: Any, listing: Listing, room: float) -> list[Any]:
    """A crosstable on as few pages as possible: place and name on each, then the rounds in turn."""
    fitting = (size for size in _SIZES if sum(_widths(listing, size, room)) <= room)
    size = next(fitting, _SIZES[1])
    widths = _widths(listing, size, room)
    return [_crossed(flow, listing, at, widths, size) for at in _shared(widths, room, listing.place("name"))]


def _widths(listing: Listing, size: int, room: float) -> list[float]:
    """The width of each column at that font size; very long names may have two lines."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    columns = zip(listing.heads, *([cell.text for cell in row.cells] for row in listing.rows), strict=True)
    drawn = [max(stringWidth(text, _font(text, bold=True), size) for text in column) for column in columns]
    widths = [width + 2 * _GAP + 1 for width in drawn]
    named = listing.place("name")
    widths[named] = min(widths[named], room * _WIDEST_NAMES)
    return widths


def _shared(widths: list[float], room: float, named: int) -> list[list[int]]:
    """The columns of each page: those up to the name on each, the others distributed evenly."""
    always, left, rest = list(range(named + 1)), room - sum(widths[: named + 1]), widths[named + 1 :]
    for count in range(1, len(rest)):
        ends = [end * count / sum(rest) for end in accumulate(rest)]
        page = [int(end - width * count / sum(rest) / 2) for end, width in zip(ends, rest, strict=True)]
        runs = [[at for at, one in enumerate(page) if one == number] for number in range(count)]
        if all(sum(rest[at] for at in run) <= left for run in runs):
            return [[*always, *(at + named + 1 for at in run)] for run in runs]
    return [[*always, at + named + 1] for at in range(len(rest))]


def _crossed(flow: Any, listing: Listing, at: list[int], widths: list[float], size: int) -> Any:
    rows = [[row.cells[place].text for place in at] for row in listing.rows]
    heads = [listing.heads[place] for place in at]
    right = [new for new, place in enumerate(at) if listing.columns[place].right]
    named = at.index(listing.place("name"))
    return _table(
        flow, heads, rows, wide=[named], right=right, widths=[widths[place] for place in at], size=size
    )


def _sections(tournament: Tournament, language: str, flow: Any, paper: str) -> list[Section]:
    """Titles with their contents."""
    current = tournament.open_round
    played = current if current.tables or not tournament.closed_rounds else tournament.closed_rounds[-1]
    sections: list[Section] = []
    title = say("web.round-title", language, round=played.number)
    if played.tables:
        sections += [
            Section(
                title,
                [
                    _listed(
                        flow, pairings_listing(tournament, played, language), "first", "second", size=_BOARD
                    ),
                    *_away(tournament, played, language, flow),
                ],
                size=34,
            ),
            Section(
                title,
                [_listed(flow, names_listing(tournament, played, language), "name", "opponent")],
                size=34,
            ),
            Section(title, _slips(tournament, played, language, flow), size=0),
        ]
    closed = at_closing(tournament)
    if tournament.players:
        sections += _standings(closed, language, flow)
    if tournament.closed_rounds:
        sections += _crosstables(closed, language, flow, _size(paper)[1] - 2 * _MARGIN)
        sections += [Section(say("paper.kind-sheets", language), _sheets(tournament, language, flow))]
    return sections


def _standings(closed: Tournament, language: str, flow: Any) -> list[Section]:
    """The standings of everybody with a line about who has withdrawn, then those of each category."""
    whole, title = standings(closed), say("paper.kind-standings", language)
    gone = withdrawn_line(closed, whole, language)
    last = [flow.Spacer(1, 8), _paragraph(flow, gone)] if gone else []
    sections = [Section(title, [*_ranked(closed, whole, None, language, flow), *last])]
    for short, name in known_groups(closed, language).items():
        table = within_category(closed, whole, short)
        sections.append(Section(f"{title}, {name}", _ranked(closed, table, short, language, flow)))
    return sections


def _ranked(closed: Tournament, table: Standings, group: str | None, language: str, flow: Any) -> list[Any]:
    """Some standings, below their podium if there is one."""
    steps = [
        _paragraph(flow, f"{at}. {_name(closed, row.player)}", 12)
        for at, row in enumerate(podium(closed, table, group), start=1)
    ]
    return [*steps, _listed(flow, standings_listing(closed, table, language).without({"state"}), "name")]


def _crosstables(closed: Tournament, language: str, flow: Any, room: float) -> list[Section]:
    """The crosstable of everybody, then that of each category, each on pages by rounds."""
    whole, title = crosstable(closed), say("paper.kind-crosstable", language)
    groups: dict[str | None, str] = {None: title}
    groups |= {short: f"{title}, {name}" for short, name in known_groups(closed, language).items()}
    sections = []
    for short, heading in groups.items():
        tables = _across(flow, crosstable_listing(closed, whole, language, short), room)
        for at, table in enumerate(tables, start=1):
            part = f" ({at}/{len(tables)})" if len(tables) > 1 else ""
            sections.append(Section(heading + part, [table], across=True))
    return sections


def _away(tournament: Tournament, played: Round, language: str, flow: Any) -> list[Any]:
    """Who does not play a round, and why."""
    listing = absentees_listing(tournament, played, language)
    return [_listed(flow, listing, "name")] if listing.rows else []


def _colours(tournament: Tournament, language: str) -> tuple[str, str]:
    first, second = (colour_name(name, language) for name in tournament.settings.board.colours)
    return first, second


def _slips(tournament: Tournament, played: Round, language: str, flow: Any) -> list[Any]:
    """A slip for every table, to be cut along the dashes."""
    from reportlab.lib import colors

    title = say("web.round-title", language, round=played.number)
    style = [
        ("FONT", (0, 0), (-1, -1), _font(title), 11),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("BOX", (0, 0), (-1, -1), 0.4, colors.grey, None, (2, 2)),
        ("BOX", (2, 1), (2, 1), 1, colors.black),
        ("BOX", (2, 2), (2, 2), 1, colors.black),
        ("LINEABOVE", (0, 3), (1, 3), 0.5, colors.black),
        ("SPAN", (1, 0), (-1, 0)),
    ]
    head = [_paragraph(flow, title, 11, bold=True), _paragraph(flow, tournament.name)]
    slips = []
    for table in played:
        first, second = _colours(tournament, language)
        cells = [
            [_paragraph(flow, str(table.number), 34, bold=True), head, ""],
            [first, _paragraph(flow, _name(tournament, table.first), 11), ""],
            [second, _paragraph(flow, _name(tournament, table.second), 11), ""],
            [say("paper.signed", language), "", ""],
        ]
        terms = terms_text(tournament.settings, table.pair, language)
        if terms:
            cells[0][1] = [*head, _paragraph(flow, terms, 11)]
        heights = [48, 36, 36, 44]
        slip = flow.Table(cells, colWidths=[80, "*", 70], rowHeights=heights, style=style, spaceBefore=8)
        slips.append(flow.KeepTogether([slip]))  # a slip is never split
    return slips


def _sheets(tournament: Tournament, language: str, flow: Any) -> list[Any]:
    """Everybody's rounds, a player never split."""
    colours = _colours(tournament, language)
    head = [say(key, language) for key in ("public.round", "web.colour", "web.opponent", "web.score")]
    made = []
    for page in player_cards(tournament):
        rows = [_sheet_row(tournament, line, colours, language) for line in page.lines]
        points = figures(write_number(page.points), language)
        title = f"{page.player.full_name}{say('web.colon', language)} {points}"
        table = _table(flow, head, rows, wide=[2], right=[0])
        made.append(flow.KeepTogether([flow.Spacer(1, 12), _paragraph(flow, title, 11, bold=True), table]))
    return made


def _sheet_row(tournament: Tournament, line: RoundLine, colours: tuple[str, str], language: str) -> list[str]:
    if line.result is None:
        absence = line.absence.value if line.absence else "absent"
        word = "common.bye" if line.bye else f"lists.absence-{absence}"
        return [str(line.round), "", say(word, language), ""]
    colour, opponent = colours[0 if line.first else 1], _name(tournament, line.opponent)
    terms = line_terms(tournament, line, language)
    score = game_score(tournament, line.result, language)
    return [str(line.round), colour, f"{opponent}, {terms}" if terms else opponent, score]


def _name(tournament: Tournament, player: PlayerId) -> str:
    return ranked_name(tournament, player)
