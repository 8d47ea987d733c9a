"""The addresses of the feed and of the calendar."""

from __future__ import annotations

from xml.etree import ElementTree

from tests.support.web_server import Browser

NS = "{http://www.w3.org/2005/Atom}"


def test_the_feed_of_a_tournament_tells_its_rounds_the_newest_first(public: Browser) -> None:
    answer = public.get("/t/open/feed.atom")
    assert (answer.status, answer.headers["content-type"]) == (200, "application/atom+xml")
    feed = ElementTree.fromstring(answer.body)
    titles = [entry.findtext(f"{NS}title") for entry in feed.findall(f"{NS}entry")]
    assert titles == ["Round 2: pairings", "Standings after round 1", "Round 1: pairings"]
    for link in feed.iterfind(f"{NS}entry/{NS}link"):
        assert public.get(link.attrib["href"].partition(":" + str(public.port))[2]).status == 200
    assert 'href="/t/open/feed.atom"' in public.get("/t/open").text


def test_whoever_has_it_already_is_told_so(public: Browser) -> None:
    tag = public.get("/t/open/feed.atom").headers["etag"]
    assert public.get("/t/open/feed.atom", If_None_Match=tag).status == 304


def test_the_calendar_is_in_the_language_of_the_reader(public: Browser) -> None:
    public.language = "fr"
    answer = public.get("/t/open/rounds.ics")
    assert answer.headers["content-type"].startswith("text/calendar")
    assert "ronde 2" in answer.text.replace("\r\n ", "")
    assert answer.text.startswith("BEGIN:VCALENDAR\r\n")
    assert answer.text.endswith("END:VCALENDAR\r\n")


def test_nothing_is_told_of_a_tournament_that_is_not_there(public: Browser) -> None:
    assert public.get("/t/nothing/feed.atom").status == 404
    assert public.get("/t/nothing/rounds.ics").status == 404
