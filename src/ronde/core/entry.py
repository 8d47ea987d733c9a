"""What a result line means and would do: `poi35`, `145+4`, `145=`, `jac 1-0`, `table 7 =`, `-name`, `!`, `?`.

Terminal, browser and command line all use it; none of them parses a line itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from ronde.core.coupon import Coupon, named_at_tables, read_score, seated, take_apart
from ronde.core.decide.results import clear_result, enter_at_table
from ronde.core.decide.rounds import close_round
from ronde.core.errors import EntryUnreadable, NoResult, RuleError
from ronde.core.events import Event
from ronde.core.player import PlayerId
from ronde.core.result import Result
from ronde.core.table import Table
from ronde.core.tournament import Tournament


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
class Reading:
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


def read_line(text: str, tournament: Tournament, *, close: bool = True, chance: bool = True) -> Reading:
    """What the line would do to the open round; `close` and `chance` allow `!` and `?`."""
    line = text.strip()
    if line in ("!", "?"):
        allowed = close if line == "!" else chance
        return _command(line, tournament) if allowed else _refused(EntryUnreadable(text=text))
    coupon = take_apart(line, tournament)
    if not coupon.who:
        return _refused(EntryUnreadable(text=text))
    try:
        player = seated(coupon.who, tournament)
    except RuleError as refusal:
        return _refused(refusal, named_at_tables(coupon.who, tournament), coupon.who)
    table = tournament.open_round.seated[player]
    named = Reading(Effect.REFUSE, (player,), coupon.who, table.number, before=table.result)
    try:
        return _at_table(named, table, coupon, text, tournament)
    except RuleError as refusal:
        return replace(named, refusal=refusal)


def _refused(why: RuleError, players: tuple[PlayerId, ...] = (), name: str = "") -> Reading:
    return Reading(Effect.REFUSE, players, name, refusal=why)


def _command(sign: str, tournament: Tournament) -> Reading:
    if sign == "?":
        return Reading(Effect.RANDOM)
    try:
        close_round(tournament)
    except RuleError as refusal:
        return _refused(refusal)
    return Reading(Effect.CLOSE)


def _at_table(named: Reading, table: Table, coupon: Coupon, text: str, tournament: Tournament) -> Reading:
    """Read a line whose table is known; raises if it is not possible."""
    if coupon.erase and table.result is None:
        raise NoResult(table=table.number, round=tournament.open_round.number)
    if coupon.erase:
        return replace(named, effect=Effect.ERASE)
    if not coupon.score:
        raise EntryUnreadable(text=text)
    own = read_score(coupon.score, tournament.settings.board)
    result = own if named.players[0] == table.first else own.swapped
    effect = Effect.REPLACE if table.result else Effect.ENTER
    return replace(named, effect=Effect.AGAIN if table.result == result else effect, result=result)


def line_facts(tournament: Tournament, *, reading: Reading, replacing: bool = False) -> list[Event]:
    """The events of a line about one table; raises if it is refused, or if another result stands there."""
    if reading.refusal is not None:
        raise reading.refusal
    if reading.effect is Effect.ERASE:
        return clear_result(tournament, table=reading.table)
    if reading.result is None:
        return []  # `!` and `?` apply to the whole round
    return enter_at_table(tournament, table=reading.table, result=reading.result, replacing=replacing)
