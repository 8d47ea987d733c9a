"""Lists on their way out: files are whole, nothing precious is overwritten, commands are listened to."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.terminal.talking import conversation, typed

from ronde.model.errors import FileExists, FileMissing, NotAFile, RondeError
from ronde.terminal.conversation import CommandFailed, pipe_to_command, write_list


def test_a_list_takes_the_place_of_an_older_one(tmp_path: Path) -> None:
    write_list(tmp_path, "list.txt", "old, and longer\n")
    write_list(tmp_path, "list.txt", "Zoë\n")

    assert (tmp_path / "list.txt").read_text(encoding="utf-8") == "Zoë\n"
    assert [path.name for path in tmp_path.iterdir()] == ["list.txt"]


def test_a_list_is_appended_if_asked_for_whatever_was_in_the_file(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_bytes(b"caf\xe9\n")

    write_list(tmp_path, "list.txt", "Zoë\n", append=True)

    assert (tmp_path / "list.txt").read_bytes() == b"caf\xe9\nZo\xc3\xab\n"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("old")
    (tmp_path / "link.txt").symlink_to("real.txt")

    write_list(tmp_path, "link.txt", "new")

    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text() == "new"


@pytest.mark.parametrize("name", ["open.ronde", "OPEN.RONDE", "open.ronde-wal", "open.ronde-shm"])
def test_a_tournament_is_never_overwritten_by_a_list(name: str, tmp_path: Path) -> None:
    at = conversation(tmp_path)
    before = (tmp_path / "open.ronde").read_bytes()

    with pytest.raises(FileExists):
        write_list(tmp_path, name, "list")

    assert (tmp_path / "open.ronde").read_bytes() == before
    assert len(at.tournament.players) == 6


def test_a_device_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    with pytest.raises(NotAFile):
        write_list(tmp_path, "pipe", "list")

    assert (tmp_path / "pipe").is_fifo()


def test_no_folder_is_made_for_a_slip_of_the_keyboard(tmp_path: Path) -> None:
    with pytest.raises(FileMissing):
        write_list(tmp_path, "lists/standings.txt", "list")

    assert not (tmp_path / "lists").exists()


@pytest.mark.parametrize("name", ["a\0b", "x" * 5000, ".", "~"])
def test_a_name_no_file_can_have_is_one_clear_error(name: str, tmp_path: Path) -> None:
    with pytest.raises(RondeError):
        write_list(tmp_path, name, "list")


def test_a_command_gets_the_list_and_what_it_prints_comes_back(tmp_path: Path) -> None:
    assert pipe_to_command(tmp_path, "tr a-z A-Z; pwd", "webb\n") == f"WEBB\n{tmp_path}"


def test_what_a_command_prints_cannot_command_the_terminal(tmp_path: Path) -> None:
    assert pipe_to_command(tmp_path, r"printf 'a\033[2Jb\tc\n'", "") == "a[2Jb   c"


@pytest.mark.parametrize("command", ["exit 3", "no-such-command-anywhere", "echo broken >&2; false", "a\0b"])
def test_a_command_that_fails_says_so(command: str, tmp_path: Path) -> None:
    with pytest.raises(CommandFailed) as failed:
        pipe_to_command(tmp_path, command, "list")

    assert failed.value.reason if command != "exit 3" else failed.value.code == 3


def test_a_command_that_does_not_listen_is_no_trouble(tmp_path: Path) -> None:
    assert pipe_to_command(tmp_path, "echo done", "x" * 1_000_000) == "done"


def test_the_desk_says_that_a_list_went_to_a_command(tmp_path: Path) -> None:
    screen = typed(conversation(tmp_path), "s", "|cat > listed.txt", "x")

    assert "Sent to the command: cat > listed.txt" in screen
    assert "Written" not in screen


def test_the_desk_shows_what_a_command_prints_and_tells_when_it_failed(tmp_path: Path) -> None:
    at = conversation(tmp_path)

    screen = typed(at, "s", "|wc -l", "s", "|echo paper jam >&2; exit 1", "x")

    assert "Sent to the command: wc -l" in screen
    assert "failed: paper jam" in screen
    assert screen.count("Sent to") == 1
