from __future__ import annotations

import ast
import doctest
import importlib
import pickle
from dataclasses import is_dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

import ronde.arena.games
from ronde.arena.games import GAMES, BadSetting, GameError, IllegalMove, UnknownGame, find_game, switches

SOURCES = sorted(Path(ronde.arena.games.__file__).parent.glob("*.py"))
PURE = {
    "__future__",
    "collections",
    "dataclasses",
    "functools",
    "hashlib",
    "html",
    "itertools",
    "random",
    "re",
    "typing",
}


def test_every_game_is_on_the_shelf_under_its_own_name() -> None:
    assert len(GAMES) >= 9
    assert all(game.name == name for name, game in GAMES.items())


@pytest.mark.parametrize("name", ["Seafight", "SEAFIGHT", "SeaFight", "seafight"])
def test_a_game_is_found_by_its_name_or_set_in_any_case(name: str) -> None:
    assert find_game(name) is not None
    assert find_game(name).set_name == "SeaFight"


@pytest.mark.parametrize(("name", "game"), [("Rochambeau", "chifoumi"), ("bigtictactoe", "morpion")])
def test_a_game_is_found_by_the_manuals_word(name: str, game: str) -> None:
    assert find_game(name) == GAMES[game]


def test_a_game_that_nobody_wrote_is_refused() -> None:
    with pytest.raises(UnknownGame) as refusal:
        find_game("chess")
    assert refusal.value.facts == {"name": "chess"}


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("morpion", {"mode": "most"}),
        ("poker", {"level": 2}),
        ("seafight", {"sizes": (4, 3), "no_touch": True}),
        ("chifoumi", {"rounds": 9}),
    ],
)
def test_switches_are_set_and_told_again(name: str, settings: dict[str, Any]) -> None:
    game = find_game(name, settings)

    assert switches(game) == settings
    assert switches(GAMES[name]) == {}
    assert switches(game, changed=False).keys() >= settings.keys()


def test_a_list_from_a_file_serves_as_sizes() -> None:
    assert find_game("seafight", {"sizes": [4, 3]}) == find_game("seafight", {"sizes": (4, 3)})


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("morpion", {"mode": 1}),
        ("morpion", {"mode": "best"}),
        ("morpion", {"moode": "most"}),
        ("poker", {"level": True}),
        ("poker", {"level": 3}),
        ("reversi", {"name": "othello"}),
        ("seafight", {"no_touch": 1}),
        ("supermorpion", {"first": "z"}),
    ],
)
def test_a_switch_or_value_that_does_not_exist_is_refused(name: str, settings: dict[str, Any]) -> None:
    with pytest.raises(BadSetting):
        find_game(name, settings)


@pytest.mark.parametrize("name", GAMES)
def test_games_and_positions_are_frozen_values(name: str) -> None:
    game = GAMES[name]
    position = game.start(Random(1))

    assert is_dataclass(game)
    assert hash(position) == hash(game.start(Random(1)))
    assert pickle.loads(pickle.dumps(position)) == position
    with pytest.raises(AttributeError):
        setattr(game, next(iter(switches(game, changed=False))), None)


def test_an_error_survives_the_way_between_processes() -> None:
    game = GAMES["tictactoe"]
    with pytest.raises(IllegalMove) as refusal:
        game.read(game.start(Random(0)), 1, "ten")
    again = pickle.loads(pickle.dumps(refusal.value))

    assert (again.code, again.reason, again.facts) == ("unreadable", "notation", refusal.value.facts)
    assert isinstance(again, GameError)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_a_rule_book_imports_nothing_impure(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
        for name in names:
            assert name.split(".")[0] in PURE or name.startswith("ronde.arena.games"), name


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_the_examples_in_the_docstrings_are_true(path: Path) -> None:
    module = importlib.import_module(
        f"ronde.arena.games.{path.stem}" if path.stem != "__init__" else "ronde.arena.games"
    )

    assert doctest.testmod(module).failed == 0
