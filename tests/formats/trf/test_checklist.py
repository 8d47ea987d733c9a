"""What the Dutch system knows of everybody in a report."""

from __future__ import annotations

from tests.formats.trf.samples import SMALL

from ronde.formats.trf import checklist, parse_trf


def test_everybody_is_listed_by_score_with_colours_and_opponents() -> None:
    rows = checklist(parse_trf(SMALL), 3)

    assert [(row.number, row.score, row.opponents) for row in rows] == [
        (1, 20, (2, 3)),
        (2, 10, (1, 4)),
        (3, 10, (1, 4)),
        (4, 0, (2, 3)),
    ]
    assert [row.colours for row in rows] == ["WB", "BW", "BW", "WB"]
