"""Results proposed by players: they count once both players agree or the desk accepts."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass

from ronde.app.commands import EnterProposed
from ronde.app.rights import Actor, Right
from ronde.core.coupon import read_score
from ronde.core.errors import RuleError
from ronde.core.player import PlayerId
from ronde.core.result import Board, Result, checked, write_number
from ronde.core.table import Table
from ronde.web.server.account_store import Register
from ronde.web.server.open_tournament import OpenTournament

_NOTE = (
    "INSERT INTO proposal VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (slug, round, player) DO UPDATE SET"
    " board = excluded.board, opponent = excluded.opponent, first = excluded.first,"
    " second = excluded.second, at = excluded.at"
)


_SAID = {"won": "+", "drawn": "=", "lost": "-"}
_DISCS = re.compile(r"[0-9]{1,4}([.,][05])?")
"""Input of the phone's field: digits only."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A player's proposal; the result is from the side of the table's first player."""

    round: int
    table: int
    player: PlayerId
    opponent: PlayerId
    result: Result
    at: float

    @property
    def clock(self) -> str:
        """Local time in hours and minutes."""
        return time.strftime("%H:%M", time.localtime(self.at))


class Proposals:
    """The proposals of all tournaments; stored in the account store until they are decided."""

    def __init__(self, register: Register) -> None:
        self.register = register

    def of(self, opened: OpenTournament) -> list[Proposal]:
        """The pending proposals: of the open round, for existing pairs without a result."""
        tables = opened.tournament.open_round.tables
        return [one for one in self._heard(opened) if tables[one.table].result is None]

    def _heard(self, opened: OpenTournament) -> list[Proposal]:
        """All proposals of the open round for existing pairs."""
        current = opened.tournament.open_round
        question = (
            "SELECT round, board, player, opponent, first, second, at FROM proposal"
            " WHERE slug = ? AND round = ? ORDER BY board, at"
        )
        proposals = [_proposal(row) for row in self.register.rows(question, opened.slug, current.number)]
        return [one for one in proposals if _sits(current.tables.get(one.table), one)]

    def at_table(self, opened: OpenTournament, table: Table) -> dict[PlayerId, Proposal]:
        return {one.player: one for one in self.of(opened) if one.table == table.number}

    def said_at(self, opened: OpenTournament, table: Table) -> dict[PlayerId, Proposal]:
        """The proposals of both players of a table, also once there is a result."""
        return {one.player: one for one in self._heard(opened) if one.table == table.number}

    def propose(self, opened: OpenTournament, table: Table, player: PlayerId, result: Result) -> bool:
        """Store a proposal; whether it became the result because the opponent proposed the same."""
        checked(result, opened.tournament.settings.board)
        number = opened.tournament.open_round.number
        opponent = table.second if player == table.first else table.first
        row = (opened.slug, number, table.number, player, opponent, result.first, result.second, time.time())
        self.register.write(_NOTE, *row)
        other = self.at_table(opened, table).get(opponent)
        agreed = other is not None and other.result == result
        if agreed:
            players = Actor(f"players {table.first}+{table.second}", frozenset({Right.RESULTS}))
            self._enter(opened, players, EnterProposed(number, table, result))
        self.register.stir(opened)
        return agreed

    def accept(self, opened: OpenTournament, actor: Actor, proposal: Proposal) -> None:
        table = opened.tournament.open_round.table(proposal.table)
        self._enter(opened, actor, EnterProposed(proposal.round, table, proposal.result))
        self.register.stir(opened)

    def refuse(self, opened: OpenTournament, proposal: Proposal) -> None:
        """Refuse a proposal; the player may propose again."""
        order = "DELETE FROM proposal WHERE slug = ? AND round = ? AND player = ?"
        self.register.write(order, opened.slug, proposal.round, proposal.player)
        self.register.stir(opened)

    def _enter(self, opened: OpenTournament, actor: Actor, command: EnterProposed) -> None:
        opened.use(lambda desk: desk.run(command, actor))
        order = "DELETE FROM proposal WHERE slug = ? AND round < ?"
        self.register.write(order, opened.slug, command.round)


def _sits(table: Table | None, proposal: Proposal) -> bool:
    both = {proposal.player, proposal.opponent}
    return table is not None and {table.first, table.second} == both


def _proposal(row: tuple[int, int, int, int, float, float, float]) -> Proposal:
    number, table, player, opponent, first, second, at = row
    return Proposal(number, table, player, opponent, Result(first, second), at)


def told_result(board: Board, said: str, *, first: bool) -> Result | None:
    """A player's input as a result from the first player's side; None if it cannot be read.

    `won`, `drawn` and `lost` where there are no discs, else his discs.
    """
    score = _SAID.get(said, "") if board.discless else said if _DISCS.fullmatch(said.strip()) else ""
    try:
        own = read_score(score, board)
    except RuleError:
        return None
    return own if first else own.swapped


def as_told(board: Board, result: Result, *, first: bool) -> str:
    """The input that gives a result: the inverse of `told_result`."""
    own = result if first else result.swapped
    if not board.discless:
        return write_number(own.first)
    mine, theirs = own.half_points
    return "won" if mine > theirs else "drawn" if mine == theirs else "lost"
