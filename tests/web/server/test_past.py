"""The time machine: any public page as it was after any fact."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.support.in_process import Visitor, loop_waits

from ronde.app.command import CHIEF
from ronde.app.commands import AddPlayer
from ronde.app.desk import Desk
from ronde.model.events import RoundClosed, RoundPaired
from ronde.web.server.live_tournament import snapshot

PAGES = ("", "/round/1", "/standings", "/crosstable", "/teams", "/player/1")


@pytest.fixture
def facts(file: Path) -> dict[str, int]:
    """The numbers of a few facts of the tournament being served."""
    desk = Desk.open(file)
    numbers = {"last": desk.number}
    for entry, _ in desk.history():
        for kind in (RoundPaired, RoundClosed):
            if isinstance(entry.event, kind):
                numbers.setdefault(kind.__name__, entry.number)
    desk.close()
    return numbers


def test_a_round_that_was_paired_had_no_results_yet(facts: dict[str, int], public: Visitor) -> None:
    then, now = public.get(f"/t/open/round/1?at={facts['RoundPaired']}"), public.get("/t/open/round/1")

    assert then.text.count("playing") == 3
    assert "playing" not in now.words
    assert f"fact {facts['RoundPaired']} of {facts['last']}" in then.words


def test_standings_are_those_of_that_day(facts: dict[str, int], public: Visitor) -> None:
    before, after = facts["RoundClosed"] - 1, facts["RoundClosed"]

    assert "Standings after round 1" not in public.get(f"/t/open/standings?at={before}").words
    assert "Standings after round 1" in public.get(f"/t/open/standings?at={after}").words
    assert public.get(f"/t/open/standings.json?at={after}").text == public.get("/t/open/standings.json").text


@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_seen_as_of_its_last_fact(page: str, facts: dict[str, int], public: Visitor) -> None:
    answer = public.get(f"/t/open{page}?at={facts['last']}")

    assert answer.status == 200
    assert "data-live" not in answer.text  # the past does not change
    assert f'max="{facts["last"]}" value="{facts["last"]}"' in answer.text


@pytest.mark.parametrize("moment", ["0", "99999", "-1", "x", "", "1e3", "1234567890123"])
def test_a_moment_that_never_was_is_not_found(moment: str, public: Visitor) -> None:
    assert public.get(f"/t/open?at={moment}").status == 404


def test_tabs_stay_in_the_moment_and_one_link_leads_back(facts: dict[str, int], public: Visitor) -> None:
    page = public.get("/t/open?at=9").text

    assert 'href="/t/open/standings?at=9"' in page
    assert '<a class="button tiny" href="/t/open">Back to now</a>' in page


def test_what_is_written_later_leaves_the_past_as_it_was(
    file: Path, facts: dict[str, int], public: Visitor
) -> None:
    moment = f"/t/open/round/2.json?at={facts['last']}"
    before = public.get(moment).text
    desk = Desk.open(file)
    desk.undo(CHIEF)
    desk.close()

    assert public.get(moment).text == before


@pytest.mark.parametrize("page", ["", "/overview", "/tables", "/players", "/standings", "/history", "/close"])
def test_a_page_of_the_desk_shows_the_moment_and_offers_no_action(
    page: str, facts: dict[str, int], arbiter: Visitor
) -> None:
    moment = facts["last"] - 1
    then = arbiter.get(f"/desk/open{page}?at={moment}")

    assert then.status == 200
    assert 'class="past"' in then.text
    assert "/static/results.js" not in then.text
    assert 'id="palette"' not in then.text
    assert f'href="/desk/open/players?at={moment}"' in then.text
    assert arbiter.get(f"/desk/open{page}?at=9999").status == 404


def test_the_moment_is_written_as_the_language_writes_days(inside: Visitor) -> None:
    inside.language = "fr"

    assert re.search(
        r"État du [0-9]{2}/[0-9]{2}/20[0-9]{2} [0-9]{2}:[0-9]{2}", inside.get("/t/open?at=3").words
    )


def test_every_line_of_the_history_leads_to_the_moment_at_which_it_was_done(
    facts: dict[str, int], arbiter: Visitor
) -> None:
    page = arbiter.get("/desk/open/history").text
    moments = [int(one) for one in re.findall(r'href="/desk/open/overview\?at=(\d+)"', page)]

    assert moments[0] == facts["last"]
    assert moments == sorted(moments, reverse=True)
    assert moments == [int(one) for one in re.findall(r'href="/t/open\?at=(\d+)"', page)]
    assert arbiter.get(f"/desk/open/overview?at={moments[-1]}").status == 200


def test_nobody_waits_for_a_page_of_the_past_while_another_program_writes(inside: Visitor) -> None:
    assert not loop_waits(inside, "open", "/t/open?at=3")


def test_a_page_is_of_one_state_whatever_is_written_meanwhile(inside: Visitor) -> None:
    opened = inside.app.state.tournaments.by_slug["open"]
    shown, before = snapshot(opened), opened.desk.now

    opened.use(lambda desk: desk.run(AddPlayer("LATE")))

    assert opened.desk.number > before[0]
    assert (shown.desk.number, shown.tournament) == before
    assert len(shown.desk.history()) == before[0]
