"""PAPP's HTML crosstable; unlike PAPP's, its contents are escaped (papp 3.9)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ronde.formats.papp.lists import Edition, difference, discs, first_tiebreak, points, tiebreak
from ronde.formats.papp.to_tournament import tables_now
from ronde.formats.papp.tokens import SourceText
from ronde.model.errors import FormatError
from ronde.model.player import PlayerId
from ronde.model.tournament import Tournament
from ronde.standings import RoundLine
from ronde.systems import CrossRow, crosstable, standings

# The template of the HTML crosstable, `cell.tmpl`: a page around the table, and one cell (papp 3.9).


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


# The HTML crosstable (papp 3.9); unlike PAPP's, its contents are escaped.


_KEYWORD = re.compile(
    r"PAPP_(?:(?P<name>OPP_NAME|MY_NAME|BLACK_NAME|WHITE_NAME)\[(?P<cut>[0-9]{1,4})\]"
    r"|(?P<word>OPP_SCORE|MY_SCORE|SCORE_RELATIF|SCORE|COLOR|COUPON|OPP|PTS|TOTAL|RONDE|TABLE|RANG))"
)


def crosstable_html(
    tournament: Tournament, edition: Edition, template: bytes | None = None, upto: int | None = None
) -> str:
    """The crosstable after some closed rounds, or after all, in a template's page."""
    text = default_template(edition).encode() if template is None else template
    read = read_template(SourceText.of("cell.tmpl", text))
    table = _Table(tournament, edition, read, upto)
    page = []
    for line in read.frame:
        if TABLE in line:
            page.append(table.text())
        else:
            named = line.replace(NAME, "\0", 1).replace(ROUND, str(table.after), 1)
            page.append(named.replace("\0", _escaped(tournament.name), 1))
    return "".join(page)


def _escaped(value: str) -> str:
    """Escaped for text and double-quoted attributes; an apostrophe stays."""
    return value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


class _Table:
    """The table itself, row by row and cell by cell."""

    def __init__(
        self, tournament: Tournament, edition: Edition, template: Template, upto: int | None
    ) -> None:
        table = crosstable(tournament, upto)
        self.tournament, self.edition, self.template = tournament, edition, template
        self.rows, self.after = table.rows, table.after
        self.first_only = tournament.settings.profile == "papp"
        self.row = {row.standing.player: row.standing.rank for row in table.rows}
        self.ranks = [_ranks(tournament, number) for number in range(1, table.after + 1)]
        self.tables = [_tables(tournament, number) for number in range(1, table.after + 1)]
        self.board = tournament.settings.board
        first, second = edition.colours(self.board)
        self.letters = {True: first[:1], False: second[:1]}
        self.table_digits = 1 if len(table.rows) < 20 else 2 if len(table.rows) < 200 else 3

    def text(self) -> str:
        say = self.edition.say
        heads = ["No.", say("html-name"), say("html-country")]
        heads += [f"r. {number}" for number in range(1, self.after + 1)]
        heads += [say("html-points"), say("html-tiebreak")]
        titles = "".join(f'<td class="crosstable_title">{head}</td>\n' for head in heads)
        titles = titles.replace('e">' + heads[1], 'e" align="left">' + heads[1], 1)
        body = "".join(self._row(row) for row in self.rows)
        return f'<table id="crosstable">\n<tr>\n{titles}</tr>\n{body}</table>\n'

    def _row(self, row: CrossRow) -> str:
        standing = row.standing
        card = self.tournament.player(standing.player)
        head = (
            f'<tr><td align="center">{standing.rank}</td>'
            f'<td class="crosstable_name">{_escaped(card.full_name)}</td>'
            f'<td class="crosstable_country">{_escaped(card.country)}</td>\n'
        )
        cells, total = [], 0
        for line in row.lines:
            total += 0 if line.final else line.half_points
            cells.append(f'<td class="crosstable_cell">\n{self._cell(standing.player, line, total)}\n</td>\n')
        tail = (
            f'<td class="crosstable_points">{points(standing.half_points)}</td>'
            f'<td class="crosstable_tiebreak">[{tiebreak(first_tiebreak(standing))}]</td>\n</tr>\n\n'
        )
        return head + "".join(cells) + tail

    def _cell(self, player: PlayerId, line: RoundLine, total: int) -> str:
        values = self._values(player, line) | {
            "MY_NAME": self.tournament.player(player).full_name,
            "PTS": {0: " 0 ", 1: "0.5", 2: " 1 "}[line.half_points],
            "TOTAL": f"{points(total):<5}",
            "RANG": str(self.ranks[line.round - 1][player]),
        }
        done: set[str] = set()

        def fill(match: re.Match[str]) -> str:
            word = match["name"] or match["word"]
            if self.first_only and word in done:
                return match.group()
            done.add(word)
            whole = not match["cut"] or (line.result is None and word != "MY_NAME")
            return _escaped(values[word] if whole else values[word][: int(match["cut"])])

        return _KEYWORD.sub(fill, self.template.cell)

    def _values(self, player: PlayerId, line: RoundLine) -> dict[str, str]:
        if line.result is None:
            return self._no_game(line)
        names = [self.tournament.player(one).full_name for one in (player, line.opponent)]
        ours, theirs = (discs(value, self.board) for value in (line.result.first, line.result.second))
        black, white = names if line.first else reversed(names)
        coupon = f"{ours}/{theirs}" if line.first else f"{theirs}/{ours}"
        return {
            "COLOR": f" {self.letters[line.first]} ",
            "OPP": f"{self.row[line.opponent]:<3}",
            "OPP_NAME": names[1],
            "BLACK_NAME": black,
            "WHITE_NAME": white,
            "COUPON": f"{black}  {coupon}  {white}",
            "SCORE": f"{ours}/{theirs}",
            "SCORE_RELATIF": _short(difference(line.result, self.board)),
            "MY_SCORE": f"{ours:<2}",
            "OPP_SCORE": f"{theirs:<2}",
            "RONDE": f"{line.round:02d}",
            "TABLE": f"{self.tables[line.round - 1][player]:0{self.table_digits}d}",
        }

    def _no_game(self, line: RoundLine) -> dict[str, str]:
        bye = self.edition.say("bye") if line.bye else ""
        names = dict.fromkeys(("OPP_NAME", "BLACK_NAME", "WHITE_NAME"), bye or "-")
        scores = dict.fromkeys(("SCORE", "SCORE_RELATIF"), bye or "---")
        single = dict.fromkeys(("MY_SCORE", "OPP_SCORE"), bye or "--")
        rest = {"COLOR": " - ", "OPP": "-  ", "COUPON": bye or " --- ", "RONDE": "-", "TABLE": "-"}
        return names | scores | single | rest


def _ranks(tournament: Tournament, number: int) -> dict[PlayerId, int]:
    return {row.player: row.rank for row in standings(tournament, number).rows}


def _tables(tournament: Tournament, number: int) -> dict[PlayerId, int]:
    """The table of each player; PAPP renumbers them by the scores before the round, corrected or not."""
    if tournament.settings.profile == "papp":
        order = tables_now(tournament, number, number - 1)
        numbered = list(enumerate(order, start=1))
    else:
        numbered = [(table.number, table) for table in tournament.round(number)]
    return {player: at for at, table in numbered for player in (table.first, table.second)}


def _short(text: str) -> str:
    """A difference without its first zero, as wide as before and at least 3.

    >>> _short("+06"), _short("+098"), _short("+40"), _short("=0")
    ('+6 ', '+98 ', '+40', '=0 ')
    """
    kept = text[0] + text[2:] if text[1] == "0" and len(text) > 2 else text
    return kept.ljust(max(len(text), 3))
