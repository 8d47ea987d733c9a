"""A terminal of our own: command lines run in this process, with what they said on both outputs."""

from __future__ import annotations

import io
import json
import re
import sys
from dataclasses import dataclass
from typing import Any

import pytest

from ronde.cli.main import main
from ronde.i18n.door import LANGUAGES, say, section_words


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
        fitting = [
            (len(re.sub(r"\{\w+[^}]*\}", "", form)), key)
            for language in LANGUAGES
            for key, sentence in section_words("errors", language).items()
            for form in (sentence if isinstance(sentence, tuple) else (sentence,))
            if _pattern(form).fullmatch(self)
        ]
        assert fitting, f"no error says: {self}"
        return max(fitting)[1]


def _pattern(sentence: str) -> re.Pattern[str]:
    parts = re.split(r"\{\w+[^}]*\}", sentence)
    return re.compile(".*".join(re.escape(part) for part in parts), re.DOTALL)


def told(key: str, language: str = "en", /, **facts: object) -> str:
    """A line of output as the interpreter words it."""
    return f"{say(key, language, **facts)}\n"


class Terminal:
    """Runs command lines and remembers nothing but the file they are about."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, *words: object, stdin: str = "") -> Said:
        """Run one command line."""
        self._monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        self._capsys.readouterr()
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
