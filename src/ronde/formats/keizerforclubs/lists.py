"""The lists of KeizerForClubs as HTML, XML, CSV and text, under its names (keizer 5.4)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape
from xml.sax.saxutils import escape as xml_escape

from ronde.formats.accent import shades
from ronde.formats.keizerforclubs.codes import RELEASES, Footer
from ronde.formats.keizerforclubs.tables import (
    ON_THE_PODIUM,
    SUM,
    Spreadsheet,
    by_category,
    crosstable_sheet,
    page_id,
    pairings_sheet,
    players_sheet,
    podium_sheet,
    standings_sheet,
)
from ronde.formats.keizerforclubs.words import LANGUAGES, Words
from ronde.model.settings import PublicSettings
from ronde.model.system_settings import categories
from ronde.model.tournament import Tournament

# The lists of KeizerForClubs as web pages, with its ids and classes, everything escaped (keizer 5.4).


KEIZER_CSS = """\
body { font-family: system-ui, sans-serif; color: #1b1b1b; background: #fff; margin: 1rem; }
.kfc-h1 { font-size: 1.4rem; margin: 0 0 .2rem; }
.kfc-h2 { font-size: 1.1rem; font-weight: 600; margin: 0 0 .8rem; }
.kfc-table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.kfc-table td { padding: .2rem .6rem; border-bottom: 1px solid #d8d8d8; vertical-align: top; }
.kfc-wrapper td:first-child, .kfc-exwrapper td:first-child { text-align: right; }
.kfc-wrapper .kfc-place-0, .kfc-exwrapper .kfc-place-0 { font-weight: 600; }
.kfc-exwrapper { overflow-x: auto; }
.kfc-exwrapper td { white-space: nowrap; font-size: .9rem; }
@media (prefers-color-scheme: dark) {
  body { color: #eee; background: #161616; }
  .kfc-table td { border-color: #444; }
}
@media print { body { margin: 0; } a { color: inherit; text-decoration: none; } }
"""
"""Rules for the class names of KeizerForClubs."""


def club_css(public: PublicSettings) -> str:
    """The style sheet of the pages: ours, the club's colour, then the club's own (its `keizer.css`)."""
    coloured = f".kfc-h1, .kfc-club {{ color: {shades(public.accent).light}; }}\n" if public.accent else ""
    return f"{KEIZER_CSS}{coloured}{public.css}"


def club_head(public: PublicSettings) -> str:
    """The club's logo and name above a list; empty if it has none."""
    logo = f"<img class='kfc-logo' src='{public.logo}' alt='' height='64'>" if public.logo else ""
    return f"<p class='kfc-club'>{logo} {_text(public.club)}</p>\n" if logo or public.club else ""


def html_page(sheet: Spreadsheet, footer: Footer, css: str = "", above: str = "") -> str:
    wide = "ex" if sheet.kind == "cross" else ""
    count = len(sheet.lines[0]) if sheet.lines else 0
    classes = f"my-{wide}wrapper kfc-{wide}wrapper kfc-{wide}wrapper-{count:02}"
    category = f"  <span class='kfc-h2-s2'>{_text(sheet.category)}</span>" if sheet.category else ""
    columns = "".join(f"<col class='kfc-col{at}' />" for at in range(1, count + 1))
    return "\n".join(
        [
            "",
            "<!DOCTYPE html><html><head><meta charset='UTF-8'>",
            f"<style>\n{css}\n\n\n</style></head>",
            "<body>",
            "",
            f"<div id='{page_id(sheet)}' class='{classes}'>",
            f"{above}<h1 class='kfc-h1'><span>{_text(sheet.tournament)}</span></h1>",
            f"<h2 class='kfc-h2'><span class='kfc-h2-s1'>{_text(sheet.title)}</span>{category}</h2>",
            "<table class='kfc-table'>",
            "<colgroup>",
            f"{columns}</colgroup>",
            *(_row(sheet, at) for at in range(len(sheet.lines))),
            f'<tr><td colspan="3"><a href="{RELEASES}">{_text(footer.program)}</a></td>'
            f' <td colspan="2">{_text(footer.date)}</td></tr>',
            "</table>",
            "</div>",
            "",
            "</body></html>",
            "",
        ]
    )


def _row(sheet: Spreadsheet, at: int) -> str:
    """The first line is the head even on the list of players, which has none."""
    place = at if at <= 3 else "n"
    tips = _tips(sheet) if at == 0 else {}
    cells = "".join(
        f'<td title="{tips[column]}">{_text(cell)}</td>' if column in tips else f"<td>{_text(cell)}</td>"
        for column, cell in enumerate(sheet.lines[at])
    )
    return f"<tr class='kfc-place-{place}'>{cells}</tr>"


def _tips(sheet: Spreadsheet) -> dict[int, str]:
    if sheet.kind != "cross":
        return {}
    return {
        2: f"Keizer rank points before round {sheet.round}.",
        3: f"Keizer sum points after round {sheet.round}.",
    }


def _text(text: str) -> str:
    """Escaped text; the sum sign of the heads is an entity already."""
    return SUM.join(escape(part, quote=False) for part in text.split(SUM))


# The lists of KeizerForClubs as XML, CSV and plain text (keizer 5.4).


_ROOTS = {"pairs": ("keizer_pairing", "board"), "stand": ("keizer_simpletable", "player")}
_PLAYERS = ("keizer_player", "player")
_UNFIT = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 does not allow."""
_RUN = re.compile(r"(^|[,;])(?=[=@]|[+-]\S)")
"""Where a spreadsheet would start a formula, also after the separator of another country."""


def xml_text(sheet: Spreadsheet, footer: Footer) -> str:
    """One list as XML; the head is a row like the others."""
    root, row = _ROOTS.get(sheet.kind, _PLAYERS)
    lines = [
        "<?xml version='1.0' encoding='UTF-8'?>",
        f"<?xml-stylesheet type='text/xsl' href='{root}.xsl' ?>",
        f"<{root}>",
        "<export>",
        f"<tournament>{_xml(sheet.tournament)}</tournament>",
        f"<title>{_xml(_title(sheet))}</title>",
    ]
    for cells in sheet.lines:
        inner = "".join(f"<{tag}>{_xml(cell)}</{tag}>" for tag, cell in zip(sheet.tags, cells, strict=True))
        lines.append(f"<{row}>{inner}</{row}>")
    lines += ["<footer>", _xml(footer.line), "</footer>", "</export>", f"</{root}>", ""]
    return "\n".join(lines)


def _xml(text: str) -> str:
    return xml_escape(_UNFIT.sub("\ufffd", text))


def _title(sheet: Spreadsheet) -> str:
    return f"{sheet.title} {sheet.category}" if sheet.category else sheet.title


def csv_text(sheet: Spreadsheet, footer: Footer) -> str:
    """One list as CSV: two titles, a blank line, the head, the rows, the footer."""
    lines = [[sheet.tournament], [_title(sheet)], [""], *sheet.lines, [footer.line]]
    return "".join(";".join(_field(cell) for cell in cells) + "\n" for cells in lines)


def _field(cell: str) -> str:
    """Quoted only if necessary; no cell is run as a formula.

    The sum sign is written as a character: its entity contains the separator and would shift the columns.
    """
    text = cell.replace(SUM, "∑").strip("\n")
    text = _RUN.sub(r"\1'", text)
    if any(mark in text for mark in ";\n\r") or text.startswith('"'):
        return '"' + text.replace('"', '""') + '"'
    return text


def plain_text(sheet: Spreadsheet, footer: Footer) -> str:
    lines = [sheet.tournament, _title(sheet), " "]
    lines += [_columns(cells, sheet.widths) for cells in sheet.lines]
    return "\n".join([*lines, "", footer.line, ""])


def _columns(cells: tuple[str, ...], widths: tuple[int, ...]) -> str:
    """Cells as wide as the columns or wider, one blank after each that does not end with one."""
    line = ""
    for cell, width in zip(cells, widths, strict=True):
        line += cell.rjust(width) if width >= 0 else cell.ljust(-width)
        line += "" if line.endswith(" ") else " "
    return line


# All lists of a tournament under the names KeizerForClubs gives them (keizer 5.4).


KINDS = {
    "html": ("pairs", "stand", "cross", "player"),
    "xml": ("pairs", "stand", "player"),
    "csv": ("stand", "cross"),
    "txt": ("pairs", "stand", "player"),
}
"""The lists of each format."""


def words_of(tournament: Tournament, language: str) -> Words:
    """The words of the tournament's language, else of the given one; English if that program has none."""
    return LANGUAGES.get(tournament.settings.keizer.language or language, LANGUAGES["en"])


def list_files(
    tournament: Tournament, format: str, language: str, *, stem: str, footer: Footer
) -> dict[str, bytes]:
    """Every list of every round in one format, by file name; that of the players is of the last round."""
    words = words_of(tournament, language)
    paired = [played.number for played in tournament.rounds if played.closed or played.tables] or [0]
    files: dict[str, bytes] = {}
    for number in paired:
        files |= round_files(tournament, number, format, words, stem=stem, footer=footer)
    old = tuple(f"{safe_stem(stem)}_{words.players}-{number}." for number in paired[:-1])
    return {name: content for name, content in files.items() if not name.startswith(old)}


def round_files(
    tournament: Tournament,
    number: int,
    format: str,
    words: Words,
    *,
    stem: str,
    footer: Footer,
    css: str | None = None,
) -> dict[str, bytes]:
    """The lists of one round in one format, by file name; players are listed as of the last round."""
    public = tournament.settings.public
    sheet_of, above = club_css(public) if css is None else css, club_head(public)
    write: dict[str, Callable[[Spreadsheet], str]] = {
        "html": lambda sheet: html_page(sheet, footer, sheet_of, above),
        "xml": lambda sheet: xml_text(sheet, footer),
        "csv": lambda sheet: csv_text(sheet, footer),
        "txt": lambda sheet: plain_text(sheet, footer),
    }
    return {
        f"{safe_stem(stem)}_{name}.{format}": write[format](sheet).encode()
        for name, sheet in _sheets(tournament, number, words)
        if sheet.kind in KINDS[format]
    }


def safe_stem(stem: str) -> str:
    """The start of every file name, without characters that are unsafe in file names."""
    return re.sub(r'[\x00-\x1f<>:"/\\|?*]', "_", stem).strip(". ") or "keizer"


def _sheets(tournament: Tournament, number: int, words: Words) -> Iterator[tuple[str, Spreadsheet]]:
    closed = len(tournament.closed_rounds)
    if number:
        yield f"{words.round}-{number}", pairings_sheet(tournament, number, words)
    if 1 <= number <= closed:
        groups = categories(tournament.settings.keizer.categories)
        standing, podium = (make(tournament, number, words) for make in (standings_sheet, podium_sheet))
        yield f"{words.standings}-{number}", standing
        yield f"{words.podium}-{number}", podium
        for short in groups:
            yield f"{words.standings}-{number}-{short}", by_category(tournament, standing, short)
            best = by_category(tournament, podium, short, ON_THE_PODIUM)
            yield f"{words.podium}-{number}-{short}", best
        yield f"{words.standings}Ex-{number}", crosstable_sheet(tournament, number, words)
    yield f"{words.players}-{number}", players_sheet(tournament, words)
