"""Maximum likelihood against published fits, against simulation, and against itself turned round."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.scoring.likelihood import PRIOR, SCALE, Bout, _Model, fit, strengths
from ronde.scoring.linear import Matrix, solved
from ronde.scoring.ratings import Meeting, ratings

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
    found = fit(season(), prior=0)
    last = found.ratings["Baltimore"].elo

    for team, ability in PUBLISHED.items():
        assert (found.ratings[team].elo - last) / SCALE == pytest.approx(ability, abs=0.0001)
    assert found.advantage.elo / SCALE == pytest.approx(0.3023, abs=0.0001)
    assert found.advantage.error / SCALE / 1.959964 == pytest.approx(0.1309, abs=0.0001)


def test_the_tennis_players_have_the_published_abilities() -> None:
    """The values the R package prints: 1.1761, 1.1358, -0.5685, -0.0618 against Wawrinka."""
    found = fit(both_ways(TENNIS), prior=0)
    last = found.ratings["Wawrinka"].elo
    abilities = {name: (rating.elo - last) / SCALE for name, rating in found.ratings.items()}

    assert abilities == pytest.approx(
        {"Djokovic": 1.1761, "Federer": 1.1358, "Murray": -0.5685, "Nadal": -0.0618, "Wawrinka": 0},
        abs=0.0001,
    )
    assert found.advantage.elo == pytest.approx(0, abs=1e-6)


def test_without_draws_and_advantage_the_simple_model_says_the_same() -> None:
    simple = ratings([Meeting(b.first, b.second, 40 * b.wins, 0, 40 * b.losses) for b in TENNIS])
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


def test_known_strengths_lie_within_their_intervals_95_times_of_100() -> None:
    chance = Random(11)
    inside = total = 0
    for _ in range(60):
        true = [chance.gauss(0, 120) for _ in range(8)]
        mean = sum(true) / 8
        found = fit(_league(true, chance, games=16))
        for player, strength in enumerate(true):
            rating = found.ratings[player]
            inside += abs(rating.elo - (strength - mean)) <= rating.error
            total += 1

    assert 0.92 <= inside / total <= 0.985


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


class Counted(_Model[str]):
    """A model that knows how often it was looked at."""

    looks = 0

    def information(self, values: Sequence[float]) -> tuple[list[float], Matrix]:
        self.looks += 1
        return super().information(values)


def test_without_draws_the_search_ends_as_soon_as_nothing_moves() -> None:
    model = Counted(season(), list(TEAMS), PRIOR)
    slope, curve = model.information(model.climb())

    assert max(map(abs, solved(curve, slope))) < 1e-9
    assert model.looks < 12


def test_strengths_alone_are_those_of_the_whole_fit() -> None:
    whole = {name: rating.elo for name, rating in fit(season()).ratings.items()}

    assert strengths(season()) == pytest.approx(whole)


def test_strengths_that_lie_far_apart_are_not_pulled_together() -> None:
    chance = Random(7)
    inside = total = 0
    for _ in range(60):
        true = [chance.gauss(0, 400) for _ in range(8)]
        mean = sum(true) / 8
        found = fit(_league(true, chance, games=1))
        for player, strength in enumerate(true):
            rating = found.ratings[player]
            inside += abs(rating.elo - (strength - mean)) <= rating.error
            total += 1

    assert inside / total > 0.92
