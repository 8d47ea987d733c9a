from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.builders import TARIFFS, halls
from tests.support.papp_states import STATES
from tests.systems.states import golden, state_of

from ronde.model.settings import CAP, ColourPenalties, FloatPenalties, Penalties, RepetitionPenalties
from ronde.model.table import Reason
from ronde.model.tournament import Tournament
from ronde.systems.swiss.price import RULES, PairingHistory, PastMeeting, PenaltyTable, price, price_bye

USUAL, MANUAL = TARIFFS[0], TARIFFS[1]
NOTHING = Penalties(
    colour=ColourPenalties((0,), 0),
    float=FloatPenalties((0,), 0, 0),
    repetition=RepetitionPenalties(0, 0, 0, 0),
    chauvinism=(),
    elitism=(),
)
MATRICES = [path for path in STATES if "matrix" in golden(path)[0]]


def bill(
    first: PairingHistory, second: PairingHistory, penalties: Penalties = USUAL, number: int = 5
) -> dict[tuple[str, int], int]:
    """Rule and player to cost."""
    reasons = price(first, second, PenaltyTable(penalties, number))
    told = {(reason.rule, reason.player): reason.cost for reason in reasons}
    assert len(told) == len(reasons)
    return told


def one(player: int, **facts: object) -> PairingHistory:
    return PairingHistory(player, **{"country": str(player), **facts})  # type: ignore[arg-type]


def test_two_players_who_are_equal_and_balanced_pay_for_the_first_imbalance_only() -> None:
    assert bill(one(1), one(2)) == {("colour", 1): 20, ("colour", 2): 20}


def test_without_penalties_nothing_is_billed() -> None:
    veteran = one(
        1, half_points=9, balance=4, last_first=True, last_float=2, meetings={2: (PastMeeting(4, True),)}
    )

    assert bill(veteran, one(2, country="1"), NOTHING) == {}
    assert price_bye(one(1, idle=(1, 2), half_points=5), 2, PenaltyTable(NOTHING, 3)) == ()


@pytest.mark.parametrize(
    ("balance", "as_first", "as_second"),
    [(0, 20, 20), (1, 105, 0), (-1, 0, 105), (2, 225, 20), (-3, 105, 530), (9, 1075, 1075), (-9, 1075, 1075)],
)
def test_a_colour_costs_by_how_far_it_leads_from_balance(balance: int, as_first: int, as_second: int) -> None:
    player, other = one(1, balance=balance), one(2)

    assert bill(player, other).get(("colour", 1), 0) == as_first
    assert bill(other, player).get(("colour", 1), 0) == as_second


def test_the_colour_section_of_the_manual() -> None:
    """`2 fois = 500; 3+ fois = 5000; de-suite = 100`."""
    costs = [bill(one(1, balance=delta - 1), one(2), MANUAL).get(("colour", 1), 0) for delta in range(6)]
    again = bill(one(1, last_first=True), one(2, last_first=True), MANUAL)

    assert costs == [0, 0, 500, 5000, 5000, 5000]
    assert again == {("colour-again", 1): 100}


def test_the_same_colour_again_costs_more_for_either_player() -> None:
    had_first, had_second = one(1, last_first=True), one(2, last_first=False)

    told = bill(had_first, had_second)
    assert (told["colour-again", 1], told["colour-again", 2]) == (15, 15)
    assert not any(rule == "colour-again" for rule, _ in bill(had_second, had_first))


def test_the_float_section_of_the_manual() -> None:
    """`1 demi-point = 100; 2 demi-points = 500; 3+ demi-points = 5000; de-suite = 50; minoration = 10`."""
    gaps = [bill(one(1, half_points=gap), one(2), MANUAL).get(("float", 1), 0) for gap in range(6)]
    again = bill(one(1, half_points=1, last_float=1), one(2, last_float=-2), MANUAL)
    back = bill(
        one(1, half_points=1, last_float=-1, last_half_points=0),
        one(2, last_float=1, last_half_points=2),
        MANUAL,
    )

    assert gaps == [0, 100, 500, 5000, 5000, 5000]
    assert (again["float-again", 1], again["float-again", 2]) == (50, 50)
    assert (back["float-back", 1], back["float-back", 2]) == (-10, -10)


def test_a_float_is_told_of_the_player_above_whoever_has_the_first_colour() -> None:
    high, low = one(1, half_points=4), one(2, half_points=1)

    for first, second in ((high, low), (low, high)):
        reasons = price(first, second, PenaltyTable(USUAL, 5))
        assert Reason("float", 62_785, 1, 3) in reasons


@pytest.mark.parametrize("gap", [24, 25, 100])
def test_the_last_float_of_the_table_holds_for_everything_beyond(gap: int) -> None:
    assert bill(one(1, half_points=gap), one(2), number=1)["float", 1] == 2_079_081


def test_floating_the_same_way_again_is_remembered_in_both_directions() -> None:
    down = bill(one(1, half_points=2, last_float=1), one(2))
    up = bill(one(1, last_float=-3), one(2, half_points=2))

    assert down["float-again", 1] == 25
    assert up["float-again", 1] == 25
    assert ("float-again", 1) not in bill(one(1, last_float=1), one(2))


@pytest.mark.parametrize(
    ("last_float", "last_half_points", "gap", "number", "paid"),
    [
        (-1, 0, 1, 3, True),
        (-1, 0, 1, 2, False),
        (-1, 1, 1, 3, False),
        (-1, 2, 1, 3, False),
        (1, 2, -1, 3, True),
        (1, 2, -1, 2, False),
        (1, 1, -1, 3, False),
        (1, 0, -1, 3, False),
        (0, 0, 1, 3, False),
        (-1, 0, 0, 3, False),
    ],
)
def test_a_float_is_paid_back_from_round_3_to_who_lost_above_or_won_below(
    last_float: int, last_half_points: int, gap: int, number: int, paid: bool
) -> None:
    player = one(1, half_points=2 + gap, last_float=last_float, last_half_points=last_half_points)

    told = bill(player, one(2, half_points=2), number=number)

    assert told.get(("float-back", 1), 0) == (-10 if paid else 0)


@pytest.mark.parametrize(
    ("factor", "scores", "cost"),
    [(25, (3, 2), 62), (100, (4, 1), 750), (5, (1, 0), 2), (1, (1, 0), 0), (7, (3, 3), 0)],
)
def test_elitism_is_the_factor_times_sum_times_gap_halved_and_cut(
    factor: int, scores: tuple[int, int], cost: int
) -> None:
    penalties = Penalties(elitism=(factor,))
    high, low = one(1, half_points=scores[0]), one(2, half_points=scores[1])

    assert bill(high, low, penalties).get(("elitism", 0), 0) == cost
    assert bill(low, high, penalties).get(("elitism", 0), 0) == cost


def test_the_elitism_section_of_the_manual() -> None:
    """`ronde 1+ = 5; ronde 6+ = 25; ronde 11+ = 100`."""
    costs = [
        bill(one(1, half_points=2), one(2), MANUAL, number).get(("elitism", 0), 0)
        for number in (1, 5, 6, 10, 11, 99)
    ]

    assert costs == [5 * 2, 5 * 2, 25 * 2, 25 * 2, 100 * 2, 100 * 2]


def test_the_chauvinism_section_of_the_manual() -> None:
    """`ronde 1+ = 100; ronde 11+ = 1000`."""
    at_home = [
        bill(one(1), one(2, country="1"), MANUAL, number)["same-country", 0] for number in (1, 10, 11, 50)
    ]

    assert at_home == [100, 100, 1000, 1000]
    assert ("same-country", 0) not in bill(one(1), one(2), MANUAL)


def test_meeting_again_costs_by_the_colours_of_every_earlier_game() -> None:
    met = (PastMeeting(1, True), PastMeeting(2, False), PastMeeting(4, True))
    turned = tuple(PastMeeting(game.round, not game.first) for game in met)
    player, other = one(1, meetings={2: met}), one(2, meetings={1: turned})

    reasons = price(player, other, PenaltyTable(USUAL, 6))
    assert [reason for reason in reasons if reason.rule.startswith("met")] == [
        Reason("met-same-colours", CAP, amount=1),
        Reason("met-opposite-colours", 5_000_000, amount=2),
        Reason("met-same-colours", CAP, amount=4),
    ]
    back = price(other, player, PenaltyTable(USUAL, 6))
    assert sum(reason.cost for reason in back if reason.rule.startswith("met")) == 20_000_000


def test_meeting_again_at_once_costs_one_more() -> None:
    player, other = (
        one(1, meetings={2: (PastMeeting(4, True),)}),
        one(2, meetings={1: (PastMeeting(4, False),)}),
    )

    assert bill(player, other, number=5)["met-in-a-row", 0] == 1
    assert ("met-in-a-row", 0) not in bill(player, other, number=6)


def test_the_bye_stands_half_a_point_below_the_lowest_and_has_no_colour() -> None:
    reasons = price_bye(one(1, half_points=3, balance=2), 2, PenaltyTable(USUAL, 4))

    assert reasons == (
        Reason("colour", 105, 1, 2),
        Reason("float", 40_588, 1, 2),
        Reason("elitism", 200 * (3 + 1) * 2 // 2, amount=4),
    )


def test_below_players_without_a_point_the_bye_knows_no_elitism() -> None:
    assert price_bye(one(1, half_points=2), 0, PenaltyTable(USUAL, 4)) == (Reason("float", 62_785, 1, 3),)
    assert price_bye(one(1), 0, PenaltyTable(USUAL, 1)) == (Reason("float", 20_000, 1, 1),)


def test_the_bye_remembers_floats_like_any_opponent() -> None:
    again = price_bye(one(1, half_points=1, last_float=2), 1, PenaltyTable(USUAL, 4))
    back = price_bye(one(1, half_points=1, last_float=-2), 1, PenaltyTable(USUAL, 4))

    assert Reason("float-again", 25, 1, 1) in again
    assert Reason("float-back", -10, 1, 1) in back


def test_every_round_without_a_game_counts_as_a_bye_and_the_last_one_more() -> None:
    reasons = price_bye(one(1, half_points=1, idle=(1, 3)), 1, PenaltyTable(USUAL, 4))

    assert [reason for reason in reasons if reason.rule.startswith("bye")] == [
        Reason("bye-again", CAP, 1, 1),
        Reason("bye-again", CAP, 1, 3),
        Reason("bye-in-a-row", 1, 1, 3),
    ]
    later = price_bye(one(1, half_points=1, idle=(1, 3)), 1, PenaltyTable(USUAL, 5))
    assert "bye-in-a-row" not in [reason.rule for reason in later]


def test_the_tariff_cuts_the_sum_and_never_the_reasons() -> None:
    reasons = (Reason("met-same-colours", CAP), Reason("met-in-a-row", 1), Reason("colour", 20))

    assert PenaltyTable(USUAL, 5, CAP).charged(reasons) == CAP
    assert PenaltyTable(USUAL, 5, None).charged(reasons) == CAP + 21
    assert PenaltyTable(USUAL, 5, CAP).charged(reasons[1:]) == 21


def test_penalties_of_a_round_are_looked_up_by_its_number() -> None:
    tariff = PenaltyTable(USUAL, 1)

    assert (tariff.chauvinism, tariff.elitism) == (2, 100)
    assert (PenaltyTable(USUAL, 2).chauvinism, PenaltyTable(USUAL, 128).elitism) == (0, 400)


@pytest.mark.parametrize("path", MATRICES, ids=lambda path: path.stem)
def test_the_matrices_of_papp_are_ours_cell_by_cell(path: Path) -> None:
    told, state = golden(path)
    order, rows = told["matrix"]["order"], told["matrix"]["penalty_row_black_column_white"]

    def cost(black: int | str, white: int | str) -> int:
        if black == white:
            return 0
        if "BYE" in (black, white):
            return state.bye_cost(int(white if black == "BYE" else black))
        return state.cost(int(black), int(white))

    assert sorted(str(one) for one in order if one != "BYE") == sorted(
        str(form.player) for form in state.free
    )
    assert [[cost(black, white) for white in order] for black in order] == rows


@pytest.mark.parametrize("path", STATES, ids=lambda path: path.stem)
def test_the_pairs_papp_chose_cost_us_what_they_cost_papp(path: Path) -> None:
    told, state = golden(path)
    chosen = told["papp_pairing"]

    costs = [state.cost(pair["black"], pair["white"]) for pair in chosen["pairs"]]

    assert costs == [pair["penalty"] for pair in chosen["pairs"]]
    byes = [state.bye_cost(chosen["bye"])] if chosen.get("bye") else []
    assert sum(costs) + sum(byes) == told["papp_total_raw"]


@given(halls(), st.data())
def test_every_reason_has_a_rule_a_cost_and_no_pair_costs_less_than_nothing(
    hall: Tournament, data: st.DataObject
) -> None:
    state = state_of(hall)
    first, second = data.draw(st.permutations(sorted(hall.players)))[:2]

    for reasons in (
        price(state.forms[first], state.forms[second], state.tariff),
        price_bye(state.forms[first], state.lowest, state.tariff),
    ):
        assert all(reason.rule in RULES and reason.cost for reason in reasons)
        assert sum(reason.cost for reason in reasons) >= 0


@given(halls(), st.data())
def test_only_colours_and_meetings_depend_on_who_has_the_first_colour(
    hall: Tournament, data: st.DataObject
) -> None:
    state = state_of(hall)
    first, second = data.draw(st.permutations(sorted(hall.players)))[:2]

    def rest(one: int, other: int) -> list[Reason]:
        reasons = price(state.forms[one], state.forms[other], state.tariff)
        turned = ("colour", "colour-again", "met-same-colours", "met-opposite-colours")
        kept = (reason for reason in reasons if reason.rule not in turned)
        return sorted(kept, key=lambda reason: (reason.rule, reason.player))

    assert rest(first, second) == rest(second, first)
