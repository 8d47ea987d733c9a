"""Days and times as each language writes them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime

from ronde.i18n.languages import manner
from ronde.model.names import parse_date


def day(when: date, language: str) -> str:
    """A day as people write it in that language.

    >>> day(date(2026, 11, 3), "en"), day(date(2026, 11, 3), "fr")
    ('2026-11-03', '03/11/2026')
    """
    return when.strftime(manner(language).date)


def moment(when: datetime, language: str, *, seconds: bool = False) -> str:
    """A day and the time of day.

    >>> moment(datetime(2026, 11, 3, 14, 5), "nl")
    '03-11-2026 14:05'
    """
    return f"{day(when, language)} {when:%H:%M:%S}" if seconds else f"{day(when, language)} {when:%H:%M}"


def long_day(when: date, language: str) -> str:
    """A day with the name of its month, for the head of a page.

    >>> long_day(date(2026, 11, 3), "en"), long_day(date(2026, 11, 3), "de")
    ('3 November 2026', '3. November 2026')
    """
    style = manner(language)
    month = style.months.split()[when.month - 1]
    return style.long_date.format(day=when.day, month=month, year=when.year)


def start(text: str, language: str, *, dated: bool) -> str:
    """When a round begins, as it is stored: the day of the week, the date if it is needed, and the hour.

    >>> start("2026-12-06 09:30", "en", dated=False), start("2026-12-06", "de", dated=True)
    ('Sunday 9:30', 'Sonntag, 6. Dezember 2026')
    """
    when, style = datetime.fromisoformat(text), manner(language)
    told = style.weekdays.split()[when.weekday()]
    if dated:
        told = style.weekday_date.format(weekday=told, day=long_day(when, language))
    hour = {"hour": when.hour, "minute": f"{when.minute:02}"}
    return style.clock.format(day=told, **hour) if " " in text else told


def day_of_text(text: str, language: str, write: Callable[[date, str], str] = day) -> str:
    """The date of a tournament in that language; a text that is no date stays as it was typed.

    >>> day_of_text("31/12/2026", "de"), day_of_text("Easter 2026", "de")
    ('31.12.2026', 'Easter 2026')
    """
    typed = parse_date(text)
    try:
        return write(date(*typed), language) if typed else text
    except ValueError:  # 31/02/2026, in a file from elsewhere
        return text
