"""Keizer pairing: as KeizerForClubs pairs, and where its search gives up."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import keizer_states as golden
from tests.support.builders import do
from tests.systems.keizer import keizer_law as law

from ronde.model.decisions.players import enter_player, player_leaves
from ronde.model.decisions.rounds import add_table, close_round, correct_result, give_bye, remove_all_tables
from ronde.model.errors import CannotPair, NobodyToPair
from ronde.model.events import (
    AbsencePlanned,
    Event,
    PairForbidden,
    PlayerEntered,
    ResultEntered,
    TableAdded,
    TableLocked,
    TournamentOpened,
)
from ronde.model.player import Absence, Player
from ronde.model.replay import replay
from ronde.model.result import BOARDS, Result
from ronde.model.settings import Settings
from ronde.model.system_settings import KeizerSettings
from ronde.model.table import Pair
from ronde.model.tournament import Tournament
from ronde.systems import frozen_values
from ronde.systems.keizer.pairing import first_ratings, free_by_rank, ranking
from ronde.systems.rounds import complete_round, pair_round, randomised_ratings, why_not, with_costs
from ronde.systems.system import RoundPairing

FILES = {path.stem[:3]: path for path in golden.TOURNAMENTS}
CHESS = BOARDS["chess"]


def club(count: int, **options: Any) -> Tournament:
    """Players 1 to `count`, the first the best rated."""
    chosen = Settings(system="keizer", board=CHESS, tiebreaks=(), keizer=KeizerSettings(**options))
    facts: list[Event] = [TournamentOpened("club", "", chosen)]
    facts += [PlayerEntered(Player(one, f"P{one}", rating=2000 - one), 1) for one in range(1, count + 1)]
    return replay(facts)


def evening(hall: Tournament, *, seed: int = 1, winner: float = 1.0) -> Tournament:
    """One more round, drawn and played."""
    hall = replay(complete_round(hall, seed=seed), hall)
    number = hall.open_round.number
    won = Result(winner, 1 - winner)
    hall = replay([ResultEntered(number, table.number, won) for table in hall.open_round], hall)
    return do(hall, close_round)


def tables(drawn: RoundPairing) -> list[tuple[int, int, int]]:
    return [(number, pair.first, pair.second) for number, pair in drawn.tables.items()]


def told(pairings: list[dict[str, Any]]) -> list[tuple[int, int, int]]:
    return [(game["board"], game["white"], game["black"]) for game in pairings]


def byes(rows: list[dict[str, Any]]) -> list[int]:
    return [row["id"] for row in rows if row["kind"] == "bye"]


@pytest.mark.parametrize("name", FILES)
def test_every_round_of_the_real_program_is_paired_alike(name: str) -> None:
    for evening_ in golden.evenings(golden.load(FILES[name])):
        known, drawn = evening_.golden, evening_.drawn
        assert tables(drawn) == told(known["pairings"])
        assert ([drawn.bye.player] if drawn.bye else []) == byes(known["not_playing"])
        assert list(ranking(evening_.ready, random.Random(1))) == known["pairing_order"]


@pytest.mark.parametrize("name", FILES)
def test_the_order_that_scores_a_round_is_frozen_as_the_real_program_stores_it(name: str) -> None:
    for evening_ in golden.evenings(golden.load(FILES[name])):
        known = evening_.golden
        frozen = evening_.closed.closed_rounds[-1].values
        assert list(frozen) == known.get("value_order", [])


def test_a_round_that_was_deleted_had_been_paired_alike_too() -> None:
    attempts = [one for one in golden.evenings(golden.load(FILES["k31"])) if one.first_attempt]

    assert len(attempts) == 2
    for attempt in attempts:
        assert attempt.first_attempt is not None
        assert tables(attempt.first_attempt) == told(attempt.golden["first_attempt"]["pairings"])


def before_the_failure(name: str) -> Tournament:
    known = golden.load(FILES[name])
    return golden.next_states(known, golden.final(known))


def test_five_players_who_have_all_met_are_refused_with_the_longest_distance_that_works() -> None:
    hall = before_the_failure("k19")

    with pytest.raises(CannotPair) as refused:
        pair_round(hall, seed=1)

    facts = refused.value.facts
    assert facts["reason"] == "distance"
    assert len(facts["players"]) == 4  # type: ignore[arg-type]
    distance = facts["distance"]
    assert isinstance(distance, int)
    for allowed, works in ((distance, True), (distance + 1, False)):
        shorter = replace(hall.settings.keizer, repeat_distance=allowed)
        relaxed = replace(hall, settings=replace(hall.settings, keizer=shorter))
        if works:
            assert len(pair_round(relaxed, seed=1).tables) == 2
        else:
            with pytest.raises(CannotPair):
                pair_round(relaxed, seed=1)


def test_where_the_search_of_the_real_program_gave_up_a_pairing_is_found() -> None:
    hall = before_the_failure("k32")

    drawn = pair_round(hall, seed=1)

    try_pair = law.allowed(hall)
    assert len(drawn.tables) == 9
    assert all(try_pair(pair.first, pair.second) for pair in drawn.tables.values())


def test_eighteen_players_meet_once_each_to_the_last_round_unless_none_is_left() -> None:
    for seed in range(4):
        hall = club(18, repeat_distance=99)
        chance = random.Random(seed)
        for _ in range(17):
            try:
                hall = evening(hall, winner=chance.choice([0.0, 0.5, 1.0]))
            except CannotPair:
                assert not law.pairable(list(ranking(hall, chance)), law.allowed(hall))
                break
        met = [frozenset(game[1:]) for game in law.games(hall)]
        assert len(set(met)) == len(met)


@given(st.integers(0, 2**32))
def test_the_draw_is_what_the_search_would_find_with_unlimited_time(seed: int) -> None:
    hall = law.random_hall(seed, most=8, rounds=6)
    order = free_by_rank(hall, random.Random(1)) if hall.present else []
    bye = law.bye_of(order, hall)
    found = law.first_found([one for one in order if one != bye], law.allowed(hall))

    try:
        drawn = pair_round(hall, seed=1)
    except CannotPair:
        assert found is None
        return

    assert [(pair.first, pair.second) for pair in drawn.tables.values()] == found
    assert (drawn.bye.player if drawn.bye else None) == bye


@given(st.integers(0, 2**32))
def test_whenever_a_legal_pairing_exists_one_is_found_and_it_is_legal(seed: int) -> None:
    hall = law.random_hall(seed, most=24, rounds=16)
    try_pair = law.allowed(hall)
    order = free_by_rank(hall, random.Random(1))
    bye = law.bye_of(order, hall)
    pairable = law.pairable([one for one in order if one != bye], try_pair)

    try:
        drawn = pair_round(hall, seed=1)
    except CannotPair:
        assert not pairable
        return

    assert pairable
    for pair in drawn.tables.values():
        upper, lower = sorted((pair.first, pair.second), key=order.index)
        assert try_pair(upper, lower) == (pair.first, pair.second)


@given(st.integers(0, 2**32))
def test_the_relaxation_proposed_lets_the_round_be_paired(seed: int) -> None:
    hall = law.random_hall(seed, most=10, rounds=9)
    try:
        pair_round(hall, seed=1)
    except CannotPair as refused:
        relaxed = followed(hall, refused.facts)
        assert len(pair_round(relaxed, seed=1).tables) == len(hall.present) // 2


def followed(hall: Tournament, facts: dict[str, Any]) -> Tournament:
    """The hall after the arbiter has done what the refusal proposes."""
    if facts["reason"] == "other-bye":
        return do(hall, give_bye, player=facts["id"])
    keizer = hall.settings.keizer
    changes = {
        "distance": {"repeat_distance": facts.get("distance")},
        "colours": {"colour_limit": facts.get("limit")},
        "both": {"repeat_distance": facts.get("distance"), "colour_limit": 0},
    }[facts["reason"]]
    return replace(hall, settings=replace(hall.settings, keizer=replace(keizer, **changes)))  # type: ignore[arg-type]


def test_another_bye_is_proposed_before_anything_else() -> None:
    hall = club(3, repeat_distance=99, fair_bye=False)
    hall = evening(hall, winner=0.5)  # 1 met 2, and 3 is still the lowest

    with pytest.raises(CannotPair) as refused:
        pair_round(hall, seed=1)

    assert (refused.value.facts["reason"], refused.value.facts["id"]) == ("other-bye", 2)


def test_two_forbidden_players_alone_are_refused_without_a_proposal() -> None:
    hall = replay([PairForbidden(1, 2)], club(2))

    with pytest.raises(CannotPair) as refused:
        pair_round(hall, seed=1)

    assert refused.value.facts["reason"] == "forbidden"


@pytest.mark.parametrize(("present", "pairs", "bye"), [(1, 0, 1), (2, 1, None), (3, 1, 3)])
def test_one_two_and_three_players(present: int, pairs: int, bye: int | None) -> None:
    drawn = pair_round(club(present), seed=1)

    assert len(drawn.tables) == pairs
    assert (drawn.bye.player if drawn.bye else None) == bye


def test_nobody_at_all_is_refused() -> None:
    with pytest.raises(NobodyToPair):
        pair_round(club(0), seed=1)
    hall = club(1)
    with pytest.raises(NobodyToPair):
        pair_round(do(hall, player_leaves, number=1), seed=1)


def test_an_evening_without_anybody_present_is_a_round_of_absences() -> None:
    hall = club(2)
    away = [AbsencePlanned(one, 1, Absence.CLUB) for one in (1, 2)]
    hall = replay(away, hall)

    hall = evening(hall)

    assert hall.closed_rounds[0].absent == {1: Absence.CLUB, 2: Absence.CLUB}
    assert not hall.closed_rounds[0].tables


def test_pairs_made_by_hand_stay_and_the_rest_is_completed_around_them() -> None:
    hall = do(club(6), add_table, first=1, second=6, number=2)

    drawn = pair_round(hall, seed=1)

    assert tables(drawn) == [(1, 3, 2), (2, 1, 6), (3, 5, 4)]


def test_the_arbiters_bye_is_respected_and_an_odd_rest_is_refused() -> None:
    assert (
        pair_round(do(club(5), give_bye, player=1), seed=1).bye
        == pair_round(do(club(5), give_bye, player=1), seed=2).bye
    )
    with pytest.raises(CannotPair):
        pair_round(do(club(4), give_bye, player=1), seed=1)


def test_the_seed_moves_ratings_in_round_one_only_and_by_less_than_the_spread() -> None:
    hall = club(20, first_round_random=50)
    drawn = {tuple(tables(pair_round(hall, seed=seed))) for seed in range(8)}

    assert len(drawn) == 8
    assert pair_round(hall, seed=3) == pair_round(hall, seed=3)
    later = evening(hall)
    assert {tuple(tables(pair_round(later, seed=seed))) for seed in range(8)} == {
        tuple(tables(pair_round(later, seed=1)))
    }


def test_a_small_spread_never_moves_players_who_are_far_apart() -> None:
    chosen = Settings(system="keizer", board=CHESS, keizer=KeizerSettings(first_round_random=10))
    facts: list[Event] = [TournamentOpened("club", "", chosen)]
    facts += [PlayerEntered(Player(one, f"P{one}", rating=2000 - 100 * one), 1) for one in range(1, 7)]
    hall = replay(facts)

    for seed in range(10):
        meetings = {frozenset(game[1:]) for game in tables(pair_round(hall, seed=seed))}
        assert meetings == {frozenset((1, 2)), frozenset((3, 4)), frozenset((5, 6))}
    firsts = {pair_round(hall, seed=seed).tables[1].first for seed in range(20)}
    assert firsts == {1, 2}, "colours are tossed"


def test_random_boards_deal_the_same_pairs_to_other_numbers() -> None:
    hall = club(12, random_boards=True)
    drawn = [pair_round(hall, seed=seed) for seed in range(6)]

    assert len({tuple(tables(one)) for one in drawn}) > 1
    pairs = {frozenset((pair.first, pair.second) for pair in one.tables.values()) for one in drawn}
    assert len(pairs) == 1
    assert all(list(one.tables) == [1, 2, 3, 4, 5, 6] for one in drawn)


def test_a_pair_tells_why_nearer_opponents_were_passed_over() -> None:
    hall = evening(club(4))
    pair = pair_round(hall, seed=1).tables[1]

    assert [reason.rule for reason in pair.reasons] == ["skipped-met"]
    assert pair.reasons[0].amount == 1


def test_the_pre_registered_are_present_from_the_first_pairing_on() -> None:
    hall = do(club(4), player_leaves, number=4, reason=Absence.PREREGISTERED)

    hall = replay(complete_round(hall, seed=1), hall)

    assert set(hall.open_round.seated) == {1, 2, 3, 4}


def test_whoever_comes_when_the_round_is_drawn_starts_late() -> None:
    hall = club(4)
    hall = replay(complete_round(hall, seed=1), hall)
    hall = do(hall, enter_player, player=Player(9, "Late", rating=1500))

    assert hall.absence(9) is Absence.LATE
    assert 9 not in hall.unpaired


def test_whoever_came_late_plays_if_the_round_is_drawn_anew() -> None:
    hall = club(5)
    hall = replay(complete_round(hall, seed=1), hall)
    hall = do(hall, enter_player, player=Player(9, "Late", rating=1500))
    assert replay(complete_round(hall, seed=2), hall).absence(9) is Absence.LATE, "the round is complete"

    hall = replay(complete_round(hall, seed=2, again=True), hall)

    assert set(hall.open_round.seated) == {1, 2, 3, 4, 5, 9}


def test_whoever_came_late_does_not_disturb_tables_that_stay() -> None:
    hall = replay(complete_round(club(4), seed=1), club(4))
    hall = do(hall, enter_player, player=Player(9, "Late", rating=1500))
    hall = replay([TableLocked(1, 1, True)], hall)

    hall = replay(complete_round(hall, seed=2, again=True), hall)

    assert set(hall.open_round.seated) == {1, 2, 3, 4}


def test_the_first_pair_made_by_hand_freezes_the_values_and_a_draw_keeps_them() -> None:
    hall = evening(club(6, repeat_distance=0))
    order = frozen_values(hall)
    hall = replay(with_costs(hall, add_table(hall, first=1, second=6)), hall)
    table = hall.closed_rounds[0].tables[1]
    wish = {"round": 1, "first": table.first, "second": table.second}
    hall = do(hall, correct_result, **wish, result=Result(0, 1))
    hall = replay(with_costs(hall, add_table(hall, first=2, second=5)), hall)

    assert frozen_values(hall) != order
    assert pair_round(hall, seed=1).values == order
    hall = replay(complete_round(hall, seed=1), hall)
    assert hall.open_round.values == order


def test_a_round_dissolved_and_begun_again_freezes_anew() -> None:
    hall = evening(club(4))
    old = frozen_values(hall)
    hall = replay(with_costs(hall, add_table(hall, first=1, second=4)), hall)
    table = hall.closed_rounds[0].tables[1]
    wish = {"round": 1, "first": table.first, "second": table.second}
    hall = do(do(hall, correct_result, **wish, result=Result(0, 1)), remove_all_tables)

    facts = with_costs(hall, add_table(hall, first=2, second=3))

    assert replay(facts, hall).open_round.values == frozen_values(hall) != old


def test_the_ratings_of_round_one_are_made_again_from_its_seed() -> None:
    hall = club(6, first_round_random=100)
    chance = random.Random(5)
    given = first_ratings(hall, chance)
    assert randomised_ratings(hall) == {}, "not drawn yet"

    hall = evening(hall, seed=5)

    assert randomised_ratings(hall) == given
    assert randomised_ratings(evening(club(6), seed=5)) == {}, "no chance was asked for"


def test_what_a_pair_would_cost_is_told_by_the_prices_of_the_balanced_mode() -> None:
    hall = evening(club(6))

    answer = why_not(hall, 1, 2, number=2, seed=1)

    assert answer.total_with - answer.total_best >= 1_000_000
    assert any(reason.rule == "met-too-soon" for reason in answer.pair.reasons)


def test_locked_tables_do_not_count_as_a_choice_of_the_draw() -> None:
    hall = replay([TableAdded(1, 1, Pair(1, 2)), TableLocked(1, 1, True)], club(5))

    drawn = pair_round(hall, seed=1)

    assert tables(drawn)[0] == (1, 1, 2)
    assert drawn.bye is not None
    assert drawn.bye.player == 5
