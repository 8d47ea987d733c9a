"""A server opens a browser only where somebody sits at a screen."""

from __future__ import annotations

import sys
import webbrowser
from typing import Any

import pytest

from ronde.cli.serve import announcer, has_browser
from ronde.web.server.serve import Front


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A terminal in a graphical session of Linux."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    return monkeypatch


def test_a_terminal_in_a_graphical_session_has_one(screen: pytest.MonkeyPatch) -> None:
    assert has_browser()


def test_output_into_a_file_opens_none(screen: pytest.MonkeyPatch) -> None:
    screen.setattr(sys.stdout, "isatty", lambda: False, raising=False)
    assert not has_browser()


def test_a_machine_reached_over_the_network_opens_none(screen: pytest.MonkeyPatch) -> None:
    screen.setenv("SSH_CONNECTION", "192.0.2.1 50000 192.0.2.2 22")
    assert not has_browser()


def test_a_console_without_a_screen_opens_none_but_windows_and_macos_do(screen: pytest.MonkeyPatch) -> None:
    screen.delenv("DISPLAY")
    assert not has_browser()
    screen.setattr(sys, "platform", "win32")
    assert has_browser()


@pytest.mark.parametrize(
    ("wishes", "opened"),
    [
        ({"browser": False}, []),
        ({"browser": True}, ["http://localhost:8765"]),
        ({"browser": False, "desk": True}, ["http://127.0.0.1:8765/enter/secret"]),
        ({"browser": True, "desk": True}, ["http://127.0.0.1:8765/enter/secret"]),
    ],
)
def test_the_browser_opens_what_was_asked_for_once(
    monkeypatch: pytest.MonkeyPatch, wishes: dict[str, Any], opened: list[str]
) -> None:
    pages: list[str] = []
    monkeypatch.setattr(webbrowser, "open", pages.append)

    announcer(8765, "ronde invite", **wishes)(Front("127.0.0.1", 8765), "http://127.0.0.1:8765/enter/secret")

    assert pages == opened
