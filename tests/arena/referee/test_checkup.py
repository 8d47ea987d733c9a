"""The check of a program: what it says of the habits of real entrants, and which positions it asks about."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.arena.programs.habits import habit
from tests.arena.programs.workshop import script

from ronde.arena.games import GAMES, find_game
from ronde.arena.referee import SHORT, Checkup, check_up
from ronde.arena.referee.checkup import questions
from ronde.arena.sandbox import Jail, ProcessEngine, SandboxKind, best_kind

SUPER = find_game("supermorpion")


def checked(folder: Path, name: str, seconds: float = 5.0) -> Checkup:
    path = habit(folder, name)
    return check_up(lambda: ProcessEngine(path, Jail(SandboxKind.OWN)), SUPER, seconds=seconds, number=SHORT)


def found(result: Checkup) -> set[tuple[str, str, str]]:
    return {(one.level, one.code, str(one.facts.get("hint", ""))) for one in result.findings}


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("tidy", set()),
        ("no-newline", {("remark", "no-newline", "")}),
        ("exit-status", {("fault", "crash", "exit-status")}),
        ("files-here", {("fault", "crash", "files")}),
        ("five-is-the-end", {("fault", "missing", "five-markers")}),
    ],
)
def test_the_check_says_what_is_wrong_with_the_habits_of_real_entrants(
    tmp_path: Path, name: str, expected: set[tuple[str, str, str]]
) -> None:
    result = checked(tmp_path, name)

    assert found(result) == expected
    assert result.fit == all(level == "remark" for level, _, _ in expected)
    assert result.memory > 0


@pytest.mark.full
def test_a_program_that_spends_all_its_seconds_is_told_so(tmp_path: Path) -> None:
    """Just before the end or just too late: either way its author hears of it."""
    path = script(tmp_path, "slow", '#!/bin/sh\nsleep 0.48\nexpr index "$1" 0\n')
    game = find_game("tictactoe")
    result = check_up(lambda: ProcessEngine(path, Jail(SandboxKind.OWN)), game, seconds=0.5, number=SHORT)

    assert ("remark", "all-the-time", "") in found(result) or ("fault", "late", "late") in found(result)


@pytest.mark.full
def test_a_program_that_never_answers_is_given_up_before_all_questions(tmp_path: Path) -> None:
    path = script(tmp_path, "loop", "#!/bin/sh\nwhile :; do :; done\n")
    result = check_up(lambda: ProcessEngine(path, Jail(SandboxKind.OWN)), SUPER, seconds=0.3, number=SHORT)

    assert result.asked == 3
    assert found(result) == {("fault", "late", "late"), ("remark", "given-up", "")}


@pytest.mark.full
def test_who_fails_everywhere_is_not_told_about_five_boards(tmp_path: Path) -> None:
    path = script(tmp_path, "noise", "#!/bin/sh\necho hello world\n")
    result = check_up(lambda: ProcessEngine(path, Jail(SandboxKind.OWN)), SUPER, seconds=5.0, number=SHORT)

    assert found(result) == {("fault", "unreadable", "noise")}


@pytest.mark.full
def test_a_program_that_is_late_now_and_then_is_asked_about_everything(tmp_path: Path) -> None:
    result = checked(tmp_path, "late-with-crosses", seconds=1.0)

    assert result.asked == len(list(questions(SUPER, SHORT)))


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_has_questions_of_both_sides_and_of_all_its_parts(name: str) -> None:
    game = find_game(name)
    asked = list(questions(game, SHORT))

    assert {one.side for one in asked} == {1, 2}
    assert {"start", "last"} <= {one.stage for one in asked}
    for one in asked:
        assert one.side in game.to_move(one.position)
        assert one.view


def test_super_morpion_is_asked_about_boards_of_free_choice_and_five_boards() -> None:
    stages = {one.stage for one in questions(SUPER, 1)}

    assert {"anywhere", "five-markers", "opening", "middle", "end"} <= stages


@pytest.mark.full
def test_a_program_finds_its_files_in_the_current_folder(tmp_path: Path) -> None:
    path = habit(tmp_path, "files-here")
    beside = tmp_path / f"{path.name}.d"
    beside.mkdir()
    (beside / "book.txt").write_text("55\n")
    result = check_up(lambda: ProcessEngine(path, Jail(best_kind())), SUPER, seconds=5, number=SHORT)

    assert result.findings == []


@pytest.mark.full
def test_a_program_that_rewrites_its_data_file_plays(tmp_path: Path) -> None:
    path = habit(tmp_path, "rewrites-its-depth")
    beside = tmp_path / f"{path.name}.d"
    beside.mkdir()
    (beside / "depth.txt").write_text("6")
    result = check_up(lambda: ProcessEngine(path, Jail(SandboxKind.OWN)), SUPER, seconds=5, number=SHORT)

    assert result.findings == []
    assert result.good == result.asked
    assert (beside / "depth.txt").read_text() == "6"
