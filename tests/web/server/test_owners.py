"""Accounts of engine owners: invitations, passwords, sessions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ronde.model.errors import AccountRefused, NameImpossible
from ronde.store.passwords import too_common
from ronde.web.server import accounts as module
from ronde.web.server.account_store import NAME, AccountStore
from ronde.web.server.accounts import NOBODYS, Accounts, Role, digest, matches, stretch


@pytest.fixture
def accounts(tmp_path: Path) -> Iterator[Accounts]:
    register = AccountStore(tmp_path / NAME)
    yield Accounts(register)
    register.close()


def member(accounts: Accounts, name: str = "Ada") -> tuple[int, str]:
    """The number and the session of a new account."""
    session = accounts.accept(accounts.invite_owner(), name, None)
    found = accounts.signed_in(session)
    assert found is not None
    return found.id, session


# invitations


def test_an_invitation_opens_one_account_and_signs_in(accounts: Accounts) -> None:
    word = accounts.invite_owner()

    session = accounts.accept(word, "  Ada   Lovelace ", None)

    assert [account.name for account in accounts.of_role(Role.OWNER)] == ["Ada Lovelace"]
    assert accounts.signed_in(session) == accounts.of_role(Role.OWNER)[0]


def test_an_invitation_is_used_up(accounts: Accounts) -> None:
    word = accounts.invite_owner()
    accounts.accept(word, "Ada", None)

    with pytest.raises(AccountRefused) as refused:
        accounts.accept(word, "Eve", None)

    assert refused.value.facts["reason"] == "invitation"
    assert len(accounts.of_role(Role.OWNER)) == 1


def test_looking_at_an_invitation_does_not_use_it_up(accounts: Accounts) -> None:
    word = accounts.invite_owner()

    offered = [accounts.find_invitation(word) for _ in range(2)]
    accounts.accept(word, "Ada", None)
    used = accounts.find_invitation(word)

    assert [one and one.state for one in [*offered, used]] == ["open", "open", "used"]


def test_an_old_invitation_is_void(accounts: Accounts) -> None:
    word = accounts.invite_owner(seconds=-1)

    offered = accounts.find_invitation(word)
    assert offered is not None
    assert offered.state == "late"
    with pytest.raises(AccountRefused):
        accounts.accept(word, "Ada", None)


@pytest.mark.parametrize("word", ["", "guess", "é\udcff", "x" * 10_000])
def test_a_guessed_word_opens_nothing(accounts: Accounts, word: str) -> None:
    accounts.invite_owner()

    assert accounts.find_invitation(word) is None
    assert accounts.signed_in(word) is None


@pytest.mark.parametrize("name", ["ada", "ADA", " Ada "])
def test_a_name_that_is_taken_is_refused_and_the_invitation_stays(accounts: Accounts, name: str) -> None:
    member(accounts)
    word = accounts.invite_owner()

    with pytest.raises(AccountRefused) as refused:
        accounts.accept(word, name, None)

    assert refused.value.facts["reason"] == "taken"
    assert accounts.find_invitation(word) is not None


@pytest.mark.parametrize("name", ["", "   ", "Ada\x1b[2J", "Ada\nEve", "\u202eadA"])
def test_an_impossible_name_is_refused_and_nothing_changes(accounts: Accounts, name: str) -> None:
    word = accounts.invite_owner()

    with pytest.raises(NameImpossible):
        accounts.accept(word, name, None)

    assert accounts.of_role(Role.OWNER) == []
    assert accounts.find_invitation(word) is not None


def test_who_has_lost_his_password_comes_back_by_a_new_link(accounts: Accounts) -> None:
    number, _ = member(accounts)
    word = accounts.invite_owner(number)

    session = accounts.accept(word, "somebody else", stretch("correct horse"))

    found = accounts.signed_in(session)
    assert found is not None
    assert (found.id, found.name, found.has_password) == (number, "Ada", True)
    assert len(accounts.of_role(Role.OWNER)) == 1


# passwords


@pytest.mark.full
def test_a_password_matches_itself_only() -> None:
    kept = stretch("correct horse")

    assert matches("correct horse", kept)
    assert not matches("correct horse ", kept)
    assert not matches("", kept)


def test_a_password_is_kept_with_the_numbers_it_was_stretched_by(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = stretch("correct horse")
    monkeypatch.setattr(module, "_COST", (2**12, 8, 2))

    raised = stretch("correct horse")

    assert kept.startswith("scrypt$32768$8$1$")
    assert raised.startswith("scrypt$4096$8$2$")
    assert matches("correct horse", kept)
    assert matches("correct horse", raised)


def test_the_same_password_is_never_kept_the_same() -> None:
    assert stretch("correct horse") != stretch("correct horse")


@pytest.mark.parametrize("password", ["", "short", "x" * 201])
def test_a_password_too_short_or_too_long_is_refused(password: str) -> None:
    with pytest.raises(AccountRefused) as refused:
        stretch(password)

    assert refused.value.facts["reason"] == "password"


def test_an_unknown_name_is_compared_as_slowly_and_never_matches(accounts: Accounts) -> None:
    assert accounts.enter_by_password("nobody", "") is None
    assert NOBODYS.split("$")[:4] == stretch("correct horse").split("$")[:4]
    assert not matches("", NOBODYS)


def test_an_account_without_password_cannot_be_entered_by_one(accounts: Accounts) -> None:
    member(accounts)

    assert accounts.enter_by_password("Ada", "") is None


def test_a_name_signs_in_in_any_case(accounts: Accounts) -> None:
    number, _ = member(accounts)
    accounts.keep_password(number, stretch("correct horse"))

    entered = accounts.enter_by_password("aDa", "correct horse")
    assert entered is not None
    assert entered[0].id == number
    assert accounts.signed_in(entered[1]) == entered[0]


@pytest.mark.full
@settings(max_examples=5, deadline=None)
@given(st.text(min_size=8, max_size=60), st.text(min_size=8, max_size=60))
def test_any_text_can_be_a_password(one: str, other: str) -> None:
    assume(not too_common(one))
    kept = stretch(one)

    assert matches(one, kept)
    same = one.encode("utf-8", "replace") == other.encode("utf-8", "replace")
    assert matches(other, kept) == same


# sessions


def test_signing_out_ends_this_session_only(accounts: Accounts) -> None:
    number, first = member(accounts)
    second = accounts.accept(accounts.invite_owner(number), "", None)

    accounts.leave(first)

    assert accounts.signed_in(first) is None
    assert accounts.signed_in(second) is not None
    assert accounts.sessions_of(number) == 1


def test_all_sessions_can_be_revoked(accounts: Accounts) -> None:
    number, first = member(accounts)
    second = accounts.accept(accounts.invite_owner(number), "", None)

    accounts.leave_everywhere(number)

    assert accounts.signed_in(first) is None
    assert accounts.signed_in(second) is None
    assert accounts.sessions_of(number) == 0


def test_a_session_grows_old(accounts: Accounts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "DAYS", -1)

    session = accounts.accept(accounts.invite_owner(), "Ada", None)

    assert accounts.signed_in(session) is None


def test_a_closed_account_is_closed_to_sessions_passwords_and_old_links(accounts: Accounts) -> None:
    number, session = member(accounts)
    accounts.keep_password(number, stretch("correct horse"))
    link = accounts.invite_owner(number)

    accounts.close(number)

    assert accounts.signed_in(session) is None
    assert accounts.enter_by_password("Ada", "correct horse") is None
    assert accounts.find_invitation(link) is None
    found = accounts.numbered(number)
    assert found is not None
    assert found.closed


def test_a_reopened_account_is_entered_by_a_new_link(accounts: Accounts) -> None:
    number, _ = member(accounts)
    accounts.close(number)

    accounts.reopen(number)
    session = accounts.accept(accounts.invite_owner(number), "", None)

    found = accounts.signed_in(session)
    assert found is not None
    assert found.id == number


def test_accounts_survive_a_restart(tmp_path: Path) -> None:
    register = AccountStore(tmp_path / NAME)
    _, session = member(Accounts(register))
    register.close()

    again = AccountStore(tmp_path / NAME)
    found = Accounts(again).signed_in(session)
    again.close()

    assert found is not None
    assert found.name == "Ada"


def test_no_word_and_no_password_stands_in_the_file(tmp_path: Path) -> None:
    register = AccountStore(tmp_path / NAME)
    accounts = Accounts(register)
    invitation = accounts.invite_owner()
    session = accounts.accept(accounts.invite_owner(), "Ada", stretch("correct horse"))
    register.close()

    written = b"".join(path.read_bytes() for path in tmp_path.iterdir())

    for secret in (invitation, session, "correct horse"):
        assert secret.encode() not in written
    assert digest(session) in written


def test_a_password_set_by_a_new_link_ends_all_older_sessions(accounts: Accounts) -> None:
    number, stolen = member(accounts)

    session = accounts.accept(accounts.invite_owner(number), "", stretch("correct horse"))

    assert accounts.signed_in(stolen) is None
    assert accounts.signed_in(session) is not None


def test_a_new_link_without_a_password_only_adds_a_browser(accounts: Accounts) -> None:
    number, other = member(accounts)

    accounts.accept(accounts.invite_owner(number), "", None)

    assert accounts.signed_in(other) is not None
    assert accounts.sessions_of(number) == 2
