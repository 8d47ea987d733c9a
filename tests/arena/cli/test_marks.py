"""`tournoi --marks`: seeds by a list of marks, with real programs that play fast."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.cli.terminal import Terminal

pytestmark = pytest.mark.full

QUICK = ("--time", "60", "--increment", "0", "--sandbox", "none", "--no-web", "--games", "1")


@pytest.fixture
def four(tmp_path: Path) -> Path:
    """Four programs j1 to j4 that lose at once."""
    made = tmp_path / "joueurs"
    made.mkdir()
    for number in range(1, 5):
        (made / f"j{number}").write_text("#!/bin/sh\nexit 3\n")
        (made / f"j{number}").chmod(0o755)
    return made


def marks(folder: Path, text: str) -> None:
    (folder.parent / "marks.csv").write_text(text)


def seeds(data: dict[str, Any]) -> list[str]:
    ties = data["rounds"][0]["matches"]
    by_name = {name: seed for tie in ties for name, seed in zip(tie["players"], tie["seeds"], strict=True)}
    return sorted(by_name, key=by_name.__getitem__)


def test_the_average_of_a_team_seeds_its_program(ronde: Terminal, four: Path) -> None:
    marks(four, "program;student;mark\nj3;Ada;16\nj3;Bea;13\nj1;Carl;10\nj4;Dan;14,5\nj2;Eva;17\n")

    data = ronde.data("tournoi", "--marks", "marks.csv", *QUICK)

    assert seeds(data) == ["j2", "j3", "j4", "j1"]  # j3 and j4 are equal: by number


def test_who_has_no_mark_comes_last_and_is_named(ronde: Terminal, four: Path) -> None:
    marks(four, "program;mark\nj3;16\nj9;20\nj9;19\nj2;\n")

    said = ronde("tournoi", "--marks", "marks.csv", *QUICK)

    assert said.status == 0
    assert "Seeds by marks: j3, j1, j2, j4." in said.out
    assert "j1, j2, j4 have no mark" in said.err
    assert said.err.count("marks.csv, line 3: no program is called j9") == 1
    assert "line 4" not in said.err
    assert seeds(ronde.data("tournoi", *QUICK)) == ["j3", "j1", "j2", "j4"]


def test_the_number_of_a_program_finds_the_one_whose_name_begins_with_it(ronde: Terminal, four: Path) -> None:
    (four / "j1").rename(four / "j07_ada")
    (four / "j2").rename(four / "j08.py")
    marks(four, "program;mark\nj03;9\n7;16\nj8;18\n04;7\n")

    said = ronde("tournoi", "--marks", "marks.csv", *QUICK)

    assert "Seeds by marks: j08.py, j07_ada, j3, j4." in said.out
    assert "no mark" not in said.err
    assert seeds(ronde.data("tournoi", "--marks", "marks.csv", *QUICK)) == ["j08.py", "j07_ada", "j3", "j4"]


def test_a_number_that_two_programs_have_finds_neither(ronde: Terminal, four: Path) -> None:
    (four / "j1").rename(four / "j07_ada")
    (four / "j2").rename(four / "j07_bob")
    marks(four, "program;mark\nj07;16\n7;15\nj4;7\n")

    said = ronde("tournoi", "--marks", "marks.csv", *QUICK)

    assert "marks.csv, line 2: no program is called j07" in said.err
    assert "marks.csv, line 3: no program is called 7" in said.err


def test_the_best_mark_meets_all_others_in_a_gauntlet(ronde: Terminal, four: Path) -> None:
    marks(four, "program;mark\nj1;9\nj2;9\nj3;16\nj4;9\n")

    data = ronde.data("tournoi", "--marks", "marks.csv", "--system", "gauntlet", *QUICK)

    assert all("j3" in tie["players"] for played in data["rounds"] for tie in played["matches"])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("program;mark\nj3;good\n", "marks.csv, line 2, column 2: “good” is not a mark"),
        ("program,mark\nj3,14,5\n", "marks.csv, line 2, column 3: the line has more cells"),
        ("program;mark\nj9;12\n", "no program of the folder has a mark in this list (for example j1)"),
    ],
)
def test_a_wrong_list_is_refused_and_nothing_is_created(
    ronde: Terminal, four: Path, text: str, told: str
) -> None:
    marks(four, text)

    said = ronde("tournoi", "--marks", "marks.csv", *QUICK)

    assert said.status != 0
    assert told in said.err
    assert not (four.parent / "tournoi.ronde").exists()


def test_ratings_and_marks_exclude_each_other(ronde: Terminal, four: Path) -> None:
    marks(four, "program;mark\nj3;16\n")
    ronde("new", "old.ronde")

    said = ronde("tournoi", "--marks", "marks.csv", "--rated", "old.ronde", *QUICK)

    assert said.status == 2
    assert "--rated and --marks exclude each other" in said.err


def test_a_cup_that_has_begun_keeps_its_seeds_and_says_so(ronde: Terminal, four: Path) -> None:
    marks(four, "program;mark\nj3;16\n")
    ronde("tournoi", "--marks", "marks.csv", *QUICK)
    same = ronde("tournoi", "--marks", "marks.csv", *QUICK)
    marks(four, "program;mark\nj4;16\n")
    other = ronde("tournoi", "--marks", "marks.csv", *QUICK)

    assert "ignores" not in same.err
    assert "ignores --marks" in other.err
