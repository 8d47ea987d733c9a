"""A person at the terminal: what is shown, asked and understood."""

from __future__ import annotations

import io
from random import Random

import pytest

from ronde.arena.cli.person import LeftOff, Person, TakenBack, side_of
from ronde.arena.games import find_game
from ronde.arena.referee import Clock, GameState
from ronde.arena.sandbox import MoveRequest, Reply
from ronde.cli.speech import LANGUAGE

GAME = find_game("supermorpion")


def asked(monkeypatch: pytest.MonkeyPatch, typed: str, fen: str = "999994o4999 65 x") -> str | None:
    """What a person with the crosses answers who types this."""
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    position = GAME.place(fen, Random(0))
    request = MoveRequest(fen, 5, float("inf"), 2, 2, position=position)
    return Person(GAME, 2).ask(request)


def test_a_refused_move_names_the_board_to_play_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(monkeypatch, "11\n5 a3\n") == "51"
    said = capsys.readouterr().out
    refused = next(line for line in said.splitlines() if "cannot be played" in line)
    assert "Play on board 5." in refused.partition("cannot be played")[2]
    assert said.count("Play on board 5. Your move") == 2


def test_giving_up_is_asked_first(monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked(monkeypatch, "q\nn\n51\n") == "51"
    assert asked(monkeypatch, "q\ny\n") is None


def test_the_end_of_input_is_no_resignation(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LeftOff):
        asked(monkeypatch, "zz\n")
    with pytest.raises(LeftOff):
        asked(monkeypatch, "q\n")


def test_a_move_can_be_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TakenBack):
        asked(monkeypatch, "b\n")


def test_a_hint_is_a_move_that_may_be_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked(monkeypatch, "h\n51\n")
    said = capsys.readouterr().out

    assert "You could play 5" in said


def test_what_is_new_on_the_board_stands_out_in_colours(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("click.utils.should_strip_ansi", lambda *_: False)
    person = Person(GAME, 2)
    start = GAME.start(Random(0))
    person.show(start)
    person.show(GAME.play(start, {1: "65"}))
    said = capsys.readouterr().out

    assert said.count("\x1b[31m\x1b[7mo") == 1  # red and reverse


def sheet_after(*moves: str, players: tuple[str, str] = ("rival", "You")) -> GameState:
    """A game of super-morpion in which these moves were played by turns."""
    sheet = GameState(GAME, Clock(5, 0, fixed=True), seed=1, players=players)
    for move in moves:
        sheet.answer(sheet.asked[0], Reply(move, 0.25))
    return sheet


def asked_after(monkeypatch: pytest.MonkeyPatch, typed: str, *moves: str) -> Person:
    """The person with the crosses, who was told these moves, after typing this."""
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    sheet, person = sheet_after(*moves), Person(GAME, 2)
    person.watcher(pause=False)(sheet)
    person.ask(sheet.ask(2, 0, timed=False))
    return person


def test_the_program_s_first_move_is_marked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("click.utils.should_strip_ansi", lambda *_: False)
    asked_after(monkeypatch, "71\n", "77")

    assert capsys.readouterr().out.count("\x1b[31m\x1b[7mo") == 1  # red and reverse


def test_the_board_to_play_on_stands_out_on_the_board(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("click.utils.should_strip_ansi", lambda *_: False)
    asked_after(monkeypatch, "71\n", "77")

    assert "--\x1b[1m\x1b[7m7\x1b[0m---+---8" in capsys.readouterr().out


def test_without_a_move_of_one_s_own_nothing_is_taken_back_and_the_program_is_not_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked_after(monkeypatch, "b\n71\n", "77")

    assert "You have not moved yet." in capsys.readouterr().out


def test_an_empty_line_is_asked_again_without_blame(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(monkeypatch, "\n51\n") == "51"

    assert "cannot be played" not in capsys.readouterr().out


def test_seconds_are_written_as_the_language_writes_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = LANGUAGE.set("fr")
    try:
        asked_after(monkeypatch, "71\n", "77")
    finally:
        LANGUAGE.reset(before)

    assert "rival 77 (7 a1)  0,250 s" in capsys.readouterr().out


def test_a_prompt_wider_than_the_terminal_is_broken_between_sentences(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("ronde.arena.cli.person.terminal_width", lambda: 60)
    asked(monkeypatch, "51\n")

    assert "Play on board 5.\nYour move (?" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("game", "typed", "side"),
    [
        ("supermorpion", "o", 1),
        ("supermorpion", "x", 2),
        ("tictactoe", "x", 1),
        ("tictactoe", "O", 2),
        ("tictactoe", "1", 1),
        ("reversi", "o", 1),
    ],
)
def test_the_mark_typed_is_the_mark_played(game: str, typed: str, side: int) -> None:
    assert side_of(find_game(game), typed) == side
