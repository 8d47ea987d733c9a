"""The line an arbiter types for a coupon: `poi35`, `145+4`, `145=`, `-name`, `145e`, `!`, `?`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from ronde.core.choose import closest
from ronde.core.errors import AmbiguousPlayer, EntryUnreadable, NotPaired
from ronde.core.names import fold
from ronde.core.player import BIGGEST_FOREIGN, PlayerId
from ronde.core.result import Board, Result, adjourned, double_forfeit, forfeit, parse_score, unplayed
from ronde.core.tournament import Tournament, bye_of, not_paired


class Typed(StrEnum):
    """What a line asks for."""

    SCORE = "score"
    ERASE = "erase"
    RANDOM = "random"
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class Entry:
    """A line that was understood: the player named and his result, told from his side."""

    typed: Typed
    player: PlayerId = 0
    result: Result | None = None


_WORDS: Mapping[str, Callable[[Board], Result]] = {
    "f": lambda board: forfeit(board, winner_first=False),
    "w": lambda board: forfeit(board, winner_first=True),
    "ff": lambda board: double_forfeit(),
    "a": adjourned,
    "u": lambda board: unplayed(),
}
"""Beyond PAPP: forfeited by the player named, won by forfeit, both absent, adjourned, unplayed."""

_NUMBERED = re.compile(r"(?P<id>[0-9]+)\s*(?P<rest>.*)")
# A name ends at a digit, `=`, `+`, or a `-` before a digit or after a blank: hyphens inside names are fine,
# and so are full stops unless they begin a number.
_SCORED = re.compile(r"(?P<name>.*?)\s*(?P<score>(?:[0-9=+]|-(?=[0-9])|(?<=\s)-|(?<=\s)\.(?=[0-9])).*)")


def read_score(text: str, board: Board) -> Result:
    """A score, or one of the letters for forfeits and unfinished games, from the side of the player named."""
    letters = text.strip().lower()
    return _WORDS[letters](board) if letters in _WORDS else parse_score(text, board)


def read_entry(text: str, tournament: Tournament) -> Entry:
    """What the line asks for in the open round, or why it cannot be understood."""
    line = text.strip()
    if line in ("!", "?"):
        return Entry(Typed.CLOSE if line == "!" else Typed.RANDOM)
    if line.startswith("-"):
        return Entry(Typed.ERASE, _seated(line[1:].strip(), tournament))
    numbered = _NUMBERED.fullmatch(line)
    if numbered is not None:
        return _after_number(_number(numbered["id"], tournament), numbered["rest"].split(), text, tournament)
    return _after_name(line, text, tournament)


def _number(digits: str, tournament: Tournament) -> PlayerId:
    """The player of that number, who sits at a table; more digits than a number has are nobody's."""
    number = int(digits) if len(digits) <= len(str(BIGGEST_FOREIGN)) else 0
    if number not in tournament.open_round.seated:
        raise _not_seated(digits, [number] if number in tournament.players else [], tournament)
    return number


def _not_seated(text: str, meant: Iterable[PlayerId], tournament: Tournament) -> NotPaired:
    """Why nobody at a table is called so: perhaps because he has the bye."""
    free = bye_of(tournament.open_round)
    who = next((player for player in meant if player in free), 0)
    if who:
        return not_paired(tournament.open_round, tournament.player(who).full_name, bye=True)
    return not_paired(tournament.open_round, text)


def _after_number(number: PlayerId, rest: list[str], text: str, tournament: Tournament) -> Entry:
    papp = tournament.settings.profile == "papp"
    if not rest or (len(rest) > 1 and not papp):  # PAPP reads the first word and forgets the others
        raise EntryUnreadable(text=text)
    if rest[0][0] in "exEX":
        return Entry(Typed.ERASE, number)
    return Entry(Typed.SCORE, number, read_score(rest[0], tournament.settings.board))


def _after_name(line: str, text: str, tournament: Tournament) -> Entry:
    board = tournament.settings.board
    scored = _SCORED.fullmatch(line)
    if scored is not None and scored["name"]:
        player = _seated(scored["name"], tournament)
        return Entry(Typed.SCORE, player, parse_score(scored["score"], board))
    name, _, word = line.rpartition(" ")
    if scored is None and name and word.lower() in _WORDS and not named_at_tables(line, tournament):
        return Entry(Typed.SCORE, _seated(name, tournament), _WORDS[word.lower()](board))
    if scored is None and line:
        _seated(line, tournament)  # says who is meant, or who might be, before the missing score
    raise EntryUnreadable(text=text)


def _seated(text: str, tournament: Tournament) -> PlayerId:
    """The one player of the round that the text names: by number, else by the start of the name."""
    if re.fullmatch("[0-9]+", text):
        return _number(text, tournament)
    fitting = named_at_tables(text, tournament) if text else ()
    if not fitting:
        raise _not_seated(text, _starting(text, tournament.players, tournament) if text else (), tournament)
    if len(fitting) > 1:
        candidates = [f"{tournament.player(player).full_name} ({player})" for player in fitting]
        raise AmbiguousPlayer(text=text, candidates=candidates)
    return fitting[0]


def named_at_tables(text: str, tournament: Tournament) -> tuple[PlayerId, ...]:
    """Who may be meant: those called exactly so, else those whose names start so.

    If only one of them sits at a table without a result, it is that one (papp 5.7).
    """
    seated = tournament.open_round.seated
    fitting = closest(tournament.players, text, _starting(text, seated, tournament))
    pending = tuple(player for player in fitting if seated[player].result is None)
    return pending if len(pending) == 1 else fitting


def _starting(text: str, players: Iterable[PlayerId], tournament: Tournament) -> list[PlayerId]:
    wanted = fold(text)
    return [player for player in players if fold(tournament.player(player).full_name).startswith(wanted)]
