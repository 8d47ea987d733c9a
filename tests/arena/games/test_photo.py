"""Manual 002, chapter II: a game may begin from a photo of a board. Every Tray that is sent is one."""

from __future__ import annotations

from random import Random

import pytest

from ronde.arena.games import GAMES, BadPosition, Side, find_game, photo_with_side

MANUAL = sorted(set(GAMES) - {"supermorpion"})


@pytest.mark.parametrize("name", MANUAL)
@pytest.mark.parametrize("seed", range(3))
def test_every_tray_of_a_game_is_a_photo_that_asks_the_same_side_with_the_same_tray(
    name: str, seed: int
) -> None:
    game, chance = find_game(name), Random(seed)
    position = game.start(chance)
    for _ in range(40):
        asked = sorted(game.to_move(position))
        if not asked:
            break
        for side in asked:
            tray = game.call(position, side)["Tray"]
            again = game.place(photo_with_side(game, tray, side), Random(seed + 1))
            assert tray == "Init" or side in game.to_move(again)
            assert tray == "Init" or game.call(again, side)["Tray"] == tray
            assert game.write(game.place(game.write(again), chance)) == game.write(again), "it can be kept"
        position = game.play(position, {side: game.any_move(position, side, chance) for side in asked})


def test_the_discs_of_reversi_tell_the_side_unless_it_is_chosen() -> None:
    game = find_game("reversi")
    tray = "0000000000000000000300000003300000034000000000000000000000000000"

    assert game.to_move(game.place(tray, Random(0))) == {2}
    assert game.to_move(game.place(photo_with_side(game, tray, 1), Random(0))) == {1}


@pytest.mark.parametrize(
    ("name", "text", "reason", "facts"),
    [
        ("tictactoe", "11X220000", "character", {"character": "X", "place": 3, "allowed": "0 1 2"}),
        ("tictactoe", "1122", "length", {"found": 4, "wanted": 9}),
        ("reversi", "1" + "0" * 63, "character", {"character": "1", "place": 1, "allowed": "0 3 4"}),
        ("mastermind", "30GCXH", "character", {"character": "X", "place": 5, "allowed": "A B C D E F G H"}),
        ("mastermind", "30GCCH2", "lines", {"found": 7}),
        ("mastermind", "30AAAA03AAAB", "marks", {}),
        ("seafight", "4" + "0" * 99, "character", {"character": "4", "place": 1, "allowed": "0 1 2 3"}),
        ("seafight", "3" + "0" * 99, "shots", {}),
        ("poker", "0100!S7DK????M1-2", "character", {"character": "!", "place": 5}),
    ],
)
def test_a_photo_that_is_none_is_refused_with_its_character(
    name: str, text: str, reason: str, facts: dict[str, object]
) -> None:
    with pytest.raises(BadPosition) as refused:
        find_game(name).place(text, Random(0))

    assert refused.value.reason == reason
    assert {key: refused.value.facts[key] for key in facts} == facts


@pytest.mark.parametrize("side", [1, 2])
def test_the_shots_of_either_side_are_a_photo(side: Side) -> None:
    game = find_game("seafight")
    tray = "3333301200" + "0" * 90

    position = game.place(photo_with_side(game, tray, side), Random(5))

    assert game.to_move(position) == {side}
    assert game.call(position, side)["Tray"] == tray
