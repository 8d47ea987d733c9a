from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from tests.support.builders import (
    do,
    enter,
    forbid,
    forbid_all,
    leave,
    players,
    seated,
    tournament,
    with_settings,
)
from tests.systems.states import least, pairs, state_of

from ronde.app.simulation import play
from ronde.model.decisions.rounds import accept_pairing, give_bye
from ronde.model.errors import CannotPair, NobodyToPair
from ronde.model.events import ByeGiven
from ronde.model.player import Player
from ronde.model.replay import replay
from ronde.model.settings import (
    CAP,
    ColourPenalties,
    FloatPenalties,
    Penalties,
    RepetitionPenalties,
    Settings,
)
from ronde.model.table import Reason
from ronde.model.tournament import Tournament
from ronde.systems.swiss.pairing import swiss

FREE = Penalties(
    colour=ColourPenalties((0,), 0),
    float=FloatPenalties((0,), 0, 0),
    repetition=RepetitionPenalties(0, 0, 0, 0),
    chauvinism=(0,),
    elitism=(0,),
)


def accepted(hall: Tournament, seed: int = 1) -> Tournament:
    drawn = swiss(hall, seed=seed)
    facts = accept_pairing(
        hall, tables=drawn.tables, bye=drawn.bye, system=drawn.system, seed=drawn.seed, total=drawn.total
    )
    return replay(facts, hall)


def test_two_players_play_each_other() -> None:
    drawn = swiss(tournament(2), seed=1)

    assert pairs(drawn) == {frozenset((1, 2))}
    assert drawn.bye is None
    assert drawn.system == "swiss"


@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_players_are_refused(count: int) -> None:
    with pytest.raises(NobodyToPair) as refused:
        swiss(tournament(count), seed=1)

    assert refused.value.facts == {"present": count}


def test_with_everybody_absent_nobody_is_paired() -> None:
    with pytest.raises(NobodyToPair) as refused:
        swiss(leave(tournament(6), 1, 2, 3, 4, 5, 6), seed=1)

    assert refused.value.facts == {"present": 0}
    with pytest.raises(NobodyToPair):
        swiss(tournament(3, current="1:away 2:away"), seed=1)


@pytest.mark.parametrize("count", [3, 4, 5, 6, 7, 8, 51])
def test_everybody_present_has_one_opponent_or_the_bye(count: int) -> None:
    drawn = swiss(tournament(count), seed=1)

    drawn_players = [player for pair in drawn.tables.values() for player in (pair.first, pair.second)]
    drawn_players += [drawn.bye.player] if drawn.bye else []
    assert sorted(drawn_players) == list(range(1, count + 1))
    assert (drawn.bye is not None) == bool(count % 2)
    assert sorted(drawn.tables) == list(range(1, count // 2 + 1))


def test_the_absent_and_the_late_are_left_out_and_let_in() -> None:
    hall = enter(leave(tournament(5, ["1-2:40 3-4:="]), 5), Player(9, "LATE"), Player(8, "LATER"))

    drawn = swiss(seated(hall, "1:away"), seed=1)

    assert {player for pair in pairs(drawn) for player in pair} == {2, 3, 4, 8, 9}


def test_a_late_comer_does_not_get_the_bye() -> None:
    """Absence counts like a bye (papp 1.4), although he stands lowest."""
    hall = enter(tournament(4, ["1-2:40 3-4:40"]), Player(9, "LATE"))

    byes = [swiss(hall, seed=seed).bye for seed in range(10)]

    assert {bye.player for bye in byes if bye} == {2, 4}


def test_the_bye_goes_to_the_bottom_and_not_twice_to_the_same() -> None:
    hall = tournament(5, ["1-2:40 3-4:40"])
    assert pairs(swiss(hall, seed=1)) & {frozenset((2,)), frozenset((4,))}

    again = tournament(3, ["1-2:40", "1-3:40"])
    drawn = swiss(again, seed=1)
    assert drawn.bye is not None
    assert drawn.bye.player == 1


def test_pairs_that_exist_are_not_touched() -> None:
    hall = tournament(7, ["1-2:40 3-4:= 5-6:10"], current="6-7 1-2:40")

    after = accepted(hall)

    kept = {(table.first, table.second): table.result for table in after.open_round}
    assert (6, 7) in kept
    result = kept[1, 2]
    assert result is not None
    assert result.first == 40
    assert len(kept) == 3
    assert after.open_round.bye is not None
    assert after.open_round.bye.player in (3, 4, 5)


def test_with_everybody_seated_there_is_nothing_to_add() -> None:
    drawn = swiss(tournament(4, current="1-2 3-4"), seed=1)

    assert pairs(drawn) == {frozenset((1, 2)), frozenset((3, 4))}
    assert (drawn.bye, drawn.total) == (None, 0)


def test_the_last_one_free_has_the_bye() -> None:
    drawn = swiss(tournament(5, current="1-2 3-4"), seed=1)

    assert drawn.bye is not None
    assert drawn.bye.player == 5
    assert drawn.total == drawn.bye.cost == 20_000


def test_pairs_that_exist_cost_nothing_but_their_scores_set_the_bye() -> None:
    """The lowest of all present, seated or not, is half a point above the bye (papp 6.3)."""
    hall = tournament(5, ["1-2:40 3-4:40"], current="2-4")

    drawn = swiss(hall, seed=1)

    assert drawn.bye is not None
    assert Reason("float", 62_785, drawn.bye.player, 3) in drawn.bye.reasons
    fresh = [pair for pair in drawn.tables.values() if 2 not in pair]
    assert drawn.total == drawn.bye.cost + sum(pair.cost for pair in fresh)


def test_the_chosen_bye_is_respected_and_charged() -> None:
    hall = replay(give_bye(tournament(5, ["1-2:40 3-4:="]), player=1), tournament(5, ["1-2:40 3-4:="]))

    drawn = swiss(hall, seed=1)

    assert drawn.bye is not None
    assert drawn.bye.player == 1
    assert drawn.bye.cost == state_of(hall).bye_cost(1)
    assert drawn.total == drawn.bye.cost + sum(pair.cost for pair in drawn.tables.values())


def test_a_chosen_bye_that_leaves_an_odd_number_is_refused_by_name() -> None:
    hall = replay([ByeGiven(1, 2)], tournament(4))

    with pytest.raises(CannotPair) as refused:
        swiss(hall, seed=1)

    assert refused.value.facts == {"reason": "bye", "players": ["P2"]}


def test_forbidden_pairs_are_not_drawn() -> None:
    hall = forbid(tournament(4), (1, 2), (1, 3))

    assert all(pairs(swiss(hall, seed=seed)) == {frozenset((1, 4)), frozenset((2, 3))} for seed in range(20))


def test_forbidden_pairs_of_the_absent_do_not_matter() -> None:
    hall = leave(forbid(tournament(5), (1, 5), (2, 5)), 5)

    assert len(swiss(hall, seed=1).tables) == 2


def test_with_all_pairs_forbidden_the_draw_is_refused_and_names_who_is_stuck() -> None:
    with pytest.raises(CannotPair) as refused:
        swiss(forbid_all(tournament(4), range(1, 5)), seed=1)

    facts = refused.value.facts
    assert facts["reason"] == "forbidden"
    assert facts["players"] == ["P1", "P2", "P3", "P4"]


def test_whoever_is_kept_apart_from_everybody_is_named() -> None:
    with pytest.raises(CannotPair) as refused:
        swiss(forbid_all(tournament(3), range(1, 4)), seed=1)
    assert refused.value.facts["players"] == ["P1", "P2", "P3"]

    with pytest.raises(CannotPair) as refused:
        swiss(forbid(tournament(4), (4, 1), (4, 2), (4, 3)), seed=1)
    assert refused.value.facts["players"] == ["P4"]


def test_where_nobody_is_lonely_those_left_over_are_named() -> None:
    """Two groups of three whose members may only meet among themselves."""
    across = [(one, other) for one in (1, 2, 3) for other in (4, 5, 6)]

    with pytest.raises(CannotPair) as refused:
        swiss(forbid(tournament(6), *across), seed=1)

    named = refused.value.facts["players"]
    assert isinstance(named, list)
    assert len(named) == 2
    assert len(set(named) & {"P1", "P2", "P3"}) == 1


def test_a_player_forbidden_to_everybody_has_the_bye_or_is_named() -> None:
    shunned = forbid(tournament(5), (5, 1), (5, 2), (5, 3), (5, 4))
    drawn = swiss(shunned, seed=1)
    assert drawn.bye is not None
    assert drawn.bye.player == 5

    with pytest.raises(CannotPair) as refused:
        swiss(leave(shunned, 1), seed=1)
    named = refused.value.facts["players"]
    assert isinstance(named, list)
    assert "P5" in named


def test_the_same_seed_draws_the_same_round_and_other_seeds_others() -> None:
    hall = tournament(12)

    assert swiss(hall, seed=7) == swiss(hall, seed=7)
    assert len({pairs(swiss(hall, seed=seed)) for seed in range(10)}) == 10
    assert swiss(hall, seed=7).seed == 7


def test_equal_orientations_are_turned_by_history() -> None:
    settings = Settings(penalties=FREE)
    hall = forbid(tournament(4, ["1-2:= 3-4:=", "1-3:= 2-4:="], settings=settings), (1, 2), (1, 3))

    for seed in range(20):
        firsts = {pair.first for pair in swiss(hall, seed=seed).tables.values()}
        # 1 had the first colour twice and 4 the second; of 2 and 3 the latter had the second last.
        assert firsts == {4, 3}


def test_equal_orientations_without_a_history_are_turned_by_the_seed() -> None:
    firsts = Counter(swiss(tournament(2), seed=seed).tables[1].first for seed in range(200))

    assert 70 < firsts[1] < 130


def test_the_cheaper_orientation_is_taken_before_the_history() -> None:
    """1 had the second colour last, but is owed two first colours less than 2."""
    hall = tournament(2, ["1-2:=", "1-2:=", "1-2:=", "2-1:="])

    assert {swiss(hall, seed=seed).tables[1].first for seed in range(20)} == {2}


def test_above_the_cap_the_uncut_price_still_chooses_the_colours() -> None:
    hall = tournament(2, ["1-2:=", "1-2:="], settings=Settings(cap=CAP))

    assert {swiss(hall, seed=seed).tables[1].first for seed in range(20)} == {2}
    thrice = tournament(2, ["1-2:=", "1-2:=", "2-1:="], settings=Settings(cap=CAP))
    assert swiss(thrice, seed=1).total == CAP
    assert {swiss(thrice, seed=seed).tables[1].first for seed in range(20)} == {2}


def test_capped_any_second_bye_is_as_bad_and_exact_the_third_is_worse() -> None:
    costly = replace(FREE, repetition=RepetitionPenalties(0, 0, CAP, 0))
    rounds = ["2-3:=", "2-3:=", "1-3:=", "1-2:="]
    hall = tournament(3, rounds, settings=Settings(penalties=costly))

    def byes(cap: int | None) -> set[int]:
        drawn = [swiss(with_settings(hall, cap=cap), seed=seed) for seed in range(30)]
        return {draw.bye.player for draw in drawn if draw.bye}

    assert byes(CAP) == {1, 2, 3}
    assert byes(None) == {2, 3}


def test_capped_any_replay_is_as_bad_and_exact_the_least_repeated_pairs_meet() -> None:
    costly = replace(FREE, repetition=RepetitionPenalties(CAP, CAP, 0, 0))
    rounds = ["1-2:= 3-4:=", "2-1:= 4-3:=", "1-3:= 2-4:=", "1-4:= 2-3:="]
    hall = tournament(4, rounds, settings=Settings(penalties=costly))

    def partners_of_1(cap: int | None) -> set[int]:
        drawn = [pairs(swiss(with_settings(hall, cap=cap), seed=seed)) for seed in range(30)]
        return {other for way in drawn for pair in way if 1 in pair for other in pair - {1}}

    assert partners_of_1(CAP) == {2, 3, 4}
    assert partners_of_1(None) == {3, 4}
    assert swiss(with_settings(hall, cap=CAP), seed=1).total == swiss(hall, seed=1).total == 2 * CAP


def test_the_128th_round_of_four_players_is_paired() -> None:
    schedule = ["1-4:40 2-3:=", "4-3:= 1-2:24", "2-4:40 3-1:=", "4-1:40 3-2:=", "3-4:= 2-1:24", "4-2:= 1-3:="]
    hall = tournament(4, [schedule[at % 6] for at in range(127)])

    for cap in (None, CAP):
        state = state_of(with_settings(hall, cap=cap))
        drawn = swiss(state.hall, seed=1)
        assert drawn.total == least(state)
    assert len(accepted(hall).open_round.tables) == 2


def test_a_thousand_players_are_paired() -> None:
    hall = play(Settings(rounds=9), [1100 + at for at in range(1000)], seed=1, stop=1)

    drawn = swiss(hall, seed=2)

    seats = [player for pair in drawn.tables.values() for player in (pair.first, pair.second)]
    assert sorted(seats) == list(range(1, 1001))
    assert drawn.total == sum(pair.cost for pair in drawn.tables.values())
    assert all(reason.rule != "met-same-colours" for pair in drawn.tables.values() for reason in pair.reasons)


@pytest.mark.parametrize(
    ("count", "ways", "critical"),
    [(4, 3, 13.82), (5, 15, 36.12)],
    ids=["4", "5"],
)
def test_the_first_round_is_drawn_uniformly(count: int, ways: int, critical: float) -> None:
    """Chi-square at one in a thousand, with fixed seeds: every way to pair comes as often."""
    hall = tournament(count)
    draws = 60 * ways

    seen = Counter(pairs(swiss(hall, seed=seed)) for seed in range(draws))

    assert len(seen) == ways
    expected = draws / ways
    assert sum((often - expected) ** 2 / expected for often in seen.values()) < critical


def test_the_first_round_is_uniform_whatever_the_numbers_and_the_order_of_registration() -> None:
    hall = tournament([Player(number, f"P{number}") for number in (900, 5, 77, 1)])

    seen = Counter(pair for seed in range(300) for pair in pairs(swiss(hall, seed=seed)) if 5 in pair)

    assert len(seen) == 3
    assert sum((often - 100) ** 2 / 100 for often in seen.values()) < 13.82


def test_compatriots_do_not_meet_in_the_first_round_if_it_can_be_helped() -> None:
    cards = [Player(at, f"P{at}", country="FRA" if at <= 4 else "GBR") for at in range(1, 8)]

    for seed in range(10):
        drawn = swiss(tournament(cards), seed=seed)
        assert all(pair.first > 4 or pair.second > 4 for pair in drawn.tables.values())
        assert drawn.bye is not None
        assert drawn.bye.player <= 4


def test_the_order_of_registration_does_not_favour_anybody() -> None:
    """Everybody tied after a round of draws: the first and the last of the list meet like any two."""
    hall = tournament(6, ["1-2:= 3-4:= 5-6:="], settings=Settings(penalties=FREE))

    met = Counter(6 in pair for seed in range(300) for pair in pairs(swiss(hall, seed=seed)) if 1 in pair)

    assert 35 < met[True] < 85


def test_players_of_the_builder_have_no_country_in_common() -> None:
    hall = tournament(players(4))

    assert swiss(hall, seed=1).total == 2 * 40


def test_a_chosen_bye_that_leaves_nobody_to_pair_is_named() -> None:
    hall = do(tournament(2), give_bye, player=1)

    with pytest.raises(CannotPair) as refused:
        swiss(hall, seed=1)

    assert refused.value.facts == {"reason": "only-bye", "players": ["P1"]}


def test_somebody_alone_who_was_chosen_for_the_bye_is_named() -> None:
    hall = do(tournament(1), give_bye, player=1)

    with pytest.raises(CannotPair) as refused:
        swiss(hall, seed=1)

    assert refused.value.facts == {"reason": "only-bye", "players": ["P1"]}
