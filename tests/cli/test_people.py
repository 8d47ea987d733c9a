"""The base of known people at the command line."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cli.terminal import Terminal, told


def test_a_list_of_nobody_is_refused_and_nobody_is_gone(ronde: Terminal, tmp_path: Path) -> None:
    (tmp_path / "fed.csv").write_text("id,name\n12,POIRIER\n")
    ronde.done("people", "import", "fed.csv")
    (tmp_path / "fed.csv").write_text("id,name\n")

    assert "the list is empty" in ronde.refused("people", "import", "fed.csv")
    assert [one["name"] for one in ronde.data("people", "search", "poi")] == ["POIRIER"]


def test_a_base_of_people_is_imported_and_searched(ronde: Terminal, tmp_path: Path) -> None:
    (tmp_path / "fed.csv").write_text(
        "rating,club,name,first name,id\n1800,Metz,POIRIER,Élodie,12\n,,ŁOŚ,Jan,\n"
    )

    counts = {"source": "fed", "new": 2, "changed": 0, "gone": 0, "same": 0}
    assert ronde.done("people", "import", "fed.csv").out == told("cli.people-taken", **counts)
    assert (tmp_path / "share" / "ronde" / "people.db").is_file()
    (tmp_path / "fed.csv").write_text(
        "id,name,first name,club,rating\n12,POIRIER,Élodie,Nancy,1800\n1,ŁOŚ,Jan,,\n"
    )
    again = ronde.data("people", "import", "fed.csv")
    assert [again[name] for name in ("source", "new", "changed", "gone", "same")] == ["fed", 0, 1, 0, 1]
    assert [(one["was"]["club"], one["now"]["club"]) for one in again["changes"]] == [("Metz", "Nancy")]

    assert ronde.data("people", "search", "poi") == [
        {
            "id": 12,
            "name": "POIRIER",
            "first_name": "Élodie",
            "country": "",
            "club": "Nancy",
            "rating": 1800,
            "title": "",
            "fide_number": None,
            "rank": "",
            "pin": "",
            "ffg": "",
            "aga": "",
        }
    ]
    assert [card["id"] for card in ronde.data("people", "search", "poirrier", "elodie")] == [12]
    assert "ŁOŚ Jan" in ronde.done("people", "search", "los").out
    assert ronde.done("people", "search", "xyz").out == told("cli.nobody-found")
    assert ronde.data("people", "search", "xyz") == []


PAPP_LIST = """% joueurs
pays = FRA
    12 POIRIER, Elodie <1650>
   145 DE LA TOUR, Ana {ESP}
"""


def test_a_newer_list_of_papp_says_who_is_new_changed_and_gone(ronde: Terminal, tmp_path: Path) -> None:
    (tmp_path / "joueurs.txt").write_text(PAPP_LIST)
    first = ronde.done("people", "import", "joueurs.txt").out
    (tmp_path / "joueurs-2026-11.txt").write_text(
        PAPP_LIST.replace("1650", "1700").replace("145 DE LA", "146 LE")
    )
    second = ronde.done("people", "import", "joueurs-2026-11.txt").out.splitlines()

    assert first == told("cli.people-taken", source="joueurs", new=2, changed=0, gone=0, same=0)
    assert second == [
        "joueurs: 1 new, 1 changed, 1 gone, 0 unchanged.",
        "POIRIER Elodie: rating 1650 → 1700",
        "LE TOUR Ana (146) is new.",
        "DE LA TOUR Ana (145) is no longer in the list.",
    ]
    (listed,) = ronde.data("people", "sources")
    assert (listed["name"], listed["people"]) == ("joueurs", 2)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", listed["day"])


def test_two_lists_keep_their_people_apart_and_a_number_finds_those_that_begin_so(
    ronde: Terminal, tmp_path: Path
) -> None:
    (tmp_path / "joueurs.txt").write_text(PAPP_LIST)
    (tmp_path / "members.csv").write_text("licence;nom;date de naissance;sexe\n12;ŁOŚ Jan;31/01/2015;H\n")
    ronde.done("people", "import", "joueurs.txt")
    ronde.done("people", "import", "members.csv", "--source", "club")

    assert [card["name"] for card in ronde.data("people", "search", "1")] == ["ŁOŚ", "POIRIER", "DE LA TOUR"]
    assert [card["name"] for card in ronde.data("people", "search", "14")] == ["DE LA TOUR"]
    assert ronde.data("people", "import", "members.csv", "--source", "club")["same"] == 1
    assert [(one["name"], one["people"]) for one in ronde.data("people", "sources")] == [
        ("club", 1), ("joueurs", 2),
    ]  # fmt: skip


def test_players_are_brought_up_to_date_from_their_list(ronde: Terminal, file: Path, tmp_path: Path) -> None:
    (tmp_path / "fed.csv").write_text("id;name;rating;birth;sex\n77;RUIZ Ana;1500;2015;f\n")
    ronde.done("people", "import", "fed.csv")
    ronde.done("player", "add", file, "--known", "77")
    (tmp_path / "fed.csv").write_text("id;name;rating;birth;sex\n77;RUIZ Ana;1540;2015;f\n")
    ronde.done("people", "import", "fed.csv")

    assert ronde.data("people", "refresh", file, "--apply")["changes"] == [
        {"player": 77, "field": "rating", "was": "1500", "now": "1540"}
    ]
    assert ronde.data("people", "refresh", file)["changes"] == []
    player = ronde.data("player", "list", file)[-1]
    assert (player["rating"], player["fide"]["birth"], player["fide"]["sex"]) == (1540, "2015", "w")


def test_two_heads_that_mean_the_same_are_refused_by_name_and_line(ronde: Terminal, tmp_path: Path) -> None:
    (tmp_path / "fed.csv").write_text("Nachname;Vorname;DWZ;Elo\nDOE;Jane;1500;1600\n")

    refused = ronde.refused("people", "import", "fed.csv")
    assert refused.startswith("fed.csv, line 1, column 4: ")
    assert "DWZ, Elo" in refused
    assert ronde.data("people", "sources") == []


def test_a_base_may_lie_anywhere(ronde: Terminal, tmp_path: Path) -> None:
    (tmp_path / "fed.csv").write_text("name\nDOE Jane\n")

    ronde.done("people", "import", "fed.csv", "--base", "sub/my.db")

    assert len(ronde.data("people", "search", "doe", "--base", "sub/my.db")) == 1
    assert ronde.data("people", "search", "doe") == []


def test_a_tournament_is_not_taken_for_a_base(ronde: Terminal, file: Path, tmp_path: Path) -> None:
    (tmp_path / "fed.csv").write_text("name\nDOE Jane\n")

    refusal = ronde.refused("people", "import", "fed.csv", "--base", file)

    assert refusal.code == "journal.not-a-base"
    assert len(ronde.data("player", "list", file)) == 6
    assert ronde.refused("people", "search", "x", "--base", file / "people.db")
