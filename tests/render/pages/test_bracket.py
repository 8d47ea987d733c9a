"""A cup as text."""

from __future__ import annotations

from ronde.arena.pages import bracket_text, standings_text


def tie(one: str, other: str, winner: int, total: int) -> dict[str, object]:
    tally = {"wins": 1, "score": 1, "seconds": 0, "total": total, "halves": [3, 1]}
    return {
        "players": [one, other], "seeds": [1, 2], "games": [{}], "winner": winner, "by": "points",
        "bye": False, "table": 1, "tally": tally,
    }  # fmt: skip


def test_the_bracket_as_text_marks_winners_and_scores() -> None:
    bye = {**tie("C", "", 0, 0), "players": ["C"], "bye": True, "games": []}
    data = {
        "scored": True, "champion": "A", "qualifying": True, "double": False, "numbers": [], "sections": [],
        "bracket": [[tie("A", "B", 1, 90_000), bye], [tie("A", "C", 1, 120_000)]],
        "standings": [
            {"place": 1, "name": "A", "points": 4.0, "games": 4, "elo": 120.0, "error": 200.0,
             "rated": True, "faults": {}},
            {"place": 2, "name": "B", "points": 0.0, "games": 2, "elo": -90.0, "error": 200.1,
             "rated": False, "faults": {"late": 2}},
        ],
    }  # fmt: skip

    assert bracket_text(data, "en") == (
        "Semi-finals\n"
        " * A                            +90 000       B\n"
        "   C                        (bye)\n\n"
        "Final\n"
        " * A                           +120 000       C\n\n"
        "Champion: A"
    )
    assert "temps dépassé 2" in (text := standings_text(data, "fr"))
    assert "+120 ± 200" in text
    assert "90 ±" not in text
