"""Moves tried on a page: the rules in the browser agree with the rule books, and with the pictures."""

from __future__ import annotations

import json
import re
import subprocess
from random import Random
from typing import Any

import pytest

from ronde.arena.games import BOTH, find_game
from ronde.render.shell import SHARED

pytestmark = pytest.mark.full

PROBE = """
const games = JSON.parse(require("fs").readFileSync(0, "utf8"));
const told = games.map(({ name, tried, settings, start, moves }) => {
  const book = BOOKS[tried], legal = (now) => book.moves(now).map((at) => book.named(at)).sort();
  const plain = (now) => [
    legal(now), book.write(now), book.score(now), book.ending(now, settings), book.draw(now, name)];
  let now = book.read(start), found = [plain(now)];
  for (const move of moves) { now = book.play(now, book.found(move)); found.push(plain(now)); }
  return found;
});
console.log(JSON.stringify(told));
"""


def by_chance(name: str, settings: dict[str, Any], seed: int) -> tuple[dict[str, Any], list[list[Any]]]:
    """A game by chance for the script, and what the rule book says of every position in it."""
    game, chance = find_game(name, settings), Random(seed)
    position = game.start(chance)
    start = game.write(position)
    moves: list[str] = []
    expected: list[list[Any]] = []
    while True:
        sides, outcome = sorted(game.to_move(position)), game.outcome(position)
        legal = [move for side in sides for move in sorted(game.moves(position, side))]
        ending = {"reason": outcome.reason, "winner": outcome.winner or 0} if outcome.over else None
        drawn = re.sub("<title>.*?</title>", "", game.svg(position, BOTH))
        expected.append([legal, game.write(position), list(game.score(position)), ending, drawn])
        if not sides:
            return {
                "name": name,
                "tried": game.description.tried,
                "settings": settings,
                "start": start,
                "moves": moves,
            }, expected
        moves.append(chance.choice(legal))
        position = game.play(position, {sides[0]: moves[-1]})


def asked(games: list[dict[str, Any]]) -> list[list[list[Any]]]:
    script = (SHARED / "tries.js").read_text() + PROBE
    done = subprocess.run(
        ["node", "-e", script], input=json.dumps(games), capture_output=True, text=True, check=True
    )
    found: list[list[list[Any]]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(
    ("name", "settings", "count"),
    [
        ("supermorpion", {}, 12),
        ("supermorpion", {"majority": True}, 6),
        ("tictactoe", {}, 25),
        ("reversi", {}, 6),
    ],
)
def test_every_position_is_as_the_rule_book_says(name: str, settings: dict[str, Any], count: int) -> None:
    made = [by_chance(name, settings, seed) for seed in range(count)]

    for found, (game, expected) in zip(asked([one for one, _ in made]), made, strict=True):
        assert len(found) == len(expected)
        for here, there in zip(found, expected, strict=True):
            assert here[:4] == there[:4], game
            assert _elements(here[4]) == _elements(there[4])


def _elements(svg: str) -> list[str]:
    """The parts of a picture, whatever their order in front of each other."""
    return sorted(re.findall(r"<[^/][^>]*>", svg))


def test_the_house_wins_where_it_can_and_lets_nobody_win() -> None:
    script = (SHARED / "tries.js").read_text() + (
        "const best = (text) => houseMove(THREE, THREE.read(text)) + 1;"
        'console.log(best("110220000 5 5"), best("110020000 4 2"));'
    )
    done = subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["3", "3"]
