"""Migrates seats and accounts of earlier versions, once and without loss.

Every step may be repeated: after an interruption it continues at the next start.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from ronde.web.serving.passwords import kept_as
from ronde.web.serving.register import Register
from ronde.web.serving.rights import Role, Seat
from ronde.web.serving.seats import DAY, DAYS, Seats

if TYPE_CHECKING:
    from ronde.http_engines.door import EngineStore

_COST: Final = (2**14, 8, 1)
"""The scrypt parameters of older passwords of seats."""
_QUESTIONS: Final = {
    "seat_invitation": "SELECT digest, seat, role, slug, until, used FROM seat_invitation",
    "seat_session": "SELECT digest, seat, role, slug, since, device FROM seat_session",
    "seat_password": "SELECT seat, role, slug, salt, digest FROM seat_password",
    "session": "SELECT digest, seat, role, '', since, device FROM session WHERE role <> 'helper'",
    "password": "SELECT seat, role, '', salt, digest FROM password WHERE role <> 'helper'",
}
"""Tables of earlier versions; in the oldest a helper's seat was for every tournament: those are ended."""


def lift_seats(register: Register) -> Seats:
    """The seats of a register, with those that an earlier version kept there."""
    seats = Seats(register)
    for table, question in _QUESTIONS.items():
        if register.has(table):
            for row in register.rows(question):
                _take(seats, table.removeprefix("seat_"), row)
            register.write(f"DELETE FROM {table}")
    if register.has("answered"):  # such requests are now kept with the facts they wrote
        register.write("DELETE FROM answered")
    return seats


def _take(seats: Seats, kind: str, row: tuple[Any, ...]) -> None:
    if kind == "password":
        name, role, slug, salt, stretched = row
        seat = seats.seat_of(Seat(name, Role(role), slug))
        seats.keep_password(seat.id, kept_as(bytes(salt), bytes(stretched), _COST))
        return
    key, name, role, slug, at, last = row
    number = seats.seat_of(Seat(name, Role(role), slug)).id
    if kind == "session":
        _keep_word(seats, key, "session", number, at, at + DAYS * DAY, 0.0, last)
    else:
        _keep_word(seats, key, "link", number, at - DAY, at, last, "")


def _keep_word(seats: Seats, *row: Any) -> None:
    order = "INSERT INTO word VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
    seats.register.write(order, *row)


def lift_accounts(book: EngineStore, seats: Seats) -> None:
    """Take the accounts, links and sessions of an engine store into the register, with their passwords."""
    if not book.has_accounts:
        return
    numbers = {0: 0}
    for number, name, password, made, closed in book.execute(
        "SELECT id, name, password, made, closed FROM account ORDER BY id"
    ):
        kept = seats.seat_of(Seat(name, Role.OWNER))
        numbers[number] = kept.id
        order = "UPDATE seat SET password = ?, made = ?, closed = ? WHERE id = ?"
        seats.register.write(order, password, _seconds(made), _seconds(closed), kept.id)
    _lift_words(
        book.execute("SELECT digest, account, until FROM session"), "session", DAYS * DAY, numbers, seats
    )
    links = book.execute("SELECT digest, coalesce(account, 0), until FROM invitation")
    _lift_words(links, "link", 7 * DAY, numbers, seats)
    book.leave_accounts(numbers)


def _lift_words(
    rows: Iterable[Any], kind: str, lasting: float, numbers: dict[int, int], seats: Seats
) -> None:
    for key, account, until in rows:
        if account in numbers:
            _keep_word(seats, key, kind, numbers[account], until - lasting, until, 0.0, "")


def _seconds(moment: str | None) -> float:
    return datetime.fromisoformat(moment).timestamp() if moment else 0.0
