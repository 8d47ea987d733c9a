from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from tests.formats.papp.golden_files import Folder, tournament_of, unconfirmed, written
from tests.support.builders import tournament
from tests.support.papp_states import FOLDERS

from ronde.formats.papp import Edition, FolderPlan, LiveFolder, Print, SaveMoment, read_folder
from ronde.model.events import SettingsChanged
from ronde.model.replay import replay
from ronde.model.settings import Settings
from ronde.model.tournament import Tournament

NOON = datetime(2024, 6, 15, 12, 0)
WORK = "papp-internal-workfile.txt"
PAPP = Settings(profile="papp", cap=10_000_000)
LISTS = """fichier appariements="p###"; fichier resultats="r###"; fichier classement="c###";
    fichier equipes="e###";"""


def plan(moment: SaveMoment, config: str, hall: Tournament, *, again: bool = False) -> FolderPlan:
    live = LiveFolder({"papp/papp.cfg": f"dossier false; {config}".encode()})
    return live.plan(moment, hall, NOON, lists_again=again)


def names(found: FolderPlan) -> set[str]:
    """The files beside configuration, players and workfile."""
    return found.files.keys() - {"papp.cfg", "joueurs.txt", "nouveaux.txt", WORK, "cell.tmpl"}


HALL = tournament(3, ["1-2:40"], settings=PAPP)
PAIRED = tournament(3, ["1-2:40"], current="1-3", settings=PAPP)


@pytest.mark.parametrize("moment", SaveMoment)
def test_immediate_saving_writes_the_workfile_at_every_moment(moment: SaveMoment) -> None:
    assert WORK in plan(moment, "", HALL).files


@pytest.mark.parametrize("moment", SaveMoment)
def test_deferred_saving_waits_for_a_confirmation_or_the_end(moment: SaveMoment) -> None:
    waiting = {SaveMoment.LISTED, SaveMoment.TYPED, SaveMoment.SHOWN, SaveMoment.PAIRED}

    assert (WORK in plan(moment, "sauvegarde differee;", HALL).files) == (moment not in waiting)


def test_pairings_are_listed_when_paired_in_either_mode() -> None:
    for config in ("", "sauvegarde differee; "):
        found = plan(SaveMoment.PAIRED, config + LISTS + "XML true;", PAIRED)
        assert names(found) == {"p__2", "rounds.xml"}


def test_a_confirmation_writes_every_configured_list() -> None:
    found = plan(SaveMoment.CONFIRMED, LISTS + 'fichier tableau-croise="x.htm"; XML true;', HALL)

    assert names(found) == {"r__1", "c__1", "e__1", "x.htm__1", "stand__1.xml", "rounds.xml"}
    assert b"CELL-BEGIN" in found.files["cell.tmpl"]


def test_a_template_without_a_cell_leaves_only_the_crosstable_out() -> None:
    config = f'dossier false; {LISTS} fichier tableau-croise="x.htm"; XML true;'
    live = LiveFolder({"papp/papp.cfg": config.encode(), "papp/cell.tmpl": b"<html></html>\n"})

    found = live.plan(SaveMoment.CONFIRMED, HALL, NOON)

    assert names(found) == {"r__1", "c__1", "e__1", "stand__1.xml", "rounds.xml"}
    assert [problem.key for problem in found.problems] == ["papp.template-no-cell"]
    assert not plan(SaveMoment.CONFIRMED, 'fichier tableau-croise="x.htm";', HALL).problems


def test_a_tournament_too_big_for_papp_has_its_lists_all_the_same() -> None:
    crowd = tournament(257, ["1-2:40"], settings=PAPP)

    found = plan(SaveMoment.CONFIRMED, LISTS, crowd)

    assert found.files.keys() == {"r__1", "c__1", "e__1"}
    assert [problem.key for problem in found.problems] == ["papp.players-too-many"]


def test_nothing_configured_nothing_listed() -> None:
    assert not names(plan(SaveMoment.CONFIRMED, "", HALL))
    assert not names(plan(SaveMoment.PAIRED, "", PAIRED))


def test_the_rounds_are_xml_at_a_confirmation_only_with_a_results_file() -> None:
    assert names(plan(SaveMoment.CONFIRMED, "XML true;", HALL)) == {"stand__1.xml"}


def test_lists_of_one_name_share_a_file() -> None:
    same = 'fichier appariements="a"; fichier resultats="a"; fichier classement="a"; fichier equipes="a";'

    found = plan(SaveMoment.CONFIRMED, same, HALL).files["a__1"].decode()

    titles = [line for line in found.splitlines() if " of " in line or "teams" in line]
    assert [title.split()[0] for title in titles] == ["Pairings", "Results", "Ranking", "Ranking"]
    assert found.count("\n\n\n\n*** Test ***") == 3
    pairing, _, results = found.partition("Results of")
    assert "40/24" not in pairing
    assert "40/24" in results


def test_a_correction_writes_the_last_standings_again_if_asked() -> None:
    config = LISTS + "XML true;"

    assert not names(plan(SaveMoment.CORRECTED, config, HALL))
    assert names(plan(SaveMoment.CORRECTED, config, HALL, again=True)) == {"c__1", "e__1", "stand__1.xml"}
    assert plan(SaveMoment.CORRECTED, config, HALL).keep == {WORK: "__papp.bak"}


def test_in_our_profile_a_correction_reaches_the_results_too() -> None:
    hall = tournament(3, ["1-2:40"])

    found = plan(SaveMoment.CORRECTED, LISTS + "XML true;", hall, again=True)

    assert names(found) == {"r__1", "c__1", "e__1", "stand__1.xml", "rounds.xml"}


def test_the_subfolder_holds_lists_and_a_copy_of_the_workfile() -> None:
    found = plan(SaveMoment.CONFIRMED, LISTS + "dossier true;", HALL)

    assert names(found) == {"Test/r__1", "Test/c__1", "Test/e__1", f"Test/{WORK}-BACKUP"}
    assert found.files[f"Test/{WORK}-BACKUP"] == found.files[WORK] + b"\n"


def test_a_nameless_tournament_keeps_its_copy_beside_it() -> None:
    nameless = tournament_named("")

    found = plan(SaveMoment.LEFT, "dossier true;", nameless)

    assert names(found) == {"papp-internal-workfile-BACKUP.txt"}


@pytest.mark.parametrize("name", ["..", "../../etc", "a/b", "/", "\\"])
def test_no_name_leads_out_of_the_folder(name: str) -> None:
    config = f'dossier true; fichier classement="../{name}###";'

    for path in plan(SaveMoment.CONFIRMED, config, tournament_named(name)).files:
        assert ".." not in path.split("/")
        assert not path.startswith("/")


def tournament_named(name: str) -> Tournament:
    return replay([SettingsChanged(name, "", PAPP)], HALL)


def test_each_file_is_printed_once_as_often_as_asked() -> None:
    config = 'impression automatique 2; fichier resultats="a"; fichier classement="a"; fichier equipes="e";'

    assert plan(SaveMoment.CONFIRMED, config, HALL).prints == [Print("a__1", 2), Print("e__1", 2)]
    assert not plan(SaveMoment.CONFIRMED, LISTS, HALL).prints


@pytest.mark.parametrize("path", FOLDERS, ids=lambda folder: folder.name)
def test_a_golden_confirmation_is_planned_as_papp_wrote_it(path: Path) -> None:
    """The XML is compared by the list tests; here it is which files there are, and what is in the others."""
    folder = Folder(path)
    number = folder.rounds
    live = LiveFolder(read_folder(path).attachments, folder.edition)
    before = tournament_of(path, unconfirmed(folder.snapshot(number)))
    after = tournament_of(path, folder.snapshot(number))
    at = written(folder.lists / f"stand{number:_>3}.xml")

    paired = live.plan(SaveMoment.PAIRED, before, at)
    confirmed = live.plan(SaveMoment.CONFIRMED, after, at)

    for name, data in confirmed.files.items() | paired.files.items():
        golden = path / name
        if (
            name.endswith(".txt")
            and name not in (WORK, "nouveaux.txt", "joueurs.txt")
            and "round" not in name
        ):
            assert data == golden.read_bytes(), name
    tail = f"{number:_>3}"
    expected = {
        f"resul{tail}.txt",
        f"stand{tail}.txt",
        f"team{tail}.txt",
        f"cross{tail}.htm",
        f"stand{tail}.xml",
    }
    assert expected <= {Path(name).name for name in confirmed.files}
    assert {f"round{tail}.txt", "rounds.xml"} <= {Path(name).name for name in paired.files}


def test_the_edition_of_a_folder_is_written_into_its_workfile() -> None:
    live = LiveFolder({"papp/papp.cfg": b"dossier false;"}, Edition("1.36", "fr"))

    told = live.plan(SaveMoment.LEFT, PAIRED, NOON).files[WORK].decode()

    assert "# PAPP 1.36, written by Ronde\n" in told
    assert "% Inscrits pour la ronde 1\n" in told
