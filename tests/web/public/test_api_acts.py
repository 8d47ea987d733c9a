"""What programs can write."""

from __future__ import annotations

import msgspec
import pytest
from tests.support.builders import tournament

from ronde.core.errors import NamesakeHere
from ronde.core.replay import replay
from ronde.web.public.api_acts import ACTS, NewPlayer, Scores
from ronde.web.serving.rights import Right


def test_every_act_asks_for_a_right_and_has_an_address_of_its_own() -> None:
    assert all(act.right is not Right.ANYBODY for act in ACTS)
    assert len({(act.method, act.path) for act in ACTS}) == len(ACTS)


def test_an_act_is_a_decision_on_what_was_told() -> None:
    (entering,) = (act for act in ACTS if act.body is NewPlayer)
    hall = tournament(2)
    facts = entering.decide(hall, NewPlayer(name="ZETA", rating=1500), {})

    assert "ZETA" in {card.name for card in replay(facts, hall).players.values()}


def test_a_field_nobody_knows_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"first": 40, "second": 24, "scored": 1}', type=Scores)


def test_a_namesake_is_registered_only_if_the_body_says_so() -> None:
    (entering,) = (act for act in ACTS if act.body is NewPlayer)
    hall = tournament(2)
    name = hall.player(1).full_name
    with pytest.raises(NamesakeHere):
        entering.decide(hall, NewPlayer(name=name), {})

    assert len(entering.decide(hall, NewPlayer(name=name, namesake=True), {})) == 1
