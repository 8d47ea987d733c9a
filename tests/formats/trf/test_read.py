"""From the text of a report to the report."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.formats.trf.samples import SMALL

from ronde.formats.trf import parse_trf, read_trf
from ronde.formats.trf.read import MOST_PROBLEMS
from ronde.model.errors import FormatError


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n"])
def test_lines_may_end_as_on_any_machine(end: str) -> None:
    assert parse_trf(SMALL.replace("\n", end)) == parse_trf(SMALL)


def test_a_record_nobody_knows_is_kept_as_it_is() -> None:
    assert parse_trf(f"{SMALL}XYZ of some program\n").others == ("XYZ of some program",)


def test_every_mistake_is_named_with_its_line_but_not_hundreds_of_them() -> None:
    text = SMALL.replace("2 w 0     3 b 0", "2 w ?     3 b !")
    with pytest.raises(FormatError) as told:
        parse_trf(text, "open.trf")
    assert {(problem.path, problem.line) for problem in told.value.problems} >= {("open.trf", 9)}

    row = SMALL.splitlines()[-1].replace("2 w 0", "2 w ?")
    many = SMALL + "".join(f"{row[:4]}{number:4d}{row[8:]}\n" for number in range(5, 60))
    with pytest.raises(FormatError) as told:
        parse_trf(many)
    assert len(told.value.problems) == MOST_PROBLEMS


def test_a_file_is_read_as_its_text_is(tmp_path: Path) -> None:
    (tmp_path / "open.trf").write_text(SMALL, "utf-8")

    assert read_trf(tmp_path / "open.trf") == parse_trf(SMALL)
