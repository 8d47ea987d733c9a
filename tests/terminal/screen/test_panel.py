"""The panel of the results: how many are in, and what is missing."""

from __future__ import annotations

from pathlib import Path

from tests.terminal.talking import conversation, typed

from ronde.render.text import GOOD, width
from ronde.terminal import Conversation
from ronde.terminal.widgets import EMPTY, FULL, below, beside

PAIRED = ("m", "a", "1", "2", "a", "3", "4", "a", "5", "6", "q")


def playing(folder: Path, *lines: str) -> Conversation:
    """Three tables, and the results that some lines tell."""
    at = conversation(folder)
    typed(at, *PAIRED, "r", *lines, "", "x")
    return at


def test_the_missing_tables_are_listed_with_their_players(tmp_path: Path) -> None:
    at = playing(tmp_path, "3 40")

    lines = beside(at, 30, 20).plain.split("\n")

    assert lines[0] == "1 of 3 results"
    assert lines[1] == FULL * 10 + EMPTY * 20
    assert lines[3] == "Without a result:"
    assert [line.split()[0] for line in lines[4:]] == ["1", "3"]
    assert at.tournament.player(1).name in lines[4]
    assert max(map(width, lines)) <= 30


def test_the_bar_is_green_and_the_words_beside_it_are_not(tmp_path: Path) -> None:
    text = below(playing(tmp_path, "3 40"), 80)
    green = [text.plain[span.start : span.end] for span in text.spans if span.style == GOOD]

    assert text.style == ""
    assert green == [FULL * 3]


def test_of_more_tables_than_lines_the_rest_is_counted(tmp_path: Path) -> None:
    lines = beside(playing(tmp_path), 30, 6).plain.split("\n")

    assert lines[-1] == "and 2 more"
    assert len(lines) == 6


def test_one_line_names_the_missing_tables_and_keeps_to_the_window(tmp_path: Path) -> None:
    at = playing(tmp_path, "3 40")

    assert below(at, 78).plain.endswith("1 of 3 results  Without a result: tables 1, 3")
    assert width(below(at, 45).plain) <= 45
    assert below(at, 45).plain.endswith("…")


def test_when_all_are_in_the_way_on_is_shown(tmp_path: Path) -> None:
    at = playing(tmp_path, "1 40", "3 40", "5 40")

    for panel in (beside(at, 35, 20), below(at, 78)):
        assert panel.plain.endswith("All are in: ! closes the round.")
        assert EMPTY not in panel.plain
