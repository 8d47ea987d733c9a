"""Registers and books of earlier versions: nobody is signed out, no password is lost, engines stay owned."""

from __future__ import annotations

import hashlib
import hmac
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ronde.http_engines.door import EngineStore
from ronde.web.serving.lifting import lift_accounts, lift_seats
from ronde.web.serving.passwords import stretch
from ronde.web.serving.register import NAME, Register
from ronde.web.serving.rights import Role, Seat
from ronde.web.serving.seats import Seats

SEATS = """
CREATE TABLE key (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;
CREATE TABLE seat_invitation (
    digest BLOB PRIMARY KEY, seat TEXT NOT NULL, role TEXT NOT NULL, slug TEXT NOT NULL, until REAL NOT NULL,
    used REAL NOT NULL) STRICT;
CREATE TABLE seat_session (
    digest BLOB PRIMARY KEY, seat TEXT NOT NULL, role TEXT NOT NULL, slug TEXT NOT NULL, since REAL NOT NULL,
    device TEXT NOT NULL) STRICT;
CREATE TABLE seat_password (
    seat TEXT PRIMARY KEY, role TEXT NOT NULL, slug TEXT NOT NULL, salt BLOB NOT NULL,
    digest BLOB NOT NULL) STRICT;
"""
"""The tables of a register as version 1.1 made them."""
ACCOUNTS = """
CREATE TABLE account (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, password TEXT, made TEXT NOT NULL, closed TEXT
) STRICT;
CREATE TABLE invitation (
    digest BLOB PRIMARY KEY, made TEXT NOT NULL, until REAL NOT NULL, account INTEGER
) STRICT;
CREATE TABLE session (digest BLOB PRIMARY KEY, account INTEGER NOT NULL, until REAL NOT NULL) STRICT;
PRAGMA user_version = 1;
"""
"""The tables of a book that version 2 has no more."""


def kept(key: bytes, word: str) -> bytes:
    return hmac.digest(key, word.encode(), hashlib.sha256)


@pytest.fixture
def old_register(tmp_path: Path) -> Path:
    """A register in which a helper has a session and a link, and an arbiter has a password."""
    now, salt = time.time(), b"0123456789abcdef"
    slow = hashlib.scrypt(b"correct horse", salt=salt, dklen=32, n=2**14, r=8, p=1)
    with closing(sqlite3.connect(tmp_path / NAME)) as old:
        old.executescript(SEATS)
        helper = ("helper Ann", "helper", "open")
        old.execute(
            "INSERT INTO seat_session VALUES (?, ?, ?, ?, ?, ?)",
            (kept(b"ronde", "session"), *helper, now - 100, "Firefox/1"),
        )
        old.execute(
            "INSERT INTO seat_invitation VALUES (?, ?, ?, ?, ?, ?)",
            (kept(b"ronde", "link"), *helper, now + 100, 0.0),
        )
        old.execute(
            "INSERT INTO seat_password VALUES (?, ?, ?, ?, ?)", ("arbiter Zoe", "arbiter", "", salt, slow)
        )
        old.execute("INSERT INTO key VALUES ('player links', ?)", (b"the key of links",))
        old.commit()
    return tmp_path / NAME


@pytest.fixture
def seats(old_register: Path) -> Iterator[Seats]:
    """The same, lifted; and lifted once more, as after a restart."""
    for _ in range(2):
        register = Register(old_register)
        lifted = lift_seats(register)
        if _ == 0:
            register.close()
    yield lifted
    register.close()


def test_a_session_goes_on(seats: Seats) -> None:
    found = seats.signed_in("session")

    assert found is not None
    assert (found.name, found.role, found.slug) == ("helper Ann", Role.HELPER, "open")
    (listed,) = seats.sessions()
    assert listed.device == "Firefox/1"
    assert listed.until - listed.since == 30 * 86_400


def test_a_link_still_opens_its_seat_once(seats: Seats) -> None:
    assert seats.enter("link")
    assert seats.enter("link") is None


def test_a_password_still_signs_in(seats: Seats) -> None:
    entered = seats.enter_by_password("arbiter Zoe", "correct horse")

    assert entered is not None
    assert entered[0].role is Role.ARBITER
    assert seats.enter_by_password("arbiter Zoe", "another horse") is None
    assert [seat.name for seat in seats.passwords()] == ["arbiter Zoe"]


def test_requests_that_a_register_once_kept_sign_nobody_out(old_register: Path) -> None:
    with closing(sqlite3.connect(old_register)) as old:
        old.execute(
            "CREATE TABLE answered (seat INTEGER, word TEXT, digest BLOB NOT NULL, number INTEGER NOT NULL,"
            " body BLOB NOT NULL, at REAL NOT NULL, PRIMARY KEY (seat, word)) STRICT"
        )
        old.execute("INSERT INTO answered VALUES (1, 'key', x'', 3, x'', 0.0)")
        old.commit()
    with closing(Register(old_register)) as register:
        assert lift_seats(register).signed_in("session")
        assert register.rows("SELECT * FROM answered") == []


def test_a_password_changed_after_the_lift_stays_changed(old_register: Path) -> None:
    register = Register(old_register)
    lift_seats(register).set_password(Seat("arbiter Zoe", Role.ARBITER), stretch("another horse"))
    register.close()
    register = Register(old_register)
    seats = lift_seats(register)

    assert seats.enter_by_password("arbiter Zoe", "correct horse") is None
    assert seats.enter_by_password("arbiter Zoe", "another horse")
    register.close()


def test_the_key_of_personal_links_stays(seats: Seats) -> None:
    assert seats.register.key("player links") == b"the key of links"


@pytest.fixture
def old_book(tmp_path: Path) -> Path:
    """A book in which Ada, 1, and Bea, 2, own engines; Cleo's account is closed."""
    path = tmp_path / "arbitre.db"
    EngineStore(path).close()
    now = time.time()
    with closing(sqlite3.connect(path)) as old:
        old.executescript(ACCOUNTS)
        made = "2026-01-01T00:00:00+00:00"
        for number, name, password, closed in (
            (1, "Ada", stretch("correct horse"), None), (2, "Bea", None, None), (7, "Cleo", None, made),
        ):  # fmt: skip
            old.execute("INSERT INTO account VALUES (?, ?, ?, ?, ?)", (number, name, password, made, closed))
        for word, account in (("of ada", 1), ("of bea", 2), ("of nobody", 99)):
            old.execute(
                "INSERT INTO session VALUES (?, ?, ?)", (kept(b"ronde arbitre", word), account, now + 100)
            )
        links: tuple[tuple[str, int | None], ...] = (("new", None), ("back", 2))
        for word, invited in links:
            old.execute(
                "INSERT INTO invitation VALUES (?, ?, ?, ?)",
                (kept(b"ronde arbitre", word), made, now + 100, invited),
            )
        for name, owner in (("a", 1), ("b", 2), ("house", 0)):
            old.execute(
                "INSERT INTO engine VALUES (NULL, ?, 'reversi', '', ?, 1, 15, 'call-back', 1, 0, 0, '[]')",
                (name, owner),
            )
        old.commit()
    return path


@pytest.fixture
def lifted(old_book: Path, seats: Seats) -> Iterator[tuple[EngineStore, Seats]]:
    """A book lifted into a register whose seats have the first numbers already."""
    book = EngineStore(old_book)
    lift_accounts(book, seats)
    lift_accounts(book, seats)
    yield book, seats
    book.close()


def test_engines_keep_their_owners_whatever_numbers_these_have_now(lifted: tuple[EngineStore, Seats]) -> None:
    book, seats = lifted
    names = {seat.id: seat.name for seat in seats.of_role(Role.OWNER)}

    assert {card.name: names.get(card.owner) for card in book.engines()} == {
        "a": "Ada", "b": "Bea", "house": None,
    }  # fmt: skip
    assert sorted(names.values()) == ["Ada", "Bea", "Cleo"]
    assert not set(names) & {1, 2}, "those numbers are of other seats"


def test_owners_stay_signed_in_and_keep_their_passwords_and_links(lifted: tuple[EngineStore, Seats]) -> None:
    _, seats = lifted
    ada, bea = seats.signed_in("of ada"), seats.signed_in("of bea")
    offered = seats.invited("back")

    assert ada is not None
    assert bea is not None
    assert (ada.name, bea.name, seats.signed_in("of nobody")) == ("Ada", "Bea", None)
    assert seats.enter_by_password("ada", "correct horse")
    assert offered is not None
    assert offered.seat == bea
    assert seats.signed_in(seats.accept("new", "Dora", None)) is not None


def test_a_closed_account_stays_closed(lifted: tuple[EngineStore, Seats]) -> None:
    _, seats = lifted

    assert [seat.name for seat in seats.of_role(Role.OWNER) if seat.closed] == ["Cleo"]


def test_a_lifted_book_keeps_no_accounts_and_opens_again(
    old_book: Path, lifted: tuple[EngineStore, Seats]
) -> None:
    lifted[0].close()
    with closing(sqlite3.connect(old_book)) as written:
        tables = {name for (name,) in written.execute("SELECT name FROM sqlite_master")}
        assert not tables & {"account", "invitation", "session"}
        assert written.execute("PRAGMA user_version").fetchone() == (3,)
    again = EngineStore(old_book)

    assert len(again.engines()) == 3
    assert not again.has_accounts
    again.close()


def test_a_lift_that_was_interrupted_is_done_again(old_book: Path, seats: Seats) -> None:
    """The machine stopped after the register was written, before the book was."""
    book = EngineStore(old_book)
    leave = book.leave_accounts
    book.leave_accounts = lambda numbers: None  # type: ignore[method-assign]
    lift_accounts(book, seats)
    book.leave_accounts = leave  # type: ignore[method-assign]
    lift_accounts(book, seats)
    names = {seat.id: seat.name for seat in seats.of_role(Role.OWNER)}

    assert len(names) == 3
    assert {names.get(card.owner) for card in book.engines()} == {"Ada", "Bea", None}
    book.close()
