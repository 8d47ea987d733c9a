from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.cli.terminal import Terminal, told
from tests.support.root import TESTS

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


def test_whoever_is_expected_is_named_before_the_draw_brings_him_in(ronde: Terminal, file: Path) -> None:
    said = ronde.done("player", "leave", file, "6", "--expected", "1").out
    assert "will join when round 1 is paired" in said
    before = ronde.data("history", file)

    preview = ronde("pair", file, "--preview", "--seed", "1")
    assert preview.err.startswith("Joining with this pairing: ")
    assert "(6, expected in round 1)" in preview.err
    assert ronde.data("pair", file, "--preview")["arrivals"] == [6]
    assert ronde.data("round", file)["arrivals"] == [6]
    assert ronde.data("history", file) == before

    alone = ronde.data("pair", file, "--preview", "--without-expected")
    assert (alone["arrivals"], 6 in {one for pair in seated(alone) for one in pair}) == ([], False)
    drawn = ronde.data("pair", file)
    assert (drawn["arrivals"], len(drawn["tables"])) == ([6], 3)
    assert ronde.data("round", file)["arrivals"] == []


def test_nobody_is_brought_in_before_his_round_nor_after_a_plain_leave(ronde: Terminal, file: Path) -> None:
    ronde.done("player", "leave", file, "6", "--expected", "2")
    ronde.done("player", "leave", file, "5")

    drawn = ronde.done("pair", file, "--json")

    assert (drawn.err, ronde.data("round", file)["arrivals"]) == ("", [])
    assert {one for pair in seated(ronde.data("round", file)) for one in pair} == {1, 2, 3, 4}
    (five, six) = ronde.data("player", "list", file)[4:]
    assert (five["absence"], five["expected"]) == ("withdrawn", None)
    assert (six["absence"], six["expected"]) == ("pre-registered", 2)


def test_a_round_that_cannot_be_waited_for_is_refused(ronde: Terminal, file: Path) -> None:
    refusal = ronde.refused("player", "away", file, "6", "2", "3", "--reason", "pre-registered")

    assert refusal.code == "unknown-round.expected"
    assert ronde.data("player", "list", file)[5]["absence"] is None


def test_the_pairs_are_shown_with_names_and_how_they_were_drawn(ronde: Terminal, file: Path) -> None:
    lines = ronde.done("pair", file, "--seed", "3").out.splitlines()

    assert lines[0] == "Open de Paris: round 1"
    assert lines[2].split() == ["table", "Black", "White"]
    assert len(lines) == 8
    assert lines[-1].startswith("system Swiss, seed 3, total ")


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
    assert ronde.refused("pair", "few.ronde").code == "nobody-to-pair"
    for name in ("A", "B"):
        ronde.done("player", "add", "few.ronde", name)
    ronde.done("forbid", "few.ronde", "A", "B")
    assert ronde.refused("pair", "few.ronde").code == "cannot-pair.forbidden"
    assert ronde.data("round", "few.ronde")["tables"] == []


def test_forbidden_pairs_are_not_drawn_until_they_are_allowed(ronde: Terminal, file: Path) -> None:
    said = ronde.done("forbid", file, "poirier", "doe")
    assert said.out == told("cli.forbidden", one="POIRIER Élodie", other="DOE Jane")
    assert ronde.refused("forbid", file, "2", "1").code == "nothing-to-change"
    for seed in range(8):
        assert frozenset((1, 2)) not in seated(ronde.data("pair", file, "--preview", "--seed", seed))
    assert ronde.data("forbid", file, "3", "4") == {"forbidden": [[1, 2], [3, 4]]}
    allowed = told("cli.allowed", one="POIRIER Élodie", other="DOE Jane")
    assert ronde.done("allow", file, "1", "2").out == allowed
    assert ronde.data("allow", file, "3", "4") == {"forbidden": []}
    assert ronde.refused("allow", file, "1", "2").code == "nothing-to-change"
    assert ronde.refused("forbid", file, "1", "1").code == "same-player"


def test_a_round_beyond_those_announced_is_paired_only_if_it_is_wanted(ronde: Terminal, played: Path) -> None:
    ronde.done("settings", played, "rounds=1")

    assert ronde.refused("pair", played).code == "beyond-rounds"
    assert not ronde.data("round", played)["tables"]
    assert ronde.refused("table", "add", played, "1", "2").code == "beyond-rounds"
    assert ronde.data("pair", played, "--beyond")["tables"]
    assert ronde.data("status", played)["state"] == "running"


def test_an_unknown_round_is_refused(ronde: Terminal, file: Path) -> None:
    for number in ("0", "2", "99", "9" * 30):
        assert ronde.refused("round", file, number).code == "unknown-round"


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
    assert told("lists.unpaired", count=2) in ronde.done("round", file).out
    assert [table["table"] for table in ronde.data("table", "remove", file, "1")["tables"]] == [7]
    assert ronde.data("table", "remove", file, "--all")["tables"] == []


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("add", "1", "1"), "same-player"),
        (("add", "1", "3"), "already-paired"),
        (("add", "5", "6"), "not-present"),
        (("add", "3", "4", "--number", "1"), "table-taken"),
        (("add", "3", "nobody"), "unknown-player"),
        (("remove", "9"), "unknown-table"),
        (("remove", "-9"), None),
        (("lock", "9"), "unknown-table"),
        (("swap", "1", "1"), "same-player"),
        (("swap", "1", "6"), "not-present"),
    ],
)
def test_tables_that_cannot_be_are_refused(
    ronde: Terminal, file: Path, words: tuple[str, ...], code: str | None
) -> None:
    ronde.done("table", "add", file, "1", "2")
    ronde.done("player", "leave", file, "6")
    verb, *rest = words
    if code is None:
        ronde.misused("table", verb, file, *rest)
    else:
        assert ronde.refused("table", verb, file, *rest).code == code


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
        assert ronde.refused("table", *words).code == "table-has-result"
    assert ronde.data("table", "remove", file, "--all")["tables"][0]["score"] == [40, 24]


def test_a_table_is_locked_and_unlocked(ronde: Terminal, file: Path) -> None:
    ronde.done("table", "add", file, "1", "2")

    assert ronde.data("table", "lock", file, "1")["tables"][0]["locked"] is True
    assert ronde.data("table", "lock", file, "1", "--off")["tables"][0]["locked"] is False


def test_which_table_to_remove_must_be_said_in_one_way(ronde: Terminal, file: Path) -> None:
    assert "TABLE" in ronde.misused("table", "remove", file)
    ronde.misused("table", "remove", file, "1", "--all")


# Why


def test_the_bill_of_a_pair_is_told_line_by_line(ronde: Terminal, played: Path) -> None:
    data = ronde.data("pair", played, "--seed", "2")
    table = data["tables"][0]

    bill = ronde.data("why", played, "2", str(table["table"]))
    assert bill | table == bill
    lines = ronde.done("why", played, "2", str(table["table"])).out.splitlines()
    assert lines[1] == bill["why"]
    assert len(lines) == 3 + len(table["reasons"])
    assert lines[-1].split() == [str(table["cost"]), "in", "all"]
    explained = ronde.done("round", played, "--explain").out
    assert bill["why"] in " ".join(explained.split())
    for line in lines[2:-1]:
        assert line.strip() in explained


def test_why_two_meet_is_said_in_the_language_of_the_terminal(ronde: Terminal, played: Path) -> None:
    for language, sentence in (
        ("en", "The arbiter chose this pair."),
        ("fr", "L'arbitre a choisi cette paire."),
        ("de", "Der Turnierleiter hat diese Paarung gewählt."),
        ("nl", "De wedstrijdleider heeft deze paring gekozen."),
    ):
        assert sentence in ronde.done("--lang", language, "why", played, "1", "1").out.splitlines()
        assert ronde.data("--lang", language, "why", played, "1", "1")["why"] == sentence


def test_a_pair_made_by_hand_has_its_bill_too(ronde: Terminal, played: Path) -> None:
    bill = ronde.data("why", played, "1", "1")

    assert bill["cost"] == sum(reason["cost"] for reason in bill["reasons"])
    assert ronde.refused("why", played, "1", "9").code == "unknown-table"
    assert ronde.refused("why", played, "7", "1").code == "unknown-round"


def test_a_pair_that_was_not_drawn_is_priced_with_the_whole_round(ronde: Terminal, played: Path) -> None:
    data = ronde.data("whynot", played, "1", "2")

    assert data["round"] == 2
    assert {data["first"], data["second"]} == {1, 2}
    assert data["dearer"] == data["total_with"] - data["total_best"] > 0
    assert any(reason["rule"].startswith("met-") for reason in data["reasons"])
    assert f"{data['dearer']} more than the best pairing" in ronde.done("whynot", played, "1", "2").out
    assert "de plus que le meilleur appariement" in ronde.done("--lang", "fr", "whynot", played, "1", "2").out
    best = ronde.data("pair", played, "--seed", "1")["tables"][0]
    equal = ronde.done("whynot", played, best["first"], best["second"]).out
    assert "the same as the best pairing" in equal
    assert ronde.refused("whynot", played, "1", "1").code == "same-player"
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
    assert ronde.refused("close", file).code == "round-not-complete.unpaired"
    ronde.done("pair", file)
    ronde.done("result", file, "1 40")
    missing = ronde.data("status", file)["missing"]
    refusal = ronde.refused("close", file)
    assert refusal.code == "round-not-complete.results"
    assert f"{missing[0]} and {missing[1]}" in refusal
    assert ronde.refused("result", file, "!") == refusal


def test_a_round_with_nobody_is_not_closed(ronde: Terminal) -> None:
    ronde.done("new", "empty.ronde")

    assert ronde.refused("close", "empty.ronde").code.startswith("round-not-complete")


def test_a_closed_round_is_reopened_until_the_next_is_paired(ronde: Terminal, played: Path) -> None:
    assert ronde.done("reopen", played).out == told("cli.reopened", round=1)
    ronde.done("close", played)
    assert ronde.data("reopen", played)["open_round"] == 1
    ronde.done("close", played)
    ronde.done("pair", played)
    assert ronde.refused("reopen", played).code.startswith("round-started")


def test_without_a_closed_round_none_is_reopened(ronde: Terminal, file: Path) -> None:
    assert ronde.refused("reopen", file).code == "no-round-closed"


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
    assert ronde.refused("pair", "robin.ronde").code == "rounds-over"


GOLDEN_06 = TESTS / "golden" / "papp" / "06-round-robin-fallback-8"


@pytest.fixture
def fallen_back(ronde: Terminal, tmp_path: Path) -> Path:
    """Golden 06 after five rounds, of which two left the schedule; the missing player is back."""
    folder = tmp_path / "papp"
    folder.mkdir()
    for name in ("papp.cfg", "joueurs.txt"):
        (folder / name).write_bytes((GOLDEN_06 / name).read_bytes())
    work = (GOLDEN_06 / "workfile_snapshots" / "after_round_5.txt").read_text()
    (folder / "papp-internal-workfile.txt").write_text(f"{work}\n& +000606;\n")
    ronde("import", folder, "-o", tmp_path / "six.ronde")
    return tmp_path / "six.ronde"


def test_a_round_robin_taken_up_again_says_which_pairs_it_repeats(ronde: Terminal, fallen_back: Path) -> None:
    before = ronde.data("round", fallen_back)["repeats"]
    assert before
    preview = ronde("pair", fallen_back, "--preview")
    assert preview.err.startswith("The round robin is taken up again as scheduled and repeats ")
    assert ronde.data("pair", fallen_back, "--preview")["repeats"] == before
    assert "déjà en ronde" in ronde("--lang", "fr", "pair", fallen_back, "--preview").err

    drawn = ronde.data("pair", fallen_back)

    assert (drawn["system"], drawn["repeats"]) == ("round-robin", before)
    assert {frozenset((one["first"], one["second"])) for one in before} <= seated(drawn)


def test_in_our_own_profile_the_draw_by_penalties_goes_on(ronde: Terminal, fallen_back: Path) -> None:
    ronde.done("settings", fallen_back, "profile=ronde")

    drawn = ronde("pair", fallen_back, "--json")

    assert drawn.err == ""
    assert (drawn.data["system"], drawn.data["repeats"]) == ("swiss", [])


# a Swiss with few players


def few(ronde: Terminal, count: int) -> str:
    """A Swiss of five rounds whose first one is played."""
    ronde.done("new", "few.ronde", "--rounds", "5")
    for number in range(count):
        ronde.done("player", "add", "few.ronde", f"PLAYER{chr(65 + number)}")
    ronde.done("pair", "few.ronde", "--seed", "1")
    for table in ronde.data("round", "few.ronde")["tables"]:
        ronde.done("result", "few.ronde", f"{table['first']} 40")
    return "few.ronde"


@pytest.mark.parametrize("close", [("close", "few.ronde"), ("result", "few.ronde", "!")])
def test_whoever_closes_the_first_round_hears_that_a_swiss_became_a_round_robin(
    ronde: Terminal, close: tuple[str, ...]
) -> None:
    file = few(ronde, 5)
    said = ronde(*close)

    assert "everybody will meet everybody" in said.err
    assert "round_robin=1-2" in said.err
    ronde.done("pair", file)
    assert ronde.data("round", file)["system"] == "round-robin"
    ronde.done("undo", file)
    ronde.done("reopen", file)
    ronde.done("settings", file, "round_robin=1-2")
    ronde.done(*close)
    ronde.done("pair", file)
    assert ronde.data("round", file)["system"] == "swiss"


def test_where_a_swiss_stays_one_nothing_is_said(ronde: Terminal) -> None:
    assert ronde("close", few(ronde, 8)).err == ""


def test_why_of_a_scheduled_pair_names_the_schedule_and_no_price(ronde: Terminal) -> None:
    file = few(ronde, 5)
    ronde("close", file)
    ronde.done("pair", file)
    lines = ronde.done("why", file, "2", "1").out.splitlines()

    assert lines[1:] == ["Everybody meets everybody, and the timetable has this pair in round 2."]


def test_a_tournament_that_is_over_says_so_and_names_what_comes_next(ronde: Terminal, file: Path) -> None:
    ronde.done("settings", file, "rounds=1")
    for first, second in ((1, 2), (3, 4), (5, 6)):
        ronde.done("table", "add", file, first, second)
        ronde.done("result", file, first, "40")
    over = told("cli.over-final")

    assert ronde.done("close", file).out.endswith(over)
    assert ronde.done("status", file).out.endswith(over)
    assert "finished" in ronde.done("status", file).out.splitlines()[1]
    assert ronde.done("round", file).out == over
    assert ronde.data("status", file)["over"]
