"""Games of programs on the pages of a tournament."""

from __future__ import annotations

from tests.support.builders import tournament
from tests.support.in_process import Visitor

from ronde.arena.pages import course_of
from ronde.arena.web.programs import ending
from ronde.model.events import GamePlayed


def played(winner: int, reason: str = "line") -> GamePlayed:
    return GamePlayed(
        round=1, table=1, leg=1, first=1, second=2, winner=winner, reason=reason, record="games/1-1-1.json"
    )


def test_a_game_ends_in_a_sentence_that_names_the_winner() -> None:
    hall = tournament(2)

    assert "P2" in ending(hall, played(2), "en")
    assert "P1" not in ending(hall, played(0, "full"), "en")


def test_a_match_is_told_from_the_side_of_the_upper_player(inside: Visitor) -> None:
    legs = inside.app.state.programs.legs

    assert [score for _, score in legs((played(1), played(2), played(0)), 2)] == ["0-1", "1-0", "½-½"]


def test_a_move_that_took_more_than_a_twentieth_of_the_clock_is_marked() -> None:
    def frame(ms: int, move: str = "5", taken: int = 0) -> dict[str, object]:
        return {"score": [0, 0], "answers": [{"side": 1, "ms": ms, "move": move, "taken": taken}]}

    frames = [
        {"score": [0, 0], "answers": []},
        frame(100),
        frame(9_000),
        frame(100, ""),
        frame(9_000, taken=8_900),
    ]
    course = course_of({"frames": frames, "clock": {"seconds": 60.0, "fixed": False}})

    assert course["slow"] == {2, 3}
    assert course["times"] == [[(1, 100)], [(1, 9_000)], [(1, 100)], [(1, 100)]], "what was charged"


def test_a_tournament_without_games_has_an_empty_page_and_none_of_that_name(inside: Visitor) -> None:
    assert inside.get("/t/open/games").status == 200
    assert inside.get("/t/open/games/live.json").body == b"[]"
    assert inside.get("/t/open/game/1-1-1").status == 404
