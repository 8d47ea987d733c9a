"""Raw answers of engines, legal or not, as the vectors judge them."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from tests.arena.games.golden import after, golden

from ronde.arena.games import COMMON_REFUSALS, IllegalMove, find_game
from ronde.arena.games.poker import Poker
from ronde.arena.games.poker_hands import LEVELS, new_hand
from ronde.arena.games.poker_hands import Position as Hand


def placed(item: Any) -> tuple[Any, Any, Any]:
    """The game, the position and the side that a raw answer belongs to."""
    if item["game"] == "UTTT":
        game = find_game("SuperMorpion")
        position = game.place(item["fen"], Random(0))
    elif item["game"] == "Poker":
        game, position = poker_hand(item)
    else:
        game = find_game(item["game"])
        position = after(game, item["after"])
    return game, position, min(game.to_move(position), default=1)


def poker_hand(item: Any) -> tuple[Poker, Hand]:
    game = Poker(level=item["level"])
    gains = tuple(item["capitals"] or (0, 0))
    position = new_hand(LEVELS[item["level"]], item["rank"], 0, (gains[0], gains[1]), (), 1)
    for value in item["actions_before"]:
        (side,) = game.to_move(position)
        position = game.play(position, {side: value})
    assert game.to_move(position) == {item["to_act"]}
    assert position.tray.step == item["step"]
    assert list(position.tray.blocks[-1]) == item["totals"]
    assert LEVELS[item["level"]].cap(position.gains) == item["cap"]
    return game, position


@pytest.mark.parametrize(
    "item",
    golden("inputs")["inputs"],
    ids=lambda item: f"{item['game']}-{item['raw']}-{item['why']}",
)
def test_a_raw_answer_gets_the_verdict_of_the_vectors(item: Any) -> None:
    game, position, side = placed(item)
    before = repr(position)
    if item["legal"]:
        assert game.read(position, side, item["raw"]) == item["canonical"]
    else:
        with pytest.raises(IllegalMove) as refusal:
            game.read(position, side, item["raw"])
        assert refusal.value.code in ("unreadable", "illegal")
        assert refusal.value.reason in COMMON_REFUSALS + game.refusals
        assert refusal.value.facts["text"] == item["raw"]
        assert refusal.value.facts["position"] == position
    assert repr(position) == before


@pytest.mark.parametrize("raw", ["ß", "５", "ﬀ", "é5", "\u00a05", "5\u2028"])
@pytest.mark.parametrize("name", ["tictactoe", "pente", "reversi", "supermorpion", "poker", "morpion"])
def test_letters_of_other_alphabets_never_become_a_move(name: str, raw: str) -> None:
    game = find_game(name)
    position = game.start(Random(0))

    with pytest.raises(IllegalMove) as refusal:
        game.read(position, 1, raw)

    assert refusal.value.unreadable


def test_a_refusal_tells_unreadable_from_forbidden() -> None:
    game = find_game("tictactoe")
    position = replace(game.start(Random(0)), tray="100000000", turn=2)

    with pytest.raises(IllegalMove, match="unreadable"):
        game.read(position, 2, "ten")
    with pytest.raises(IllegalMove, match="illegal: occupied"):
        game.read(position, 2, "1")
    with pytest.raises(IllegalMove, match="illegal: turn"):
        game.read(position, 1, "2")
