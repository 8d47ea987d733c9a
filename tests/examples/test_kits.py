"""The engine of every kit plays all eight games legally, in both manners, and its own checker passes it.

Java and C# are tried where their programs are installed; `./go test --full` says when they are not.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from tests.examples.engines import Asked, await_port, match, referee, request, unpacked_kit
from tests.support.ports import free_port
from tests.support.processes import plain_environment

from ronde.arena.games import GAMES, find_game
from ronde.arena.http import KITS

pytestmark = pytest.mark.full

CHIFOUMI = {"Set": "rochambeau", "Turn": "1", "Tray": "Init", "Status": "0"}
TOOLS: dict[str, tuple[str, ...]] = {
    "python": (),
    "php": ("php",),
    "javascript": ("node",),
    "java": ("java",),
    "csharp": ("mcs", "mono"),
    "c": ("cc",),
}
OPTIONAL = ("java", "csharp")
"""Large to install: tried where they are."""
COMPILED = {
    "c": ("cc", "-O2", "-Wall", "-Wextra", "-Werror", "-pthread", "-o", "engine", "engine.c"),
    "csharp": ("mcs", "-warnaserror", "-nowarn:219", "Engine.cs"),
}
STARTED = {
    "python": (sys.executable, "engine.py", "--port", "{port}"),
    "php": ("php", "-d", "display_errors=1", "-S", "127.0.0.1:{port}", "engine.php"),
    "javascript": ("node", "engine.js", "--port", "{port}"),
    "java": ("java", "Engine.java", "--port", "{port}"),
    "csharp": ("mono", "Engine.exe", "--port", "{port}"),
    "c": ("./engine", "--port", "{port}"),
}
PLAYED = [(name, 1) for name in GAMES if name != "supermorpion"] + [("poker", 2)]


@contextmanager
def kit_engine(name: str, place: Path) -> Iterator[Asked]:
    """The engine of a kit, unpacked, compiled if need be, and started."""
    missing = [tool for tool in TOOLS[name] if shutil.which(tool) is None]
    if missing:
        assert name in OPTIONAL, missing
        pytest.skip(f"the kit in {KITS[name].language} is not tested: no {missing[0]} here")
    folder = unpacked_kit(name, place)
    if name in COMPILED:
        subprocess.run(COMPILED[name], cwd=folder, check=True, capture_output=True, timeout=120)
    port = free_port()
    line = [word.format(port=port) for word in STARTED[name]]
    with (folder / "log").open("w") as log:  # a pipe nobody reads would fill up and stop the engine
        process = subprocess.Popen(line, cwd=folder, stdout=log, stderr=log, env=plain_environment())
    try:
        await_port(port)
        engine = Asked("127.0.0.1", port)
        yield engine
        engine.line.close()
    finally:
        process.kill()
        process.wait()


class Engines:
    """The engines of the kits, started when first asked for, and ended together."""

    def __init__(self, stack: ExitStack, place: Path) -> None:
        self._stack, self._place = stack, place
        self._known: dict[str, Asked] = {}

    def __getitem__(self, name: str) -> Asked:
        if name not in self._known:
            self._known[name] = self._stack.enter_context(kit_engine(name, self._place / name))
        return self._known[name]


@pytest.fixture(scope="module")
def engines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engines]:
    with ExitStack() as stack:
        yield Engines(stack, tmp_path_factory.mktemp("kits"))


@pytest.mark.parametrize("language", KITS)
def test_an_engine_plays_whole_games_of_all_kinds_legally(language: str, engines: Engines) -> None:
    engine = engines[language]

    for name, level in PLAYED:
        game = find_game(name, {"level": level} if name == "poker" else None)
        outcome, _ = match(game, {1: engine, 2: engine}, seed=1)
        assert outcome.over, name
        assert outcome.reason in game.reasons


@pytest.mark.parametrize("language", KITS)
def test_an_engine_calls_back_once_with_game_and_move_id_as_they_came(
    language: str, engines: Engines
) -> None:
    ask = {"Set": "TicTacToe", "Turn": "9", "Tray": "112221120", "Status": "0", "Move2": "8"}

    with referee() as (address, came):
        code, body = engines[language].get({**request(ask, address), "Game": "a b&c"})

    assert (code, body) == (200, "")
    assert came == [{"room": "7", "Game": "a b&c", "MoveId": "m-0123456789abcdef", "Value": "9"}]


@pytest.mark.parametrize("language", KITS)
def test_an_engine_calls_nobody_when_the_game_is_over(language: str, engines: Engines) -> None:
    with referee() as (address, came):
        for status in "123459":
            ask = {"Set": "Pente", "Status": status}
            assert engines[language].get(request(ask, address)) == (200, "")

    assert came == []


@pytest.mark.parametrize("language", KITS)
def test_a_question_that_makes_no_sense_does_not_end_the_engine(language: str, engines: Engines) -> None:
    try:
        code, _ = engines[language].get(request({**CHIFOUMI, "Set": "Chess"}))
    except ConnectionError:
        code = 500
        engines[language].line.close()
    assert code == 500
    assert engines[language].get(request(CHIFOUMI))[0] == 200


def test_the_checkers_start_their_engines_and_pass_them(tmp_path: Path) -> None:
    able = [name for name in KITS if all(shutil.which(tool) for tool in TOOLS[name])]
    folders = [unpacked_kit(name, tmp_path) for name in able]

    with ThreadPoolExecutor(len(folders)) as pool:
        found = list(pool.map(checked, folders))

    assert [said for code, said in found if code] == []
    assert {said.count("ok :") for _, said in found} == {8 * 4}
    assert all(said.endswith("Prêt à être inscrit.\n") for _, said in found)


def checked(folder: Path) -> tuple[int, str]:
    """What the checker says of the engine in its folder, in French."""
    line = [sys.executable, "try.py", "--lang", "fr"]
    done = subprocess.run(
        line, cwd=folder, capture_output=True, text=True, timeout=300, env=plain_environment(), check=False
    )
    return done.returncode, done.stdout + done.stderr
