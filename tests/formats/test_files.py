from __future__ import annotations

from pathlib import Path

import pytest
from tests.store.halls import OPENED, entered
from tests.support.builders import tournament
from tests.support.root import TESTS

from ronde.app.exchange import EXPORTS, IMPORTS, ExportContext, export, import_path
from ronde.formats.files import ImportResult
from ronde.i18n import LANGUAGES
from ronde.model.errors import FileMissing, FormatUnfit, FormatUnknown, RondeError
from ronde.model.events import PlayerEntered, TournamentOpened
from ronde.model.player import Player
from ronde.model.settings import Settings, usual_settings
from ronde.model.systems import GO, SYSTEMS

GOLDEN = TESTS / "golden"


@pytest.fixture
def dossier() -> ExportContext:
    hall = tournament(5, ["1-2:40 3-4:="], current="1-3")
    return ExportContext(hall, "en", [(1, "2026-11-15T20:00:00.000+00:00", "arbiter", [OPENED])])


def fitting(format: str) -> Settings:
    """Settings of a tournament that the format has room for."""
    return usual_settings("mcmahon") if format in GO else usual_settings("swiss", game="chess")


@pytest.mark.parametrize("format", EXPORTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_export_writes_something(format: str, language: str) -> None:
    hall = tournament(5, ["1-2:1 3-4:="], current="1-3", settings=fitting(format))

    exported = export(
        ExportContext(hall, language, [(1, "2026-11-15T20:00:00.000+00:00", "arbiter", [OPENED])]), format
    )

    assert any(exported.files.values())


@pytest.mark.parametrize("format", ["json", "csv", "players-csv", "text"])
def test_our_own_exports_are_one_file(dossier: ExportContext, format: str) -> None:
    assert list(export(dossier, format).files) == [""]


@pytest.mark.parametrize("format", EXPORTS)
def test_an_empty_tournament_can_be_exported_too(format: str) -> None:
    empty = tournament(0, settings=fitting(format))
    exported = export(ExportContext(empty, "en", [(1, "", "arbiter", [OPENED])]), format)

    assert all(isinstance(content, bytes) for content in exported.files.values())


@pytest.mark.parametrize(("system", "format"), [("swiss", "egf"), ("mcmahon", "papp"), ("go-swiss", "trf26")])
def test_a_format_without_room_for_the_system_is_refused_with_those_that_have(
    system: str, format: str
) -> None:
    hall = tournament(4, settings=usual_settings(system))

    with pytest.raises(FormatUnfit) as refused:
        export(ExportContext(hall, "en", [(1, "", "arbiter", [OPENED])]), format)

    known = refused.value.facts["known"]
    assert known == list(SYSTEMS[system].exports)


def test_an_unknown_format_is_refused_with_those_there_are(dossier: ExportContext, tmp_path: Path) -> None:
    with pytest.raises(FormatUnknown) as refused:
        export(dossier, "clay")
    assert refused.value.facts == {"format": "clay", "known": list(EXPORTS)}

    (tmp_path / "a.clay").touch()
    with pytest.raises(FormatUnknown) as refused:
        import_path(tmp_path / "a.clay")
    assert refused.value.facts["known"] == list(IMPORTS)


@pytest.mark.parametrize("format", IMPORTS)
def test_no_import_makes_a_tournament_of_nothing(format: str, tmp_path: Path) -> None:
    with pytest.raises(FileMissing):
        import_path(tmp_path / "gone", format)


@pytest.mark.parametrize("format", IMPORTS)
@pytest.mark.parametrize("content", [b"", b"\x00" * 2000, b"\xff" * 2000, b"(((((", b"name,name\n"])
def test_no_import_ends_in_a_traceback(format: str, content: bytes, tmp_path: Path) -> None:
    path = tmp_path / f"file.{format}"
    path.write_bytes(content)

    try:
        imported = import_path(path, format)
    except RondeError:
        return
    assert imported.events


def test_a_list_becomes_a_tournament_of_those_people(tmp_path: Path) -> None:
    (tmp_path / "Club.CSV").write_text("name,id\nDOE Jane,\nROE Rick,1\nPOE Ed,\n")

    imported = import_path(tmp_path / "Club.CSV")

    assert imported.events[0] == TournamentOpened("Club", "")
    assert [event.player for event in imported.events if isinstance(event, PlayerEntered)] == [
        Player(2, "DOE", "Jane"),
        Player(1, "ROE", "Rick"),
        Player(3, "POE", "Ed"),
    ]


def test_an_import_without_seats_is_one_action_of_whoever_imports() -> None:
    imported = ImportResult((OPENED, entered(1)))

    assert imported.actions("phone") == [("phone", (OPENED, entered(1)))]


def test_an_import_with_seats_keeps_its_actions() -> None:
    imported = ImportResult((OPENED, entered(1), entered(2)), steps=(("arbiter", 1), ("phone", 2)))

    assert imported.actions("web") == [("arbiter", (OPENED,)), ("phone", (entered(1), entered(2)))]


@pytest.mark.parametrize("format", [None, "keizer-s3db", "s3db"])
def test_a_database_is_imported_by_the_name_it_is_exported_by_or_by_its_ending(format: str | None) -> None:
    club = GOLDEN / "keizer" / "k05_absences_every_kind.s3db"

    assert import_path(club, format).events
