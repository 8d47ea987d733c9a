"""What a student is told when his program is at fault, and a teacher before the first game."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.terminal import Terminal

pytestmark = pytest.mark.full

QUICK = ("--time", "5", "--increment", "0", "--sandbox", "own", "--no-web")


def program(folder: Path, name: str, text: str) -> Path:
    """A program of these lines."""
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text.encode())
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("#!/bin/sh\necho my move is 55\n", "unreadable answer (“my move is 55”: this is not a move)"),
        ("#!/bin/sh\nprintf '%0300d' 7\n", f"(“{'0' * 40}…”: this is not a move)"),
        ("#!/bin/sh\nprintf '\\033[2J'\n", "(“�[2J”: this is not a move)"),
        ("#!/bin/sh\nexit 3\n", "crashed (exit status 3)"),
        ("#!/bin/sh\nkill -SEGV $$\n", "crashed (signal 11)"),
        (
            "#!/no/such/interpreter\n",
            "cannot be started (the interpreter named in its first line does not exist)",
        ),
        (
            "print(55)\n",
            "cannot be started (not a program of this machine, and its first line does not start with #!)",
        ),
    ],
)
def test_a_verdict_says_what_was_wrong(ronde: Terminal, tmp_path: Path, text: str, told: str) -> None:
    said = ronde("duel", program(tmp_path, "wrong", text), "builtin:random", *QUICK)

    assert said.status == 0
    assert told in said.out


def test_the_verdict_is_told_in_french(ronde: Terminal, tmp_path: Path) -> None:
    wrong = program(tmp_path, "wrong", "#!/bin/sh\nexit 3\n")

    assert (
        "arrêt brutal (code de sortie 3)"
        in ronde("--lang", "fr", "duel", wrong, "builtin:random", *QUICK).out
    )


def test_the_last_words_of_a_program_at_fault_are_shown(ronde: Terminal, tmp_path: Path) -> None:
    lines = "".join(f"echo line {number} >&2\n" for number in range(30))
    wrong = program(tmp_path, "wrong", f"#!/bin/sh\n{lines}exit 1\n")

    said = ronde("duel", wrong, "builtin:random", *QUICK)

    assert said.err.splitlines() == [f"line {number}" for number in range(18, 30)]


def test_messages_of_a_program_that_plays_well_are_not_shown(ronde: Terminal, tmp_path: Path) -> None:
    lines = ("import sys", "print('thinking', file=sys.stderr)", "print(sys.argv[1].index('0') + 1)")
    good = program(tmp_path, "good", "\n".join(("#!/usr/bin/env python3", *lines)))

    said = ronde("duel", good, good, "--game", "tictactoe", *QUICK)

    assert "thinking" not in said.err


def test_a_pause_does_not_hide_how_the_game_ended(
    ronde: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAUSE", "1")
    wrong = program(tmp_path, "wrong", "#!/bin/sh\necho oops >&2\nexit 3\n")

    said = ronde("duel", wrong, "builtin:random", *QUICK)

    assert "random wins: crashed (exit status 3)" in said.out
    assert said.err.count("oops") == 1


def test_the_check_before_the_first_game_says_what_is_wrong(ronde: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "joueurs"
    program(folder, "j1", "#!/bin/sh\necho hello\n")
    program(folder, "j2", "#!/bin/sh\necho first >&2; echo NameError >&2; exit 1\n")
    program(folder, "j3", "#!/bin/sh\nsleep 60\n")

    told = ronde("tournoi", folder, "--output", tmp_path / "t.ronde", *QUICK, "--time", "1").out

    assert "j1: unreadable answer (“hello”: this is not a move)" in told
    assert "j2: crashed (exit status 1) – NameError" in told
    assert "j3: out of time (nothing within 2 s)" in told


def test_a_cup_that_cannot_be_written_is_refused_before_any_program_is_asked(
    ronde: Terminal, tmp_path: Path
) -> None:
    folder, asked = tmp_path / "joueurs", tmp_path / "asked"
    for name in ("j1", "j2"):
        program(folder, name, f"#!/bin/sh\ntouch {asked}\necho 11\n")

    said = ronde("tournoi", folder, "--output", tmp_path / "nowhere" / "t.ronde", "--sandbox", "none")

    assert said.status == 1
    assert "ready" not in said.out
    assert not asked.exists()


def test_two_programs_of_one_name_can_be_told_apart(ronde: Terminal, tmp_path: Path) -> None:
    one, two = (program(tmp_path / part, "player", "#!/bin/sh\nexit 1\n") for part in ("v1", "v2"))

    said = ronde("duel", one, two, *QUICK)

    assert f"{one} – {two}: {two} wins" in said.out


def test_a_program_against_itself_has_numbers(ronde: Terminal, tmp_path: Path) -> None:
    alone = program(tmp_path, "player", "#!/bin/sh\nexit 1\n")

    assert ronde.data("duel", alone, alone, *QUICK)["programs"] == ["player 1", "player 2"]
