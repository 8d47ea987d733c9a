"""A final at the desk in the browser, and what the public pages show of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.browser.halls import make
from tests.support.in_process import Visitor, in_process
from tests.support.posting import shown, stored

from ronde.app.commands import RemoveAllTables
from ronde.app.desk import Desk
from ronde.model.settings import usual_settings
from ronde.systems import standings


@pytest.fixture
def open_(tmp_path: Path) -> Path:
    path = make(tmp_path / "open.ronde", usual_settings("swiss", rounds=3), closed=3)
    with closing(Desk.open(path)) as desk:
        desk.run(RemoveAllTables())
    return path


@pytest.fixture
def arbiter(open_: Path) -> Iterator[Visitor]:
    with in_process(open_) as visitor:
        yield visitor


def play(arbiter: Visitor, *lines: str) -> None:
    """Pair the open round, enter results, and close it."""
    begun = arbiter.post("/desk/open/pair")
    shown(arbiter, begun.headers["location"])
    arbiter.post(f"{begun.headers['location']}/accept")
    for line in lines:
        assert arbiter.post("/desk/open/result", {"entry": line}).status == 303
    assert arbiter.post("/desk/open/close").status == 303


def names_of(arbiter: Visitor, path: str) -> list[int]:
    return [row["id"] for row in json.loads(arbiter.get(f"/t/open{path}.json").body)["rows"]]


@pytest.mark.parametrize(
    "fields",
    [{"players": "-1"}, {"players": "four"}, {"players": "0"}, {"best_of": "0"}, {"best_of": "3x"}],
)
def test_a_number_that_is_none_begins_no_final(arbiter: Visitor, open_: Path, fields: dict[str, str]) -> None:
    assert arbiter.post("/desk/open/final", fields).status == 409
    assert stored(open_).tournament.final is None


def test_the_desk_leads_from_the_last_round_through_a_final_to_both_rankings(
    arbiter: Visitor, open_: Path
) -> None:
    before = [row.player for row in standings(stored(open_).tournament).rows]
    first, second, third, fourth = before[:4]
    assert 'href="/desk/open/final"' in arbiter.get("/desk/open/standings").text
    page = arbiter.get("/desk/open/final")
    assert "The standings after round 3 stay as they are" in page.words

    answer = arbiter.post("/desk/open/final", {"players": "2", "best_of": "3", "third_place": "yes"})

    assert answer.status == 303
    assert "final begun" in arbiter.follow(answer).words
    assert set(stored(open_).tournament.present) == {first, second, third, fourth}
    assert 'href="/desk/open/final"' not in arbiter.get("/desk/open/standings").text
    play(arbiter, "table 1 20", "table 2 40")
    bracket = arbiter.get("/t/open/bracket").words
    assert "best of 3" in bracket
    assert "Third place" in bracket
    play(arbiter, f"{second} 40")

    assert names_of(arbiter, "/standings") == [second, first, third, fourth, *before[4:]]
    assert names_of(arbiter, "/standings/3") == before
    assert "points of 3" in arbiter.get(f"/t/open/player/{first}").words
    final = arbiter.get("/t/open/standings").text
    assert re.search(r'href="/t/open/standings/3">\s*Preliminary', final)
    assert 'href="/t/open/bracket"' in final
    overview = arbiter.get("/desk/open/overview").words
    assert "8 players" in overview
    assert "0 of 8" not in overview
    data = json.loads(arbiter.get("/t/open/bracket.json").body)
    match = data["sections"][0]["ties"][0]
    assert data["champion"] == second
    assert (match["players"], match["scores"], len(match["results"])) == ([first, second], ["0", "2"], 2)


def test_a_final_that_too_few_could_play_is_refused_on_the_page(arbiter: Visitor, open_: Path) -> None:
    wishes = [("players", "8"), ("best_of", "3"), ("who", "1"), ("who", "2")]
    refused = arbiter.post("/desk/open/final", wishes)

    assert refused.status == 409
    assert "A final needs 8 players" in refused.words
    assert refused.text.count(" checked") == 2
    assert stored(open_).tournament.final is None


def test_the_page_of_a_final_says_why_none_can_begin(arbiter: Visitor) -> None:
    arbiter.post("/desk/open/final", {"players": "4"})

    page = arbiter.get("/desk/open/final")

    assert "The final has begun already" in page.words
    assert 'action="/desk/open/final"' not in page.text


def test_a_final_taken_back_leaves_no_bracket(arbiter: Visitor) -> None:
    assert arbiter.get("/t/open/bracket").status == 404
    arbiter.post("/desk/open/final", {"players": "4"})
    assert arbiter.get("/t/open/bracket").status == 200

    arbiter.post("/desk/open/undo")

    assert arbiter.get("/t/open/bracket").status == 404


def test_every_page_of_a_round_of_a_final_names_its_game_and_what_follows(
    arbiter: Visitor, open_: Path
) -> None:
    arbiter.post("/desk/open/final", {"players": "2", "best_of": "3"})
    ranked = [row.player for row in standings(stored(open_).tournament).rows]
    first = stored(open_).tournament.player(ranked[0]).full_name

    assert "Final, game 1 of 3: " in arbiter.get("/desk/open").words
    play(arbiter, f"{ranked[0]} 40")

    for page in ("/t/open/round/4", "/t/open/standings", "/desk/open/standings"):
        assert "(game 2 follows)" in arbiter.get(page).words
    assert "Final, game 2 of 3: " in arbiter.get("/desk/open/overview").words
    play(arbiter, f"{ranked[0]} 40")
    assert f"({first} wins)" in arbiter.get("/t/open/standings").words


def test_the_bracket_of_a_final_of_two_says_each_name_once(arbiter: Visitor) -> None:
    arbiter.post("/desk/open/final", {"players": "2", "best_of": "3", "third_place": "yes"})

    page = arbiter.get("/t/open/bracket").text
    drawn = page[page.index("<main") : page.index('id="as-list"')]

    assert [drawn.count(f">{name}<") for name in ("Bracket", "Final", "Third place")] == [1, 1, 1]
