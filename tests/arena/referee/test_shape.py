from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.app.command import apply_command
from ronde.arena.referee import OpenCompetition, Roster, Shape, seed_rating, settings_of_shape
from ronde.arena.referee.competition import HIGHEST
from ronde.model.bracket import CupSettings
from ronde.model.errors import SettingImpossible
from ronde.model.player import Player
from ronde.model.tournament import Tournament


@pytest.mark.parametrize(
    ("shape", "count", "rounds"),
    [
        (Shape("berger"), 6, 5),
        (Shape("berger"), 5, 5),
        (Shape("berger", laps=3), 4, 9),
        (Shape("double-berger"), 24, 46),
        (Shape("gauntlet"), 5, 4),
        (Shape("gauntlet", champions=2), 5, 3),
        (Shape("gauntlet", laps=2), 5, 8),
        (Shape("cup"), 8, 3),
        (Shape("cup", cup=CupSettings(third_place=True)), 8, 3),
        (Shape("cup", cup=CupSettings(double=True)), 4, 5),
        (Shape("swiss"), 2, 1),
        (Shape("swiss"), 8, 4),
        (Shape("swiss"), 24, 6),
        (Shape("swiss", rounds=9), 8, 9),
        (Shape("berger", rounds=9), 4, 3),
    ],
)
def test_the_rounds_follow_from_the_system_and_in_a_swiss_from_the_wish(
    shape: Shape, count: int, rounds: int
) -> None:
    assert settings_of_shape(shape, games=2, count=count).rounds == rounds


def test_a_league_counts_games_and_a_cup_matches() -> None:
    assert settings_of_shape(Shape("berger"), games=4, count=4).board.total == 4
    assert settings_of_shape(Shape("cup"), games=4, count=4).board.total == 1


@pytest.mark.parametrize(
    "shape",
    [
        Shape("cup", cup=CupSettings(consolation=True, double=True)),
        Shape("berger", laps=0),
        Shape("berger", laps=21),
        Shape("gauntlet", champions=0),
        Shape("gauntlet", champions=4),
        Shape("lottery"),
    ],
)
def test_a_shape_that_cannot_be_played_is_refused(shape: Shape) -> None:
    with pytest.raises(SettingImpossible):
        settings_of_shape(shape, games=2, count=4)


@given(st.floats(-5_000, 20_000), st.floats(-5_000, 20_000))
def test_a_better_rating_is_never_a_worse_seed(one: float, other: float) -> None:
    assert (one <= other) <= (seed_rating(one) <= seed_rating(other))
    assert 1 <= seed_rating(one) <= HIGHEST
    assert seed_rating(None) == 0


def test_a_tournament_is_opened_with_all_its_entrants_in_one_stroke() -> None:
    players = (Player(7, "one", rating=1500), Player(3, "two"))
    settings = settings_of_shape(Shape("cup"), games=2, count=2)

    opened = apply_command(OpenCompetition("Cup", settings, players, Roster(())), Tournament())

    assert opened.name == "Cup"
    assert {player: opened.player(player).name for player in opened.players} == {7: "one", 3: "two"}
    assert opened.player(7).rating == 1500


@pytest.mark.parametrize(("system", "paid"), [("berger", 0), ("gauntlet", 0), ("swiss", 2)])
def test_a_free_round_pays_only_where_not_everybody_has_as_many_games(system: str, paid: int) -> None:
    made = settings_of_shape(Shape(system), games=2, count=5)
    assert made.board.bye_half_points == paid
    assert ("buchholz" in made.tiebreaks) == (system == "swiss")
    assert "discs" not in settings_of_shape(Shape(system), games=1, count=5).tiebreaks
