"""The page of a student on a real server: real uploads, hostile ones, two at once, and what others see."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import gettempdir

import pytest
from tests.arena.course.classroom import BAD, BUILD, GOOD, LAST, RULES, classroom
from tests.arena.web.course.school import School, school

from ronde.arena.course.project import pack

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[School]:
    students = "\n".join(["Ada", "Bea", "Carl", "Dora", "Emil", "Fay", "Gus", "Hal", "Ida"])
    with school(classroom(tmp_path_factory.mktemp("school"), students)) as found:
        yield found


def test_a_good_program_is_accepted_and_its_report_is_in_the_students_language(running: School) -> None:
    assert running.send("j01", GOOD.encode()).status == 303

    assert "This version plays from now on." in running.page("j01")
    assert "j01 peut jouer." in running.page("j01", "fr")
    assert (running.folder.players / "j01").read_text() == GOOD


def test_a_bad_version_is_explained_and_the_good_one_plays_on(running: School) -> None:
    running.send("j02", LAST.encode())
    assert "This version plays from now on." in running.page("j02")
    running.send("j02", BAD.encode())

    text = running.page("j02")

    assert "version 1 plays on" in text
    assert "“77”" in text
    assert "j02 can play." in running.page("j02", more="?version=1")
    assert (running.folder.players / "j02").read_text() == LAST


def test_a_source_that_cannot_be_built_shows_what_the_compiler_said(running: School) -> None:
    rules = running.folder.rules
    rules.write_text(RULES + BUILD.replace("cat player.txt > player", "echo '<b>line 3</b>: no' >&2; exit 1"))
    running.send("j03", b"int main")
    try:
        text = running.page("j03")
    finally:
        rules.write_text(RULES)

    assert "j03 could not be built" in text
    assert "&lt;b&gt;line 3&lt;/b&gt;: no" in text
    assert not (running.folder.players / "j03").exists()


READS = GOOD.replace("p=$1", "cat book >/dev/null || exit 3\np=$1").encode()
"""Plays only with its data file."""


def test_several_files_and_a_zip_are_a_project_with_its_data(running: School) -> None:
    assert running.send("j08", ("player", READS), ("book", b"e4")).status == 303
    assert "This version plays from now on." in running.page("j08")
    assert running.send("j08", ("all.zip", pack([("p/player", READS), ("p/book", b"d4")]))).status == 303
    assert "Version 2" in (page := running.page("j08"))

    assert "This version plays from now on." in page
    assert "a Makefile that makes “player”, or sources of one language" in page
    assert (running.folder.players / "j08.d" / "book").read_bytes() == b"d4"


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ([("a.zip", pack([("../../j01", READS)]))], "“../../j01” cannot be the path of a file in a project"),
        ([("a.zip", pack([("a", bytes(9_000_000))]))], "unpacks to more than 200 times its size"),
        ([("a.zip", pack([("a", b"")])[:-9])], "The ZIP file cannot be read"),
        ([("Book", b"1"), ("book", b"2")], "“book” and “Book” are the same name on some systems"),
        ([(f"{at}.c", b"") for at in range(501)], "The project has too many files: at most 500 are taken."),
        ([("book", b"1"), ("other", b"2")], "Nothing here can be built or started"),
    ],
)
def test_a_hostile_or_unusable_project_gets_one_sentence_and_keeps_nothing(
    running: School, files: list[tuple[str, bytes]], told: str
) -> None:
    running.page("j09")
    answer = running.send("j09", *files)

    assert answer.status == 422
    assert told in answer.words
    assert running.folder.versions("j09") == []


@pytest.mark.parametrize(
    ("data", "status", "told"),
    [
        (b"", 422, "No file was chosen, or it is empty."),
        (b"int main(void) { }", 422, "This file is neither a program nor a script beginning with #!"),
        (b"#!" + b"x" * 1_100_000, 413, "The file is too large: at most 1 MB are taken."),
        (b"#!" + b"x" * 1_010_000, 413, "The file is too large: at most 1 MB are taken."),
    ],
)
def test_what_is_refused_gets_one_sentence_and_keeps_nothing(
    running: School, data: bytes, status: int, told: str
) -> None:
    running.folder.rules.write_text(RULES + "largest = 1000000\n")
    running.page("j04")
    try:
        answer = running.send("j04", data)
    finally:
        running.folder.rules.write_text(RULES)

    assert answer.status == status
    assert told in answer.words
    assert running.folder.versions("j04") == []


def test_after_the_deadline_nothing_is_taken(running: School) -> None:
    running.folder.rules.write_text(RULES + "deadline = 2020-01-31T18:00:00\n")
    try:
        answer = running.send("j04", GOOD.encode())
        page = running.page("j04")
    finally:
        running.folder.rules.write_text(RULES)

    assert answer.status == 409
    assert answer.words.count("taken any more") == 1
    assert "The deadline was 31 January 2020, 18:00. Nothing is taken any more." in answer.words
    assert "Nothing is taken any more." in page
    assert "Hand in" not in page.partition("Hand in a version")[2]


def test_of_two_files_sent_at_once_by_one_link_one_is_checked(running: School) -> None:
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: running.send("j05", GOOD.encode()), range(4)))

    taken = [one for one in answers if one.status == 303]
    refused = [one for one in answers if one.status == 409]
    assert len(taken) + len(refused) == 4
    assert refused
    assert all("still being checked" in one.words for one in refused)
    running.page("j05")
    assert len(running.folder.versions("j05")) == len(taken)


def test_programs_that_try_to_read_others_find_nothing(running: School) -> None:
    running.send("j01", GOOD.encode())
    running.page("j01")
    for part in (running.folder.path, *running.folder.path.parents):  # only the jail is between them
        if part.is_relative_to(gettempdir()) and part != Path(gettempdir()):
            part.chmod(0o755)
    spy = f"#!/bin/sh\ncat {running.folder.players}/j01 {running.folder.path}/.ronde-seats.db >&2\necho 77\n"
    running.send("j06", spy.encode())

    text = running.page("j06")

    assert "while" not in text
    assert "SQLite" not in text
    assert "would lose games" in text


def test_a_link_of_another_or_a_guess_opens_nothing(running: School) -> None:
    word = running.links["j01"].rpartition("/")[2]

    assert running.browser.get(f"/course/j02/{word}").status == 404
    assert running.browser.get("/course/j01/aaaaaaaaaaaaaaaa").status == 404
    assert running.send("j02", GOOD.encode(), link=f"/course/j02/{word}").status == 404
    assert running.browser.get("/course/desk").status == 403
    assert running.browser.get("/course/desk/j01/1/upload").status == 403


def test_the_ranking_names_programs_and_no_students(running: School) -> None:
    running.send("j07", GOOD.encode())
    running.page("j07")

    text = running.browser.get("/course").words

    assert "j07" in text
    assert "Gus" not in text


def test_too_many_files_by_one_link_are_refused_for_a_while(running: School) -> None:
    answers = [running.send("j04", b"int main") for _ in range(12)]

    assert answers[-1].status == 429
    assert "Wait a few minutes" in answers[-1].words
    assert running.browser.get(running.links["j04"]).status == 200


def test_the_ranking_says_when_no_ladder_is_played_and_gives_no_places(tmp_path: Path) -> None:
    folder = classroom(tmp_path)
    folder.rules.write_text(RULES.replace('"20+0"', '"off"'))
    with school(folder) as quiet:
        quiet.send("j01", GOOD.encode())
        assert "This version plays from now on." in (own := quiet.page("j01"))
        ranking = quiet.browser.get("/course").text

    assert "No ladder is played in this course." in ranking
    assert "all the time" not in ranking
    assert "in the ranking" not in own
