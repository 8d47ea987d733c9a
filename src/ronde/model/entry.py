"""What an arbiter types: a player by number or start of name, and a result line such as `poi35`."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from ronde.model.decisions.rounds import clear_result, close_round, enter_at_table
from ronde.model.errors import (
    AmbiguousPlayer,
    EntryUnreadable,
    NoResult,
    NotPaired,
    ResultImpossible,
    RuleError,
    UnknownPlayer,
)
from ronde.model.events import Event, ResultEntered
from ronde.model.names import NameIndex, fold
from ronde.model.player import BIGGEST_FOREIGN, Player, PlayerId
from ronde.model.result import (
    Board,
    Kind,
    Result,
    adjourned,
    double_forfeit,
    forfeit,
    parse_score,
    unplayed,
    without_winner,
    write_number,
)
from ronde.model.table import Table
from ronde.model.tournament import Tournament, bye_of, not_paired

# Find a player by number or by the start of a name.


def find_player(tournament: Tournament, text: str) -> PlayerId:
    """The registered player with that number, that full name, or that start of a name."""
    return find_named(tournament.players, text)


def find_named(people: Mapping[PlayerId, Player], text: str) -> PlayerId:
    """The person with that number, full name, surname, or start of a name."""
    typed = text.strip()
    if re.fullmatch("[0-9]{1,18}", typed) and int(typed) in people:
        return int(typed)
    index = NameIndex({number: card.full_name for number, card in people.items()})
    fitting = closest(people, typed, _starting(index, typed) if typed else ())
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise AmbiguousPlayer(text=text, candidates=[_shown(people, number) for number in fitting])
    similar = [_shown(people, number) for number in index.search(typed, most=3)]
    raise UnknownPlayer(text=text, reason="similar" if similar else "", similar=similar)


def _starting(index: NameIndex, typed: str) -> tuple[PlayerId, ...]:
    """Whose name starts with the text; `Family, Given` and `Given Family` are accepted too."""
    plain = " ".join(typed.replace(",", " ").split())
    return index.starting(typed) or index.starting(plain) or index.called(plain)


def closest(
    people: Mapping[PlayerId, Player], text: str, fitting: Iterable[PlayerId]
) -> tuple[PlayerId, ...]:
    """Among names that start with the text, those equal to it: in full, else by surname, else all of them.

    An arbiter who types `martin` means MARTIN and not MARTINEZ, whose name would otherwise have to be given
    up to the first letter that differs.
    """
    wanted, candidates = fold(" ".join(text.split())), tuple(fitting)
    full = tuple(number for number in candidates if fold(people[number].full_name) == wanted)
    surname = tuple(number for number in candidates if fold(people[number].name) == wanted)
    return full or surname or candidates


def _shown(people: Mapping[PlayerId, Player], number: PlayerId) -> str:
    return f"{people[number].full_name} ({number})"


# The grammar of a result line: who is named, and which score follows the name, or that one is erased.


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A parsed line: the text that names a player, and the score text, both as typed."""

    who: str = ""
    score: str = ""
    erase: bool = False


_LETTERS: Mapping[str, Callable[[Board], Result]] = {
    "f": lambda board: forfeit(board, winner_first=False),
    "w": lambda board: forfeit(board, winner_first=True),
    "ff": lambda board: double_forfeit(),
    "a": adjourned,
    "u": lambda board: unplayed(),
}
"""Beyond PAPP: forfeited by the player named, won by forfeit, both absent, adjourned, unplayed."""
_GO_LETTERS: Mapping[str, Callable[[Board], Result]] = {
    **_LETTERS,
    "ll": lambda board: without_winner(Kind.BOTH_LOSE, board),
    "ww": lambda board: without_winner(Kind.BOTH_WIN, board),
    "df": lambda board: without_winner(Kind.DRAW_BY_DEFAULT, board),
    "wf": lambda board: without_winner(Kind.BOTH_WIN_BY_DEFAULT, board),
    "nr": lambda board: without_winner(Kind.UNKNOWN, board),
}
"""In Go also: both lose, both win, drawn and won by both by default, no known result."""
_GO_SIGNS = {"0-0": "ll", "1-1": "ww"}
_SIGNS = {"+/-": "w", "-/+": "f", "-/-": "ff", "1-0f": "w", "0-1f": "f"}
"""Forfeits as chess players write them, from the side of the player named."""

_NUMBERED = re.compile(r"(?P<who>[0-9]+)\s*(?P<rest>.*)")
_AT_TABLE = re.compile(r"(?P<who>table\s*[0-9]+)(?P<rest>\s.*|[^0-9\s.,½].*|)", re.IGNORECASE)
# A name ends at a digit, `=`, `+`, `½`, or a `-` before a digit or after a blank: hyphens inside names are
# fine, and so are full stops unless they begin a number.
_SCORED = re.compile(r"(?P<name>.*?)\s*(?P<score>(?:[0-9=+½]|-(?=[0-9])|(?<=\s)-|(?<=\s)\.(?=[0-9])).*)")
# Without discs a `-` at the end says who lost: `jac-`.
_LOST = re.compile(r"(?P<name>[^0-9=+½]*[^0-9=+½\s/-])(?P<score>-)")


def split_result_line(line: str, tournament: Tournament) -> ResultLine:
    """Split a stripped line into player and score; parts that are missing are empty."""
    if line.startswith("-"):
        return ResultLine(line[1:].strip(), erase=True)
    numbered = _NUMBERED.fullmatch(line) or _about_table(line, tournament)
    if numbered is not None:
        return _after_number(numbered["who"], numbered["rest"].split(), tournament)
    scored = _LOST.fullmatch(line) if tournament.settings.board.discless else None
    scored = scored or _SCORED.fullmatch(line)
    if scored is not None:
        return ResultLine(scored["name"].rstrip(), scored["score"]) if scored["name"] else ResultLine()
    name, _, word = line.rpartition(" ")
    if (
        name
        and word.lower() in _letters(tournament.pairing_system.go)
        and not named_at_tables(line, tournament)
    ):
        return ResultLine(name.rstrip(), word)
    return ResultLine(line)


def _about_table(line: str, tournament: Tournament) -> re.Match[str] | None:
    """Match `table 7 =`; where a player is called TABLE, `table 7` alone gives him seven discs."""
    match = _AT_TABLE.fullmatch(line)
    return None if match and not match["rest"] and named_at_tables("table", tournament) else match


def _after_number(who: str, rest: list[str], tournament: Tournament) -> ResultLine:
    papp = tournament.settings.profile == "papp"
    if not rest or (len(rest) > 1 and not papp):  # PAPP reads the first word and ignores the others
        return ResultLine(who)
    if rest[0][0] in "exEX":
        return ResultLine(who, erase=True)
    return ResultLine(who, rest[0])


def _letters(go: bool) -> Mapping[str, Callable[[Board], Result]]:
    return _GO_LETTERS if go else _LETTERS


def read_score(text: str, board: Board, *, go: bool = False) -> Result:
    """A score, or a sign for forfeits and unfinished games, from the side of the player named."""
    typed = text.strip().lower()
    sign = (_SIGNS | _GO_SIGNS if go else _SIGNS).get(typed, typed)
    letters = _letters(go)
    return letters[sign](board) if sign in letters else parse_score(text, board)


def result_from_reports(first: Result, second: Result, board: Board) -> Result:
    """The result both players report, each from his side; refused if the reports differ."""
    if second.swapped != first:
        text = f"{write_number(first.first)}-{write_number(second.first)}"
        raise ResultImpossible(text=text, total=board.total, reason="sum")
    return first


_WRITTEN = {
    Kind.DOUBLE_FORFEIT: "ff", Kind.ADJOURNED: "a", Kind.UNPLAYED: "u", Kind.BOTH_LOSE: "ll",
    Kind.BOTH_WIN: "ww", Kind.DRAW_BY_DEFAULT: "df", Kind.BOTH_WIN_BY_DEFAULT: "wf",
    Kind.UNKNOWN: "nr",
}  # fmt: skip


def write_score(result: Result) -> str:
    """A result as it is typed, from the side of the first player; a game that was not played has a letter."""
    if result.kind is Kind.PLAYED:
        return write_number(result.first)
    return _WRITTEN.get(result.kind, "w" if result.first > result.second else "f")


def find_seated_player(text: str, tournament: Tournament) -> PlayerId:
    """The player of the open round the text names: by number, by table, else by the start of the name."""
    if re.fullmatch("[0-9]+", text):
        return _number(text, tournament)
    at_table = re.fullmatch(r"table\s*([0-9]{1,9})", text, re.IGNORECASE)
    fitting = named_at_tables(text, tournament) if text else ()
    if at_table and not fitting:
        return tournament.open_round.table(int(at_table[1])).first
    if not fitting:
        raise _not_seated(
            text, _starting_among(text, tournament.players, tournament) if text else (), tournament
        )
    if len(fitting) > 1:
        candidates = [f"{tournament.player(player).full_name} ({player})" for player in fitting]
        raise AmbiguousPlayer(text=text, candidates=candidates)
    return fitting[0]


def _number(digits: str, tournament: Tournament) -> PlayerId:
    """The player of that number, who must sit at a table; a number with too many digits is nobody's."""
    number = int(digits) if len(digits) <= len(str(BIGGEST_FOREIGN)) else 0
    if number not in tournament.open_round.seated:
        raise _not_seated(digits, [number] if number in tournament.players else [], tournament)
    return number


def _not_seated(text: str, meant: Sequence[PlayerId], tournament: Tournament) -> NotPaired:
    """Why the text names nobody at a table: he may have the bye, or the number may be a table's."""
    free = bye_of(tournament.open_round)
    who = next((player for player in meant if player in free), 0)
    if who:
        return not_paired(tournament.open_round, tournament.player(who).full_name, bye=True)
    if not meant and text:
        reason = "number" if re.fullmatch("[0-9]+", text) else "unknown"
        return NotPaired(player=text, round=tournament.open_round.number, reason=reason)
    known = tournament.players[meant[0]] if len(meant) == 1 else None
    return not_paired(tournament.open_round, known.full_name if known else text)


def named_at_tables(text: str, tournament: Tournament) -> tuple[PlayerId, ...]:
    """Players whose name equals the text, else those whose name starts with it.

    If only one of them sits at a table without a result, it is that one (papp 5.7).
    """
    at_tables = tournament.open_round.seated
    fitting = closest(tournament.players, text, _starting_among(text, at_tables, tournament))
    pending = tuple(player for player in fitting if at_tables[player].result is None)
    return pending if len(pending) == 1 else fitting


def _starting_among(text: str, players: Iterable[PlayerId], tournament: Tournament) -> list[PlayerId]:
    wanted = fold(text)
    return [player for player in players if fold(tournament.player(player).full_name).startswith(wanted)]


# What a result line means and would do: `poi35`, `145+4`, `145=`, `jac 1-0`, `table 7 =`, `-name`, `!`,
# `?`.
#
# Terminal, browser and command line all use it; none of them parses a line itself.


class Effect(StrEnum):
    ENTER = "enter"
    AGAIN = "again"
    """The table has this result already."""
    REPLACE = "replace"
    ERASE = "erase"
    CLOSE = "close"
    RANDOM = "random"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True)
class LineReading:
    """What a line means in the open round: the table and the result, or why it is refused."""

    effect: Effect
    players: tuple[PlayerId, ...] = ()
    """The player named, or all candidates."""
    name: str = ""
    """The part of the line that names a player, as typed."""
    table: int = 0
    """The table of the line, 0 if it is not known."""
    result: Result | None = None
    """The result as the table stores it, the first player's score first."""
    before: Result | None = None
    """The result the table has."""
    refusal: RuleError | None = None

    @property
    def score_wanted(self) -> bool:
        """Whether one player is named without a score."""
        return bool(self.table) and isinstance(self.refusal, EntryUnreadable)


def read_line(text: str, tournament: Tournament, *, close: bool = True, chance: bool = True) -> LineReading:
    """What the line would do to the open round; `close` and `chance` allow `!` and `?`."""
    line = text.strip()
    if line in ("!", "?"):
        allowed = close if line == "!" else chance
        return _command(line, tournament) if allowed else _refused(_unreadable(text, tournament))
    coupon = split_result_line(line, tournament)
    if not coupon.who:
        return _refused(_unreadable(text, tournament))
    try:
        player = find_seated_player(coupon.who, tournament)
    except RuleError as refusal:
        return _refused(refusal, named_at_tables(coupon.who, tournament), coupon.who)
    table = tournament.open_round.seated[player]
    named = LineReading(Effect.REFUSE, (player,), coupon.who, table.number, before=table.result)
    try:
        return _at_table(named, table, coupon, text, tournament)
    except RuleError as refusal:
        return replace(named, refusal=refusal)


def _unreadable(text: str, tournament: Tournament) -> EntryUnreadable:
    discless = tournament.settings.board.discless
    return EntryUnreadable(text=text, reason="discless") if discless else EntryUnreadable(text=text)


def _refused(why: RuleError, players: tuple[PlayerId, ...] = (), name: str = "") -> LineReading:
    return LineReading(Effect.REFUSE, players, name, refusal=why)


def _command(sign: str, tournament: Tournament) -> LineReading:
    if sign == "?":
        return LineReading(Effect.RANDOM)
    try:
        close_round(tournament)
    except RuleError as refusal:
        return _refused(refusal)
    return LineReading(Effect.CLOSE)


def _at_table(
    named: LineReading, table: Table, coupon: ResultLine, text: str, tournament: Tournament
) -> LineReading:
    """Read a line whose table is known; raises if it is not possible."""
    if coupon.erase and table.result is None:
        raise NoResult(table=table.number, round=tournament.open_round.number)
    if coupon.erase:
        return replace(named, effect=Effect.ERASE)
    if not coupon.score:
        raise _unreadable(text, tournament)
    own = read_score(coupon.score, tournament.settings.board, go=tournament.pairing_system.go)
    result = own if named.players[0] == table.first else own.swapped
    effect = Effect.REPLACE if table.result else Effect.ENTER
    return replace(named, effect=Effect.AGAIN if table.result == result else effect, result=result)


def line_events(tournament: Tournament, *, reading: LineReading, replacing: bool = False) -> list[Event]:
    """The events of a line about one table; raises if it is refused, or if another result stands there."""
    if reading.refusal is not None:
        raise reading.refusal
    if reading.effect is Effect.ERASE:
        return clear_result(tournament, table=reading.table)
    if reading.result is None:
        return []  # `!` and `?` apply to the whole round
    return enter_at_table(tournament, table=reading.table, result=reading.result, replacing=replacing)


# Results drawn at random from ratings, for trials (spec section 9).


WEAKEST = 1100
"""Lower and unknown ratings count as this."""
HOPELESS = 4_000
"""A larger gap counts as this one: with a mistyped rating the power below would overflow."""


def random_result(first_rating: int, second_rating: int, board: Board, chance: random.Random) -> Result:
    """A result as PAPP draws it: the better rated wins more often, by any number of discs."""
    gap = min(max(second_rating, WEAKEST) - max(first_rating, WEAKEST), HOPELESS)
    winning = int(1000 / (1 + 3 ** (gap / 200)))
    if chance.randrange(1000) < winning:
        discs = chance.randint(board.total - board.total // 2, board.total)
    else:
        discs = chance.randint(0, board.total // 2)
    return Result(discs, board.total - discs)


def fill_at_random(tournament: Tournament, chance: random.Random) -> list[Event]:
    """Random results for the tables of the open round that have none."""
    cards, current = tournament.players, tournament.open_round
    return [
        ResultEntered(
            current.number,
            table.number,
            random_result(
                cards[table.first].rating, cards[table.second].rating, tournament.settings.board, chance
            ),
        )
        for table in current.missing
    ]
