"""The rows of a ladder: ratings on one axis, probabilities, records, the last days."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, erf, sqrt
from typing import Any, Final

from ronde.http_engines.door import EngineCard, LadderView
from ronde.i18n.door import say

STEP: Final = 300
"""The axis ends at a multiple of so many points."""
_SURE: Final = 1.96
"""Standard errors in the interval shown: 95 %."""


@dataclass(frozen=True, slots=True)
class LadderRow:
    """One engine; without a game it is not rated."""

    place: int
    engine: int
    name: str
    owner: str
    rated: bool = False
    elo: str = ""
    error: str = ""
    span: tuple[float, float, float] = (0, 0, 0)
    """The rating and the ends of its interval."""
    better: str = ""
    """The probability that it is better than the next one."""
    record: tuple[int, int, int] = (0, 0, 0)
    story: Sequence[float] = ()


def ladder_rows(
    view: LadderView, cards: Mapping[int, EngineCard], owners: Mapping[int, str], language: str
) -> dict[str, Any]:
    """The rows of a ladder, the length of its axis, and the interval of the first."""
    chances = _chances(view)
    rows = []
    for rung in view.rungs:
        card = cards[rung.engine]
        row = LadderRow(rung.place, rung.engine, card.name, owners.get(card.owner, ""))
        if rung.rating is not None:
            elo, error = rung.rating.elo, rung.rating.error
            row = LadderRow(
                row.place,
                row.engine,
                row.name,
                row.owner,
                rated=True,
                elo=f"{elo:+.0f}".replace("-", "−"),
                error=f"{error:.0f}",
                span=(elo, elo - error, elo + error),
                better=_percent(chances.get(rung.engine), language),
                record=view.records.get(rung.engine, (0, 0, 0)),
                story=view.stories.get(rung.engine, ()),
            )
        rows.append(row)
    rated = [row for row in rows if row.rated]
    reach = STEP * max(1, ceil(max([abs(row.span[0]) for row in rated], default=0) / STEP))
    return {"rows": rows, "reach": reach, "band": rated[0].span[1:] if rated else None}


def _chances(view: LadderView) -> dict[int, float]:
    """The probability that each engine is better than the next, treating ratings as independent."""
    rated = [(rung.engine, rung.rating) for rung in view.rungs if rung.rating is not None]
    chances = {}
    for (engine, one), (_, other) in pairwise(rated):
        spread = sqrt(one.error**2 + other.error**2) / _SURE
        chances[engine] = (1 + erf((one.elo - other.elo) / spread / sqrt(2))) / 2 if spread else 0.5
    return chances


def _percent(chance: float | None, language: str) -> str:
    return "" if chance is None else say("arbitre.percent", language, value=round(100 * chance))
