"""The rail of the desk: where the arbiter stands in a round, and what is missing."""

from __future__ import annotations

import re

import pytest
from tests.support.builders import tournament
from tests.support.in_process import Visitor

from ronde.model.settings import Settings
from ronde.model.tournament import Tournament
from ronde.web.navigation import steps


def told(hall: Tournament, language: str = "en") -> dict[str, tuple[str, str]]:
    """State and sentence of every step."""
    return {one.name: (one.state, one.says) for one in steps(hall, language)}


@pytest.mark.parametrize(
    ("hall", "step", "state", "says"),
    [
        (tournament(0), "players", "now", "nobody yet"),
        (tournament(1), "draw", "shut", "needs two players"),
        (tournament(4), "players", "done", "4 here"),
        (tournament(4), "draw", "now", "ready to pair"),
        (tournament(4), "results", "shut", "after pairing"),
        (tournament(4, current="4:away"), "players", "done", "3 of 4 here; away: P4"),
        (tournament(6, current="4:away 5:away 6:away"), "players", "done", "3 of 6 here"),
        (tournament(4, current="1-2 3-4"), "draw", "done", "2 tables"),
        (tournament(4, current="1-2"), "draw", "now", "2 without a table"),
        (tournament(4, current="1-2:40 3-4"), "results", "now", "1 missing: 2"),
        (tournament(4, current="1-2:40 3-4"), "close", "shut", "after the last result"),
        (tournament(4, current="1-2:40 3-4:20"), "results", "done", "all 2 in"),
        (tournament(4, current="1-2:40 3-4:20"), "close", "now", "ready"),
        (tournament(4, ["1-2:40 3-4:20"]), "standings", "shut", "after round 1"),
        (
            tournament(2, ["1-2:40"], settings=Settings(rounds=1)),
            "draw",
            "done",
            "all rounds are played",
        ),
        (
            tournament(2, ["1-2:40"], settings=Settings(rounds=1)),
            "results",
            "done",
            "all rounds are played",
        ),
        (
            tournament(2, ["1-2:40"], settings=Settings(rounds=1)),
            "close",
            "done",
            "all rounds are played",
        ),
        (
            tournament(2, ["1-2:40"], settings=Settings(rounds=1)),
            "standings",
            "now",
            "Final standings",
        ),
    ],
)
def test_each_step_says_where_it_stands(hall: Tournament, step: str, state: str, says: str) -> None:
    assert told(hall)[step] == (state, says)


def test_many_missing_tables_are_counted_and_the_first_five_numbered() -> None:
    hall = tournament(14, current=" ".join(f"{2 * k - 1}-{2 * k}" for k in range(1, 8)))

    assert told(hall)["results"] == ("now", "7 missing: 1, 2, 3, 4, 5 …")


def test_the_ring_of_the_results_fills_with_them() -> None:
    step = steps(tournament(6, current="1-2:40 3-4:40 5-6"), "en")[2]

    assert (step.part, step.whole) == (2, 3)


def test_the_rail_speaks_french() -> None:
    hall = tournament(4, current="1-2:40 3-4")

    assert told(hall, "fr")["results"][1].replace("\u202f", " ").replace("\xa0", " ") == "il en manque 1 : 2"


@pytest.mark.parametrize("page", ["", "/players", "/tables", "/history", "/settings", "/export"])
def test_every_page_of_the_desk_has_the_rail_and_says_where_it_is(page: str, arbiter: Visitor) -> None:
    text = arbiter.get(f"/desk/open{page}").text

    assert re.findall(r"<b>(\w+)</b><small>", text) == ["Players", "Draw", "Results", "Close", "Standings"]
    assert text.count(f'href="/desk/open{page}" aria-current="page"') == 1


def test_a_refused_line_stays_among_the_results(arbiter: Visitor) -> None:
    page = arbiter.post("/desk/open/result", {"entry": "nobody 40"})

    assert page.status == 409
    rail = page.text.partition('<ol class="steps"')[2].partition("</ol>")[0]
    assert re.search(r'href="/desk/open" aria-current="page"', rail)
