"""The offline checker of the kits passes good engines, and tells what is wrong with the others."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from tests.examples.broken import BROKEN
from tests.examples.engines import ENGINES, node_engine, php_engine, started, unpacked_kit
from tests.support.ports import free_port
from tests.support.processes import plain_environment

from ronde.arena.games import Game, IllegalMove, find_game

KITS = ENGINES.parent / "kits"
SHARED = KITS / "shared"
ENGINE = (KITS / "python" / "engine.py").read_text(encoding="utf-8")


def tried(*words: str | Path, folder: Path) -> tuple[int, str]:
    """What the script in that folder says of an engine."""
    done = subprocess.run(
        [sys.executable, "try.py", *map(str, words)], cwd=folder, capture_output=True, text=True, timeout=120,
        env=plain_environment(), check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The kit in Python, unpacked."""
    return unpacked_kit("python", tmp_path_factory.mktemp("kit"))


@pytest.fixture(scope="module")
def verdicts(kit: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, tuple[int, str]]]:
    """All broken engines, tried side by side: most of the time they only wait."""
    folder = tmp_path_factory.mktemp("broken")
    with ThreadPoolExecutor(8) as pool:
        running = {name: pool.submit(met, kit, worsened(folder, name)) for name in BROKEN}
        yield {name: trial.result() for name, trial in running.items()}


def met(kit: Path, path: Path) -> tuple[int, str]:
    """What the script says of an engine that listens at a port chosen by the kernel, if it starts at all.

    A port that the script itself looks for may be gone by the time one of so many engines opens it.
    """
    if "deaf choose" in path.read_text(encoding="utf-8"):
        return tried(path, "--game", "tictactoe", folder=kit)
    with started(sys.executable, path, "--port", "0") as engine:
        return tried(engine.url, "--game", "tictactoe", folder=kit)


def worsened(folder: Path, name: str) -> Path:
    """The engine of the kit with one thing changed for the worse."""
    old, new, _ = BROKEN[name]
    assert ENGINE.count(old) == 1, name
    path = folder / name / "engine.py"
    path.parent.mkdir()
    path.write_text(ENGINE.replace(old, new), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.full
def test_a_broken_engine_fails_with_a_clear_sentence(name: str, verdicts: dict[str, tuple[int, str]]) -> None:
    code, said = verdicts[name]

    assert code == 1, said
    assert BROKEN[name].told in said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [("engine.rb", "puts 5", "engine.rb: try.py starts files that end in .py .php .js .java .c .cs."),
     ("engine.c", "int main(void) { return x; }", "engine.c does not compile: "),
     ("engine.php", "<?php echo 5;", "engine.php needs the program php, which was not found on this")],
)  # fmt: skip
@pytest.mark.full
def test_a_file_that_cannot_be_started_gets_one_sentence(
    file: str, text: str, told: str, kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / file).write_text(text)
    if file.endswith(".php"):
        monkeypatch.setenv("PATH", str(tmp_path))

    code, said = tried(tmp_path / file, folder=kit)

    assert code == 1
    assert said.startswith(told)
    assert "Traceback" not in said


@pytest.mark.full
def test_a_folder_without_an_engine_gets_one_sentence(kit: Path, tmp_path: Path) -> None:
    for name in ("try.py", "positions.py", "diagnosis.py"):
        shutil.copy(kit / name, tmp_path)

    assert tried(folder=tmp_path) == (1, "There is no engine in this folder: give its file or its address.\n")


@pytest.mark.full
def test_engines_in_other_languages_are_tried_by_their_address(kit: Path) -> None:
    with php_engine() as php:
        assert tried(php.url, "--game", "chifoumi", folder=kit)[0] == 0
    with node_engine() as node:
        assert tried(f"{node.url}?team=7", "--game", "chifoumi", folder=kit)[0] == 0


@pytest.mark.full
def test_an_address_where_nobody_is_gets_one_sentence(kit: Path) -> None:
    url = f"http://127.0.0.1:{free_port()}/"

    code, said = tried(url, "--game", "chifoumi", folder=kit)

    assert code == 1
    assert said == f"Nobody answers at {url}: is the engine running?\n1 to be repaired.\n"


# The script and the rules agree on what is legal


def loaded(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"kit_{name}", SHARED / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def accepted(game: Game[Any], position: Any, side: Any, text: str) -> bool:
    try:
        game.read(position, side, text)
    except IllegalMove:
        return False
    return True


CASES = [("chifoumi", 1), ("tictactoe", 1), ("morpion", 1), ("pente", 1), ("mastermind", 1), ("poker", 1),
         ("poker", 2), ("reversi", 1), ("seafight", 1)]  # fmt: skip


@pytest.mark.parametrize(("name", "level"), CASES)
def test_the_script_and_the_rule_books_agree_on_what_is_legal(name: str, level: int) -> None:
    game = find_game(name, {"level": level} if name == "poker" else None)
    legal = loaded("positions").GAMES[name].legal
    chance = Random(7)
    letters = "ABCDEFGHIJKLMNOPQRSX0123456789"
    position = game.start(chance)
    for _ in range(60):
        sides = game.to_move(position)
        if not sides:
            break
        moves = {side: game.any_move(position, side, chance) for side in sides}
        for side, move in moves.items():
            call = game.call(position, side)
            texts = [
                move,
                str(chance.randrange(120)),
                *("".join(chance.choices(letters, k=2)) for _ in range(20)),
            ]
            for text in [*texts, move[::-1], move + "1", move[:-1]]:
                if text:
                    assert legal(call, text) == accepted(game, position, side, text), (call, text)
        position = game.play(position, moves)


def test_every_position_of_the_script_is_one_the_rule_book_knows() -> None:
    for name, game in loaded("positions").GAMES.items():
        assert game.set_name == find_game(name).set_name
        for ask in game.asks:
            if name in ("tictactoe", "morpion", "pente", "reversi") and ask["Tray"] != "Init":
                position = find_game(name).place(f"{ask['Tray']} {ask['Turn']}", Random(1))
                (side,) = find_game(name).to_move(position)
                assert side == 2 - int(ask["Turn"]) % 2


def test_both_languages_of_the_script_have_the_same_sentences() -> None:
    source = (SHARED / "try.py").read_text(encoding="utf-8")
    english, french = (
        re.findall(r'^        "([a-z-]+)": ', part, re.M) for part in source.split('"fr": {')[:2]
    )

    assert english == french
