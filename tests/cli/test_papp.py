"""`papp` in a folder of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.cli.terminal import ronde
from tests.support.processes import plain_environment

WORKFILE = "papp-internal-workfile.txt"
OPENING = ("Open", "5", "", "i", "WEBB Ann", "y", "FRA", "ZOLA Jo", "y", "FRA", "")


def papp(folder: Path, *lines: str, words: tuple[str, ...] = (), **environment: str) -> str:
    """What `papp` says to these lines; it must end well and complain of nothing."""
    typed = "".join(f"{line}\n" for line in lines)
    done = ronde("papp", *words, "--plain", stdin=typed, folder=folder, **environment)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def refusal(folder: Path, *words: str) -> str:
    done = ronde("papp", *words, "--plain", stdin="x\n", folder=folder)
    assert done.returncode != 0
    return done.stderr


@contextmanager
def at_work(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """`papp` waiting for lines, killed at the end if it still runs."""
    process = subprocess.Popen(
        [sys.executable, "-m", "ronde", "papp", "--plain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        cwd=folder,
        env=plain_environment(),
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def say(process: subprocess.Popen[str], *lines: str, until: str) -> str:
    """Type some lines, and listen until the desk has said some words."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("".join(f"{line}\n" for line in lines))
    process.stdin.flush()
    heard = ""
    while until not in heard:
        letter = process.stdout.read(1)
        assert letter, heard
        heard += letter
    return heard


def test_an_empty_folder_gets_a_configuration_with_a_notice_and_a_tournament(tmp_path: Path) -> None:
    screen = papp(tmp_path, *OPENING, "a", "r", "9000+4", "!", "x")

    assert f"There was no configuration; {tmp_path / 'papp.cfg'} has been written." in screen
    assert "Open: 2 players after round 1" in screen
    assert 'Nom-Tournoi   = "Open"' in (tmp_path / WORKFILE).read_text()
    assert (tmp_path / "Open" / "stand__1.txt").exists()


def test_without_answers_nothing_begins(tmp_path: Path) -> None:
    papp(tmp_path, "Open")

    assert [path.name for path in tmp_path.iterdir()] == ["papp.cfg"]


def test_the_tournament_goes_on_where_it_was_in_whatever_language(tmp_path: Path) -> None:
    papp(tmp_path, *OPENING, "a", "r", "9000+4", "", "x", LANG="en_GB.UTF-8")
    screen = papp(tmp_path, "h", "u", "x", LANG="fr_FR.UTF-8")

    assert "joueur inscrit" in screen
    assert "Annulé\u00a0: résultat" in screen, "the history is whole: the last action can be undone"
    assert not list(tmp_path.glob("*.backups"))


def test_when_papp_went_on_its_workfile_counts_and_ours_is_kept(tmp_path: Path) -> None:
    papp(tmp_path, *OPENING, "a", "x")
    with (tmp_path / WORKFILE).open("a") as file:
        file.write("raz-couplage; (009001 40 009000 24); ronde-suivante;\n")

    screen = papp(tmp_path, "l", "x")

    assert "The workfile has been changed since, by PAPP or by hand" in screen
    assert "Open: 2 players after round 1" in screen
    assert len(list(tmp_path.glob("*.backups/before-*.ronde"))) == 1


def test_a_workfile_spoilt_by_another_program_leaves_our_tournament_in_place(tmp_path: Path) -> None:
    papp(tmp_path, *OPENING, "a", "x")
    ours = (tmp_path / "papp-internal-workfile.ronde").read_bytes()
    with (tmp_path / WORKFILE).open("a") as file:
        file.write("raz-couplage; (009001 40 009000 25); ronde-suivante;\n")

    assert f"{WORKFILE}, line" in refusal(tmp_path)
    assert (tmp_path / "papp-internal-workfile.ronde").read_bytes() == ours


@pytest.mark.full
@pytest.mark.parametrize("saving", ["immediate", "differee"])
def test_a_kill_loses_nothing_even_if_saving_is_deferred(saving: str, tmp_path: Path) -> None:
    papp(tmp_path, *OPENING, "x")
    config = (tmp_path / "papp.cfg").read_text()
    (tmp_path / "papp.cfg").write_text(config.replace("immediate", saving))
    with at_work(tmp_path) as process:
        say(process, "a", "r", "9000+4", until="(0 missing):")
        process.send_signal(signal.SIGKILL)

    screen = papp(tmp_path, "v", "x")

    assert "34-30" in screen or "30-34" in screen
    assert "The workfile has been changed since" not in screen


@pytest.mark.full
def test_a_workfile_changed_under_our_feet_is_kept_aside_and_told(tmp_path: Path) -> None:
    papp(tmp_path, *OPENING, "x")
    with at_work(tmp_path) as process:
        say(process, until="Your choice?")
        with (tmp_path / WORKFILE).open("a") as file:
            file.write('#_Date = "01/01/2000";\n')
        heard = say(process, "a", until="Your choice? ")
        say(process, "x", until="x")

    assert "Another program has changed the workfile meanwhile" in heard
    (kept,) = tmp_path.glob("papp-internal-workfile-*.txt")
    assert "01/01/2000" in kept.read_text()


@pytest.mark.full
def test_a_folder_that_vanishes_is_told_and_no_crash(tmp_path: Path) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    papp(folder, *OPENING, "x")
    with at_work(folder) as process:
        say(process, until="Your choice?")
        for path in sorted(folder.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        folder.rmdir()
        heard = say(process, "a", until="Your choice? ")
        say(process, "x", until="x")
        assert process.wait() == 0

    assert "There is no file or folder" in heard
    assert "table" not in heard, "what is not on the disk is not on the screen"


def test_an_old_workfile_is_asked_for_its_name_and_renamed_as_papp_did(tmp_path: Path) -> None:
    (tmp_path / "joueurs.txt").write_text("1 WEBB, Ann\n2 ZOLA, Jo\n")
    (tmp_path / "__papp__").write_text("& +1 +2; (1 40 2 24); ronde-suivante;")

    screen = papp(tmp_path, "Old Open", "5", "", "l", "x")

    assert "Old Open: 2 players after round 1" in screen
    assert "ronde-suivante" in (tmp_path / WORKFILE).read_text()


def test_what_deserves_a_remark_in_the_folder_is_told_at_the_start(tmp_path: Path) -> None:
    papp(tmp_path, *OPENING, "x")
    (tmp_path / "papp-internal-workfile.ronde").unlink()
    with (tmp_path / "papp.cfg").open("a") as config:
        config.write("zone-insertion = 0 - 9;\n")

    assert "papp.cfg, line 66, column 16:" in papp(tmp_path, "x").split("***")[0]


@pytest.mark.parametrize("way", ["folder", "file", "environment"])
def test_the_configuration_is_found_by_argument_or_environment(way: str, tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.mkdir()
    papp(there, *OPENING, "x")
    target = there if way == "folder" else there / "papp.cfg"
    if way == "environment":
        screen = papp(tmp_path, "x", PAPP_CFG=str(target))
    else:
        screen = papp(tmp_path, "x", words=(str(target),))

    assert "*** Open ***" in screen
    assert [path.name for path in tmp_path.iterdir()] == ["there"]


@pytest.mark.parametrize("way", ["file", "environment"])
def test_one_configuration_serves_the_tournaments_of_many_folders(way: str, tmp_path: Path) -> None:
    """As at PAPP's, everything but the configuration lies in the working directory."""
    config = tmp_path / "all.cfg"
    config.write_text('Pays = "GBR"; dossier false; fichier classement = "stand###.txt";')
    words = (str(config),) if way == "file" else ()
    environment = {"PAPP_CFG": str(config)} if way == "environment" else {}
    for name in ("Spring", "Autumn"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "joueurs").write_text("1 WEBB, Ann\n2 ZOLA, Jo\n")
        lines = (name, "5", "", "i", "webb ann", "zola jo", "", "a", "r", "1+4", "!", "x")
        papp(tmp_path / name, *lines, words=words, **environment)

    for name in ("Spring", "Autumn"):
        assert f"*** {name} ***" in papp(tmp_path / name, "x", words=words, **environment)
        assert (tmp_path / name / "stand__1.txt").is_file()
        assert not (tmp_path / name / "papp.cfg").exists()
    assert {path.name for path in tmp_path.iterdir()} == {"all.cfg", "Spring", "Autumn"}


@pytest.mark.parametrize("words", [("no/such/papp.cfg",), ("a", "b"), (os.devnull,)])
def test_a_configuration_that_cannot_be_is_refused_and_nothing_is_made(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    assert refusal(tmp_path, *words)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("word", [".", "..", "../here"])
def test_a_folder_is_imported_from_inside_too(word: str, tmp_path: Path) -> None:
    folder = tmp_path / "here"
    (folder / "below").mkdir(parents=True)
    papp(folder, *OPENING, "x")
    (folder / "papp-internal-workfile.ronde").unlink()
    standing = folder / "below" if word == ".." else folder

    done = ronde("import", word, folder=standing)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Open: 2 players")
    assert ((tmp_path if word == "../here" else standing) / "here.ronde").is_file()


def test_a_folder_that_is_none_of_papps_is_refused_without_a_line_number(tmp_path: Path) -> None:
    done = ronde("import", tmp_path)

    assert done.returncode == 1
    assert done.stderr == f"{tmp_path.name}: There is neither a configuration nor a workfile of PAPP here.\n"
