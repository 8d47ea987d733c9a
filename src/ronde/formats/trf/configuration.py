"""The configuration of a random tournament, as in JaVaFo and bbpPairings: `PlayersNumber=60`, one a line.

Rates are "one of so many": `ForfeitRate=20` forfeits every twentieth game, 0 none.
"""

from __future__ import annotations

from ronde.core.errors import FormatError, Problem
from ronde.formats.trf.generate import Wishes
from ronde.formats.trf.model import PointSystem

_WHOLE = {"PlayersNumber": (2, 9_999), "RoundsNumber": (1, 99)}
_RATES = {"ForfeitRate": "forfeits", "RetiredRate": "retired", "HalfPointByeRate": "byes"}
_POINTS = {"PointsForWin": "win", "PointsForDraw": "draw", "PointsForLoss": "loss", "PointsForPAB": "bye",
           "PointsForZPB": "absent", "PointsForForfeitLoss": "absent"}  # fmt: skip
_IGNORED = ("HighestRating", "LowestRating")
"""Ignored: ratings are always generated our way."""


def configured(text: str, path: str, seed: int) -> Wishes:
    """The options of a configuration; `FormatError` with the line of the first mistake."""
    numbers: dict[str, float] = {}
    for at, line in enumerate(text.splitlines(), start=1):
        name, equals, value = (part.strip() for part in line.partition("="))
        if not line.strip() or line.lstrip().startswith(("#", "!")):
            continue
        if not equals or name not in (*_WHOLE, *_RATES, *_POINTS, *_IGNORED, "DrawPercentage", "Accelerated"):
            raise FormatError([Problem(path, at, 1, "trf.configuration", line.strip()[:60])])
        numbers[name] = _number(
            value, name, Problem(path, at, len(line) - len(value) + 1, "trf.number", value)
        )
    return _wishes(numbers, seed)


def _number(value: str, name: str, wrong: Problem) -> float:
    try:
        number = float(value)
    except ValueError:
        raise FormatError([wrong]) from None
    least, most = _WHOLE.get(name, (0, 9_999))
    if not least <= number <= most or (name in _WHOLE and number != int(number)):
        raise FormatError([wrong])
    return number


def _wishes(numbers: dict[str, float], seed: int) -> Wishes:
    usual = Wishes()
    rates = {
        _RATES[name]: min(1.0, 1 / number) if number else 0.0
        for name, number in numbers.items()
        if name in _RATES
    }
    worth = {_POINTS[name]: round(10 * number) for name, number in numbers.items() if name in _POINTS}
    return Wishes(
        players=int(numbers.get("PlayersNumber", usual.players)),
        rounds=int(numbers.get("RoundsNumber", usual.rounds)),
        seed=seed,
        forfeits=rates.get("forfeits", usual.forfeits),
        byes=rates.get("byes", usual.byes),
        retired=rates.get("retired", usual.retired),
        draws=min(100.0, numbers.get("DrawPercentage", 100 * usual.draws)) / 100,
        points=PointSystem(**{"bye": worth.get("win", 10), **worth}),
        baku=bool(numbers.get("Accelerated", 0)),
    )
