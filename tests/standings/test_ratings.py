"""Ratings of programs: known values, symmetries, and that the tests end rightly."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.standings.ratings import RatedMeeting, Sprt, difference, elos, expected, ratings, superiority


def test_a_score_and_its_difference_say_the_same() -> None:
    assert expected(0) == 0.5
    assert expected(400) == pytest.approx(10 / 11)
    assert difference(expected(123.0)) == pytest.approx(123)
    assert (difference(1), difference(0)) == (float("inf"), float("-inf"))
    assert (expected(10**6), expected(-(10**6))) == (1.0, 0.0)


def test_two_programs_are_as_far_apart_as_their_score_says() -> None:
    found = ratings([RatedMeeting("A", "B", 7_000, 1_000, 2_000)])

    assert found["A"].elo - found["B"].elo == pytest.approx(difference(0.75), abs=0.1)
    assert found["A"].elo == pytest.approx(-found["B"].elo)
    assert (found["A"].games, found["A"].score) == (10_000, 7_500)


def test_the_error_shrinks_with_the_root_of_the_games() -> None:
    few = ratings([RatedMeeting("A", "B", 60, 0, 40)])["A"].error
    many = ratings([RatedMeeting("A", "B", 6_000, 0, 4_000)])["A"].error

    assert few / many == pytest.approx(10, rel=0.02)


def test_a_rating_tells_something_after_a_dozen_games_and_not_after_one() -> None:
    one, dozen = (
        ratings([RatedMeeting("a", "b", wins, 0, games - wins)]) for wins, games in ((1, 1), (8, 16))
    )

    assert not one["a"].telling
    assert dozen["a"].telling


def test_the_error_bar_of_two_programs_is_the_textbook_one() -> None:
    found = ratings([RatedMeeting("A", "B", 5_000, 0, 5_000)])
    # 95 % of the difference: 1.96 * 0.5 / sqrt(10000) in score, 347.4 Elo a score at the middle times two
    assert 2 * found["A"].error == pytest.approx(1.96 * 0.005 * 4 * 400 / 2.302585, rel=0.01)


def test_who_never_meets_is_rated_through_common_rivals() -> None:
    found = ratings([RatedMeeting("A", "B", 75, 0, 25), RatedMeeting("B", "C", 75, 0, 25)])

    assert found["A"].elo > found["B"].elo > found["C"].elo
    assert found["A"].elo - found["C"].elo == pytest.approx(2 * difference(0.75), rel=0.1)


def test_who_has_won_everything_still_has_a_rating() -> None:
    found = ratings([RatedMeeting("A", "B", 20, 0, 0)])

    assert 100 < found["A"].elo < 2_000
    assert found["A"].error < 5_000


def test_nobody_has_no_rating() -> None:
    assert ratings([]) == {}


@given(
    st.lists(
        st.tuples(
            st.integers(0, 5), st.integers(0, 5), st.integers(0, 30), st.integers(0, 30), st.integers(0, 30)
        ),
        max_size=12,
    )
)
def test_ratings_add_up_to_nothing_and_do_not_depend_on_the_order(
    games: list[tuple[int, int, int, int, int]],
) -> None:
    meetings = [RatedMeeting(*game) for game in games if game[0] != game[1]]
    found, turned = ratings(meetings), ratings(meetings[::-1])

    assert sum(rating.elo for rating in found.values()) == pytest.approx(0, abs=1e-6)
    for name, rating in found.items():
        assert turned[name].elo == pytest.approx(rating.elo, abs=1e-6)


def test_superiority_is_even_at_even_scores_and_grows_with_wins() -> None:
    assert superiority(0, 0) == superiority(7, 7) == 0.5
    assert superiority(30, 10) == pytest.approx(0.99922, abs=1e-5)
    assert superiority(10, 30) == pytest.approx(1 - superiority(30, 10))


def test_the_bounds_of_a_test_follow_from_its_errors() -> None:
    assert Sprt(0, 30).bounds == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert Sprt(0, 30).verdict({}) == "open"


@pytest.mark.parametrize(("strength", "answer"), [(60, "better"), (-40, "not-better")])
def test_a_test_ends_with_the_right_answer(strength: float, answer: str) -> None:
    chance, test, scores = Random(4), Sprt(0, 30), {0.0: 0, 1.0: 0}
    while test.verdict(scores) == "open":
        scores[1.0 if chance.random() < expected(strength) else 0.0] += 1

    assert test.verdict(scores) == answer
    assert sum(scores.values()) < 5_000


def test_pairs_of_games_count_as_one_by_their_average() -> None:
    test = Sprt(0, 10)

    assert test.likelihood({0.25: 10, 0.5: 60, 0.75: 30}) > test.likelihood({0.25: 20, 0.5: 60, 0.75: 20})


def ladder(engines: int, rivals: int, chance: Random) -> list[RatedMeeting[int]]:
    """Everybody two games with some of those near in strength."""
    true = sorted(chance.gauss(0, 300) for _ in range(engines))
    found = []
    for one in range(engines):
        near = range(one + 1, min(engines, one + 2 * rivals))
        for other in chance.sample(near, k=min(rivals // 2, len(near))):
            wins = sum(chance.random() < expected(true[one] - true[other]) for _ in range(2))
            found.append(RatedMeeting(one, other, wins, 0, 2 - wins))
    return found


def test_ratings_alone_are_those_with_errors() -> None:
    meetings = ladder(30, 8, Random(1))

    assert elos(meetings) == {name: rating.elo for name, rating in ratings(meetings).items()}


def test_at_the_ratings_everybody_has_scored_what_was_to_be_expected() -> None:
    """The equations of maximum likelihood, with the half game against the average; a thousand engines."""
    meetings = ladder(1_000, 30, Random(1))
    found, rest = elos(meetings), dict.fromkeys(range(1_000), 0.0)
    for meeting in meetings:
        surplus = meeting.wins - meeting.games * expected(found[meeting.one] - found[meeting.other])
        rest[meeting.one] += surplus
        rest[meeting.other] -= surplus

    assert sum(rest.values()) == pytest.approx(0, abs=1e-9)
    # What remains is what the half game takes; it is a curve over ratings that falls from 1/4 to -1/4.
    held = [rest[name] for name in sorted(found, key=lambda name: found[name])]
    assert held == sorted(held)
    assert -0.25 <= held[0] < 0 < held[-1] <= 0.25
