"""Settings by the command line: what is shown, and what a refusal says would be possible."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.terminal import Terminal


def test_a_change_prints_only_what_changed(ronde: Terminal, file: Path) -> None:
    said = ronde.done("settings", file, "rounds=9", "country=ITA")

    assert said.out.splitlines() == ["rounds = 9", "country = ITA"]


def test_a_setting_asked_for_is_the_only_one_shown(ronde: Terminal, file: Path) -> None:
    assert ronde.done("settings", file, "board.total").out == "board.total = 64\n"
    assert ronde.done("settings", file, "rounds=8", "cap").out.splitlines() == ["rounds = 8", "cap = none"]


@pytest.mark.parametrize("discs", ["24", "24.5"])
def test_whole_discs_are_shown_without_a_point(ronde: Terminal, file: Path, discs: str) -> None:
    ronde("settings", file, f"board.bye={discs}")

    assert ronde.done("settings", file, "board.bye").out.strip() == f"board.bye = {discs}"


def test_the_settings_of_keizer_are_shown_where_it_is_played(ronde: Terminal, file: Path) -> None:
    assert "keizer.ratio" not in ronde.done("settings", file).out
    assert ronde.done("settings", file, "keizer.ratio").out == "keizer.ratio = 3\n"
    ronde.done("new", "club.ronde", "--system", "keizer")
    assert "keizer.ratio = 3" in ronde.done("settings", "club.ronde").out.splitlines()


@pytest.mark.parametrize(
    ("change", "possible"),
    [
        ("rounds=0", "1-999"),
        ("rounds=many", "1-999"),
        ("board.total=0", "1-9999"),
        ("board.bye=99", "0-64"),
        ("board.relative=perhaps", "true and false"),
        (
            "system=lottery",
            "swiss, berger, double-berger, gauntlet, keizer, dutch, mcmahon, go-swiss, go-categories and cup",
        ),
        ("tiebreaks=luck", "brightwell, discs"),
        ("cap=-1", "1-10000000, none"),
        ("zones=5-1", "FRA:1000-1999"),
        ("zones=here", "FRA:1000-1999"),
        ("keizer.ratio=2.7", "4.0, 3.5"),
        ("keizer.shares.bye=101", "0-100"),
        ("penalties.colour.again=x", "0-10000000"),
    ],
)
def test_a_refused_setting_says_what_is_possible(
    ronde: Terminal, file: Path, change: str, possible: str
) -> None:
    refusal = ronde.refused("settings", file, change)

    assert refusal.code == f"setting-impossible.{'example' if change.startswith('zones') else 'allowed'}"
    assert possible in refusal
    assert f"“{change.partition('=')[2]}”" in refusal


def test_an_empty_table_of_penalties_is_said_to_be_empty(ronde: Terminal, file: Path) -> None:
    refusal = ronde.refused("settings", file, "penalties.colour.imbalance=")

    assert refusal.code == "penalties-impossible.empty"


@pytest.mark.parametrize(
    "key",
    ["name", "date", "country", "zones", "board.colours", "tiebreaks", "system", "keizer.time_bonus",
     "keizer.categories", "keizer.values", "cap", "rounds"],
)  # fmt: skip
def test_no_setting_takes_or_echoes_a_control_character(ronde: Terminal, file: Path, key: str) -> None:
    value = "F\x1b[31mRA:1-9" if key == "zones" else "a\x1b[31m,b"

    refusal = ronde.refused("settings", file, f"{key}={value}")

    assert refusal.isprintable()


def test_a_total_that_the_results_do_not_fit_names_their_round(ronde: Terminal, played: Path) -> None:
    refusal = ronde.refused("settings", played, "board.total=100")

    assert refusal.code == "setting-impossible.results"


def test_french_headings_have_their_blank_before_the_colon(ronde: Terminal) -> None:
    said = ronde.done("--lang", "fr", "pair", "--help").out

    assert "Options\u00a0:\n" in said
