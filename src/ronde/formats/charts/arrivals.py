"""When results were entered: a line a round, a dot a result, minutes since the pairing."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from ronde.formats.charts.svg import dot, number, path, picture, text

LEFT, WIDE, LINE = 56, 560, 28


def arrivals(
    rounds: Sequence[tuple[str, Sequence[float]]], now: float | None, missing: int, label: str
) -> str:
    """Every round with its minutes; if `now` is given, the last one is being played with `missing` results.

    It shows when the round will end: open games are drawn after the line of `now`.
    """
    latest = max([minute for _, minutes in rounds for minute in minutes] + [now or 0, 10])
    most = 10 * ceil((latest + 1) / 10)

    def x(minute: float) -> float:
        return LEFT + minute * WIDE / most

    foot = 12 + LINE * len(rounds)
    step = 10 * max(1, ceil(most / 80))
    body = "".join(
        path(f"M{number(x(at))} 4V{foot}", "rule") + text(x(at), foot + 16, str(at), "mid")
        for at in range(0, most + 1, step)
    )
    for row, (word, minutes) in enumerate(rounds):
        y, playing = 14 + LINE * row, now is not None and row == len(rounds) - 1
        body += text(LEFT - 14, y + 4, word, "end loud" if playing else "end") + path(
            f"M{LEFT} {y}h{WIDE}", "rule"
        )
        body += "".join(dot(x(minute), y, 4, "win" if playing else "came") for minute in minutes)
        if playing and now is not None:
            body += path(f"M{number(x(now))} {y - 12}v24", "mean")
            body += "".join(dot(x(now) + 12 * (k + 1), y, 4, "gone") for k in range(min(missing, 12)))
        elif minutes:
            body += path(f"M{number(x(max(minutes)))} {y - 7}v14", "mean")
    return picture(body, box=(0, 0, LEFT + WIDE + 24, foot + 22), label=label, class_="fig far")
