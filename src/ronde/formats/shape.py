"""The shapes of all data: that of today, and the first one, which RONDE_JSON=1 asks for until version 0.2."""

from __future__ import annotations

import os
from datetime import date
from typing import Any, Final

import msgspec

from ronde.core.events import Event
from ronde.i18n.door import day_of_text

VERSION: Final = 2
"""The number of today's shape: days as ISO 8601 writes them, and null for what nobody has said."""


def first_shape() -> bool:
    """Whether the first shape is asked for."""
    return os.environ.get("RONDE_JSON") == "1"


def shape_data() -> dict[str, Any]:
    """What tells the shapes apart."""
    return {} if first_shape() else {"version": VERSION}


def rating_data(rating: int) -> int | None:
    """A rating; null for somebody who has none."""
    return rating if rating or first_shape() else None


def day_data(text: str) -> str | None:
    """A day as ISO 8601 writes it; any other text as it was typed, and null for none.

    >>> day_data("31/12/2026"), day_data("1990/01/31"), day_data("Easter 2026"), day_data("")
    ('2026-12-31', '1990-01-31', 'Easter 2026', None)
    """
    if first_shape():
        return text
    return day_of_text(text, "", _iso) or None


def fact_data(event: Event) -> dict[str, Any]:
    """A fact of the journal with its days as ISO 8601 writes them."""
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
