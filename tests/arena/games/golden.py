"""Reads the vectors of tests/golden/games and plays their recorded games."""

from __future__ import annotations

import json
import re
from functools import cache
from random import Random
from typing import Any, TypeVar

from tests.support.root import TESTS

from ronde.arena.games import SIDES, status
from ronde.arena.games.game import Game

P = TypeVar("P")

_FOLDER = TESTS / "golden" / "games"


@cache
def golden(name: str) -> Any:
    """The content of one file of vectors."""
    text = (_FOLDER / f"{name}.json").read_text("utf-8")
    # The vectors leave an empty board empty at turns 3 and 4; manual 002 calls every empty board Init.
    return json.loads(re.sub(r'"Tray": ?""', '"Tray": "Init"', text))


def named(items: list[Any]) -> dict[str, Any]:
    """Recorded items by their id."""
    return {item["id"]: item for item in items}


def after(game: Game[P], values: list[str]) -> P:
    """The position after these values, given in the order in which the sides answer."""
    position = game.start(Random(0))
    waiting = list(values)
    while waiting:
        asked = sorted(game.to_move(position))
        moves = {side: game.read(position, side, waiting.pop(0)) for side in asked}
        position = game.play(position, moves)
    return position


def check_alternating_game(game: Game[P], recorded: Any) -> P:
    """Play a recorded game, compare every call on the way and both last calls."""
    position = game.start(Random(0))
    for turn, ply in enumerate(recorded["ply"], start=1):
        side = SIDES[ply["player"] - 1]
        assert game.to_move(position) == {side}
        assert game.call(position, side) == ply["call"], turn
        position = game.play(position, {side: game.read(position, side, ply["value"])})
        _check_state_after(game, position, ply)
    check_end(game, position, recorded)
    return position


def check_end(game: Game[P], position: P, recorded: Any) -> None:
    """Compare the winner and the last request to both engines."""
    outcome = game.outcome(position)
    assert not game.to_move(position)
    assert outcome.over
    assert (outcome.winner or 0) == recorded["result"]["winner"]
    for side in SIDES:
        told = game.last_call(position, side, status(outcome, side))
        assert told == recorded["end_calls"][str(side)]


def _check_state_after(game: Game[P], position: P, ply: Any) -> None:
    side = SIDES[ply["player"] - 1]
    told = game.last_call(position, side, "0")
    for parameter, key in (("Tray", "tray_after"), ("Gain1", "gain1_after"), ("Gain2", "gain2_after")):
        if key in ply:
            assert told[parameter] == ply[key]
