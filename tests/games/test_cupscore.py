"""The score of cup matches, with both worked examples of manual 003."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.golden import golden

from ronde.games.door import Leg, Outcome, Side, clocks_after_fault, forfeit, match_score, qualified

WINNERS: dict[str, Side | None] = {"O": 1, "X": 2, "draw": None}


def leg(item: Any) -> Leg:
    outcome = Outcome("line", WINNERS[item["result"]], (item["markers_o"], item["markers_x"]))
    return Leg(1 if item["noughts"] == "J1" else 2, outcome, (item["TRO"], item["TRX"]))


@pytest.mark.parametrize("item", golden("uttt")["match_scores"], ids=lambda item: item["note"])
def test_a_match_has_the_recorded_score(item: Any) -> None:
    legs = [leg(game) for game in item["games"]]
    result = qualified(legs, seeds=(1, 2))

    assert [one.score for one in legs] == [game["score_for_noughts"] for game in item["games"]]
    assert match_score(legs) == (item["J1"], item["J2"])
    assert (f"J{result.player}", result.reason) == (item["qualified"], item["by"])


def test_the_first_example_of_the_manual_qualifies_the_second_player() -> None:
    home = Leg(1, Outcome("line", 1, (3, 4)), (600, 600))
    away = Leg(2, Outcome("line", 1, (5, 2)), (600, 600))

    assert (home.score, away.score) == (90_000, 130_000)
    assert match_score([home, away]) == (-40_000, 40_000)
    assert qualified([home, away], seeds=(1, 2)).player == 2


def test_the_second_example_of_the_manual_qualifies_the_first_player() -> None:
    home = Leg(1, Outcome("line", 1, (3, 1)), (600, 600))
    away = Leg(2, Outcome("line", 1, (5, 4)), (600, 600))

    assert (home.score, -away.score) == (120_000, -110_000)
    assert match_score([home, away]) == (10_000, -10_000)
    assert qualified([home, away], seeds=(1, 2)).player == 1


def test_seconds_decide_when_markers_are_equal() -> None:
    home = Leg(1, Outcome("no-moves", None, (4, 4)), (700, 650))
    away = Leg(2, Outcome("no-moves", None, (4, 4)), (600, 640))

    assert match_score([home, away]) == (90, -90)


@pytest.mark.parametrize(("seeds", "player"), [((1, 2), 1), ((7, 3), 2)])
def test_the_smaller_seed_goes_on_when_all_is_equal(seeds: tuple[int, int], player: int) -> None:
    drawn = Outcome("no-moves", None, (4, 4))
    result = qualified([Leg(1, drawn, (9, 9)), Leg(2, drawn, (9, 9))], seeds=seeds)

    assert (result.player, result.reason) == (player, "seed")


def test_a_loser_by_fault_has_no_seconds_left_and_markers_stand() -> None:
    fault = forfeit(1, "timeout", (2, 1))
    lost = Leg(1, fault, clocks_after_fault((300, 200), 1))

    assert lost.score == -100_000 + 10_000 - 200
    assert clocks_after_fault((300, 200), 2) == (300, 0)
