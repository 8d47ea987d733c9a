"""FIDE's list on disk: found as one types, replaced whole, with what a new one changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from ronde.model.errors import FormatError, JournalError, Problem, RondeError
from ronde.model.player import FidePlayer
from ronde.store.fide_list import FideList, ListCounts, open_list, replace_list

MAGNUS = FidePlayer(
    1503014, "Carlsen, Magnus", "NOR", "m", "GM", "1990", False, (2839, 2824, 2881), (10, 10, 10)
)
MADS = FidePlayer(1503015, "Carlsen, Mads", "DEN", ratings=(1500, 0, 0))
OLD = FidePlayer(1503016, "Carlsen, Maren", "NOR", inactive=True, ratings=(2300, 0, 0))
MARIA = FidePlayer(2020009, "García López, María", "ESP", "w", "WFM", ratings=(2101, 0, 0))
TIM = FidePlayer(600001, "O'Brien-Smith, Tim", "IRL")
PEOPLE = (MAGNUS, MADS, OLD, MARIA, TIM)


@pytest.fixture
def listed(tmp_path: Path) -> Iterator[FideList]:
    assert replace_list(tmp_path / "fide.db", PEOPLE) == ListCounts(5, 0, 0, 0)
    known = FideList(tmp_path / "fide.db")
    yield known
    known.close()


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("carls", [MAGNUS, MADS, OLD]),
        ("Carlsen, Mag", [MAGNUS]),
        ("magnus carlsen", [MAGNUS]),
        ("car mad", [MADS]),
        ("m carlsen", [MAGNUS, MADS, OLD]),
        ("lopez", [MARIA]),
        ("GARCÍA LÓPEZ maria", [MARIA]),
        ("smith", [TIM]),
        ("obrien", [TIM]),
        ("o'brien", [TIM]),
        ("cralsen", [MAGNUS, MADS, OLD]),
        ("magnus karlsen", [MAGNUS]),
        ("1503015", [MADS]),
        ("15030", []),
        ("", []),
        ("  -' ", []),
        ("zzzzz", []),
    ],
)
def test_people_are_found_by_the_starts_of_words_in_any_order_and_with_a_slip(
    listed: FideList, typed: str, found: list[FidePlayer]
) -> None:
    assert listed.search(typed) == found


def test_a_whole_name_comes_before_stronger_namesakes(tmp_path: Path) -> None:
    strong = FidePlayer(1, "Lee, Annabel", ratings=(2500, 0, 0))
    weak = FidePlayer(2, "Lee, Ann", ratings=(1200, 0, 0))
    replace_list(tmp_path / "fide.db", [strong, weak])

    assert FideList(tmp_path / "fide.db").search("lee ann") == [weak, strong]


def test_a_new_list_takes_the_place_of_the_old_and_tells_what_changed(tmp_path: Path) -> None:
    path = tmp_path / "fide.db"
    replace_list(path, PEOPLE)
    better, newcomer = replace(MADS, ratings=(1534, 0, 0)), FidePlayer(9, "Doe, Jane", "ENG")

    told = replace_list(path, (MAGNUS, better, replace(OLD, inactive=False), TIM, newcomer))

    assert told == ListCounts(new=1, changed=1, gone=1, same=3)
    known = FideList(path)
    changes = {one.kind: one for one in known.changes()}
    assert (changes["new"].was, changes["new"].now) == (None, newcomer)
    assert changes["changed"].was is not None
    assert (changes["changed"].was.ratings, changes["changed"].now) == ((1500, 0, 0), better)
    assert changes["gone"].was is not None
    assert (changes["gone"].was.name, changes["gone"].now) == (MARIA.name, None)
    assert [one.kind for one in known.changes("ESP")] == ["gone"]
    assert len(known) == 5


def test_a_list_that_breaks_off_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "fide.db"
    replace_list(path, PEOPLE)
    before = path.read_bytes()

    def breaking() -> Iterator[FidePlayer]:
        yield MAGNUS
        raise FormatError([Problem("list", 2, 1, "fidelist.number")])

    with pytest.raises(FormatError):
        replace_list(path, breaking())

    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["fide.db"]


def test_what_is_no_list_of_ours_is_refused_and_kept(tmp_path: Path) -> None:
    for name, content in (("text.db", b"hello"), ("odd.db", None)):
        path = tmp_path / name
        if content is None:
            with sqlite3.connect(path) as odd:
                odd.execute("CREATE TABLE listed (number INTEGER PRIMARY KEY, name TEXT)")
        else:
            path.write_bytes(content)
        before = path.read_bytes()
        with pytest.raises(RondeError):
            FideList(path)
        with pytest.raises(RondeError):
            replace_list(path, PEOPLE)
        assert path.read_bytes() == before
    assert open_list(tmp_path / "missing.db") is None
    assert open_list(None) is None
    with pytest.raises(JournalError):
        FideList(tmp_path / "missing.db")


def test_digits_find_the_numbers_that_begin_so_the_shortest_first(tmp_path: Path) -> None:
    people = [FidePlayer(number, f"Doe, {number}") for number in (15, 150, 1503, 151, 25)]
    replace_list(tmp_path / "fide.db", people)
    known = open_list(tmp_path / "fide.db")
    assert known is not None

    assert [one.number for one in known.numbered("15")] == [15, 150, 151, 1503]
    assert [one.number for one in known.numbered("15", 2)] == [15, 150]
    assert known.numbered("1e5") == known.numbered("") == known.numbered("9" * 30) == []
    known.close()
