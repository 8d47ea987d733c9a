"""Ratings over time as one self-contained SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from ronde.scoring.door import RatingEntry, RatingPoint, when

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _FOOT = 720, 360, 48, 170, 16, 40
_COLOURS: Final = ("#1a6a50", "#a1260d", "#1f4e9c", "#8a5a00", "#6b2d86", "#00707a", "#5c6470", "#b0306a")
MOST: Final = len(_COLOURS)
"""Maximum number of lines; more cannot be told apart."""


def rating_chart(entries: Sequence[RatingEntry], title: str) -> str:
    """The ratings of the first entries after each event."""
    shown = entries[:MOST]
    events = sorted({(point.date, point.event) for entry in shown for point in entry.history}, key=_when)
    ratings = [point.rating for entry in shown for point in entry.history] or [1500.0]
    low, high = 50 * int(min(ratings) // 50), 50 * int(-(-max(ratings) // 50)) or 50
    frame = _Frame(events, low, max(high, low + 50))
    parts = [*_grid(frame), *(_line(frame, entry, number) for number, entry in enumerate(shown))]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'font-family="system-ui, sans-serif" font-size="12"><title>{escape(title)}</title>'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fbfaf7"/>{"".join(parts)}</svg>\n'
    )


def _when(event: tuple[str, str]) -> tuple[str, str]:
    return when(event[0]), event[1]


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


def _line(frame: _Frame, entry: RatingEntry, number: int) -> str:
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
