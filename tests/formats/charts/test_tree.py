"""The bracket as boxes and lines."""

from __future__ import annotations

from itertools import pairwise

from tests.formats.charts.pictures import HOSTILE, read

from ronde.formats.charts.tree import HEIGHT, WIDTH, Fixture, TieSide, corner, tree

PAIR = (TieSide(HOSTILE, "1", "+289 993", "won"), TieSide("B", "8", "-289 993", "out"))
CUP = [[Fixture(PAIR)] * 4, [Fixture(PAIR, ((0, 0), (0, 1))), Fixture(PAIR, ((0, 2), (0, 3)), "on", "#x")]]


def test_boxes_of_a_column_do_not_overlap_and_lie_within_the_drawing() -> None:
    wide, high = (float(str(read(tree(CUP, ["a", "b"])).get(name))) for name in ("width", "height"))
    for at, column in enumerate(CUP):
        corners = [corner(CUP, at, row) for row in range(len(column))]
        assert all(below[1] - above[1] >= HEIGHT for above, below in pairwise(corners))
        assert all(0 <= x <= wide - WIDTH and 0 <= y <= high - HEIGHT for x, y in corners)


def test_a_line_leads_from_every_tie_to_the_one_its_winner_goes_on_to() -> None:
    drawing = read(tree(CUP, []))

    assert len([one for one in drawing.iter("path") if one.get("class") == "way"]) == 4
    assert [one.get("href") for one in drawing.iter("a")] == ["#x"]


def test_a_long_name_is_cut_with_an_ellipsis_and_whole_in_its_title() -> None:
    name = "un-programme-au-nom-vraiment-tres-long"
    drawing = read(tree([[Fixture((TieSide(name, "1", "+289 993"), TieSide("B")))]], []))
    cut = next(one for one in drawing.iter("text") if one.find("title") is not None)

    assert str(cut.text).endswith("…")
    assert len(str(cut.text)) < len(name)
    assert [one.text for one in cut.iter("title")] == [name]
