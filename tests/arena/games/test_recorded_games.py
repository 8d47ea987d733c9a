"""Every recorded game of the vectors, call by call."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.arena.games.golden import check_alternating_game, check_end, golden, named

from ronde.arena.games import ALONE, GAMES
from ronde.arena.games.chifoumi import ChiFouMi
from ronde.arena.games.mastermind import MasterMind
from ronde.arena.games.morpion import Morpion
from ronde.arena.games.pente import Pente
from ronde.arena.games.reversi import Reversi
from ronde.arena.games.seafight import SeaFight
from ronde.arena.games.supermorpion import SuperMorpion, markers
from ronde.arena.games.tictactoe import TicTacToe


def games(file: str, key: str = "games") -> pytest.MarkDecorator:
    recorded = named(golden(file)[key])
    return pytest.mark.parametrize("recorded", list(recorded.values()), ids=list(recorded))


@games("tictactoe")
def test_a_tictactoe_game_is_refereed_as_recorded(recorded: Any) -> None:
    check_alternating_game(TicTacToe(), recorded)


@games("morpion", "games_first")
def test_a_morpion_game_to_the_first_alignment_is_refereed_as_recorded(recorded: Any) -> None:
    end = check_alternating_game(Morpion(), recorded)

    assert "".join(recorded["result"]["alignments1"]) == end.gains[0]
    assert "".join(recorded["result"]["alignments2"]) == end.gains[1]


@games("morpion", "games_most")
def test_a_morpion_game_to_the_full_board_is_refereed_as_recorded(recorded: Any) -> None:
    end = check_alternating_game(Morpion(mode="most"), recorded)

    assert "".join(recorded["result"]["alignments1"]) == end.gains[0]
    assert "".join(recorded["result"]["alignments2"]) == end.gains[1]


@games("pente")
def test_a_pente_game_is_refereed_as_recorded(recorded: Any) -> None:
    end = check_alternating_game(Pente(), recorded)

    assert end.pairs == (recorded["result"]["pairs1"], recorded["result"]["pairs2"])
    assert Pente().outcome(end).reason == recorded["result"]["by"]


@games("reversi")
def test_a_reversi_game_is_refereed_as_recorded(recorded: Any) -> None:
    game = Reversi()
    end = check_alternating_game(game, recorded)

    assert game.outcome(end).score == (recorded["result"]["black"], recorded["result"]["white"])


@games("reversi")
def test_the_legal_moves_of_reversi_are_those_recorded(recorded: Any) -> None:
    game = Reversi()
    position = game.start(Random(0))
    for ply in recorded["ply"]:
        (side,) = game.to_move(position)
        assert list(game.moves(position, side)) == ply["legal"]
        position = game.play(position, {side: ply["value"]})


@games("mastermind")
def test_a_mastermind_game_is_refereed_as_recorded(recorded: Any) -> None:
    end = check_alternating_game(MasterMind(), recorded)

    assert end.codes == (recorded["codes"]["1"], recorded["codes"]["2"])


@games("seafight")
def test_a_sea_fight_is_refereed_as_recorded(recorded: Any) -> None:
    check_alternating_game(SeaFight(), recorded)


@games("seafight")
def test_every_shot_of_a_sea_fight_has_its_recorded_result(recorded: Any) -> None:
    game = SeaFight()
    position = game.start(Random(0))
    for ply in recorded["ply"]:
        (side,) = game.to_move(position)
        position = game.play(position, {side: ply["value"]})
        if ply["meaning"] == "shot":
            assert position.last == ply["value"] + ply["result"]
            assert position.shots[side - 1] == ply["shots_after"]


@games("chifoumi")
def test_a_chifoumi_match_is_refereed_as_recorded(recorded: Any) -> None:
    game = ChiFouMi()
    position = game.start(Random(0))
    for ply in recorded["ply"]:
        assert game.to_move(position) == {1, 2}
        assert game.call(position, 1) == ply["call1"]
        assert game.call(position, 2) == ply["call2"]
        position = game.play(position, {1: ply["value1"], 2: ply["value2"]})
        assert position.points == (int(ply["gain1_after"]), int(ply["gain2_after"]))
    check_end(game, position, recorded)


@games("uttt")
def test_a_super_morpion_game_is_refereed_as_recorded(recorded: Any) -> None:
    game = SuperMorpion(first=recorded["first"])
    position = game.start(Random(0))
    for ply in recorded["ply"]:
        (side,) = game.to_move(position)
        assert game.write(position, ALONE[side]) == ply["fen_before"]
        assert len(list(game.moves(position, side))) == ply["legal"]
        position = game.play(position, {side: ply["value"]})
        assert game.write(position) == ply["fen_after"]
    outcome = game.outcome(position)
    assert {1: "O", 2: "X", None: "draw"}[outcome.winner] == recorded["result"]
    assert markers(position) == (recorded["markers_o"], recorded["markers_x"])
    assert position.closed.bit_count() == 9 - recorded["open_boards"]


def test_every_recorded_game_is_one_of_the_shelf() -> None:
    sets = {golden(file)["game"].casefold() for file in ("tictactoe", "morpion", "pente", "reversi")}
    sets |= {
        golden(file)["game"].casefold() for file in ("mastermind", "seafight", "chifoumi", "poker_matches")
    }

    assert sets <= {game.set_name.casefold() for game in GAMES.values()}
