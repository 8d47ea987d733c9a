"""A tournament with the short name of an earlier one inherits nothing that was kept for that one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.store.halls import hall

from ronde.app.command import Right
from ronde.app.desk import Desk
from ronde.web.server.account_store import AccountStore, generation_of, identity_of, take_name
from ronde.web.server.accounts import Account, Accounts, PersonalLinks, Role
from ronde.web.server.tournaments import Tournaments
from ronde.web.server.webhooks import EVERYTHING, Webhooks

SCREEN = "INSERT INTO screen VALUES (?, '{}')"
PROPOSAL = "INSERT INTO proposal VALUES (?, 1, 1, 3, 4, 1, 0, 0)"


def kept(seats: Accounts, tournaments: Tournaments) -> dict[str, str]:
    """Something of every kind under the name `open`; the words of a helper's browser and of a token."""
    register = seats.store
    helper = seats.stored_account(Account("Helen", Role.HELPER, "open"))
    token = seats.make_token(Account("script", Role.TOKEN, "open", frozenset({Right.RESULTS})), 9)
    session = seats.begin(helper, "phone")
    Webhooks(tournaments, register).add(tournaments.by_slug["open"], "https://club.example/", EVERYTHING)
    register.write(SCREEN, "open")
    register.write(PROPOSAL, "open")
    return {"session": session, "token": token, "link": PersonalLinks(register).token("open", 3)}


def shown(folder: Path, seats: Accounts) -> Tournaments:
    return Tournaments([folder], seats.store)


@pytest.fixture
def seats(tmp_path: Path) -> Accounts:
    (tmp_path / "hall").mkdir()
    hall(tmp_path / "hall" / "open.ronde").close()
    return Accounts(AccountStore())


def rows(register: AccountStore) -> list[int]:
    tables = ("seat", "word", "hook", "screen", "proposal")
    return [len(register.rows(f"SELECT 1 FROM {table}")) for table in tables]


def test_another_tournament_of_that_name_inherits_nothing(tmp_path: Path, seats: Accounts) -> None:
    place = tmp_path / "hall" / "open.ronde"
    first = shown(tmp_path / "hall", seats)
    words = kept(seats, first)
    assert seats.signed_in(words["session"]) is not None
    assert seats.token_holder(words["token"]) is not None
    first.close()

    place.unlink()
    hall(place).close()
    shown(tmp_path / "hall", seats).close()

    assert rows(seats.store) == [0] * 5
    assert seats.signed_in(words["session"]) is None
    assert seats.token_holder(words["token"]) is None
    assert not PersonalLinks(seats.store).holds("open", 3, words["link"])


def test_the_same_tournament_keeps_everything_also_from_a_backup(tmp_path: Path, seats: Accounts) -> None:
    place = tmp_path / "hall" / "open.ronde"
    first = shown(tmp_path / "hall", seats)
    words = kept(seats, first)
    first.close()
    before = rows(seats.store)
    shutil.copy(place, tmp_path / "copy.ronde")
    place.unlink()
    shutil.move(tmp_path / "copy.ronde", place)
    shown(tmp_path / "hall", seats).close()

    assert rows(seats.store) == before
    assert PersonalLinks(seats.store).holds("open", 3, words["link"])


def test_others_arbiters_and_owners_are_not_touched() -> None:
    seats = Accounts(AccountStore())
    take_name(seats.store, "open", "one")
    arbiter, owner = (
        seats.stored_account(Account("Ann", Role.ARBITER)),
        seats.stored_account(Account("Zoe", Role.OWNER)),
    )
    other = seats.stored_account(Account("Helen", Role.HELPER, "club"))
    gone = seats.stored_account(Account("Helen", Role.HELPER, "open"))
    take_name(seats.store, "open", "two")

    assert [seats.numbered(one.id) for one in (arbiter, owner, other, gone)] == [arbiter, owner, other, None]
    assert (generation_of(seats.store, "open"), generation_of(seats.store, "club")) == (1, 0)


def test_a_register_that_knew_no_identities_believes_the_tournament_of_today(tmp_path: Path) -> None:
    seats = Accounts(AccountStore())
    helper = seats.stored_account(Account("Helen", Role.HELPER, "open"))
    word = PersonalLinks(seats.store).token("open", 3)
    take_name(seats.store, "open", "one")

    assert seats.numbered(helper.id) == helper
    assert PersonalLinks(seats.store).token("open", 3) == word


def test_a_tournament_without_a_fact_has_no_identity_yet(tmp_path: Path) -> None:
    desk = Desk.create(tmp_path / "empty.ronde")

    assert identity_of(desk) == ""
    desk.close()
