"""The tournaments of the house: new ones from presets, imported ones after a look at them."""

from __future__ import annotations

import re
import sqlite3
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from tests.support.in_process import Visitor
from tests.support.posting import folder_of, stored, upload
from tests.support.root import TESTS

from ronde.app.exchange import EXPORTS
from ronde.model.decisions.rounds import open_tournament
from ronde.model.settings import PRESETS, check_settings, settings_of
from ronde.model.tournament import Tournament

GOLDEN = TESTS / "golden"


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_can_be_played(preset: str) -> None:
    settings = settings_of(preset)

    check_settings(settings)
    assert open_tournament(Tournament(), name="X", settings=settings)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_tournament_is_begun_from_a_preset_in_the_folder_that_is_served(
    preset: str, arbiter: Visitor, file: Path
) -> None:
    fields = {"name": "Été à Brest", "date": "2027-07-01", "preset": preset, "rounds": "", "country": "FRA"}
    answer = arbiter.post("/house/new", fields)

    assert answer.headers["location"] == "/desk/ete-a-brest/players"
    tournament = stored(file.parent / "ete-a-brest.ronde").tournament
    assert (tournament.name, tournament.settings.country) == ("Été à Brest", "FRA")
    assert tournament.settings.rounds == PRESETS[preset].usual_rounds
    assert arbiter.get("/desk/ete-a-brest/players").status == 200


def test_a_second_tournament_of_a_name_gets_a_file_and_an_address_of_its_own(arbiter: Visitor) -> None:
    places = [arbiter.post("/house/new", {"name": "Open"}).headers["location"] for _ in range(2)]

    assert places == ["/desk/open-2/players", "/desk/open-3/players"]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"name": " "}, "name” is empty"),
        ({"name": "X", "rounds": "none"}, "rounds cannot be “none”"),
        ({"name": "X", "rounds": "0"}, "rounds cannot be “0”"),
        ({"name": "X" * 300}, "200"),
    ],
)
def test_what_cannot_be_begun_is_refused_and_makes_no_file(
    fields: dict[str, str], told: str, arbiter: Visitor, file: Path
) -> None:
    answer = arbiter.post("/house/new", fields)

    assert answer.status == 409
    assert told in answer.text
    assert sorted(path.suffix for path in file.parent.glob("*.ronde")) == [".ronde"]


def test_nobody_begins_or_imports_without_a_seat(public: Visitor) -> None:
    assert public.post("/house/new", {"name": "X"}).status == 403
    assert upload(public, {"x.json": b"{}"}).status == 403
    assert public.get("/desk").status == 403


def test_a_papp_folder_is_shown_before_it_is_imported(arbiter: Visitor, file: Path) -> None:
    answer = upload(arbiter, folder_of(GOLDEN / "papp" / "01-swiss-even-16-bq6"))
    place = answer.headers["location"]
    page = arbiter.get(place).text

    assert "Nothing is stored yet" in page
    assert ">16<" in page
    assert list(file.parent.glob("*.ronde")) == [file]
    accepted = arbiter.post(place)
    slug = accepted.headers["location"].split("/")[2]
    assert len(stored(file.parent / f"{slug}.ronde").tournament.players) == 16
    assert arbiter.get(accepted.headers["location"]).status == 200
    assert arbiter.get(place).status == 404, "accepted once"


def test_a_file_name_longer_than_a_disk_takes_keeps_its_end(arbiter: Visitor) -> None:
    answer = upload(arbiter, {"🐙" * 100 + ".csv": b"name,country\nALBA Ana,FRA\nBRAVO Ben,FRA\n"})

    assert answer.status == 303
    assert ".csv" in arbiter.get(answer.headers["location"]).text


def test_a_database_of_keizerforclubs_is_imported(arbiter: Visitor, file: Path) -> None:
    source = GOLDEN / "keizer" / "k10_late_starters.s3db"
    place = upload(arbiter, {source.name: source.read_bytes()}).headers["location"]
    arbiter.post(place)

    (new,) = set(file.parent.glob("*.ronde")) - {file}
    assert stored(new).tournament.settings.system == "keizer"


def test_a_format_that_no_process_could_be_given_is_refused(arbiter: Visitor) -> None:
    assert upload(arbiter, {"a.csv": b"name\nDOE\n"}, format="c\0sv").status == 409


def test_everybody_is_here_or_away_and_nothing_else(arbiter: Visitor, file: Path) -> None:
    before = stored(file).number

    assert arbiter.post("/desk/open/players/everybody", {"to": "gone"}).status == 400
    assert stored(file).number == before


NAMES = {
    "json": "open.json",
    "csv": "open-standings.csv",
    "players-csv": "open-players.csv",
    "text": "open-standings.txt",
    "pdf": "open.pdf",
    "pdf-letter": "open-letter.pdf",
    "papp": "open-papp.zip",
    "proof": "open-proof.zip",
}


@pytest.mark.parametrize(("format", "name"), NAMES.items())
def test_a_download_has_a_name_of_its_own(format: str, name: str, arbiter: Visitor) -> None:
    answer = arbiter.get(f"/desk/open/export/{format}")

    assert answer.status == 200
    assert answer.headers["content-disposition"].endswith(f"''{name}")


def test_what_is_exported_can_be_imported_again(arbiter: Visitor, file: Path) -> None:
    for name in ("file.ronde", "json"):
        data = arbiter.get(f"/desk/open/export/{name}").body
        place = upload(arbiter, {"back.ronde" if name == "file.ronde" else "back.json": data}).headers[
            "location"
        ]
        slug = arbiter.post(place).headers["location"].split("/")[2]
        assert stored(file.parent / f"{slug}.ronde").tournament == stored(file).tournament


def test_csv_players_become_a_tournament(arbiter: Visitor, file: Path) -> None:
    data = b"name,first_name,country\nNOVAK,Eva,CZE\nROSSI,Ugo,ITA\n"
    place = upload(arbiter, {"guests.csv": data}).headers["location"]
    slug = arbiter.post(place).headers["location"].split("/")[2]

    assert len(stored(file.parent / f"{slug}.ronde").tournament.players) == 2


@pytest.mark.parametrize(
    "files",
    [
        {"bad.json": b"{"},
        {"bad.s3db": b"not a database"},
        {"bad.ronde": b"SQLite format 3\x00 but not really"},
        {"what.docx": b"?"},
        {"papp.cfg": b'fichier-joueurs = "nobody.txt";;;((('},
        {"a.ronde": b"", "b.csv": b""},
        {},
    ],
    ids=lambda files: "-".join(files) or "nothing",
)
def test_what_cannot_be_read_is_refused_by_name_and_changes_nothing(
    files: dict[str, bytes], arbiter: Visitor, file: Path
) -> None:
    answer = upload(arbiter, files)

    assert answer.status == 409
    assert "ronde-intake" not in answer.text, "where files lay for a moment is nobody's business"
    assert list(file.parent.glob("*.ronde")) == [file]


@pytest.mark.parametrize(
    ("name", "data"), [("empty.ronde", b""), ("torn.ronde", b"SQLite format 3"), ("junk.txt", b"hello\n")]
)
def test_a_refusal_calls_a_file_as_whoever_dropped_it_does(arbiter: Visitor, name: str, data: bytes) -> None:
    text = upload(arbiter, {name: data}).text

    assert f"<li>{name}" in text
    assert "ready.ronde" not in text


def test_every_fault_of_a_file_is_listed_with_its_line(arbiter: Visitor) -> None:
    data = b"name,first_name,rating\nNOVAK,Eva,many\nROSSI,Ugo,few\n"
    text = upload(arbiter, {"guests.csv": data}).text

    assert len(re.findall(r"<li>guests\.csv.*?[23]", text)) == 2


def test_a_configuration_that_names_files_elsewhere_does_not_read_them(arbiter: Visitor) -> None:
    config = b'Fichier joueurs = "/etc/passwd";\nFichier inter = "../../etc/hostname";\n'
    answer = upload(arbiter, {"papp.cfg": config, "__papp__": b""})

    assert answer.status == 409
    assert "root:" not in answer.text


def test_names_that_would_leave_the_folder_are_only_names(arbiter: Visitor, file: Path) -> None:
    data = arbiter.get("/desk/open/export/json").body
    place = upload(arbiter, {"../../../../tmp/evil.json": data}).headers["location"]

    assert "evil.json" in arbiter.get(place).text
    assert not Path("/tmp/evil.json").exists()


def test_too_much_at_once_is_refused(arbiter: Visitor) -> None:
    assert upload(arbiter, {"big.json": b" " * 7_800_000}).status == 413


def test_an_intake_can_be_forgotten(arbiter: Visitor, file: Path) -> None:
    place = upload(arbiter, {"x.csv": b"name\nONE\n"}).headers["location"]

    assert arbiter.post(f"{place}/forget").status == 303
    assert arbiter.post(place).status == 404
    assert list(file.parent.glob("*.ronde")) == [file]


@pytest.mark.parametrize("format", EXPORTS)
def test_every_format_can_be_downloaded(format: str, arbiter: Visitor) -> None:
    answer = arbiter.get(f"/desk/open/export/{format}")

    if answer.status == 409:  # a format for another system says so in words
        assert "does not hold a tournament of this system" in answer.words
        return
    assert answer.status == 200
    assert answer.headers["content-disposition"].startswith("attachment")
    assert answer.body
    if answer.headers["content-disposition"].endswith(".zip"):
        assert zipfile.ZipFile(BytesIO(answer.body)).namelist()


@pytest.mark.parametrize("name", ["players", "pairs", "standings", "crosstable", "teams"])
def test_every_list_can_be_downloaded_as_text(name: str, arbiter: Visitor) -> None:
    answer = arbiter.get(f"/desk/open/export/list/{name}")

    assert answer.status == 200
    assert "POIRIER" in answer.text or "FRA" in answer.text


def test_the_whole_file_is_a_complete_database(arbiter: Visitor, tmp_path: Path) -> None:
    copy = tmp_path / "copy.ronde"
    copy.write_bytes(arbiter.get("/desk/open/export/file.ronde").body)

    with sqlite3.connect(copy) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_the_rating_officer_gets_his_file(arbiter: Visitor) -> None:
    answer = arbiter.post("/desk/open/export/elo", {"country": "FRA", "date": "", "sender": "me"})

    assert answer.status == 200
    assert "POIRIER" in answer.body.decode("utf-8", "replace")
    assert arbiter.get("/desk/open/export/nothing").status == 404
    assert arbiter.get("/desk/open/export/sheet/999").status == 404
    assert "POIRIER" in arbiter.get("/desk/open/export/sheet/3").text


def test_what_lies_in_folders_below_does_not_hide_the_files_of_the_folder(
    arbiter: Visitor, file: Path, tmp_path: Path
) -> None:
    kept = b"name,rating\nDOE Ann,1500\nROE Bob,1400\n"
    below = b"name\nNOBODY Else\n"
    for files in (
        {"club/a.csv": kept, "club/old/a.csv": below},
        {"club/old/a.csv": below, "club/a.csv": kept},
    ):
        answer = upload(arbiter, files, "csv")
        page = arbiter.get(answer.headers["location"]).text

        assert "DOE Ann" in page or "2 players" in page
        assert "NOBODY" not in page


def test_two_files_of_one_name_are_refused_and_not_mixed(arbiter: Visitor) -> None:
    answer = upload(arbiter, {"one/a.csv": b"name\nDOE Ann\n", "two/a.csv": b"name\nROE Bob\n"}, "csv")

    assert answer.status == 409
    assert "two files have this name" in answer.text
    assert "a.csv" in answer.text


def test_a_new_tournament_is_dated_as_the_terminal_and_papp_date_it(arbiter: Visitor) -> None:
    assert re.search(r'name="date"[^>]*value="\d\d/\d\d/\d{4}"', arbiter.get("/desk").text)


def test_a_round_beyond_those_announced_is_no_end(arbiter: Visitor) -> None:
    arbiter.post("/desk/open/settings", {"rounds": "1"})
    told = [arbiter.get(place).text for place in ("/desk", "/?all")]

    assert all("finished" not in page for page in told)
