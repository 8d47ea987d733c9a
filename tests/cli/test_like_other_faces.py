"""What the command line does as the desk in the browser and in the terminal do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.cli.terminal import Terminal, told


@pytest.fixture
def base(ronde: Terminal, tmp_path: Path) -> None:
    """A base of known people: 1 and 7."""
    (tmp_path / "known.csv").write_text("id,name\n1,KNOWN Ann\n7,KNOWN Bob\n")
    ronde.done("people", "import", "known.csv")


def _entered(ronde: Terminal, file: Path) -> dict[str, Any]:
    """The player of the last event."""
    player = ronde.data("history", file, "--last", "1")[0]["data"]["player"]
    assert isinstance(player, dict)
    return player


@pytest.mark.usefixtures("base")
def test_the_people_of_a_list_get_no_number_of_a_known_person(
    ronde: Terminal, file: Path, tmp_path: Path
) -> None:
    (tmp_path / "club.csv").write_text("name\nRUIZ Ana\n")

    ronde.done("player", "import", file, "club.csv")

    assert _entered(ronde, file)["id"] == 8


@pytest.mark.usefixtures("base")
def test_whoever_has_no_number_of_a_known_person_is_new(ronde: Terminal, file: Path) -> None:
    ronde.done("player", "add", file, "RUIZ Ana", "--id", "20")
    assert _entered(ronde, file)["new"] is True
    ronde.done("player", "add", file, "KNOWN Bob", "--id", "7")
    assert _entered(ronde, file)["new"] is False


@pytest.mark.usefixtures("base")
def test_another_base_counts_for_one_line_of_a_script(ronde: Terminal, file: Path, tmp_path: Path) -> None:
    (tmp_path / "other.csv").write_text("id,name\n8,OTHER Eve\n")
    ronde.done("people", "import", "other.csv", "--base", "other.db")
    lines = "player add 'LI Bo' --base other.db\nplayer add 'LI Cy'\nplayer add 'LI Di' --base other.db\n"

    ronde.done("script", file, "-", stdin=lines)

    assert [card["id"] for card in ronde.data("player", "list", file)][6:] == [7, 8, 9]


def test_a_base_that_is_named_must_be_readable(ronde: Terminal, file: Path, tmp_path: Path) -> None:
    usual = tmp_path / "share" / "ronde" / "people.db"
    usual.parent.mkdir(parents=True)
    usual.write_text("no base")

    assert ronde.data("player", "add", file, "RUIZ Ana")["id"] == 7
    assert ronde.refused("player", "add", file, "LI Bo", "--base", usual)


@pytest.mark.parametrize("words", [("leave",), ("away", "1")])
def test_a_bye_that_the_system_does_not_offer_is_refused(
    ronde: Terminal, file: Path, words: tuple[str, ...]
) -> None:
    verb, *rounds = words

    assert ronde.refused("player", verb, file, "1", *rounds, "--reason", "half-bye").code == "bye-not-offered"


def test_in_the_profile_of_papp_tables_made_by_hand_are_in_order_of_score(
    ronde: Terminal, played: Path
) -> None:
    ronde.done("settings", played, "profile=papp")
    ronde.done("table", "add", played, "2", "4")
    tables = ronde.data("table", "add", played, "1", "3")["tables"]

    assert [(table["table"], table["first"]) for table in tables] == [(1, 1), (2, 2)]
    tables = ronde.data("table", "add", played, "5", "6", "--number", "9")["tables"]
    assert [(table["table"], table["first"]) for table in tables] == [(1, 1), (2, 2), (9, 5)]


def test_a_pair_against_the_rules_is_made_and_said(ronde: Terminal, played: Path) -> None:
    ronde.done("forbid", played, "1", "4")

    added = ronde("table", "add", played, "1", "4")
    ronde.done("table", "add", played, "2", "3")
    ronde.done("table", "swap", played, "1", "2")
    swapped = ronde("table", "swap", played, "1", "2")

    assert (added.status, swapped.status) == (0, 0)
    assert added.err == swapped.err
    assert "POIRIER Élodie – 伊藤 健" in added.err


def test_data_are_not_accompanied_by_notices(ronde: Terminal, played: Path) -> None:
    ronde.done("forbid", played, "1", "4")

    assert ronde.data("table", "add", played, "1", "4")["tables"][0]["by_hand"] is True


def test_whoever_closes_a_round_hears_which_games_are_adjourned(ronde: Terminal, file: Path) -> None:
    ronde.done("pair", file, "--seed", "1")
    ronde.done("result", file, "?", "--seed", "1")
    ronde.done("result", file, "--replace", "1", "a")

    said = ronde("close", file)

    assert said.status == 0
    tables = [
        table["table"] for table in ronde.data("round", file, "1")["tables"] if table["kind"] == "adjourned"
    ]
    assert said.err == told("webdesk.adjourned-left", count=1, tables=str(tables[0]))


def test_whoever_comes_after_the_pairing_of_a_keizer_evening_hears_when_he_plays(ronde: Terminal) -> None:
    ronde.done("new", "club.ronde", "--system", "keizer")
    for name in ("ALDA Ann", "BELL Bob"):
        ronde.done("player", "add", "club.ronde", name)
    ronde.done("pair", "club.ronde")

    said = ronde("player", "add", "club.ronde", "LATE Lou")

    assert said.status == 0
    assert said.err == told("lists.starts-next", round=1, player="LATE Lou", next=2)


def test_a_new_tournament_on_a_network_share_is_made_with_a_warning(
    ronde: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ronde.store.journals.on_network", lambda path: True)

    said = ronde("new", "far.ronde")

    assert said.status == 0
    assert said.err.count("far.ronde") == 1
    assert Path("far.ronde").exists()
