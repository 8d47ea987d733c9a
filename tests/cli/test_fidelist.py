"""FIDE's list at the command line: taken in, searched, its changes told and taken over."""

from __future__ import annotations

from pathlib import Path

from tests.cli.terminal import Terminal
from tests.support.fidelists import ROWS, row, write_list


def _hall(ronde: Terminal, tmp_path: Path) -> None:
    write_list(tmp_path / "list.txt", *ROWS)
    ronde.done("new", "open.ronde", "--system", "dutch", "--rounds", "5")


def test_the_list_is_taken_in_searched_and_players_come_from_it(ronde: Terminal, tmp_path: Path) -> None:
    _hall(ronde, tmp_path)

    assert (
        ronde.done("people", "import", "list.txt").out.strip()
        == "FIDE's list: 5 new, 0 changed, 0 gone, 0 unchanged."
    )
    found = ronde.data("people", "search", "carlsen")
    assert [(one["name"], one["rating"], one["fide_number"]) for one in found] == [
        ("Carlsen", 2839, 1503014), ("Carlsen", 1500, 1503015),
    ]  # fmt: skip
    ronde.done("player", "add", "open.ronde", "--known", "magnus", "carlsen")
    ronde.done("player", "add", "open.ronde", "--known", "2020009")
    players = ronde.data("player", "list", "open.ronde")
    assert [(one["name"], one["rating"]) for one in players] == [("Carlsen", 2839), ("Garcia Lopez", 2101)]


def test_an_unclear_name_and_somebody_registered_twice_are_refused(ronde: Terminal, tmp_path: Path) -> None:
    _hall(ronde, tmp_path)
    ronde.done("people", "import", "list.txt")
    ronde.done("player", "add", "open.ronde", "--known", "magnus", "carlsen")

    assert "1503015" in ronde.refused("player", "add", "open.ronde", "--known", "carlsen")
    assert "1503014" in ronde.refused("player", "add", "open.ronde", "--known", "magnus", "carlsen")


def test_the_speed_of_the_games_chooses_the_rating(ronde: Terminal, tmp_path: Path) -> None:
    _hall(ronde, tmp_path)
    ronde.done("people", "import", "list.txt")
    ronde.done("settings", "open.ronde", "report.time_control=180+2")
    ronde.done("player", "add", "open.ronde", "--known", "magnus", "carlsen")

    assert ronde.data("player", "list", "open.ronde")[0]["rating"] == 2881


def test_a_new_list_tells_its_changes_and_those_of_a_tournament(ronde: Terminal, tmp_path: Path) -> None:
    _hall(ronde, tmp_path)
    ronde.done("people", "import", "list.txt")
    ronde.done("player", "add", "open.ronde", "--known", "mads", "carlsen")
    assert ronde.done("people", "refresh", "open.ronde").out.strip() == "Nothing has changed."
    write_list(
        tmp_path / "list.txt", ROWS[0], row(1503015, "Carlsen, Mads", "DEN", 1534, "CM", k=20, born=2001)
    )

    assert (
        ronde.done("people", "import", "list.txt").out.strip()
        == "FIDE's list: 0 new, 1 changed, 3 gone, 1 unchanged."
    )
    assert "CM DEN 1534/-/-" in ronde.done("people", "changes", "--federation", "den").out
    assert len(ronde.done("people", "changes", "--csv").out.splitlines()) == 5
    told = ronde.done("people", "refresh", "open.ronde").out
    assert told.splitlines()[:2] == ["Carlsen Mads: rating 1500 → 1534", "Carlsen Mads: title - → CM"]
    done = ronde.data("people", "refresh", "open.ronde", "--apply")
    assert done["applied"]
    assert ronde.done("people", "refresh", "open.ronde").out.strip() == "Nothing has changed."


def test_a_broken_list_changes_nothing(ronde: Terminal, tmp_path: Path) -> None:
    _hall(ronde, tmp_path)
    ronde.done("people", "import", "list.txt")
    write_list(tmp_path / "list.txt", ROWS[0], row("1x", "Doe, Jane"))

    assert "line 3" in ronde.refused("people", "import", "list.txt")
    assert len(ronde.data("people", "search", "carlsen")) == 2


def test_without_a_list_the_place_is_named(ronde: Terminal) -> None:
    assert "fide.db" in ronde.refused("people", "changes")
