"""The shape of dates and missing values in all data."""

from __future__ import annotations

from datetime import date
from typing import Any, Final

import msgspec

from ronde.core.events import Event
from ronde.i18n.door import day_of_text

VERSION: Final = 2
"""The number of the shape: dates in ISO 8601, and null for unknown values."""


def rating_data(rating: int) -> int | None:
    return rating or None


def day_data(text: str) -> str | None:
    """A date in ISO 8601; any other text as typed, and None for none.

    >>> day_data("31/12/2026"), day_data("1990/01/31"), day_data("Easter 2026"), day_data("")
    ('2026-12-31', '1990-01-31', 'Easter 2026', None)
    """
    return day_of_text(text, "", _iso) or None


def fact_data(event: Event) -> dict[str, Any]:
    """An event of the journal with its dates in ISO 8601."""
    data: dict[str, Any] = _with_days(msgspec.to_builtins(event))
    return data


def _with_days(data: Any) -> Any:
    if not isinstance(data, dict):
        return data
    return {
        name: day_data(value) or "" if name in ("date", "birth") else _with_days(value)
        for name, value in data.items()
    }


def _iso(when: date, _language: str) -> str:
    return when.isoformat()
