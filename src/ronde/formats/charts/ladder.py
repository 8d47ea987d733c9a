"""Pictures in the rows of a ladder: the interval of a rating, the record, and the last thirty days."""

from __future__ import annotations

from collections.abc import Sequence

from ronde.formats.charts.svg import box, number, path, picture

HALF = 300


def interval(
    rating: float, low: float, high: float, reach: int = HALF, band: tuple[float, float] | None = None
) -> str:
    """A rating with its interval on an axis from -`reach` to `reach`; an end beyond it is an arrow.

    `band` is the interval of the leader, drawn behind: players whose interval overlaps it may be as strong.
    """

    def x(value: float) -> float:
        return HALF + max(-reach, min(reach, value)) * HALF / reach

    rules = path("".join(f"M{number(x(at))} 0v40" for at in (-reach / 2, 0, reach / 2)), "rule")
    line = f"M{number(x(low))} 20H{number(x(high))}"
    for value, out in ((low, low < -reach), (high, high > reach)):
        side = 6 if value == low else -6
        line += f"M{number(x(value) + side)} 15l{-side} 5l{side} 5" if out else f"M{number(x(value))} 15v10"
    behind = box(x(band[0]), 0, x(band[1]) - x(band[0]), 40, "band") if band else ""
    body = behind + rules + path(line, "span") + path(f"M{number(x(rating))} 20h0", "dot")
    return picture(body, box=(0, 0, 2 * HALF, 40), preserveAspectRatio="none")


def record_bar(won: int, drawn: int, lost: int, label: str) -> str:
    """Won, drawn and lost as parts of one bar."""
    games, body, x = won + drawn + lost, "", 0.0
    for count, kind in ((won, "win"), (drawn, "drawn"), (lost, "lost")):
        if count:
            wide = 110 * count / games
            body += box(x, 0, max(wide - 1, 1), 12, kind, 1.5)
            x += wide
    return picture(body, box=(0, 0, 110, 12), label=label, width=110, height=12)


def sparkline(values: Sequence[float], label: str = "") -> str:
    """A line of values with a dot at the last one."""
    if not values:
        return ""
    low, high = min(values), max(values)
    step = 78 / max(len(values) - 1, 1)
    points = [
        (3 + k * step, 20 - 16 * (value - low) / (high - low) if high > low else 12.0)
        for k, value in enumerate(values)
    ]
    line = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    x, y = points[-1]
    body = path(line, "way") + path(f"M{number(x)} {number(y)}h0", "dot")
    return picture(body, box=(0, 0, 84, 24), label=label, class_="spark", width=84, height=24)
