"""Files are read in another process, and what happens there arrives here."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest

from ronde.app.exchange import IMPORTS
from ronde.app.isolated import SMALL, is_small_text, read_isolated, run_isolated
from ronde.model.errors import FormatError, RondeError

CSV = "id,name\n7,DOE\n"


def test_a_file_read_apart_is_the_file_read_here(tmp_path: Path) -> None:
    path = tmp_path / "players.csv"
    path.write_text(CSV)

    assert read_isolated("csv", path) == IMPORTS["csv"](path)


def test_a_refusal_there_is_the_same_refusal_here(tmp_path: Path) -> None:
    path = tmp_path / "players.csv"
    path.write_text("id,name\nseven,DOE\n")
    with pytest.raises(FormatError) as here:
        IMPORTS["csv"](path)
    with pytest.raises(FormatError) as there:
        read_isolated("csv", path)

    assert there.value.problems == here.value.problems


def test_a_process_that_tells_nothing_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(RondeError) as refused:
        run_isolated(tmp_path / "x", "ronde.formats.no_such_module", shape=str)

    assert isinstance(refused.value, FormatError)
    assert refused.value.problems[0].key == "formats.too-hungry"


def test_small_texts_are_harmless_and_databases_and_large_files_are_not(tmp_path: Path) -> None:
    text, database, large = (tmp_path / name for name in ("text", "database", "large"))
    text.write_text(CSV)
    database.write_bytes(b"SQLite format 3\0" + bytes(100))
    large.write_bytes(bytes(SMALL + 1))

    assert is_small_text(text)
    assert is_small_text(tmp_path / "nowhere")
    assert not is_small_text(database)
    assert not is_small_text(large)
    assert not is_small_text(tmp_path), "a folder is as dangerous as what is in it"


@pytest.mark.parametrize("name", ["k05_absences_every_kind", "k10_late_starters"])
def test_a_whole_season_read_apart_is_the_season_read_here(name: str) -> None:
    path = Path("tests/golden/keizer") / f"{name}.s3db"

    assert read_isolated("keizer-s3db", path) == IMPORTS["keizer-s3db"](path)


def test_a_folder_of_papp_read_apart_is_the_folder_read_here() -> None:
    path = next(one.parent for one in sorted(Path("tests/golden").rglob("papp.cfg")))

    assert read_isolated("papp", path) == IMPORTS["papp"](path)


def test_a_name_that_is_no_text_comes_back_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"\xff.csv")
    path.write_text("id,name\nseven,DOE\n")
    with pytest.raises(FormatError) as refused:
        read_isolated("csv", path)

    assert refused.value.problems[0].path == str(path)


class Bomb:
    """Runs a command when it is unpickled."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (str(self.mark),)


def test_nothing_that_the_other_process_says_is_run_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = pickle.dumps((None, Bomb(tmp_path / "run")))
    (tmp_path / "taken_over.py").write_text(f"import sys\nsys.stdout.buffer.write({said!r})\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(ValueError, match=r"."):
        run_isolated(tmp_path / "x", "taken_over", shape=str)

    assert not (tmp_path / "run").exists()
