"""The text crosstable with its victory matrix (papp 3.10)."""

from __future__ import annotations

from collections.abc import Sequence

from ronde.core.player import PlayerId
from ronde.core.tournament import Tournament
from ronde.formats.papp.edition import Edition
from ronde.formats.papp.write.figures import discs, tiebreak
from ronde.formats.papp.write.ranking import broken
from ronde.scoring.door import CrossRow, RoundLine, crosstable, record

SHORT_PLAYERS = 98
SHORT_ROUNDS = 13
"""Maximum number of rounds of the short form."""
_PER_LINE = 10
_HALF_POINTS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def crosstable_text(
    tournament: Tournament, edition: Edition, upto: int | None = None, *, figures: bool = True
) -> str:
    """The crosstable after some closed rounds, or after all; `figures` adds the bracket of PAPP's files."""
    table = crosstable(tournament, upto)
    sheet = _Sheet(tournament, edition, table.rows, table.after, figures)
    names = [
        f"{row.standing.rank:3d}. {tournament.player(row.standing.player).full_name}\n" for row in table.rows
    ]
    order = [row.standing.player for row in table.rows]
    # PAPP's matrix covers the whole tournament whatever round was requested; ours covers that round.
    whole = tournament.settings.profile == "papp"
    matrix = victory_matrix(tournament, order, None if whole else table.after)
    return f"*** {tournament.name} ***\n{''.join(names)}\n{sheet.text()}\n{matrix}"


class _Sheet:
    """The rows, in the short or in the long form."""

    def __init__(
        self, tournament: Tournament, edition: Edition, rows: Sequence[CrossRow], after: int, figures: bool
    ) -> None:
        self.tournament, self.edition, self.rows = tournament, edition, rows
        self.after, self.figures = after, figures
        self.long = len(rows) > SHORT_PLAYERS or after > SHORT_ROUNDS
        self.crowded = len(rows) > SHORT_PLAYERS
        self.rank = {row.standing.player: row.standing.rank for row in rows}
        first, second = edition.colours(tournament.settings.board)
        self.letters = {True: first[:1], False: second[:1]}

    def text(self) -> str:
        return self._title() + "".join(self._row(row) for row in self.rows)

    def _title(self) -> str:
        across = min(self.after, _PER_LINE) * 6 if self.long else self.after * 5
        word = self.edition.say("rounds" if self.after > 1 else "round")
        left = max(0, across // 2 - 3)
        centred = (" " * left + word).ljust(across + 1)
        tail = f"   {self.edition.say('figures')}" if self.figures else ""
        return f"{'No  ' if self.long else 'No '}{centred}Pts    TB{tail}\n"

    def _row(self, row: CrossRow) -> str:
        """In the long form ten rounds and the score, then the other rounds below them, ten by ten."""
        standing = row.standing
        cells = [self._cell(line) for line in row.lines]
        number = f"{standing.rank:{3 if self.long else 2}d} "
        per_line = _PER_LINE if self.long else max(len(cells), 1)
        first, *others = ["".join(cells[at : at + per_line]) for at in range(0, len(cells), per_line)] or [""]
        half = ".5" if standing.half_points % 2 else "  "
        score = f":{standing.half_points // 2:2d}{half} [{tiebreak(broken(standing)):>4}]"
        bracket = f" {self._figures(row)}" if self.figures else ""
        below = "".join(f"{' ' * len(number)}{line}\n" for line in others)
        return f"{number}{first}{score}{bracket}\n{below}"

    def _cell(self, line: RoundLine) -> str:
        """Five columns, in the long form six; with many players games need five, and byes one more."""
        if line.result is not None:
            mark = "-=+"[line.half_points]
            game = f"{self.letters[line.first]}{mark}"
            opponent = self.rank[line.opponent]
            if self.crowded:
                return f"{game}{opponent:3d}"
            return f"{' ' if self.long else ''}{game}{opponent:2d} "
        word = self.edition.say("bye") if line.bye else "---"
        return f"{' ' if self.long else ''} {word} "

    def _figures(self, row: CrossRow) -> str:
        """Discs, the plain sum of the opponents, colours and, in the short form, the last float."""
        total = discs(row.standing.discs, self.tournament.settings.board)
        colours = "".join(self.letters[line.first] if line.played else "-" for line in row.lines)
        floated = "" if self.long else f" * {' du'[row.floated]}"
        return f"({total:>3}/{row.opponents:3d} - {colours} {row.balance:2d}{floated})"


def victory_matrix(tournament: Tournament, order: Sequence[PlayerId], upto: int | None = None) -> str:
    """Results of each pair in the closed rounds; half-points if two met more than once."""
    won = {player: _won(lines) for player, lines in record(tournament, upto).items()}
    twice = any(games > 1 for met in won.values() for games, _ in met.values())
    alphabet = _HALF_POINTS if twice else "0=1"
    width = len(str(len(order) + 1)) + 2
    head = "".join(str(at % 10) for at in range(1, len(order) + 1))
    rows = [
        f"{at:<{width}}{''.join(_met(one, other, won, alphabet) for other in order)}\n"
        for at, one in enumerate(order, start=1)
    ]
    return f"{' ' * width}{head}\n\n{''.join(rows)}"


def _won(lines: Sequence[RoundLine]) -> dict[PlayerId, tuple[int, int]]:
    """The number of games against each opponent, and the half-points won."""
    met: dict[PlayerId, tuple[int, int]] = {}
    for line in lines:
        if line.played:
            games, half_points = met.get(line.opponent, (0, 0))
            met[line.opponent] = (games + 1, half_points + line.half_points)
    return met


def _met(
    one: PlayerId, other: PlayerId, won: dict[PlayerId, dict[PlayerId, tuple[int, int]]], alphabet: str
) -> str:
    if one == other:
        return "X"
    games, half_points = won[one].get(other, (0, 0))
    return alphabet[min(half_points, len(alphabet) - 1)] if games else " "
