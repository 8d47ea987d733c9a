from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.terminal import Refusal, Terminal, told
from tests.support.processes import ronde as real_ronde

from ronde.app.desk import Desk

NOVAK = told("cli.entered", player="NOVAK", id=7)


def stopped(line: int, text: str, language: str = "en") -> str:
    return told("cli.script-line", language, line=line, text=text)


def names(ronde: Terminal, file: Path | str) -> list[str]:
    return [player["name"] for player in ronde.data("player", "list", file)]


def write(path: Path, text: str, name: str = "lines.txt") -> Path:
    (path / name).write_text(text, encoding="utf-8")
    return path / name


# Both forms


def test_a_script_from_standard_input_leaves_the_file_out_of_its_lines(ronde: Terminal, file: Path) -> None:
    said = ronde.done("script", file, "-", stdin="player add NOVAK\nplayer leave doe\n")

    assert said.out == NOVAK + told("cli.left", player="DOE Jane", id=2)


def test_a_tournament_alone_reads_standard_input(ronde: Terminal, file: Path) -> None:
    assert ronde.done("script", file, stdin="player add NOVAK\n").out == NOVAK


def test_a_script_from_a_file_names_its_tournaments(ronde: Terminal, file: Path, tmp_path: Path) -> None:
    lines = write(tmp_path, f"player add {file} NOVAK\nronde new other.ronde\nplayer add other.ronde LI\n")

    ronde.done("script", lines)

    assert names(ronde, file)[-1] == "NOVAK"
    assert names(ronde, "other.ronde") == ["LI"]


def test_a_script_file_may_be_about_one_tournament(ronde: Terminal, file: Path, tmp_path: Path) -> None:
    lines = write(tmp_path, "table add 1 2\nresult 1 40\ntable remove --all\nbye\nsettings rounds=9\n")

    ronde.done("script", file, lines)

    assert ronde.data("status", file)["rounds"] == 9
    assert ronde.data("round", file)["tables"][0]["score"] == [40, 24]


def test_a_line_may_name_another_tournament_all_the_same(ronde: Terminal, file: Path) -> None:
    ronde.done("new", "other.ronde")

    ronde.done("script", file, "-", stdin="player add other.ronde LI\nplayer add NOVAK\n")

    assert names(ronde, "other.ronde") == ["LI"]
    assert names(ronde, file)[-1] == "NOVAK"


def test_commands_without_a_tournament_get_none(ronde: Terminal, file: Path, tmp_path: Path) -> None:
    write(tmp_path, "name\nDOE Jane\n", "fed.csv")

    said = ronde.done("script", file, "-", stdin="people import fed.csv\nimport fed.csv\n")

    assert said.out.startswith(told("cli.people-taken", source="fed", new=1, changed=0, gone=0, same=0))
    assert names(ronde, "fed.ronde") == ["DOE"]


def test_each_line_is_one_action(ronde: Terminal, file: Path) -> None:
    ronde.done("script", file, "-", stdin="player add NOVAK\nplayer add LI\n")

    ronde.done("undo", file)

    assert names(ronde, file)[-1] == "NOVAK"


# What a line may look like


def test_remarks_blank_lines_quotes_and_escapes_are_understood(ronde: Terminal, file: Path) -> None:
    script = """\
# a remark, and a blank line

   # an indented one
player add "DE LA CRUZ, Juan"   # at the end
player add 'O"HARA'
player add O\\'BRIEN
ronde player add "GRÜN #1"
\tplayer\tadd\tTAB
"""

    ronde.done("script", file, "-", stdin=script)

    assert names(ronde, file)[6:] == ["DE LA CRUZ", 'O"HARA', "O'BRIEN", "GRÜN", "TAB"]


def test_windows_lines_and_a_byte_order_mark_are_understood(
    ronde: Terminal, file: Path, tmp_path: Path
) -> None:
    text = "player add NOVAK --namesake\r\nplayer add LI --namesake\r\n"
    (tmp_path / "lines.txt").write_bytes(b"\xef\xbb\xbf" + text.encode())

    ronde.done("script", file, "lines.txt")
    ronde.done("script", file, "-", stdin=f"\ufeff{text}")

    assert names(ronde, file)[6:] == ["NOVAK", "LI", "NOVAK", "LI"]


def test_a_line_may_take_a_seat_which_the_next_line_does_not_have(ronde: Terminal, file: Path) -> None:
    ronde.done(
        "script", file, "-", stdin="--seat phone player add NOVAK\nplayer add LI\n--seat=web player add XU\n"
    )

    assert [entry["seat"] for entry in ronde.data("history", file, "--last", "3")] == [
        "phone",
        "arbiter",
        "web",
    ]


def test_the_seat_of_the_script_is_the_seat_of_its_lines(ronde: Terminal, file: Path) -> None:
    ronde.done(
        "--seat", "phone", "script", file, "-", stdin="player add NOVAK\n--seat web player add LI\nundo\n"
    )

    assert [entry["seat"] for entry in ronde.data("history", file, "--last", "3")] == [
        "phone",
        "web",
        "phone",
    ]
    assert names(ronde, file)[-1] == "LI"


def test_a_line_may_speak_another_language(ronde: Terminal, file: Path) -> None:
    said = ronde.done(
        "script", file, "-", stdin="--lang fr player add NOVAK\nplayer leave 7 --lang=fr\nundo\n"
    )

    french = [told(key, "fr", player="NOVAK", id=7) for key in ("cli.entered", "cli.left")]
    assert said.out.startswith("".join(french))
    assert said.out.count("\n") == 3


def test_an_empty_script_does_nothing(ronde: Terminal, file: Path) -> None:
    before = ronde.data("history", file)

    for text in ("", "\n\n", "# nothing\n"):
        assert ronde.done("script", file, "-", stdin=text).out == ""

    assert ronde.data("history", file) == before


# Refusals


BAD = "player add NOVAK\nplayer add TWIN --id 1\nplayer add LI\n"


def test_a_script_stops_at_the_first_line_that_is_refused(ronde: Terminal, file: Path) -> None:
    said = ronde("script", file, "-", stdin=BAD)

    assert said.status == 1
    assert said.out == NOVAK
    first, last = said.err.splitlines()
    assert Refusal(first).code == "number-taken"
    assert last + "\n" == stopped(2, "player add TWIN --id 1")
    assert names(ronde, file)[6:] == ["NOVAK"]


def test_a_script_goes_on_when_told_to_and_still_fails_at_the_end(ronde: Terminal, file: Path) -> None:
    said = ronde("script", file, "-", "--keep-going", stdin=BAD + "pair --seed x\n")

    assert said.status == 1
    assert stopped(2, "player add TWIN --id 1") in said.err
    assert stopped(4, "pair --seed x") in said.err
    assert names(ronde, file)[6:] == ["NOVAK", "LI"]


def test_lines_are_counted_with_remarks_and_blank_ones(ronde: Terminal, file: Path) -> None:
    said = ronde("script", file, "-", stdin="# one\n\nplayer add NOVAK\n\nclose\n")

    assert said.err.endswith(stopped(5, "close"))
    french = ronde("--lang", "fr", "script", file, "-", stdin="close").err
    assert french.endswith(stopped(1, "close", "fr"))


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("close", 1),
        ("player add X --id 1", 1),
        ("result nobody35", 1),
        ("status gone.ronde", 1),
        ("pair --seed x", 2),
        ("dance", 2),
        ("player", 2),
        ("player dance", 2),
        ("player add", 2),
        ('player add "NOVAK', 2),
        ("--lang xx player add NOVAK", 2),
        ("--seat", 2),
        ("a\0b", 2),
        ("script -", 2),
    ],
)
def test_the_status_of_a_script_is_that_of_its_first_refused_line(
    ronde: Terminal, file: Path, line: str, status: int
) -> None:
    said = ronde("script", file, "-", stdin=f"status\n{line}\nplayer add LI\n")

    assert said.status == status
    assert "2" in said.err.splitlines()[-1]
    assert len(names(ronde, file)) == 6


def test_a_line_refused_in_json_complains_in_json(ronde: Terminal, file: Path) -> None:
    said = ronde("script", file, "-", stdin="close --json\n")

    assert '"error": "round-not-complete"' in said.err


def test_a_script_that_is_not_there_or_no_text_is_refused(
    ronde: Terminal, file: Path, tmp_path: Path
) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")

    assert ronde.refused("script", "gone.txt").code == "file-missing"
    assert ronde.refused("script", file, "binary").code == "format-error"
    assert ronde.refused("script", file, tmp_path).code == "not-a-file.folder"


def test_standard_input_that_is_no_text_is_refused(file: Path) -> None:
    done = real_ronde("script", file, "-", stdin=b"status\n\xff\xfe\n", PYTHONIOENCODING="utf-8:strict")

    assert done.returncode == 1
    assert Refusal(done.stderr.strip()).code == "format-error"


def test_wrong_usage_of_script_is_explained(ronde: Terminal, file: Path) -> None:
    assert "ronde script --help" in ronde.misused("script")
    ronde.misused("script", file, "a", "b")


def test_what_was_done_before_the_refusal_stays_done(ronde: Terminal, file: Path) -> None:
    desk = Desk.open(file)
    ronde("script", file, "-", stdin=BAD)

    desk.refresh()
    assert desk.number == 8
    desk.close()
