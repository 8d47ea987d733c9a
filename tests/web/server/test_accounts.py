"""Who may sit at the desk, and what of it survives a restart."""

from __future__ import annotations

import re
import sqlite3
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.in_process import Visitor
from tests.support.web_server import Browser, server

from ronde.app.command import Right
from ronde.web.server.account_store import NAME, AccountStore, store_path
from ronde.web.server.accounts import Account, Accounts, Role


def invited(chief: Browser | Visitor, role: str, name: str) -> str:
    """The path of a new invitation, as the page shows it."""
    answer = chief.post("/seats/invite", {"role": role, "name": name})
    found = re.search(r"/enter/[\w-]+", answer.text)
    assert found is not None
    return found[0]


@pytest.mark.full
def test_a_session_outlives_the_server(file: Path) -> None:
    with server(file) as (browser, link, _):
        assert browser.enter(link).status == 303
        cookies = dict(browser.cookies)
    with server(file) as (browser, _, _):
        browser.cookies = cookies
        assert browser.get("/desk/open").status == 200
        browser.post("/leave")
        browser.cookies = cookies
        assert browser.get("/desk/open").status == 403


@pytest.mark.full
def test_no_secret_is_in_the_register(file: Path) -> None:
    with server(file) as (browser, link, _):
        browser.enter(link)
        browser.post("/seats/password", {"role": "arbiter", "name": "Zoe", "password": "correct horse"})
        session = browser.cookies["ronde-seat"]
    kept = (file.parent / NAME).read_bytes()

    for secret in (session, link.rpartition("/")[2], "correct horse"):
        assert secret.encode() not in kept
    assert (file.parent / NAME).stat().st_mode & 0o077 == 0


@pytest.mark.full
def test_a_password_signs_in_and_a_wrong_one_does_not(arbiter: Visitor) -> None:
    arbiter.post("/seats/password", {"role": "arbiter", "name": "Zoe", "password": "correct horse"})
    other = arbiter.stranger()

    assert other.post("/enter", {"name": "arbiter Zoe", "password": "wrong horse"}).status == 403
    assert other.post("/enter", {"name": "nobody", "password": "correct horse"}).status == 403
    assert other.post("/enter", {"name": "arbiter Zoe", "password": "correct horse"}).status == 303
    assert other.get("/desk/open").status == 200
    assert other.get("/seats").status == 403


def test_a_short_password_is_refused_and_an_empty_one_takes_it_back(arbiter: Visitor) -> None:
    assert (
        arbiter.post("/seats/password", {"role": "helper", "name": "Al", "password": "short"}).status == 409
    )
    arbiter.post("/seats/password", {"role": "helper", "name": "Al", "password": "long enough"})
    arbiter.post("/seats/password", {"role": "helper", "name": "Al", "password": ""})

    answer = arbiter.stranger().post("/enter", {"name": "helper Al", "password": "long enough"})
    assert answer.status == 403


def test_whoever_guesses_must_wait(public: Visitor) -> None:
    tries = [public.get(f"/enter/{guess}").status for guess in range(15)]

    assert tries[0] == 403
    assert tries[-1] == 429


def test_a_helper_enters_results_and_nothing_else(arbiter: Visitor) -> None:
    helper = arbiter.stranger()
    helper.enter(invited(arbiter, "helper", "Ann"))

    assert helper.post("/desk/open/result", {"entry": "poi35"}).status == 303
    assert helper.get("/desk/open/proposals").status == 200
    for path in (
        "/desk/open/players",
        "/desk/open/settings",
        "/desk/open/history",
        "/desk/open/phones",
        "/seats",
    ):
        assert helper.get(path).status == 403, path
    assert helper.post("/desk/open/close").status == 403
    assert helper.post("/seats/invite", {"role": "chief"}).status == 403


def test_a_helper_closes_no_round_by_the_line_either(arbiter: Visitor) -> None:
    helper = arbiter.stranger()
    helper.enter(invited(arbiter, "helper", "Ann"))
    page = helper.get("/desk/open").text
    for first in re.findall(r'data-first="(\d+)"', page):
        assert helper.post("/desk/open/result", {"entry": f"{first} 40"}).status == 303
    before = heading(arbiter)

    assert helper.post("/desk/open/result", {"entry": "!"}).status == 409
    assert helper.post("/desk/open/result", {"entry": " ! "}).status == 409
    assert heading(arbiter) == before
    assert 'action="/desk/open/close"' not in helper.get("/desk/open").text
    assert arbiter.post("/desk/open/result", {"entry": "!"}).status == 303
    assert heading(arbiter) != before


def heading(browser: Browser | Visitor) -> str:
    found = re.search("<h1>(.*?)</h1>", browser.get("/desk/open").text)
    assert found
    return found[1]


def test_a_helper_is_shown_only_what_he_may_open(arbiter: Visitor) -> None:
    helper = arbiter.stranger()
    helper.enter(invited(arbiter, "helper", "Ann"))

    for page in (helper.get("/desk/open").text, helper.get("/desk/open/proposals").text):
        links = set(re.findall(r'<a [^>]*?href="(/(?:desk|seats)[^"#]*)"', page)) - {"/desk/open/help"}
        assert "/desk/open/proposals" in links
        assert [link for link in links if helper.get(link).status != 200] == []
    assert 'href="/desk/open/settings"' in arbiter.get("/desk/open").text


def test_a_helper_who_has_nothing_to_undo_does_not_see_the_history(arbiter: Visitor) -> None:
    helper = arbiter.stranger()
    helper.enter(invited(arbiter, "helper", "Ann"))

    answer = helper.post("/desk/open/undo", {"action": "1"})

    assert answer.status == 303
    assert "Nothing to undo" in helper.get("/desk/open").text


def test_a_seat_that_is_revoked_is_gone_at_once(arbiter: Visitor) -> None:
    helper = arbiter.stranger()
    helper.enter(invited(arbiter, "helper", "Ann"))
    page = arbiter.get("/seats").text
    ids = re.findall(r'name="session" value="(\w+)"', page)
    for one in ids[:1]:
        arbiter.post("/seats/revoke", {"session": one})

    assert helper.get("/desk/open").status == 403
    assert arbiter.get("/desk/open").status == 200


def test_an_invitation_works_once_and_not_for_ever() -> None:
    seats = Accounts()
    word = seats.invite("helper Ann", Role.HELPER)
    late = seats.invite("helper Bob", Role.HELPER, minutes=-1)

    assert seats.enter(late) is None
    assert seats.enter(word)
    assert seats.enter(word) is None


@pytest.mark.parametrize(
    ("role", "right", "slug", "allowed"),
    [
        (Role.HELPER, Right.RESULTS, "open", True),
        (Role.HELPER, Right.RESULTS, "other", False),
        (Role.HELPER, Right.ROUNDS, "open", False),
        (Role.HELPER, Right.TOURNAMENTS, "", False),
        (Role.HELPER, Right.SEATED, "", True),
        (Role.ARBITER, Right.ROUNDS, "other", True),
        (Role.ARBITER, Right.SEATS, "", False),
        (Role.ARBITER, Right.HOST, "", False),
        (Role.CHIEF, Right.SEATS, "", True),
        (Role.CHIEF, Right.HOST, "", True),
        (Role.CHIEF, Right.ACCOUNT, "", False),
        (Role.OWNER, Right.ENGINES, "", True),
        (Role.OWNER, Right.SEATED, "", False),
        (Role.OWNER, Right.RESULTS, "open", False),
        (Role.TOKEN, Right.RESULTS, "open", False),
    ],
)
def test_every_role_has_the_least_rights(role: Role, right: Right, slug: str, allowed: bool) -> None:
    seat = Account("somebody", role, "" if role in (Role.ARBITER, Role.CHIEF) else "open")

    assert seat.may(right, slug) is allowed


def test_a_helper_without_a_tournament_may_do_nothing_there() -> None:
    assert not Account("helper Ann", Role.HELPER).may(Right.RESULTS, "open")
    assert not Account("helper Ann", Role.HELPER).may(Right.RESULTS)


def test_a_token_has_the_rights_it_was_given_in_its_tournament() -> None:
    token = Account("token robot", Role.TOKEN, "open", frozenset({Right.RESULTS}))

    assert token.may(Right.RESULTS, "open")
    assert not token.may(Right.RESULTS, "other")
    assert not token.may(Right.PLAYERS, "open")
    assert not token.may(Right.SEATED)


def test_a_closed_seat_may_only_what_everybody_may() -> None:
    closed = Account("arbiter Zoe", Role.ARBITER, closed=True)

    assert closed.may(Right.ANYBODY)
    assert not closed.may(Right.RESULTS, "open")


def test_a_damaged_register_is_put_aside(tmp_path: Path) -> None:
    path = tmp_path / NAME
    path.write_bytes(b"this is no database at all" * 100)
    AccountStore(path).close()

    assert path.with_name(f"{NAME}.damaged").exists()
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT count(*) FROM word").fetchone() == (0,)
    connection.close()


def test_the_register_lies_in_the_folder_that_is_served(tmp_path: Path) -> None:
    (tmp_path / "open.ronde").touch()

    assert store_path([tmp_path]) == tmp_path / NAME
    assert store_path([tmp_path / "open.ronde"]) == tmp_path / NAME


@pytest.mark.full
def test_the_list_of_tournaments_leads_the_chief_to_the_seats_and_everybody_out(
    site: tuple[Browser, str, subprocess.Popen[str]],
) -> None:
    chief, link, _ = site
    chief.enter(link)
    bob = Browser(chief.port)
    bob.enter(invited(chief, "helper", "BOB"))

    assert 'href="/seats"' in chief.get("/desk").text
    assert 'href="/seats"' not in bob.get("/desk").text
    assert 'action="/leave"' in bob.get("/desk").text


@pytest.mark.full
def test_a_session_is_listed_with_its_time_and_ones_own_is_marked(
    site: tuple[Browser, str, subprocess.Popen[str]],
) -> None:
    chief, link, _ = site
    chief.enter(link)
    Browser(chief.port).enter(invited(chief, "helper", "BOB"))
    rows = re.findall(r"<tr><th scope=\"row\">.*?</tr>", chief.get("/seats").text)

    assert ["this one" in row for row in rows if row.startswith('<tr><th scope="row">arbiter')] == [True]
    assert ["this one" in row for row in rows if "helper BOB" in row] == [False]
    assert all(re.search(r"\d{4}-\d\d-\d\d \d\d:\d\d", row) for row in rows)


def test_a_token_whose_days_are_over_seats_nobody_and_stays_listed_to_be_revoked() -> None:
    register = AccountStore()
    seats = Accounts(register)
    robot = Account("token robot", Role.TOKEN, "open", frozenset({Right.RESULTS}))
    old, new = seats.make_token(robot, -1), seats.make_token(replace(robot, name="token other"), 1)

    assert seats.token_holder(old) is None
    assert seats.token_holder(new) is not None
    assert {one.account.name for one in seats.tokens()} == {"token robot", "token other"}
    register.close()
