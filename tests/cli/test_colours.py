"""Colours on a terminal, and none elsewhere or with NO_COLOR."""

from __future__ import annotations

import io

import click
import pytest

from ronde.cli.speech import colour_page, has_colours, heading, key, refusal

PAGE = "Open: round 2\n\n    1  ALPHA (12)  BETA (7)\n    2  GAMMA (3)   DELTA (4)  40-24"


class Terminal(io.StringIO):
    """Text that somebody looks at."""

    def isatty(self) -> bool:
        """It is one."""
        return True


def look(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on both outputs are a terminal."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stdout", Terminal())
    monkeypatch.setattr("sys.stderr", Terminal())


def test_a_terminal_shows_what_is_missing_and_what_is_in(monkeypatch: pytest.MonkeyPatch) -> None:
    look(monkeypatch)

    page = colour_page(PAGE)

    assert click.unstyle(page) == PAGE
    assert click.style("Open: round 2", bold=True) in page
    assert click.style("  40-24", fg="green") in page
    assert "\x1b[33m" in page
    assert [click.unstyle(paint("x")) for paint in (heading, key, refusal)] == ["x", "x", "x"]
    assert all(paint("x") != "x" for paint in (heading, key, refusal))


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_nobody_gets_colours_who_wants_none(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    look(monkeypatch)
    monkeypatch.setenv(name, value)

    assert colour_page(PAGE) == PAGE
    assert refusal("x") == "x"


def test_a_pipe_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", io.StringIO())

    assert not has_colours()
    assert colour_page(PAGE) == PAGE
