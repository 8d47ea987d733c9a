"""What goes to a worker, who pays for it, and how the answer comes back."""

from __future__ import annotations

from starlette.requests import Request
from tests.support.builders import tournament

from ronde.web.server.aside import LIGHT, billed_to, given, greedy, light, passed_on
from ronde.web.server.job import Done


def asked(address: str) -> Request:
    return Request({"type": "http", "client": (address, 1), "headers": [], "given": {"key": "x"}})


def test_a_small_club_needs_no_worker() -> None:
    assert light(tournament(30, ["1-2:40"]))
    assert not light(tournament(LIGHT + 1))


def test_a_seat_pays_for_itself_and_a_visitor_by_his_address() -> None:
    assert billed_to(asked("192.0.2.1"), "arbiter") == "seat arbiter"
    assert billed_to(asked("192.0.2.1")) != billed_to(asked("192.0.2.2"))
    assert billed_to(asked("2001:db8::1")) == billed_to(asked("2001:db8::2"))


def test_an_answer_is_passed_on_as_it_is() -> None:
    answer = passed_on(Done(409, b"page", {"content-type": "text/html", "x-told": "yes"}))

    assert (answer.status_code, bytes(answer.body), answer.headers["x-told"]) == (409, b"page", "yes")


def test_who_asks_for_too_much_is_told_when_to_come_again() -> None:
    assert greedy().status_code == 429
    assert greedy().headers is not None
    assert given(asked("192.0.2.1")) == {"key": "x"}
