"""Pages for narrow and wide windows."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.dialogue.talking import conversation, typed

from ronde.dialogue.pages import crosstable_page, pairs_page
from ronde.formats.text import width

LONG = (
    "VAN-DEN-BERG-WOLVERHAMPTON Alexandre",
    "ROE Jo",
    "DE LA FONTENAY-SOUS-BOIS Marie-Madeleine",
    "DOE Al",
)


@pytest.mark.parametrize("rounds", [1, 3, 7])
@pytest.mark.parametrize("room", [57, 77, 117])
def test_the_crosstable_shows_its_tie_breaks_in_every_window(rounds: int, room: int, tmp_path: Path) -> None:
    at = conversation(tmp_path, LONG, rounds=7)
    for _ in range(rounds):
        typed(at, "a", "r", "?", "!", "x")

    page = crosstable_page(at, rounds, room)

    head = next(line for line in page.split("\n") if "Brightwell" in line)
    assert "discs" in head
    assert width(head) <= room or (rounds, room) == (7, 57)
    assert all(name.split("-")[0].split()[0] in page for name in LONG)


def test_a_narrow_column_leaves_its_room_to_the_other(tmp_path: Path) -> None:
    at = conversation(tmp_path, (LONG[0], "ROE Jo"))
    typed(at, "m", "a", "1", "2", "q", "x")

    assert "VAN-DEN-BERG-WOLVERHAMPTON Alexandre (1)" in pairs_page(at, 62)
    cut = pairs_page(at, 45)
    assert "ROE Jo (2)" in cut
    assert max(map(width, cut.split("\n")[2:4])) <= 45
