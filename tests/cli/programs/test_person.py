"""A person at the terminal: what is shown, asked and understood."""

from __future__ import annotations

import io
from random import Random

import pytest

from ronde.cli.programs.person import LeftOff, Person, TakenBack
from ronde.engines.door import MoveRequest
from ronde.games.door import find_game

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
