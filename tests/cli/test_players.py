from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.terminal import Terminal, told


def test_a_player_is_registered_with_a_number(ronde: Terminal, file: Path) -> None:
    assert ronde.done("player", "add", file, "NOVÁK", "Ivo").out == told(
        "cli.entered", player="NOVÁK Ivo", id=7
    )
    assert ronde.done("player", "list", file).out.splitlines()[-1].split() == ["7", "NOVÁK", "Ivo"]


def test_the_data_of_a_player_are_his_card(ronde: Terminal, file: Path) -> None:
    card = ronde.data(
        "player", "add", file, "VAN DER BERG, Piet", "--id", "145", "--country", "NLD", "--club", "Utrecht",
        "--rating", "2010", "--category", "U20", "--category", "W", "--comment", "vegetarian",
        "--phone", "06-555", "--email", "piet@b.example",
    )  # fmt: skip

    assert (
        card.items()
        >= {
            "id": 145,
            "name": "VAN DER BERG",
            "first_name": "Piet",
            "country": "NLD",
            "rating": 2010,
            "present": True,
            "absence": None,
            "club": "Utrecht",
            "categories": ["U20", "W"],
            "comment": "vegetarian",
            "phone": "06-555",
            "email": "piet@b.example",
            "entered": 1,
        }.items()
    )
    assert ronde.data("player", "list", file)[-1] == card


def test_a_first_name_may_be_given_apart(ronde: Terminal, file: Path) -> None:
    card = ronde.data("player", "add", file, "DE LA CRUZ", "--first-name", "Juan Carlos")

    assert (card["name"], card["first_name"]) == ("DE LA CRUZ", "Juan Carlos")


@pytest.mark.parametrize(
    "name",
    [
        "محمد, علي",
        "כהן, דוד",
        "Ωμέγα, Άννα",
        "नमस्ते, राम",
        "Ñandú, Íñigo",
        "O'BRIEN, Tim",
        "ŞAHİN, Işıl",
        "李, 小龙",
    ],
)
def test_names_of_any_script_are_kept_as_they_are_written(ronde: Terminal, file: Path, name: str) -> None:
    family, first = name.split(", ")

    card = ronde.data("player", "add", file, name)

    assert (card["name"], card["first_name"]) == (family, first)
    assert family in ronde.done("player", "list", file).out
    assert ronde.data("sheet", file, family)["player"] == card


@pytest.mark.parametrize(
    ("name", "reason", "shown"),
    [
        ("", "empty", ""),
        ("   ", "empty", ""),
        (", Jane", "empty", ""),
        ("x" * 10_000, "long", "xxxxxxxxxxxxxxxxxxxx…"),
        ("D\x00E", "control", "U+0000"),
        ("D\nE", "control", "U+000A"),
        ("\x1b[31mRED", "control", "U+001B"),
        ("D\x7fE", "control", "U+007F"),
        ("D\u202eE", "control", "U+202E"),
        ("D\u2028E", "control", "U+2028"),
    ],
)
def test_a_name_no_list_could_carry_is_refused(
    ronde: Terminal, file: Path, name: str, reason: str, shown: str
) -> None:
    refusal = ronde.refused("player", "add", file, name)

    assert refusal.code == f"name-impossible.{reason}"
    assert shown in refusal
    assert len(refusal) < 200
    assert len(ronde.data("player", "list", file)) == 6


@pytest.mark.parametrize("field", ["--first-name", "--country", "--club", "--category", "--comment"])
def test_no_field_of_a_card_takes_control_characters_or_documents(
    ronde: Terminal, file: Path, field: str
) -> None:
    for text in ("a\tb", "\x07", "y" * 10_000):
        assert ronde.refused("player", "add", file, "DOE", field, text)


@pytest.mark.parametrize("number", ["0", "-1", "1000000000", "9" * 60])
def test_an_impossible_number_is_refused(ronde: Terminal, file: Path, number: str) -> None:
    said = ronde("player", "add", file, "DOE", "--id", number)

    assert said.status in (0, 1)
    assert number == "0" or said.err.startswith("A player's number is between 1 and 999999999")


def test_a_number_that_is_taken_is_refused_with_its_owner(ronde: Terminal, file: Path) -> None:
    refusal = ronde.refused("player", "add", file, "DOE", "--id", "1")

    assert refusal.code == "number-taken"
    assert "POIRIER Élodie" in refusal


def test_a_card_is_written_anew(ronde: Terminal, file: Path) -> None:
    assert (
        ronde.done("player", "edit", file, "poirier", "--rating", "1850").out
        == "Changed: POIRIER Élodie (1).\n"
    )
    card = ronde.data(
        "player", "edit", file, "1", "--name", "POIRIER-LUC", "--first-name", "É.", "--country", "",
        "--club", "Metz", "--category", "W", "--comment", "left-handed", "--id", "77",
    )  # fmt: skip

    assert (card["id"], card["name"], card["first_name"], card["country"]) == (77, "POIRIER-LUC", "É.", "")
    assert (card["club"], card["categories"], card["comment"], card["rating"]) == (
        "Metz",
        ["W"],
        "left-handed",
        1850,
    )
    assert [player["id"] for player in ronde.data("player", "list", file)] == [77, 2, 3, 4, 5, 6]


def test_an_edit_that_changes_nothing_says_so(ronde: Terminal, file: Path) -> None:
    same = ronde.done("player", "edit", file, "2", "--rating", "1700")
    assert same.out == told("errors.nothing-to-change", what="DOE Jane")
    assert ronde.refused("player", "edit", file, "2", "--id", "3").code == "number-taken"


def test_a_player_leaves_and_returns(ronde: Terminal, file: Path) -> None:
    assert ronde.done("player", "leave", file, "doe").out == told("cli.left", player="DOE Jane", id=2)
    assert ronde.data("player", "list", file)[1]["absence"] == "withdrawn"
    assert ronde.refused("player", "leave", file, "doe").code == "player-left-already"
    assert "withdrawn" in ronde.done("player", "list", file).out.splitlines()[2]
    assert ronde.done("player", "return", file, "doe").out == told("cli.returned", player="DOE Jane", id=2)
    assert ronde.refused("player", "return", file, "doe").code == "player-is-here"
    assert ronde.data("player", "leave", file, "doe", "--reason", "excused")["absence"] == "excused"
    assert ronde.data("player", "return", file, "doe")["present"] is True


def test_a_player_who_leaves_dissolves_his_pair_but_not_his_result(ronde: Terminal, file: Path) -> None:
    ronde.done("table", "add", file, "1", "2")
    ronde.done("table", "add", file, "3", "4")
    ronde.done("result", file, "3 33")

    ronde.done("player", "leave", file, "1")
    ronde.done("player", "leave", file, "3")

    (left,) = ronde.data("round", file)["tables"]
    assert (left["table"], left["score"]) == (2, [33, 31])


def test_rounds_to_be_missed_are_planned_and_cancelled(ronde: Terminal, file: Path) -> None:
    said = ronde.done("player", "away", file, "holl", "1", "3")
    assert "HOLLOWAY June (3)" in said.out
    assert "1 and 3" in said.out
    assert ronde.data("player", "list", file)[2]["absence"] == "absent"

    assert ronde.data("player", "away", file, "holl", "1", "--cancel")["present"] is True
    assert "HOLLOWAY June (3)" in ronde.done("player", "away", file, "holl", "3", "--cancel").out
    assert ronde.refused("player", "away", file, "holl", "3", "--cancel").code == "player-is-here"
    assert ronde.data("player", "away", file, "holl", "1", "--reason", "club")["absence"] == "club"


def test_the_past_cannot_be_missed_afterwards(ronde: Terminal, played: Path) -> None:
    assert ronde.refused("player", "away", played, "1", "1").code == "unknown-round"


def test_a_player_is_erased_only_before_his_first_game(ronde: Terminal, played: Path) -> None:
    ronde.done("player", "add", played, "MISTAKE", "--id", "99")

    assert ronde.done("player", "remove", played, "mistake").out == told(
        "cli.removed", player="MISTAKE", id=99
    )
    assert ronde.refused("player", "remove", played, "doe").code == "player-has-played"
    ronde.done("player", "add", played, "MISTAKE", "--id", "99")
    assert ronde.data("player", "remove", played, "99")["name"] == "MISTAKE"


def test_all_that_is_kept_about_a_player_can_be_had(ronde: Terminal, played: Path) -> None:
    kept = ronde.data("player", "data", played, "doe")

    assert kept["player"]["name"] == "DOE"
    assert [one["kind"] for one in kept["journal"]] == ["PlayerEntered"]
    assert len(kept["backups"]) == 1
    assert '"name": "DOE"' in ronde.done("player", "data", played, "doe").out


def test_a_player_is_erased_for_good_only_by_who_says_to_know_it(
    ronde: Terminal, played: Path, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    ronde.done("publish", played, site)
    before = ronde.data("standings", played)

    assert ronde.refused("player", "erase", played, "doe").code == "cannot-be-undone"
    assert ronde.data("player", "list", played)[1]["name"] == "DOE"
    said = ronde.done("player", "erase", played, "doe", "--yes", "--folder", site)

    assert said.out == told("person.erased", name="Player 2")
    files = [one for one in tmp_path.rglob("*") if one.is_file()]
    assert [one for one in files if b"DOE" in one.read_bytes() or b"Jane" in one.read_bytes()] == []
    assert b"Player 2" in (site / "index.html").read_bytes()
    after = ronde.data("standings", played)
    assert [(row["id"], row["points"]) for row in after["rows"]] == [
        (row["id"], row["points"]) for row in before["rows"]
    ]
    assert ronde.refused("player", "erase", played, "2", "--yes").code == "nothing-to-change"


def test_a_late_player_enters_while_the_round_is_open_and_missed_the_ones_before(
    ronde: Terminal, played: Path
) -> None:
    card = ronde.data("player", "add", played, "LATE, Lou")

    assert card["entered"] == 2
    assert ronde.data("sheet", played, "late")["rounds"][0]["absence"] == "late"


def test_an_empty_list_says_how_to_begin(ronde: Terminal) -> None:
    ronde.done("new", "empty.ronde")

    assert ronde.done("player", "list", "empty.ronde").out == told("lists.no-players")
    assert ronde.data("player", "list", "empty.ronde") == []


@pytest.mark.parametrize(
    ("typed", "code", "shown"),
    [
        ("nobody", "unknown-player", "nobody"),
        ("99", "unknown-player", "99"),
        ("", "unknown-player", ""),
        ("holowey june", "unknown-player.similar", "HOLLOWAY June (3)"),
        ("poir", "ambiguous-player", "POIRIER Élodie (1) and POIROT Hercule (6)"),
        ("9" * 6000, "unknown-player", "999"),
        ("-1", "unknown-player", "-1"),
    ],
)
def test_somebody_who_is_not_there_is_not_guessed(
    ronde: Terminal, file: Path, typed: str, code: str, shown: str
) -> None:
    for words in (("sheet",), ("player", "leave")):
        refusal = ronde.refused(*words, file, "--", typed)
        assert refusal.code == code
        assert shown in refusal


def test_a_player_is_named_without_accents_or_case(ronde: Terminal, file: Path) -> None:
    for typed in ("POIRIER", "poirier e", "Poirier Élodie", "1", " 1 "):
        assert ronde.data("sheet", file, typed)["player"]["id"] == 1


# Lists


def test_a_list_in_any_column_order_is_registered(ronde: Terminal, file: Path, tmp_path: Path) -> None:
    (tmp_path / "club.csv").write_text("Elo;Prénom;Pays;Nom;Numéro\n1500;Ana;ESP;RUIZ;50\n;Bo;;LI;\n")

    assert ronde.done("player", "import", file, "club.csv").out == told("cli.players-imported", count=2)
    assert [
        (p["id"], p["name"], p["first_name"], p["rating"]) for p in ronde.data("player", "list", file)[6:]
    ] == [
        (50, "RUIZ", "Ana", 1500),
        (7, "LI", "Bo", None),
    ]


def test_who_is_registered_already_is_skipped_and_named(ronde: Terminal, file: Path, tmp_path: Path) -> None:
    (tmp_path / "club.csv").write_text("id,name\n1,POIRIER Élodie\n50,RUIZ Ana\n")

    said = ronde.done("player", "import", file, "club.csv")

    skipped = told("cli.players-skipped", count=1, names="POIRIER Élodie")
    assert said.out == told("cli.players-imported", count=1) + skipped
    assert ronde.data("player", "import", file, "club.csv") == {
        "entered": 0,
        "skipped": ["POIRIER Élodie", "RUIZ Ana"],
    }


def test_a_list_without_numbers_that_is_imported_twice_registers_nobody_twice(
    ronde: Terminal, file: Path, tmp_path: Path
) -> None:
    (tmp_path / "club.csv").write_text("name,club,rating\nRUIZ Ana,Oslo,1500\nRUIZ Ana,Rome,1400\nLI Bo,,\n")
    ronde.done("player", "import", file, "club.csv")

    assert ronde.data("player", "import", file, "club.csv") == {
        "entered": 0,
        "skipped": ["RUIZ Ana", "RUIZ Ana", "LI Bo"],
    }
    assert len(ronde.data("player", "list", file)) == 9


def test_a_namesake_of_another_club_is_somebody_else_but_a_new_rating_makes_nobody_new(
    ronde: Terminal, file: Path, tmp_path: Path
) -> None:
    (tmp_path / "one.csv").write_text("name,club,rating\nRUIZ Ana,Oslo,1500\n")
    (tmp_path / "two.csv").write_text("name,club,rating\nRUIZ Ana,Rome,1500\nRUIZ Ana,Oslo,1501\n")
    ronde.done("player", "import", file, "one.csv")

    assert ronde.data("player", "import", file, "two.csv")["entered"] == 1


def test_a_list_is_registered_as_one_action(ronde: Terminal, file: Path, tmp_path: Path) -> None:
    (tmp_path / "club.csv").write_text("name\nRUIZ Ana\nLI Bo\n")
    ronde.done("player", "import", file, "club.csv")

    ronde.done("undo", file)

    assert len(ronde.data("player", "list", file)) == 6


def test_a_list_with_a_wrong_line_is_refused_whole_with_its_place(
    ronde: Terminal, file: Path, tmp_path: Path
) -> None:
    (tmp_path / "club.csv").write_text("name,rating\nRUIZ Ana,1500\nLI Bo,good\n")

    assert ronde.refused("player", "import", file, "club.csv") == (
        "club.csv, line 3, column 2: “good” is not a whole number."
    )
    assert len(ronde.data("player", "list", file)) == 6
    assert ronde.refused("player", "import", file, "gone.csv").code == "file-missing"


@pytest.mark.parametrize("name", ["DOE, Jane", "doe jane"])
def test_a_namesake_is_registered_only_when_told_to(ronde: Terminal, file: Path, name: str) -> None:
    refused = ronde.refused("player", "add", file, name)

    assert refused.code == "namesake-here"
    assert "DOE Jane (2)" in refused
    assert "--namesake" in refused
    assert ronde.data("player", "add", file, name, "--namesake")["id"] == 7


def test_the_code_of_a_country_is_stored_in_capitals(ronde: Terminal, file: Path) -> None:
    number = ronde.data("player", "add", file, "ZOLA Emile", "--country", "fra")["id"]
    assert ronde.data("sheet", file, number)["player"]["country"] == "FRA"

    ronde.done("player", "edit", file, number, "--country", "gbr")
    assert ronde.data("sheet", file, number)["player"]["country"] == "GBR"


def test_the_help_on_registering_names_the_way_to_expect_somebody_later(ronde: Terminal) -> None:
    assert "--expected" in ronde.done("player", "add", "--help").out


def test_a_go_player_has_a_rank_a_grade_and_numbers(ronde: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "go.ronde"
    ronde.done("new", file, "--preset", "go-tournament")
    card = ronde.data(
        "player", "add", file, "DOE, Jane", "--rank", "3d", "--grade", "2p",
        "--pin", "12345678", "--correction", "1",
    )  # fmt: skip
    shown = card["go"]

    assert (shown["rank"], shown["grade"], shown["pin"], shown["correction"]) == ("3d", "2p", "12345678", 1)
    ronde.done("player", "edit", file, "doe", "--rank", "12k")
    assert ronde.data("player", "list", file)[-1]["go"]["rank"] == "12k"
    assert ronde.data("player", "list", file)[-1]["go"]["pin"] == "12345678"


def test_a_rank_that_cannot_be_read_is_refused(ronde: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "go.ronde"
    ronde.done("new", file, "--preset", "go-club")

    refused = ronde.refused("player", "add", file, "DOE, Jane", "--rank", "strong")
    assert refused.code == "card-impossible"
    assert "strong" in refused
    assert ronde.data("player", "list", file) == []
