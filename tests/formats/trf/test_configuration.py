"""The configuration of a random tournament: what it means, and where a wrong line is."""

from __future__ import annotations

import pytest

from ronde.formats.trf import parse_options
from ronde.model.errors import FormatError


def test_numbers_rates_and_points_are_read() -> None:
    wishes = parse_options("PlayersNumber=60\n# rates\nForfeitRate = 20\nPointsForWin=3\n", "random.cfg", 7)

    assert (wishes.players, wishes.seed, wishes.forfeits) == (60, 7, 0.05)
    assert (wishes.points.win, wishes.points.bye) == (30, 30)


@pytest.mark.parametrize(
    ("text", "line"), [("Players=60", 1), ("\nPlayersNumber=1", 2), ("RoundsNumber=x", 1)]
)
def test_a_wrong_line_is_named(text: str, line: int) -> None:
    with pytest.raises(FormatError) as caught:
        parse_options(text, "random.cfg", 1)

    assert [(one.path, one.line) for one in caught.value.problems] == [("random.cfg", line)]
