from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.builders import CHESS, leave, tournament, with_settings

from ronde.model.events import PlayerLeft, PlayerReturned
from ronde.model.player import Player
from ronde.model.replay import apply_event
from ronde.model.result import Board
from ronde.model.settings import Settings
from ronde.model.systems import TIEBREAKS as NAMES
from ronde.model.tournament import Tournament
from ronde.standings import TIEBREAKS, half_points, record
from ronde.standings.tiebreaks import Scoresheet

CARDS = [
    Player(1, "A", rating=2000),
    Player(2, "B", rating=1801),
    Player(3, "C", rating=1700),
    Player(4, "D", rating=1600),
]
ALL_MET = tournament(CARDS, ["1-4:1 2-3:=", "4-3:0 1-2:1", "2-4:1 3-1:="], settings=Settings(board=CHESS))
"""A has 2.5 points, B 1.5, C 2, D none."""

MANUAL = tournament(3, ["1-2:33", "2-3:40"], settings=Settings(brightwell=6))
"""The example of the manual, 4.6: A wins 33-31 against B, then has the bye while B wins."""


def values(hall: Tournament, name: str) -> list[float]:
    lines = record(hall)
    sheet = Scoresheet(hall, lines, {player: half_points(own) for player, own in lines.items()})
    return [TIEBREAKS[name](sheet, player) for player in hall.players]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("buchholz", [3.5, 4.5, 4, 6]),
        ("buchholz-cut1", [3.5, 4.5, 4, 4.5]),
        ("buchholz-cut2", [2, 2.5, 2.5, 2.5]),
        ("median", [1.5, 2, 1.5, 2]),
        ("sonneborn-berger", [2.5, 1, 2, 0]),
        ("progressive", [5.5, 2.5, 4, 0]),
        ("direct", [0, 0, 0, 0]),
        ("wins", [2, 1, 1, 0]),
        ("wins-second", [0, 0, 1, 0]),
        ("opponents-rating", [1700, 1767, 1800, 1834]),
        ("discs", [2.5, 1.5, 2, 0]),
        ("brightwell", [7, 9, 8, 12]),
    ],
)
def test_a_round_robin_of_four_gives_the_figures_computed_by_hand(name: str, expected: list[float]) -> None:
    assert values(ALL_MET, name) == expected


def test_every_tie_break_of_the_settings_is_on_the_scoreboard_and_no_other() -> None:
    assert sorted(TIEBREAKS) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_tie_break_is_nothing_before_the_first_round_and_a_number_for_the_absent(name: str) -> None:
    assert values(tournament(3), name) == [0, 0, 0]
    assert values(tournament(3, ["1:away 2:away 3:away"]), name)[0] in (0, 32)


def test_the_example_of_the_manual_gives_83() -> None:
    """33 + 32 discs, and 6 for every point of the opponents: B's one and his own two."""
    assert values(MANUAL, "brightwell")[0] == 83


def test_brightwell_counts_the_discs_and_the_constant_for_every_point_of_the_opponents() -> None:
    hall = tournament(4, ["1-2:40 3-4:=", "1-3:50 2-4:10"], settings=Settings(brightwell=3))

    # Points: 1 has 2, 2 none, 3 half a point, 4 one and a half.
    assert values(hall, "brightwell") == [90 + 3 * 0.5, 34 + 3 * 3.5, 46 + 3 * 3.5, 86 + 3 * 0.5]


def test_a_constant_of_nothing_makes_the_tie_break_the_discs_byes_included() -> None:
    hall = with_settings(MANUAL, brightwell=0.0)

    assert values(hall, "brightwell") == [33 + 40, 31 + 40, 40 + 24]


def test_half_discs_are_rounded_up_game_by_game_with_a_constant_and_once_without() -> None:
    """12.5 counts 13 and 51.5 counts 52; without a constant two halves are a whole."""
    hall = tournament(2, ["1-2:12.5", "1-2:12.5"], settings=Settings(brightwell=2))

    assert values(hall, "brightwell") == [26 + 2 * 2 * 2, 104 + 0]
    assert values(with_settings(hall, brightwell=0.0), "brightwell") == [25, 103]
    one = tournament(2, ["1-2:12.5"], settings=Settings(brightwell=0))
    assert values(one, "brightwell") == [13, 52]
    assert values(one, "discs") == [12.5, 51.5]


@pytest.mark.parametrize(("rounds", "discs"), [(1, 18), (2, 37), (3, 55)])
def test_unplayed_rounds_count_half_the_board_each_rounded_down_together(rounds: int, discs: int) -> None:
    hall = tournament(
        3, ["1-2:20 3:away"] * rounds, settings=Settings(board=Board(total=37, bye=12), brightwell=6)
    )

    assert values(hall, "brightwell")[2] == discs


def test_an_opponent_who_has_left_is_replaced_by_a_draw_with_oneself_until_he_returns() -> None:
    hall = tournament(4, ["1-2:40 3-4:=", "1-3:50 2-4:10"], settings=Settings(brightwell=6))
    gone = leave(hall, 2)

    assert values(gone, "brightwell")[0] == 32 + 50 + 6 * (2 + 0.5)
    assert values(gone, "brightwell")[1] == values(hall, "brightwell")[1]
    assert values(apply_event(gone, PlayerReturned(2)), "brightwell") == values(hall, "brightwell")


def test_an_opponent_who_is_away_for_a_round_only_still_counts() -> None:
    hall = tournament(4, ["1-2:40 3-4:="], current="2:away")

    assert values(hall, "brightwell") == values(tournament(4, ["1-2:40 3-4:="]), "brightwell")


def test_a_game_without_discs_counts_the_half_points_of_the_opponents_whatever_the_constant() -> None:
    assert values(with_settings(ALL_MET, brightwell=0.0), "brightwell") == [7, 9, 8, 12]
    assert values(with_settings(ALL_MET, brightwell=9.0), "brightwell") == [7, 9, 8, 12]


def test_a_total_of_two_is_not_a_game_without_discs() -> None:
    hall = tournament(2, ["1-2:2"], settings=Settings(board=Board(total=2, bye=0), brightwell=6))

    assert values(hall, "brightwell") == [2 + 0, 0 + 6]


def test_buchholz_counts_a_round_without_a_game_as_a_draw_with_oneself() -> None:
    hall = tournament(3, ["1-2:40", "2-3:40", "1-3:+"])

    # 1: a win, a bye, a forfeit won; 2: lost, won, bye; 3: bye, lost, forfeit lost.
    assert values(hall, "buchholz") == [2 + 3 + 3, 3 + 1 + 2, 1 + 2 + 1]


def test_cutting_more_opponents_than_there_are_leaves_nothing() -> None:
    hall = tournament(2, ["1-2:40"])

    assert values(hall, "buchholz-cut1") == values(hall, "buchholz-cut2") == values(hall, "median") == [0, 0]


def test_sonneborn_berger_counts_no_byes_and_no_forfeits() -> None:
    assert values(tournament(3, ["1-2:40", "2-3:40", "1-3:+"]), "sonneborn-berger") == [2, 1, 0]


def test_early_points_count_more_in_the_progressive_score() -> None:
    assert values(tournament(2, ["1-2:40", "1-2:24"]), "progressive") == [2, 1]


def test_the_direct_encounter_tells_two_players_apart_who_have_met() -> None:
    hall = tournament(4, ["1-2:40 3-4:40", "1-3:24 2-4:40"])

    # 3 has two points, 1 and 2 have one, and 1 won their game.
    assert values(hall, "direct") == [1, 0, 0, 0]


def test_the_direct_encounter_counts_for_nothing_unless_all_the_tied_have_met() -> None:
    hall = tournament(4, ["1-2:40 3-4:40"])

    assert values(hall, "direct") == [0, 0, 0, 0]


def test_the_direct_encounter_of_a_tied_three_is_their_points_among_themselves() -> None:
    hall = tournament(3, ["1-2:40 3:away", "2-3:40 1:away", "3-1:40 2:away"])
    assert values(hall, "direct") == [1, 1, 1]

    drawn = tournament(3, ["1-2:= 3:away", "2-3:= 1:away", "3-1:= 2:away"])
    assert values(drawn, "direct") == [1, 1, 1]


def test_a_direct_encounter_played_twice_counts_twice() -> None:
    hall = tournament(4, ["1-2:40 3-4:40", "2-1:24 3-4:40", "1-3:24 2-4:40", "1-4:24 2-3:40"])

    assert values(hall, "direct")[:2] == [2, 0]


def test_wins_are_those_over_the_board() -> None:
    hall = tournament(3, ["1-2:40", "3-1:+", "2-3:24"])

    # 1: a win and a bye; 2: a loss, a bye, a loss; 3: a bye, a forfeit, a win with the second colour.
    assert values(hall, "wins") == [1, 0, 1]
    assert values(hall, "wins-second") == [0, 0, 1]


def test_the_rating_of_the_opponents_is_rounded_to_the_nearest_half_upwards() -> None:
    cards = [Player(1, "A"), Player(2, "B", rating=1500), Player(3, "C", rating=1501)]

    assert values(tournament(cards, ["1-2:40", "1-3:40"]), "opponents-rating") == [1501, 0, 0]
    assert values(tournament(cards, ["1-2:+"]), "opponents-rating") == [0, 0, 0]


def test_opponents_without_a_rating_do_not_pull_the_average_down() -> None:
    cards = [Player(1, "A"), Player(2, "B", rating=1500), Player(3, "C")]

    assert values(tournament(cards, ["1-2:40", "1-3:40"]), "opponents-rating")[0] == 1500


def test_an_opponent_who_goes_after_his_game_counts_until_the_round_is_closed() -> None:
    hall = tournament(4, ["1-2:40 3-4:="], current="1-3:= 2-4:=")
    going = apply_event(hall, PlayerLeft(2, 2 + 1))

    assert values(going, "brightwell") == values(hall, "brightwell")


@given(st.lists(st.integers(0, 64), min_size=6, max_size=6), st.integers(0, 20))
def test_brightwell_without_byes_is_discs_plus_the_constant_times_buchholz(
    scores: list[int], constant: int
) -> None:
    first, second, third, fourth, fifth, sixth = scores
    rounds = [f"1-2:{first} 3-4:{second}", f"1-3:{third} 2-4:{fourth}", f"1-4:{fifth} 2-3:{sixth}"]
    hall = tournament(4, rounds, settings=Settings(brightwell=constant))

    expected = [
        discs + constant * met
        for discs, met in zip(values(hall, "discs"), values(hall, "buchholz"), strict=True)
    ]

    assert values(hall, "brightwell") == expected


@given(st.lists(st.integers(0, 64), min_size=6, max_size=6))
def test_the_cut_buchholz_lie_between_nothing_and_the_whole(scores: list[int]) -> None:
    first, second, third, fourth, fifth, sixth = scores
    rounds = [f"1-2:{first} 3-4:{second}", f"1-3:{third} 2-4:{fourth}", f"1-4:{fifth} 2-3:{sixth}"]
    hall = tournament(4, rounds)

    for whole, one, two, middle in zip(
        *(values(hall, name) for name in ("buchholz", "buchholz-cut1", "buchholz-cut2", "median")),
        strict=True,
    ):
        assert whole >= one >= two >= middle - 3 >= -3
        assert one >= middle >= 0
