"""The list of players KeizerForClubs imports."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.keizer_states import GOLDEN, load

from ronde.formats.keizerforclubs import has_heads, read_list, read_tournament
from ronde.formats.keizerforclubs.codes import kfc_name
from ronde.formats.keizerforclubs.csv import different_names
from ronde.model.errors import FormatError, Problem
from ronde.model.events import PlayerEntered
from ronde.model.replay import replay

CASES = {case["case"]: case for case in load(GOLDEN / "small_functions.json")["csv_import"]}
REFUSED = ("header_with_blanks", "no_rating_column", "short_line")


def listed(folder: Path, content: str | bytes, taken: tuple[str, ...] = ()) -> list[tuple[str, int]]:
    path = folder / "list.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return [(kfc_name(card), card.rating) for card in read_list(path, taken).players]


def known(case: dict[str, Any]) -> list[tuple[str, int]]:
    return [(name, rating) for _, name, rating in case["players"]]


@pytest.mark.parametrize("name", [name for name in CASES if name not in REFUSED])
def test_a_list_is_read_as_the_real_program_reads_it(tmp_path: Path, name: str) -> None:
    case = CASES[name]
    before = known(CASES["double_names"]) if name.startswith("second") else []

    players = listed(tmp_path, "\n".join(case["lines"]), tuple(person for person, _ in before))

    if case["outcome"] == "ok":
        assert before + players == known(case)
    else:
        assert name == "blank_line", "where the real program crashes, an empty line is passed over"
        assert players == [("Ann", 1500)]


@pytest.mark.parametrize("name", REFUSED)
def test_a_list_without_its_columns_is_refused_with_the_line(tmp_path: Path, name: str) -> None:
    with pytest.raises(FormatError) as refused:
        listed(tmp_path, "\n".join(CASES[name]["lines"]))

    assert refused.value.problems[0].line == (3 if name == "short_line" else 1)


def test_quoted_fields_a_byte_order_mark_and_latin_letters_are_read(tmp_path: Path) -> None:
    assert listed(tmp_path, '\ufeffName;Rating\n"Doe; John ""Jo""";1700\n') == [('Doe; John "Jo"', 1700)]
    assert listed(tmp_path, "Name;Rating\nMüller;1700\n".encode("latin-1")) == [("Müller", 1700)]
    assert listed(tmp_path, "Name;Rating\r\nAnn;1500\r\n") == [("Ann", 1500)]


@pytest.mark.parametrize("content", ["", "\n", "Ann 1500\n", "Name\nAnn\n"])
def test_a_list_without_a_head_is_refused(tmp_path: Path, content: str) -> None:
    with pytest.raises(FormatError):
        listed(tmp_path, content)


def test_names_that_cannot_be_printed_are_refused_line_by_line(tmp_path: Path) -> None:
    with pytest.raises(FormatError) as refused:
        listed(tmp_path, "Name;Rating\n\x07;1500\nAnn;1400\n;1300\n")

    assert [problem.line for problem in refused.value.problems] == [2, 4]


@pytest.mark.parametrize("rating", ["nan", "inf", "-5", "1e99", "99999", "½", "1_500"])
def test_a_rating_that_is_none_is_nothing(tmp_path: Path, rating: str) -> None:
    assert listed(tmp_path, f"Name;Rating\nAnn;{rating}\n") == [("Ann", 0)]


def test_a_list_becomes_a_keizer_tournament(tmp_path: Path) -> None:
    path = tmp_path / "club.csv"
    path.write_text("Name,Rating\nAnn,1500\nBob,1700\nAnn,1600\n")

    taken = read_tournament(path)
    hall = replay(taken.events)

    assert [(card.id, card.name) for card in hall.players.values()] == [(1, "Bob"), (2, "Ann"), (3, "++Ann")]
    assert (hall.settings.system, hall.name) == ("keizer", "club")
    assert len(taken.remarks) == 1


def test_the_head_tells_whether_a_list_is_one_of_these(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text("nom;prenom;elo\n")
    assert not has_heads(path)
    path.write_text("x:NAME:rating\n")
    assert has_heads(path)


def test_a_rating_that_is_none_is_told_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "names.csv"
    path.write_text("Rating;Name\n1500;Ann\n;Bob\nstrong;Cleo\n30000;Dan\n-3;Eve\n")

    listed = read_list(path)

    assert [(one.line, one.column, one.text) for one in listed.remarks] == [
        (4, 1, "strong"),
        (5, 1, "30000"),
        (6, 1, "-3"),
    ]
    assert [card.rating for card in listed.players] == [1500, 0, 0, 0, 0]


def test_the_names_of_a_list_are_split_as_those_of_a_tournament(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text("name;rating\nKolar, Emil;1500\nKolar, Emil;1400\nEmil Kolar;1300\n", "utf-8")
    halves = [("Kolar", "Emil"), ("++Kolar", "Emil"), ("Emil Kolar", "")]

    assert [(card.name, card.first_name) for card in read_list(path).players] == halves
    entered = [event.player for event in read_tournament(path).events if isinstance(event, PlayerEntered)]
    assert [(card.name, card.first_name) for card in entered] == halves


def test_a_list_with_more_than_fifty_of_one_name_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text("name;rating\n" + "A;1\n" * 30 + "++A;1\n" * 20)

    assert read_list(path).players[-1].name.endswith("++A")

    path.write_text("name;rating\nBob;2\n" + "A;1\n" * 30 + "++A;1\n" * 21)
    with pytest.raises(FormatError) as refused:
        read_list(path)

    assert refused.value.problems == (Problem(str(path), 53, 1, "formats.namesakes", "++A"),)


@given(st.lists(st.sampled_from(["A", "++A", "++++A", "B", "+A", "+"])))
def test_a_name_that_is_taken_gets_pluses_until_nobody_has_it(names: list[str]) -> None:
    taken: set[str] = {"++B"}
    expected = []
    for name in names:
        while name in taken:
            name = f"++{name}"
        taken.add(name)
        expected.append(name)

    assert list(different_names(names, ["++B"])) == expected
