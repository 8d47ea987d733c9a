"""The parameters of the Tournoyons protocol that depend on the game (manual 002, chapters III and IV).

The HTTP engine adds those of the transport: Game, MoveId, TimeOut and Referee.
"""

from __future__ import annotations

from typing import Final

from ronde.games.outcome import Outcome
from ronde.games.side import Side, other

IN_PROGRESS: Final = "0"
IN_ERROR: Final = "9"

Call = dict[str, str]


def ask(
    set_name: str,
    side: Side,
    *,
    turn: int,
    tray: str,
    last: str = "",
    gains: tuple[object, object] | None = None,
) -> Call:
    """The parameters of a request for a move; what must not be sent is absent (spec GEN-2)."""
    call = {"Set": set_name, "Turn": str(turn), "Tray": tray, "Status": IN_PROGRESS}
    if last:
        call[f"Move{other(side)}"] = last
    if gains is not None:
        call["Gain1"], call["Gain2"] = str(gains[0]), str(gains[1])
    return call


def close(set_name: str, *, tray: str, status: str, gains: tuple[object, object] | None = None) -> Call:
    """The parameters of the last request of a game, which needs no answer (spec GEN-4)."""
    call = {"Set": set_name, "Tray": tray, "Status": status}
    if gains is not None:
        call["Gain1"], call["Gain2"] = str(gains[0]), str(gains[1])
    return call


def status(outcome: Outcome, side: Side, *, at_fault: Side | None = None) -> str:
    """The Status sent to `side`: 0 open, 1 to 5 as the game ended, 9 to a side at fault (spec GEN-3)."""
    if not outcome.over:
        return IN_PROGRESS
    if at_fault == side or not outcome.counts:
        return IN_ERROR
    if outcome.winner is None:
        return "5"
    return str(side if outcome.winner == side else side + 2)


def with_opponent(call: Call, opponent: str) -> Call:
    """The call of a competition game, which names the opponent; any other call unchanged."""
    return {**call, "Opponent": opponent} if opponent else call
