"""The grammar of a result line: who is named, and which score follows the name, or that one is erased."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ronde.core.choose import closest
from ronde.core.errors import AmbiguousPlayer, NotPaired, ResultImpossible
from ronde.core.names import fold
from ronde.core.player import BIGGEST_FOREIGN, PlayerId
from ronde.core.result import (
    Board,
    Kind,
    Result,
    adjourned,
    double_forfeit,
    forfeit,
    parse_score,
    unplayed,
    write_number,
)
from ronde.core.tournament import Tournament, bye_of, not_paired


@dataclass(frozen=True, slots=True)
class Coupon:
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
_SIGNS = {"+/-": "w", "-/+": "f", "-/-": "ff", "1-0f": "w", "0-1f": "f"}
"""Forfeits as chess players write them, from the side of the player named."""

_NUMBERED = re.compile(r"(?P<who>[0-9]+)\s*(?P<rest>.*)")
_AT_TABLE = re.compile(r"(?P<who>table\s*[0-9]+)(?P<rest>\s.*|[^0-9\s.,½].*|)", re.IGNORECASE)
# A name ends at a digit, `=`, `+`, `½`, or a `-` before a digit or after a blank: hyphens inside names are
# fine, and so are full stops unless they begin a number.
_SCORED = re.compile(r"(?P<name>.*?)\s*(?P<score>(?:[0-9=+½]|-(?=[0-9])|(?<=\s)-|(?<=\s)\.(?=[0-9])).*)")
# Without discs a `-` at the end says who lost: `jac-`.
_LOST = re.compile(r"(?P<name>[^0-9=+½]*[^0-9=+½\s/-])(?P<score>-)")


def take_apart(line: str, tournament: Tournament) -> Coupon:
    """Split a stripped line into player and score; parts that are missing are empty."""
    if line.startswith("-"):
        return Coupon(line[1:].strip(), erase=True)
    numbered = _NUMBERED.fullmatch(line) or _about_table(line, tournament)
    if numbered is not None:
        return _after_number(numbered["who"], numbered["rest"].split(), tournament)
    scored = _LOST.fullmatch(line) if tournament.settings.board.discless else None
    scored = scored or _SCORED.fullmatch(line)
    if scored is not None:
        return Coupon(scored["name"].rstrip(), scored["score"]) if scored["name"] else Coupon()
    name, _, word = line.rpartition(" ")
    if name and word.lower() in _LETTERS and not named_at_tables(line, tournament):
        return Coupon(name.rstrip(), word)
    return Coupon(line)


def _about_table(line: str, tournament: Tournament) -> re.Match[str] | None:
    """Match `table 7 =`; where a player is called TABLE, `table 7` alone gives him seven discs."""
    match = _AT_TABLE.fullmatch(line)
    return None if match and not match["rest"] and named_at_tables("table", tournament) else match


def _after_number(who: str, rest: list[str], tournament: Tournament) -> Coupon:
    papp = tournament.settings.profile == "papp"
    if not rest or (len(rest) > 1 and not papp):  # PAPP reads the first word and ignores the others
        return Coupon(who)
    if rest[0][0] in "exEX":
        return Coupon(who, erase=True)
    return Coupon(who, rest[0])


def read_score(text: str, board: Board) -> Result:
    """A score, or a sign for forfeits and unfinished games, from the side of the player named."""
    typed = text.strip().lower()
    letters = _SIGNS.get(typed, typed)
    return _LETTERS[letters](board) if letters in _LETTERS else parse_score(text, board)


def agreed(first: Result, second: Result, board: Board) -> Result:
    """The result both players report, each from his side; refused if the reports differ."""
    if second.swapped != first:
        text = f"{write_number(first.first)}-{write_number(second.first)}"
        raise ResultImpossible(text=text, total=board.total, reason="sum")
    return first


def write_score(result: Result) -> str:
    """A result as it is typed, from the side of the first player; a game that was not played has a letter."""
    if result.kind is Kind.PLAYED:
        return write_number(result.first)
    letters = {Kind.DOUBLE_FORFEIT: "ff", Kind.ADJOURNED: "a", Kind.UNPLAYED: "u"}
    return letters.get(result.kind, "w" if result.first > result.second else "f")


def seated(text: str, tournament: Tournament) -> PlayerId:
    """The player of the open round the text names: by number, by table, else by the start of the name."""
    if re.fullmatch("[0-9]+", text):
        return _number(text, tournament)
    at_table = re.fullmatch(r"table\s*([0-9]{1,9})", text, re.IGNORECASE)
    fitting = named_at_tables(text, tournament) if text else ()
    if at_table and not fitting:
        return tournament.open_round.table(int(at_table[1])).first
    if not fitting:
        raise _not_seated(text, _starting(text, tournament.players, tournament) if text else (), tournament)
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
    fitting = closest(tournament.players, text, _starting(text, at_tables, tournament))
    pending = tuple(player for player in fitting if at_tables[player].result is None)
    return pending if len(pending) == 1 else fitting


def _starting(text: str, players: Iterable[PlayerId], tournament: Tournament) -> list[PlayerId]:
    wanted = fold(text)
    return [player for player in players if fold(tournament.player(player).full_name).startswith(wanted)]
