"""The form of a player, a sign a round."""

from __future__ import annotations

from tests.render.charts.pictures import kinds, read
from tests.support.builders import tournament

from ronde.render import charts
from ronde.standings import record


def test_the_form_of_a_player_has_a_letter_a_round() -> None:
    hall = tournament(5, ["1-2:40 3-4:32", "2-1:20 3-5:64 4:away", "1-3:40 2-4:32 5:away"])
    letters = {player: charts.result_letters(lines) for player, lines in record(hall).items()}

    assert letters == {1: "WwW", 2: "lLD", 3: "DWl", 4: "d-d", 5: "+l-"}


def test_won_is_up_lost_is_down_and_the_first_colour_is_filled() -> None:
    strip = read(charts.result_strip("Wl"))
    won, lost = strip.iter("path")

    assert (won.get("class"), lost.get("class")) == ("v b", "l")
    assert (won.get("d") or "").startswith("M0.5 0.5")
    assert (lost.get("d") or "").startswith("M9.5 11.5")


def test_rounds_to_come_are_dashes() -> None:
    assert kinds(charts.result_strip("W", rounds=3)) == ["v b", "x"]


def test_a_strip_can_be_drawn_larger() -> None:
    small, large = (read(charts.result_strip("Wld", scale=scale)) for scale in (1, 1.6))

    assert (small.get("width"), small.get("height")) == ("24", "20")
    assert (large.get("width"), large.get("height")) == ("38.4", "32")
    assert small.get("viewBox") == large.get("viewBox")
