"""A package that is installed beside Ronde adds to it, as that of `examples/plugin` does, and may fail."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.support.processes import plain_environment
from tests.support.root import ROOT

pytestmark = pytest.mark.full

EXAMPLE = ROOT / "examples" / "plugin"
FRIDAY = "ANN One (1850)\nBOB Two (1500)\nCYD Three\nDAN Jo (1400)\nEVE Five\n"
LIBRARY = """
import ronde
print(ronde.game("connectfour").name, ronde.create("y.ronde", "Y", system="lottery").name)
"""


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of packages in which the example was installed as its README says."""
    folder = tmp_path_factory.mktemp("packages")
    offline = ("--no-index", "--no-deps", "--no-build-isolation")
    line = [with_pip(), "-m", "pip", "--python", sys.executable, "install", *offline]
    subprocess.run([*line, "--target", str(folder), str(EXAMPLE)], check=True, timeout=300)
    return folder


def with_pip() -> str:
    """A Python that has pip: the environment of the tests may have been made without (`go`)."""
    has_pip = find_spec("pip") is not None
    return sys.executable if has_pip else str(Path(sys.base_prefix, "bin", "python3"))


def package(folder: Path, points: str, code: str) -> Path:
    """A folder with the package `bad`."""
    card = folder / "bad-1.0.dist-info"
    card.mkdir(parents=True)
    (card / "METADATA").write_text("Metadata-Version: 2.1\nName: bad\nVersion: 1.0\n")
    (card / "entry_points.txt").write_text(points)
    (folder / "bad.py").write_text(code)
    return folder


def ronde(beside: Path | str, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    here = plain_environment() | {"PYTHONPATH": str(beside), "RONDE_LANG": "en"}
    line = [sys.executable, "-P", "-m", "ronde", *words]
    return subprocess.run(
        line, cwd=folder, env=here, capture_output=True, text=True, timeout=120, check=False
    )


def done(beside: Path, folder: Path, *words: str) -> str:
    answer = ronde(beside, folder, *words)
    assert answer.returncode == 0, answer.stderr
    assert answer.stderr == ""
    return answer.stdout


def test_a_club_plays_by_lot_from_its_own_list_and_ranks_by_upsets(beside: Path, tmp_path: Path) -> None:
    (tmp_path / "friday.roster").write_text(FRIDAY)
    done(beside, tmp_path, "import", "friday.roster", "--output", "x.ronde")
    done(beside, tmp_path, "settings", "x.ronde", "system=lottery", "tiebreaks=upsets,wins")
    done(beside, tmp_path, "table", "add", "x.ronde", "ann", "bob")
    assert "system by lot, seed 1" in done(beside, tmp_path, "pair", "x.ronde", "--seed", "1")
    done(beside, tmp_path, "result", "x.ronde", "bob40")
    done(beside, tmp_path, "result", "x.ronde", "?", "--seed", "1")
    assert "exploits" in done(beside, tmp_path, "--lang", "fr", "close", "x.ronde")
    first, *others = json.loads(done(beside, tmp_path, "standings", "x.ronde", "--json"))["rows"]
    assert (first["name"], first["tiebreaks"]["upsets"]) == ("BOB", 1)
    assert [row["tiebreaks"]["upsets"] for row in others] == [0] * 4
    assert done(beside, tmp_path, "export", "x.ronde", "--as", "roster") == FRIDAY
    refusal = ronde(beside, tmp_path, "whynot", "x.ronde", "ann", "cyd", "--round", "1").stderr
    assert refusal.endswith("were drawn by lot, and have no price.\n")


def test_a_list_that_the_format_cannot_read_is_refused_in_its_words(beside: Path, tmp_path: Path) -> None:
    (tmp_path / "friday.roster").write_text("ANN One\n(1850)\n")
    answer = ronde(beside, tmp_path, "--lang", "fr", "import", "friday.roster")
    assert (answer.returncode, answer.stdout) == (1, "")
    assert answer.stderr.startswith("friday.roster, ligne 2, colonne 1")
    assert "une ligne est un nom" in answer.stderr


def test_two_programs_play_the_game_of_a_package(beside: Path, tmp_path: Path) -> None:
    line = ("duel", "builtin:random", "builtin:random", "--game", "connectfour", "--games", "2")
    assert "random 1 against random 2" in done(beside, tmp_path, *line)


def test_the_library_has_them_too(beside: Path, tmp_path: Path) -> None:
    here = plain_environment() | {"PYTHONPATH": str(beside)}
    line = [sys.executable, "-P", "-c", LIBRARY]
    said = subprocess.run(
        line, cwd=tmp_path, env=here, capture_output=True, text=True, timeout=120, check=False
    )
    assert said.stdout == "connectfour Y\n", said.stderr


@pytest.mark.parametrize(
    ("points", "code", "sentence"),
    [
        ("[ronde.systems]\nswiss = bad:X\n", "X = 1", "there is one already"),
        ("[ronde.systems]\nother = bad:X\n", "X = 1", "is not what docs/extending.md asks for"),
        (
            "[ronde.tiebreaks]\nmine = bad:X\n",
            "raise RuntimeError('no database')",
            "RuntimeError: no database",
        ),
        ("[ronde.games]\nmine = bad:X\n", "", "AttributeError"),
    ],
)
def test_a_package_that_fails_is_named_in_one_sentence_and_disturbs_nobody(
    points: str, code: str, sentence: str, beside: Path, tmp_path: Path
) -> None:
    both = f"{beside}{os.pathsep}{package(tmp_path / 'bad', points, code)}"
    answer = ronde(both, tmp_path, "new", "x.ronde", "--system", "lottery")
    assert answer.returncode == 0
    assert answer.stderr.count("\n") == 1
    assert "The package bad adds" in answer.stderr
    assert sentence in answer.stderr
