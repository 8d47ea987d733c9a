"""The statistics on an engine's page: wins by side, faults by kind, response times, opponents."""

from __future__ import annotations

from typing import Any

from ronde.http_engines.door import PERSON, EngineScore, EngineStore, statistics
from ronde.i18n.door import say
from ronde.web.engines.visitor import Visitor


def figures(book: EngineStore, engine: int, visitor: Visitor, language: str) -> dict[str, Any]:
    """The variables of an engine's page; empty without a finished game."""
    counts = statistics(book, engine)
    if not counts.total.games:
        return {}
    sides = {"as-first": counts.first, "as-second": counts.second, "together": counts.total}
    taken = counts.times
    return {
        "sides": [(name, *_counts(score)) for name, score in sides.items()],
        "faults": list(counts.faults.items()),
        "opponents": [
            (*shown, *_counts(score))
            for shown, score in _shown(book, counts.opponents, visitor, language).items()
        ],
        "times": {
            "count": taken.answers,
            "median": round(taken.median),
            "p95": round(taken.most),
            "most": round(taken.worst),
        },
    }


def _counts(score: EngineScore) -> tuple[int, int, int]:
    return score.wins, score.draws, score.losses


def _shown(
    book: EngineStore, opponents: dict[int, EngineScore], visitor: Visitor, language: str
) -> dict[tuple[int, str], EngineScore]:
    """Opponents by number and name; private engines of others are combined without either."""
    shown: dict[tuple[int, str], EngineScore] = {}
    for number, score in opponents.items():
        together = shown.setdefault(_known_as(book, number, visitor, language), EngineScore())
        together.wins += score.wins
        together.draws += score.draws
        together.losses += score.losses
    return shown


def _known_as(book: EngineStore, number: int, visitor: Visitor, language: str) -> tuple[int, str]:
    if number == PERSON:
        return PERSON, say("arbitre.guest", language)
    card = book.engine(number)
    if card is None or not visitor.may_play(card):
        return 0, say("arbitre.private", language)
    return number, card.name
