"""The Python library: its manual is executed, and what the manual only names is tried here."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import ronde

MANUAL = Path(__file__).parents[1] / "docs" / "python.md"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    before = Path.cwd()
    os.chdir(tmp_path)
    yield tmp_path
    os.chdir(before)


def test_every_example_of_the_manual_does_what_it_says(folder: Path) -> None:
    text = MANUAL.read_text(encoding="utf-8").replace("```", "")
    examples = doctest.DocTestParser().get_doctest(text, {}, "python.md", str(MANUAL), 0)
    told: list[str] = []

    ran = doctest.DocTestRunner().run(examples, out=told.append)

    assert not ran.failed, "".join(told)
    assert ran.attempted > 20


def test_the_table_of_the_manual_names_every_call_and_no_other() -> None:
    rows = [line.split("|")[1] for line in MANUAL.read_text("utf-8").splitlines() if line.startswith("| `")]
    calls = [call for row in rows for call in re.findall(r"`(\w+)\(", row)]
    offered = {name for name in vars(ronde.LiveTournament) if not name.startswith("_")} - {"name", "over"}

    assert sorted(set(calls) - {"create", "open"}) == sorted(offered)


def test_importing_the_package_loads_nothing_of_it() -> None:
    program = "import ronde, sys; print([name for name in sys.modules if name.startswith('ronde.')])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True)

    assert done.stdout.strip() == "[]"


def test_a_name_that_is_not_offered_is_refused() -> None:
    with pytest.raises(AttributeError, match="nothing_of_the_kind"):
        ronde.nothing_of_the_kind  # noqa: B018


def test_a_day_with_absence_slips_reopening_and_redo(folder: Path) -> None:
    with ronde.create(folder / "day.ronde", board="othello", rounds=3) as day:
        people = [day.add(f"P{at} Ada", country="FRA", club="Nord", number=at) for at in range(1, 6)]
        assert people == [1, 2, 3, 4, 5]
        day.leave(5, excused=True)
        assert [row["present"] for row in day.players()][-1] is False
        day.come_back(5)
        day.leave(5)
        day.pair(seed=3)
        day.enter("table 1 33")
        day.enter("table 2 40")
        assert len(day.close()) >= 4
        day.reopen()
        day.undo()
        day.redo()
        day.undo()
        assert [fact["counts"] for fact in day.history()].count(False) >= 1
        assert day.name == "day"
    with ronde.open(folder / "day.ronde") as again:
        assert len(again.tables(1)) == 2


def test_what_another_program_writes_is_heard(folder: Path) -> None:
    heard: list[str] = []
    with ronde.create(folder / "a.ronde") as here, ronde.open(folder / "a.ronde") as there:
        here.listen(lambda kind, fact: heard.append(f"{kind} by {fact['seat']}"))
        there.add("ALDA")
        assert heard == []
        here.refresh()

    assert heard == ["PlayerEntered by arbiter"]


@pytest.mark.parametrize(
    ("wishes", "key"),
    [({"system": "no"}, "system"), ({"board": "no"}, "board"), ({"settings": {"cap": "x"}}, "cap")],
)
def test_what_cannot_be_is_refused_and_no_file_is_made(
    folder: Path, wishes: dict[str, str], key: str
) -> None:
    with pytest.raises(ronde.RondeError) as refused:
        ronde.create(folder / "a.ronde", **wishes)  # type: ignore[arg-type]

    assert refused.value.facts["setting"] == key
    assert list(folder.iterdir()) == []


def test_a_namesake_is_registered_only_when_told_to(folder: Path) -> None:
    with ronde.create(folder / "club.ronde") as club:
        club.add("Kolar, Emil")
        with pytest.raises(ronde.RondeError) as refused:
            club.add("KOLAR Emil")
        assert refused.value.code == "namesake-here"
        assert club.add("KOLAR Emil", namesake=True) == 2


def test_a_tournament_is_over_after_its_last_round(folder: Path) -> None:
    with ronde.create(folder / "a.ronde", rounds=1) as day:
        day.add("ALDA")
        day.add("BERG")
        assert not day.over
        day.pair()
        day.result(1, 40, 24)
        day.close()
        assert day.over
