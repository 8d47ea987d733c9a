"""Norms and changes of ratings as lists."""

from __future__ import annotations

from collections.abc import Iterable

from ronde.core.result import write_number
from ronde.core.tournament import Tournament
from ronde.formats.tables.listing import Cell, Column, Listing, ListRow
from ronde.i18n.door import figures, say
from ronde.scoring.door import NormCheck, RatingChange

_NORMS = ("name", "norm", "norm-games", "points", "norm-average", "norm-performance", "norm-state")
_CHANGES = ("name", "rating", "k", "norm-games", "points", "expected-points", "rating-change")
_LEFT = ("name", "norm", "norm-state")


def norms_listing(tournament: Tournament, checks: Iterable[NormCheck], language: str) -> Listing:
    """Who made a norm or still can, and what is missing."""
    rows = [
        ListRow(
            (
                Cell(tournament.player(one.player).full_name, player=one.player),
                Cell(one.title),
                Cell(str(one.games), one.games),
                Cell(figures(write_number(one.half_points / 2), language), one.half_points / 2),
                Cell(str(one.average), one.average),
                Cell(str(one.performance), one.performance),
                Cell(norm_state(one, language)),
            ),
            one.player,
        )
        for one in checks
    ]
    return Listing(_columns(_NORMS, language), tuple(rows))


def norm_state(check: NormCheck, language: str) -> str:
    """Whether a norm is made, what is missing, and what the last rounds would need."""
    if check.reached:
        return say("lists.norm-reached", language)
    sentences = [
        say(
            f"lists.norm-lacks-{one.what}",
            language,
            have=_figure(one.have, language),
            need=_figure(one.need, language),
        )
        for one in check.missing
    ]
    if check.rounds_left:
        key = "lists.norm-out" if check.needed is None else "lists.norm-needs"
        points = _figure((check.needed or 0) / 2, language)
        sentences.append(say(key, language, points=points, count=check.rounds_left))
    return "; ".join(sentences)


def changes_listing(tournament: Tournament, changes: Iterable[RatingChange], language: str) -> Listing:
    """Everybody whose rating changes: K, games, points, expected points, and the change."""
    rows = []
    for one in changes:
        expected = round(float(one.expected), 2)
        points = (one.half_points / 2, expected, one.change)
        rows.append(
            ListRow(
                (
                    Cell(tournament.player(one.player).full_name, player=one.player),
                    Cell(str(one.rating), one.rating),
                    Cell(str(one.k), one.k),
                    Cell(str(one.games), one.games),
                    Cell(_figure(points[0], language), points[0]),
                    Cell(_figure(points[1], language), points[1]),
                    Cell(figures(f"{one.change:+.1f}", language), one.change),
                ),
                one.player,
            )
        )
    return Listing(_columns(_CHANGES, language), tuple(rows))


def _columns(keys: Iterable[str], language: str) -> tuple[Column, ...]:
    return tuple(Column(key, say(f"lists.{key}", language), right=key not in _LEFT) for key in keys)


def _figure(number: float, language: str) -> str:
    return figures(write_number(number), language)
