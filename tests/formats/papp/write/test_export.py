"""A tournament as the folder that PAPP reads."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.support.builders import forbid, players, tournament

from ronde.formats.papp import write_folder
from ronde.formats.papp.statements import MOST_PLAYERS
from ronde.formats.papp.workfile import check_size
from ronde.model.errors import FormatError
from ronde.model.settings import Settings

PAPP = Settings(profile="papp", cap=10_000_000)


def test_the_four_files_are_there_and_name_each_other() -> None:
    folder = write_folder(tournament(3, ["1-2:40"], settings=PAPP))
    names = set(folder.files)

    assert "papp.cfg" in names
    assert len(names) == 4
    for name in names - {"papp.cfg"}:
        assert name.removesuffix(".txt").encode() in folder.files["papp.cfg"]


def test_files_an_import_kept_come_back_with_their_comments() -> None:
    config = b'% ours since 1998\nPays="FRA"; fichier joueurs="club.txt"; dossier false;\n'
    people = b"% the club\n1 P1\n2 P2\n3 P3\n"
    hall = tournament(
        [replace(card, country="FRA") for card in players(3)], settings=replace(PAPP, country="FRA")
    )
    folder = write_folder(hall, {"papp/papp.cfg": config, "papp/club.txt": people})

    assert folder.files["club.txt"] == people


def test_what_papp_cannot_tell_is_remarked() -> None:
    hall = forbid(tournament(4, ["1-2:+ 3-4:40"], settings=replace(PAPP, system="keizer")), (1, 4))
    keys = {remark.key.removeprefix("papp.export-") for remark in write_folder(hall).remarks}

    assert {"system", "forbidden", "result"} <= keys
    assert not {"title", "bye"} & keys


def test_more_people_than_papp_can_hold_are_refused() -> None:
    check_size(tournament(3))
    with pytest.raises(FormatError) as refused:
        check_size(replace(tournament(2), players={one.id: one for one in players(MOST_PLAYERS + 1)}))

    assert refused.value.problems[0].key == "papp.players-too-many"
