"""`tournoi results` and `tournoi bundles`: tables for a teacher, and folders for students."""

from __future__ import annotations

import csv
import io
import json
import shutil
from contextlib import chdir
from pathlib import Path

import pytest
from PIL import Image
from tests.arena.programs.workshop import script
from tests.cli.conftest import run
from tests.cli.terminal import Terminal

pytestmark = pytest.mark.full

GOOD = """#!/bin/sh
echo "secret thoughts of $(basename "$0")" >&2
echo 1
"""
BAD = """#!/bin/sh
echo "I am lost, says $(basename "$0")" >&2
echo rubbish
"""
QUICK = ("--game", "chifoumi", "--sandbox", "none", "--jobs", "2", "--time", "20/move")


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A league of three programs, one of which answers nonsense, played once."""
    folder = tmp_path_factory.mktemp("league")
    for name, text in (("j1_anna", GOOD), ("j2_bob", GOOD.replace("1", "2")), ("j3_carl", BAD)):
        script(folder / "joueurs", name, text)
    with chdir(folder):
        run("tournoi", *QUICK, "--system", "berger")
    return folder


@pytest.fixture
def day(league: Path, tmp_path: Path, ronde: Terminal) -> Path:
    """A copy of the league in the current folder."""
    shutil.copytree(league, tmp_path, dirs_exist_ok=True)
    return tmp_path


def test_the_table_has_games_faults_and_time(day: Path, ronde: Terminal) -> None:
    said = ronde.done("tournoi", "results", "--csv").out
    rows = {row["name"]: row for row in csv.DictReader(io.StringIO(said))}

    assert [row["place"] for row in rows.values()] == ["1", "2", "3"]
    carl = rows["j3_carl"]
    assert (carl["games"], carl["wins"], carl["draws"], carl["losses"]) == ("4", "0", "0", "4")
    assert (carl["unreadable"], carl["late"]) == ("4", "0")
    assert (carl["rating"], carl["error"]) == ("", "")  # four games say too little
    assert float(carl["seconds"]) > 0
    assert float(carl["slowest_ms"]) >= float(carl["median_ms"]) > 0


LIST = "program;student\n1;Ada\nj01;Bea\n2;=Éva\nj9;Nobody\n"


def test_students_are_named_in_the_separators_of_the_language_or_those_asked_for(
    day: Path, ronde: Terminal
) -> None:
    (day / "list.csv").write_text(LIST, encoding="utf-8")
    command = ("tournoi", "results", "--students", "list.csv")
    french = ronde.done(*command, "--csv", "--lang", "fr").out
    english = ronde.done(*command, "--csv").out
    tabs = ronde.done(*command, "--csv-dialect", "tab").out

    for text, separator, point in ((french, ";", ","), (english, ",", "."), (tabs, "\t", ".")):
        rows = list(csv.DictReader(io.StringIO(text), delimiter=separator))
        assert {row["name"]: row["students"] for row in rows} == {
            "j1_anna": "Ada, Bea", "j2_bob": "'=Éva", "j3_carl": "",
        }  # fmt: skip
        assert point in rows[0]["seconds"]
    assert json.loads(ronde.done(*command, "--json").out)[0]["students"]
    assert "Ada, Bea" in (shown := ronde.done(*command).out)
    assert "Elo" not in shown


def test_a_league_has_no_bracket(day: Path, ronde: Terminal) -> None:
    said = ronde("tournoi", "bracket")

    assert said.status == 2
    assert "There is no bracket" in said.err


def test_no_two_programs_have_the_same_rank(day: Path, ronde: Terminal) -> None:
    rows = json.loads(ronde.done("tournoi", "results", "--json").out)

    assert [row["rank"] for row in rows] == [1, 2, 3]


def test_programs_that_share_a_place_of_the_cup_are_ranked_and_it_is_said_how(
    tmp_path: Path, ronde: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(1, 5):
        script(tmp_path / "joueurs", f"j{number}", BAD)
    monkeypatch.chdir(tmp_path)
    ronde.done("tournoi", *QUICK, "--no-web")

    rows = json.loads(ronde.done("tournoi", "results", "--json").out)

    assert [row["place"] for row in rows] == [1, 2, 3, 3]
    assert [row["rank"] for row in rows] == [1, 2, 3, 4]
    assert [row["tie"] for row in rows] == ["", "", "", "seed"]
    picture = ronde.done("tournoi", "bracket", "-o", "cup.svg", "--lang", "fr")
    assert "Demi-finales" in (tmp_path / "cup.svg").read_text(encoding="utf-8"), picture.err
    ronde.done("tournoi", "bracket", "-o", "cup.png")
    with Image.open(tmp_path / "cup.png") as slide:
        drawn = {colour for _, colour in slide.getcolors(1 << 20) or []}
        assert (slide.format, slide.width > 800) == ("PNG", True)
    assert {(255, 255, 255), (26, 106, 80), (29, 31, 28)} <= drawn, "paper, who won, and the words"
    assert "Tie broken by" in (text := ronde.done("tournoi", "results").out)
    assert text.splitlines()[4].endswith("seed")


def test_json_has_the_same_rows_and_text_the_same_order(day: Path, ronde: Terminal) -> None:
    table = list(csv.DictReader(io.StringIO(ronde.done("tournoi", "results", "--csv").out)))
    rows = json.loads(ronde.done("tournoi", "results", "--json").out)
    text = ronde.done("tournoi", "results").out

    assert [row["name"] for row in rows] == [row["name"] for row in table]
    assert rows[-1]["faults"] == {"unreadable": 4}
    assert sorted(rows, key=lambda row: text.index(row["name"])) == rows


def test_pages_for_everybody_hold_nothing_that_programs_wrote_to_standard_error(day: Path) -> None:
    pages = [
        path.read_text(encoding="utf-8")
        for path in (day / "web").rglob("*.*")
        if path.suffix in (".html", ".js")
    ]

    assert len(pages) > 6
    assert not [text for text in pages if "secret thoughts" in text or "I am lost" in text]


def test_a_page_is_named_after_its_game_and_its_programs(day: Path) -> None:
    board = (day / "web" / "tournoi-data.js").read_text(encoding="utf-8")
    names = sorted(path.stem for path in (day / "web" / "parties").iterdir())

    assert len(names) == 6
    assert {
        name.split("-", 3)[3] for name in names if name.endswith(("-1-j1_anna-j3_carl", "j1_anna-j3_carl"))
    }
    assert all(f"parties/{name}.html" in board for name in names)


def test_messages_are_public_where_the_teacher_says_so(
    tmp_path: Path, ronde: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in (("j1_anna", GOOD), ("j2_bob", GOOD.replace("1", "2"))):
        script(tmp_path / "joueurs", name, text)
    monkeypatch.chdir(tmp_path)

    ronde.done("tournoi", *QUICK, "--messages")

    written = (tmp_path / "web" / "partie-data.js").read_text(encoding="utf-8")
    assert "secret thoughts of j1_anna" in written


def test_a_bundle_holds_the_own_games_messages_and_faults_and_nobody_elses_messages(
    day: Path, ronde: Terminal
) -> None:
    said = ronde.done("tournoi", "bundles", "tournoi.ronde", "folders").out

    assert "3" in said
    folders = sorted(path.name for path in (day / "folders").iterdir())
    assert folders == ["1-j1_anna", "2-j2_bob", "3-j3_carl"]
    for folder in (day / "folders").iterdir():
        own = folder.name[2:]
        texts = [
            path.read_text(encoding="utf-8")
            for path in folder.rglob("*")
            if path.suffix in (".html", ".js", ".txt", ".csv")
        ]
        others = {"j1_anna", "j2_bob", "j3_carl"} - {own}
        for other in others:
            assert not [text for text in texts if f"thoughts of {other}" in text or f"says {other}" in text]
        assert own in (folder / "stderr.txt").read_text(encoding="utf-8")
        assert len(list((folder / "parties").iterdir())) == 4


def test_the_games_of_a_bundle_lead_to_their_pages_and_name_the_fault(day: Path, ronde: Terminal) -> None:
    ronde.done("tournoi", "bundles", "tournoi.ronde", "folders", "--only", "j3_carl")

    (folder,) = (day / "folders").iterdir()
    rows = list(csv.DictReader(io.StringIO((folder / "games.csv").read_text(encoding="utf-8"))))
    assert {row["fault"] for row in rows} == {"unreadable"}
    assert {row["result"] for row in rows} == {"0"}
    assert {row["opponent"] for row in rows} == {"j1_anna", "j2_bob"}
    assert all((folder / row["page"]).is_file() for row in rows)
    page = (folder / "partie-data.js").read_text(encoding="utf-8")
    assert "I am lost, says j3_carl" in page


def test_a_tournament_of_people_and_a_file_in_the_way_are_refused(tmp_path: Path, ronde: Terminal) -> None:
    ronde.done("new", tmp_path / "open.ronde")
    assert ronde("tournoi", "results", tmp_path / "open.ronde").status == 1
    assert ronde("tournoi", "bundles", tmp_path / "none.ronde").status == 1


def test_a_file_where_the_folders_should_go_stays_as_it_is(day: Path, ronde: Terminal) -> None:
    (day / "mine").write_text("mine")

    assert ronde("tournoi", "bundles", "tournoi.ronde", "mine").status == 1
    assert (day / "mine").read_text() == "mine"
