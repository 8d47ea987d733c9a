"""The template of the HTML crosstable, `cell.tmpl`: a page around the table, and one cell (papp 3.9)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ronde.core.errors import FormatError
from ronde.formats.papp.edition import Edition
from ronde.formats.papp.read.page import SourceText

BEGIN, END = "<!-- CELL-BEGIN -->", "<!-- CELL-END -->"
TABLE = "$PAPP_CROSSTABLE"
NAME, ROUND = "PAPP_TOURNAMENT_NAME", "PAPP_RONDE"

_LINES = re.compile(r"[^\n]*\n|[^\n]+")

_DEFAULT = """\
<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<title>PAPP_TOURNAMENT_NAME (PAPP_RONDE)</title>
<style>
body { font-family: sans-serif; margin: 2em auto; max-width: 70em; }
#crosstable { border-collapse: collapse; }
#crosstable td { border: 1px solid #bbb; padding: .2em .5em; vertical-align: top; }
#crosstable .crosstable_title { background: #eee; font-weight: bold; }
.game { white-space: nowrap; }
.game small { color: #555; }
</style>
</head>
<body>
<!-- CELL-BEGIN -->
<div class="game">PAPP_COLOR PAPP_OPP <small>PAPP_SCORE</small></div>
<div class="game"><small>PAPP_PTS</small> <b>PAPP_TOTAL</b></div>
<!-- CELL-END -->
<h1>PAPP_TOURNAMENT_NAME</h1>
<p>{caption}</p>
$PAPP_CROSSTABLE
</body>
</html>
"""


@dataclass(frozen=True, slots=True)
class Template:
    """The lines of the page without the cell, and the cell."""

    frame: tuple[str, ...]
    cell: str


def default_template(edition: Edition) -> str:
    """The template for a folder that has none: our own page, with PAPP's keywords."""
    page = _DEFAULT.replace("{caption}", edition.say("html-caption", round=ROUND))
    return page.replace("{language}", edition.language)


def read_template(page: SourceText) -> Template:
    """The template of a file; FormatError without the two lines that mark the cell.

    PAPP also refuses lines that end in CR-LF, which are accepted here.
    """
    lines = _LINES.findall(page.text.replace("\r\n", "\n"))
    marks = [line.rstrip("\n").endswith(BEGIN) for line in lines]
    ends = [line.rstrip("\n").endswith(END) for line in lines]
    if True not in marks or True not in ends[marks.index(True) :]:
        raise FormatError([page.problem("template-no-cell", 0, "")])
    begin = marks.index(True)
    end = ends.index(True, begin)
    return Template((*lines[:begin], *lines[end + 1 :]), "".join(lines[begin + 1 : end]))
