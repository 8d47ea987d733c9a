"""The Python library: its manual is executed, and what the manual only names is tried here."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.support.root import ROOT

import ronde
from ronde.app import commands, queries
from ronde.model.player import Absence, Player
from ronde.store.people import People

MANUAL = ROOT / "docs" / "python.md"


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


@pytest.fixture
def club(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ronde.LiveTournament]:
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "home"))
    with ronde.create(folder / "club.ronde", rounds=5) as club:
        for name in ("ALDA Inès", "BERG Ole", "CRUZ Ana", "DIAZ Leo"):
            club.add(name)
        yield club


def test_a_newcomer_gets_no_number_of_somebody_known_and_is_new(
    club: ronde.LiveTournament, folder: Path
) -> None:
    (folder / "home" / "ronde").mkdir(parents=True)
    with closing(People(folder / "home" / "ronde" / "people.db")) as people:
        people.take([Player(5, "EBER", "Uli")])

    assert club.add("FUCHS Ida") == 6
    known = club.run(commands.AddPlayer("EBER Uli", number=5))
    newcomer = club.run(commands.AddPlayer("GRIEG Edvard"))
    assert [one["facts"][0]["player"]["new"] for one in (known, newcomer)] == [False, True]


def test_who_is_not_here_is_absent_and_who_leaves_has_withdrawn(club: ronde.LiveTournament) -> None:
    club.run(commands.SetPresence("alda", False))
    club.leave("berg")

    assert [row["absence"] for row in club.players()] == ["absent", "withdrawn", None, None]


def test_a_pairing_names_who_joins(club: ronde.LiveTournament) -> None:
    club.run(commands.LeaveTournament(4, expected=1))
    preview, done = club.preview(commands.PairRound(1)), club.run(commands.PairRound(1))

    assert preview["facts"] == done["facts"]
    assert [(one["code"], one["players"]) for one in done["notices"]] == [("arrivals", [4])]
    assert "DIAZ Leo" in done["notices"][0]["detail"]


def test_a_pair_made_by_hand_has_its_cost_and_a_rematch_is_noticed(club: ronde.LiveTournament) -> None:
    first, *_ = club.pair(seed=1)
    for table in (1, 2):
        club.result(table, 40, 24)
    club.close()
    done = club.run(commands.AddTable(first["first"], first["second"]))

    assert club.tables()[0]["cost"] > 0
    assert [one["code"] for one in done["notices"]] == ["rule-broken"]


def test_an_exclamation_mark_closes_the_round(club: ronde.LiveTournament) -> None:
    club.pair(seed=1)
    for line in ("table 1 40", "table 2 40", "!"):
        club.enter(line)

    assert len(club.tables(1)) == 2
    assert club.tables() == []


def test_another_result_is_replaced_only_when_told_to(club: ronde.LiveTournament) -> None:
    club.pair(seed=1)
    club.result(1, 40, 24)
    with pytest.raises(ronde.RondeError, match="result-differs"):
        club.result(1, 30, 34)
    with pytest.raises(ronde.RondeError, match="result-differs"):
        club.enter("table 1 30")
    club.result(1, 30, 34, replacing=True)
    assert club.tables()[0]["score"] == [30, 34]
    club.enter("table 1 20", replacing=True)
    assert club.tables()[0]["score"] == [20, 44]


def test_an_evening_without_games_is_frozen(folder: Path) -> None:
    with ronde.create(folder / "season.ronde", system="keizer") as season:
        for name in ("ALDA", "BERG", "CRUZ"):
            season.run(commands.PlanAbsence(season.add(name), (1, 2), Absence.EXCUSED))
        season.close()
        assert sorted(season.run(commands.CloseRound())["facts"][0]["values"]) == [1, 2, 3]


def test_a_backup_that_fails_is_a_warning(club: ronde.LiveTournament, folder: Path) -> None:
    club.pair(seed=1)
    for table in (1, 2):
        club.result(table, 40, 24)
    (folder / "club.backups").write_text("a file where the folder should be")
    with pytest.warns(UserWarning, match="club.backups"):
        club.close()
    assert len(club.tables(1)) == 2


def test_the_name_is_changed_with_the_settings(club: ronde.LiveTournament) -> None:
    club.run(commands.ChangeSettings({"rounds": "7"}, name="Open of Lille"))

    summary = club.ask(queries.Summary())
    assert (club.name, summary["name"], summary["rounds"]) == ("Open of Lille", "Open of Lille", 7)


def test_an_action_is_undone_by_its_number(club: ronde.LiveTournament) -> None:
    number = club.run(commands.ChangePlayer("alda", club="Nord"))["number"]
    club.run(commands.ChangePlayer("berg", club="Sud"))
    club.undo(number)
    assert [row["club"] for row in club.players()][:2] == ["", "Sud"]
    club.redo(number)
    assert [row["club"] for row in club.players()][:2] == ["Nord", "Sud"]


def test_commands_and_queries_are_those_of_every_face() -> None:
    assert ronde.commands.COMMANDS is commands.COMMANDS
    assert ronde.queries.QUERIES is queries.QUERIES
