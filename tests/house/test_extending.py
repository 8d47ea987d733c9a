"""The recipes of docs/extending.md, followed to the letter in a copy of the package."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.bots.workshop import script
from tests.games.conformance import CHECKS
from tests.games.connectfour import ConnectFour
from tests.support.engine_house import LOOPBACK
from tests.support.web_server import server

from ronde.games.door import Game

pytestmark = pytest.mark.full

ROOT = Path(__file__).parents[2]
RECIPES = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
COPIED = re.compile(r"^ *cp (\S+) (\S+)$", re.MULTILINE)
ADDED = re.compile(r"In `(src/[^`]+)`, add:\n\n *```python\n(.*?)\n *```", re.DOTALL)
PLAYER = """#!/bin/sh
# The first column that has room, from the left or from the right.
for column in %s; do
    case $(echo "$1" | cut -c $column) in 0) echo ABCDEFG | cut -c $column; exit;; esac
done
"""


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
def test_the_game_of_the_recipe_keeps_what_every_game_promises(
    check: Callable[[Game[Any], int], None],
) -> None:
    for seed in range(4):
        check(ConnectFour(), seed)


@pytest.mark.parametrize("line", ["AABBCCD", "ABABABA", "ABBCCDCDGDD"])
def test_four_in_any_direction_win_and_are_drawn(line: str) -> None:
    game = ConnectFour()
    position = game.start(Random(0))
    for at, move in enumerate(line):
        assert not game.outcome(position).over
        position = game.play(position, {1 if at % 2 == 0 else 2: move})

    assert game.outcome(position).winner == 1
    assert 'class="winning"' in game.svg(position)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package to which the recipe of the game was applied."""
    root = tmp_path_factory.mktemp("newcomer")
    shutil.copytree(ROOT / "src", root / "src", ignore=shutil.ignore_patterns("__pycache__"))
    section = RECIPES.split("\n## Add a game\n")[1].split("\n## ")[0]
    for source, target in COPIED.findall(section):
        shutil.copy(ROOT / source, root / target)
    for name, lines in ADDED.findall(section):
        add(root / name, lines)
    return root / "src"


def add(path: Path, lines: str) -> None:
    """Put the lines of a recipe at the head of the words, or at the end of any other file."""
    text = path.read_text(encoding="utf-8")
    added = "\n".join(line[3:] for line in lines.splitlines()) + "\n"
    head, words, rest = text.partition("WORDS = {\n")
    path.write_text(f"{head}{words}{added}{rest}" if words else text + added, encoding="utf-8")


def ronde(copy: Path, folder: Path, *words: str) -> str:
    """What the copy prints."""
    done = subprocess.run(
        [sys.executable, "-m", "ronde", "--lang", "en", *words],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def players(folder: Path) -> None:
    """Two programs that play the new game."""
    script(folder / "joueurs", "jleft", PLAYER % "1 2 3 4 5 6 7")
    script(folder / "joueurs", "jright", PLAYER % "7 6 5 4 3 2 1")


def test_the_recipe_touches_four_files_at_most(copy: Path) -> None:
    changed = [
        path.relative_to(copy)
        for path in copy.rglob("*.py")
        if not (ROOT / "src" / path.relative_to(copy)).exists()
        or path.read_bytes() != (ROOT / "src" / path.relative_to(copy)).read_bytes()
    ]

    assert sorted(map(str, changed)) == [
        "ronde/games/connectfour.py",
        "ronde/games/shelf.py",
        "ronde/i18n/words/en/games.py",
        "ronde/i18n/words/fr/games.py",
    ]


def test_programs_play_the_new_game_and_its_replay_is_a_page(copy: Path, tmp_path: Path) -> None:
    players(tmp_path)
    told = ronde(
        copy, tmp_path, "duel", "--game", "connectfour", "--web", "web", "joueurs/jleft", "joueurs/jright"
    )
    pages = list((tmp_path / "web").rglob("*.html"))

    assert "left" in told
    assert pages
    assert any('\\"game connectfour\\"' in page.read_text("utf-8") for page in pages)


def test_the_new_game_has_a_tournament(copy: Path, tmp_path: Path) -> None:
    players(tmp_path)
    told = ronde(copy, tmp_path, "tournoi", "--game", "connectfour", "--jobs", "1")

    assert "left" in told
    assert "Connect Four" in (tmp_path / "web" / "tournoi.html").read_text("utf-8")


def test_a_person_plays_the_new_game_on_the_pages_of_engines(
    copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(copy))
    with server(tmp_path, options=("--referee", "--allow-local", LOOPBACK), cold=True) as (host, link, _):
        assert host.enter(link).status == 303
        form = host.get("/arbitre/games/new?game=connectfour").text
        house = re.search(r'<option value="(\d+)" selected>', form.split('name="second"')[1])
        assert "Connect Four" in form
        assert house
        begun = host.post("/arbitre/games/new", {"game": "connectfour", "first": "0", "second": house[1]})
        place = begun.headers["location"]
        page = host.get(place).text
        assert page.count("data-move=") == 7
        assert "A move is a column, A to G." in page
        assert host.post(f"{place}/move", {"value": "d"}).status == 303
        assert host.post(f"{place}/move", {"value": "Z"}).status == 409
        assert "stone blue" in host.get(place).text
        assert 'class="game connectfour"' in host.get(f"{place}?ply=1").text
