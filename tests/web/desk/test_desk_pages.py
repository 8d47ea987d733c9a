"""The arbiter's pages."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from tests.support.in_process import Visitor
from tests.support.posting import flood, shown
from tests.support.web_server import Browser

from ronde.app.desk import Desk
from ronde.web.desk.history import unrepeated


def stored(file: Path) -> Desk:
    desk = Desk.open(file)
    desk.close()
    return desk


def test_the_desk_is_closed_to_those_without_a_seat(public: Visitor) -> None:
    assert public.get("/desk/open").status == 403
    assert public.post("/desk/open/undo").status == 403


def test_the_link_works_once(site: tuple[Browser, str, subprocess.Popen[str]]) -> None:
    browser, link, _ = site

    assert browser.enter(link).status == 303
    assert Browser(browser.port).get(link).status == 410


def test_a_result_is_stored_by_the_same_grammar_as_everywhere(arbiter: Visitor, file: Path) -> None:
    answer = arbiter.post("/desk/open/result", {"entry": "poi35"})

    assert answer.status == 303
    results = [table.result for table in stored(file).tournament.open_round if table.result]
    assert [35 in (result.first, result.second) for result in results] == [True]


def test_the_line_below_says_what_enter_will_do(arbiter: Visitor) -> None:
    assert "POIRIER Jean" in arbiter.get("/desk/open/foresee?text=poi35").text


def test_a_refusal_keeps_what_was_typed_and_changes_nothing(arbiter: Visitor, file: Path) -> None:
    answer = arbiter.post("/desk/open/result", {"entry": "nobody 99"})

    assert answer.status == 409
    assert 'value="nobody 99"' in answer.text
    assert not any(table.result for table in stored(file).tournament.open_round)


def test_a_different_result_is_shown_and_replaced_only_on_demand(arbiter: Visitor, file: Path) -> None:
    arbiter.post("/desk/open/result", {"entry": "poi35"})

    assert arbiter.post("/desk/open/result", {"entry": "poi36"}).status == 409
    assert arbiter.post("/desk/open/result", {"entry": "poi36", "replace": "yes"}).status == 303
    results = [table.result for table in stored(file).tournament.open_round if table.result]
    assert [36 in (result.first, result.second) for result in results] == [True]


def test_undo_and_redo_work_from_the_page(arbiter: Visitor, file: Path) -> None:
    arbiter.post("/desk/open/result", {"entry": "poi35"})

    assert arbiter.post("/desk/open/undo").status == 303
    assert not any(table.result for table in stored(file).tournament.open_round)
    assert arbiter.post("/desk/open/redo").status == 303
    assert any(table.result for table in stored(file).tournament.open_round)


def test_a_player_is_registered_leaves_and_returns(arbiter: Visitor, file: Path) -> None:
    arbiter.post("/desk/open/players/add", {"name": "NEWLAND Alice", "country": "GBR"})
    assert stored(file).tournament.player(8).full_name == "NEWLAND Alice"

    arbiter.post("/desk/open/players/presence", {"player": "8"})
    assert 8 in stored(file).tournament.left
    arbiter.post("/desk/open/players/presence", {"player": "8"})
    assert 8 not in stored(file).tournament.left


def test_a_name_that_cannot_be_used_is_refused_in_words(arbiter: Visitor) -> None:
    answer = arbiter.post("/desk/open/players/add", {"name": "  "})

    assert answer.status == 409
    assert "name” is empty" in answer.text


def test_a_round_is_played_to_its_end_and_the_next_one_paired(arbiter: Visitor, file: Path) -> None:
    for table in list(stored(file).tournament.open_round):
        arbiter.post("/desk/open/result", {"entry": f"{table.first} 40"})

    assert arbiter.post("/desk/open/close").status == 303
    preview = arbiter.post("/desk/open/pair").headers["location"]
    shown(arbiter, preview)
    assert not stored(file).tournament.open_round.tables
    assert arbiter.post(f"{preview}/accept").status == 303
    tournament = stored(file).tournament
    assert len(tournament.closed_rounds) == 2
    assert len(tournament.open_round.tables) == 3


@pytest.mark.parametrize("headers", [{"Sec_Fetch_Site": "cross-site"}, {"Sec_Fetch_Site": "same-site"}])
def test_a_request_another_site_sends_is_refused(headers: dict[str, str], arbiter: Visitor) -> None:
    assert arbiter.post("/desk/open/undo", {}, **headers).status == 403


def test_a_flood_of_requests_is_slowed_down_and_then_refused(server_port: int) -> None:
    """To an address that does not exist, whose answer costs nothing else."""
    assert flood(server_port, "/nowhere", 700) == {404, 429}


def test_players_and_history_can_be_read(arbiter: Visitor) -> None:
    assert "&lt;b&gt;EVIL" in arbiter.get("/desk/open/players").text
    assert "closing of round" in arbiter.get("/desk/open/history").text


def test_the_history_does_not_say_the_same_words_for_every_table(arbiter: Visitor) -> None:
    page = arbiter.get("/desk/open/history").text

    assert page.count("result entered: round 1, table") == 1
    assert "table 2" in page


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        (
            ["result: round 2, table 1 A", "result: round 2, table 2 B"],
            ["result: round 2, table 1 A", "table 2 B"],
        ),
        (["entered: ANN (1)", "entered: ANNA (2)"], ["entered: ANN (1)", "ANNA (2)"]),
        (["round closed", "round paired"], ["round closed", "round paired"]),
        ([], []),
    ],
)
def test_what_two_facts_share_is_said_once(told: list[str], shown: list[str]) -> None:
    assert unrepeated(told) == shown
