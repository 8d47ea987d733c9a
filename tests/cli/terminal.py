"""Command lines run in this process, with what they printed on both outputs."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any
from unittest.mock import patch

import pytest
from tests.support.processes import plain_environment

from ronde.cli.main import main
from ronde.i18n import LANGUAGES, say, section_words


@dataclass(frozen=True, slots=True)
class Said:
    """The exit status of a command line and what it said."""

    status: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """The JSON on standard output."""
        return json.loads(self.out)

    @property
    def complaint(self) -> Any:
        """The JSON on standard error."""
        return json.loads(self.err)


class Refusal(str):
    """A complaint; tests ask for its code and its facts, so that its words may be improved."""

    @property
    def code(self) -> str:
        """The code of the error it tells, with the reason that chose the sentence."""
        fitting = [(length, key) for length, key, pattern in _patterns() if pattern.fullmatch(self)]
        assert fitting, f"no error says: {self}"
        return max(fitting)[1]


@cache
def _patterns() -> list[tuple[int, str, re.Pattern[str]]]:
    """Every sentence of an error: the length of its constant text, its key, and what it may look like."""
    return [
        (len("".join(parts)), key, re.compile(".*".join(re.escape(part) for part in parts), re.DOTALL))
        for language in LANGUAGES
        for key, sentence in section_words("errors", language).items()
        for form in (sentence if isinstance(sentence, tuple) else (sentence,))
        for parts in [re.split(r"\{\w+[^}]*\}", form)]
    ]


def told(key: str, language: str = "en", /, **facts: object) -> str:
    """A line of output as the interpreter words it."""
    return f"{say(key, language, **facts)}\n"


def called(
    program: Callable[[Sequence[str]], int],
    words: Sequence[object],
    *,
    stdin: str | bytes = "",
    folder: Path | None = None,
    **environment: str,
) -> CompletedProcess[bytes]:
    """Call the main function of a program as if it were a process of its own."""
    typed = io.BytesIO(stdin.encode() if isinstance(stdin, str) else stdin)
    out, err = io.BytesIO(), io.BytesIO()
    with patch.dict(os.environ), pytest.MonkeyPatch.context() as patched:
        for name in os.environ.keys() - plain_environment().keys():
            patched.delenv(name)
        for name, value in environment.items():
            patched.setenv(name, value)
        patched.chdir(folder or Path.cwd())
        for name, stream in (("stdin", typed), ("stdout", out), ("stderr", err)):
            patched.setattr(sys, name, io.TextIOWrapper(stream, "utf-8", write_through=True))
        try:
            status = program([str(word) for word in words])
        except SystemExit as end:
            status = int(end.code or 0)
        printed = out.getvalue(), err.getvalue()
    return CompletedProcess([str(word) for word in words], status, *printed)


def ronde(
    *words: object, stdin: str = "", folder: Path | None = None, **environment: str
) -> CompletedProcess[str]:
    """Run one command line as `tests.support.processes.ronde` does, without a process."""
    done = called(main, words, stdin=stdin, folder=folder, **environment)
    return CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


class Terminal:
    """Runs command lines and remembers nothing but the file they are about."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, *words: object, stdin: str = "") -> Said:
        """Run one command line."""
        self._monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        self._capsys.readouterr()
        with patch.dict(os.environ):
            status = main([str(word) for word in words])
        out, err = self._capsys.readouterr()
        return Said(status, out, err)

    def done(self, *words: object, stdin: str = "") -> Said:
        """Run a command line that must succeed without a complaint."""
        said = self(*words, stdin=stdin)
        assert (said.status, said.err) == (0, ""), said
        return said

    def data(self, *words: object) -> Any:
        """The data of a command line that must succeed."""
        return self.done(*words, "--json").data

    def refused(self, *words: object, stdin: str = "") -> Refusal:
        """The complaint about a command line that must be refused, without a word on standard output."""
        said = self(*words, stdin=stdin)
        assert (said.status, said.out) == (1, ""), said
        assert said.err.endswith("\n")
        return Refusal(said.err.strip())

    def misused(self, *words: object) -> str:
        """The complaint about a command line that is no good usage."""
        said = self(*words)
        assert (said.status, said.out) == (2, ""), said
        return said.err.strip()
