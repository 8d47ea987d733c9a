from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.arena.games import BadPosition
from ronde.arena.games.base import bits, cell_names, put, read_fields, read_number, tidy
from ronde.arena.games.grid import has_run, rays, runs


@pytest.mark.parametrize(
    ("text", "clean"),
    [(" c5 ", "C5"), ("\tXx\r\n", "XX"), ("a b", "A B"), ("é", ""), ("\u00a0A", ""), ("", "")],
)
def test_an_answer_is_tidied_and_nothing_else_is_repaired(text: str, clean: str) -> None:
    assert tidy(text) == clean


def test_cells_are_named_row_by_row() -> None:
    assert cell_names("AB", "01") == ("A0", "B0", "A1", "B1")


@given(st.text("012", min_size=1, max_size=20), st.data())
def test_a_mark_is_put_where_it_belongs(tray: str, data: st.DataObject) -> None:
    cell = data.draw(st.integers(0, len(tray) - 1))
    marks = list(tray)
    marks[cell] = "9"

    assert put(tray, cell, "9") == "".join(marks)


@given(st.sets(st.integers(0, 90)))
def test_the_bits_of_a_mask_are_told_lowest_first(numbers: set[int]) -> None:
    assert list(bits(sum(1 << number for number in numbers))) == sorted(numbers)


def test_fields_left_out_take_their_defaults() -> None:
    assert read_fields("a -", ("x", "y", "z")) == ["a", "", "z"]


@pytest.mark.parametrize("text", ["a b c d", "a  b", "", "a ?"])
def test_wrong_fields_are_refused(text: str) -> None:
    with pytest.raises(BadPosition):
        read_fields(text, ("", "", ""))


@pytest.mark.parametrize("field", ["", "-", "x", "1.0", "²", "--1", "100", "-1", "9" * 30])
def test_wrong_numbers_are_refused(field: str) -> None:
    with pytest.raises(BadPosition):
        read_number(field, 0, 99, field)


def test_rays_stop_at_the_edges() -> None:
    assert all(len(before) + len(after) == 9 for before, after in rays(10)[0][:3])
    assert rays(10)[9][3] == ((), (18, 27, 36, 45, 54, 63, 72, 81, 90))


def test_a_run_is_told_from_its_first_to_its_last_cell() -> None:
    tray = "0" * 12 + "11111" + "0" * 83

    assert list(runs(tray, 14, 10)) == [(0, (12, 13, 14, 15, 16))]
    assert has_run(tray, 10)
    assert has_run(tray, 10, exact=True)
    assert not has_run(tray, 10, least=6)
