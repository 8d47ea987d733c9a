"""Days as people type them: the day first, as in PAPP, or the year first, as in ISO 8601."""

from __future__ import annotations

from re import ASCII
from re import compile as pattern
from typing import Final

from ronde.core.errors import NameImpossible
from ronde.core.player import clean_name

_TYPED: Final = (
    pattern(r"(?P<day>\d{1,2})([/.-])(?P<month>\d{1,2})\2(?P<year>[1-9]\d{3})", ASCII),
    pattern(r"(?P<year>[1-9]\d{3})([/.-])(?P<month>\d\d)\2(?P<day>\d\d)", ASCII),
)


def day_typed(text: str) -> tuple[int, int, int] | None:
    """The year, the month and the day of a text that has the form of a date, and nothing else.

    >>> day_typed("31/12/2026"), day_typed("2026-12-31"), day_typed("Easter 2026")
    ((2026, 12, 31), (2026, 12, 31), None)
    """
    match = next(filter(None, (form.fullmatch(text) for form in _TYPED)), None)
    return (int(match["year"]), int(match["month"]), int(match["day"])) if match else None


def clean_date(text: str) -> str:
    """The date of a tournament, which may be any text, but not a day that does not exist."""
    cleaned = clean_name(text, field="date", needed=False)
    typed = day_typed(cleaned)
    if typed and not _in_calendar(*typed):
        raise NameImpossible(field="date", reason="day", text=cleaned)
    return cleaned


def _in_calendar(year: int, month: int, day: int) -> bool:
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    longest = {2: 29 if leap else 28} | dict.fromkeys((4, 6, 9, 11), 30)
    return 1 <= month <= 12 and 1 <= day <= longest.get(month, 31)
