"""Guesses of passwords wait, and a browser that is known waits for its own guesses only."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from ronde.web.server.sign_in import FORGOTTEN, FREE, LONGEST, REMEMBERED, KnownBrowsers, Tries


def browser(cookie: str = "") -> Request:
    headers = [(b"cookie", cookie.encode())] if cookie else []
    scope = {"type": "http", "headers": headers, "scheme": "http", "server": ("localhost", 80), "path": "/"}
    return Request(scope)


def test_a_few_guesses_are_free_and_then_each_waits_twice_as_long() -> None:
    tries, now, waits = Tries(), 1000.0, []
    for _ in range(FREE):
        assert tries.begin("ann", now) == 0
    for _ in range(12):
        wait = tries.begin("ann", now)
        waits.append(wait)
        now += wait
        assert tries.begin("ann", now) == 0

    assert waits[:4] == [1, 2, 4, 8]
    assert max(waits) == LONGEST


def test_another_account_does_not_wait_and_a_right_password_forgives() -> None:
    tries = Tries()
    for _ in range(FREE + 1):
        tries.begin("ann", 0.0)

    assert tries.begin("bob", 0.0) == 0
    tries.right("ann")
    assert tries.begin("ann", 0.0) == 0


def test_after_an_hour_nothing_is_held_against_an_account() -> None:
    tries = Tries()
    for _ in range(FREE + 1):
        tries.begin("ann", 0.0)

    assert tries.begin("ann", 0.5) > 0
    assert tries.begin("ann", FORGOTTEN + 1) == 0


def test_only_so_many_accounts_are_remembered() -> None:
    tries = Tries()
    for number in range(REMEMBERED + 50):
        tries.begin(str(number), 0.0)

    assert len(tries._records) == REMEMBERED


def test_a_known_browser_has_tries_of_its_own_until_the_password_changes() -> None:
    known, answer = KnownBrowsers("ronde-known", b"key"), Response()
    known.remember(browser(), answer, "Ann", "mark")
    cookie = answer.headers["set-cookie"].split(";")[0]

    stranger = known.account(browser(), "ann", "mark")
    assert known.account(browser(cookie), "ANN", "mark") != stranger
    assert known.account(browser(cookie), "ann", "another mark") == stranger
    assert known.account(browser("ronde-known=forged.seal"), "ann", "mark") == stranger
