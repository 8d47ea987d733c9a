"""`tournoi submit`: versions of students, from the file to the folder that plays, with real programs."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.terminal import Terminal

pytestmark = pytest.mark.full

BUILD = '[build]\ncommand = "cp player.sh player"\nsource = "player.sh"\nprogram = "player"\n'
TIC = 'game = "tictactoe"\nseconds = 10\n'
GOOD = '#!/bin/sh\np=$1\ni=1\nwhile [ "$(echo "$p" | cut -c$i)" != 0 ]; do i=$((i+1)); done\necho $i\n'
"""Plays the first free field of tic-tac-toe."""
BAD = "#!/bin/sh\necho 77\n"


@pytest.fixture
def course(tmp_path: Path) -> Path:
    made = tmp_path / "course"
    made.mkdir()
    (made / "course.toml").write_text(TIC)
    return made


def handed_in(folder: Path, text: str) -> str:
    (folder.parent / "upload").write_text(text)
    return "upload"


def test_a_good_program_plays_and_every_version_is_kept(ronde: Terminal, course: Path) -> None:
    first = ronde.data("tournoi", "submit", "course", "j07", handed_in(course, GOOD))
    second = ronde.data("tournoi", "submit", "course", "j07", handed_in(course, GOOD + "# better\n"))

    assert (first["version"], second["version"], second["accepted"]) == (1, 2, True)
    playing = course / "joueurs" / "j07"
    assert playing.read_text() == GOOD + "# better\n"
    assert playing.stat().st_mode & 0o777 == 0o755
    assert (course / "versions" / "j07" / "1" / "upload").read_text() == GOOD
    assert "j07 can play" in (course / "versions" / "j07" / "2" / "report.txt").read_text()
    assert [one.name for one in (course / "joueurs").iterdir()] == ["j07"]


def test_a_bad_program_is_reported_and_the_earlier_one_plays_on(ronde: Terminal, course: Path) -> None:
    ronde("tournoi", "submit", "course", "j07", handed_in(course, GOOD))

    said = ronde("tournoi", "submit", "course", "j07", handed_in(course, BAD))

    assert said.status == 1
    assert "77" in said.out
    assert "Version 2 of j07 is kept but does not play" in said.out
    assert (course / "joueurs" / "j07").read_text() == GOOD


def test_a_source_is_built_by_the_command_of_the_course(ronde: Terminal, course: Path) -> None:
    (course / "course.toml").write_text(
        TIC + BUILD.replace("cp player.sh", "(echo '#!/bin/sh'; cat player.sh) >")
    )
    source = GOOD.removeprefix("#!/bin/sh\n")

    said = ronde("tournoi", "submit", "course", "j1", handed_in(course, source))

    assert said.status == 0
    assert (course / "joueurs" / "j1").read_text() == GOOD
    assert (course / "versions" / "j1" / "1" / "upload").read_text() == source


def test_several_files_are_a_project(ronde: Terminal, course: Path) -> None:
    (course.parent / "player").write_text(GOOD.replace("p=$1", "cat book || exit 3\np=$1 >&2"))
    (course.parent / "book").write_text("")

    ronde.done("tournoi", "submit", "course", "j07", "player", "book")

    assert (course / "joueurs" / "j07.d" / "book").read_text() == ""
    assert (course / "versions" / "j07" / "1" / "upload").read_bytes()[:2] == b"PK"


def test_what_the_compiler_says_is_shown(ronde: Terminal, course: Path) -> None:
    build = BUILD.replace(
        "cp player.sh player", "echo player.sh:3: expected something >&2; echo here: ^ >&2; exit 1"
    )
    (course / "course.toml").write_text(TIC + build)

    said = ronde("tournoi", "submit", "course", "j1", handed_in(course, "main()"))

    assert said.status == 1
    assert "j1 could not be built" in said.err
    assert "player.sh:3: expected something\nhere: ^\n" in said.err
    assert "expected something" in (course / "versions" / "j1" / "1" / "report.txt").read_text()
    assert not (course / "joueurs").exists()


@pytest.mark.parametrize(
    ("rules", "name", "text", "told"),
    [
        (TIC + "deadline = 2020-01-31T18:00:00", "j1", GOOD, "The deadline was 2020-01-31 18:00"),
        (TIC, "../j1", GOOD, "cannot be the name of a program"),
        (TIC, "j1~", GOOD, "cannot be the name of a program"),
        (TIC, "k1", GOOD, "cannot be the name of a program"),
        (TIC, "j1", "int main;", "course.toml has no [build]"),
        (TIC + "largest = 10", "j1", GOOD, "larger than 10 bytes"),
        (TIC + "dead = 1", "j1", GOOD, "“dead” is not a key of course.toml"),
        (TIC + "deadline = 3", "j1", GOOD, "“deadline” is not a key of course.toml, or its value"),
        ('game = "nothing"', "j1", GOOD, "“game, variant”"),
        (TIC + "x = = 1", "j1", GOOD, "course.toml, line 3, column 5: this is not readable TOML"),
    ],
)
def test_what_is_refused_changes_nothing(
    ronde: Terminal, course: Path, rules: str, name: str, text: str, told: str
) -> None:
    (course / "course.toml").write_text(rules)

    said = ronde("tournoi", "submit", "course", name, handed_in(course, text))

    assert said.status == 1
    assert told in said.err
    assert [one.name for one in course.iterdir()] == ["course.toml"]


def test_a_link_in_the_folder_is_replaced_and_not_followed(ronde: Terminal, course: Path) -> None:
    precious = course.parent / "precious"
    precious.write_text("mine")
    (course / "joueurs").mkdir()
    (course / "joueurs" / "j1").symlink_to(precious)

    ronde("tournoi", "submit", "course", "j1", handed_in(course, GOOD))

    assert precious.read_text() == "mine"
    assert not (course / "joueurs" / "j1").is_symlink()
