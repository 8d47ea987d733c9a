"""Rounds of Go: what is kept, what is refused, what pairs cost, and what another pair would cost."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.systems.mcmahon.hall import BLACK_WINS, go_settings, hall, meetings, paired, played

from ronde.model.decisions.players import forbid_pair
from ronde.model.decisions.rounds import add_table, give_bye, lock_table, swap_players
from ronde.model.errors import CannotPair, NobodyToPair
from ronde.model.events import ResultCorrected, ResultEntered, TableAdded
from ronde.model.go import MCMAHON
from ronde.model.replay import replay
from ronde.model.table import Pair
from ronde.model.tournament import Tournament
from ronde.systems.certificate import certificate
from ronde.systems.matching.proof import Matching, check
from ronde.systems.mcmahon.check import check_rounds
from ronde.systems.mcmahon.costs import one_level
from ronde.systems.mcmahon.pairing import with_handicaps
from ronde.systems.rounds import broken_rules, complete_round, pair_round, why_not

RANKS = ["4d", "3d", "2d", "1d", "1k", "2k", "3k", "4k", "5k", "6k", "7k", "8k"]


def by_hand(tournament: Tournament, first: int, second: int) -> Pair:
    events = with_handicaps(tournament, add_table(tournament, first=first, second=second))
    return next(event.pair for event in events if isinstance(event, TableAdded))


def test_neighbours_meet_the_strongest_at_table_one() -> None:
    drawn = pair_round(hall(RANKS), seed=1)

    tops = [min(pair.first, pair.second) for _, pair in sorted(drawn.tables.items())]
    assert tops == sorted(tops)
    assert all(abs(pair.first - pair.second) == 1 for pair in drawn.tables.values())


def test_a_forbidden_pair_does_not_meet() -> None:
    tournament = hall(["3k", "3k", "9k", "9k"])
    tournament = replay(forbid_pair(tournament, first=1, second=2), tournament)

    assert frozenset((1, 2)) not in meetings(paired(tournament))


def test_nobody_is_paired_if_forbidden_pairs_leave_somebody_over() -> None:
    tournament = hall(["3k"] * 4)
    for other in (2, 3, 4):
        tournament = replay(forbid_pair(tournament, first=1, second=other), tournament)

    with pytest.raises(CannotPair) as refused:
        pair_round(tournament, seed=1)

    assert refused.value.facts["players"]


def test_the_bye_goes_to_another_if_the_weakest_leaves_a_forbidden_pair() -> None:
    tournament = hall(["3k", "4k", "5k"])
    tournament = replay(forbid_pair(tournament, first=1, second=2), tournament)

    assert paired(tournament).open_round.bye == pair_round(tournament, seed=1).bye
    assert meetings(paired(tournament)) == {frozenset((1, 3))}


def test_the_arbiter_chooses_who_has_the_bye() -> None:
    tournament = hall(["3k", "4k", "5k"])
    tournament = replay(give_bye(tournament, player=1), tournament)

    found = paired(tournament).open_round

    assert found.bye is not None
    assert found.bye.player == 1
    assert meetings(paired(tournament)) == {frozenset((2, 3))}


def test_one_player_alone_is_not_a_round() -> None:
    with pytest.raises(NobodyToPair):
        pair_round(hall(["3k"]), seed=1)


def test_pairs_that_exist_stay() -> None:
    tournament = replay([TableAdded(1, 1, Pair(12, 1, handicap=9))], hall(RANKS))
    tournament = replay(lock_table(tournament, number=1, locked=True), tournament)

    done = paired(tournament)

    assert frozenset((1, 12)) in meetings(done)
    assert sum(len(pair) for pair in meetings(done)) == 12


def test_a_seat_with_a_result_keeps_its_table() -> None:
    tournament = replay([TableAdded(1, 1, Pair(12, 11))], hall(RANKS))
    tournament = replay([ResultEntered(1, 1, BLACK_WINS)], tournament)

    assert paired(tournament).open_round.tables[1].first == 12


def test_a_bill_adds_up_and_its_lines_are_losses_but_for_the_discount() -> None:
    tournament = hall(RANKS)
    for _ in range(4):
        tournament = paired(tournament)
        for table in tournament.open_round:
            assert table.pair.cost == sum(line.cost for line in table.pair.reasons)
            assert all(line.cost > 0 or line.rule == "go-drawn" for line in table.pair.reasons)
        tournament = played(tournament)


def test_an_unavoidable_rematch_is_named_with_its_round() -> None:
    tournament = paired(played(paired(hall(["3k", "4k"]))))

    (table,) = tournament.open_round
    (line,) = [line for line in table.pair.reasons if line.rule == "go-rematch"]
    assert (line.cost, line.amount) == (MCMAHON.weights.never_met, 1)
    assert broken_rules(tournament, [table.pair]) == [(table.pair, (line,))]


def test_nobody_meets_again_while_that_is_possible() -> None:
    tournament = hall(["3k"] * 8)
    seen: set[frozenset[int]] = set()
    for _ in range(5):
        tournament = paired(tournament)
        assert not seen & meetings(tournament)
        seen |= meetings(tournament)
        tournament = played(tournament)


def test_a_rematch_may_be_cheap() -> None:
    weights = replace(MCMAHON.weights, never_met=0)
    tournament = hall(["3k", "4k", "13k", "14k"], go_settings(weights=weights))

    again = paired(played(paired(tournament)))

    assert frozenset((1, 2)) in meetings(again)


def test_compatriots_meet_only_if_that_is_worth_a_level() -> None:
    tournament = hall(["3k"] * 4)
    players = {number: replace(one, country="NL") for number, one in tournament.players.items() if number < 3}
    tournament = replace(tournament, players={**tournament.players, **players})

    assert frozenset((1, 2)) not in meetings(paired(tournament))


def test_a_pair_made_by_hand_has_handicap_colours_and_its_bill() -> None:
    tournament = hall(RANKS)

    made = by_hand(tournament, 1, 9)

    assert (made.first, made.second, made.handicap) == (9, 1, 4)
    assert made.cost == sum(line.cost for line in made.reasons)
    assert "go-score" in {line.rule for line in made.reasons}


def test_the_arbiter_may_exchange_the_colours_of_a_table() -> None:
    tournament = paired(hall(["3k", "3k"]))
    table = tournament.open_round.tables[1]
    events = with_handicaps(tournament, swap_players(tournament, one=table.first, other=table.second))

    exchanged = replay(events, tournament).open_round.tables[1]

    assert (exchanged.first, exchanged.second) == (table.second, table.first)


def test_stones_given_by_the_arbiter_stay() -> None:
    tournament = hall(RANKS)
    (event,) = with_handicaps(tournament, [TableAdded(1, 1, Pair(1, 2, handicap=2))])

    assert isinstance(event, TableAdded)
    assert (event.pair.first, event.pair.handicap) == (1, 2)


def test_corrected_colours_leave_the_stones_with_black() -> None:
    tournament = played(paired(hall(["3k", "8k"])))
    before = tournament.rounds[0].tables[1].pair

    event = ResultCorrected(1, 1, before.second, before.first, BLACK_WINS)

    assert before.handicap == 4
    assert replay([event], tournament).rounds[0].tables[1].pair == Pair(
        before.second, before.first, handicap=4
    )


def test_another_pair_costs_the_round_at_least_as_much() -> None:
    tournament = hall(RANKS)
    chosen = meetings(paired(tournament))

    for other in range(2, 13):
        answer = why_not(tournament, 1, other, number=1, seed=1)
        assert answer.total_with >= answer.total_best
        assert (answer.total_with == answer.total_best) == (frozenset((1, other)) in chosen)


@pytest.mark.parametrize("people", [11, 12])
def test_the_certificate_holds_the_pairs_of_the_draw(people: int) -> None:
    tournament = played(paired(hall(RANKS[:people])))
    drawn = pair_round(tournament, seed=5)

    found = certificate(tournament, seed=5)

    assert found is not None
    check(np.array(found.costs), Matching(found.partner, found.total, found.proof))
    pairs = {frozenset((found.players[one], found.players[two])) for one, two in enumerate(found.partner)}
    assert pairs == {frozenset((pair.first, pair.second)) for pair in drawn.tables.values()}
    assert found.total == drawn.total


@pytest.mark.parametrize("system", ["mcmahon", "go-swiss", "go-categories"])
def test_every_system_of_go_plays_its_rounds_with_late_and_absent_players(system: str) -> None:
    tournament = hall([*RANKS, "12k", "15k", "20k"], go_settings(system))
    for _ in range(3):
        tournament = played(paired(tournament))

    found = check_rounds(tournament)

    assert [(one.number, one.equal) for one in found] == [(1, True), (2, True), (3, True)]


def test_a_check_sees_a_round_that_is_not_the_best() -> None:
    tournament = hall(["3k", "4k", "13k", "14k"])
    pairs = [TableAdded(1, 1, Pair(3, 1)), TableAdded(1, 2, Pair(4, 2))]

    (found,) = check_rounds(played(replay(pairs, tournament)))

    assert (found.equal, found.same_pairs) == (False, False)
    assert found.total < found.best


def test_the_same_seed_draws_the_same_where_chance_is_real() -> None:
    weights = replace(MCMAHON.weights, random=10**9, deterministic=False)
    tournament = hall(["3k"] * 10, go_settings(weights=weights))

    drawn = [meetings(paired(tournament, seed)) for seed in (1, 1, 2, 3)]

    assert drawn[0] == drawn[1]
    assert not drawn[0] == drawn[2] == drawn[3]
    assert complete_round(tournament, seed=4) == complete_round(tournament, seed=4)


def test_a_level_is_the_unit_of_costs() -> None:
    tournament = hall(["3k", "4k"], go_settings(weights=replace(MCMAHON.weights, drawn=0)))

    (line,) = by_hand(tournament, 1, 2).reasons

    assert (line.rule, line.amount) == ("go-score", 1)
    assert line.cost == one_level(tournament.settings, 1) + MCMAHON.weights.seeding
