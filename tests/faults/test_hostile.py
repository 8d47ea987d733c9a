"""Hostile files: refused in words or read, with bounded memory, by every reader and every way in."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.terminal import Terminal
from tests.faults.hostile import MEMORY, hostile_files, read_all
from tests.support.processes import plain_environment

from ronde.app.exchange import IMPORTS
from ronde.i18n import error_text
from ronde.model.errors import RondeError
from ronde.web.desk.uploads import Uploads


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return {path.name: path for path in hostile_files(tmp_path_factory.mktemp("hostile"))}


def test_every_reader_refuses_every_hostile_file_in_words_within_its_memory(tmp_path: Path) -> None:
    tally = read_all(tmp_path)

    assert tally.stories == []
    assert tally.inputs >= 20 * len(IMPORTS)


@pytest.mark.parametrize(
    ("name", "format"),
    [("huge.csv", "csv"), ("death.zip", "s3db")],
)
def test_the_command_names_the_file_and_makes_none(
    files: dict[str, Path], tmp_path: Path, name: str, format: str
) -> None:
    target = tmp_path / "made.ronde"
    line = [sys.executable, "-m", "ronde", "--lang", "en", "import", str(files[name]), "--as", format]
    done = subprocess.run(
        [*line, "-o", str(target)],
        capture_output=True,
        encoding="utf-8",
        env=plain_environment(),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
        timeout=60,
        check=False,
    )

    assert done.returncode not in (0, -9, -11)
    assert name in done.stderr
    assert "Traceback" not in done.stderr
    assert not target.exists()


@pytest.mark.parametrize("name", ["death.zip", "header.s3db", "header.ronde", "bomb.xml", "empty.csv"])
def test_a_tournament_that_is_none_is_refused_by_its_name(
    files: dict[str, Path],
    tmp_path: Path,
    name: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    disguised = tmp_path / f"{name}.ronde"
    disguised.write_bytes(files[name].read_bytes())

    assert disguised.name in Terminal(capsys, monkeypatch).refused("--lang", "en", "status", disguised)


def test_what_is_dropped_into_the_browser_is_refused_in_words_and_nothing_is_kept(
    files: dict[str, Path],
) -> None:
    intakes = Uploads()
    small = [path for path in files.values() if path.stat().st_size < 7_500_000]
    formats = [*IMPORTS, "ronde"]
    # Each is read in its own process: one file for each format. test_uploads.py sends all of them.
    for path, format in zip(small[::2], formats, strict=False):
        try:
            intake = intakes.read({path.name: path.read_bytes()}, format, "arbiter")
        except RondeError as error:
            said = error_text(error, "en")
            assert said
            assert "ronde-intake-" not in said, "a temporary folder of the server is not shown"
        else:
            intakes.forget(intake.token)
    assert len(small[::2]) >= len(formats)
