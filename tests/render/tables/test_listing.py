from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ronde.render.listing import Cell, Column, Listing, ListRow

KEYS = ("place", "name", "points")
LIST = Listing(
    (Column("place", "No", right=True), Column("name", "Name"), Column("points", "Points", right=True)),
    (ListRow((Cell("1", 1), Cell("ANN", player=7), Cell("2½", 2.5)), 7),),
)


def test_some_columns_are_taken_in_the_order_they_had() -> None:
    short = LIST.only(["points", "name"])

    assert short.heads == ["Name", "Points"]
    assert [cell.text for cell in short.rows[0].cells] == ["ANN", "2½"]
    assert short.rows[0].player == 7


def test_columns_are_left_out_and_unknown_ones_ignored() -> None:
    assert LIST.without(["place", "nothing"]) == LIST.only(["name", "points"])


def test_figures_stand_at_the_right() -> None:
    assert LIST.figures_at == [0, 2]
    assert LIST.place("points") == 2


@given(st.sets(st.sampled_from(KEYS)))
def test_what_is_kept_and_what_is_left_out_make_the_whole(keys: set[str]) -> None:
    kept, others = LIST.only(keys), LIST.without(keys)

    assert len(kept.columns) + len(others.columns) == len(LIST.columns)
    assert all(len(row.cells) == len(kept.columns) for row in kept.rows)
