"""Class lists: names that get programs, teams, and lists that are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from ronde.arena.course import Student, programs_of, read_students, write_students
from ronde.model.errors import FormatError


def listed(folder: Path, text: str, known: tuple[Student, ...] = ()) -> list[Student]:
    (folder / "list.csv").write_text(text)
    return read_students(folder / "list.csv", known)


def test_names_alone_get_the_next_free_programs(tmp_path: Path) -> None:
    known = (Student("j01", "Ada"), Student("j03", "Carl"))

    found = listed(tmp_path, "Bea\nAda\nDora\n", known)

    assert found == [*known, Student("j02", "Bea"), Student("j04", "Dora")]


def test_a_team_has_several_lines_of_one_program(tmp_path: Path) -> None:
    found = listed(tmp_path, "Programme;Étudiant;Note\nj07;Ada;12\nj07;Bea;13\nj08;Carl;\n")

    assert programs_of(found) == {"j07": ["Ada", "Bea"], "j08": ["Carl"]}


def test_a_program_may_be_given_by_its_number(tmp_path: Path) -> None:
    found = listed(tmp_path, "program;student\n7;Ada\n12;Carl\n")

    assert found == [Student("j07", "Ada"), Student("j12", "Carl")]


def test_a_heading_is_no_student(tmp_path: Path) -> None:
    assert listed(tmp_path, "nom;classe\nAda;3B\n") == [Student("j01", "Ada")]


@pytest.mark.parametrize(
    "text",
    [
        "Martin, Ada\nDurand, Béa\n",
        "Martin;Ada;3B;12,5\nDurand;Béa;3B;\n",
        "Nom;Prénom;Classe\nMartin;Ada;3B\nDurand;Béa;3B\n",
        "Classe;Prénom;Nom\n3B;Ada;Martin\n3B;Béa;Durand\n",
        "Surname, Name\nMartin, Ada\nDurand, Béa\n",
        "Last name\tFirst name\nMartin\tAda\nDurand\tBéa\n",
    ],
)
def test_surname_and_given_name_are_one_student(tmp_path: Path, text: str) -> None:
    assert listed(tmp_path, text) == [Student("j01", "Martin Ada"), Student("j02", "Durand Béa")]


@pytest.mark.parametrize("other", ["3B", "ada@example.org", "12,5", ""])
def test_what_is_no_name_is_not_added_to_a_name(tmp_path: Path, other: str) -> None:
    assert listed(tmp_path, f"Ada Martin;{other}\nBéa;{other}\n")[0] == Student("j01", "Ada Martin")


def test_programs_without_a_heading_are_programs(tmp_path: Path) -> None:
    students = listed(tmp_path, "j07;Martin;Ada\nj07;Béa\nj12;Carl\n")

    assert programs_of(students) == {"j07": ["Martin Ada", "Béa"], "j12": ["Carl"]}


def test_teams_with_surnames_and_given_names(tmp_path: Path) -> None:
    students = listed(tmp_path, "Équipe,Nom,Prénom\nj07,Martin,Ada\nj07,Durand,Béa\n")

    assert programs_of(students) == {"j07": ["Martin Ada", "Durand Béa"]}


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    students = [Student("j01", "Ada, the first"), Student("j01", "Béa"), Student("j02", "")]
    write_students(tmp_path / "kept.csv", students)

    assert read_students(tmp_path / "kept.csv") == students


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ("program;student\nj1;Ada\n../x;Bea\n", 3, "course.list-program"),
        ("name;class\nAda;1\n;2\n", 3, "course.list-name"),
        ("", 1, "formats.list-empty"),
        ("\n".join(f"Student {number}" for number in range(501)), 501, "course.too-many"),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, text: str, line: int, key: str) -> None:
    with pytest.raises(FormatError) as refused:
        listed(tmp_path, text)

    assert (refused.value.problems[0].line, refused.value.problems[0].key) == (line, key)
