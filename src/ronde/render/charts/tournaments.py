"""Charts of tournaments: standings by round, who met whom, arrivals of results, brackets, ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil
from typing import Final, Literal

from ronde.render.charts.svg import box, dot, number, path, picture, text
from ronde.standings.rating_lists import RatingEntry, RatingPoint, sortable_date

# When results were entered: a line a round, a dot a result, minutes since the pairing.


ARRIVALS_LEFT, ARRIVALS_WIDE, ARRIVALS_LINE = 56, 560, 28


def arrivals(
    rounds: Sequence[tuple[str, Sequence[float]]], now: float | None, missing: int, label: str
) -> str:
    """Every round with its minutes; if `now` is given, the last one is being played with `missing` results.

    It shows when the round will end: open games are drawn after the line of `now`.
    """
    latest = max([minute for _, minutes in rounds for minute in minutes] + [now or 0, 10])
    most = 10 * ceil((latest + 1) / 10)

    def x(minute: float) -> float:
        return ARRIVALS_LEFT + minute * ARRIVALS_WIDE / most

    foot = 12 + ARRIVALS_LINE * len(rounds)
    step = 10 * max(1, ceil(most / 80))
    body = "".join(
        path(f"M{number(x(at))} 4V{foot}", "rule") + text(x(at), foot + 16, str(at), "mid")
        for at in range(0, most + 1, step)
    )
    for row, (word, minutes) in enumerate(rounds):
        y, playing = 14 + ARRIVALS_LINE * row, now is not None and row == len(rounds) - 1
        body += text(ARRIVALS_LEFT - 14, y + 4, word, "end loud" if playing else "end") + path(
            f"M{ARRIVALS_LEFT} {y}h{ARRIVALS_WIDE}", "rule"
        )
        body += "".join(dot(x(minute), y, 4, "win" if playing else "came") for minute in minutes)
        if playing and now is not None:
            body += path(f"M{number(x(now))} {y - 12}v24", "mean")
            body += "".join(dot(x(now) + 12 * (k + 1), y, 4, "gone") for k in range(min(missing, 12)))
        elif minutes:
            body += path(f"M{number(x(max(minutes)))} {y - 7}v14", "mean")
    return picture(
        body, box=(0, 0, ARRIVALS_LEFT + ARRIVALS_WIDE + 24, foot + 22), label=label, class_="fig far"
    )


# The bump chart: every line goes from the seed to its own row of the standings.


ROW = 30
"""Height of a row of the standings beside it."""
CURVED = 40
"""Up to this number of players the lines are curves; above, straight ones in one path."""
BUMP_LEFT, BUMP_RIGHT = 29 / 398, 20 / 398
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
        others = "".join(_bump_line(player, _curved(places[player])) for player in quiet)
    best = "".join(_bump_line(player, _curved(places[player]), MARKS[order.index(player)]) for player in loud)
    wide = max(rounds, 1)
    box = (-BUMP_LEFT * wide, 0, (BUMP_LEFT + 1 + BUMP_RIGHT) * wide, many)
    shape = {"class_": "bump", "height": ROW * many, "preserveAspectRatio": "none"}
    return picture(rules + others + best, box=box, label=label, **shape)


def _bump_line(player: int, points: str, kind: str = "") -> str:
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


# Who met whom: a matrix of players by place, tinted by the margin; one path a tint.


MATRIX_HIGH, MATRIX_LEFT, MATRIX_TOP = 26, 176, 22
LEAST, WIDEST = 22, 39
"""Minimum and maximum width of a cell; the cells share 1,100 pixels."""
MOST = 48
"""Maximum number of players; a larger matrix is illegible."""


def tint(half_points: int, margin: float, total: int) -> str:
    """The class of a result: won or lost by less than a fifth of all discs, less than a half, or more.

    A win without a margin, as in chess, has the middle tint.
    """
    if half_points == 1:
        return "d1"
    side = "v" if half_points == 2 else "l"
    if total <= 2 or not margin:
        return f"{side}2"
    part = abs(margin) / total
    return f"{side}{1 if part < 12 / 64 else 2 if part < 0.5 else 3}"


def cell_width(players: int) -> int:
    return max(LEAST, min(WIDEST, (1100 - MATRIX_LEFT) // max(players, 1)))


def matrix(names: Sequence[str], met: Mapping[tuple[int, int], tuple[str, str]], label: str) -> str:
    """The matrix of these names in their order; `met` has the tint and the sign of row and column."""
    many, wide = len(names), cell_width(len(names))
    heads = "".join(text(MATRIX_LEFT + (k + 0.5) * wide, 14, str(k + 1), "mid") for k in range(many))
    rows = "".join(
        text(22, MATRIX_TOP + (k + 0.5) * MATRIX_HIGH + 4, str(k + 1), "end")
        + text(32, MATRIX_TOP + (k + 0.5) * MATRIX_HIGH + 4, _cut(name), "loud")
        for k, name in enumerate(names)
    )
    tints: dict[str, list[str]] = {"self": [_cell(k, k, wide) for k in range(many)]}
    signs: dict[int, list[str]] = {}
    for (row, column), (kind, sign) in met.items():
        tints.setdefault(kind, []).append(_cell(row, column, wide))
        signs.setdefault(row, []).append(_sign(column, wide, sign))
    words = "".join(_matrix_line(row, cells) for row, cells in signs.items())
    areas = "".join(f'<path class="{kind}" d="{"".join(cells)}"/>' for kind, cells in tints.items())
    lines = "".join(
        f"M0 {number(MATRIX_TOP + k * MATRIX_HIGH)}h{MATRIX_LEFT + many * wide}" for k in range(many + 1)
    )
    rules = f'<path class="rule" d="{lines}"/>'
    width, height = MATRIX_LEFT + many * wide, MATRIX_TOP + many * MATRIX_HIGH + 2
    size = {"width": width, "height": height}
    return picture(areas + rules + heads + rows + words, box=(0, 0, width, height), label=label, **size)


def _cell(row: int, column: int, wide: int) -> str:
    """A thick line through the middle of the cell; the style sheet sets its width."""
    return (
        f"M{MATRIX_LEFT + column * wide + 1} {MATRIX_TOP + row * MATRIX_HIGH + MATRIX_HIGH // 2}h{wide - 2}"
    )


def _sign(column: int, wide: int, sign: str) -> str:
    return f'<tspan x="{number(MATRIX_LEFT + (column + 0.5) * wide)}">{sign}</tspan>'


def _matrix_line(row: int, signs: Sequence[str]) -> str:
    """The signs of a row, with their common attributes written once."""
    y = number(MATRIX_TOP + (row + 0.5) * MATRIX_HIGH + 4)
    return f'<text class="mid cell" y="{y}">{"".join(signs)}</text>'


def _cut(name: str, most: int = 20) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"


# The bracket of a cup: a box for every tie, and lines to the tie its winner advances to.


NARROW: Final = 208
"""Minimum width of a column with its gap; where there is more room, the columns share it."""
HEIGHT: Final = 56
"""Height of a box."""
BOX: Final = 0.88
"""The part of a column that is the box; the rest is for the lines to the next one."""
SLIDE: Final = 264
"""Width of a column of a slide."""
_BOLD: Final = 9.4
"""Width of a bold character of a name on a slide; longer names are cut."""
_STEP: Final = 74
"""Vertical distance of two boxes."""
_TREE_TOP: Final = 26
_SIGN: Final = 8
"""Width of a character of a score.

A name that does not fit beside it is cut, with the whole name as title.
"""


@dataclass(frozen=True, slots=True)
class TieSide:
    """One side of a tie."""

    name: str
    seed: str = ""
    score: str = ""
    state: Literal["", "won", "out"] = ""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A tie: both sides, the preceding ties by column and row, and its link."""

    seats: tuple[TieSide, TieSide]
    feeds: tuple[tuple[int, int], ...] = ()
    kind: Literal["", "on", "alone"] = ""
    """Being played, or without an opponent."""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Scale:
    """The width of a column: in per cent of the page, or without a unit on a slide."""

    stride: float
    unit: Literal["%", ""] = ""

    def __call__(self, columns: float) -> str:
        return f"{number(columns * self.stride)}{self.unit}"


def tree(columns: Sequence[Sequence[Fixture]], titles: Sequence[str]) -> str:
    """The chart, as wide as its page; it has no label, because the list of the ties says the same."""
    high = _TREE_TOP + max(map(len, columns)) * _STEP
    # An empty SVG below sets the minimum width of the columns, which no attribute of the chart can.
    least = f'<svg width="{len(columns) * NARROW}" height="0" aria-hidden="true"></svg>'
    kind = "bracket" if len(columns) > 1 else "bracket single"
    drawing = f'<svg class="{kind}" width="100%" height="{high}" overflow="visible" aria-hidden="true">'
    inside = bracket(columns, titles, Scale(100 / (len(columns) + BOX - 1), "%"))
    return f"{drawing}{inside}</svg>{least}"


def bracket(columns: Sequence[Sequence[Fixture]], titles: Sequence[str], scale: Scale) -> str:
    """The titles, the lines and the boxes."""
    places = [(at, row) for at, column in enumerate(columns) for row in range(len(column))]
    ways = "".join(
        _way(columns, feed, place, scale) for place in places for feed in columns[place[0]][place[1]].feeds
    )
    heads = "".join(
        f'<text class="head" x="{scale(at)}" y="14">{escape(title)}</text>' for at, title in enumerate(titles)
    )
    boxes = "".join(_fixture(columns[at][row], at, top(columns, at, row), scale) for at, row in places)
    return ways + heads + boxes


def top(columns: Sequence[Sequence[Fixture]], at: int, row: int) -> float:
    """The top of a box: every column is spread over the height of the longest one."""
    middle = (2 * row + 1) * max(map(len, columns)) * _STEP / (2 * len(columns[at]))
    return _TREE_TOP + middle - _STEP / 2


def _way(
    columns: Sequence[Sequence[Fixture]], start: tuple[int, int], aim: tuple[int, int], scale: Scale
) -> str:
    """A line from the end of a box over the middle of the gap to the next one."""
    begin, end = scale(start[0] + BOX), scale(aim[0])
    middle = scale(aim[0] - (1 - BOX) / 2)
    y, to = (number(top(columns, *place) + HEIGHT / 2) for place in (start, aim))
    parts = ((begin, y, middle, y), (middle, y, middle, to), (middle, to, end, to))
    return "".join(
        f'<line class="way" x1="{x}" y1="{y}" x2="{right}" y2="{down}" stroke-linecap="square"/>'
        for x, y, right, down in parts
    )


def _fixture(fixture: Fixture, at: int, y: float, scale: Scale) -> str:
    wide = "100%" if scale.unit else scale(BOX)
    half = f'<line class="half" x2="{wide}" y1="{HEIGHT // 2}" y2="{HEIGHT // 2}"/>'
    inside = f'<rect class="edge" width="{wide}" height="{HEIGHT}" rx="8"/>{half}'
    inside += "".join(_seat(seat, row, scale) for row, seat in enumerate(fixture.seats))
    if not scale.unit:  # some programs that show slides draw no SVG within another one
        return f'<g transform="translate({scale(at)} {number(y)})">{inside}</g>'
    if fixture.link:  # the list below serves keyboards and screen readers; this link serves pointers
        inside = f'<a href="{escape(fixture.link)}" tabindex="-1">{inside}</a>'
    frame = f'x="{scale(at)}" y="{number(y)}" width="{scale(BOX)}" height="{HEIGHT}" overflow="visible"'
    return f'<svg class="{f"tie {fixture.kind}".rstrip()}" {frame}>{inside}</svg>'


def _seat(seat: TieSide, row: int, scale: Scale) -> str:
    y, left = 19 + 28 * row, 32 if seat.seed else 12
    kind = {"won": " won", "out": " quiet"}.get(seat.state, "")
    right = 'x="100%" dx="-8"' if scale.unit else f'x="{number(BOX * scale.stride - 8)}"'
    return (
        (box(0, 1 + 28 * row, 3, 26, "stripe") if seat.state == "won" else "")
        + (text(22, y, seat.seed, "seed") if seat.seed else "")
        + (_clipped if scale.unit else _cut_name)(seat, kind, left, y)
        + f'<text class="mark{kind}" {right} y="{y}">{escape(seat.score)}</text>'
    )


def _clipped(seat: TieSide, kind: str, left: int, y: int) -> str:
    """The name in HTML, whose style sheet cuts it where it does not fit."""
    narrow = NARROW * BOX
    part = round(100 * (narrow - left - 10 - _SIGN * len(seat.score)) / narrow)
    name = f'<div class="clip{kind}" title="{escape(seat.name)}">{escape(seat.name)}</div>'
    return f'<foreignObject x="{left}" y="{y - 16}" width="{part}%" height="24">{name}</foreignObject>'


def _cut_name(seat: TieSide, kind: str, left: int, y: int) -> str:
    most = int((BOX * SLIDE - left - 16) / _BOLD) - len(seat.score)
    return text(left, y, _cut(seat.name, most), f"name{kind}")


# Ratings over time as one self-contained SVG.


_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _FOOT = 720, 360, 48, 170, 16, 40
_COLOURS: Final = ("#1a6a50", "#a1260d", "#1f4e9c", "#8a5a00", "#6b2d86", "#00707a", "#5c6470", "#b0306a")
MOST_RATED: Final = len(_COLOURS)
"""Maximum number of lines; more cannot be told apart."""


def rating_chart(entries: Sequence[RatingEntry], title: str) -> str:
    """The ratings of the first entries after each event."""
    shown = entries[:MOST_RATED]
    events = sorted({(point.date, point.event) for entry in shown for point in entry.history}, key=_when)
    ratings = [point.rating for entry in shown for point in entry.history] or [1500.0]
    low, high = 50 * int(min(ratings) // 50), 50 * int(-(-max(ratings) // 50)) or 50
    frame = _Frame(events, low, max(high, low + 50))
    parts = [*_grid(frame), *(_rating_line(frame, entry, number) for number, entry in enumerate(shown))]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'font-family="system-ui, sans-serif" font-size="12"><title>{escape(title)}</title>'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fbfaf7"/>{"".join(parts)}</svg>\n'
    )


def _when(event: tuple[str, str]) -> tuple[str, str]:
    return sortable_date(event[0]), event[1]


class _Frame:
    """Maps dates and ratings to coordinates."""

    def __init__(self, events: Sequence[tuple[str, str]], low: int, high: int) -> None:
        self.events = events
        self.low, self.high = low, high
        self._step = (_WIDTH - _LEFT - _RIGHT) / max(1, len(events) - 1)
        self._place = {event: place for place, event in enumerate(events)}

    def x(self, date: str, event: str) -> float:
        return _LEFT + self._step * self._place[date, event]

    def y(self, rating: float) -> float:
        return _TOP + (_HEIGHT - _TOP - _FOOT) * (self.high - rating) / (self.high - self.low)


def _grid(frame: _Frame) -> list[str]:
    step = max(50, 50 * round((frame.high - frame.low) / 300))
    parts = []
    for rating in range(frame.low, frame.high + 1, step):
        y = frame.y(rating)
        parts.append(f'<path d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}" stroke="#d4cfc3"/>')
        parts.append(
            f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end" fill="#5c6470">{rating}</text>'
        )
    for date, event in (frame.events[0], frame.events[-1]) if frame.events else ():
        anchor = "start" if (date, event) == frame.events[0] else "end"
        at, label = f'x="{frame.x(date, event):.1f}" y="{_HEIGHT - 14}"', escape(date or event)
        parts.append(f'<text {at} text-anchor="{anchor}" fill="#5c6470">{label}</text>')
    return parts


def _rating_line(frame: _Frame, entry: RatingEntry, number: int) -> str:
    colour = _COLOURS[number]
    places = [_place(frame, point) for point in entry.history]
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5"/>' for x, y in places)
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    label = _TOP + 14 + 18 * number
    name = escape(entry.player.full_name[:20])
    return (
        f'<g fill="{colour}" stroke="none"><polyline points="{path}" fill="none" stroke="{colour}" '
        f'stroke-width="1.8"/>{dots}<text x="{_WIDTH - _RIGHT + 16}" y="{label}">{name} '
        f"{entry.rating:.0f}</text></g>"
    )


def _place(frame: _Frame, point: RatingPoint) -> tuple[float, float]:
    return frame.x(point.date, point.event), frame.y(point.rating)
