from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.cli.terminal import Terminal

TABLE = {"table", "first", "second", "cost", "reasons", "score"}


def seated(data: Any) -> set[frozenset[int]]:
    return {frozenset((table["first"], table["second"])) for table in data["tables"]}


# pair and round


def test_pair_prints_the_round_as_the_interface_says(ronde: Terminal, file: Path) -> None:
    data = ronde.data("pair", file, "--seed", "3")

    assert {"round", "system", "seed", "tables", "bye", "total"} <= set(data)
    assert (data["round"], data["system"], data["seed"], data["bye"]) == (1, "swiss", 3, None)
    assert [table["table"] for table in data["tables"]] == [1, 2, 3]
    for table in data["tables"]:
        assert set(table) >= TABLE
        assert table["score"] is None
        assert table["cost"] == sum(reason["cost"] for reason in table["reasons"])
        assert all(set(reason) >= {"rule", "cost"} for reason in table["reasons"])
    assert data["total"] == sum(table["cost"] for table in data["tables"])
    assert sorted(player for pair in seated(data) for player in pair) == [1, 2, 3, 4, 5, 6]
    assert ronde.data("round", file) == data


def test_the_same_seed_draws_the_same_round(ronde: Terminal, file: Path) -> None:
    previews = [ronde.data("pair", file, "--seed", "11", "--preview") for _ in range(2)]

    assert previews[0] == previews[1] == ronde.data("pair", file, "--seed", "11")


def test_a_preview_writes_nothing_down(ronde: Terminal, file: Path) -> None:
    before = ronde.data("history", file)

    ronde.done("pair", file, "--preview")

    assert ronde.data("history", file) == before


def test_the_pairs_are_shown_with_names_and_how_they_were_drawn(ronde: Terminal, file: Path) -> None:
    lines = ronde.done("pair", file, "--seed", "3").out.splitlines()

    assert lines[0] == "Open de Paris: round 1"
    assert lines[2].split() == ["table", "Black", "White"]
    assert len(lines) == 8
    assert lines[-1].startswith("system swiss, seed 3, total ")


def test_pairs_that_exist_are_never_touched(ronde: Terminal, file: Path) -> None:
    ronde.done("table", "add", file, "6", "1", "--number", "3")

    data = ronde.data("pair", file, "--seed", "1")

    assert frozenset((6, 1)) in seated(data)
    assert len(data["tables"]) == 3
    again = ronde.data("pair", file, "--seed", "2")
    assert seated(again) == seated(data)


def test_pairing_again_keeps_results_and_locked_tables(ronde: Terminal, file: Path) -> None:
    for first, second in ((1, 6), (2, 5), (3, 4)):
        ronde.done("table", "add", file, first, second)
    ronde.done("table", "lock", file, "1")
    ronde.done("result", file, "2 40")

    data = ronde.data("pair", file, "--again", "--seed", "5")

    assert {frozenset((1, 6)), frozenset((2, 5)), frozenset((3, 4))} == seated(data)
    (locked,) = [table for table in data["tables"] if frozenset((table["first"], table["second"])) == {1, 6}]
    assert locked["locked"] is True


def test_an_odd_player_has_the_bye_with_its_bill(ronde: Terminal, played: Path) -> None:
    ronde.done("player", "leave", played, "6")

    data = ronde.data("pair", played, "--seed", "4")

    assert set(data["bye"]) == {"player", "cost", "reasons"}
    assert data["bye"]["cost"] == sum(reason["cost"] for reason in data["bye"]["reasons"])
    assert data["total"] == sum(table["cost"] for table in data["tables"]) + data["bye"]["cost"]
    out = ronde.done("round", played).out
    assert "\nBye:\n" in out


def test_the_bye_may_be_chosen_and_left_to_the_draw_again(ronde: Terminal, file: Path) -> None:
    ronde.done("player", "leave", file, "6")

    ronde.done("bye", file, "poirier")
    assert ronde.data("pair", file, "--preview")["bye"]["player"] == 1
    ronde.done("bye", file)
    byes = {ronde.data("pair", file, "--preview", "--seed", seed)["bye"]["player"] for seed in range(12)}
    assert len(byes) > 1


def test_a_round_that_cannot_be_paired_is_refused_with_the_reason(ronde: Terminal) -> None:
    ronde.done("new", "few.ronde")
    assert ronde.refused("pair", "few.ronde") == "Fewer than two players are here to be paired (0 present)."
    for name in ("A", "B"):
        ronde.done("player", "add", "few.ronde", name)
    ronde.done("forbid", "few.ronde", "A", "B")
    assert ronde.refused("pair", "few.ronde").startswith("The forbidden pairs leave no legal way")
    assert ronde.data("round", "few.ronde")["tables"] == []


def test_forbidden_pairs_are_not_drawn_until_they_are_allowed(ronde: Terminal, file: Path) -> None:
    said = ronde.done("forbid", file, "poirier", "doe")
    assert said.out == "POIRIER Élodie and DOE Jane will not be drawn against each other.\n"
    assert ronde.refused("forbid", file, "2", "1").startswith("Nothing to change")
    for seed in range(8):
        assert frozenset((1, 2)) not in seated(ronde.data("pair", file, "--preview", "--seed", seed))
    assert ronde.data("forbid", file, "3", "4") == {"forbidden": [[1, 2], [3, 4]]}
    assert ronde.done("allow", file, "1", "2").out == "POIRIER Élodie and DOE Jane may meet.\n"
    assert ronde.data("allow", file, "3", "4") == {"forbidden": []}
    assert ronde.refused("allow", file, "1", "2").startswith("Nothing to change")
    assert ronde.refused("forbid", file, "1", "1") == "POIRIER Élodie cannot play against himself."


def test_a_round_beyond_those_announced_is_paired_with_a_note(ronde: Terminal, played: Path) -> None:
    ronde.done("settings", played, "rounds=1")

    said = ronde("pair", played)

    assert said.status == 0
    assert said.err == "Note: round 2 goes beyond the 1 rounds announced.\n"


def test_an_unknown_round_is_refused(ronde: Terminal, file: Path) -> None:
    for number in ("0", "2", "99", "9" * 30):
        assert ronde.refused("round", file, number).startswith(f"There is no round {number} ")


def test_past_rounds_stay_as_they_were(ronde: Terminal, played: Path) -> None:
    ronde.done("pair", played)

    data = ronde.data("round", played, "1")

    assert data["closed"] is True
    assert [table["score"] for table in data["tables"]] == [[40, 24], [33, 31], [32, 32]]
    assert "40-24" in ronde.done("round", played, "1").out


# Tables by hand


def test_tables_are_made_dissolved_and_numbered_by_hand(ronde: Terminal, file: Path) -> None:
    assert [table["table"] for table in ronde.data("table", "add", file, "doe", "poirier")["tables"]] == [1]
    data = ronde.data("table", "add", file, "3", "4", "--number", "7")
    assert [(table["table"], table["first"], table["second"]) for table in data["tables"]] == [
        (1, 2, 1),
        (7, 3, 4),
    ]
    assert data["unpaired"] == [5, 6]
    assert "Not paired yet:" in ronde.done("round", file).out
    assert [table["table"] for table in ronde.data("table", "remove", file, "1")["tables"]] == [7]
    assert ronde.data("table", "remove", file, "--all")["tables"] == []


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("add", "1", "1"), "POIRIER Élodie cannot play against himself."),
        (("add", "1", "3"), "POIRIER Élodie already sits at table 1 of round 1."),
        (("add", "5", "6"), "POIROT Hercule (6) is not free to be paired in this round."),
        (("add", "3", "4", "--number", "1"), "Table 1 of round 1 is taken."),
        (("add", "3", "nobody"), "No player is called or numbered “nobody”."),
        (("remove", "9"), "Round 1 has no table 9."),
        (("remove", "-9"), None),
        (("lock", "9"), "Round 1 has no table 9."),
        (("swap", "1", "1"), "POIRIER Élodie cannot play against himself."),
        (("swap", "1", "6"), "POIROT Hercule (6) is not free to be paired in this round."),
    ],
)
def test_tables_that_cannot_be_are_refused(
    ronde: Terminal, file: Path, words: tuple[str, ...], complaint: str | None
) -> None:
    ronde.done("table", "add", file, "1", "2")
    ronde.done("player", "leave", file, "6")
    verb, *rest = words
    if complaint is None:
        ronde.misused("table", verb, file, *rest)
    else:
        assert ronde.refused("table", verb, file, *rest) == complaint


def test_players_swap_places_or_colours(ronde: Terminal, file: Path) -> None:
    ronde.done("table", "add", file, "1", "2")
    ronde.done("table", "add", file, "3", "4")

    data = ronde.data("table", "swap", file, "2", "3")
    assert seated(data) == {frozenset((1, 3)), frozenset((2, 4))}
    first = ronde.data("table", "swap", file, "1", "3")["tables"][0]
    assert (first["first"], first["second"]) == (3, 1)
    data = ronde.data("table", "swap", file, "1", "5")
    assert seated(data) == {frozenset((3, 5)), frozenset((2, 4))}


def test_a_table_with_a_result_is_not_moved(ronde: Terminal, file: Path) -> None:
    ronde.done("table", "add", file, "1", "2")
    ronde.done("result", file, "1 40")

    for words in (("swap", file, "1", "3"), ("remove", file, "1")):
        assert ronde.refused("table", *words).startswith("Table 1 of round 1 has a result: clear it first")
    assert ronde.data("table", "remove", file, "--all")["tables"][0]["score"] == [40, 24]


def test_a_table_is_locked_and_unlocked(ronde: Terminal, file: Path) -> None:
    ronde.done("table", "add", file, "1", "2")

    assert ronde.data("table", "lock", file, "1")["tables"][0]["locked"] is True
    assert ronde.data("table", "lock", file, "1", "--off")["tables"][0]["locked"] is False


def test_which_table_to_remove_must_be_said_in_one_way(ronde: Terminal, file: Path) -> None:
    assert "[TABLE]" in ronde.misused("table", "remove", file)
    ronde.misused("table", "remove", file, "1", "--all")


# Why


def test_the_bill_of_a_pair_is_told_line_by_line(ronde: Terminal, played: Path) -> None:
    data = ronde.data("pair", played, "--seed", "2")
    table = data["tables"][0]

    bill = ronde.data("why", played, "2", str(table["table"]))
    assert bill == table
    lines = ronde.done("why", played, "2", str(table["table"])).out.splitlines()
    assert len(lines) == 2 + len(table["reasons"])
    assert lines[-1].split() == [str(table["cost"]), "in", "all"]
    explained = ronde.done("round", played, "--explain").out
    for line in lines[1:-1]:
        assert line.strip() in explained


def test_a_pair_made_by_hand_has_no_bill(ronde: Terminal, played: Path) -> None:
    assert "made by hand" in ronde.done("why", played, "1", "1").out
    assert ronde.refused("why", played, "1", "9") == "Round 1 has no table 9."
    assert ronde.refused("why", played, "7", "1").startswith("There is no round 7")


def test_a_pair_that_was_not_drawn_is_priced_with_the_whole_round(ronde: Terminal, played: Path) -> None:
    data = ronde.data("whynot", played, "1", "2")

    assert data["round"] == 2
    assert {data["first"], data["second"]} == {1, 2}
    assert data["dearer"] == data["total_with"] - data["total_best"] > 0
    assert any(reason["rule"].startswith("met-") for reason in data["reasons"])
    assert f"{data['dearer']} more than the best draw" in ronde.done("whynot", played, "1", "2").out
    assert "de plus que le meilleur appariement" in ronde.done("--lang", "fr", "whynot", played, "1", "2").out
    best = ronde.data("pair", played, "--seed", "1")["tables"][0]
    equal = ronde.done("whynot", played, best["first"], best["second"]).out
    assert "the same as the best draw" in equal
    assert ronde.refused("whynot", played, "1", "1") == "POIRIER Élodie cannot play against himself."
    assert ronde.data("whynot", played, "1", "3", "--round", "1")["round"] == 1


# close and reopen


def test_closing_prints_the_standings(ronde: Terminal, file: Path) -> None:
    ronde.done("pair", file)
    ronde.done("result", file, "?", "--seed", "1")

    data = ronde.data("close", file)

    assert data["after"] == 1
    assert ronde.data("standings", file) == data
    assert ronde.done("standings", file).out.startswith("Open de Paris: 6 players after round 1\n")


def test_an_incomplete_round_is_not_closed(ronde: Terminal, file: Path) -> None:
    ronde.done("table", "add", file, "1", "2")
    assert ronde.refused("close", file).startswith("Round 1 is not complete; without an opponent: ")
    ronde.done("pair", file)
    ronde.done("result", file, "1 40")
    missing = ronde.data("open", file)["missing"]
    refusal = ronde.refused("close", file)
    assert refusal == f"Round 1 is not complete; results are missing at tables {missing[0]} and {missing[1]}."
    assert ronde.refused("result", file, "!") == refusal


def test_a_round_with_nobody_is_not_closed(ronde: Terminal) -> None:
    ronde.done("new", "empty.ronde")

    assert ronde.refused("close", "empty.ronde") == "Round 1 cannot be closed: nobody is paired."


def test_a_closed_round_is_reopened_until_the_next_is_paired(ronde: Terminal, played: Path) -> None:
    assert ronde.done("reopen", played).out == "Round 1 is open again.\n"
    ronde.done("close", played)
    assert ronde.data("reopen", played)["open_round"] == 1
    ronde.done("close", played)
    ronde.done("pair", played)
    assert ronde.refused("reopen", played) == "Round 2 has tables; remove them before reopening round 1."


def test_without_a_closed_round_none_is_reopened(ronde: Terminal, file: Path) -> None:
    assert ronde.refused("reopen", file) == "No round has been closed yet."


def test_a_backup_that_cannot_be_kept_is_said_although_the_round_is_closed(
    ronde: Terminal, file: Path
) -> None:
    (file.parent / "open.backups").write_text("in the way")
    ronde.done("pair", file)
    ronde.done("result", file, "?")

    said = ronde("close", file)

    assert said.status == 0
    assert said.out.startswith("Open de Paris: 6 players after round 1")
    assert "open.backups" in said.err


def test_round_robins_end_with_their_schedule(ronde: Terminal) -> None:
    ronde.done("new", "robin.ronde", "--system", "berger", "--rounds", "3")
    for name in "ABCD":
        ronde.done("player", "add", "robin.ronde", name)
    met: list[frozenset[int]] = []
    for _ in range(3):
        met += seated(ronde.data("pair", "robin.ronde"))
        ronde.done("result", "robin.ronde", "?")
        ronde.done("close", "robin.ronde")

    assert len(met) == len(set(met)) == 6
    assert ronde.refused("pair", "robin.ronde") == "The schedule ends with round 3; there is no round 4."
