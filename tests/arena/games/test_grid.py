"""Pictures of named boards."""

from __future__ import annotations

import re

import pytest

from ronde.arena.games import without_names
from ronde.arena.games.grid import Grid


def sides(picture: str) -> tuple[float, float, float, float]:
    """How much room a board has on the left, above, on the right and below."""
    across, down, wide, high = map(float, re.findall(r'viewBox="([^"]+)"', picture)[0].split())
    cloth = re.search(r'<rect class="cloth[^>]*>', picture)
    assert cloth is not None
    x, y, width, height = (float(re.findall(rf' {name}="([\d.]+)"', cloth[0])[0]) for name in SIZES)
    return x - across, y - down, across + wide - x - width, down + high - y - height


SIZES = ("x", "y", "width", "height")


@pytest.mark.parametrize("grid", [Grid("ABCDEFGH", "12345678", "green"), Grid("   ", "   ")])
def test_a_board_without_its_names_is_in_the_middle(grid: Grid) -> None:
    shown = grid.picture("reversi", "a board", grid.ground())

    assert len(set(sides(without_names(shown)))) == 1
