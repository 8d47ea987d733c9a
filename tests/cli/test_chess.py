"""Chess from the command line: import, go on, checklist, brackets, working, export, check."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.terminal import Terminal
from tests.formats.trf.test_trf import SAMPLE


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """The sample of the specification as a file."""
    path = tmp_path / "sample.trf"
    path.write_text(SAMPLE)
    return path


@pytest.fixture
def hall(ronde: Terminal, sample: Path) -> Path:
    """The sample as a tournament."""
    ronde.done("import", sample)
    return sample.with_suffix(".ronde")


def test_an_imported_report_goes_on_is_exported_and_passes_the_check(
    ronde: Terminal, hall: Path, tmp_path: Path
) -> None:
    ronde.done("pair", hall)
    ronde.done("result", hall, "1+")
    ronde.done("result", hall, "7=")
    ronde.done("result", hall, "4-")
    ronde.done("close", hall)
    for edition in ("trf26", "trf16", "trf-engine"):
        report = tmp_path / f"{edition}.trf"
        ronde("export", hall, "--as", edition, "-o", report)
        assert ronde.data("fide", "check", report)["equal"] is True
    checked = ronde.data("fide", "check", hall, "--tiebreaks")
    assert [one["equal"] for one in checked["rounds"]] == [True, True, True]
    assert checked["ranks"] == []


def test_the_check_of_a_tournament_covers_the_open_round_and_tells_hand_made_pairs(
    ronde: Terminal, hall: Path
) -> None:
    ronde.done("table", "add", hall, "1", "7")
    ronde.done("pair", hall)

    told = ronde("fide", "check", hall)

    assert told.status == 1
    assert "Round 3: by the rules: 1-3" in told.out
    assert "points" not in told.out


def test_only_the_dutch_system_is_checked(ronde: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "swiss.ronde"
    ronde.done("new", file)

    assert "Dutch" in ronde.refused("fide", "check", file)
    assert "Dutch" in ronde.refused("fide", "checklist", file)


def test_the_checklist_is_text_data_and_a_spreadsheet(ronde: Terminal, hall: Path) -> None:
    rows = ronde.data("fide", "checklist", hall)["rows"]

    assert rows[0] == {
        "number": 1,
        "player": 1,
        "points": 2.0,
        "colours": "WB",
        "preference": "w",
        "floats": "-v",
        "may_have_bye": True,
        "opponents": [2, 4],
    }
    assert [row["may_have_bye"] for row in rows if row["number"] in (3, 7)] == [False, False]
    assert "Costa Rui" in ronde.done("fide", "checklist", hall).out
    assert ronde.done("fide", "checklist", hall, "2").out.splitlines()[0].startswith("Checklist of round 2")
    lines = ronde.done("fide", "checklist", hall, "--csv").out.splitlines()
    assert len(lines) == 1 + len(rows)


def test_a_round_tells_its_brackets_and_what_gave_way(ronde: Terminal, hall: Path) -> None:
    ronde.done("pair", hall)

    told = json.loads(ronde.done("round", hall, "--explain", "--json").out)
    text = ronde.done("round", hall, "--explain").out

    assert [one["points"] for one in told["brackets"]] == [2.0, 1.0, 0.5]
    assert told["brackets"][0]["residents"] == [1, 3]
    assert told["brackets"][1]["floaters"] == [7]
    assert "Score 2: 2 players, 1 pair" in text
    assert "in S1" in text
    assert "in S2" in text


def test_the_working_of_tie_breaks_is_told_in_text_and_data(ronde: Terminal, hall: Path) -> None:
    text = ronde.done("standings", hall, "--explain").out
    rows = ronde.data("standings", hall, "--explain")["rows"]

    assert "BH/C1 0.5 = R1: 0.5 + [R2: 0.5]" in text or "BH/C1 0.5 = [R1: 0.5] + R2: 0.5" in text
    for row in rows:
        parts = row["working"]["BH"]
        assert sum(part["amount"] for part in parts) == row["tiebreaks"]["BH"]
        assert len([part for part in row["working"]["BH/C1"] if part["cut"]]) == 1
    assert "working" not in ronde.data("standings", hall)["rows"][0]
    assert "BH/C1" in ronde.done("sheet", hall, "Adam").out


def test_a_card_of_fide_is_entered_changed_and_refused(ronde: Terminal, hall: Path) -> None:
    card = ronde.data("player", "add", hall, "HALL, Sue", "--title", "wgm", "--fide", "4100018", "--k", "20")

    assert card["fide"] == {"number": 4100018, "title": "WGM", "sex": "", "birth": None, "k": 20}
    changed = ronde.data("player", "edit", hall, "Hall", "--birth", "2001")
    assert changed["fide"]["birth"] == "2001"
    assert changed["fide"]["title"] == "WGM"
    assert "GM IM WGM" in ronde.refused("player", "edit", hall, "Hall", "--title", "Boss")


def test_the_points_of_a_win_are_a_setting(ronde: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "open.ronde"
    ronde.done("new", file, "--system", "dutch", "--rounds", "3")
    ronde.done("settings", file, "dutch.win=3", "dutch.draw=1", "dutch.bye=1.5")
    for name in ("A", "B", "C"):
        ronde.done("player", "add", file, name, "--rating", str(2000 + ord(name)))
    ronde.done("pair", file)
    ronde.done("result", file, "b+")
    ronde.done("close", file)

    rows = ronde.data("standings", file)["rows"]

    assert sorted(row["points"] for row in rows) == [0, 1.5, 3]
    assert ronde.data("fide", "check", file)["equal"] is True


def test_norms_and_changes_of_ratings_are_told(ronde: Terminal, hall: Path) -> None:
    norms = ronde.data("fide", "norms", hall)
    adam = next(one for one in norms if one["player"] == 2 and one["title"] == "IM")

    assert [one["what"] for one in adam["missing"]][:2] == ["games", "titled"]
    assert adam["rounds_left"] == 2
    assert ronde.done("fide", "norms", hall).out.strip() == "Nobody has made a norm, and nobody can any more."
    assert "Berg Lena" in ronde.done("fide", "norms", hall, "--all").out
    changes = {one["player"]: one for one in ronde.data("fide", "ratings", hall)}
    assert changes[1] == {
        "player": 1,
        "rating": 2510,
        "k": 10,
        "games": 2,
        "points": 2.0,
        "expected": 1.67,
        "change": 3.3,
    }
    assert 7 not in changes
    assert "+3.3" in ronde.done("fide", "ratings", hall).out
    assert len(ronde.done("fide", "ratings", hall, "--csv").out.splitlines()) == 1 + len(changes)


def test_a_bill_of_chess_names_criteria_and_scores_and_no_prices(ronde: Terminal, hall: Path) -> None:
    ronde.done("pair", hall)
    for said in (ronde.done("why", hall, "3", "1"), ronde.done("round", hall, "3", "--explain")):
        told = said.out
        assert "in the bracket of score 2" in told
        assert "   0  " not in told
        assert "total" not in told
        assert "in all" not in told


def test_a_preset_is_a_whole_tournament_and_does_not_argue_with_a_system(
    ronde: Terminal, tmp_path: Path
) -> None:
    ronde.done("new", tmp_path / "open.ronde", "--preset", "fide-open", "--rounds", "5")
    told = ronde.data("settings", tmp_path / "open.ronde")
    assert (told["system"], told["rounds"]) == ("dutch", 5)

    refused = ronde("new", tmp_path / "other.ronde", "--preset", "fide-open", "--system", "swiss")
    assert refused.status == 2
    assert not (tmp_path / "other.ronde").exists()
