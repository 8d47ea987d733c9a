"""Every page says how far a tournament has come, and opens on what matters then."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.browser.halls import make
from tests.support.in_process import Visitor, in_process

from ronde.app.command import CHIEF
from ronde.app.commands import OpenTournament
from ronde.app.desk import Desk
from ronde.model.settings import Settings

STATES = {
    "coming": ("coming", "/players"),
    "entries": ("entries open", "/players"),
    "running": ("round 2 of 2", ""),
    "between": ("before round 2", ""),
    "finished": ("finished", "/standings"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("states")
    settings = Settings(rounds=2)
    Desk.begin(folder / "coming.ronde", OpenTournament("Coming", "", settings)).close()
    make(folder / "entries.ronde", settings, closed=-1)
    make(folder / "running.ronde", settings)
    for name, closed in (("between", 1), ("finished", 2)):
        desk = Desk.open(make(folder / f"{name}.ronde", settings, closed=closed))
        desk.undo(CHIEF)  # the pairing of the next round
        desk.close()
    return folder


@pytest.fixture(scope="module")
def arbiter(folder: Path) -> Iterator[Visitor]:
    with in_process(folder) as inside:
        yield inside


@pytest.mark.parametrize("name", STATES)
def test_the_rail_and_the_list_of_tournaments_say_the_same(arbiter: Visitor, name: str) -> None:
    said, page = STATES[name]
    listed = arbiter.get("/desk").text
    which = re.search(r'<b class="state">([^<]*)</b>', arbiter.get(f"/desk/{name}{page}").text)

    assert which
    assert which[1] == said
    assert f'<span class="state">{said}</span>' in listed
    assert f'href="/desk/{name}{page}"' in listed
    assert json.loads(arbiter.get(f"/t/{name}.json").text)["state"] == name


@pytest.mark.parametrize("name", ["coming", "running", "finished"])
def test_whoever_signs_in_sees_what_matters_now(folder: Path, name: str) -> None:
    with in_process(folder / f"{name}.ronde") as inside:
        assert inside.get("/enter/used").headers["location"] == f"/desk/{name}{STATES[name][1]}"


def test_a_finished_tournament_shows_the_champion_and_the_final_table(arbiter: Visitor) -> None:
    home, desk = arbiter.get("/t/finished").text, arbiter.get("/desk/finished/standings").text
    for page in (home, desk):
        assert page.count('<li class="step') == 3
        assert "Final standings" in page
    assert 'class="podium"' not in arbiter.get("/t/between").text


def test_a_screen_of_a_finished_tournament_shows_the_podium_until_the_desk_chooses(arbiter: Visitor) -> None:
    shown = {name: json.loads(arbiter.get(f"/t/{name}/screen.json").text)["view"] for name in STATES}

    assert shown.pop("finished") == "podium"
    assert set(shown.values()) == {"pairings"}
    arbiter.post("/desk/finished/screens", {"view": "standings"})
    assert json.loads(arbiter.get("/t/finished/screen.json").text)["view"] == "standings"


def test_the_mark_of_a_page_says_the_state_of_a_tournament_that_is_not_live(arbiter: Visitor) -> None:
    mark = {name: arbiter.get(f"/t/{name}").text.partition('data-live-text="')[2] for name in STATES}

    assert mark["coming"].startswith("Coming")
    assert mark["entries"].startswith("Entries open")
    assert mark["running"].startswith("Live")
    assert 'data-live-text="Live"' not in arbiter.get("/desk/finished").text


def test_the_printed_podium_of_a_finished_tournament_has_a_heading_and_places(arbiter: Visitor) -> None:
    printed = arbiter.get("/t/finished/print/standings").text
    best = printed.partition('class="best"')[2].partition("</section>")[0]

    assert "Final standings" in printed
    assert "<h2>Podium</h2>" in best
    assert all(f"<span>{place}. <b>" in best for place in (1, 2, 3))


@pytest.mark.parametrize("name", STATES)
def test_the_overview_offers_to_close_only_a_round_that_is_played(arbiter: Visitor, name: str) -> None:
    then = arbiter.get(f"/desk/{name}/overview").text.partition('id="next"')[2].partition("</ul>")[0]

    assert (f'href="/desk/{name}/close"' in then) is (name == "running")


@pytest.mark.parametrize("page", ["", "/tables"])
def test_the_line_below_the_title_of_a_finished_tournament_is_a_sentence(arbiter: Visitor, page: str) -> None:
    assert "All rounds are played" in arbiter.get(f"/desk/finished{page}").words


@pytest.mark.parametrize("page", ["", "/overview", "/players", "/standings", "/tables"])
def test_no_main_button_of_a_finished_tournament_pairs_a_round(arbiter: Visitor, page: str) -> None:
    forms = re.findall(
        r'<form method="post" action="[^"]*/pair">(.*?)</form>',
        arbiter.get(f"/desk/finished{page}").text,
        re.S,
    )

    assert not [form for form in forms if "strong" in form or "autofocus" in form]
