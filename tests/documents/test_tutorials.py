"""The tutorials are followed to the letter: every command, and the engine of twenty lines.

They run in English; the French ones have the same commands. `ronde doctor`, which runs every attack in every
sandbox, is tested in tests/arena/cli.
"""

from __future__ import annotations

import re
import shlex
import shutil
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from tests.support.root import ROOT

from ronde.cli.main import main

DOCS = ROOT / "docs"
FOLDERS = {"en": DOCS / "tutorials", "fr": DOCS / "fr" / "tutorials"}
BLOCK = re.compile(r"```(sh|python)\n(.*?)```", re.DOTALL)


@pytest.mark.parametrize("name", ["arbiter", "club", "teacher", "go"])
def test_every_command_of_a_tutorial_works(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for listed in FOLDERS["en"].glob("*.csv"):
        shutil.copy(listed, tmp_path)
    for line in _lines(name, "en"):
        words = shlex.split(line)
        assert words[0] == "ronde"
        assert words[1:] == ["doctor"] or main(words[1:]) == 0, (line, capsys.readouterr().err)


@pytest.mark.parametrize("name", ["arbiter", "club", "teacher", "engines", "go"])
def test_both_languages_have_the_same_steps(name: str) -> None:
    english, french = (_text(name, language) for language in FOLDERS)
    assert english.count("\n## ") == french.count("\n## ")
    commands = [re.sub(r'"[^"]*"', "", line) for line in _lines(name, "en")]
    others = [re.sub(r'"[^"]*"', "", line.replace(" --lang fr", "")) for line in _lines(name, "fr")]
    assert commands == others
    assert english.count("![") == french.count("![")


@pytest.mark.parametrize(("language", "kind"), [("en", "Engine"), ("fr", "Moteur")])
def test_the_engine_of_the_tutorial_answers_with_the_first_free_cell(language: str, kind: str) -> None:
    ((_, program),) = BLOCK.findall(_text("engines", language))
    defined: dict[str, Any] = {"__name__": "engine"}
    exec(program, defined)
    with _listening(defined[kind]) as port:
        assert _answer(port, "Set=TicTacToe&Turn=1&Tray=Init&Status=0") == "1"
        assert _answer(port, "Set=TicTacToe&Turn=4&Tray=110200000&Status=0&Move1=2") == "3"
        assert _answer(port, "Set=TicTacToe&Tray=111220000&Status=1") == ""


def _text(name: str, language: str) -> str:
    return (FOLDERS[language] / f"{name}.md").read_text("utf-8")


def _lines(name: str, language: str) -> list[str]:
    blocks = BLOCK.findall(_text(name, language))
    return [line for kind, text in blocks if kind == "sh" for line in text.splitlines()]


@contextmanager
def _listening(kind: type[BaseHTTPRequestHandler]) -> Iterator[int]:
    with HTTPServer(("127.0.0.1", 0), kind) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


def _answer(port: int, query: str) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/?{query}", timeout=20) as answer:
        return str(answer.read().decode())
