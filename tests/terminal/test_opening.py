"""The first questions: asked as PAPP asks, until the answers can be, and what the folder tells is kept."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from ronde.app.desk import Desk
from ronde.formats.files import ImportResult
from ronde.formats.papp import read_folder
from ronde.terminal import Conversation, run_plain, start

PLAYERS = "1 WEBB, Ann\n2 ZOLA, Jo\n3 YANG, Li\n4 O'DELL, Pat\n"
OLD = "& +1 +2 +3 +4; (1 40 2 24); (3 20 4 44); ronde-suivante; (1 4);"
"""A workfile from before tournaments had names."""


def folder(path: Path, workfile: str | None) -> ImportResult:
    (path / "papp.cfg").write_text('Pays = "FRA"; dossier false;')
    (path / "joueurs.txt").write_text(PLAYERS)
    if workfile is not None:
        (path / "papp-internal-workfile.txt").write_text(workfile)
    return read_folder(path)


def opened(path: Path, imported: ImportResult, *lines: str) -> tuple[Conversation, str]:
    at = Conversation(Desk.create(path / "open.ronde"), "en", folder=path)
    screen = io.StringIO()
    keyboard = io.StringIO("".join(f"{line}\n" for line in lines))
    run_plain(at, keyboard, screen, start(at, imported, "16/11/2026"))
    return at, screen.getvalue()


def test_an_empty_folder_is_asked_for_name_rounds_and_constant(tmp_path: Path) -> None:
    at, screen = opened(tmp_path, folder(tmp_path, None), "Open de Cannes", "9", "", "x")

    assert screen.startswith("Name of the tournament: Open de Cannes\n")
    assert "Up to 10 players" in screen
    assert at.tournament.name == "Open de Cannes"
    assert at.tournament.date == "16/11/2026"
    assert (at.tournament.settings.rounds, at.tournament.settings.brightwell) == (9, 6.0)
    assert at.tournament.settings.profile == "papp"


@pytest.mark.parametrize("wrong", ["0", "129", "x", "", "-3", "²", "1e2"])
def test_a_number_of_rounds_that_cannot_be_is_asked_for_again(wrong: str, tmp_path: Path) -> None:
    at, screen = opened(tmp_path, folder(tmp_path, None), "Open", wrong, "5", "", "x")

    assert screen.count("How many rounds?") == 2
    assert at.tournament.settings.rounds == 5


@pytest.mark.parametrize("wrong", ["-1", "1001", "1e9"])
def test_a_constant_that_cannot_be_is_asked_for_again(wrong: str, tmp_path: Path) -> None:
    at, screen = opened(tmp_path, folder(tmp_path, None), "Open", "5", wrong, "3", "x")

    assert screen.count("constant") == 2
    assert at.tournament.settings.brightwell == 3.0


@pytest.mark.parametrize("line", ["", "nan", "inf", "about six"])
def test_a_constant_that_is_no_number_is_the_usual_one(line: str, tmp_path: Path) -> None:
    at, _ = opened(tmp_path, folder(tmp_path, None), "Open", "5", line, "x")

    assert at.tournament.settings.brightwell == 0.0


@pytest.mark.parametrize("wrong", ["a\x1b[2Jb", "x" * 201, "\u202eright to left"])
def test_a_name_no_list_can_carry_is_asked_for_again_at_once(wrong: str, tmp_path: Path) -> None:
    at, screen = opened(tmp_path, folder(tmp_path, None), wrong, "Open", "5", "", "x")

    assert screen.count("Name of the tournament:") == 2
    assert at.tournament.name == "Open"


def test_an_old_workfile_without_a_name_keeps_its_rounds_under_the_name_given(tmp_path: Path) -> None:
    at, _ = opened(tmp_path, folder(tmp_path, OLD), "Open de Cannes", "7", "3", "x")

    assert at.tournament.name == "Open de Cannes"
    assert (at.tournament.settings.rounds, at.tournament.settings.brightwell) == (7, 3.0)
    assert len(at.tournament.players) == 4
    assert len(at.tournament.closed_rounds) == 1
    assert [table.pair.first for table in at.tournament.open_round] == [1]


def test_the_date_of_an_old_workfile_is_kept(tmp_path: Path) -> None:
    dated = f'#_Date = "01/02/1998"; {OLD}'
    at, _ = opened(tmp_path, folder(tmp_path, dated), "Open", "7", "", "x")

    assert at.tournament.date == "01/02/1998"


@pytest.mark.parametrize("lines", [(), ("Open",), ("Open", "5")])
def test_without_answers_no_file_is_left_behind(lines: tuple[str, ...], tmp_path: Path) -> None:
    at, _ = opened(tmp_path, folder(tmp_path, OLD), *lines)

    assert not at.tournament.opened
    assert not (tmp_path / "open.ronde").exists()
