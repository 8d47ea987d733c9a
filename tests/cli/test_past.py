from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.terminal import Terminal

from ronde.app.desk import Desk

ENTRY = {"number", "action", "at", "seat", "kind", "counts", "data"}


def test_history_tells_every_fact_with_its_seat(ronde: Terminal, file: Path) -> None:
    ronde.done("--seat", "phone", "player", "add", file, "NOVAK")

    data = ronde.data("history", file)

    assert all(set(entry) == ENTRY for entry in data)
    assert [entry["number"] for entry in data] == list(range(1, 9))
    assert (data[0]["kind"], data[-1]["seat"], data[-1]["kind"]) == (
        "TournamentOpened",
        "phone",
        "PlayerEntered",
    )
    assert data[-1]["data"]["player"]["name"] == "NOVAK"
    last = ronde.done("history", file, "--last", "1").out
    assert last.split()[0] == "8"
    assert "phone" in last
    assert "player entered" in last


def test_only_the_last_facts_are_shown_when_asked(ronde: Terminal, file: Path) -> None:
    assert [entry["number"] for entry in ronde.data("history", file, "--last", "2")] == [6, 7]
    assert ronde.data("history", file, "--last", "0") == []
    assert len(ronde.data("history", file, "--last", "999")) == 7


def test_what_was_undone_is_marked_in_the_history(ronde: Terminal, file: Path) -> None:
    ronde.done("undo", file)

    lines = ronde.done("history", file).out.splitlines()

    assert [line.split()[1] == "x" for line in lines] == [False] * 6 + [True, False]
    assert [entry["counts"] for entry in ronde.data("history", file)][-2:] == [False, True]


def test_undo_and_redo_say_what_they_changed(ronde: Terminal, file: Path) -> None:
    for words, kind in (
        (("undo",), "player entered"),
        (("redo",), "player entered"),
        (("undo", "--lang", "fr"), "joueur"),
    ):
        said = ronde.done(*words, file).out
        assert kind in said
        assert "7" in said
    (undone,) = ronde.data("undo", file)
    assert (undone["number"], undone["kind"], undone["counts"]) == (6, "PlayerEntered", False)
    (redone,) = ronde.data("redo", file)
    assert (redone["number"], redone["counts"]) == (6, True)


def test_a_seat_undoes_only_its_own(ronde: Terminal, file: Path) -> None:
    ronde.done("--seat", "phone", "player", "add", file, "NOVAK")
    ronde.done("player", "add", file, "LI")

    assert ronde.refused("--seat", "web", "undo", file).code == "nothing-to-undo"
    assert ronde.refused("--seat", "web", "redo", file).code == "nothing-to-redo"
    ronde.done("--seat", "phone", "undo", file)
    assert [player["name"] for player in ronde.data("player", "list", file)][-2:] == ["POIROT", "LI"]


def test_an_undo_that_would_make_nonsense_is_refused_naming_the_fact(ronde: Terminal, file: Path) -> None:
    ronde.done("--seat", "phone", "player", "add", file, "NOVAK")
    ronde.done("table", "add", file, "7", "1")

    refusal = ronde.refused("--seat", "phone", "undo", file)

    assert refusal.code == "undo-refused"
    assert "9" in refusal


@pytest.mark.parametrize("seat", ["", " ", "a\nb", "\x1b[31m", "\udcff", "s" * 10_000])
def test_a_seat_is_a_name_like_any_other(ronde: Terminal, file: Path, seat: str) -> None:
    assert ronde.refused("--seat", seat, "player", "add", file, "NOVAK").code.startswith("name-impossible.")
    assert len(ronde.data("player", "list", file)) == 6


def test_everything_can_be_undone_back_to_the_opening(ronde: Terminal, played: Path) -> None:
    steps = 0
    while ronde("undo", played).status == 0:
        steps += 1

    assert steps == 6 + 3 + 3 + 1
    assert ronde.data("player", "list", played) == []
    while ronde("redo", played).status == 0:
        steps -= 1
    assert steps == 0
    assert ronde.data("standings", played)["after"] == 1


def test_a_backup_is_written_where_it_is_wanted(ronde: Terminal, played: Path, tmp_path: Path) -> None:
    number = len(ronde.data("history", played))
    usual = tmp_path / "open.backups" / f"open-{number:06d}.ronde"

    (tmp_path / "sub").mkdir()
    assert str(usual) in ronde.done("backup", played).out
    assert ronde.data("backup", played, "-o", "sub/copy.ronde") == {"file": "sub/copy.ronde"}
    assert ronde.data("standings", "sub/copy.ronde") == ronde.data("standings", played)
    assert ronde.data("standings", usual) == ronde.data("standings", played)
    assert ronde.refused("backup", played).code == "file-exists"
    assert ronde.refused("backup", played, "-o", played).code == "file-exists"


def test_a_backup_that_cannot_be_written_is_a_clear_refusal(ronde: Terminal, played: Path) -> None:
    assert str(played) in ronde.refused("backup", played, "-o", played / "copy.ronde")


def test_a_backup_is_made_while_another_program_has_the_file_open(ronde: Terminal, played: Path) -> None:
    desk = Desk.open(played)

    ronde.done("backup", played, "-o", "copy.ronde")

    desk.close()
    assert ronde.data("status", "copy.ronde") == ronde.data("status", played)


def test_a_backup_for_a_folder_that_is_not_there_is_refused_and_makes_none(
    ronde: Terminal, played: Path, tmp_path: Path
) -> None:
    assert str(tmp_path / "stick") in ronde.refused("backup", played, "-o", tmp_path / "stick" / "copy.ronde")
    assert not (tmp_path / "stick").exists(), "a stick that is not plugged in is no folder of this disk"


def test_a_sound_tournament_is_not_replaced_by_its_newest_backup(ronde: Terminal, played: Path) -> None:
    ronde.done("backup", played)
    ronde.done("player", "add", played, "LATE Lou")
    before = ronde.data("history", played)

    refusal = ronde.refused("restore", played)

    assert refusal.code == "journal.sound"
    assert "open.backups" in refusal
    assert ronde.data("history", played) == before


def test_a_sound_tournament_goes_back_to_a_backup_that_is_named(ronde: Terminal, played: Path) -> None:
    kept = ronde.data("backup", played)["file"]
    before = ronde.data("status", played)
    ronde.done("player", "add", played, "LATE Lou")

    ronde.done("restore", played, kept)

    assert ronde.data("status", played) == before


def test_a_tournament_that_was_deleted_is_restored(ronde: Terminal, played: Path) -> None:
    before = ronde.data("status", played)
    ronde.done("backup", played)
    played.unlink()

    ronde.done("restore", played)

    assert ronde.data("status", played) == before


def test_fewer_than_no_facts_cannot_be_asked_for(ronde: Terminal, file: Path) -> None:
    assert "--last" in ronde.misused("history", file, "--last", "-1")
