"""What a tournament tells from afar: an Atom feed of its rounds, and the same as a calendar."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from xml.etree.ElementTree import Element, SubElement, tostring

from ronde.core.events import Event, RoundClosed, RoundPaired
from ronde.core.tournament import Tournament
from ronde.i18n.door import say

ATOM = "http://www.w3.org/2005/Atom"
LINE = 75
"""Bytes of a line of a calendar, its end apart (RFC 5545, 3.1)."""


@dataclass(frozen=True, slots=True)
class Milestone:
    """A round that was paired or closed: the number of the fact, and its time in UTC."""

    round: int
    closed: bool
    number: int
    at: str


def milestones(facts: Iterable[tuple[int, str, Event]]) -> list[Milestone]:
    """The rounds that stand, from facts that count with their numbers and times; the newest first.

    A round that was paired again, or reopened and closed again, stands there once, with its last time.
    """
    latest: dict[tuple[int, bool], Milestone] = {}
    for number, at, event in facts:
        if isinstance(event, RoundPaired | RoundClosed):
            closed = isinstance(event, RoundClosed)
            latest[event.round, closed] = Milestone(event.round, closed, number, at)
    return sorted(latest.values(), key=lambda one: one.number, reverse=True)


def still_true(tournament: Tournament, listed: Iterable[Milestone]) -> list[Milestone]:
    """Those that are still true: a reopened round is not closed, a dissolved one has no tables."""
    last = len(tournament.closed_rounds)
    return [
        one
        for one in listed
        if (one.round <= last if one.closed else one.round <= last or bool(tournament.open_round.tables))
    ]


def atom(tournament: Tournament, news: Iterable[Milestone], home: str, language: str) -> bytes:
    """An Atom feed (RFC 4287); `home` is the address of the tournament."""
    entries = [
        Entry(
            _title(one, language),
            _page(one, home),
            one.at,
            f"{home}?at={one.number}",
            _summary(tournament, one, language),
        )
        for one in news
    ]
    author = tournament.settings.public.club
    return entries_feed(tournament.name, f"{home}/feed.atom", entries, language, home=home, author=author)


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a feed: its title, its page, its time in UTC, and what names it for ever."""

    title: str
    page: str
    at: str
    id: str = ""
    """Empty: the address of its page."""
    summary: str = ""


def entries_feed(
    title: str, address: str, entries: Sequence[Entry], language: str, *, home: str = "", author: str = ""
) -> bytes:
    """An Atom feed of some entries, the newest first; `address` is its own, `home` that of what it tells."""
    feed = Element("feed", {"xmlns": ATOM, "xml:lang": language})
    _add(feed, "title", title)
    _add(feed, "id", address)
    _add(feed, "updated", entries[0].at if entries else "1970-01-01T00:00:00+00:00")
    SubElement(feed, "link", {"rel": "self", "href": address})
    if home:
        SubElement(feed, "link", {"href": home})
    _add(SubElement(feed, "author"), "name", author or title)
    for one in entries:
        _enter(feed, one)
    written: bytes = tostring(feed, encoding="utf-8", xml_declaration=True)
    return written


def _enter(feed: Element, one: Entry) -> None:
    entry = SubElement(feed, "entry")
    _add(entry, "title", one.title)
    _add(entry, "id", one.id or one.page)
    _add(entry, "updated", one.at)
    SubElement(entry, "link", {"href": one.page})
    if one.summary:
        _add(entry, "summary", one.summary)


def calendar(tournament: Tournament, news: Iterable[Milestone], home: str, language: str) -> bytes:
    """A calendar (RFC 5545): the day of the tournament, and each round from its pairing to its closing."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Ronde//Ronde//EN",
        f"X-WR-CALNAME:{_safe(tournament.name)}",
    ]
    by_round: dict[int, dict[bool, Milestone]] = {}
    for one in news:
        by_round.setdefault(one.round, {})[one.closed] = one
    lines += _day(tournament, home)
    for number, times in sorted(by_round.items()):
        lines += _round(tournament, number, times, home, language)
    return "".join(f"{_folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"]).encode()


def _add(parent: Element, name: str, text: str) -> None:
    SubElement(parent, name).text = text


def _title(one: Milestone, language: str) -> str:
    key = "web.feed-standings" if one.closed else "web.feed-pairings"
    return say(key, language, round=one.round)


def _page(one: Milestone, home: str) -> str:
    return f"{home}/{'standings' if one.closed else 'round'}/{one.round}"


def _summary(tournament: Tournament, one: Milestone, language: str) -> str:
    tables = len(tournament.round(one.round).tables)
    return say("web.feed-tables", language, count=tables)


def _day(tournament: Tournament, home: str) -> list[str]:
    """The day of the tournament, where its date is one."""
    try:
        day = date.fromisoformat(tournament.date)
    except ValueError:
        return []
    return [
        "BEGIN:VEVENT",
        f"UID:{_safe(home)}",
        f"DTSTAMP:{day:%Y%m%d}T000000Z",
        f"DTSTART;VALUE=DATE:{day:%Y%m%d}",
        f"DTEND;VALUE=DATE:{day + timedelta(days=1):%Y%m%d}",
        f"SUMMARY:{_safe(tournament.name)}",
        f"URL:{home}",
        "END:VEVENT",
    ]


def _round(
    tournament: Tournament, number: int, times: dict[bool, Milestone], home: str, language: str
) -> list[str]:
    begins, ends = times.get(False, times.get(True)), times.get(True)
    assert begins is not None
    title = say("web.feed-round", language, name=tournament.name, round=number)
    return [
        "BEGIN:VEVENT",
        f"UID:{_safe(home)}/round/{number}",
        f"DTSTAMP:{_moment((ends or begins).at)}",
        f"DTSTART:{_moment(begins.at)}",
        *([f"DTEND:{_moment(ends.at)}"] if ends else []),
        f"SUMMARY:{_safe(title)}",
        f"URL:{home}/round/{number}",
        "END:VEVENT",
    ]


def _moment(at: str) -> str:
    return f"{datetime.fromisoformat(at):%Y%m%dT%H%M%SZ}"


def _safe(text: str) -> str:
    """Text of a calendar: commas, semicolons, backslashes and ends of lines have a meaning there."""
    for char in "\\;,":
        text = text.replace(char, f"\\{char}")
    return text.replace("\r", "").replace("\n", "\\n")


def _folded(line: str) -> str:
    """A long line in pieces of at most 75 bytes, never within a letter; each but the first after a blank."""
    pieces, size = [""], 0
    for char in line:
        own = len(char.encode())
        if size + own > LINE:
            pieces.append(" ")
            size = 1
        pieces[-1] += char
        size += own
    return "\r\n".join(pieces)
