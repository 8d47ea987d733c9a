"""The lists of KeizerForClubs as web pages, with its ids and classes, everything escaped (keizer 5.4)."""

from __future__ import annotations

from html import escape

from ronde.core.publicity import PublicSettings
from ronde.formats.accent import shades
from ronde.formats.keizerforclubs.crosssheet import SUM
from ronde.formats.keizerforclubs.footer import RELEASES, Footer
from ronde.formats.keizerforclubs.sheets import Spreadsheet, page_id

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
