"""`tournoi replace`, `withdraw` and `enter` as they are typed, and files of the folder that changed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.arena.programs.workshop import script
from tests.cli.terminal import Terminal, told
from tests.support.processes import plain_environment
from tests.terminal.screen.terminal import eventually

from ronde.app.commands import PairRound
from ronde.app.desk import Desk
from ronde.arena.cli import changes
from ronde.arena.referee import Clock, OpenCompetition, Roster, Shape, find_entrants, settings_of_shape, write
from ronde.arena.sandbox import Jail, SandboxKind
from ronde.model.errors import ProgramImpossible
from ronde.model.player import Player

PAPER = "#!/bin/sh\necho 2\n"
QUICK = ("--sandbox", "none", "--no-web", "--jobs", "2")


@pytest.fixture
def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cup of three whose first round is paired, in the current folder."""
    for number in (1, 2, 3):
        script(tmp_path / "joueurs", f"j0{number}", f"#!/bin/sh\necho {number}\n")
    entrants, _ = find_entrants(tmp_path / "joueurs")
    roster = Roster(tuple(entrants), "chifoumi", clock=Clock(20, 0, fixed=True), jail=Jail(SandboxKind.NONE))
    cards = [Player(one.id, one.name) for one in entrants]
    settings = settings_of_shape(Shape(), games=2, count=3)
    desk = Desk.create(tmp_path / "tournoi.ronde")
    write(desk, OpenCompetition("t", settings, tuple(cards), roster))
    write(desk, PairRound(1))
    desk.close()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def tournament() -> Any:
    desk = Desk.open(Path("tournoi.ronde"))
    desk.close()
    return desk.tournament


@pytest.mark.full
def test_another_program_plays_for_an_entrant_and_the_old_one_stays(begun: Path, ronde: Terminal) -> None:
    script(begun, "better", PAPER)
    (begun / "better.d").mkdir()
    (begun / "better.d" / "book").write_text("e4")

    said = ronde.done("tournoi", "replace", "j02", "better")

    assert said.out.startswith(told("programs.replaced", file="j02-2", name="j02"))
    assert {path.name for path in (begun / "joueurs").iterdir()} == {
        "j01", "j02", "j03", "j02-2", "j02-2.d",
    }  # fmt: skip
    assert (begun / "joueurs" / "j02-2.d" / "book").read_text() == "e4"
    data = ronde.data("tournoi", *QUICK)
    assert sorted(row["name"] for row in data["standings"]) == ["j01", "j02", "j03"]


def test_each_of_them_can_be_undone(begun: Path, ronde: Terminal) -> None:
    before = tournament()
    script(begun, "better", PAPER)
    for words in (("replace", "2", "better"), ("withdraw", "j03"), ("enter", "better")):
        ronde.done("tournoi", *words)
        assert tournament() != before
        ronde.done("undo", "tournoi.ronde")
        assert tournament() == before, words


@pytest.mark.full
def test_a_withdrawn_program_need_not_be_there(begun: Path, ronde: Terminal) -> None:
    ronde.done("tournoi", "withdraw", "j03")
    (begun / "joueurs" / "j03").unlink()

    data = ronde.data("tournoi", *QUICK)

    assert data["champion"] in ("j01", "j02")
    (won,) = (tie for tie in data["rounds"][0]["matches"] if "j03" in tie["players"])
    assert won["players"][won["winner"] - 1] == "j02"


@pytest.mark.full
def test_a_late_program_plays(begun: Path, ronde: Terminal) -> None:
    script(begun / "joueurs", "j09_late", PAPER)

    said = ronde.done("tournoi", "enter", "joueurs/j09_late")
    data = ronde.data("tournoi", *QUICK)

    assert said.out.startswith(told("programs.entered", name="j09_late", number=4))
    assert "j09_late" in [row["name"] for row in data["standings"]]


@pytest.mark.full
def test_without_a_terminal_a_changed_file_is_refused_by_name(begun: Path, ronde: Terminal) -> None:
    script(begun / "joueurs", "j02", f"{PAPER}# better\n")

    refusal = ronde.refused("tournoi", *QUICK, "--json")
    message = ronde("tournoi", *QUICK).err

    assert "roster-differs" in refusal
    assert "ronde tournoi replace j02 joueurs/j02" in message
    assert tournament().games == ()
    assert ronde("tournoi", *QUICK, "--changes", "accept").status == 0
    assert tournament().programs[2].file == "j02"


@pytest.mark.full
def test_without_a_terminal_a_new_file_is_refused_by_name(begun: Path, ronde: Terminal) -> None:
    script(begun / "joueurs", "j07", PAPER)

    message = ronde("tournoi", *QUICK).err

    assert "ronde tournoi enter joueurs/j07" in message
    assert "--changes ignore" in message
    assert tournament().games == ()
    ignored = ronde("tournoi", *QUICK, "--changes", "ignore")
    assert ignored.status == 0
    assert "j07" in ignored.err
    assert 4 not in tournament().players


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("replace", "j09", "joueurs/j01"), "unknown-player"),
        (("replace", "j02", "joueurs/j02"), "nothing-to-change"),
        (("replace", "j02", "nothing"), "program-impossible.missing"),
        (("replace", "j02", "joueurs/j01", "--folder", "none"), "file-missing"),
        (("withdraw", "j02", "--output", "none.ronde"), "file-missing"),
        (("enter", "tournoi.ronde"), "program-impossible.not-executable"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    begun: Path, ronde: Terminal, words: tuple[str, ...], code: str
) -> None:
    before = tournament()

    assert ronde.refused("tournoi", *words).code.startswith(code)
    assert tournament() == before
    assert len(list((begun / "joueurs").iterdir())) == 3


@pytest.mark.full
def test_a_finished_tournament_takes_no_changes(begun: Path, ronde: Terminal) -> None:
    ronde.data("tournoi", *QUICK)

    assert ronde.refused("tournoi", "withdraw", "j01").code == "roster-differs.over"


def test_the_help_names_the_actions(begun: Path, ronde: Terminal) -> None:
    said = ronde.done("tournoi", "--help").out

    assert [word in said for word in ("replace", "withdraw", "enter")] == [True] * 3
    assert "PLAYER PROGRAM" in ronde.done("tournoi", "replace", "--help").out
    assert "joueurs b" not in ronde.misused("tournoi", "joueurs", "b")


@pytest.mark.full
def test_what_another_terminal_changes_is_taken_over_by_a_running_tournament(
    begun: Path, ronde: Terminal
) -> None:
    """Every game takes a while; the late program comes in the middle of the first."""
    for number in (1, 2, 3):
        script(begun / "joueurs", f"j0{number}", f"#!/bin/sh\nsleep 0.2\necho {number}\n")
    line = [sys.executable, "-m", "ronde", "tournoi", *QUICK, "--changes", "accept"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True, env=plain_environment()) as run:
        eventually(lambda: (begun / "tournoi.begun").exists())
        script(begun, "j99", PAPER)
        ronde.done("tournoi", "enter", "j99")
        said, _ = run.communicate()

    assert run.returncode == 0, said
    assert {game.first for game in tournament().games} >= {1, 4}


def test_a_program_with_a_link_in_its_folder_is_refused_and_nothing_is_copied(
    begun: Path, ronde: Terminal
) -> None:
    script(begun, "better", PAPER)
    (begun / "better.d").mkdir()
    (begun / "better.d" / "book").symlink_to("/etc/passwd")
    before = sorted(path.name for path in (begun / "joueurs").iterdir())

    said = ronde("tournoi", "replace", "j02", "better")

    assert said.status == 1
    assert "book" in said.err
    assert sorted(path.name for path in (begun / "joueurs").iterdir()) == before


def test_a_link_laid_after_the_check_is_not_followed(begun: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else may change the folder while it is copied."""
    program = script(begun, "better", PAPER)
    (begun / "better.d").mkdir()

    def checked(path: Path) -> None:
        (begun / "better.d" / "book").symlink_to("/etc/passwd")

    monkeypatch.setattr(changes, "check_parts", checked)

    with pytest.raises(ProgramImpossible):
        changes.placed_program(program, begun / "joueurs", "j02")
    assert not [path for path in (begun / "joueurs").rglob("book")]
