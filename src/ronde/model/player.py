"""Players: their cards, their data in FIDE's list, and people on a list who may be registered."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, fields, replace
from enum import StrEnum

from ronde.model.errors import CardImpossible, NameImpossible, RatingImpossible
from ronde.model.go import NO_GO_CARD, GoCard, Limit, write_rank

# What FIDE knows of a player, and what its reports ask about a tournament.


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


# Players and their presence.


PlayerId = int
"""The number of a player, from a federation or from an insertion zone."""

LONGEST_NAME = 200
"""PAPP stops at 68 characters; a name longer than this is a pasted document."""

BIGGEST_NUMBER = 999_999_999
"""The biggest number we give or take from a keyboard."""
BIGGEST_FOREIGN = 2_147_483_647
"""The biggest number that the files of other programs carry."""
LEAST_RATING, MOST_RATING = -9_999, 99_999
"""A rating outside this range is a typing error."""

_DIRECTION_MARKS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")


class Absence(StrEnum):
    ABSENT = "absent"
    CLUB = "club"
    EXCUSED = "excused"
    UNEXCUSED = "unexcused"
    WITHDRAWN = "withdrawn"
    LATE = "late"
    OUT = "out"
    PREREGISTERED = "pre-registered"
    HALF_BYE = "half-bye"
    """Half a point, asked for before the round."""
    FULL_BYE = "full-bye"
    """A whole point, asked for before the round."""


BYES = {Absence.HALF_BYE: 1, Absence.FULL_BYE: 2}
"""The half-points of a bye that was asked for."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person, or a program, entered in a tournament."""

    id: PlayerId
    name: str
    first_name: str = ""
    country: str = ""
    club: str = ""
    rating: int = 0
    categories: tuple[str, ...] = ()
    comment: str = ""
    new: bool = False
    fide: FideCard = NO_CARD
    """The player's entry in FIDE's list."""
    phone: str = ""
    email: str = ""
    go: GoCard = NO_GO_CARD
    """Rank, grade and numbers of a player of Go."""

    @property
    def full_name(self) -> str:
        """Family name, then first name, as on a pairing list."""
        return f"{self.name} {self.first_name}" if self.first_name else self.name

    @property
    def listed_as(self) -> str:
        """What orders equal players in a list."""
        return self.full_name


@dataclass(frozen=True, slots=True)
class ShownPlayer(Player):
    """A player as the public sees him, perhaps under a shorter name, at the place of the whole one."""

    place: int = 0
    groups: frozenset[str] = frozenset()
    """The groups of the settings he belongs to, which his own data may no longer tell."""

    @property
    def listed_as(self) -> str:
        return f"{self.place:09}"


def anonymous(player: Player, name: str) -> Player:
    """The player without what tells who it is; what pairing and standings need stays."""
    go = player.go.unnumbered
    return replace(player, name=name, first_name="", comment="", fide=NO_CARD, phone="", email="", go=go)


def split_name(text: str) -> tuple[str, str]:
    """Family and first name: at the comma, at the parenthesis of a program, else at the last blank.

    >>> split_name("DE LA TOUR Ana"), split_name("DE LA TOUR, Ana Eva"), split_name("Zebra (DOE J.)")
    (('DE LA TOUR', 'Ana'), ('DE LA TOUR', 'Ana Eva'), ('Zebra', '(DOE J.)'))
    """
    for mark, kept in ((",", ""), ("(", "(")):
        family, separator, first = text.partition(mark)
        if separator:
            return family.strip(), (kept + first).strip()
    family, _, first = text.strip().rpartition(" ")
    return (family.strip(), first) if family else (first, "")


def check_rating(rating: int) -> None:
    if not LEAST_RATING <= rating <= MOST_RATING:
        raise RatingImpossible(rating=rating, least=LEAST_RATING, most=MOST_RATING)


def clean_name(text: str, *, field: str = "name", needed: bool = True, longest: int = LONGEST_NAME) -> str:
    """Collapse blanks and compose accents; refuse what a list could not print."""
    check_printable(text, field=field)
    cleaned = " ".join(unicodedata.normalize("NFC", text).split())
    if needed and not cleaned:
        raise NameImpossible(field=field, reason="empty", text=text)
    if len(cleaned) > longest:
        raise NameImpossible(field=field, reason="long", text=f"{cleaned[:20]}…", limit=longest)
    return cleaned


def clean_country(text: str, *, field: str = "country") -> str:
    """A country in the same way; a code in capitals.

    >>> clean_country("fra"), clean_country("New  Zealand")
    ('FRA', 'New Zealand')
    """
    cleaned = clean_name(text, field=field, needed=False)
    return cleaned.upper() if re.fullmatch("[A-Za-z]{2,3}", cleaned) else cleaned


def check_printable(text: str, *, field: str) -> None:
    """Refuse a text with a character that would break a line or control a terminal."""
    offending = next((char for char in text if unprintable(char)), None)
    if offending is not None:
        raise NameImpossible(field=field, reason="control", text=f"U+{ord(offending):04X}")


def unprintable(char: str) -> bool:
    """Control characters, lone surrogates and bidirectional controls.

    Joiners (U+200C, U+200D) are allowed: Persian and Indian names need them.
    """
    return unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") or char in _DIRECTION_MARKS


# A player of FIDE's rating list: three ratings, of which the time control selects one.


RATES = ("standard", "rapid", "blitz")
"""The three lists, in the order of the columns."""
_MOVES = 60
"""How many moves count when the thinking time of a game is added up (B.02)."""
_RAPID, _BLITZ = 60 * 60, 10 * 60
"""Seconds: a game below the first is rapid, one up to the second is blitz (Laws, appendices A and B)."""
_PERIOD = re.compile(r"(?:(\d+)/)?(\d+)(?:\+(\d+))?")


@dataclass(frozen=True, slots=True)
class FidePlayer:
    """A row of the list."""

    number: int
    name: str
    """`Carlsen, Magnus`"""
    federation: str = ""
    sex: str = ""
    title: str = ""
    birth: str = ""
    """The year."""
    inactive: bool = False
    ratings: tuple[int, int, int] = (0, 0, 0)
    coefficients: tuple[int, int, int] = (0, 0, 0)

    def card(self, rate: str = "standard") -> Player:
        """This person as an unregistered player, with the rating for that speed."""
        at = RATES.index(rate)
        family, first = split_name(self.name) if "," in self.name else (self.name, "")
        fide = FideCard(self.number, self.title, self.sex, self.birth, self.coefficients[at])
        return Player(0, family, first, self.federation, rating=self.ratings[at], fide=fide)


@dataclass(frozen=True, slots=True)
class ListChange:
    """A person whose row differs from the previous list."""

    kind: str
    """`new`, `changed` or `gone`."""
    was: FidePlayer | None
    now: FidePlayer | None


@dataclass(frozen=True, slots=True)
class PersonChange:
    """A person who is new, changed or gone: before and now, as far as there is one."""

    was: Player | None
    now: Player | None

    @property
    def kind(self) -> str:
        return "new" if self.was is None else "changed" if self.now else "gone"


def rate_of(time_control: str) -> str:
    """Which list counts for an encoded time control (TRF26, record 222); standard if it is empty.

    >>> rate_of("5400+30"), rate_of("900+10"), rate_of("180+2"), rate_of("")
    ('standard', 'rapid', 'blitz', 'standard')
    """
    periods = [_PERIOD.fullmatch(part) for part in time_control.strip().split(":")]
    if not all(periods):
        return "standard"
    seconds = sum(int(period[2]) for period in periods if period)
    increment = next((int(period[3] or 0) for period in periods if period), 0)
    whole = seconds + _MOVES * increment
    return "blitz" if whole <= _BLITZ else "rapid" if whole < _RAPID else "standard"


def updated_from_list(card: Player, listed: FidePlayer, rate: str = "standard") -> Player:
    """A registered player updated from the list; the name stays as typed, blank fields are ignored."""
    fresh = listed.card(rate)
    fide = card.fide
    born = fide.birth if fide.birth.startswith(fresh.fide.birth) else fresh.fide.birth
    entry = FideCard(
        fide.number, fresh.fide.title or fide.title, fresh.fide.sex or fide.sex, born, fresh.fide.k or fide.k
    )
    return replace(
        card, country=fresh.country or card.country, rating=fresh.rating or card.rating, fide=entry
    )


def updated_from_person(card: Player, known: Player) -> Player:
    """A registered player updated from a list of known people; blank fields are ignored."""
    ours, theirs = card.fide, known.fide
    fide = FideCard(
        ours.number or theirs.number,
        theirs.title or ours.title,
        theirs.sex or ours.sex,
        theirs.birth or ours.birth,
        theirs.k or ours.k,
    )
    return replace(
        card,
        country=known.country or card.country,
        club=known.club or card.club,
        rating=known.rating or card.rating,
        fide=fide,
        go=_updated_go(card.go, known.go),
    )


def _updated_go(ours: GoCard, theirs: GoCard) -> GoCard:
    """The numbers of both; the rank by which somebody is paired stays as it was typed."""
    fresh = {one.name: getattr(theirs, one.name) or getattr(ours, one.name) for one in fields(GoCard)}
    rank = theirs.rank if ours.rank is None else ours.rank
    return GoCard(**fresh | {"rank": rank, "correction": ours.correction})


def _rank_text(card: GoCard) -> str:
    return "" if card.rank is None else write_rank(card.rank)


def differences(before: Player, after: Player) -> dict[str, tuple[str, str]]:
    """The fields in which two players differ, before and after."""
    compared = {
        "name": (before.full_name, after.full_name),
        "club": (before.club, after.club),
        "category": ("/".join(before.categories), "/".join(after.categories)),
        "comment": (before.comment, after.comment),
        "country": (before.country, after.country),
        "rating": (str(before.rating or ""), str(after.rating or "")),
        "title": (before.fide.title, after.fide.title),
        "sex": (before.fide.sex, after.fide.sex),
        "birth": (before.fide.birth, after.fide.birth),
        "k": (str(before.fide.k or ""), str(after.fide.k or "")),
        "rank": (_rank_text(before.go), _rank_text(after.go)),
        "correction": (f"{before.go.correction:+}", f"{after.go.correction:+}"),
        "grade": (before.go.grade, after.go.grade),
        "pin": (before.go.pin, after.go.pin),
        "ffg": (before.go.ffg, after.go.ffg),
        "aga": (before.go.aga, after.go.aga),
    }
    return {field: both for field, both in compared.items() if both[0] != both[1]}
