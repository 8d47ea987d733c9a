"""QR codes in letters: the same squares as those of the library, and nothing else."""

from __future__ import annotations

import pytest
import segno

from ronde.render.text import QUIET, qr_text

HALVES = {"█": (False, False), "▀": (False, True), "▄": (True, False), " ": (True, True)}
"""Which of its two squares a letter leaves dark: light ones are filled."""


def squares(text: str) -> list[list[bool]]:
    """The dark squares of a code in letters, two rows a line."""
    rows: list[list[bool]] = []
    for line in text.split("\n"):
        rows.append([HALVES[letter][0] for letter in line])
        rows.append([HALVES[letter][1] for letter in line])
    return rows


@pytest.mark.parametrize("text", ["http://192.0.2.7:8765/t/open", "Zoë", "x" * 300])
def test_the_letters_show_the_squares_of_the_code(text: str) -> None:
    code = segno.make(text, error="l", micro=False)
    wanted = [[bool(square) for square in row] for row in code.matrix_iter(border=QUIET)]

    assert squares(qr_text(text))[: len(wanted)] == wanted


def test_the_code_of_an_address_fits_a_small_window() -> None:
    lines = qr_text("http://192.168.178.100:8765/t/open-de-cannes").split("\n")

    assert max(map(len, lines)) <= 40
    assert len(lines) <= 20
