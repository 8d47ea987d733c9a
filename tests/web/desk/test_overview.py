"""The overview: the next thing to do, and when results came in."""

from __future__ import annotations

import random
import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from tests.browser.halls import make
from tests.support.builders import tournament
from tests.support.in_process import in_process

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.app.exchange import import_path
from ronde.model.entry import fill_at_random
from ronde.model.settings import Settings, usual_settings
from ronde.model.tournament import Tournament
from ronde.systems.keizer.standings import close_and_freeze
from ronde.web.desk.rounds import arrivals_of, expected_end, next_step


@pytest.mark.parametrize(
    ("hall", "step", "title", "posts"),
    [
        (tournament(0), "enter", "Nobody is registered yet", False),
        (tournament(1), "who", "Who is here?", False),
        (tournament(4), "pair", "4 players are here", True),
        (tournament(6, current="1-2"), "rest", "4 players have no table", True),
        (tournament(4, current="1-2:40 3-4"), "results", "1 result is missing", False),
        (tournament(4, current="1-2:40 3-4:20"), "close", "All results are in", True),
        (
            tournament(4, ["1-2:40 3-4:20"], settings=Settings(rounds=1)),
            "over",
            "The tournament is over",
            False,
        ),
    ],
)
def test_the_next_thing_to_do_follows_the_evening(
    hall: Tournament, step: str, title: str, posts: bool
) -> None:
    found = next_step(hall, "open", "en")

    assert (found.step, found.title, found.posts) == (step, title, posts)
    assert found.place.startswith("/desk/open")


@pytest.mark.parametrize("system", ["swiss", "keizer", "berger", "cup"])
def test_every_system_has_the_same_sequence_on_its_page(system: str, tmp_path: Path) -> None:
    path = make(tmp_path / "open.ronde", Settings(rounds=5, system=system), closed=1)
    with in_process(path) as arbiter:
        page = arbiter.get("/desk/open/overview")

        assert page.status == 200
        assert re.search(r"[24] results are missing", page.words)
        assert 'class="dial"' in page.text


def test_what_was_just_done_is_said_in_a_line_however_many_results_it_entered(tmp_path: Path) -> None:
    with in_process(make(tmp_path / "open.ronde", Settings(rounds=5), closed=1)) as arbiter:
        lines = re.findall(r'class="told"[^>]*>([^<]*)<', arbiter.get("/desk/open/overview").text)

    entered = next(line for line in lines if line.startswith("Round 1, table 1, "))
    assert entered.endswith("(+3)")
    assert "table 2" not in entered


def test_arrivals_are_minutes_after_the_draw_of_each_round(tmp_path: Path) -> None:
    desk = Desk.open(make(tmp_path / "open.ronde", Settings(rounds=5), closed=2))
    rounds, now = arrivals_of(desk, desk.tournament, "en")
    desk.close()

    assert [word for word, _ in rounds] == ["R1", "R2", "R3"]
    assert [len(minutes) for _, minutes in rounds] == [4, 4, 0]
    assert now is not None
    assert 0 <= now < 10


def test_when_the_round_ends_is_told_by_the_rounds_before() -> None:
    rounds = [("R1", [20.0, 50.0]), ("R2", [10.0, 60.0]), ("R3", [5.0])]
    soon = datetime.now().astimezone() + timedelta(minutes=15)

    assert expected_end(rounds, 40.0) in {f"{soon:%H:%M}", f"{soon - timedelta(minutes=1):%H:%M}"}
    assert expected_end(rounds, 70.0) == ""  # it has taken longer already
    assert expected_end(rounds[-1:], 40.0) == ""
    assert expected_end(rounds, None) == ""


def test_rounds_of_an_imported_season_say_nothing_about_when_results_came_in(tmp_path: Path) -> None:
    made = import_path(Path("tests/golden/keizer/k05_absences_every_kind.s3db"), "keizer-s3db")
    desk = Desk.create(tmp_path / "club.ronde")
    desk.take_in(made.actions("arbiter"), made.attachments)
    rounds, _ = arrivals_of(desk, desk.tournament, "en")
    desk.close()

    assert desk.tournament.closed_rounds
    assert rounds == []


@pytest.mark.parametrize("system", ["swiss", "keizer"])
def test_no_page_of_the_desk_speaks_of_another_round_when_the_tournament_is_over(
    system: str, tmp_path: Path
) -> None:
    settings = usual_settings(system, rounds=2, game="chess")
    path = make(tmp_path / "club.ronde", settings, closed=1)
    desk = Desk.open(path)
    desk.act(CHIEF, fill_at_random, random.Random(1))
    desk.act(CHIEF, close_and_freeze)
    desk.close()
    with in_process(path) as arbiter:
        for page in ("", "/overview", "/tables", "/standings"):
            text = arbiter.get(f"/desk/club{page}").text
            assert "ready to pair" not in text
            assert "Round 3" not in text
            assert "/desk/club/season" in text
            assert "/desk/club/export" in text
        assert "Pair 8 players" not in arbiter.get("/desk/club/players").text
