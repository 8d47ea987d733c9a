"""Nothing gets into the copy of a program but its own files, whoever referees."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.arena.programs.workshop import script
from tests.cli.terminal import Terminal
from tests.support.processes import NOBODY

from ronde.arena.sandbox import (
    EngineFault,
    Jail,
    MoveRequest,
    Opening,
    ProcessEngine,
    SandboxKind,
    UnsafeProgram,
    Verdict,
    check_parts,
    copying,
)

SECRET = "the-password-of-the-server"
READER = '#!/bin/sh\ncat "$0".d/* >&2 2>/dev/null\ncat "$0".d/*/* >&2 2>/dev/null\necho 55\n'
QUICK = ("--time", "5", "--increment", "0", "--no-web")


def link(folder: Path, secret: Path) -> Path:
    (folder / "shadow").symlink_to(secret)
    return folder / "shadow"


def link_to_a_link(folder: Path, secret: Path) -> Path:
    (folder.parent / "between").symlink_to(secret)
    (folder / "shadow").symlink_to(folder.parent / "between")
    return folder / "shadow"


def linked_folder(folder: Path, secret: Path) -> Path:
    (folder / "inner").mkdir()
    (folder / "inner" / "etc").symlink_to(secret.parent)
    return folder / "inner" / "etc"


def itself_a_link(folder: Path, secret: Path) -> Path:
    folder.rmdir()
    folder.symlink_to(secret.parent)
    return folder


def hard_link(folder: Path, secret: Path) -> Path:
    os.link(secret, folder / "shadow")
    return folder / "shadow"


def pipe(folder: Path, secret: Path) -> Path:
    os.mkfifo(folder / "pipe")
    return folder / "pipe"


def socket_file(folder: Path, secret: Path) -> Path:
    before = os.getcwd()
    os.chdir(folder)  # the way to a socket has at most 107 bytes
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind("door")
    os.chdir(before)
    return folder / "door"


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A file that only the referee may read."""
    (tmp_path / "etc").mkdir()
    path = tmp_path / "etc" / "shadow"
    path.write_text(SECRET)
    path.chmod(0o600)
    return path


@pytest.fixture
def hall(tmp_path: Path) -> Path:
    """Two programs; the second belongs to somebody else, with its folder."""
    players = tmp_path / "joueurs"
    script(players, "j1_a", "#!/bin/sh\necho 55\n")
    script(players, "j2_x", READER)
    (players / "j2_x.d").mkdir()
    if os.geteuid() == 0:
        for path in (players / "j2_x", players / "j2_x.d"):
            os.chown(path, NOBODY, NOBODY)
    return players


@pytest.mark.parametrize(
    "laid", [link, link_to_a_link, linked_folder, itself_a_link, hard_link, pipe, socket_file]
)
def test_a_tournament_with_such_a_folder_is_refused_by_name_before_its_first_game(
    tmp_path: Path,
    hall: Path,
    secret: Path,
    laid: Callable[[Path, Path], Path],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if laid is hard_link and os.geteuid() != 0:
        pytest.skip("only root can give a file to somebody else")
    found = laid(hall / "j2_x.d", secret).relative_to(hall)
    output, ronde = tmp_path / "tournoi.ronde", Terminal(capsys, monkeypatch)
    monkeypatch.setenv("RONDE_LANG", "en")

    said = ronde("tournoi", hall, "--output", output, *QUICK)
    assert said.status != 0
    assert str(found) in said.err
    assert not output.exists()

    said = ronde("duel", hall / "j2_x", hall / "j1_a", *QUICK, "--record", tmp_path / "record")
    assert said.status != 0
    assert str(found) in said.err
    assert not (tmp_path / "record").exists()
    assert SECRET not in said.out + said.err


def test_a_folder_that_becomes_a_link_during_a_game_gives_nothing_away(hall: Path, secret: Path) -> None:
    engine = ProcessEngine(hall / "j2_x", Jail(SandboxKind.OWN))
    try:
        engine.begin(Opening("supermorpion", 1))
        engine.move(MoveRequest("999999999 00 o", 30, time.monotonic() + 30, 1))
        (hall / "j2_x.d").rmdir()
        (hall / "j2_x.d").symlink_to(secret.parent)
        assert SECRET not in engine.move(MoveRequest("999999999 00 o", 30, time.monotonic() + 30, 1)).messages
        engine.close()
        with pytest.raises(EngineFault) as caught:
            engine.begin(Opening("supermorpion", 1))
    finally:
        engine.close()

    assert (caught.value.verdict, caught.value.detail) == (Verdict.START, "part-link j2_x.d")


def test_a_file_exchanged_for_a_link_after_the_look_is_not_followed(
    hall: Path, secret: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (hall / "j2_x.d" / "book").write_text("mine")
    looked = os.stat

    def exchange(path: object, **how: object) -> os.stat_result:
        kind = looked(path, **how)  # type: ignore[arg-type]
        if path == "book":
            (hall / "j2_x.d" / "book").unlink()
            (hall / "j2_x.d" / "book").symlink_to(secret)
        return kind

    monkeypatch.setattr(os, "stat", exchange)
    with pytest.raises(UnsafeProgram):
        check_parts(hall / "j2_x")


def test_a_link_to_a_program_counts_if_its_owner_may_have_meant_that_program(
    tmp_path: Path, hall: Path
) -> None:
    (hall / "j3").symlink_to(hall / "j1_a")
    check_parts(hall / "j3")
    if os.geteuid() == 0:
        private = script(tmp_path / "private", "tool", f"#!/bin/sh\necho {SECRET}\n")
        private.chmod(0o700)
        (hall / "j4").symlink_to(private)
        os.chown(hall / "j4", NOBODY, NOBODY, follow_symlinks=False)
        with pytest.raises(UnsafeProgram) as caught:
            check_parts(hall / "j4")
        assert caught.value.detail == "foreign-link j4"


@pytest.mark.parametrize("name", ["n" * 255, "é" * 127, os.fsdecode(b"\xff\xfe" * 100)])
def test_names_as_long_as_the_system_allows_are_copied(hall: Path, name: str) -> None:
    (hall / "j2_x.d" / name).write_text("mine")
    script(hall, "j" * 255, "#!/bin/sh\necho 55\n")
    for program, text in (("j2_x", "mine"), ("j" * 255, "")):
        engine = ProcessEngine(hall / program, Jail(SandboxKind.OWN))
        engine.begin(Opening("supermorpion", 1))
        reply = engine.move(MoveRequest("999999999 00 o", 30, time.monotonic() + 30, 1))
        engine.close()
        assert (reply.text, reply.messages) == ("55\n", text)


def test_a_copy_is_bounded_in_number_depth_and_size(hall: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = hall / "j2_x.d"
    monkeypatch.setattr(copying, "MOST_PARTS", 20)
    for number in range(19):
        (folder / str(number)).touch()
    check_parts(hall / "j2_x")
    (folder / "more").touch()
    assert refused(hall) == "part-many j2_x.d"
    (folder / "more").unlink()
    with (folder / "0").open("wb") as sparse:
        sparse.truncate(copying.MOST_BYTES)
    assert refused(hall) == "part-large j2_x.d/0"
    (folder / "0").unlink()
    deep = folder.joinpath(*["d"] * (copying.MOST_LEVELS - 1))
    deep.mkdir(parents=True)
    monkeypatch.setattr(copying, "MOST_PARTS", 100)
    check_parts(hall / "j2_x")
    (deep / "d").mkdir()
    assert refused(hall).startswith("part-deep j2_x.d/d/d")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to somebody else")
def test_private_files_of_others_that_were_moved_into_the_folder_are_refused_by_name(hall: Path) -> None:
    """Whoever may write in a folder may move a file out of it that he cannot open; root could."""
    moved = hall / "j2_x.d" / "shadow"
    moved.write_text(SECRET)
    for owner in (0, NOBODY - 1):
        os.chown(moved, owner, owner)
        moved.chmod(0o600)
        assert refused(hall) == "part-private j2_x.d/shadow"
        moved.chmod(0o604)
        check_parts(hall / "j2_x")
    moved.chmod(0o640)
    os.chown(moved, -1, NOBODY)
    check_parts(hall / "j2_x")
    moved.unlink()
    inner = hall / "j2_x.d" / "inner"
    inner.mkdir(mode=0o711)
    assert refused(hall) == "part-private j2_x.d/inner"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder to somebody else")
def test_a_private_folder_of_somebody_else_that_was_given_the_name_is_refused(hall: Path) -> None:
    folder = hall / "j2_x.d"
    (folder / "diary").write_text(SECRET)
    for path in (folder, folder / "diary"):
        os.chown(path, NOBODY - 1, NOBODY - 1)
        path.chmod(0o700)

    assert refused(hall) == "part-private j2_x.d"


def refused(hall: Path) -> str:
    with pytest.raises(UnsafeProgram) as caught:
        check_parts(hall / "j2_x")
    return caught.value.detail


@pytest.mark.skipif(os.geteuid() != 0, reason="without root all of them are one user")
def test_copies_are_the_referees_and_open_to_nobody_but_their_program(hall: Path) -> None:
    (hall / "j2_x.d" / "book").write_text("mine")
    engine = ProcessEngine(hall / "j2_x", Jail(SandboxKind.NONE))
    engine.begin(Opening("supermorpion", 1))
    cell = engine.sandbox
    assert cell is not None
    kinds = [path.stat() for path in (cell.program.parent, *cell.program.parent.rglob("*"))]
    engine.close()

    assert {(kind.st_uid, kind.st_gid) for kind in kinds} == {(0, cell.user)}
    assert all(kind.st_mode & 0o027 == 0 for kind in kinds)
