"""What deserves a colour on a page of text."""

from __future__ import annotations

from ronde.render.text import BAD, GONE, GOOD, OPEN, TITLE, marks

PAGE = """Open: round 2

    1  ALPHA (12)  BETA (7)
    2  GAMMA (3)   DELTA (4)  40-24
    3  ▼3   BETA (7) -       1  ▄"""


def test_titles_missing_results_results_losses_and_leavers_are_marked() -> None:
    found = [(PAGE[begin:end].strip(), style) for begin, end, style in marks(PAGE)]

    assert found == [
        ("Open: round 2", TITLE),
        ("1", OPEN),
        ("40-24", GOOD),
        ("3  ▼3   BETA (7) -       1  ▄", GONE),
        ("▼3", BAD),
        ("▄", BAD),
    ]


def test_a_page_without_players_has_no_marks() -> None:
    assert list(marks("Written: list.txt")) == []
