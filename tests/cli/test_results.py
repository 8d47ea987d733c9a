from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.terminal import Terminal, told


@pytest.fixture
def file(ronde: Terminal, file: Path) -> Path:
    """The tournament of six with POIRIER-DOE, HOLLOWAY-ITO and DE LA TOUR-POIROT at tables 1, 2 and 3."""
    for first, second in ((1, 2), (3, 4), (5, 6)):
        ronde.done("table", "add", file, first, second)
    return file


def test_a_surname_wins_over_a_longer_one(ronde: Terminal, file: Path) -> None:
    for name in ("DOE-RAY, Ann", "HOLLOWAYS, Cy"):
        ronde.done("player", "add", file, name)
    ronde.done("table", "add", file, "doe-ray", "holloways")

    ronde.done("result", file, "doe", "29")
    ronde.done("result", file, "holloway", "33")

    assert scores(ronde, file) == [[35, 29], [33, 31], None, None]
    assert "DOE Jane" in ronde.done("sheet", file, "doe").out


def scores(ronde: Terminal, file: Path, round: int = 1) -> list[list[float] | None]:
    return [table["score"] for table in ronde.data("round", file, round)["tables"]]


@pytest.mark.parametrize(
    ("entry", "score"),
    [
        ("poirier35", [35, 29]),
        ("POIRI 35", [35, 29]),
        ("doe29", [35, 29]),
        ("1 35", [35, 29]),
        ("1+6", [35, 29]),
        ("1 +6", [35, 29]),
        ("2-6", [35, 29]),
        ("2 -6", [35, 29]),
        ("1=", [32, 32]),
        ("doe =", [32, 32]),
        ("1 34.5", [34.5, 29.5]),
        ("1 64", [64, 0]),
        ("1 0", [0, 64]),
        ("1 w", [40, 24]),
        ("1 f", [24, 40]),
        ("1 ff", [0, 0]),
        ("1 a", [32, 32]),
        ("1 u", [0, 0]),
    ],
)
def test_a_result_is_typed_as_on_a_coupon(
    ronde: Terminal, file: Path, entry: str, score: list[float]
) -> None:
    ronde.done("result", file, entry)
    together = scores(ronde, file)
    ronde.done("undo", file)
    ronde.done("result", file, *entry.split())

    assert scores(ronde, file) == together == [score, None, None]


def test_the_table_and_what_is_missing_are_shown(ronde: Terminal, file: Path) -> None:
    said = ronde.done("result", file, "poirier35").out
    assert said.splitlines()[0] == "1  POIRIER Élodie (1) -- DOE Jane (2)  35-29"
    assert said.endswith(told("cli.still-missing", count=2))
    data = ronde.data("result", file, "3 33")
    assert (data["table"], data["score"], data["kind"], data["missing"]) == (2, [33, 31], "played", 1)
    assert ronde.done("result", file, "5=").out.endswith(told("cli.complete"))


@pytest.mark.parametrize("entry", ["-poirier", "-DOE", "-1", "-2", "1e", "2x", "1 e", "2 x"])
def test_a_result_is_erased(ronde: Terminal, file: Path, entry: str) -> None:
    ronde.done("result", file, "1 40")

    said = ronde.done("result", file, *entry.split())

    assert said.out.splitlines()[0].endswith("...")
    assert scores(ronde, file) == [None, None, None]


def test_a_name_after_the_hyphen_is_never_an_option(ronde: Terminal, file: Path) -> None:
    ronde.done("result", file, "hol33")

    ronde.done("result", file, "-hol")

    assert scores(ronde, file) == [None, None, None]


def test_help_is_still_there(ronde: Terminal, file: Path) -> None:
    assert ronde.done("result", "--help").out.startswith("Usage: ronde result")


def test_an_exclamation_mark_closes_the_round(ronde: Terminal, file: Path) -> None:
    for entry in ("1 40", "3 33", "5="):
        ronde.done("result", file, entry)

    data = ronde.data("result", file, "!")

    assert data["after"] == 1
    ronde.done("undo", file)
    assert ronde.done("result", file, "!").out.startswith("Open de Paris: 6 players after round 1")


def test_a_question_mark_fills_what_is_missing_by_chance(ronde: Terminal, file: Path) -> None:
    ronde.done("result", file, "1 40")

    first = ronde.data("result", file, "?", "--seed", "9")
    ronde.done("undo", file)
    second = ronde.data("result", file, "?", "--seed", "9")

    assert first == second
    assert first["tables"][0]["score"] == [40, 24]
    assert all(table["score"] and sum(table["score"]) == 64 for table in first["tables"])
    assert ronde.done("result", file, "?").out.startswith("Open de Paris: round 1")


def test_the_same_result_again_changes_nothing(ronde: Terminal, file: Path) -> None:
    ronde.done("result", file, "1 40")
    before = ronde.data("history", file)

    ronde.done("result", file, "2 24")

    assert ronde.data("history", file) == before


def test_a_different_result_is_never_silent(ronde: Terminal, file: Path) -> None:
    ronde.done("result", file, "1 40")

    refusal = ronde.refused("result", file, "2 40")

    assert refusal.code.startswith("result-differs")
    assert "40-24" in refusal
    assert "24-40" in refusal
    assert scores(ronde, file)[0] == [40, 24]
    ronde.done("result", file, "2 40", "--replace")
    assert scores(ronde, file)[0] == [24, 40]


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ("1 65", "result-impossible.outside"),
        ("1 +65", "result-impossible.outside"),
        ("1 -66", "result-impossible.outside"),
        ("1 999999", "result-impossible.outside"),
        ("1 forty", "result-impossible.unreadable"),
        ("1 4O", "result-impossible.unreadable"),
        ("1", "entry-unreadable"),
        ("poirier", "entry-unreadable"),
        ("poi35", "ambiguous-player"),
        ("nobody35", "not-paired.unknown"),
        ("99 35", "not-paired.number"),
        ("-nobody", "not-paired.unknown"),
        ("-3", "no-result"),
        ("", "entry-unreadable"),
        ("x" * 10_000, "not-paired.unknown"),
        ("\u202e35", "not-paired.unknown"),
    ],
)
def test_what_is_no_result_is_refused(ronde: Terminal, file: Path, entry: str, code: str) -> None:
    assert ronde.refused("result", file, entry).code == code
    assert scores(ronde, file) == [None, None, None]


def test_a_result_of_nobody_is_refused(ronde: Terminal, played: Path) -> None:
    assert ronde.refused("result", played, "1 35").code == "not-paired"
    ronde.misused("result", played)


def test_a_result_is_cleared_by_player_or_table(ronde: Terminal, file: Path) -> None:
    for words in (("doe",), ("--table", "1")):
        ronde.done("result", file, "1 40")
        data = ronde.data("clear", file, *words)
        assert (data["table"], data["score"], data["missing"]) == (1, None, 3)
    assert ronde.refused("clear", file, "doe").code == "no-result"
    assert ronde.refused("clear", file, "--table", "9").code == "unknown-table"
    assert "PLAYER" in ronde.misused("clear", file)
    ronde.misused("clear", file, "doe", "--table", "1")


def test_somebody_without_a_table_has_no_result_to_clear(ronde: Terminal, file: Path) -> None:
    ronde.done("table", "remove", file, "1")

    assert ronde.refused("clear", file, "doe").code == "not-paired"


# correct


def test_an_old_result_is_put_right_with_its_colours(ronde: Terminal, played: Path) -> None:
    said = ronde.done("correct", played, "1", "doe", "50", "poirier", "14")
    facts = {"round": 1, "table": 1, "first": "DOE Jane", "second": "POIRIER Élodie", "score": "50-14"}
    assert said.out == told("cli.corrected", **facts)
    data = ronde.data("correct", played, "1", "poirier", "+10", "doe")
    assert (data["round"], data["table"], data["first"], data["score"]) == (1, 1, 1, [37, 27])
    assert ronde.data("standings", played)["rows"][0]["id"] == 1
    assert ronde.data("correct", played, "1", "5", "-4", "6")["score"] == [30, 34]
    assert ronde.data("correct", played, "1", "3", "w", "4")["kind"] == "forfeit"


def test_a_correction_to_the_result_that_is_there_says_that_nothing_changes(
    ronde: Terminal, played: Path
) -> None:
    before = ronde.data("history", played)

    same = ("correct", played, "1", "poirier", "40", "doe")
    assert ronde.done(*same).out == told("errors.nothing-to-change", what="1.1")
    assert ronde.data(*same)["score"] == [40, 24]
    assert ronde.data("history", played) == before


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("1", "doe", "50", "poirier", "13"), "result-impossible.sum"),
        (("1", "poirier", "40", "holl"), "did-not-meet"),
        (("1", "poirier", "40", "1"), "did-not-meet"),
        (("1", "nobody", "40", "doe"), "unknown-player"),
        (("1", "poirier", "65", "doe"), "result-impossible.outside"),
        (("2", "poirier", "40", "doe"), "not-paired"),
        (("3", "poirier", "40", "doe"), "unknown-round"),
    ],
)
def test_a_correction_that_cannot_be_is_refused(
    ronde: Terminal, played: Path, words: tuple[str, ...], code: str
) -> None:
    before = ronde.data("history", played)

    assert ronde.refused("correct", played, *words).code == code
    assert ronde.data("history", played) == before


def test_games_without_discs_are_won_drawn_or_lost(ronde: Terminal) -> None:
    ronde.done("new", "chess.ronde", "--game", "chess")
    for name in "ABCD":
        ronde.done("player", "add", "chess.ronde", name)
    ronde.done("table", "add", "chess.ronde", "1", "2")
    ronde.done("table", "add", "chess.ronde", "3", "4")

    assert ronde.data("result", "chess.ronde", "1 1")["score"] == [1, 0]
    assert ronde.data("result", "chess.ronde", "3=")["score"] == [0.5, 0.5]
    assert ronde.refused("result", "chess.ronde", "1 2", "--replace").code == "result-impossible.outside"
    assert [row["points"] for row in ronde.data("close", "chess.ronde")["rows"]] == [1, 0.5, 0.5, 0]
    assert "White" in ronde.done("round", "chess.ronde", "1").out.splitlines()[2].split()[1]
