"""What FIDE knows of a player, and what its reports ask about a tournament."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields

from ronde.core.errors import CardImpossible
from ronde.core.keizer import Limit

TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
"""In the order in which equal ratings are listed (C.04.2)."""
SEXES = ("", "m", "w")
MOST_K = 40
BIGGEST_FIDE_NUMBER = 99_999_999_999
_BIRTH = re.compile(r"([0-9]{4}(/[0-9]{2}/[0-9]{2})?)?")
_DAY = re.compile(r"([0-9]{4}/[0-9]{2}/[0-9]{2})?")


@dataclass(frozen=True, slots=True)
class FideCard:
    """The entry of a player in FIDE's list; 0 and empty where it says nothing."""

    number: int = 0
    title: str = ""
    sex: str = ""
    birth: str = ""
    """The day `1990/01/31`, or the year alone."""
    k: int = 0
    """The development coefficient by which the rating changes."""


NO_CARD = FideCard()


def check_fide_card(card: FideCard) -> None:
    """Refuse an entry that FIDE's list could not have."""
    checks = (
        ("number", 0 <= card.number <= BIGGEST_FIDE_NUMBER, f"0-{BIGGEST_FIDE_NUMBER}"),
        ("title", card.title in ("", *TITLES), " ".join(TITLES)),
        ("sex", card.sex in SEXES, "m w"),
        ("birth", _BIRTH.fullmatch(card.birth) is not None, "1990/01/31, 1990"),
        ("k", 0 <= card.k <= MOST_K, f"0-{MOST_K}"),
    )
    for field, possible, allowed in checks:
        if not possible:
            raise CardImpossible(field=field, value=str(getattr(card, field)), allowed=allowed)


def title_order(title: str) -> int:
    """The rank of a title among equal ratings; players without one come last."""
    return TITLES.index(title) if title in TITLES else len(TITLES)


@dataclass(frozen=True, slots=True)
class ReportSettings:
    city: str = ""
    federation: str = ""
    begin: str = ""
    end: str = ""
    """First and last day as `2026/11/07`."""
    arbiter: str = ""
    deputies: tuple[str, ...] = ()
    time_control: str = ""
    """In seconds, as FIDE encodes it: `5400+30`, `40/6000+30:900+30`."""


def report_limits(report: ReportSettings) -> tuple[Limit, ...]:
    """The settings that accept only some texts."""
    return tuple(
        (
            f"report.{name}",
            _DAY.fullmatch(getattr(report, name)) is not None,
            getattr(report, name),
            "2026/11/07",
        )
        for name in ("begin", "end")
    )


def report_texts(report: ReportSettings) -> list[tuple[str, str]]:
    named = []
    for one in fields(report):
        value = getattr(report, one.name)
        texts = value if isinstance(value, tuple) else (value,)
        named += [(f"report.{one.name}", text) for text in texts]
    return named
