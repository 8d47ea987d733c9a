"""The report of a check, made of plain data."""

from __future__ import annotations

import pytest

from ronde.arena.pages.text import last_words, program_detail, report_lines

FACTS = {"detail": "unknown", "answer": "77\n", "given": 5, "hint": "noise", "messages": "a\nb\n"}
FOUND = {
    "fit": False,
    "asked": 2,
    "good": 1,
    "slowest": 0.25,
    "kilobytes": 2048,
    "findings": [{"level": "fault", "code": "unreadable", "stage": "start", "view": "0000", "facts": FACTS}],
}


def test_the_same_data_is_told_in_two_languages() -> None:
    english, french = (report_lines("j07", FOUND, language) for language in ("en", "fr"))

    assert english[0] == "j07: 1 of 2 positions answered well, the slowest in 0.250 s. Memory: 2 MB."
    assert '  ./j07 "0000" 5' in english
    assert english[-1] == "j07 would lose games."
    assert french[-1] == "j07 perdrait des parties."
    assert english[-3:-1] == ["  | b", ""]


def test_a_refused_move_is_quoted_without_what_could_harm_a_terminal() -> None:
    told = program_detail("occupied", "\x1b[2J5 " + "x" * 100, "en")

    assert "\x1b" not in told
    assert "…" in told


def test_only_the_last_lines_are_shown() -> None:
    assert last_words("\n".join("abc"), 2) == "b\nc"


def test_stopping_the_supervising_process_is_a_fault_of_the_program() -> None:
    assert program_detail("launcher", "", "en") == "it stopped the process that supervises it"


@pytest.mark.parametrize(
    ("detail", "sentence"),
    [
        ("launcher gone", "the sandbox could not be started: it ended at once"),
        ("launcher bwrap: No permissions", "the sandbox could not be started: bwrap: No permissions"),
    ],
)
def test_a_sandbox_that_cannot_start_is_not_the_program_s_doing(detail: str, sentence: str) -> None:
    assert program_detail(detail, "", "en") == sentence
