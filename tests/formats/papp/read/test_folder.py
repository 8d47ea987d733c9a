from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.formats.papp.big import big_folder
from tests.formats.papp.mutation import CONFIG, HEADER, PLAYERS
from tests.support.papp_states import FOLDERS, folder_tournament, load

from ronde.app.exchange import import_path
from ronde.formats.files import ImportResult
from ronde.formats.papp import (
    config_at,
    folder_now,
    known_in,
    read_folder,
    stored_config,
    stored_files,
    with_country_change,
)
from ronde.model.errors import FormatError
from ronde.model.player import Absence
from ronde.model.replay import replay
from ronde.model.result import Result
from ronde.model.tournament import Tournament


def put(folder: Path, workfile: str | bytes = b"", **others: bytes) -> Path:
    """A small folder with four known players."""
    told = workfile.encode() if isinstance(workfile, str) else workfile
    files = {"papp.cfg": CONFIG, "joueurs": PLAYERS, "papp-internal-workfile.txt": HEADER + told}
    for name, data in (files | others).items():
        (folder / name).write_bytes(data)
    return folder


def hall_of(folder: Path) -> Tournament:
    return replay(read_folder(folder).events)


def keys(imported: ImportResult) -> list[str]:
    return [remark.key.removeprefix("papp.") for remark in imported.remarks]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_golden_folder_is_the_tournament_papp_played(folder: Path) -> None:
    hall, expected = hall_of(folder), folder_tournament(folder)
    known = load(folder / "expected.json")["tournament"]

    assert (hall.name, hall.date) == (known["name"], known["date"])
    assert hall.settings.rounds == known["rounds"]
    assert hall.settings.brightwell == known["brightwell"]
    assert list(hall.players) == known["registration_order"]
    assert hall.left.keys() == expected.left.keys()
    for ours, theirs in zip(hall.rounds, expected.rounds, strict=True):
        assert [(t.first, t.second, t.result) for t in ours.tables.values()] == [
            (t.first, t.second, t.result) for t in theirs.tables.values()
        ]
        assert set(ours.byes) == set(theirs.byes)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_golden_round_robin_keeps_its_seats(folder: Path) -> None:
    table = load(folder / "expected.json")["tournament"]["round_robin_table"]

    assert bool(hall_of(folder).seats) == bool(table)


def test_an_open_round_comes_with_its_pairs_and_the_results_so_far(tmp_path: Path) -> None:
    hall = hall_of(put(tmp_path, "& +1 +2 +3 +4;\n(3 1 40);\n(4 2);\n"))

    first, second = hall.open_round
    assert (first.first, first.second, first.result) == (3, 1, Result(40, 24))
    assert (second.first, second.second, second.result) == (4, 2, None)


def test_an_impossible_score_of_the_open_round_is_left_out_with_a_remark(tmp_path: Path) -> None:
    imported = read_folder(put(tmp_path, "& +1 +2;\n(1 2 70);\n"))

    assert keys(imported) == ["result-dropped"]
    assert replay(imported.events).open_round.table(1).result is None


def test_leaving_dissolves_a_pair(tmp_path: Path) -> None:
    hall = hall_of(put(tmp_path, "& +1 +2 +3 +4;\n(1 2);(3 4);\n& -2;\n"))

    assert [(table.first, table.second) for table in hall.open_round] == [(3, 4)]
    assert hall.unpaired == (1,)


def test_who_is_registered_as_absent_is_late_and_who_goes_has_withdrawn(tmp_path: Path) -> None:
    hall = hall_of(put(tmp_path, "& +1 +2 -3;\n(1 40 2 24);ronde-suivante;\n& -1 +3;\n"))

    assert hall.round(1).absent == {3: Absence.LATE}
    assert hall.left.keys() == {1}
    assert hall.left[1].reason is Absence.WITHDRAWN


def test_several_players_without_a_game_all_have_the_bye(tmp_path: Path) -> None:
    hall = hall_of(put(tmp_path, "& +1 +2 +3 +4;\n(1 40 2 24);ronde-suivante;\n"))

    assert hall.round(1).byes == (3, 4)


def test_commands_of_the_configuration_count_in_the_workfile_too(tmp_path: Path) -> None:
    hall = hall_of(put(tmp_path, "Score-bip = 0/1; & +1 +2;\n(1 0.5 2 0.5);\n"))

    assert hall.settings.board.total == 1
    assert hall.open_round.table(1).result == Result(0.5, 0.5)


def test_a_total_that_changes_between_rounds_is_refused(tmp_path: Path) -> None:
    put(tmp_path, "& +1 +2;\n(1 40 2 24);ronde-suivante;\nScore-bip = 0/1;\n")

    with pytest.raises(FormatError) as error:
        read_folder(tmp_path)

    assert error.value.problems[0].key == "papp.total-changed"


def test_a_round_robin_table_of_strangers_is_not_used(tmp_path: Path) -> None:
    imported = read_folder(put(tmp_path, "& +1 +2;\ntable-toutes-rondes [4] = { 1 2 3 4 };\n"))

    assert keys(imported) == ["table-dropped"]
    assert replay(imported.events).seats == ()


def test_an_old_workfile_gets_the_name_of_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "Oxford 1995"
    folder.mkdir()
    put(folder, **{"papp-internal-workfile.txt": b"& +1 +2;\n(1 2);\n"})

    imported = read_folder(folder)

    assert keys(imported) == ["no-name", "no-rounds"]
    assert replay(imported.events).name == "Oxford 1995"


def test_the_oldest_name_of_the_workfile_is_found(tmp_path: Path) -> None:
    put(tmp_path)
    (tmp_path / "papp-internal-workfile.txt").rename(tmp_path / "__papp__")

    assert hall_of(tmp_path).name == "W"


def test_a_folder_without_a_workfile_is_an_empty_tournament(tmp_path: Path) -> None:
    (tmp_path / "papp.cfg").write_bytes(CONFIG)

    assert not hall_of(tmp_path).players


def test_the_configuration_may_have_any_name(tmp_path: Path) -> None:
    put(tmp_path)
    (tmp_path / "papp.cfg").rename(tmp_path / "open.cfg")

    assert read_folder(tmp_path / "open.cfg").events == read_folder(tmp_path, "open.cfg").events
    assert keys(read_folder(tmp_path)) == ["no-config"]


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError) as error:
        read_folder(tmp_path)

    assert error.value.problems[0].key == "papp.not-a-folder"


def test_two_players_files_are_one_too_many(tmp_path: Path) -> None:
    put(tmp_path, **{"joueurs.txt": PLAYERS})

    with pytest.raises(FormatError) as error:
        read_folder(tmp_path)

    assert error.value.problems[0].key == "papp.two-players-files"


def test_a_file_that_cannot_be_read_is_a_problem_not_a_crash(tmp_path: Path) -> None:
    put(tmp_path)
    (tmp_path / "nouveaux.txt").mkdir()

    with pytest.raises(FormatError) as error:
        read_folder(tmp_path)

    assert error.value.problems[0].key == "papp.unreadable"


def test_a_lock_is_remarked(tmp_path: Path) -> None:
    assert keys(read_folder(put(tmp_path, lockfile=b""))) == ["locked"]


def test_latin_1_is_read_where_utf_8_fails(tmp_path: Path) -> None:
    name = '#_Nom-Tournoi = "Été à Évry" ;'

    for encoding in ("utf-8", "latin-1"):
        work = {"papp-internal-workfile.txt": name.encode(encoding)}
        assert hall_of(put(tmp_path, **work)).name == "Été à Évry"


def test_invisible_characters_of_a_name_are_left_out(tmp_path: Path) -> None:
    imported = read_folder(put(tmp_path, '#_Nom-Tournoi = "A\x1b[2JB" ;'))

    assert keys(imported) == ["control-character"]
    assert replay(imported.events).name == "A[2JB"


def test_people_who_are_not_registered_and_file_names_are_kept(tmp_path: Path) -> None:
    put(tmp_path, "& +1 +2;\n", **{"papp.cfg": b'pays = "FRA"; fichier classement = "cla";'})

    imported = read_folder(tmp_path)

    assert known_in(imported.attachments)[4].full_name == "DELTA Dan"
    assert known_in(imported.attachments)[4].country == "FRA"
    assert stored_config(imported.attachments).files.standings == "cla"


def test_an_emigrant_is_noted_where_papp_notes_him(tmp_path: Path) -> None:
    kept = read_folder(put(tmp_path, **{"nouveaux.txt": b"     5 FIVE, Eve\t{USA}\n"})).attachments

    for number, country in ((1, "SWE"), (5, "South Korea")):
        name, data = with_country_change(folder_now(tmp_path, stored_files(kept)), number, country)
        (tmp_path / name).write_bytes(data)

    moved = read_folder(tmp_path).attachments
    assert moved["papp/nouveaux.txt"] == (
        b"     5 FIVE, Eve\t{USA}\n%_      1 {SWE}\n%_      5 {South_Korea}\n"
    )
    assert {number: known_in(moved)[number].country for number in (1, 2, 5)} == {
        1: "SWE",
        2: "FRA",
        5: "South_Korea",
    }


def test_the_template_is_the_one_that_lies_there_now_under_either_name(tmp_path: Path) -> None:
    kept = read_folder(put(tmp_path, **{"cell.tmpl": b"old"})).attachments
    (tmp_path / "cell.tmpl").write_bytes(b"new")
    (tmp_path / "cell.tpl").write_bytes(b"other")

    assert stored_files(kept).data["template"] == b"old"
    assert folder_now(tmp_path, stored_files(kept)).data["template"] == b"new"
    (tmp_path / "cell.tmpl").unlink()
    assert folder_now(tmp_path, stored_files(kept)).data["template"] == b"other"
    (tmp_path / "cell.tpl").unlink()
    assert "template" not in folder_now(tmp_path, stored_files(kept)).data


def test_a_configuration_may_lie_outside_the_folder_it_is_for(tmp_path: Path) -> None:
    folder, shared = tmp_path / "open", tmp_path / "all.cfg"
    folder.mkdir()
    put(folder, "& +1 +3;")
    (folder / "papp.cfg").unlink()
    shared.write_bytes(b'Pays = "SWE"; score-bip = 35/100;')

    imported = read_folder(folder, str(shared))

    assert config_at(shared).total == 100
    assert config_at(tmp_path / "none.cfg").total == 64
    hall = replay(imported.events)
    assert (hall.player(1).country, hall.settings.board.total) == ("SWE", 100)
    assert stored_config(imported.attachments).country == "SWE"


def test_the_biggest_tournament_is_read(tmp_path: Path) -> None:
    for name, data in big_folder().items():
        (tmp_path / name).write_bytes(data)

    hall = hall_of(tmp_path)

    assert (len(hall.players), len(hall.closed_rounds)) == (256, 20)


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("inter", "../evil.txt"),
        ("inter", "open.ronde"),
        ("inter", "./papp.cfg"),
        ("joueurs", "/dev/zero"),
        ("joueurs", "/etc/passwd"),
        ("nouveaux", "a/../../b"),
        ("classement", "open.RONDE"),
        ("resultats", "papp.cfg"),
    ],
)
def test_a_file_name_that_leads_out_or_is_taken_is_refused_with_its_place(
    tmp_path: Path, kind: str, name: str
) -> None:
    put(tmp_path, **{"papp.cfg": f'pays = "FRA";\nfichier {kind} = "{name}";\n'.encode()})

    with pytest.raises(FormatError) as error:
        read_folder(tmp_path)

    (problem,) = error.value.problems
    assert (problem.path, problem.line, problem.key) == ("papp.cfg", 2, "papp.file-name")
    assert problem.column == len(f"fichier {kind} = ") + 1


def test_a_pipe_in_the_folder_is_a_problem_and_nobody_waits(tmp_path: Path) -> None:
    put(tmp_path)
    os.mkfifo(tmp_path / "nouveaux.txt")

    with pytest.raises(FormatError) as error:
        read_folder(tmp_path)

    assert error.value.problems[0].key == "papp.unreadable"


@pytest.mark.parametrize("name", ["../club", "/etc/hosts", "a/../../b"])
@pytest.mark.parametrize("kind", ["joueurs", "nouveaux"])
def test_what_comes_by_a_browser_reads_nothing_outside(kind: str, name: str, tmp_path: Path) -> None:
    put(tmp_path, **{"papp.cfg": f'dossier false;\nfichier {kind} = "{name}";'.encode()})

    with pytest.raises(FormatError) as refused:
        read_folder(tmp_path)
    with pytest.raises(FormatError) as alone:
        import_path(tmp_path / "papp.cfg", "papp")

    assert [(one.line, one.key) for one in refused.value.problems] == [(2, "papp.file-name")]
    assert alone.value.problems == refused.value.problems
