"""The folder of uploaded files."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from ronde.web.desk.uploads import PREFIX, UploadFolder


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def test_it_is_made_once_and_gone_with_the_server(tmp_path: Path) -> None:
    dropped = UploadFolder()
    assert list(tmp_path.iterdir()) == []
    (dropped.folder() / "a.txt").write_text("x")
    assert dropped.folder() == dropped.folder()

    dropped.close()
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(InterruptedError):
        dropped.folder()


def test_the_folder_of_a_server_that_was_killed_is_swept_and_that_of_another_stays(tmp_path: Path) -> None:
    left = tmp_path / f"{PREFIX}left"
    left.mkdir()
    running = UploadFolder()
    folder = running.folder()
    UploadFolder().sweep()

    assert not left.exists()
    assert folder.exists()
    running.close()
