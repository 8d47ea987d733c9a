from __future__ import annotations

from pathlib import Path

from tests.cli.terminal import Terminal, told


def test_standings_print_the_data_the_interface_says(ronde: Terminal, played: Path) -> None:
    data = ronde.data("standings", played)

    assert set(data) == {"after", "as_of", "rows"}
    assert (data["after"], data["as_of"]) == (1, "closing")
    first = {
        "place": 1,
        "rank": 1,
        "id": 1,
        "name": "POIRIER",
        "first_name": "Élodie",
        "country": "FRA",
        "points": 1,
        "tiebreaks": {"brightwell": 40, "discs": 40},
        "discs": 40,
        "present": True,
    }
    assert data["rows"][0] == data["rows"][0] | first
    assert [(row["id"], row["points"]) for row in data["rows"]] == [
        (1, 1), (3, 1), (5, 0.5), (6, 0.5), (4, 0), (2, 0),
    ]  # fmt: skip
    assert [row["place"] for row in data["rows"]] == [1, 1, 3, 3, 5, 5]


def test_standings_are_shown_as_a_list(ronde: Terminal, played: Path) -> None:
    lines = ronde.done("standings", played).out.splitlines()

    assert lines[0] == "Open de Paris: 6 players after round 1"
    assert lines[2].split()[:5] == ["place", "name", "country", "points", "discs"]
    assert lines[3].split()[:7] == ["1", "POIRIER", "Élodie", "(1)", "FRA", "1", "40"]
    assert lines[4].startswith("       HOLLOWAY June (3)")


def test_standings_speak_french(ronde: Terminal, played: Path) -> None:
    lines = ronde.done("--lang", "fr", "standings", played).out.splitlines()

    assert lines[0] == "Open de Paris\u00a0: 6 joueurs après la ronde 1"
    assert ronde.data("--lang", "fr", "standings", played) == ronde.data("standings", played)


def test_standings_after_any_closed_round_are_kept(ronde: Terminal, played: Path) -> None:
    before = ronde.data("standings", played)
    ronde.done("pair", played)
    ronde.done("result", played, "?", "--seed", "3")
    ronde.done("close", played)

    assert ronde.data("standings", played, "--after", "1") == before
    assert ronde.data("standings", played)["after"] == 2
    assert {row["points"] for row in ronde.data("standings", played, "--after", "0")["rows"]} == {0}
    for wrong in ("3", "-1"):
        assert ronde.refused("standings", played, "--after", wrong).code == "unknown-round"


def test_who_has_left_stays_in_the_standings_with_a_mark(ronde: Terminal, played: Path) -> None:
    ronde.done("player", "leave", played, "1")

    now = ronde.data("standings", played, "--as-of", "now")
    assert (now["as_of"], now["rows"][0]["present"]) == ("now", False)
    assert "POIRIER Élodie (1) -" in ronde.done("standings", played, "--as-of", "now").out


def test_a_sheet_does_not_say_of_somebody_who_came_back_that_they_left(ronde: Terminal, played: Path) -> None:
    ronde.done("player", "leave", played, "1")
    ronde.done("pair", played)
    ronde.done("result", played, "?")
    ronde.done("close", played)
    left = told("lists.has-left")
    assert left in ronde.done("sheet", played, "1").out

    ronde.done("player", "return", played, "1")
    assert left not in ronde.done("sheet", played, "1").out
    assert left in ronde.done("sheet", played, "1", "--after", "2").out


def test_lists_after_a_round_stay_as_they_were_published(ronde: Terminal, played: Path) -> None:
    asked = [("standings", played), ("crosstable", played), ("teams", played), ("sheet", played, "1")]
    told_then = [ronde.done(*words).out for words in asked]
    rows_then = ronde.data("standings", played)

    ronde.done("player", "leave", played, "1")
    ronde.done("player", "add", played, "NEW, Ann", "--country", "XYZ")
    assert [ronde.done(*words).out for words in asked] == told_then
    assert ronde.data("standings", played) == rows_then

    now = [ronde.done(*words, "--as-of", "now").out for words in asked]
    assert all(one != other for one, other in zip(now, told_then, strict=True))
    sheet = ronde.data("sheet", played, "1", "--as-of", "now")
    assert (sheet["present"], sheet["as_of"], sheet["after"]) == (False, "now", 1)

    ronde.done("pair", played)
    ronde.done("result", played, "?", "--seed", "3")
    ronde.done("close", played)
    assert [ronde.done(*words, "--after", "1").out for words in asked] == told_then
    assert ronde.data("standings", played)["rows"][-1]["id"] != 0
    assert ronde.data("crosstable", played, "--after", "1")["rows"][0]["present"] is True
    assert ronde.data("crosstable", played, "--after", "1", "--as-of", "now")["rows"][0]["present"] is False


def test_lists_after_a_round_have_the_results_corrected_since(ronde: Terminal, played: Path) -> None:
    ronde.done("player", "leave", played, "1")
    ronde.done("correct", played, "1", "1", "20", "2", "44")

    rows = {row["id"]: row for row in ronde.data("standings", played)["rows"]}
    assert (rows[1]["points"], rows[1]["present"]) == (0, True)


def test_another_reading_than_the_two_is_refused(ronde: Terminal, played: Path) -> None:
    assert "--as-of" in ronde.misused("standings", played, "--as-of", "yesterday")
    assert ronde.refused("sheet", played, "1", "--after", "2").code == "unknown-round"


def test_standings_without_players_say_how_to_begin(ronde: Terminal) -> None:
    ronde.done("new", "empty.ronde")

    assert ronde.done("standings", "empty.ronde").out == told("lists.no-players")
    assert ronde.data("standings", "empty.ronde") == {"after": 0, "as_of": "closing", "rows": []}


def test_the_crosstable_says_who_met_whom(ronde: Terminal, played: Path) -> None:
    data = ronde.data("crosstable", played)

    assert data["after"] == 1
    first = data["rows"][0]
    assert (first["rank"], first["id"], first["points"]) == (1, 1, 1)
    assert first["rounds"] == [
        {
            "round": 1,
            "opponent": 2,
            "first": True,
            "score": [40, 24],
            "kind": "played",
            "points": 1,
            "bye": False,
            "absence": None,
            "table": 1,
        }
    ]
    lines = ronde.done("crosstable", played).out.splitlines()
    assert lines[1].split() == ["1", "POIRIER", "Élodie", "(1)", "B+6", "1", "40"]
    assert "N+6" in ronde.done("--lang", "fr", "crosstable", played).out
    assert ronde.refused("crosstable", played, "--after", "2").code == "unknown-round"


def test_teams_are_summed_by_country(ronde: Terminal, played: Path) -> None:
    assert ronde.data("teams", played) == [
        {"country": "FRA", "points": 1.5, "players": [1, 5]},
        {"country": "GBR", "points": 1, "players": [2, 3]},
        {"country": "BEL", "points": 0.5, "players": [6]},
        {"country": "JPN", "points": 0, "players": [4]},
    ]
    assert ronde.done("teams", played).out.splitlines()[1].split() == ["FRA", "1.5", "2"]
    assert ronde.refused("teams", played, "--after", "9").code == "unknown-round"


def test_a_sheet_tells_the_rounds_of_one_player(ronde: Terminal, played: Path) -> None:
    data = ronde.data("sheet", played, "doe")

    assert set(data) == {"player", "after", "as_of", "present", "rounds", "points", "discs"}
    assert data["player"]["id"] == 2
    assert (data["points"], data["discs"], data["rounds"][0]["score"]) == (0, 24, [24, 40])
    assert ronde.done("sheet", played, "doe").out.splitlines() == [
        "DOE Jane (2) after round 1:",
        "",
        "  1. White   - 24-40     POIRIER Élodie (1)",
        "",
        "0 points out of 1, with 24 discs.",
    ]


def test_a_sheet_tells_byes_absences_comments_and_leaving(ronde: Terminal, file: Path) -> None:
    ronde.done("player", "edit", file, "6", "--comment", "plays on Sundays only")
    ronde.done("player", "away", file, "6", "1", "--reason", "excused")
    for first, second in ((1, 2), (3, 4)):
        ronde.done("table", "add", file, first, second)
    ronde.done("result", file, "1 w")
    ronde.done("result", file, "3 ff")
    ronde.done("close", file)
    ronde.done("player", "leave", file, "6")

    lines = ronde.done("sheet", file, "6", "--as-of", "now").out.splitlines()
    assert "  1. excused" in lines
    assert lines[-2:] == ["The player has left the tournament.", "plays on Sundays only"]
    assert "  1. bye" in ronde.done("sheet", file, "5").out
    assert "forfeit" in ronde.done("sheet", file, "1").out
    assert "double forfeit" in ronde.done("round", file, "1").out


def test_every_list_speaks_french(ronde: Terminal, played: Path) -> None:
    for words in (
        ("round", played, "1"),
        ("teams", played),
        ("sheet", played, "1"),
        ("player", "list", played),
    ):
        english = ronde.done(*words).out
        french = ronde.done("--lang", "fr", *words).out
        assert english != french
        assert english.count("\n") == french.count("\n")


def test_lists_of_several_groups_come_one_after_the_other(ronde: Terminal) -> None:
    ronde.done("new", "open.ronde", "--date", "7/11/2026")
    ronde.done("settings", "open.ronde", "groups=u12, rating<1600")
    ronde.done("player", "add", "open.ronde", "DOE Ann", "--birth", "2014", "--rating", "1700")
    ronde.done("player", "add", "open.ronde", "FOX Ben", "--birth", "2001", "--rating", "1500")
    asked = ("standings", "open.ronde", "--category", "U12", "--category", "rating<1600")

    whole = ronde.done(*asked).out
    assert whole.index("(U12)") < whole.index("DOE") < whole.index("(rating under 1600)") < whole.index("FOX")
    assert [[row["name"] for row in one["rows"]] for one in ronde.data(*asked)] == [["DOE"], ["FOX"]]
    assert ronde.refused("standings", "open.ronde", "--category", "S60").code == "setting-impossible.category"
    assert "U12" in ronde.refused("settings", "open.ronde", "groups=U12,over 60")


def test_a_group_by_age_needs_the_date_of_the_tournament(ronde: Terminal) -> None:
    ronde.done("new", "open.ronde", "--date", "")
    ronde.done("settings", "open.ronde", "groups=U12")

    refused = ronde.refused("standings", "open.ronde", "--category", "U12")
    assert refused.code == "setting-impossible.no-year"
