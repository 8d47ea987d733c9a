from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from tests.store.facts import facts

from ronde.model.events import EVENT_TYPES, Event, PlayerEntered, PlayerLeft
from ronde.model.player import Absence, Player
from ronde.store import journal
from ronde.store.journal import decode, encode, version_of


@given(facts())
def test_every_fact_reads_back_as_it_was_written(fact: Event) -> None:
    kind = type(fact).__name__

    assert decode(kind, version_of(kind), encode(fact)) == fact


@given(facts())
def test_a_fact_is_one_plain_json_object(fact: Event) -> None:
    fields = json.loads(encode(fact))

    assert isinstance(fields, dict)
    assert "\n" not in encode(fact)


def test_a_fact_from_before_a_field_existed_takes_its_default() -> None:
    assert decode("PlayerLeft", 1, '{"player": 3, "round": 2}') == PlayerLeft(3, 2, Absence.WITHDRAWN)


@pytest.mark.parametrize(
    ("kind", "version", "data"),
    [
        ("PlayerLeft", 1, ""),
        ("PlayerLeft", 1, "[]"),
        ("PlayerLeft", 1, '{"player": 3}'),
        ("PlayerLeft", 1, '{"player": "three", "round": 2}'),
        ("PlayerLeft", 1, '{"player": 3, "round": 2, "reason": "bored"}'),
        ("PlayerLeft", 0, '{"player": 3, "round": 2}'),
        ("PlayerLeft", 2, '{"player": 3, "round": 2}'),
        ("PlayerAbducted", 1, '{"player": 3, "round": 2}'),
        ("object", 1, "{}"),
    ],
)
def test_what_is_not_a_known_fact_cannot_be_read(kind: str, version: int, data: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        decode(kind, version, data)


def test_facts_are_written_in_the_first_version_until_there_is_an_upcaster() -> None:
    assert {version_of(kind) for kind in EVENT_TYPES} == {1}


def _full_name_split(fields: dict[str, Any]) -> dict[str, Any]:
    """From version 1, in which a player was one text, to 2."""
    name, _, first = fields.pop("player").partition(", ")
    return {**fields, "player": {"id": fields.pop("id"), "name": name, "first_name": first}}


def _round_added(fields: dict[str, Any]) -> dict[str, Any]:
    """From version 2, which did not say in which round, to 3."""
    return {**fields, "round": 1}


def test_old_facts_are_lifted_step_by_step_to_the_present_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(journal.UPCASTERS, "PlayerEntered", (_full_name_split, _round_added))
    doe = PlayerEntered(Player(7, "DOE", "Jane"), 1)

    assert version_of("PlayerEntered") == 3
    assert decode("PlayerEntered", 1, '{"id": 7, "player": "DOE, Jane"}') == doe
    assert decode("PlayerEntered", 2, '{"player": {"id": 7, "name": "DOE", "first_name": "Jane"}}') == doe
    assert decode("PlayerEntered", 3, encode(doe)) == doe
    with pytest.raises(ValueError, match="PlayerEntered 4"):
        decode("PlayerEntered", 4, encode(doe))


def test_a_lifted_fact_is_checked_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(journal.UPCASTERS, "PlayerLeft", (lambda fields: {**fields, "round": "second"},))

    with pytest.raises(ValueError, match="round"):
        decode("PlayerLeft", 1, '{"player": 3}')
