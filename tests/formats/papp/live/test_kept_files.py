"""The files of a PAPP folder beside the journal."""

from __future__ import annotations

from ronde.formats.papp import PappFiles, known_in, missing_players, stored_config, stored_files
from ronde.formats.papp.stored_folder import config_of
from ronde.model.player import Player

CONFIG = b'Pays="FRA"; fichier joueurs="club.txt"; fichier nouveaux="new.txt"; dossier false;\n'
PEOPLE = b"1 ALPHA, Ann\n2 BETA, Bob {GBR}\n"


def test_what_is_kept_is_found_again_under_the_names_of_the_configuration() -> None:
    files = PappFiles(
        {"config": CONFIG, "players": PEOPLE}, {"config": "papp.cfg", "players": "../base/club.txt"}
    )
    kept = files.attachments()

    assert kept == {"papp/papp.cfg": CONFIG, "papp/club.txt": PEOPLE}
    assert stored_files(kept).data == {"config": CONFIG, "players": PEOPLE}


def test_two_files_of_one_name_are_kept_apart() -> None:
    files = PappFiles(
        {"players": b"a", "new_players": b"b"}, {"players": "old/list.txt", "new_players": "new/list.txt"}
    )

    assert files.attachments() == {"papp/list.txt": b"a", "papp/new_players-list.txt": b"b"}


def test_who_has_no_country_has_that_of_the_configuration() -> None:
    kept = {"papp/papp.cfg": CONFIG, "papp/club.txt": PEOPLE}

    assert known_in(kept) == {
        1: Player(1, "ALPHA", "Ann", "FRA"),
        2: Player(2, "BETA", "Bob", "GBR"),
    }
    assert missing_players(kept) == []
    assert [remark.key for remark in missing_players({"papp/papp.cfg": CONFIG})] == ["papp.no-players"]


def test_commands_in_the_workfile_count_but_move_no_file() -> None:
    work = b'pays = "BEL";\nfichier joueurs="elsewhere.txt";\n'
    files = PappFiles({"config": CONFIG, "workfile": work}, {"workfile": "work"})

    assert config_of(files).country == "BEL"
    assert config_of(files).files.players == "club.txt"


def test_without_a_folder_everything_is_as_papp_has_it() -> None:
    assert stored_config({}).files.players
    assert stored_files({}).data == {"config": b""}
