"""The rows of a ladder as its page draws them."""

from __future__ import annotations

from ronde.arena.http import EngineCard, LadderView
from ronde.arena.referee.ladder import Rung
from ronde.arena.web.ladder import STEP, ladder_rows
from ronde.standings.ratings import Rating

CARDS = {number: EngineCard(number, f"E{number}", "reversi", "", owner=number) for number in (1, 2, 3)}


def rating(elo: float, error: float) -> Rating:
    return Rating(elo, error, 10, 5.0)


def test_ratings_have_a_sign_an_interval_and_the_chance_to_be_better_than_the_next() -> None:
    rungs = [Rung(1, 1, rating(350, 40), 5, 1, 0), Rung(2, 2, rating(-120, 40)), Rung(0, 3, None)]
    told = ladder_rows(LadderView(rungs, {}), CARDS, {1: "Zoé"}, "en")
    first, second, third = told["rows"]

    assert (first.elo, second.elo) == ("+350", "−120")
    assert (first.owner, first.record, first.span) == ("Zoé", (5, 1, 0), (350, 310, 390))
    assert told["played"]
    assert "100" in first.better
    assert second.better == ""
    assert not third.rated
    assert told["reach"] == 2 * STEP
    assert told["band"] == (310, 390)


def test_a_rating_that_means_nothing_yet_is_not_shown() -> None:
    rungs = [Rung(1, 1, rating(350, 40)), Rung(2, 2, rating(100, 201), 1, 0, 1), Rung(3, 3, rating(-90, 200))]
    told = ladder_rows(LadderView(rungs, {2: (1.0, 2.0)}), CARDS, {}, "en")
    first, second, third = told["rows"]

    assert (second.rated, second.elo, second.better, second.history) == (False, "", "", ())
    assert second.record == (1, 0, 1)
    assert third.rated
    assert "100" in first.better, "than the next one that is rated"


def test_a_ladder_on_which_nobody_has_played_has_an_axis_all_the_same() -> None:
    told = ladder_rows(LadderView([Rung(0, 1, None)], {}), CARDS, {}, "en")

    assert told["reach"] == STEP
    assert told["band"] is None
