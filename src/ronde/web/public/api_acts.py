"""The addresses of the API: every command and every query of the application layer has one."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from ronde.app import commands
from ronde.app.command import Command
from ronde.app.commands import COMMANDS, Number
from ronde.app.queries import QUERIES, Query

_PLAYER, _TABLE = "/players/{player:int}", "/tables/{table:int}"
_ADDRESSES: Final[dict[type[Command], tuple[str, str]]] = {
    commands.AddPlayer: ("POST", "/players"),
    commands.ChangePlayer: ("PATCH", _PLAYER),
    commands.RemovePlayer: ("DELETE", _PLAYER),
    commands.SetPresence: ("PUT", f"{_PLAYER}/presence"),
    commands.PairRound: ("POST", "/draw"),
    commands.AddTable: ("POST", "/tables"),
    commands.RemoveTable: ("DELETE", _TABLE),
    commands.EnterResult: ("PUT", f"{_TABLE}/result"),
    commands.ClearResult: ("DELETE", f"{_TABLE}/result"),
    commands.CloseRound: ("POST", "/close"),
    commands.ReopenRound: ("POST", "/reopen"),
    commands.ChangeSettings: ("PATCH", "/settings"),
}
"""Commands that are not `POST /name`; the holes of an address are fields."""


class Turn(msgspec.Struct, forbid_unknown_fields=True):
    """The number of an action; without it, one's last."""

    action: Number | None = None


@dataclass(frozen=True, slots=True)
class Act:
    """A command or a query with its address."""

    kind: Any
    method: str
    path: str

    @property
    def summary(self) -> str:
        return (inspect.getdoc(self.kind) or "").partition("\n")[0]

    @property
    def holes(self) -> tuple[str, ...]:
        return tuple(re.findall(r"{(\w+):int}", self.path))


def _path(kind: type[Command] | type[Query]) -> str:
    """`/swap-players` for SwapPlayers."""
    return "/" + re.sub(r"(?<=.)(?=[A-Z])", "-", kind.__name__).lower()


ACTS: Final = tuple(Act(one, *_ADDRESSES.get(one, ("POST", _path(one)))) for one in COMMANDS)
QUESTIONS: Final = tuple(Act(one, "GET", _path(one)) for one in QUERIES)
