"""The nine games, and the other rulings of their switches, keep what every game promises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.arena.games.conformance import CHECKS, check_views_hide

from ronde.arena.games import GAMES, Game, Side, other
from ronde.arena.games.chifoumi import ChiFouMi
from ronde.arena.games.mastermind import MasterMind
from ronde.arena.games.morpion import Morpion
from ronde.arena.games.pente import Pente
from ronde.arena.games.poker import Poker
from ronde.arena.games.poker_hands import VERDICT, pretty
from ronde.arena.games.reversi import Reversi
from ronde.arena.games.seafight import SeaFight
from ronde.arena.games.supermorpion import SuperMorpion
from ronde.arena.games.tictactoe import TicTacToe

BOOKS: tuple[Game[Any], ...] = (
    TicTacToe(),
    TicTacToe(explicit_tray=True),
    ChiFouMi(),
    ChiFouMi(target=0, rounds=7),
    MasterMind(),
    MasterMind(equal_lines=False, explicit_tray=True),
    Morpion(),
    Morpion(mode="most"),
    Pente(),
    Pente(restricted_opening=False, overlines_win=False),
    Poker(),
    Poker(level=2, all_blocks=False),
    Reversi(),
    SeaFight(),
    SeaFight(no_touch=True, both_boards=True),
    SuperMorpion(),
    SuperMorpion(first="x", majority=True),
)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
@pytest.mark.parametrize("game", BOOKS, ids=repr)
def test_a_game_keeps_what_every_game_promises(
    game: Game[Any], check: Callable[[Game[Any], int], None]
) -> None:
    for seed in range(3):
        check(game, seed)


def test_all_games_of_the_shelf_are_checked() -> None:
    assert {game.name for game in BOOKS} == GAMES.keys()


def code_of_the_other(position: Any, side: Side) -> list[str]:
    guessed = position.boards[side - 1]
    code = position.codes[other(side) - 1]
    return [] if not code or code in guessed else [code]


def lines_of_the_other(position: Any, side: Side) -> list[str]:
    lines = position.boards[other(side) - 1]
    return [lines] if lines else []


def fleet_of_the_other(position: Any, side: Side) -> list[str]:
    over = position.last.endswith("3") and SeaFight().outcome(position).over
    fleet = position.fleets[other(side) - 1]
    own = position.fleets[side - 1]
    ships = [fleet[at : at + 4] for at in range(0, len(fleet), 5)]
    return [] if over else [ship for ship in ships if ship not in own]


def cards_of_the_other(position: Any, side: Side) -> list[str]:
    hidden = position.deal.board[len(position.tray.board) :]
    if position.tray.step < VERDICT or position.folder is not None:
        hidden += position.deal.holes[other(side) - 1]
    cards = [hidden[at : at + 2] for at in range(0, len(hidden), 2)]
    return [*cards, *map(pretty, cards), str(position.seed)]


@pytest.mark.parametrize(
    ("game", "secrets"),
    [
        (MasterMind(), code_of_the_other),
        (MasterMind(), lines_of_the_other),
        (SeaFight(), fleet_of_the_other),
        (Poker(), cards_of_the_other),
        (Poker(level=2), cards_of_the_other),
    ],
)
def test_a_view_never_contains_what_it_must_hide(
    game: Game[Any], secrets: Callable[[Any, Side], list[str]]
) -> None:
    for seed in range(2):
        check_views_hide(game, seed, secrets)
