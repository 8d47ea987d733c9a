"""What is said of a round of a final: which game it is, how the match stands, and what follows."""

from __future__ import annotations

from tests.systems.test_final import begun, over, paired

from ronde.model.tournament import Tournament
from ronde.render.finals import match_lines
from ronde.render.lists import round_text, standings_text


def told(hall: Tournament, number: int = 0) -> list[str]:
    return match_lines(hall, number or len(hall.closed_rounds), "en")


def test_a_round_before_the_final_has_no_match() -> None:
    assert told(begun(), 3) == []


def test_the_open_round_names_the_game_and_how_the_match_stands() -> None:
    hall = begun(best_of=3, third_place=True)

    assert told(hall, 4) == ["Final, game 1 of 3: P1 – P2", "Third place: P3 – P8"]
    assert told(paired(over(hall, 40, 20)), 5) == ["Final, game 2 of 3: P1 1–0 P2"]
    assert "Final, game 1 of 3: P1 – P2" in round_text(paired(hall), paired(hall).open_round, "en")


def test_a_closed_round_says_that_a_game_follows_or_who_has_won() -> None:
    one = over(begun(best_of=3, third_place=True), 40, 20)
    level, won = over(one, 40), over(one, 20)

    assert told(one) == ["Final, game 1 of 3: P1 1–0 P2 (game 2 follows)", "Third place: P3 0–1 P8 (P8 wins)"]
    assert told(level) == ["Final, game 2 of 3: P1 1–1 P2 (game 3 follows)"]
    assert told(won) == ["Final, game 2 of 3: P1 2–0 P2 (P1 wins)"]
    assert told(won, 4) == told(one)
    assert standings_text(won, "en").endswith(told(won)[0])


def test_what_decides_a_match_that_is_level_is_said() -> None:
    assert told(over(begun(), 32)) == ["Final: P1 0.5–0.5 P2 (P1 wins as the better placed)"]
    discs = over(over(begun(best_of=2), 40), 36)
    assert told(discs) == ["Final, game 2 of 2: P1 1–1 P2 (P1 wins by the discs)"]


def test_the_rounds_of_a_cup_have_their_names() -> None:
    hall = over(begun(players=4, third_place=True), 40, 40)

    assert told(hall) == ["Semi-finals: P1 1–0 P8 (P1 wins); P2 1–0 P3 (P2 wins)"]
    assert [line.partition(":")[0] for line in told(hall, 5)] == ["Final", "Third place"]
