"""Leaving and returning: one action for everybody, one undo."""

from __future__ import annotations

from pathlib import Path

from tests.terminal.talking import conversation, typed

from ronde.app.desk import Desk
from ronde.model.decisions.rounds import enter_at_table
from ronde.model.events import PlayerLeft, PlayerReturned
from ronde.model.result import Result
from ronde.terminal import DIALOGUES


def last_action(at: object) -> list[object]:
    return list(at.desk.by_action()[-1][3])  # type: ignore[attr-defined]


def test_everybody_leaves_in_one_action_and_one_undo_brings_them_back(tmp_path: Path) -> None:
    at = conversation(tmp_path)
    typed(at, "a", "r", "?", "!", "x")

    screen = typed(at, "-", "*", "x")

    assert "6 players have left." in screen
    assert [type(one) for one in last_action(at)] == [PlayerLeft] * 6
    typed(at, "u", "x")
    assert not at.tournament.left


def test_everybody_returns_in_one_action_and_one_undo_sends_them_away(tmp_path: Path) -> None:
    at = conversation(tmp_path)
    typed(at, "a", "r", "?", "!", "-", "*", "x")

    screen = typed(at, "+", "*", "x")

    assert "6 players are here again." in screen
    assert [type(one) for one in last_action(at)] == [PlayerReturned] * 6
    typed(at, "u", "x")
    assert len(at.tournament.left) == 6


def test_who_never_played_is_erased_or_sent_away_in_the_same_action(tmp_path: Path) -> None:
    at = conversation(tmp_path)

    screen = typed(at, "-", "*", "y", *("n" for _ in range(5)), "x")

    assert "5 players have left." in screen
    assert "1 registration is erased." in screen
    assert 1 not in at.tournament.players
    typed(at, "u", "x")
    assert len(at.tournament.players) == 6
    assert not at.tournament.left


def test_pairs_are_dissolved_and_those_with_a_result_leave_after_the_round(tmp_path: Path) -> None:
    at = conversation(tmp_path)
    typed(at, "a", "r", "?", "!", "a", "x")
    first = at.tournament.open_round.table(1).first

    screen = typed(at, "r", f"{first} 40", "", "-", "*", "x")

    assert "4 players have left." in screen
    assert "2 players leave after this round: their results are in." in screen
    assert len(at.tournament.open_round.tables) == 1


def test_who_has_a_result_in_the_open_round_leaves_after_it_and_is_told_so(tmp_path: Path) -> None:
    at = conversation(tmp_path)
    typed(at, "m", "a", "1", "2", "q", "r", "1 40", "", "x")

    screen = typed(at, "-", "1", "x")

    assert "The result of round 1 is in: MARTIN Bob (1) leaves after it." in screen
    assert not at.tournament.has_left(1)


def test_a_refusal_that_comes_in_between_is_told_and_the_others_leave(tmp_path: Path) -> None:
    at, other = conversation(tmp_path), Desk.open(tmp_path / "open.ronde")
    typed(at, "m", "a", "1", "2", "q", "x")
    dialogue = DIALOGUES["leave"](at)
    next(dialogue)
    dialogue.send("*")
    for answer in ("y", "n", "n", "n", "n"):
        dialogue.send(answer)
    other.act("aide", enter_at_table, table=1, result=Result(40, 24))
    told = [dialogue.send("n"), *dialogue]
    other.close()

    assert any("table 1" in getattr(step, "text", "").lower() for step in told)
    assert 1 in at.tournament.players
    assert len(at.tournament.left) == 5
