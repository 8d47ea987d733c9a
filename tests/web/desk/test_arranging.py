"""What an arbiter does with chosen players, by verb."""

from __future__ import annotations

import pytest
from starlette.datastructures import FormData
from tests.support.builders import tournament

from ronde.app.command import Actor, Context
from ronde.model.errors import UnknownPlayer
from ronde.model.replay import replay
from ronde.model.tournament import Tournament
from ronde.web.desk.pairing import BEFORE, VERBS, chosen_of, refusal_of

HALL = tournament(6, current="1-2 3-4")


def after(verb: str, *chosen: int, hall: Tournament = HALL) -> Tournament:
    command = VERBS[verb][1](hall, chosen)
    return replay(command.decide(hall, Context(Actor(), tuple)), hall)


def pairs(hall: Tournament) -> set[tuple[int, int]]:
    return {(table.first, table.second) for table in hall.open_round}


def test_two_players_change_places_or_sit_down_together() -> None:
    assert pairs(after("exchange", 1, 3)) == {(3, 2), (1, 4)}
    assert (1, 3) in pairs(after("meet", 1, 3))
    assert len(pairs(after("meet", 5, 6))) == 3


def test_pairs_are_dissolved_by_any_of_their_players() -> None:
    assert pairs(after("part", 2)) == {(3, 4)}
    assert pairs(after("part", 1, 2, 4)) == set()
    assert pairs(after("part-all")) == set()


def test_a_table_is_locked_and_unlocked() -> None:
    locked = after("lock", 2)

    assert [table.locked for table in locked.open_round] == [True, False]
    assert not any(table.locked for table in after("unlock", 1, hall=locked).open_round)


def test_whoever_gets_the_bye_leaves_his_table() -> None:
    given = after("bye", 1)

    assert given.open_round.forced_bye == 1
    assert pairs(given) == {(3, 4)}
    assert after("no-bye", hall=given).open_round.forced_bye == 0


def test_a_pair_is_forbidden_and_allowed_again() -> None:
    apart = after("forbid", 1, 5)

    assert apart.forbidden == {frozenset((1, 5))}
    assert after("allow", 5, 1, hall=apart).forbidden == frozenset()
    assert set(BEFORE) <= VERBS.keys()


@pytest.mark.parametrize(
    ("verb", "chosen", "key"),
    [
        ("exchange", (1,), "choose-two"),
        ("bye", (1, 2), "choose-one"),
        ("part", (), "choose-some"),
        ("whynot", (1,), "choose-two"),
        ("exchange", (1, 2), ""),
        ("no-bye", (), ""),
    ],
)
def test_a_verb_asks_for_the_players_it_needs(verb: str, chosen: tuple[int, ...], key: str) -> None:
    assert refusal_of(verb, chosen) == key


def test_players_are_ticked_or_typed() -> None:
    assert chosen_of(FormData([("who", "3"), ("who", "3"), ("who", "99"), ("who", "x")]), HALL) == [3]
    assert chosen_of(FormData([("one", "p2"), ("other", "4")]), HALL) == [2, 4]
    with pytest.raises(UnknownPlayer):
        chosen_of(FormData([("one", "nobody")]), HALL)
