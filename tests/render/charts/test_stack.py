"""What a Keizer score is made of."""

from __future__ import annotations

from tests.render.charts.pictures import read

from ronde.render import charts


def test_a_keizer_stack_is_as_wide_as_its_part_of_the_best_total() -> None:
    blocks = list(read(charts.keizer_stack([("own", 20, "20"), ("win", 22, "22")], 84, "")).iter("rect"))

    assert [one.get("class") for one in blocks] == ["own", "win"]
    assert [one.get("width") for one in blocks] == ["99", "109"]
    assert charts.keizer_stack([("loss", 0, "0")], 84, "").count("<rect") == 0


def test_a_number_is_written_only_in_a_block_that_it_fits_into() -> None:
    def written(points: float, told: str) -> bool:
        return told in charts.keizer_stack([("excused", points, told)], 107.9, "")

    assert written(5.95, "6")
    assert not written(5.95, "5.95"), "two of them side by side ran into each other"
    assert written(10.5, "10.5")
