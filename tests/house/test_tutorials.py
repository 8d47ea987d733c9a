"""The tutorials are followed to the letter: every command, and the engine of a dozen lines."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from tests.support.ports import free_port
from tests.support.web_server import listening_at

from ronde.cli.main import main

TUTORIALS = Path(__file__).parents[2] / "docs" / "tutorials"
BLOCK = re.compile(r"```(sh|python)\n(.*?)```", re.DOTALL)
WITH_COMMANDS = ("arbiter", "club", "teacher")


@pytest.mark.parametrize("language", ["", ".fr"])
@pytest.mark.parametrize("name", WITH_COMMANDS)
def test_every_command_of_a_tutorial_works(
    name: str,
    language: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for line in _lines(f"{name}{language}.md"):
        words = shlex.split(line)
        assert words[0] == "ronde"
        assert main(words[1:]) == 0, (line, capsys.readouterr().err)


@pytest.mark.parametrize("name", [*WITH_COMMANDS, "engines"])
def test_both_languages_have_the_same_steps(name: str) -> None:
    english, french = ((TUTORIALS / f"{name}{end}").read_text("utf-8") for end in (".md", ".fr.md"))
    assert english.count("\n## ") == french.count("\n## ")
    commands = [re.sub(r'"[^"]*"', "", line) for line in _lines(f"{name}.md")]
    others = [re.sub(r'"[^"]*"', "", line.replace(" --lang fr", "")) for line in _lines(f"{name}.fr.md")]
    assert commands == others
    assert english.count("![") == french.count("![")


@pytest.mark.parametrize("name", ["engines.md", "engines.fr.md"])
def test_the_engine_of_the_tutorial_answers_with_the_first_free_cell(name: str, tmp_path: Path) -> None:
    ((_, program),) = BLOCK.findall((TUTORIALS / name).read_text("utf-8"))
    port = free_port()
    file = tmp_path / "engine.py"
    file.write_text(program.replace("9000", str(port)), "utf-8")
    with subprocess.Popen([sys.executable, file], stderr=subprocess.DEVNULL) as engine:
        try:
            listening_at(port, engine)
            assert _asked(port, "Set=TicTacToe&Turn=1&Tray=Init&Status=0") == "1"
            assert _asked(port, "Set=TicTacToe&Turn=4&Tray=110200000&Status=0&Move1=2") == "3"
            assert _asked(port, "Set=TicTacToe&Tray=111220000&Status=1") == ""
        finally:
            engine.terminate()


def _lines(name: str) -> list[str]:
    blocks = BLOCK.findall((TUTORIALS / name).read_text("utf-8"))
    return [line for kind, text in blocks if kind == "sh" for line in text.splitlines()]


def _asked(port: int, query: str) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/?{query}", timeout=20) as answer:
        return str(answer.read().decode())
