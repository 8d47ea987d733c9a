"""Maximum likelihood against published fits, against simulation, and with the order reversed."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp, inf, isfinite
from random import Random
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.standings.likelihood import SCALE, Bout, fit, strengths
from ronde.standings.ratings import RatedMeeting, ratings

TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
HOME = """
- 4-3 4-2 4-3 6-1 4-2 6-0
3-3 - 4-2 4-3 6-0 6-1 4-3
2-5 4-3 - 2-4 4-3 4-2 6-0
3-3 5-1 2-5 - 4-3 4-2 6-1
5-1 2-5 3-3 4-2 - 5-2 6-0
2-5 3-3 3-4 4-3 4-2 - 2-4
2-5 1-5 1-6 2-4 1-6 3-4 -
"""
"""American League East 1987, wins and losses of the home team of each row (Agresti 2002, section 10.6)."""

PUBLISHED = {
    "Milwaukee": 1.6196, "Detroit": 1.4754, "Toronto": 1.3271, "New York": 1.2813, "Boston": 1.1438,
    "Cleveland": 0.7047, "Baltimore": 0.0,
}  # fmt: skip
"""Abilities with home advantage as the R package BradleyTerry2 prints them for these data."""

TENNIS = [
    Bout("Djokovic", "Federer", 9, 0, 6),
    Bout("Djokovic", "Murray", 14, 0, 3),
    Bout("Djokovic", "Nadal", 9, 0, 2),
    Bout("Djokovic", "Wawrinka", 4, 0, 3),
    Bout("Federer", "Murray", 5, 0, 0),
    Bout("Federer", "Nadal", 5, 0, 1),
    Bout("Federer", "Wawrinka", 7, 0, 2),
    Bout("Murray", "Nadal", 2, 0, 4),
    Bout("Murray", "Wawrinka", 2, 0, 2),
    Bout("Nadal", "Wawrinka", 4, 0, 3),
]
"""Five tennis players, 2014 to 2018 (Agresti, Categorical Data Analysis)."""


def season() -> list[Bout[str]]:
    bouts = []
    for home, row in zip(TEAMS, HOME.split("\n")[1:], strict=False):
        for away, cell in zip(TEAMS, row.split(), strict=True):
            if cell != "-":
                won, lost = map(int, cell.split("-"))
                bouts.append(Bout(home, away, won, 0, lost))
    return bouts


def both_ways(bouts: list[Bout[str]]) -> list[Bout[str]]:
    """Half the games with each side first, so that no side has an advantage."""
    turned = [Bout(bout.second, bout.first, bout.losses, bout.draws, bout.wins) for bout in bouts]
    return bouts + turned


def test_the_season_of_1987_has_the_published_abilities_and_home_advantage() -> None:
    found = fit(season(), spread=inf)
    last = found.ratings["Baltimore"].elo

    for team, ability in PUBLISHED.items():
        assert (found.ratings[team].elo - last) / SCALE == pytest.approx(ability, abs=0.0001)
    assert found.advantage.elo / SCALE == pytest.approx(0.3023, abs=0.0001)
    assert found.advantage.error / SCALE / 1.959964 == pytest.approx(0.1309, abs=0.0001)


def test_the_tennis_players_have_the_published_abilities() -> None:
    """The values the R package prints: 1.1761, 1.1358, -0.5685, -0.0618 against Wawrinka."""
    found = fit(both_ways(TENNIS), spread=inf)
    last = found.ratings["Wawrinka"].elo
    abilities = {name: (rating.elo - last) / SCALE for name, rating in found.ratings.items()}

    assert abilities == pytest.approx(
        {"Djokovic": 1.1761, "Federer": 1.1358, "Murray": -0.5685, "Nadal": -0.0618, "Wawrinka": 0},
        abs=0.0001,
    )
    assert found.advantage.elo == pytest.approx(0, abs=1e-6)


def test_without_draws_and_advantage_the_simple_model_says_the_same() -> None:
    simple = ratings([RatedMeeting(b.first, b.second, 40 * b.wins, 0, 40 * b.losses) for b in TENNIS])
    whole = fit(both_ways([Bout(b.first, b.second, 20 * b.wins, 0, 20 * b.losses) for b in TENNIS]))

    for name, rating in simple.items():
        assert whole.ratings[name].elo == pytest.approx(rating.elo, abs=1)


def test_draws_narrow_the_errors_and_are_measured() -> None:
    drawn = fit([Bout("A", "B", 30, 40, 30), Bout("B", "A", 30, 40, 30)])

    assert drawn.drawn > 100
    assert drawn.ratings["A"].elo == pytest.approx(0, abs=1e-6)
    assert drawn.points["A"] == drawn.points["B"] == 100


def test_the_first_move_is_worth_what_it_wins() -> None:
    found = fit([Bout("A", "B", 75, 0, 25), Bout("B", "A", 75, 0, 25)])

    assert found.advantage.elo == pytest.approx(191, abs=3)
    assert abs(found.ratings["A"].elo) < 1e-6


def test_who_won_everything_still_has_a_rating() -> None:
    found = fit([Bout("A", "B", 20, 0, 0), Bout("B", "A", 0, 0, 20)])

    assert 100 < found.ratings["A"].elo < 1_500


def test_programs_that_only_draw_are_equal() -> None:
    found = fit([Bout("A", "B", 0, 50, 0), Bout("B", "A", 0, 50, 0)])

    assert found.ratings["A"].elo == pytest.approx(0, abs=1e-6)
    assert 300 < found.drawn < 3_000


def test_nobody_has_no_rating() -> None:
    found = fit(list[Bout[str]]())

    assert (dict(found.ratings), found.advantage.error) == ({}, 0.0)


def test_superiority_is_even_with_oneself_and_certain_after_many_wins() -> None:
    found = fit([Bout("A", "B", 60, 10, 30), Bout("B", "A", 35, 10, 55)])

    assert found.superiority("A", "A") == 0.5
    assert found.superiority("A", "B") + found.superiority("B", "A") == pytest.approx(1)
    assert found.superiority("A", "B") > 0.99


@given(
    st.lists(
        st.tuples(
            st.integers(0, 5), st.integers(0, 5), st.integers(0, 9), st.integers(0, 9), st.integers(0, 9)
        ),
        max_size=12,
    )
)
def test_the_order_of_the_games_has_no_part_in_it(games: list[tuple[int, int, int, int, int]]) -> None:
    bouts = [Bout(*game) for game in games if game[0] != game[1]]
    found, turned = fit(bouts), fit(bouts[::-1])

    assert sum(rating.elo for rating in found.ratings.values()) == pytest.approx(0, abs=1e-5)
    for name, rating in found.ratings.items():
        assert turned.ratings[name].elo == pytest.approx(rating.elo, abs=1e-3)
        assert turned.ratings[name].error == pytest.approx(rating.error, abs=1e-3)


@pytest.mark.parametrize(("spread", "games"), [(120, 4), (400, 1), (600, 4)])
def test_known_strengths_lie_within_their_intervals_95_times_of_100(spread: int, games: int) -> None:
    """14 or 56 games each, among equals or between masters and beginners; 400 strengths, so 1 % is chance."""
    chance, inside, widths = Random(5 * spread + games), 0, []
    for _ in range(50):
        true = [chance.gauss(0, spread) for _ in range(8)]
        found = fit(_league(true, chance, games)).ratings
        for player, strength in enumerate(true):
            inside += found[player].low <= strength - sum(true) / 8 <= found[player].high
            widths.append(found[player].high - found[player].low)

    assert 0.92 <= inside / 400 <= 0.985
    assert median(widths) < spread + 1_000 / games**0.5, "not by being useless"
    assert widths.count(inf) < 0.2 * len(widths)


def test_a_swiss_of_equals_makes_nobody_a_master() -> None:
    """Winners meet winners: without a prior on strengths every streak would be believed."""
    chance, inside, naive = Random(2), 0, 0
    for _ in range(12):
        true = [chance.gauss(0, 120) for _ in range(16)]
        bouts = list(_swiss(true, chance, rounds=7))
        found, bare = fit(bouts).ratings, fit(bouts, spread=1_500).ratings
        for player, strength in enumerate(true):
            inside += found[player].low <= strength - sum(true) / 16 <= found[player].high
            naive += bare[player].low <= strength - sum(true) / 16 <= bare[player].high

    assert inside / 192 >= 0.92
    assert naive / 192 < 0.9


def _swiss(true: list[float], chance: Random, rounds: int) -> Iterator[Bout[int]]:
    points = [0.0] * len(true)
    for _ in range(rounds):
        order = sorted(range(len(true)), key=lambda one: (-points[one], chance.random()))
        for one, two in zip(order[::2], order[1::2], strict=True):
            result = _play(true[one] - true[two] + 35, chance)
            points[one] += (1 + result) / 2
            points[two] += (1 - result) / 2
            yield Bout(one, two, int(result == 1), int(result == 0), int(result == -1))


def _league(true: list[float], chance: Random, games: int) -> list[Bout[int]]:
    bouts = []
    for first in range(len(true)):
        for second in range(len(true)):
            if first != second:
                results = [_play(true[first] - true[second] + 35, chance) for _ in range(games)]
                bouts.append(Bout(first, second, results.count(1), results.count(0), results.count(-1)))
    return bouts


def _play(gap: float, chance: Random) -> int:
    """One game where draws are 60 Elo wide on both sides."""
    win = 1 / (1 + 10 ** ((60 - gap) / 400))
    loss = 1 / (1 + 10 ** ((60 + gap) / 400))
    luck = chance.random()
    return 1 if luck < win else -1 if luck > 1 - loss else 0


def test_strengths_alone_are_those_of_the_whole_fit() -> None:
    found = fit(season())
    whole = {name: rating.elo for name, rating in found.ratings.items()}

    assert strengths(season(), spread=found.spread) == pytest.approx(whole, abs=1e-4)


@given(st.lists(st.floats(-2_000, 2_000), min_size=7, max_size=7))
def test_where_the_search_starts_has_no_part_in_where_it_ends(guesses: list[float]) -> None:
    near = dict(zip(TEAMS, guesses, strict=True))

    assert strengths(season(), spread=200, near=near) == pytest.approx(
        strengths(season(), spread=200), abs=1e-3
    )


def test_the_spread_of_strengths_is_found() -> None:
    chance = Random(3)
    for spread in (120, 600):
        found = [
            fit(_league([chance.gauss(0, spread) for _ in range(12)], chance, 4)).spread for _ in range(8)
        ]
        assert median(found) == pytest.approx(spread, rel=0.25)


def test_one_game_says_what_the_whole_integral_says() -> None:
    """Over all differences and all advantages of the first move, by summing up; spread 300."""
    found = fit([Bout("A", "B", 1, 0, 0)], spread=300)
    spread, gaps = 300 / SCALE, [step / 50 for step in range(-600, 601)]
    weights = [_seen(gap) * exp(-(gap**2) / (4 * spread**2)) for gap in gaps]
    low = next(gap for at, gap in enumerate(gaps) if sum(weights[:at]) > 0.0225 * sum(weights))
    better = sum(weight for gap, weight in zip(gaps, weights, strict=True) if gap > 0) / sum(weights)

    assert found.superiority("A", "B") == pytest.approx(better, abs=0.01)
    assert found.ratings["A"].low == pytest.approx(low / 2 * SCALE, rel=0.08)


def _seen(gap: float) -> float:
    sides = [step / 10 for step in range(-80, 81)]
    return sum(exp(-(side**2) / 8) / (1 + exp(-gap - side)) for side in sides)


def test_who_won_or_lost_everything_could_be_any_better_or_worse() -> None:
    found = fit([Bout("A", "B", 5, 0, 0), Bout("B", "C", 3, 0, 2), Bout("C", "A", 0, 0, 4)]).ratings

    assert (found["A"].high, isfinite(found["A"].low)) == (inf, True)
    assert all(isfinite(end) for end in (found["B"].low, found["B"].high, found["C"].low, found["C"].high))
    assert found["A"].error < 2_000, "to the end that is held"


def test_an_interval_is_longer_on_the_side_of_which_less_is_known() -> None:
    games = [Bout("A", "B", 19, 0, 1), Bout("B", "A", 1, 0, 19), Bout("B", "C", 10, 0, 10)]
    best = fit(games, spread=600).ratings["A"]

    assert best.high - best.elo > best.elo - best.low > 0


def test_groups_that_never_met_are_compared_with_doubt() -> None:
    one = [Bout("A", "B", 60, 0, 40), Bout("B", "A", 40, 0, 60)]
    two = [Bout("C", "D", 60, 0, 40), Bout("D", "C", 40, 0, 60)]
    alone, both = fit(one, spread=300), fit([*one, *two], spread=300)

    assert both.ratings["A"].elo == pytest.approx(both.ratings["C"].elo, abs=1e-3)
    assert both.ratings["A"].error > 3 * alone.ratings["A"].error
    assert both.superiority("A", "D") < both.superiority("A", "B")


def test_ten_thousand_games_of_few_players_cost_no_more_than_ten() -> None:
    once = fit([Bout("A", "B", 6_000, 1_000, 3_000), Bout("B", "A", 4_000, 500, 5_500)])
    game_by_game = (
        [Bout("A", "B", 1)] * 6_000 + [Bout("A", "B", 0, 1)] * 1_000 + [Bout("A", "B", 0, 0, 1)] * 3_000
    )
    game_by_game += (
        [Bout("B", "A", 1)] * 4_000 + [Bout("B", "A", 0, 1)] * 500 + [Bout("B", "A", 0, 0, 1)] * 5_500
    )
    found = fit(game_by_game)

    assert found.ratings["A"].elo == pytest.approx(once.ratings["A"].elo)
    assert found.ratings["A"].error < 10
    assert found.games["A"] == 20_000
