"""Days as people type them: the day first, as in PAPP, or the year first, as in ISO 8601."""

from __future__ import annotations

from datetime import date
from re import ASCII
from re import compile as pattern
from typing import Final

from ronde.core.errors import NameImpossible
from ronde.core.player import clean_name

_TYPED: Final = (
    pattern(r"(?P<day>\d{1,2})([/.-])(?P<month>\d{1,2})\2(?P<year>[1-9]\d{3})", ASCII),
    pattern(r"(?P<year>[1-9]\d{3})([/.-])(?P<month>\d{1,2})\2(?P<day>\d{1,2})", ASCII),
)


def typed_day(text: str) -> date | None:
    """The day a text names, None if it names none; ValueError for one that no calendar has.

    >>> typed_day("31/12/2026"), typed_day("2026-12-31"), typed_day("Easter 2026")
    (datetime.date(2026, 12, 31), datetime.date(2026, 12, 31), None)
    """
    match = next(filter(None, (form.fullmatch(text) for form in _TYPED)), None)
    return date(int(match["year"]), int(match["month"]), int(match["day"])) if match else None


def clean_date(text: str) -> str:
    """The date of a tournament, which may be any text; refused if it is a day that no calendar has."""
    cleaned = clean_name(text, field="date", needed=False)
    try:
        typed_day(cleaned)
    except ValueError:
        raise NameImpossible(field="date", reason="day", text=cleaned) from None
    return cleaned
