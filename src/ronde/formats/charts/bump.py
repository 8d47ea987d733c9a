"""The bump chart: every line goes from the seed to its own row of the standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ronde.formats.charts.svg import number, path, picture

ROW = 30
"""Height of a row of the standings beside it."""
CURVED = 40
"""Up to this number of players the lines are curves; above, straight ones in one path."""
LEFT, RIGHT = 29 / 398, 20 / 398
"""Margins beside the lines, as parts of the width; the round numbers above them use the same."""
MARKS = ("g", "h", "j")
"""The classes of the first three."""


def bump_chart(places: Mapping[int, Sequence[int]], label: str = "") -> str:
    """The chart of everybody's places, seed first, ordered by the last ones.

    Each line carries the number of its player, so that a page can highlight it.
    """
    if not places:
        return ""
    many, rounds = len(places), len(next(iter(places.values()))) - 1
    order = sorted(places, key=lambda player: places[player][-1])
    rules = path("".join(f"M{k} 0v{many}" for k in range(rounds + 1)), "rule")
    quiet, loud = order[len(MARKS) :], order[: len(MARKS)][::-1]
    if many > CURVED:
        lines = "".join(_straight(places[player]) for player in quiet)
        others = f'<path class="heap" transform="translate(0 -.5)" d="{lines}"/>'
    else:
        others = "".join(_line(player, _curved(places[player])) for player in quiet)
    best = "".join(_line(player, _curved(places[player]), MARKS[order.index(player)]) for player in loud)
    wide = max(rounds, 1)
    box = (-LEFT * wide, 0, (LEFT + 1 + RIGHT) * wide, many)
    shape = {"class_": "bump", "height": ROW * many, "preserveAspectRatio": "none"}
    return picture(rules + others + best, box=box, label=label, **shape)


def _line(player: int, points: str, kind: str = "") -> str:
    style = f' class="{kind}"' if kind else ""
    return f'<path{style} data-p="{player}" d="{points}"/>'


def _curved(places: Sequence[int]) -> str:
    """Horizontal at every round, so that places can be read at the grid lines."""
    parts = [f"M0 {number(places[0] - 0.5)}"]
    for k in range(1, len(places)):
        before, here = number(places[k - 1] - 0.5), number(places[k] - 0.5)
        parts.append(f"C{number(k - 0.55)} {before} {number(k - 0.45)} {here} {k} {here}")
    return "".join(parts) + "h.12"


def _straight(places: Sequence[int]) -> str:
    """Whole numbers only, to keep a hundred lines small."""
    first, *rest = places
    return f"M0 {first}L" + " ".join(f"{k} {place}" for k, place in enumerate(rest, start=1))
