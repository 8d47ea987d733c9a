"""What programs may write: every act of the API with its address, right, body and decision."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ronde.core.decide.players import (
    change_player,
    player_leaves,
    player_returns,
    register_player,
    remove_player,
)
from ronde.core.decide.results import clear_result, enter_at_table
from ronde.core.decide.rounds import change_settings, reopen_round
from ronde.core.decide.tables import add_table, remove_table
from ronde.core.events import Event
from ronde.core.player import Player
from ronde.core.result import Result
from ronde.core.tournament import Tournament
from ronde.formats.settings_text import changed
from ronde.pairing.door import complete_round, with_bills
from ronde.scoring.door import close_and_freeze
from ronde.web.serving.rights import Right

Text = Annotated[str, Meta(max_length=400)]
Number = Annotated[int, Meta(ge=1, le=1_000_000_000)]
Score = Annotated[float, Meta(ge=0, le=1_000_000)]
Seed = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    """A body that says nothing."""


class NewPlayer(msgspec.Struct, forbid_unknown_fields=True):
    """A player to be registered; number 0 asks for a free one, a namesake has the name of another."""

    name: Text
    first_name: Text = ""
    country: Text = ""
    club: Text = ""
    rating: Annotated[int, Meta(ge=0, le=10_000)] = 0
    number: Annotated[int, Meta(ge=0, le=1_000_000_000)] = 0
    namesake: bool = False


class CardChange(msgspec.Struct, forbid_unknown_fields=True):
    """Fields of a player's card to change."""

    name: Text | UnsetType = UNSET
    first_name: Text | UnsetType = UNSET
    country: Text | UnsetType = UNSET
    club: Text | UnsetType = UNSET
    rating: Annotated[int, Meta(ge=0, le=10_000)] | UnsetType = UNSET


class Presence(msgspec.Struct, forbid_unknown_fields=True):
    """Whether a player plays the open round."""

    present: bool


class Draw(msgspec.Struct, forbid_unknown_fields=True):
    """A wish for a draw; the seed of a preview draws the same again while nothing has changed."""

    seed: Seed
    again: bool = False
    bring_in: bool = True


class DrawPreview(msgspec.Struct, forbid_unknown_fields=True):
    """The same before it is written; without a seed one is chosen."""

    seed: Seed | UnsetType = UNSET
    again: bool = False
    bring_in: bool = True


class Scores(msgspec.Struct, forbid_unknown_fields=True):
    """The scores of a table, the first player's first; another result is only replaced if asked for."""

    first: Score
    second: Score
    replacing: bool = False


class Pair(msgspec.Struct, forbid_unknown_fields=True):
    """Two players for a table made by hand."""

    first: Number
    second: Number


class SettingsChange(msgspec.Struct, forbid_unknown_fields=True):
    """Settings by name, as the command line writes them: `{"rounds": "7"}`."""

    settings: dict[Text, Text]


Decide = Callable[[Tournament, Any, dict[str, int]], list[Event]]


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that can be written: where, with which right, told by what, decided how."""

    name: str
    method: str
    path: str
    right: Right
    body: type[msgspec.Struct]
    summary: str
    decide: Decide


def _enter(tournament: Tournament, body: NewPlayer, where: dict[str, int]) -> list[Event]:
    card = Player(body.number, body.name, body.first_name, body.country, body.club, body.rating)
    return register_player(tournament, player=card, namesake=body.namesake)


def _change(tournament: Tournament, body: CardChange, where: dict[str, int]) -> list[Event]:
    changes = {name: value for name, value in msgspec.structs.asdict(body).items() if value is not UNSET}
    return change_player(tournament, number=where["player"], changes=changes)


def _presence(tournament: Tournament, body: Presence, where: dict[str, int]) -> list[Event]:
    return (player_returns if body.present else player_leaves)(tournament, number=where["player"])


def _draw(tournament: Tournament, body: Draw, where: dict[str, int]) -> list[Event]:
    return complete_round(tournament, seed=body.seed, again=body.again, bring_in=body.bring_in)


def _result(tournament: Tournament, body: Scores, where: dict[str, int]) -> list[Event]:
    result = Result(body.first, body.second)
    return enter_at_table(tournament, table=where["table"], result=result, replacing=body.replacing)


def _settings(tournament: Tournament, body: SettingsChange, where: dict[str, int]) -> list[Event]:
    return change_settings(tournament, settings=changed(tournament.settings, body.settings))


def _pair(tournament: Tournament, body: Pair, where: dict[str, int]) -> list[Event]:
    return with_bills(tournament, add_table(tournament, first=body.first, second=body.second))


_PLAYER, _TABLE = "/players/{player:int}", "/tables/{table:int}"
ACTS: Final = (
    Act("addPlayer", "POST", "/players", Right.PLAYERS, NewPlayer, "Register a player", _enter),
    Act("changePlayer", "PATCH", _PLAYER, Right.PLAYERS, CardChange, "Change a player's card", _change),
    Act(
        "removePlayer", "DELETE", _PLAYER, Right.PLAYERS, Nothing, "Remove a player who has never played",
        lambda tournament, body, where: remove_player(tournament, number=where["player"]),
    ),
    Act("presence", "PUT", f"{_PLAYER}/presence", Right.PLAYERS, Presence, "Who plays the round", _presence),
    Act("draw", "POST", "/draw", Right.ROUNDS, Draw, "Draw the open round", _draw),
    Act("addTable", "POST", "/tables", Right.ROUNDS, Pair, "Make a table by hand", _pair),
    Act(
        "removeTable", "DELETE", _TABLE, Right.ROUNDS, Nothing, "Dissolve a table without a result",
        lambda tournament, body, where: remove_table(tournament, number=where["table"]),
    ),
    Act("enterResult", "PUT", f"{_TABLE}/result", Right.RESULTS, Scores, "Enter a result", _result),
    Act(
        "clearResult", "DELETE", f"{_TABLE}/result", Right.RESULTS, Nothing, "Take back a result",
        lambda tournament, body, where: clear_result(tournament, table=where["table"]),
    ),
    Act(
        "close", "POST", "/close", Right.ROUNDS, Nothing, "Close the open round",
        lambda tournament, body, where: close_and_freeze(tournament),
    ),
    Act(
        "reopen", "POST", "/reopen", Right.ROUNDS, Nothing, "Open the last closed round again",
        lambda tournament, body, where: reopen_round(tournament),
    ),
    Act("changeSettings", "PATCH", "/settings", Right.SETTINGS, SettingsChange, "Change settings", _settings),
)  # fmt: skip
