"""Colours by meaning, and none where none are wanted."""

from __future__ import annotations

import pytest
from rich.text import Text

from ronde.render.text import BAD, GOOD, MISSING, qr_text
from ronde.terminal.widgets import colour_page, colour_style

PAIRS = """Open: round 2

table  Black       White
    1  ALPHA (12)  BETA (7)
    2  GAMMA (3)   DELTA (4)  40-24"""
STANDINGS = """Open: 2 players after round 2

place       name        points  form
    1  ▲11  ALPHA (12)       2  ▀─▀
    2  ▼3   BETA (7) -       1  ▄°·"""


@pytest.fixture(autouse=True)
def colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)


def styles(text: Text) -> dict[str, set[str]]:
    """The parts of a text by their styles."""
    found: dict[str, set[str]] = {}
    for span in text.spans:
        found.setdefault(str(span.style), set()).add(text.plain[span.start : span.end].strip())
    return found


def test_a_missing_result_is_seen_at_its_table_and_one_that_is_in_at_its_score() -> None:
    found = styles(colour_page(PAIRS))

    assert found[f"bold {MISSING}"] == {"1"}
    assert found[GOOD] == {"40-24"}
    assert found["bold"] == {"Open: round 2"}


def test_gains_are_good_losses_are_bad_and_whoever_left_is_dim() -> None:
    found = styles(colour_page(STANDINGS))

    assert found[GOOD] == {"▲11", "▀", "°"}
    assert found[BAD] == {"▼3", "▄"}
    assert found[MISSING] == {"─"}
    assert found["dim"] == {"2  ▼3   BETA (7) -       1  ▄°·", "·"}


def test_a_code_for_phones_stays_black_and_white() -> None:
    assert not colour_page(qr_text("http://127.0.0.1:8000/t/open")).spans


def test_without_colours_only_weight_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    assert colour_style(f"bold {BAD}") == "bold"
    assert set(styles(colour_page(PAIRS))) <= {"bold", ""}
