from __future__ import annotations

import pytest

from ronde.core.errors import FormatError
from ronde.formats.trf.configuration import configured
from ronde.formats.trf.generate import Wishes
from ronde.formats.trf.model import PointSystem


def test_an_empty_configuration_wishes_for_the_usual() -> None:
    assert configured("# nothing\n\n", "g.cfg", 4) == Wishes(seed=4)


def test_numbers_rates_and_points_are_read() -> None:
    text = "PlayersNumber=21\nRoundsNumber=5\nForfeitRate=20\nRetiredRate=0\nHalfPointByeRate=10\n"
    found = configured(f"{text}DrawPercentage=25\nPointsForWin=3\nPointsForDraw=1\nAccelerated=1", "g.cfg", 2)

    assert found == Wishes(21, 5, 2, 0.05, 0.1, 0.0, 0.25, PointSystem(30, 10, 0, 0, 30), baku=True)


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ("PlayersNumber=many", 1, "trf.number"),
        ("RoundsNumber=5\nPlayersNumber=1", 2, "trf.number"),
        ("RoundsNumber=2.5", 1, "trf.number"),
        ("Speed=3", 1, "trf.configuration"),
        ("hello", 1, "trf.configuration"),
    ],
)
def test_a_wrong_line_is_named(text: str, line: int, key: str) -> None:
    with pytest.raises(FormatError) as refused:
        configured(text, "g.cfg", 1)

    (problem,) = refused.value.problems
    assert (problem.line, problem.key) == (line, key)
