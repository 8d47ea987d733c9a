"""PAPP's lists as text: pairings, results, standings, crosstable, one player (papp 3.6 and 3.10)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from ronde.i18n import plain, say
from ronde.model.player import Player, PlayerId
from ronde.model.result import Board, Result
from ronde.model.tournament import Round, Tournament
from ronde.standings import RoundLine, Team, player_card, record, teams
from ronde.systems import CrossRow, Row, crosstable, standings

# The version and language of PAPP that a file is written for.


VERSIONS = ("1.36", "1.37.1")


@dataclass(frozen=True, slots=True)
class Edition:
    """The version whose layouts are used, and the language of the lists."""

    version: str = VERSIONS[-1]
    language: str = "en"

    @property
    def creator(self) -> str:
        """The signature of the program in its files."""
        return f"PAPP {self.version}"

    @property
    def before_1_37(self) -> bool:
        """Whether the layouts of 1.36 are used (papp 16)."""
        return self.version.startswith("1.36")

    def say(self, key: str, **facts: object) -> str:
        """A title of PAPP's lists: without accents, also in French, plain spaces, a decimal point."""
        places = {name: f"{{{name}}}" for name in facts}
        return plain(say(f"papp.{key}", self.language, **places)).format(**facts)

    def colours(self, board: Board) -> tuple[str, str]:
        """The names of the two colours: the configured ones, else those of the language."""
        if board.colours == Board().colours:
            return (self.say("black"), self.say("white"))
        return board.colours


# Discs, points and tie-breaks as PAPP prints them (papp 3.6, 8 and 15).


def digits(board: Board) -> int:
    """The digits of every score: as many as the total has."""
    return len(str(board.total))


def discs(value: float, board: Board) -> str:
    """A count of discs with leading zeros, and its half.

    >>> discs(7, Board()), discs(9.5, Board()), discs(1, Board(1, 0))
    ('07', '09.5', '1')
    """
    whole = math.floor(value)
    return f"{whole:0{digits(board)}d}{'.5' if value != whole else ''}"


def score(result: Result, board: Board) -> str:
    """Both scores, black first, or the difference from black's side.

    >>> score(Result(40, 24), Board()), score(Result(29, 35), Board(relative=True))
    ('40/24', '-06')
    """
    if board.relative:
        return difference(result, board)
    return f"{discs(result.first, board)}/{discs(result.second, board)}"


def difference(result: Result, board: Board) -> str:
    """The difference in discs for the first player, with a sign that may be `=`."""
    ahead = int(result.first - result.second)
    sign = "=" if ahead == 0 else "+" if ahead > 0 else "-"
    return f"{sign}{abs(ahead):0{digits(board)}d}"


def total_difference(value: float, rounds: int, board: Board) -> str:
    """The balance of all rounds; PAPP counts the minus sign among the digits here.

    >>> total_difference(247, 5, Board(100)), total_difference(284, 5, Board(100))
    ('-06', '+068')
    """
    ahead = int(2 * value) - rounds * board.total
    sign = "=" if ahead == 0 else "+" if ahead > 0 else ""
    return f"{sign}{ahead:0{digits(board)}d}"


def points(half_points: int) -> str:
    """Points without a useless decimal.

    >>> points(4), points(3)
    ('2', '1.5')
    """
    return f"{half_points // 2}{'.5' if half_points % 2 else ''}"


def tiebreak(value: float) -> str:
    """A tie-break cut, nearly rounded, to one decimal.

    >>> tiebreak(442.75), tiebreak(285.5), tiebreak(297.0)
    ('442.7', '285.5', '297')
    """
    tenths = math.floor((value + 0.049999) * 10)
    return f"{tenths // 10}.{tenths % 10}".removesuffix(".0")


# Names of files and of the subfolder (papp 3.7).


BACKUP = "-BACKUP"
NAMELESS_BACKUP = "papp-internal-workfile-BACKUP.txt"
BEFORE_CORRECTION = "__papp.bak"
"""The copy of the workfile before a correction."""
_LONGEST = 200


def numbered(generic: str, number: int) -> str:
    """The file of a round: its number in place of `###`, or behind the name.

    >>> numbered("stand###.txt", 7), numbered("cla.txt", 14)
    ('stand__7.txt', 'cla.txt_14')
    """
    digits = f"{number:_>3}"
    return generic.replace("###", digits, 1) if "###" in generic else f"{generic}{digits}"


def subfolder_name(name: str, edition: Edition) -> str:
    """The folder of a tournament; empty for the nameless.

    >>> subfolder_name("Custom (14) & folder", Edition()), subfolder_name("..", Edition())
    ('Custom_(14)_-_folder', '--')
    """
    odd = "#&%:?*!/'\"\\" + ("`" if edition.before_1_37 else "")
    plain = name.translate(str.maketrans(f"{odd} ", "-" * len(odd) + "_"))
    if plain in (".", ".."):  # PAPP would write into the folder above (papp 1.14)
        plain = "-" * len(plain)
    return plain.encode()[:_LONGEST].decode(errors="ignore")


def inside(name: str) -> str:
    """The name as a path that stays in its folder."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\0" in name:
        last = path.name.replace("\0", "")
        return last if last not in ("", "..") else "-"
    return str(path)


# Pairing and result lists (papp 3.6).


def pairings(
    tournament: Tournament, edition: Edition, number: int | None = None, *, scores: bool = True
) -> str:
    """The tables of a round, by default the open one, with the scores known so far or without any."""
    return _list(tournament, edition, "pairings", number, scores=scores)


def results(tournament: Tournament, edition: Edition, number: int | None = None) -> str:
    """The tables of a round under the title of results."""
    return _list(tournament, edition, "results", number)


def heading(tournament: Tournament, title: str) -> str:
    """The first lines of every list."""
    return f"*** {tournament.name} ***\n\n{title}\n\n"


def _list(
    tournament: Tournament, edition: Edition, title: str, number: int | None, *, scores: bool = True
) -> str:
    played = tournament.round(number or tournament.open_round.number)
    idle = without_game(tournament, played)
    state = edition.say("incomplete") if len(idle) > 1 else ""
    half = _half(tournament, edition)
    board = tournament.settings.board
    lines = []
    for table in played:
        known = f"  {score(table.result, board)}" if scores and table.result is not None else ""
        lines.append(f"{table.number:2d}  {half(table.first)} -- {half(table.second)}{known}\n")
    lines.append("\n")
    lines += [f" {half(player)}\n" for player in idle]
    return heading(tournament, edition.say(title, round=played.number, state=state)) + "".join(lines)


def without_game(tournament: Tournament, played: Round) -> tuple[PlayerId, ...]:
    """Who is present in the round without a table, in order of registration."""
    if not played.closed:
        return tournament.unpaired
    return tuple(player for player in tournament.players if player in played.byes)


def _half(tournament: Tournament, edition: Edition) -> Callable[[PlayerId], str]:
    """One side of a table, as wide as the longest registered name, absent players included."""
    label = _name if edition.before_1_37 else _name_with_country
    cards = tournament.players
    width = max((len(f"{label(card)} ({number})") for number, card in cards.items()), default=0)
    if not edition.before_1_37:
        width += 1

    def half(player: PlayerId) -> str:
        name = label(cards[player])
        return name + f"({player})".rjust(width - len(name))

    return half


def _name(card: Player) -> str:
    return card.full_name


def _name_with_country(card: Player) -> str:
    return f"{card.full_name} {{{card.country}}}" if card.country else card.full_name


# Standings and team standings (papp 3.6).


def standings_list(tournament: Tournament, edition: Edition, upto: int | None = None) -> str:
    """The standings after some closed rounds, or after all."""
    table = standings(tournament, upto)
    key = "standings" if table.after else "registered"
    title = edition.say(key, players=len(table.rows), round=table.after)
    halves = any(row.half_points % 2 for row in table.rows)
    shown = [f"[{tiebreak(first_tiebreak(row))}]" for row in table.rows]
    width = max(map(len, shown), default=0)
    lines = []
    above: Row | None = None
    for row, tie in zip(table.rows, shown, strict=True):
        same = above is not None and above.half_points == row.half_points
        group = " " * (14 if halves else 12) if same else _group(row, halves=halves)
        equal = same and above is not None and first_tiebreak(above) == first_tiebreak(row)
        lines.append(f"{group} {'' if equal else tie:>{width}}  {_who(tournament, row)}\n")
        above = row
    return heading(tournament, title) + "".join(lines)


def first_tiebreak(row: Row) -> float:
    """The tie-break PAPP shows: the first one."""
    return next(iter(row.tiebreaks.values()), 0.0)


def _group(row: Row, *, halves: bool) -> str:
    """Place and points, for the first of the players with equal points."""
    half = (".5" if row.half_points % 2 else ". ") if halves else ""
    unit = "pts" if row.half_points > 2 else "pt "
    return f"{row.place:3d}:{row.half_points // 2:4d}{half} {unit}"


def _who(tournament: Tournament, row: Row) -> str:
    card = tournament.player(row.player)
    usual = card.country.casefold() == tournament.settings.country.casefold()
    country = "" if usual or not card.country else f" {{{card.country}}}"
    return f"{'-' if tournament.has_left(row.player) else ' '}{card.full_name} ({row.player}){country}"


def teams_list(tournament: Tournament, edition: Edition, upto: int | None = None) -> str:
    after = len(tournament.closed_rounds) if upto is None else upto
    ranked = teams(tournament, after)
    title = edition.say("teams" if after else "teams-registered", teams=len(ranked), round=after)
    return heading(tournament, title) + "".join(_team(team) for team in ranked)


def _team(team: Team) -> str:
    half = ".5 " if team.half_points % 2 else "\t"
    return f"  {team.country:<7}  {team.half_points // 2:5d}{half}pts\n"


# The rounds of one player (papp 3.6).


def sheet_list(tournament: Tournament, edition: Edition, player: PlayerId) -> str:
    """The rounds of a player, and his total."""
    own = player_card(tournament, player)
    board = tournament.settings.board
    rounds = own.counted
    name = f"{own.player.full_name} ({player})"
    total = total_difference(own.discs, rounds, board) if board.relative else discs(own.discs, board)
    lines = [edition.say("sheet", player=name, round=len(own.lines)), ""]
    lines += [_line(tournament, edition, line) for line in own.lines]
    lines += ["", edition.say("sheet-total", points=points(own.half_points), rounds=rounds, discs=total)]
    lines += [] if own.present else [edition.say("sheet-left")]
    lines += [f"--> {own.player.comment}"] if own.player.comment else []
    return "".join(f"{line}\n" for line in lines)


def _line(tournament: Tournament, edition: Edition, line: RoundLine) -> str:
    """One round; empty for a bye and an absence."""
    if line.result is None:
        return f"{line.round:3d}."
    board = tournament.settings.board
    names = edition.colours(board)
    colour = names[0 if line.first else 1].ljust(max(map(len, names)))
    if board.relative:
        score = difference(line.result, board)
    else:
        mark = " =+"[line.half_points]
        score = f"{mark} {discs(line.result.first, board)}"
    opponent = tournament.player(line.opponent)
    return f"{line.round:3d}. {colour}  {score:<{digits(board) + 6}}{opponent.full_name} ({line.opponent})"


# The text crosstable with its victory matrix (papp 3.10).


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
        score = f":{standing.half_points // 2:2d}{half} [{tiebreak(first_tiebreak(standing)):>4}]"
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
