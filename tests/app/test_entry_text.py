"""What Enter would do with a line, in words, and how Tab completes it."""

from __future__ import annotations

import pytest
from tests.support.builders import tournament

from ronde.app.event_text import LineCompletion, complete_line, coupon_text, preview_text
from ronde.model.entry import read_line
from ronde.model.player import Player

PEOPLE = [Player(1, "MARTIN", "Bob"), Player(2, "MARTENS", "Zoe"), Player(3, "DOE", "Al"), Player(4, "WEBB")]
HALL = tournament(PEOPLE, current="1-2 3-4:40")


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("1 40", ("MARTIN Bob (1)", "MARTENS Zoe (2)", "40-24")),
        ("3 50", ("40-24", "50-14")),
        ("-3", ("2",)),
        ("?", ("1",)),
        ("!", ("1",)),
        ("1", ("MARTIN Bob (1) -- MARTENS Zoe (2)", "...")),
        ("99 40", ("99",)),
    ],
)
def test_a_sentence_foretells_what_the_line_does(line: str, parts: tuple[str, ...]) -> None:
    told = preview_text(read_line(line, HALL), HALL, "en")

    assert all(part in told for part in parts), told


def test_all_effects_have_their_own_sentence() -> None:
    lines = ("1 40", "3 50", "-3", "?", "!", "1", "99 40")

    assert len({preview_text(read_line(line, HALL), HALL, "fr") for line in lines}) == len(lines)


def test_a_coupon_is_one_line() -> None:
    assert coupon_text(HALL, HALL.open_round, 2, "en") == "2  DOE Al (3) -- WEBB (4)  40-24"
    assert coupon_text(HALL, HALL.open_round, 1, "en").endswith("...")


def test_tab_goes_as_far_as_all_candidates_agree() -> None:
    found = complete_line("mart", read_line("mart", HALL), HALL)

    assert found.common.strip().upper() == "MART"
    assert [line.strip() for line in found.lines] == ["MARTENS Zoe", "MARTIN Bob"]


def test_tab_leaves_numbers_and_settled_lines_alone() -> None:
    for line in ("3", "doe 30"):
        assert complete_line(line, read_line(line, HALL), HALL) == LineCompletion()
