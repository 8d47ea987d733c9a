"""Pages for everybody."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.browser.halls import make
from tests.support.in_process import Visitor, in_process

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.i18n import LANGUAGES
from ronde.model.decisions.rounds import open_tournament
from ronde.model.settings import Settings

PAGES = (
    "/t/open",
    "/t/open/round/1",
    "/t/open/round/2",
    "/t/open/round/2?by=name",
    "/t/open/round/2?by=bill",
    "/t/open/standings",
    "/t/open/standings/1",
    "/t/open/crosstable",
    "/t/open/teams",
    "/t/open/player/3",
    "/?all",
)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_can_be_read_without_script_in_both_languages(page: str, public: Visitor) -> None:
    for language in LANGUAGES:
        public.language = language
        answer = public.get(page)
        assert answer.status == 200
        assert f'<html lang="{language}">' in answer.text
        assert "<main" in answer.text


@pytest.mark.parametrize("page", PAGES[:-1])
def test_names_full_of_html_stay_inert(page: str, public: Visitor) -> None:
    assert "<b>EVIL</b>" not in public.get(page).text


def test_the_only_tournament_is_shown_at_once(public: Visitor) -> None:
    answer = public.get("/")

    assert answer.status == 307
    assert answer.headers["location"] == "/t/open"


def test_every_page_has_its_data(public: Visitor) -> None:
    standings = json.loads(public.get("/t/open/standings/1.json").body)
    tables = json.loads(public.get("/t/open/round/2.json").body)

    assert standings["after"] == 1
    assert len(standings["rows"]) == 7
    assert [table["table"] for table in tables["tables"]] == [1, 2, 3]
    for page in ("crosstable", "teams", "player/3"):
        assert json.loads(public.get(f"/t/open/{page}.json").body)


@pytest.mark.parametrize(
    "page",
    [
        "/t/nothing",
        "/t/open/round/9",
        "/t/open/standings/7",
        "/t/open/player/999",
        "/t/open/round/x",
        "/etc",
        "/t/open/standings?as_of=then",
        "/t/open/standings/7?as_of=now",
        "/t/open/crosstable/7?as_of=now",
    ],
)
def test_what_is_not_there_is_a_404_in_words(page: str, public: Visitor) -> None:
    answer = public.get(page)

    assert answer.status == 404
    assert "There is nothing at this address." in answer.text


def test_a_missing_page_of_a_tournament_leads_back_to_it(public: Visitor) -> None:
    assert 'href="/t/open">To the tournament' in public.get("/t/open/round/9").text
    assert "To the tournament" not in public.get("/t/nothing").text
    assert 'href="/enter">Sign in' in public.get("/desk/open/history").text


def test_pages_and_paper_number_the_standings_alike(public: Visitor) -> None:
    rows = json.loads(public.get("/t/open/standings.json").body)["rows"]
    page, paper = public.get("/t/open/standings").text, public.get("/t/open/print/standings").text

    assert len({row["place"] for row in rows}) < len(rows)
    assert re.findall(r"<tr data-p=\d+><td>(\d+)", page) == [str(at + 1) for at in range(len(rows))]
    assert re.findall(r'<tr><td class="n">(\d+)', paper) == [str(at + 1) for at in range(len(rows))]
    for row in rows:
        own = public.get(f"/t/open/player/{row['id']}").text
        assert re.search(rf"<dt>place</dt><dd>{row['rank']}\b", own)


def test_presence_is_asked_for_only_where_somebody_came_or_went(public: Visitor) -> None:
    for page in ("standings", "crosstable", "player/3"):
        assert "as_of=now" not in public.get(f"/t/open/{page}").text


def test_lists_can_be_read_as_published_and_with_todays_presence(arbiter: Visitor, public: Visitor) -> None:
    best = json.loads(public.get("/t/open/standings.json").body)["rows"][0]["id"]
    arbiter.post("/desk/open/tables/do", {"verb": "part-all"})
    arbiter.post(f"/desk/open/player/{best}/leave", {"reason": "withdrawn"})

    for page in ("standings", "standings/1", "crosstable", "crosstable/1", f"player/{best}"):
        then, now = public.get(f"/t/open/{page}").text, public.get(f"/t/open/{page}?as_of=now").text
        assert f'href="/t/open/{page}?as_of=now"' in then, page
        assert f'href="/t/open/{page}"' in now, page
        data = [json.loads(public.get(f"/t/open/{page}.json{wish}").body) for wish in ("", "?as_of=now")]
        assert [one["as_of"] for one in data] == ["closing", "now"], page
        assert [_present(one, best) for one in data] == [True, False], page
    assert 'class="left"' not in public.get("/t/open/standings").text
    assert 'class="left"' in public.get("/t/open/standings?as_of=now").text
    assert 'class="left"' in public.get("/t/open/crosstable?as_of=now").text
    assert "has left the tournament" in public.get(f"/t/open/player/{best}?as_of=now").text
    for wish, left in (("", False), ("?as_of=now", True)):
        sheet = arbiter.get(f"/desk/open/export/sheet/{best}{wish}").text
        assert ("has left the tournament" in sheet) is left
        assert (" -" in arbiter.get(f"/desk/open/export/list/standings{wish}").text) is left


def _present(data: Any, player: int) -> bool:
    rows = {row["id"]: row for row in data.get("rows", ())}
    return bool((rows.get(player) or data)["present"])


def test_a_page_that_has_not_changed_is_not_sent_again(public: Visitor) -> None:
    tag = public.get("/t/open/standings").headers["etag"]

    assert public.get("/t/open/standings", If_None_Match=tag).status == 304


def test_a_page_may_load_nothing_from_elsewhere(public: Visitor) -> None:
    answer = public.get("/t/open")

    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in answer.text.replace("http-equiv", "")


def test_the_language_can_be_chosen_in_the_address(public: Visitor) -> None:
    assert "Classement" in public.get("/t/open/standings?lang=fr").text


def test_everybody_is_on_the_page_of_players_by_name(public: Visitor) -> None:
    page = public.get("/t/open/players")
    people = json.loads(public.get("/t/open/players.json").text)
    told = sorted(people, key=lambda one: f"{one['name']} {one['first_name']}".strip().casefold())

    assert re.findall(r"<tr><td>(\d+)<", page.text) == [str(one["id"]) for one in told]


def test_a_player_sees_the_round_being_played_below_the_others(inside: Visitor) -> None:
    rounds = [json.loads(inside.get(f"/t/open/round/{k}.json").text)["tables"] for k in (1, 2)]
    seated = [{table[side] for table in tables for side in ("first", "second")} for tables in rounds]
    page = inside.get(f"/t/open/player/{min(seated[0] & seated[1])}").text
    rows = page.partition("<tbody>")[2].partition("</tbody>")[0].split("<tr")[1:]

    assert len(rows) == 2
    assert re.search(r"<b>\d+</b>–\d+", rows[0])
    assert "playing" in rows[1]


def test_a_cup_shows_its_ties_among_the_tournaments_and_others_their_leaders(
    tmp_path: Path, inside: Visitor
) -> None:
    with in_process(make(tmp_path / "cup.ronde", Settings(rounds=3, system="cup"))) as visitor:
        cup = visitor.get("/?all").text
        ties = json.loads(visitor.get("/t/cup/round/2.json").text)["tables"]

    assert "Leaders" not in cup
    assert cup.count('<td class="s c">') == len(ties) > 0
    others = inside.get("/?all").text
    assert "Leaders" in others
    assert others.count('class="form"') == 3


def test_a_tournament_that_has_not_begun_is_coming_on_every_page(tmp_path: Path) -> None:
    for name in ("empty", "other"):
        desk = Desk.create(tmp_path / f"{name}.ronde")
        desk.act(CHIEF, open_tournament, name=name, date="", settings=Settings(rounds=5))
        desk.close()
    with in_process(tmp_path) as visitor:
        assert "Coming" in visitor.get("/?all").words
        for page in ("", "/players", "/standings"):
            text = visitor.get(f"/t/empty{page}").text
            assert 'data-live-text="Coming"' in text
            assert 'data-live-text="Live"' not in text


def test_a_tournament_whose_first_round_is_paired_is_live(inside: Visitor) -> None:
    assert 'data-live-text="Live"' in inside.get("/t/open").text
