"""`tournoi links`: a class list becomes links, as text, data and cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.terminal import Terminal


@pytest.fixture
def course(tmp_path: Path) -> Path:
    made = tmp_path / "course"
    made.mkdir()
    (made / "course.toml").write_text('game = "tictactoe"\n')
    return made


def test_a_class_gets_links_that_stay_when_somebody_is_added(ronde: Terminal, course: Path) -> None:
    (course.parent / "class.txt").write_text("Ada\nBea\n")
    (course.parent / "late.txt").write_text("Carl\n")
    first = ronde.data("tournoi", "links", "course", "class.txt", "--link", "https://host.example")
    second = ronde.data("tournoi", "links", "course", "late.txt", "--link", "https://host.example")

    assert [one["program"] for one in first] == ["j01", "j02"]
    assert second[:2] == first
    assert second[2]["students"] == ["Carl"]
    assert second[2]["link"].startswith("https://host.example/course/j03/")


def test_a_list_and_cards_are_printed(ronde: Terminal, course: Path) -> None:
    (course.parent / "class.txt").write_text("Ada\nBea\n")
    told = ronde("tournoi", "links", "course", "class.txt", "--link", "http://host.example")
    said = ronde("tournoi", "links", "course", "--link", "http://host.example", "--cards", "cards.html")

    assert "j02      Bea       http://host.example/course/j02/" in told.out
    assert said.out == "The cards of 2 programs are in cards.html.\n"
    assert (course.parent / "cards.html").read_text().count("<svg") == 2


def test_the_address_given_once_is_the_one_of_the_next_links(ronde: Terminal, course: Path) -> None:
    (course.parent / "class.txt").write_text("Ada\n")
    first = ronde.data("tournoi", "links", "course", "class.txt", "--link", "https://host.example/")
    again = ronde.data("tournoi", "links", "course")

    assert again == first


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "There is no class list in course yet"),
        (("list.csv",), "list.csv, line 3, column 1: “x” cannot be the name of a program"),
        (("good.txt", "--new", "j9", "--link", "http://x"), "j9 is not in the class list"),
        (("good.txt", "--link", "host"), "host"),
        (("good.txt",), "give its address with --link"),
    ],
)
def test_what_is_refused_says_why(ronde: Terminal, course: Path, words: tuple[str, ...], told: str) -> None:
    (course.parent / "list.csv").write_text("program,student\nj1,Ada\nx,Bea\n")
    (course.parent / "good.txt").write_text("Ada\n")

    said = ronde("tournoi", "links", "course", *words)

    assert said.status != 0
    assert told in said.err


def test_a_folder_that_is_no_course_is_refused_by_the_server(ronde: Terminal, tmp_path: Path) -> None:
    said = ronde("serve", "--course", "nowhere")

    assert said.status != 0
    assert "course.toml" in said.err
