"""Charts in the rows of players: form, opponents, margins, places, attendance, costs, ratings."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10
from typing import NamedTuple

from ronde.render.charts.svg import box, dot, number, path, picture, text
from ronde.standings import RoundLine

# Attendance: a square a round, filled for a game, hollow for a bye, a dash for an absence.


ATTENDANCE_STEP = 12


def attendance(letters: str, label: str) -> str:
    """The strip of these letters: `g` played, `b` had the bye, `-` was away."""
    kinds: dict[str, list[str]] = {}
    for at, letter in enumerate(letters):
        kinds.setdefault(letter, []).append(_attendance_mark(letter, at * ATTENDANCE_STEP + 1))
    classes = {"g": "win", "b": "win hollow", "-": "axis"}
    body = "".join(path("".join(marks), classes[letter]) for letter, marks in kinds.items())
    width = max(len(letters) * ATTENDANCE_STEP, 1)
    return picture(body, box=(0, 0, width, 12), label=label, width=width, height=12)


def _attendance_mark(letter: str, x: float) -> str:
    return f"M{number(x)} 6h8" if letter == "-" else f"M{number(x)} 2h8v8h-8z"


def present_bars(counts: Sequence[int], whole: int, label: str) -> str:
    """The number present in each round, of `whole` registered, as bars."""
    width = max(len(counts) * 16, 1)
    body = ""
    for at, count in enumerate(counts):
        high = 40 * count / whole if whole else 0.0
        body += path(f"M{at * 16 + 2} 42v{number(-high)}h12v{number(high)}z", "win")
    return picture(body + path(f"M0 42h{width}", "axis"), box=(0, 0, width, 44), label=label, height=44)


# The field of a McMahon tournament before it begins: a bar for each number of points.


class StartBar(NamedTuple):
    points: int
    players: int
    ranks: str
    mark: str
    """`bar` or `floor`, in words."""


START_WIDE, START_STEP = 326, 22


def start_bars(rows: Sequence[StartBar], label: str) -> str:
    """Points, a bar as long as the group is large, its ranks; a rule where bar and floor lie."""
    most = max((row.players for row in rows), default=1) or 1
    body = ""
    for at, row in enumerate(rows):
        y = at * START_STEP
        body += text(22, y + 16, str(row.points), "end loud")
        body += box(30, y + 5, 130 * row.players / most, 13, "win", 2)
        body += text(
            36 + 130 * row.players / most, y + 16, f"{row.players} · {row.ranks}" if row.players else "0"
        )
        if row.mark:
            body += text(START_WIDE, y + 16, row.mark, "end loud") + path(f"M0 {y + 21}H{START_WIDE}", "rule")
    high = len(rows) * START_STEP
    return picture(body, box=(0, 0, START_WIDE, high), label=label, class_="fig")


# The opponents of one player on a line of ratings, marked as in his form.


FIELD_WIDE = 326
_KINDS = ("lost", "drawn", "win")


def opposition(own: int, met: Sequence[tuple[int, int, bool]], label: str, own_word: str) -> str:
    """Every opponent by rating, half-points won and colour; the own rating is a tall tick."""
    rated = [one for one in met if one[0] > 0]
    if not rated:
        return ""
    ratings = [rating for rating, _, _ in rated] + ([own] if own > 0 else [])
    least, step = _scale(min(ratings), max(ratings))
    most = least + 4 * step

    def x(rating: float) -> float:
        return 12 + (rating - least) * (FIELD_WIDE - 24) / (most - least)

    body = path(f"M6 36H{FIELD_WIDE - 6}", "rule")
    for k in range(5):
        mark = least + k * step
        body += path(f"M{number(x(mark))} 32v8", "rule") + text(x(mark), 56, str(mark), "mid")
    for rating, half_points, first in rated:
        kind = _KINDS[half_points] + ("" if first else " hollow")
        body += dot(x(rating), 36, 6, kind)
    if own > 0:
        body += path(f"M{number(x(own))} 20v32", "axis")
        body += text(min(max(x(own), 30), FIELD_WIDE - 30), 13, f"{own_word} {own}", "mid loud")
    return picture(body, box=(0, 0, FIELD_WIDE, 66), label=label, class_="fig")


def _scale(low: int, high: int) -> tuple[int, int]:
    """The start of the axis and its step, four steps long, in round numbers."""
    for step in (25, 50, 100, 200, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000):
        least = low // step * step
        if least + 4 * step >= high:
            return least, step
    return low, max(1, high - low)


# The form of a player, one mark a round: up is won, down is lost, filled is the first colour.


FORM_STEP, FORM_HIGH = 9, 20
"""The distance of two marks, and the height of the strip."""
_SIZES = {"w": (0.5, 8), "l": (11.5, 8), "d": (7.5, 5)}
"""The top and the height of each kind of mark."""


def result_letters(lines: Sequence[RoundLine]) -> str:
    """The form as letters: w, d, l, upper case for the first colour, a dash for a round not played.

    A round without a game but with points, such as a bye, is a plus.
    """
    return "".join(map(_letter, lines))


def _letter(line: RoundLine) -> str:
    if not line.opponent:
        return "+" if line.half_points else "-"
    kind = "ldw"[min(line.half_points, 2)]
    return kind.upper() if line.first else kind


def result_strip(letters: str, label: str = "", rounds: int = 0, scale: float = 1) -> str:
    """The strip of these letters, with a dash for every future round up to `rounds`."""
    letters = letters.ljust(rounds, "-")
    paths: dict[str, list[str]] = {}
    for at, letter in enumerate(letters):
        paths.setdefault(letter, []).append(_form_mark(letter, at * FORM_STEP + 0.5))
    body = "".join(f'<path class="{_CLASSES[letter]}" d="{"".join(d)}"/>' for letter, d in paths.items())
    width = max(len(letters) * FORM_STEP - 3, 1)
    size = {"width": number(scale * width), "height": number(scale * FORM_HIGH)}
    return picture(body, box=(0, 0, width, FORM_HIGH), label=label, class_="form", **size)


_CLASSES = {"W": "v b", "w": "v", "L": "l b", "l": "l", "D": "d b", "d": "d", "+": "v x", "-": "x"}


def _form_mark(letter: str, x: float) -> str:
    if letter in "+-":
        return f"M{number(x)} {4.5 if letter == '+' else 10.5}h5"
    top, high = _SIZES[letter.lower()]
    return f"M{number(x)} {number(top)}h5v{high}h-5z"


# Pictures in the rows of a ladder: the interval of a rating, the record, and the last thirty days.


INTERVAL_HALF = 300


def interval(
    rating: float,
    low: float,
    high: float,
    reach: int = INTERVAL_HALF,
    band: tuple[float, float] | None = None,
) -> str:
    """A rating with its interval on an axis from -`reach` to `reach`; an end beyond it is an arrow.

    `band` is the interval of the leader, drawn behind: players whose interval overlaps it may be as strong.
    """

    def x(value: float) -> float:
        return INTERVAL_HALF + max(-reach, min(reach, value)) * INTERVAL_HALF / reach

    rules = path("".join(f"M{number(x(at))} 0v40" for at in (-reach / 2, 0, reach / 2)), "rule")
    line = f"M{number(x(low))} 20H{number(x(high))}"
    for value, out in ((low, low < -reach), (high, high > reach)):
        side = 6 if value == low else -6
        line += f"M{number(x(value) + side)} 15l{-side} 5l{side} 5" if out else f"M{number(x(value))} 15v10"
    behind = box(x(band[0]), 0, x(band[1]) - x(band[0]), 40, "band") if band else ""
    body = behind + rules + path(line, "span") + path(f"M{number(x(rating))} 20h0", "dot")
    return picture(body, box=(0, 0, 2 * INTERVAL_HALF, 40), preserveAspectRatio="none")


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


# Charts in the rows of one player: the margin of every game, and the places after every round.


MARGIN_HALF, MARGIN_HIGH = 100, 24
"""Width of each side of the axis, and height of a row's bar."""


def margin_bar(half_points: int, margin: float, most: float, *, first: bool) -> str:
    """A bar to the right of the axis for a win, to the left for a loss; hollow with the second colour.

    `most` fills a side, and so do games without discs.
    """
    axis = path(f"M{MARGIN_HALF} 2v20", "axis")
    kind = ("lost", "drawn", "win")[half_points] + ("" if first else " hollow")
    if half_points == 1:
        return _picture(axis + box(MARGIN_HALF - 3, 7, 6, 10, kind, 2))
    long = max(4.0, min(MARGIN_HALF, MARGIN_HALF * abs(margin) / most)) if most else MARGIN_HALF
    left = MARGIN_HALF if half_points == 2 else MARGIN_HALF - long
    return _picture(axis + box(left, 6, long, 12, kind, 2))


def no_margin() -> str:
    """The axis alone, for a round without a game."""
    return _picture(path(f"M{MARGIN_HALF} 2v20", "axis"))


def _picture(body: str) -> str:
    return picture(body, box=(0, 0, 2 * MARGIN_HALF, MARGIN_HIGH), height=MARGIN_HIGH)


def place_line(places: Sequence[int], at: int, players: int) -> str:
    """The segment of the line of places that crosses the row of round `at` (the first is 0).

    It runs from half-way to the row above to half-way to the row below, as rows have no gaps. The margins
    leave room for half a dot.
    """
    middle = [3 + 94 * (place - 0.5) / max(players, 1) for place in places]
    here = middle[at]
    above = (middle[at - 1] + here) / 2 if at else here
    line = f"M{number(above)} 0L{number(here)} 20"
    if at + 1 < len(middle):
        line += f"L{number((here + middle[at + 1]) / 2)} 40"
    body = path(line if at else line.replace(f"M{number(above)} 0L", "M"), "way")
    body += path(f"M{number(here)} 20h0", "dot")
    return picture(body, box=(0, 0, 100, 40), preserveAspectRatio="none")


# Charts of costs: the tint of a cost, and the bars of a cost breakdown by rule.


FAINT, STRONG, WORST = 100, 10_000, 1_000_000
"""Costs from which on a cell is tinted, tinted strongly, and red."""


def cost_class(cost: int) -> str:
    """The class of a cost; costs span seven decades, and the tint shows the decade."""
    return "h4" if cost >= WORST else "h3" if cost >= STRONG else "h2" if cost >= FAINT else ""


def cost_bars(costs: Sequence[tuple[str, int]], label: str) -> str:
    """One bar a rule by the number of digits of its cost: logarithms do not add, so bars are not stacked."""
    body = ""
    for row, (_, cost) in enumerate(costs):
        if cost > 0:
            body += box(0, row * 14 + 2, 14 * (1 + log10(cost)), 10, cost_class(cost) or "h1", 2)
    return picture(body, box=(0, 0, 126, max(14 * len(costs), 1)), label=label, width=126)


# The sources of Keizer points: one block a source, in the order of rounds.


STACK_WIDE, STACK_HIGH, STACK_GAP = 420, 18, 1
MARGIN, LETTER = 4, 6
"""Width that a number needs in its block: both margins together, and each of its letters."""
KINDS = {"own": "own", "win": "win", "draw": "drawn"}
"""The class of a block by the kind of its source; all others are absences and byes."""


def keizer_stack(blocks: Sequence[tuple[str, float, str]], most: float, label: str) -> str:
    """A bar of blocks (kind, points, text); the leader's total, `most`, is the full width."""
    body, x = "", 0.0
    for kind, points, written in blocks:
        wide = STACK_WIDE * points / most if most > 0 else 0.0
        if wide <= 0:
            continue
        style = KINDS.get(kind, "away")
        body += box(x, 0.5, max(wide - STACK_GAP, 0.5), STACK_HIGH - 1, style, 2)
        if wide >= MARGIN + LETTER * len(written):
            body += text(x + (wide - STACK_GAP) / 2, 12.7, written, f"mid t-{style}")
        x += wide
    return picture(body, box=(0, 0, STACK_WIDE, STACK_HIGH), label=label, class_="fig")
