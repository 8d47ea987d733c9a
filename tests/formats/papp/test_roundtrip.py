from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings

from ronde.core.replay import replay
from ronde.core.tournament import Tournament
from ronde.formats.papp.export import write_folder
from ronde.formats.papp.folder import read_folder
from tests.formats.papp.halls import halls, put, told
from tests.papp_states import FOLDERS


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
@pytest.mark.parametrize("remembered", [True, False])
def test_a_papp_tournament_goes_out_and_comes_back_the_same(
    folder: Path, remembered: bool, tmp_path: Path
) -> None:
    imported = read_folder(folder)
    hall = replay(imported.facts)

    written = write_folder(hall, imported.attachments if remembered else {})
    back = read_folder(put(tmp_path, written))

    assert replay(back.facts) == hall
    assert not back.remarks
    assert not written.remarks


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(halls())
def test_any_tournament_of_ours_survives_papp(hall: Tournament) -> None:
    with TemporaryDirectory() as folder:
        back = read_folder(put(Path(folder), write_folder(hall)))

    assert told(replay(back.facts)) == told(hall)
