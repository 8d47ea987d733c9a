"""What the pairing knows of everybody: scale, groups, bye, handicap and colours."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.systems.mcmahon.hall import card, go_settings, hall, paired, played

from ronde.model.decisions.players import enter_player
from ronde.model.events import AbsencePlanned, PlayerEntered, RoundPaired
from ronde.model.go import MCMAHON, HandicapSettings
from ronde.model.replay import replay
from ronde.model.table import Pair
from ronde.systems.mcmahon.field import Field, Names, names_of, scale, seats


def stones_of(first: str, second: str, **handicap: object) -> int:
    settings = go_settings(handicap=replace(MCMAHON.handicap, **handicap))  # type: ignore[arg-type]
    field = Field(hall([first, second], settings))
    return seats(field, 0, 1).handicap


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [("3k", "3k", 0), ("3k", "4k", 0), ("3k", "5k", 1), ("1d", "5k", 4), ("1k", "15k", 9)],
)
def test_the_difference_less_one_is_the_handicap_and_never_more_than_the_ceiling(
    first: str, second: str, expected: int
) -> None:
    assert stones_of(first, second) == expected


def test_a_player_above_the_threshold_gives_the_difference_to_it() -> None:
    assert stones_of("3d", "4k") == stones_of("1d", "4k") == 3
    assert stones_of("3d", "1d") == 0


@pytest.mark.parametrize(("ranks", "expected"), [(("3k", "3k"), 0), (("3k", "4k"), 2), (("3k", "12k"), 9)])
def test_a_correction_of_minus_one_adds_a_stone_to_any_difference(
    ranks: tuple[str, str], expected: int
) -> None:
    assert stones_of(*ranks, correction=-1) == expected


def test_by_rank_points_do_not_count() -> None:
    settings = go_settings(handicap=HandicapSettings(by="rank", none_from="9d", correction=0))
    after = played(paired(hall(["3k", "3k"], settings)))

    assert seats(Field(after), 0, 1).handicap == 0
    assert stones_of("30k", "9d", by="rank", none_from="9d", correction=0, ceiling=9) == 9


def test_the_weaker_has_black_with_handicap_in_either_order() -> None:
    field = Field(hall(["9k", "3k"]))

    assert (seats(field, 0, 1).black, seats(field, 1, 0).black) == (0, 0)


def test_who_had_black_more_often_has_white() -> None:
    tournament = played(paired(hall(["3k", "3k"])))
    last = tournament.rounds[0].tables[1]

    found = seats(Field(tournament), 0, 1)

    # The winner is now one stone stronger, which the correction takes.
    assert Field(tournament).players[found.white] == last.first


def test_without_a_balance_the_draw_decides_whoever_is_named_first() -> None:
    field = Field(hall(["3k"] * 12))

    for one in range(12):
        for other in range(one):
            assert seats(field, one, other) == seats(field, other, one)
    assert {seats(field, 0, other).white == 0 for other in range(1, 12)} == {True, False}


def test_games_with_handicap_do_not_count_in_the_balance() -> None:
    tournament = hall(["3k", "9k"])
    event = RoundPaired(1, {1: Pair(2, 1, handicap=5)}, None, "mcmahon", 1, 0)
    after = played(replay([event], tournament))

    assert Field(after).balance.tolist() == [0, 0]


def test_levels_of_a_mcmahon_run_from_below_the_floor_to_above_the_bar() -> None:
    assert scale(go_settings(), 0).groups == 27
    assert scale(go_settings(), 2).groups == 29
    assert scale(go_settings("go-swiss"), 2).groups == 3
    assert scale(go_settings("go-categories"), 2).groups == 9


def test_somebody_off_the_scale_counts_at_its_end() -> None:
    tournament = hall(["4d", "20k"])
    tournament = replay([PlayerEntered(card(3, "4d", correction=9), 1)], tournament)

    field = Field(tournament)

    assert field.group.tolist() == [2, 26 - 1, 0]
    assert field.size.tolist() == [1, 1, 1]


def test_groups_count_those_who_play_the_round_and_in_the_old_rules_everybody() -> None:
    tournament = replay([AbsencePlanned(2, 1)], hall(["3k", "3k", "3k"]))
    old = replace(tournament, settings=go_settings(rules="3.51"))

    assert Field(tournament).size[0] == 2
    assert Field(old).size[0] == 3


def test_the_bye_goes_to_the_weakest_who_had_the_fewest_and_of_equals_to_the_last() -> None:
    first = paired(hall(["3k", "9k", "9k"]))
    second = paired(played(first))

    assert [bye.player for bye in (first.open_round.bye, second.open_round.bye) if bye] == [3, 2]


def test_somebody_who_enters_later_gets_what_an_absent_player_gets() -> None:
    after = played(paired(played(paired(hall(["3k", "4k"])))))
    late = replay(enter_player(after, player=card(3, "5k")), after)

    assert Field(late).points[2] == 2 * 25 + 2


def test_the_draw_is_in_its_range_and_mirrored_where_that_is_asked() -> None:
    cards = [card(1, "3k"), card(2, "3k")]
    names: Names = names_of(cards)
    one, other = np.array([0]), np.array([1])

    straight, back = (names.draw(999, *both, mirror=False) for both in ((one, other), (other, one)))
    mirrored = names.draw(999, other, one, mirror=True)

    assert straight == back
    assert 0 <= straight[0] <= 999
    assert mirrored == 999 - straight
