"""Full disks, special files, undecodable names, and scripts that would destroy a tournament."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.terminal import Refusal, Terminal, told
from tests.support.processes import ronde as real_ronde

from ronde.app.desk import Desk
from ronde.model.errors import EventImpossible
from ronde.model.events import PlayerReturned, TournamentOpened
from ronde.system import files


def names(ronde: Terminal, file: Path | str) -> list[str]:
    return [player["name"] for player in ronde.data("player", "list", file)]


def script(ronde: Terminal, *lines: str) -> tuple[int, str]:
    said = ronde("script", "-", stdin="\n".join(lines) + "\n")
    return said.status, said.err


# Scripts


@pytest.mark.parametrize("line", ["demo here", "desk open.ronde --plain", "papp", "serve", "script -"])
def test_commands_that_want_the_terminal_for_themselves_have_no_place_in_a_script(
    ronde: Terminal, file: Path, tmp_path: Path, line: str
) -> None:
    status, err = script(ronde, line, "nonsense")

    assert status == 2
    assert told("cli.script-line", line=1, text=line) in err
    assert not (tmp_path / "here").exists()


def test_a_line_without_end_is_refused_at_once_and_not_repeated(ronde: Terminal, file: Path) -> None:
    status, err = script(ronde, f"player add open.ronde {'x' * 1_000_000}")

    assert status == 2
    assert told("cli.script-long", most=10_000) in err
    assert len(err) < 300


def test_a_nul_in_a_line_is_refused_with_its_number(ronde: Terminal, file: Path) -> None:
    status, err = script(ronde, "status open.ronde", "player add open.ronde A\0B")

    assert status == 2
    assert "2" in err.splitlines()[-1]


def test_an_export_never_takes_the_place_of_an_open_tournament(ronde: Terminal, file: Path) -> None:
    other = Path(shutil.copy(file, file.with_name("other.ronde")))
    for target in ("other.ronde", "open.ronde-wal", "other.ronde-shm"):
        said = ronde(
            "script", "-", stdin=f"status other.ronde\nexport open.ronde --as json -o {target} --force\n"
        )

        assert Refusal(said.err.splitlines()[0]).code == "file-exists"
    assert len(names(ronde, other)) == 6


# Files


def test_an_export_on_a_full_disk_leaves_the_old_file_and_no_half(
    ronde: Terminal, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "old.json").write_text("precious")
    before = sorted(path.name for path in tmp_path.iterdir())

    def full(handle: int, path: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "_adopt", full)

    assert ronde.refused("export", file, "--as", "json", "-o", "old.json", "--force").code == "disk-full"
    several = ronde.refused("export", file, "--as", "papp", "-o", "new/folder")
    assert Refusal(several.splitlines()[-1]).code == "disk-full"
    assert (tmp_path / "old.json").read_text() == "precious"
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_pipes_devices_and_folders_are_not_imported(ronde: Terminal, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    before = sorted(path.name for path in tmp_path.iterdir())

    assert ronde.refused("import", "pipe.json").code == "not-a-file.special"
    for format in ("json", "csv", "papp", "keizer-s3db", "keizer-csv"):
        assert ronde.refused("import", "/dev/zero", "--as", format).code == "not-a-file.special"
        assert ronde.refused("import", "/dev/null", "--as", format, "-o", "x").code == "not-a-file.special"
    assert ronde.refused("import", ".", "--as", "json").code == "not-a-file.folder"
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_json_nested_without_end_is_refused(ronde: Terminal, tmp_path: Path) -> None:
    (tmp_path / "deep.json").write_text("[" * 200_000)

    assert ronde.refused("import", "deep.json").code == "format-error"
    assert not (tmp_path / "deep.ronde").exists()


def test_an_import_that_contradicts_itself_tells_its_file(
    ronde: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "list.csv").write_text("name\nDOE\n")

    def confused(self: Desk, actions: object, attach: object = None) -> None:
        raise EventImpossible(kind="RoundClosed", reason="not-present", number=3)

    monkeypatch.setattr(Desk, "take_in", confused)

    refusal = ronde.refused("import", "list.csv")

    assert refusal.code == "format-error"
    assert "list.csv" in refusal
    assert not (tmp_path / "list.ronde").exists()


def test_a_history_that_makes_no_sense_is_not_an_undo(tmp_path: Path) -> None:
    desk = Desk.create(tmp_path / "open.ronde")

    with pytest.raises(EventImpossible):
        desk.take_in([("arbiter", [TournamentOpened("Open", ""), PlayerReturned(7)])])

    assert list(tmp_path.iterdir()) == []


@pytest.mark.full
def test_a_new_tournament_killed_before_its_first_event_leaves_no_file(tmp_path: Path) -> None:
    code = (
        "import os, sys; from pathlib import Path; from ronde.store import sqlite;"
        "sqlite.place_draft = lambda *a: os.kill(os.getpid(), 9);"
        "from ronde.cli.main import main; main(['new', sys.argv[1]])"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "open.ronde")], check=False)

    assert not (tmp_path / "open.ronde").exists()
    assert real_ronde("new", tmp_path / "open.ronde").returncode == 0


def test_a_damaged_tournament_is_restored_from_its_newest_good_backup(
    ronde: Terminal, played: Path, tmp_path: Path
) -> None:
    good = ronde.data("status", played)
    played.write_bytes(b"overwritten")
    Path(f"{played}-wal").write_bytes(b"left over")

    ronde.done("restore", played)

    assert ronde.data("status", played) == good
    (aside,) = (tmp_path / "open.backups").glob("aside-*")
    assert (aside / "open.ronde").read_bytes() == b"overwritten"
    assert (aside / "open.ronde-wal").exists()


def test_without_a_backup_nothing_is_restored(ronde: Terminal, file: Path) -> None:
    assert ronde.refused("restore", file).code == "file-missing"
    assert len(names(ronde, file)) == 6


def test_a_second_demo_lies_beside_the_first(ronde: Terminal, tmp_path: Path) -> None:
    ronde.done("demo", "here")
    before = (tmp_path / "here" / "demo.ronde").read_bytes()

    ronde.done("demo", "here")

    assert (tmp_path / "here" / "demo.ronde").read_bytes() == before
    assert (tmp_path / "here" / "demo-2.ronde").exists()


@pytest.mark.parametrize("base", ["/dev/null", "."])
def test_a_base_of_people_is_a_file(ronde: Terminal, tmp_path: Path, base: str) -> None:
    (tmp_path / "fed.csv").write_text("name\nDOE\n")

    for words in (["people", "import", "fed.csv"], ["people", "search", "doe"]):
        assert ronde.refused(*words, "--base", base).code.startswith("not-a-file.")


def test_a_folder_is_no_list_and_no_script(ronde: Terminal) -> None:
    assert ronde.refused("people", "import", ".").code == "not-a-file.folder"
    assert ronde.refused("script", ".").code == "not-a-file.folder"


def test_whoever_has_no_home_has_no_base(
    ronde: Terminal, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setattr(Path, "home", homeless)

    ronde.done("player", "add", file, "NOVAK")
    assert ronde.refused("people", "search", "novak").code == "file-missing"


# The edges of the process


def test_the_screen_without_a_terminal_is_refused_and_plain_proposed(ronde: Terminal, file: Path) -> None:
    assert "--plain" in ronde.misused("desk", file)


@pytest.mark.full
def test_a_closed_standard_output_is_no_traceback(file: Path) -> None:
    code = f"{sys.executable} -m ronde standings {file} >&-"
    done = subprocess.run(["sh", "-c", code], capture_output=True, text=True, check=False)

    assert done.returncode in (0, 1)
    assert "Traceback" not in done.stderr


@pytest.mark.full
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has a disk that is always full")
def test_a_standard_output_that_takes_no_more_is_called_by_its_name(file: Path) -> None:
    code = f"RONDE_LANG=en {sys.executable} -m ronde standings {file} >/dev/full"
    done = subprocess.run(["sh", "-c", code], capture_output=True, text=True, check=False)

    assert done.returncode == 1
    assert "standard output" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("words", [["player", "add", "F", "D\udcffE"], ["settings", "F", "name=\udcff"]])
@pytest.mark.parametrize("json", [[], ["--json"]])
def test_arguments_that_are_no_text_are_refused(
    ronde: Terminal, file: Path, words: list[str], json: list[str]
) -> None:
    said = ronde(*(file if word == "F" else word for word in words), *json)

    assert said.status == 2
    assert "udcff" in said.err


@pytest.mark.full
def test_paths_may_hold_any_bytes(tmp_path: Path) -> None:
    odd = os.fsencode(tmp_path) + b"/caf\xe9.ronde"
    copy = os.fsencode(tmp_path) + b"/copi\xe9.ronde"
    lines: tuple[list[str | bytes], ...] = (
        ["new", odd],
        ["status", odd, "--json"],
        ["backup", odd, "-o", copy, "--json"],
    )
    for words in lines:
        done = subprocess.run([sys.executable, "-m", "ronde", *words], capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b"")
    gone = subprocess.run(
        [sys.executable, "-m", "ronde", "status", odd + b"x", "--json"], capture_output=True, check=False
    )

    assert os.path.exists(copy)
    assert gone.returncode == 1
    assert b"file-missing" in gone.stderr
