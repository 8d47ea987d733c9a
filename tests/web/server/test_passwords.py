"""Passwords are kept stretched, and weak ones not at all."""

from __future__ import annotations

import pytest

from ronde.model.errors import AccountRefused
from ronde.web.server.accounts import LONGEST, SHORTEST, digest, mark_of, matches, stretch


def test_only_the_password_itself_matches_what_is_kept() -> None:
    kept = stretch("correct horse")

    assert matches("correct horse", kept)
    assert not matches("correct horsf", kept)
    assert "horse" not in kept


def test_the_same_password_is_kept_differently_every_time() -> None:
    one, two = stretch("correct horse"), stretch("correct horse")

    assert one != two
    assert mark_of(one) != mark_of(two)


@pytest.mark.parametrize(
    ("password", "reason"),
    [
        ("x" * (SHORTEST - 1), "password"),
        ("xy" * LONGEST, "password"),
        ("password1", "common"),
        ("Zoe12345", "common"),
    ],
)
def test_a_weak_password_is_refused_with_its_reason(password: str, reason: str) -> None:
    with pytest.raises(AccountRefused) as refused:
        stretch(password, "Zoe")

    assert refused.value.facts["reason"] == reason


def test_words_that_open_something_are_kept_as_digests() -> None:
    assert digest("a") != digest("b")
    assert len(digest("\ud800")) == 32
