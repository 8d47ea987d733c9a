"""Pictures of the data: sound SVG, words for those who do not see them, and the right places."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.builders import tournament

from ronde.formats.charts import door as charts
from ronde.formats.charts.bump import CURVED
from ronde.formats.charts.svg import number
from ronde.scoring.door import record

HOSTILE = '<script>"&'


def read(picture: str) -> ElementTree.Element:
    """A picture as a parser sees it: it raises if the drawing is not sound."""
    return ElementTree.fromstring(picture)


def kinds(picture: str) -> list[str]:
    return [one.get("class", "") for one in read(picture).iter("path")]


DRAWINGS = {
    "form": charts.form_strip("WlD-+", HOSTILE),
    "bump": charts.bump_chart({1: [2, 1], 2: [1, 2]}, HOSTILE),
    "margin": charts.margin_bar(2, 20, 64, first=True),
    "axis": charts.no_margin(),
    "places": charts.place_line([3, 1, 2], 1, 3),
    "field": charts.opposition(1500, [(1400, 2, True), (1700, 0, False)], HOSTILE, "own"),
    "matrix": charts.matrix([HOSTILE, "B"], {(0, 1): ("v2", "+8"), (1, 0): ("l2", "−8")}, HOSTILE),
    "stack": charts.keizer_stack([("own", 20, "20"), ("draw", 4, "4"), ("bye", 2, "2")], 26, HOSTILE),
    "arrivals": charts.arrivals([("R1", [10, 20]), ("R2", [5])], 12.0, 3, HOSTILE),
    "interval": charts.interval(20, -40, 80),
    "record": charts.record_bar(3, 1, 2, HOSTILE),
    "spark": charts.sparkline([1, 3, 2], HOSTILE),
    "attendance": charts.attendance("gb-g", HOSTILE),
    "present": charts.present_bars([8, 6], 10, HOSTILE),
    "tide": charts.tide([(0, 0), (3, 1), (3, 6)], [[(1, 40)], [(2, 700)]], HOSTILE, counts="discs"),
    "bill": charts.bill_bars([("colour", 40), ("float", 20_000), ("same", 0)], HOSTILE),
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_every_picture_is_sound_and_says_what_it_shows_or_is_silent(name: str) -> None:
    drawing = read(DRAWINGS[name])
    told = drawing.get("aria-label")

    assert drawing.get("viewBox")
    assert (drawing.get("role") == "img" and told == HOSTILE) or drawing.get("aria-hidden") == "true"
    assert not list(drawing.iter("script"))
    assert "style" not in drawing.attrib  # the policy of the pages forbids it


def test_the_form_of_a_player_has_a_letter_a_round() -> None:
    hall = tournament(5, ["1-2:40 3-4:32", "2-1:20 3-5:64 4:away", "1-3:40 2-4:32 5:away"])
    letters = {player: charts.form_letters(lines) for player, lines in record(hall).items()}

    assert letters == {1: "WwW", 2: "lLD", 3: "DWl", 4: "d-d", 5: "+l-"}


def test_won_is_up_lost_is_down_and_the_first_colour_is_filled() -> None:
    strip = read(charts.form_strip("Wl"))
    won, lost = strip.iter("path")

    assert (won.get("class"), lost.get("class")) == ("v b", "l")
    assert (won.get("d") or "").startswith("M0.75 0.75")
    assert (lost.get("d") or "").startswith("M9.75 11.75")


def test_rounds_to_come_are_dashes() -> None:
    assert kinds(charts.form_strip("W", rounds=3)) == ["v b", "x"]


@given(st.integers(1, 12), st.integers(1, 60))
def test_every_line_of_a_bump_chart_ends_in_its_row(rounds: int, many: int) -> None:
    places = {player: [player] * (rounds + 1) for player in range(1, many + 1)}
    drawing = read(charts.bump_chart(places))

    assert drawing.get("height") == str(30 * many)
    lines = {one.get("data-p"): one.get("d") or "" for one in drawing.iter("path") if one.get("data-p")}
    assert len(lines) == (many if many <= CURVED else 3)
    for player, line in lines.items():
        last = re.findall(r"([\d.]+) ([\d.]+)h\.12$", line)
        assert last == [(str(rounds), number(int(player or 0) - 0.5))]


def test_the_lines_of_a_crowd_are_one_path_of_whole_numbers() -> None:
    places = {player: [player, player] for player in range(1, 101)}
    heap = next(one for one in read(charts.bump_chart(places)).iter("path") if one.get("class") == "heap")

    assert (heap.get("d") or "").count("M") == 97
    assert "." not in (heap.get("d") or "")


def test_nobody_has_no_bump_chart() -> None:
    assert charts.bump_chart({}) == ""


@pytest.mark.parametrize(
    ("half_points", "margin", "first", "x", "width", "kind"),
    [
        (2, 32, True, "100", "50", "win"),
        (0, -64, False, "0", "100", "lost hollow"),
        (1, 0, True, "97", "6", "drawn"),
        (2, 2, False, "100", "4", "win hollow"),
    ],
)
def test_a_margin_goes_right_when_won_and_is_hollow_with_the_second_colour(
    half_points: int, margin: float, first: bool, x: str, width: str, kind: str
) -> None:
    bar = next(read(charts.margin_bar(half_points, margin, 64, first=first)).iter("rect"))

    assert (bar.get("x"), bar.get("width"), bar.get("class")) == (x, width, kind)


def test_a_game_without_discs_fills_its_side() -> None:
    bar = next(read(charts.margin_bar(2, 1, 0, first=True)).iter("rect"))

    assert bar.get("width") == "100"


@given(st.lists(st.integers(1, 30), min_size=2, max_size=12))
def test_the_pieces_of_a_line_of_places_meet_between_the_rows(places: list[int]) -> None:
    pieces = [charts.place_line(places, at, 30) for at in range(len(places))]
    points = [re.findall(r"([\d.]+) (\d+)", next(read(one).iter("path")).get("d") or "") for one in pieces]

    for above, below in pairwise(points):
        assert above[-1][1] == "40"
        assert below[0][1] == "0"
        assert above[-1][0] == below[0][0]


@pytest.mark.parametrize(
    ("half_points", "margin", "total", "tint"),
    [(2, 64, 64, "v3"), (2, 32, 64, "v3"), (2, 12, 64, "v2"), (2, 10, 64, "v1"), (1, 0, 64, "d1"),
     (0, -40, 64, "l3"), (0, -2, 64, "l1"), (2, 1, 1, "v2"), (0, -1, 1, "l2")],
)  # fmt: skip
def test_a_result_is_tinted_by_its_margin(half_points: int, margin: float, total: int, tint: str) -> None:
    assert charts.tint(half_points, margin, total) == tint


def test_who_met_whom_has_one_path_a_tint_and_a_sign_in_every_cell() -> None:
    met = {(0, 1): ("v2", "+8"), (1, 0): ("l2", "−8"), (0, 2): ("v2", "+9"), (2, 0): ("l2", "−9")}
    drawing = charts.matrix(["A", "B", "C"], met, "Who met whom")

    assert kinds(drawing) == ["self", "v2", "l2", "rule"]
    assert [one.text for one in read(drawing).iter("text") if one.get("class") == "mid cell"] == [
        "+8", "−8", "+9", "−9",
    ]  # fmt: skip


def test_a_keizer_stack_is_as_wide_as_its_part_of_the_best_total() -> None:
    blocks = list(read(charts.keizer_stack([("own", 20, "20"), ("win", 22, "22")], 84, "")).iter("rect"))

    assert [one.get("class") for one in blocks] == ["own", "win"]
    assert [one.get("width") for one in blocks] == ["99", "109"]
    assert charts.keizer_stack([("loss", 0, "0")], 84, "").count("<rect") == 0


def test_opponents_without_a_rating_are_not_on_the_line() -> None:
    assert charts.opposition(1500, [(0, 2, True)], "", "own") == ""
    assert charts.opposition(0, [(1400, 2, True)], "", "own").count("<circle") == 1


@given(st.lists(st.integers(1, 4_000), min_size=1, max_size=15), st.integers(0, 4_000))
def test_every_opponent_stands_within_the_line(ratings: list[int], own: int) -> None:
    drawing = read(charts.opposition(own, [(rating, 2, True) for rating in ratings], "", "own"))

    assert all(6 <= float(one.get("cx") or 0) <= 320 for one in drawing.iter("circle"))


def test_results_to_come_stand_behind_the_line_of_now() -> None:
    drawing = read(DRAWINGS["arrivals"])
    gone = [float(one.get("cx") or 0) for one in drawing.iter("circle") if one.get("class") == "gone"]
    came = [float(one.get("cx") or 0) for one in drawing.iter("circle") if one.get("class") == "win"]

    assert len(gone) == 3
    assert max(came) < min(gone)


def test_an_interval_that_leaves_the_axis_ends_in_an_arrow() -> None:
    inside, outside = charts.interval(0, -50, 50), charts.interval(0, -50, 900)

    assert "l" not in re.findall(r'class="span" d="([^"]+)"', inside)[0]
    assert "l" in re.findall(r'class="span" d="([^"]+)"', outside)[0]


@given(st.integers(0, 500), st.integers(0, 500), st.integers(0, 500))
def test_a_record_is_shared_among_won_drawn_and_lost(won: int, drawn: int, lost: int) -> None:
    bars = list(read(charts.record_bar(won, drawn, lost, "")).iter("rect"))

    assert len(bars) == sum(1 for count in (won, drawn, lost) if count)


def test_a_sparkline_ends_in_a_dot_and_nothing_has_none() -> None:
    assert kinds(charts.sparkline([1, 2])) == ["way", "dot"]
    assert charts.sparkline([]) == ""


@pytest.mark.parametrize(
    ("cost", "tint"), [(0, ""), (99, ""), (100, "h2"), (20_000, "h3"), (2_000_000, "h4")]
)
def test_a_price_is_tinted_by_its_decade(cost: int, tint: str) -> None:
    assert charts.heat(cost) == tint


def test_a_rule_that_asks_nothing_has_no_bar() -> None:
    assert DRAWINGS["bill"].count("<rect") == 2


def test_who_was_away_is_a_dash() -> None:
    assert kinds(charts.attendance("g-", "")) == ["win", "axis"]


def test_discs_ahead_are_black_above_the_line_and_white_below_it() -> None:
    drawing = charts.tide([(2, 2), (4, 1), (3, 6)], [[(1, 40.0)], [(2, 20.0)]], "", counts="discs", at=2)
    jet, ivory = (one for one in read(drawing).iter("path") if one.get("class") in ("jet", "ivory"))
    heights = {
        kind.get("class"): re.findall(r" (\d+(?:\.\d+)?)", str(kind.get("d"))) for kind in (jet, ivory)
    }

    assert min(map(float, heights["jet"])) < 60 == max(map(float, heights["jet"]))
    assert max(map(float, heights["ivory"])) > 60 == min(map(float, heights["ivory"]))


def test_a_game_without_a_count_shows_its_times_alone_and_marks_what_was_slow() -> None:
    drawing = charts.tide([(0, 0)] * 3, [[(1, 10.0)], [(2, 90.0)]], "", counts="", slow={2})
    bars = [one.get("class") for one in read(drawing).iter("rect")]

    assert bars == ["bar1", "slowbar"]
    assert not [one for one in kinds(drawing) if one in ("jet", "ivory", "side1", "side2")]


@given(
    st.lists(st.tuples(st.integers(0, 64), st.integers(0, 64)), max_size=70),
    st.sampled_from(["discs", "boards", ""]),
)
def test_every_course_of_a_game_can_be_drawn(scores: list[tuple[int, int]], counts: str) -> None:
    times = [[(1 + move % 2, float(move))] for move in range(max(0, len(scores) - 1))]

    assert read(charts.tide(scores, times, HOSTILE, counts=counts)).get("aria-label") == HOSTILE
