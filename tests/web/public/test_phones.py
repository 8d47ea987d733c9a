"""Personal links and proposals."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.in_process import Visitor
from tests.support.web_server import Browser, server

from ronde.app.desk import Desk
from ronde.model.result import BOARDS, Board, Result, write_number
from ronde.model.table import Table
from ronde.web.public.phone import input_for_result, result_from_input
from ronde.web.server.account_store import AccountStore
from ronde.web.server.accounts import PersonalLinks
from ronde.web.server.request import only_here

OTHELLO, CHESS = BOARDS["othello"], BOARDS["chess"]


def first_table(file: Path) -> Table:
    desk = Desk.open(file)
    desk.close()
    return next(iter(desk.tournament.open_round))


def link_of(arbiter: Browser | Visitor, player: int) -> str:
    found = re.search(r"/t/open/card/[^\"<]+", arbiter.get(f"/desk/open/phones?player={player}").text)
    assert found is not None
    return found[0]


def test_a_card_needs_its_word(arbiter: Visitor, file: Path) -> None:
    table = first_table(file)
    link = link_of(arbiter, table.first)
    stranger = arbiter.stranger()

    assert stranger.get(link).status == 200
    assert stranger.get(link[:-1] + ("a" if link[-1] != "a" else "b")).status == 404
    assert stranger.get(link.replace(f"/card/{table.first}/", f"/card/{table.second}/")).status == 404
    assert stranger.get("/t/open/card/999/abc").status == 404


def test_a_new_link_makes_the_old_one_void(arbiter: Visitor, file: Path) -> None:
    player = first_table(file).first
    before = link_of(arbiter, player)
    arbiter.post("/desk/open/phones", {"player": str(player)})

    assert arbiter.get(before).status == 404
    assert arbiter.get(link_of(arbiter, player)).status == 200


def test_a_proposal_survives_a_restart_and_is_no_fact_until_both_agree(file: Path) -> None:
    table = first_table(file)
    with server(file) as (browser, link, _):
        browser.enter(link)
        links = [link_of(browser, player) for player in (table.first, table.second)]
        assert browser.post(links[0], {"round": "2", "said": "40"}).status == 303
        assert first_table(file).result is None
    with server(file) as (browser, _, _):
        assert "proposed 40-24" in browser.get(links[1]).text
        assert browser.post(links[1], {"round": "2", "said": "24"}).status == 303
    desk = Desk.open(file)
    desk.close()
    last, _ = desk.history()[-1]

    assert first_table(file).result == Result(40, 24)
    assert last.actor == f"players {table.first}+{table.second}"


@pytest.mark.parametrize("said", ["", "65", "-1", "many", "30.3", "٣", "1e3", "<b>", "x" * 500])
def test_what_is_no_result_is_refused_in_words(said: str, arbiter: Visitor, file: Path) -> None:
    answer = arbiter.post(link_of(arbiter, first_table(file).first), {"round": "2", "said": said})

    assert answer.status == 409
    assert "This is not a possible result of this game" in answer.text


def test_a_form_of_an_earlier_round_is_too_late(arbiter: Visitor, file: Path) -> None:
    answer = arbiter.post(link_of(arbiter, first_table(file).first), {"round": "1", "said": "40"})

    assert answer.status == 409
    assert "Too late" in answer.text


def test_a_result_that_stands_is_not_proposed_over(arbiter: Visitor, file: Path) -> None:
    table = first_table(file)
    arbiter.post("/desk/open/result", {"entry": f"{table.first} 40"})
    link = link_of(arbiter, table.first)

    assert "Result: 40-24" in arbiter.get(link).text
    assert arbiter.post(link, {"round": "2", "said": "50"}).status == 409
    assert first_table(file).result == Result(40, 24)


def test_the_desk_accepts_and_refuses(arbiter: Visitor, file: Path) -> None:
    table = first_table(file)
    arbiter.post(link_of(arbiter, table.first), {"round": "2", "said": "40"})
    arbiter.post("/desk/open/proposals", {"player": str(table.first), "verdict": "refuse"})
    assert "No proposals waiting." in arbiter.get("/desk/open/proposals").text

    arbiter.post(link_of(arbiter, table.second), {"round": "2", "said": "20"})
    arbiter.post("/desk/open/proposals", {"player": str(table.second), "verdict": "accept"})
    assert first_table(file).result == Result(44, 20)


def test_codes_can_be_seen_by_everybody_and_lead_to_public_pages_only(public: Visitor) -> None:
    answer = public.get("/t/open/qr.svg")

    assert answer.headers["content-type"] == "image/svg+xml"
    assert public.get("/t/open/player/3/qr.svg").status == 200
    assert public.get("/t/open/player/77/qr.svg").status == 404
    assert public.get("/desk/open/phones").status == 403


@given(st.integers(0, 128))
def test_what_one_player_says_is_what_the_other_would_say_of_the_rest(halves: int) -> None:
    mine = result_from_input(OTHELLO, write_number(halves / 2), first=True)
    theirs = result_from_input(OTHELLO, write_number(64 - halves / 2), first=False)

    assert mine == theirs == Result(halves / 2, 64 - halves / 2)


@pytest.mark.parametrize(("said", "first"), [("won", 1), ("drawn", 0.5), ("lost", 0)])
def test_without_discs_three_words_are_enough(said: str, first: float) -> None:
    assert result_from_input(CHESS, said, first=True) == Result(first, 1 - first)
    assert result_from_input(CHESS, "40", first=True) is None


@given(st.text(max_size=12))
def test_no_text_breaks_the_reading(said: str) -> None:
    for board in (OTHELLO, CHESS):
        result_from_input(board, said, first=True)


def test_links_are_the_same_after_a_restart_and_differ_between_houses(tmp_path: Path) -> None:
    words = []
    for name in ("one", "one", "two"):
        register = AccountStore(tmp_path / name)
        words.append(PersonalLinks(register).token("open", 3))
        register.close()

    assert words[0] == words[1] != words[2]


def test_a_player_of_an_endless_number_is_nobody(arbiter: Visitor) -> None:
    assert arbiter.get(f"/desk/open/phones?player={'9' * 5000}").status == 200
    assert arbiter.post("/desk/open/phones", {"player": "9" * 5000}).status == 303


def test_codes_that_no_phone_could_follow_are_said_to_be_so(arbiter: Visitor) -> None:
    page = arbiter.get("/desk/open/phones").text

    assert "--host 0.0.0.0" in page


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("http://localhost:8765", True),
        ("http://127.0.0.1:8765", True),
        ("http://[::1]:8765", True),
        ("http://192.168.1.7:8765", False),
        ("https://open.example", False),
    ],
)
def test_an_address_of_this_machine_is_known_as_such(address: str, here: bool) -> None:
    assert only_here(address) is here


def stages(browser: Browser | Visitor, link: str) -> list[tuple[str, str]]:
    """What a card says of the way of a result: how each stage is marked, and its line."""
    page = browser.get(link).text.partition('<ol class="stages">')[2].partition("</ol>")[0]
    parts = re.findall(r"<li(?: class=\"(\w+)[^\"]*\")?>.*?<b>(.*?)</b>", page, re.DOTALL)
    return [(kind, html.unescape(line)) for kind, line in parts]


def test_a_card_shows_the_three_stages_of_a_result(arbiter: Visitor, file: Path) -> None:
    table = first_table(file)
    mine, theirs = (link_of(arbiter, one) for one in (table.first, table.second))
    assert stages(arbiter, mine) == []

    arbiter.post(mine, {"round": "2", "said": "40"})
    assert [kind for kind, _ in stages(arbiter, mine)] == ["good", "", ""]
    assert stages(arbiter, mine)[0] == ("good", "You proposed 40-24.")
    assert stages(arbiter, mine)[1][1].endswith(" confirms")
    assert [kind for kind, _ in stages(arbiter, theirs)] == ["info", "", ""]
    assert stages(arbiter, theirs)[1][1] == "You confirm"

    arbiter.post(theirs, {"round": "2", "said": "20"})
    assert [kind for kind, _ in stages(arbiter, mine)] == ["good", "bad", ""]
    assert stages(arbiter, mine)[2][1] == "The arbiter decides"

    arbiter.post("/desk/open/result", {"entry": f"{table.first} 44"})
    assert [kind for kind, _ in stages(arbiter, mine)] == ["bad", "good", "good"]
    assert [kind for kind, _ in stages(arbiter, theirs)] == ["good", "bad", "good"]


def test_one_press_takes_over_what_the_opponent_proposed(arbiter: Visitor, file: Path) -> None:
    table = first_table(file)
    mine, theirs = (link_of(arbiter, one) for one in (table.first, table.second))
    arbiter.post(mine, {"round": "2", "said": "40"})
    assert re.search(r'name="said" value="24">.*?Confirm 40-24</button>', arbiter.get(theirs).text)
    arbiter.post(theirs, {"round": "2", "said": "20"})
    assert re.search(r'name="said" value="24">.*?Change mine to 40-24</button>', arbiter.get(theirs).text)
    assert re.search(r'name="said" value="44">.*?Change mine to 44-20</button>', arbiter.get(mine).text)

    arbiter.post(mine, {"round": "2", "said": "44"})

    assert first_table(file).result == Result(44, 20)
    assert [kind for kind, _ in stages(arbiter, mine)] == ["good", "good", "good"]


@given(st.sampled_from([OTHELLO, CHESS]), st.integers(0, 2), st.booleans())
def test_what_is_to_be_said_for_a_result_is_read_as_that_result(board: Board, half: int, first: bool) -> None:
    total = 1 if board.discless else 64
    result = Result(half * total / 2, total - half * total / 2)

    assert result_from_input(board, input_for_result(board, result, first=first), first=first) == result
