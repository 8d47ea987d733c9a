"""Where no variable names a language, that of the system's own menus is taken."""

from __future__ import annotations

import ctypes
import sys
from types import SimpleNamespace

import pytest

from ronde.cli.speech import usual_language
from ronde.system import system_language

FRENCH, JAPANESE = 0x040C, 0x0411
"""The numbers by which Windows names languages."""


def windows_speaks(number: int) -> SimpleNamespace:
    return SimpleNamespace(kernel32=SimpleNamespace(GetUserDefaultUILanguage=lambda: number))


@pytest.fixture
def nothing_said(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in ("RONDE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    return monkeypatch


def test_posix_says_it_in_the_environment_only() -> None:
    assert system_language() == ""


def test_windows_in_french_is_answered_in_french(nothing_said: pytest.MonkeyPatch) -> None:
    nothing_said.setattr(ctypes, "windll", windows_speaks(FRENCH), raising=False)

    assert system_language() == "fr_FR"
    assert usual_language() == "fr"


def test_a_language_we_do_not_speak_is_answered_in_english(nothing_said: pytest.MonkeyPatch) -> None:
    nothing_said.setattr(ctypes, "windll", windows_speaks(JAPANESE), raising=False)

    assert usual_language() == "en"


def test_what_the_environment_says_comes_first(nothing_said: pytest.MonkeyPatch) -> None:
    nothing_said.setattr(ctypes, "windll", windows_speaks(FRENCH), raising=False)
    nothing_said.setenv("RONDE_LANG", "nl")

    assert usual_language() == "nl"
