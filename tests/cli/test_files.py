from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.terminal import Terminal, told

from ronde.app.desk import Desk
from ronde.app.settings_text import changed_settings, flat, setting_text
from ronde.i18n import LANGUAGES
from ronde.model.settings import Settings, Zone


def settings_of(file: Path) -> Settings:
    desk = Desk.open(file)
    desk.close()
    return desk.tournament.settings


# new


def test_new_starts_a_tournament_and_says_where(ronde: Terminal, tmp_path: Path) -> None:
    said = ronde.done("new", "spring.ronde", "--rounds", "9", "--date", "1 May")

    assert said.out == told("cli.opened", name="spring", count=9, path="spring.ronde")
    assert ronde.data("status", "spring.ronde") == {
        "version": 2,
        "name": "spring",
        "date": "1 May",
        "rounds": 9,
        "system": "swiss",
        "profile": "ronde",
        "closed_rounds": 0,
        "open_round": 1,
        "players": 0,
        "present": 0,
        "tables": 0,
        "missing": [],
        "over": False,
        "state": "coming",
        "starts": None,
    }


def test_new_prints_the_same_data_as_open(ronde: Terminal) -> None:
    assert ronde.data("new", "spring.ronde") == ronde.data("status", "spring.ronde")


@pytest.mark.parametrize(
    ("game", "total", "bye", "colours"),
    [
        ("othello", 64, 24, ("black", "white")),
        ("othello10", 100, 35, ("black", "white")),
        ("go", 1, 0, ("black", "white")),
        ("chess", 1, 0, ("white", "black")),
    ],
)
def test_a_game_sets_the_board(
    ronde: Terminal, game: str, total: int, bye: float, colours: tuple[str, str]
) -> None:
    ronde.done("new", "game.ronde", "--game", game)

    board = settings_of(Path("game.ronde")).board

    assert (board.total, board.bye, board.colours) == (total, bye, colours)


def test_the_board_and_everything_else_may_be_set_at_once(ronde: Terminal) -> None:
    ronde.done(
        "new", "own.ronde", "--total", "37", "--bye", "18.5", "--system", "berger", "--brightwell", "4.5",
        "--tiebreaks", "buchholz, wins", "--country", "FRA", "--profile", "papp",
    )  # fmt: skip

    own = settings_of(Path("own.ronde"))

    assert (own.board.total, own.board.bye, own.system, own.brightwell) == (37, 18.5, "berger", 4.5)
    assert (own.tiebreaks, own.country, own.profile, own.cap) == (
        ("buchholz", "wins"),
        "FRA",
        "papp",
        10_000_000,
    )


def test_the_brightwell_constant_follows_the_number_of_rounds_unless_it_is_given(ronde: Terminal) -> None:
    ronde.done("new", "short.ronde", "--rounds", "7")
    ronde.done("new", "long.ronde", "--rounds", "8")

    assert settings_of(Path("short.ronde")).brightwell == 0
    assert settings_of(Path("long.ronde")).brightwell == 6


def test_a_file_that_is_there_is_not_overwritten(ronde: Terminal, file: Path) -> None:
    refusal = ronde.refused("new", file)

    assert refusal.code == "file-exists"
    assert str(file) in refusal
    assert len(ronde.data("player", "list", file)) == 6


@pytest.mark.parametrize(
    "wishes",
    [
        ("--rounds", "0"),
        ("--rounds", "1000"),
        ("--total", "0"),
        ("--bye", "65"),
        ("--bye", "24.25"),
        ("--bye", "nan"),
        ("--brightwell", "-1"),
        ("--brightwell", "inf"),
        ("--tiebreaks", "luck"),
        ("--tiebreaks", "wins,wins"),
        ("--name", ""),
        ("--name", "two\nlines"),
        ("--name", "x" * 10_000),
    ],
)
def test_impossible_settings_are_refused_before_a_file_is_made(
    ronde: Terminal, tmp_path: Path, wishes: tuple[str, str]
) -> None:
    ronde.refused("new", "bad.ronde", *wishes)

    assert list(tmp_path.iterdir()) == []


def test_a_tournament_is_not_made_in_a_folder_that_is_missing(ronde: Terminal) -> None:
    assert "nowhere" in ronde.refused("new", "nowhere/open.ronde")


# open


def test_open_tells_how_far_a_tournament_has_come(ronde: Terminal, file: Path) -> None:
    first, second, third = ronde.done("status", file).out.splitlines(keepends=True)
    assert first == "Open de Paris  2026-11-15\n"
    assert second == told(
        "cli.summary", **ronde.data("status", file) | {"system": "Swiss", "state": "entries open"}
    )
    assert third == told("cli.not-paired")
    ronde.done("table", "add", file, 1, 2)
    assert ronde.done("status", file).out.endswith(told("cli.missing-results", count=1, tables="1"))
    assert ronde.data("status", file)["missing"] == [1]
    ronde.done("result", file, 1, 40)
    assert ronde.done("status", file).out.endswith(told("cli.complete"))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "not-a-tournament.empty"),
        (b"\x00\xff" * 5000, "not-a-tournament.foreign"),
        (b"SQLite format 3\x00" + b"\x01" * 5000, "not-a-tournament.damaged"),
    ],
)
def test_what_is_no_tournament_is_refused_with_the_reason(
    ronde: Terminal, tmp_path: Path, content: bytes, reason: str
) -> None:
    (tmp_path / "bad.ronde").write_bytes(content)

    assert ronde.refused("status", "bad.ronde").code == reason
    assert (tmp_path / "bad.ronde").read_bytes() == content


def test_a_damaged_tournament_is_refused_and_its_backup_named(ronde: Terminal, played: Path) -> None:
    played.write_bytes(b"")
    (backup,) = (played.parent / "open.backups").iterdir()

    for language in LANGUAGES:
        hint = told("errors.backup-hint", language, backup=backup).strip()
        assert ronde.refused("--lang", language, "status", played).endswith(hint)
    assert ronde.data("status", backup)["closed_rounds"] == 1


@pytest.mark.parametrize("path", ["gone.ronde", "x" * 5000, "."])
def test_what_is_no_file_is_a_clear_refusal(ronde: Terminal, path: str) -> None:
    assert ronde.refused("status", path)


# settings


def test_settings_are_shown_by_their_dotted_names(ronde: Terminal, file: Path) -> None:
    lines = ronde.done("settings", file).out.splitlines()
    data = ronde.data("settings", file)

    assert "board.total = 64" in lines
    assert "tiebreaks = brightwell,discs" in lines
    assert "cap = none" in lines
    assert [line.split(" = ")[0] for line in lines] == [
        key
        for key in data
        if not key.startswith(
            ("keizer.", "dutch.", "report.", "gauntlet.", "cup.", "laps", "mcmahon.", "go.")
        )
    ]
    assert data["penalties.colour.again"] == 15


def test_settings_are_changed_by_name(ronde: Terminal, file: Path) -> None:
    data = json.loads(
        ronde.done(
            "settings", file, "rounds=9", "name=Grand Prix", "date=tomorrow", "board.bye=20.5",
            "tiebreaks=wins", "zones=FRA:1000-1999, 9000-9500", "penalties.chauvinism=5,3,0", "cap=500",
            "board.colours=red,blue", "board.relative=true", "country= ITA ", "--json",
        ).out
    )  # fmt: skip

    assert (data["name"], data["date"], data["rounds"]) == ("Grand Prix", "tomorrow", 9)
    settings = settings_of(file)
    assert settings.zones == (Zone(1000, 1999, "FRA"), Zone(9000, 9500))
    assert settings.penalties.chauvinism == (5, 3, 0)
    assert (settings.board.colours, settings.board.relative, settings.board.bye) == (
        ("red", "blue"),
        True,
        20.5,
    )
    assert (settings.cap, settings.country, settings.tiebreaks) == (500, "ITA", ("wins",))
    assert ronde.data("settings", file, "cap=none")["cap"] is None


def test_new_numbers_come_from_the_zones(ronde: Terminal, file: Path) -> None:
    ronde.done("settings", file, "zones=FRA:1000-1999,9000-9500")

    assert ronde.data("player", "add", file, "NEW", "--country", "FRA")["id"] == 1000
    assert ronde.data("player", "add", file, "NEWER", "--country", "fra")["id"] == 1001
    assert ronde.data("player", "add", file, "ELSE")["id"] == 9000


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("colour=5", "setting-unknown"),
        ("turns", "setting-unknown"),
        ("=5", "setting-unknown"),
        ("penalties=1", "setting-unknown"),
        ("rounds=many", "setting-impossible.allowed"),
        ("rounds=0", "setting-impossible.allowed"),
        ("system=lottery", "setting-impossible.allowed"),
        ("board.bye=99", "setting-impossible.allowed"),
        ("board.colours=red", "setting-impossible.example"),
        ("board.relative=perhaps", "setting-impossible.allowed"),
        ("zones=FRA:1000", "setting-impossible.example"),
        ("zones=5-1", "setting-impossible.example"),
        ("zones=²-9", "setting-impossible.example"),
        (f"zones=1-{'9' * 6000}", "setting-impossible.example"),
        (f"rounds={'9' * 6000}", "setting-impossible.allowed"),
        ("penalties.colour.imbalance=0,20,10", "penalties-impossible.growth"),
        ("penalties.float.compensation=99999", "penalties-impossible.compensation"),
        ("penalties.elitism=-1", "penalties-impossible.range"),
        ("board.colours=bl\nack,white", "name-impossible.control"),
        ("country=\x1b[31m", "name-impossible.control"),
        ("name=", "name-impossible.empty"),
    ],
)
def test_a_wrong_setting_is_refused_by_name(ronde: Terminal, file: Path, change: str, code: str) -> None:
    before = ronde.data("settings", file)

    refusal = ronde.refused("settings", file, change)

    assert refusal.code == code
    assert change.split("=")[0].split(".")[0] in refusal or not code.startswith("setting")
    assert ronde.data("settings", file) == before


def test_of_several_settings_the_wrong_one_is_named_and_none_is_changed(ronde: Terminal, file: Path) -> None:
    refusal = ronde.refused("settings", file, "country=ITA", "rounds=many", "brightwell=3")

    assert refusal.code == "setting-impossible.allowed"
    assert "rounds" in refusal
    assert "many" in refusal
    assert ronde.data("settings", file)["country"] == ""


def test_settings_as_they_are_are_nothing_to_change(ronde: Terminal, file: Path) -> None:
    assert ronde.done("settings", file, "rounds=4").out == told(
        "errors.nothing-to-change", what="Open de Paris"
    )
    assert ronde.data("settings", file, "rounds=4")["rounds"] == 4


def test_every_setting_may_be_typed_as_it_is_shown() -> None:
    odd = Settings(zones=(Zone(1, 9, "FRA"), Zone(20, 30)), cap=77, tiebreaks=())
    for settings in (Settings(), odd):
        shown = {name: setting_text(value) for name, value in flat(settings).items()}
        assert changed_settings(Settings(rounds=99), shown) == settings


# export and import


def test_every_export_is_printed_or_written(ronde: Terminal, played: Path, tmp_path: Path) -> None:
    for format in ("json", "csv", "players-csv", "text"):
        printed = ronde.done("export", played, "--as", format).out
        said = ronde.done("export", played, "--as", format, "-o", f"sub/{format}.out")
        assert said.out == told("cli.written", path=f"sub/{format}.out")
        assert (tmp_path / "sub" / f"{format}.out").read_bytes().decode() == printed


def test_the_exported_text_is_the_standings_in_the_language_asked(ronde: Terminal, played: Path) -> None:
    assert ronde.done("export", played, "--as", "text").out == ronde.done("standings", played).out
    french = ronde.done("--lang", "fr", "export", played, "--as", "text").out
    assert french == ronde.done("--lang", "fr", "standings", played).out


def test_an_export_overwrites_only_when_told_to(ronde: Terminal, played: Path, tmp_path: Path) -> None:
    (tmp_path / "out.json").write_text("precious")

    assert ronde.refused("export", played, "--as", "json", "-o", "out.json").code == "file-exists"
    assert (tmp_path / "out.json").read_text() == "precious"
    ronde.done("export", played, "--as", "json", "-o", "out.json", "--force")
    assert json.loads((tmp_path / "out.json").read_text())["format"] == "ronde-journal"


def test_not_even_force_overwrites_the_tournament_itself(
    ronde: Terminal, played: Path, tmp_path: Path
) -> None:
    (tmp_path / "link").symlink_to(played)
    for target in (played, "link"):
        refusal = ronde.refused("export", played, "--as", "json", "-o", target, "--force")
        assert refusal.code == "file-exists"
    assert ronde.data("status", played)["closed_rounds"] == 1


def test_an_unknown_format_is_refused_with_those_there_are(ronde: Terminal, played: Path) -> None:
    for word in ("export", "import"):
        refusal = ronde.refused(word, played, "--as", "clay")
        assert refusal.code == "format-unknown"
        assert "clay" in refusal
        assert "json" in refusal
        assert "more" not in refusal


def test_an_import_says_what_it_found(ronde: Terminal, played: Path) -> None:
    ronde.done("export", played, "--as", "json", "-o", "open.json")

    said = ronde.done("import", "open.json", "-o", "again.ronde")
    data = ronde.data("import", "open.json", "-o", "third.ronde")

    facts = {"name": "Open de Paris", "players": 6, "rounds": 1, "count": 6, "path": "again.ronde"}
    assert said.out == told("cli.imported", **facts)
    assert data == ronde.data("status", "again.ronde") | {"file": "third.ronde"}
    assert ronde.data("standings", "again.ronde") == ronde.data("standings", played)


def test_an_import_lies_beside_what_was_imported_unless_told_otherwise(
    ronde: Terminal, tmp_path: Path
) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "club.csv").write_text("name\nDOE Jane\nROE Richard\n")

    ronde.done("import", "sub/club.csv")

    assert [player["name"] for player in ronde.data("player", "list", "sub/club.ronde")] == ["DOE", "ROE"]
    assert ronde.refused("import", "sub/club.csv").code == "file-exists"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.json", b""),
        ("a.json", b"{}"),
        ("a.json", b"\xff\xfe"),
        ("a.json", b'{"format": "ronde-journal", "version": 1, "facts": []}'),
        ("a.csv", b""),
        ("a.csv", b"\x00\x01"),
        ("a.csv", b"country\nFRA\n"),
        ("a.csv", b'name\n"DOE'),
        ("a.xyz", b"?"),
    ],
)
def test_what_cannot_be_imported_leaves_no_file_behind(
    ronde: Terminal, tmp_path: Path, name: str, content: bytes
) -> None:
    (tmp_path / name).write_bytes(content)

    assert name in ronde.refused("import", name) or name.endswith("xyz")
    assert sorted(file.name for file in tmp_path.iterdir()) == [name]


def test_facts_that_make_no_sense_leave_no_file_behind(ronde: Terminal, played: Path, tmp_path: Path) -> None:
    journal = json.loads(ronde.done("export", played, "--as", "json").out)
    del journal["facts"][1]
    for place, line in enumerate(journal["facts"], start=1):
        line["action"] = place
    (tmp_path / "odd.json").write_text(json.dumps(journal))

    assert ronde.refused("import", "odd.json")
    assert not (tmp_path / "odd.ronde").exists()


@pytest.mark.parametrize("format", ["json", "csv"])
def test_a_folder_is_no_file_to_import(ronde: Terminal, tmp_path: Path, format: str) -> None:
    (tmp_path / "folder").mkdir()

    assert "folder" in ronde.refused("import", "folder", "--as", format)
    assert ronde.refused("import", "missing.json").code == "file-missing"


def test_a_tournament_of_go_begins_with_the_settings_of_its_system(ronde: Terminal, tmp_path: Path) -> None:
    def settings(name: str, *words: str) -> dict[str, object]:
        ronde.done("new", tmp_path / name, *words)
        shown: dict[str, object] = ronde.data("settings", tmp_path / name)
        return shown

    swiss, evening = (
        settings("a.ronde", "--system", "go-swiss"),
        settings("b.ronde", "--preset", "go-club", "--rounds", "4"),
    )
    assert swiss["mcmahon.handicap.ceiling"] == 0
    assert (evening["rounds"], evening["go.minutes"], evening["mcmahon.handicap.none_from"]) == (4, 25, "9d")
