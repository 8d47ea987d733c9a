"""The lists of KeizerForClubs as XML, CSV and plain text (keizer 5.4)."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape

from ronde.formats.keizerforclubs.crosssheet import SUM
from ronde.formats.keizerforclubs.footer import Footer
from ronde.formats.keizerforclubs.sheets import Spreadsheet

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
    return escape(_UNFIT.sub("\ufffd", text))


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
