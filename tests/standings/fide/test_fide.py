"""Tie-breaks of C.07: codes, cuts, direct encounter, round robins, editions, and where a value comes from."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from ronde.standings.fide import (
    FideReport,
    FideRow,
    Past,
    ResultKind,
    TiebreakCode,
    UnknownCode,
    parse_code,
    ranked,
)
from ronde.standings.fide.ratings import difference, expected, perfect_performance, tournament_performance
from ronde.standings.fide.report import VARIANTS
from ronde.standings.fide.values import Values, direct_encounter

_LETTERS = {"1": 10, "=": 5, "0": 0, "+": 10, "-": 0, "U": 10, "F": 10, "H": 5, "Z": 0}
_KINDS = {
    **dict.fromkeys("1=0", ResultKind.GAME),
    **dict.fromkeys("+-", ResultKind.FORFEIT),
    **{"U": ResultKind.BYE, "F": ResultKind.FULL_BYE, "H": ResultKind.HALF_BYE, "Z": ResultKind.ZERO_BYE},
}


def report(*rows: str, ratings: tuple[int, ...] = (), all_meet: bool = False) -> FideReport:
    """A report from rows such as `2w1 3b= H`."""
    found = {}
    for number, text in enumerate(rows, 1):
        past = tuple(map(_past, text.split()))
        found[number] = FideRow(number, past, ratings[number - 1] if ratings else 0)
    return FideReport(found, rounds=len(found[1].past), all_meet=all_meet)


def _past(text: str) -> Past:
    opponent = int(text[:-2]) if text[0].isdigit() else 0
    return Past(_KINDS[text[-1]], _LETTERS[text[-1]], opponent, text[-2:-1] == "w")


def value(table: FideReport, code: str, number: int) -> Fraction:
    return Values(table).of(parse_code(code))[number].amount


@pytest.mark.parametrize(
    "text", ["BH/C1", "bh/m2", "SB/P", "KS/L+1", "KS/L-2", "TPN/R", "AOB/F", "DE/P", "ARO/C2"]
)
def test_codes_and_their_variants_are_read(text: str) -> None:
    assert parse_code(text).name in VARIANTS


@pytest.mark.parametrize(
    "text", ["", "XX", "BH/", "BH/C3", "BH/L1", "WIN/C1", "BH/C1/C2", "BH/C1/M1", "BH C1"]
)
def test_other_codes_are_refused(text: str) -> None:
    with pytest.raises(UnknownCode):
        parse_code(text)


FOUR = report("2w1 3b1 4w=", "1b0 4w1 3b1", "4b1 1w0 2w0", "3w0 2b0 1b=")


def test_buchholz_sums_the_scores_of_the_opponents_and_tells_the_rounds() -> None:
    found = Values(FOUR).of(TiebreakCode("BH"))[1]

    assert found.amount == Fraction(7, 2)
    assert [(part.round, part.opponent, part.amount) for part in found.parts] == [
        (1, 2, 20),
        (2, 3, 10),
        (3, 4, 5),
    ]


def test_a_cut_leaves_out_the_lowest_opponent_and_marks_it() -> None:
    found = Values(FOUR).of(parse_code("BH/C1"))[1]

    assert found.amount == 3
    assert [found.parts[at].round for at in found.gone] == [3]


def test_a_voluntarily_unplayed_round_is_cut_before_a_low_opponent() -> None:
    table = report("2w1 H 4w1", "1b0 3w1 H", "4b0 2b0 Z", "3w1 Z 1b0")

    found = Values(table).of(parse_code("BH/C1"))[1]

    assert [found.parts[at].round for at in found.gone] == [2]


def test_byes_at_the_end_of_a_row_count_as_draws_for_the_opponents() -> None:
    table = report("2w1 3b1", "1b0 Z", "4b1 1w0", "3w0 Z")

    assert value(table, "BH", 1) == Fraction(1, 2) + 1


def test_the_stand_in_for_an_unplayed_round_is_capped_since_2026() -> None:
    table = report("U 3w1", "3b0 F", "2w1 1b0")

    assert value(table, "BH", 1) == min(2, 1) + 1
    assert value(replace(table, edition=2023), "BH", 1) == 2 + 1


def test_forfeits_count_as_played_with_the_variant_p() -> None:
    table = report("2w+ 3b1", "1b- 4w1", "4b1 1w0", "3w0 2b0")

    assert value(table, "BH", 1) == min(2, 1) + 1
    assert value(table, "BH/P", 1) == 1 + 1
    assert value(table, "SB/P", 1) == 2


def test_a_free_round_is_no_element_of_a_round_robin() -> None:
    table = report("2w1 3b1 Z", "1b0 Z 3w1", "Z 1w0 2b0", all_meet=True)

    assert value(table, "SB", 1) == 1
    assert value(table, "KS", 1) == 1


def test_direct_encounter_ranks_a_group_that_met_completely() -> None:
    table = report("2w1 3b1", "1b0 3w1", "2b0 1w0")

    assert direct_encounter(table, [1, 2, 3]) == [[1], [2], [3]]


def test_direct_encounter_of_a_circle_decides_nothing() -> None:
    table = report("2w1 3b0", "1b0 3w1", "2b0 1w1")

    assert direct_encounter(table, [1, 2, 3]) == [[1, 2, 3]]


def test_who_leads_whatever_the_missing_games_would_bring_is_first() -> None:
    table = report("2w1 3b1 Z", "1b0 Z Z", "Z 1w0 Z")

    assert direct_encounter(table, [1, 2, 3]) == [[1], [2, 3]]


def test_a_lead_that_a_missing_game_could_undo_decides_nothing() -> None:
    table = report("2w1 Z", "1b0 Z", "Z Z")

    assert direct_encounter(table, [1, 2, 3]) == [[1, 2, 3]]


def test_two_games_between_the_same_two_count_by_their_average() -> None:
    table = report("2w1 2b= 3w0", "1b0 1w= 3w1", "Z Z 1b1")

    assert direct_encounter(table, [1, 2]) == [[1], [2]]


def test_the_ranking_applies_each_tie_break_to_those_still_equal() -> None:
    table = report("3w1 4b=", "4w1 3b=", "1b0 2w=", "2b0 1w=")

    assert ranked(table, [parse_code("BH")]) == [[1, 2], [3, 4]]
    assert ranked(table, [parse_code("TPN")]) == [[1], [2], [3], [4]]
    assert ranked(table, [parse_code("TPN/R")]) == [[2], [1], [4], [3]]


def test_performance_follows_the_published_tables() -> None:
    assert (difference(50), difference(100), difference(0), difference(75)) == (0, 800, -800, 193)
    assert (expected(0), expected(4), expected(-4), expected(735), expected(736)) == (50, 51, 49, 99, 100)
    assert tournament_performance([2000, 2100], 3) == 2050 + 193
    assert perfect_performance([2000, 2000], 2) == 1997
    assert perfect_performance([2000, 2100], 0) == 1200
    assert perfect_performance([], 0) == tournament_performance([], 0) == 0


def test_ratings_of_unrated_opponents_are_left_out() -> None:
    table = report("2w1 3b=", "1b0 Z", "Z 1w=", ratings=(2000, 1900, 0))

    assert value(table, "ARO", 1) == 1900
    assert value(table, "TPR", 1) == 2700
