"""The feed and the calendar of a tournament."""

from __future__ import annotations

from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from ronde.core.events import Event, RoundClosed, RoundPaired
from ronde.core.tournament import Tournament
from ronde.formats.feeds import LINE, Milestone, _folded, _safe, atom, calendar, milestones, still_true

NS = "{http://www.w3.org/2005/Atom}"
HOME = "http://localhost:8765/t/open"


def paired(round: int) -> Event:
    return RoundPaired(round, {}, None, "swiss", 0, 0)


def facts() -> list[tuple[int, str, Event]]:
    hours = ("09:00", "10:00", "10:05", "11:00")
    events: list[Event] = [paired(1), RoundClosed(1), paired(2), paired(2)]
    return [
        (number, f"2026-11-14T{hour}:00.000+00:00", event)
        for number, (hour, event) in enumerate(zip(hours, events, strict=True), start=5)
    ]


def test_a_round_that_was_paired_twice_is_told_once_with_its_last_time() -> None:
    found = milestones(facts())
    assert [(one.round, one.closed, one.number) for one in found] == [
        (2, False, 8),
        (1, True, 6),
        (1, False, 5),
    ]
    assert found[0].at.startswith("2026-11-14T11:00")


def test_what_is_no_longer_true_is_not_told() -> None:
    empty = Tournament(name="Open")
    assert still_true(empty, milestones(facts())) == []


def test_the_feed_names_every_milestone_with_its_page_and_its_moment() -> None:
    feed = ElementTree.fromstring(atom(Tournament(name="A < B & C"), [], HOME, "en"))
    assert feed.findtext(f"{NS}title") == "A < B & C"
    assert feed.findall(f"{NS}entry") == []
    assert feed.findtext(f"{NS}id") == f"{HOME}/feed.atom"


def test_the_calendar_has_the_day_of_the_tournament_and_none_where_the_date_is_words() -> None:
    day = calendar(Tournament(name="Open; final", date="2026-11-14"), [], HOME, "en").decode()
    assert "DTSTART;VALUE=DATE:20261114\r\nDTEND;VALUE=DATE:20261115\r\nSUMMARY:Open\\; final\r\n" in day
    assert "VEVENT" not in calendar(Tournament(name="Open", date="next spring"), [], HOME, "en").decode()


def test_a_round_lasts_from_its_pairing_to_its_closing() -> None:
    news = [
        Milestone(1, True, 6, "2026-11-14T10:00:00+00:00"),
        Milestone(1, False, 5, "2026-11-14T09:00:00+00:00"),
    ]
    text = calendar(Tournament(name="Open"), news, HOME, "fr").decode()
    assert "DTSTART:20261114T090000Z\r\nDTEND:20261114T100000Z\r\nSUMMARY:Open\\, ronde 1\r\n" in text


@given(st.text(max_size=300))
def test_a_folded_line_unfolds_to_itself_and_no_piece_is_too_long(text: str) -> None:
    line = "SUMMARY:" + _safe(text)
    pieces = _folded(line).split("\r\n")
    assert all(len(piece.encode("utf-8", "surrogatepass")) <= LINE for piece in pieces)
    assert pieces[0] + "".join(piece[1:] for piece in pieces[1:]) == line
