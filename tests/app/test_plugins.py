"""A package that is installed beside Ronde adds a game, a system, a tie-break and a format, and may fail."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.processes import plain_environment

POINTS = """
[ronde.games]
oxo = addon:Oxo
[ronde.systems]
lottery = addon:LOTTERY
[ronde.tiebreaks]
games-played = addon:games_played
[ronde.formats]
names = addon:names
"""
CODE = """
import random
from dataclasses import dataclass
from ronde.model.systems import System
from ronde.model.table import Bye, Pair
from ronde.app.exchange import ExportResult
from ronde.arena.games.tictactoe import TicTacToe
from ronde.systems.system import RoundPairing
from ronde.standings import scores
from ronde.systems.system import Method
from ronde.systems.system import numbered


@dataclass(frozen=True)
class Oxo(TicTacToe):
    name = "oxo"
    set_name = "Oxo"


def by_lot(tournament, *, seed):
    free = list(tournament.unpaired)
    random.Random(seed).shuffle(free)
    pairs = [Pair(*free[at : at + 2]) for at in range(0, len(free) - 1, 2)]
    bye = Bye(free[-1]) if len(free) % 2 else None
    return RoundPairing(numbered(tournament, pairs, scores(tournament)), bye, "lottery", seed, 0)


LOTTERY = System("lottery", usual_rounds=4), Method(pair=by_lot)


def games_played(sheet, player):
    return sum(line.played for line in sheet.record[player])


def names(dossier):
    text = "".join(card.full_name + "\\n" for card in dossier.tournament.players.values())
    return ExportResult({"": text.encode()})


WORDS = {
    "en": {
        "public.system-lottery": "Lottery",
        "settings_text.system=lottery": "lottery",
        "lists.tiebreak-games-played": "games",
        "games.name-oxo": "Oxo",
    }
}
"""


@pytest.fixture
def beside(tmp_path: Path) -> Path:
    """A folder of packages with one that adds to Ronde."""
    return package(tmp_path / "packages", POINTS, CODE)


def package(folder: Path, points: str, code: str, name: str = "addon") -> Path:
    card = folder / f"{name}-1.0.dist-info"
    card.mkdir(parents=True)
    (card / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (card / "entry_points.txt").write_text(points)
    (folder / f"{name}.py").write_text(code)
    return folder


def ronde(beside: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    here = plain_environment() | {"PYTHONPATH": str(beside)}
    line = [sys.executable, "-P", "-m", "ronde", "--lang", "en", *words]
    return subprocess.run(
        line, cwd=folder, env=here, capture_output=True, text=True, timeout=120, check=False
    )


def done(beside: Path, folder: Path, *words: str) -> str:
    answer = ronde(beside, folder, *words)
    assert answer.returncode == 0, answer.stderr
    assert answer.stderr == ""
    return answer.stdout


@pytest.mark.full
def test_what_a_package_adds_is_used_by_its_name(beside: Path, tmp_path: Path) -> None:
    done(beside, tmp_path, "new", "x.ronde", "--system", "lottery", "--tiebreaks", "games-played,discs")
    for name in ("ANN", "BOB", "CYD"):
        done(beside, tmp_path, "player", "add", "x.ronde", name)
    done(beside, tmp_path, "pair", "x.ronde", "--seed", "1")
    done(beside, tmp_path, "result", "x.ronde", "?", "--seed", "1")
    done(beside, tmp_path, "close", "x.ronde")
    rows = json.loads(done(beside, tmp_path, "standings", "x.ronde", "--json"))["rows"]
    assert sorted(row["tiebreaks"]["games-played"] for row in rows) == [0, 1, 1]
    done(beside, tmp_path, "export", "x.ronde", "--as", "names", "-o", "names.txt")
    assert sorted((tmp_path / "names.txt").read_text().split()) == ["ANN", "BOB", "CYD"]
    played = done(
        beside, tmp_path, "duel", "builtin:random", "builtin:random", "--game", "oxo", "--games", "2"
    )
    assert "random 1 against random 2" in played


def test_the_library_has_them_too(beside: Path, tmp_path: Path) -> None:
    program = (
        "import ronde; print(ronde.game('oxo').name, ronde.create('y.ronde', 'Y', system='lottery').name)"
    )
    here = plain_environment() | {"PYTHONPATH": str(beside)}
    line = [sys.executable, "-P", "-c", program]
    said = subprocess.run(
        line, cwd=tmp_path, env=here, capture_output=True, text=True, timeout=120, check=False
    )
    assert said.stdout == "oxo Y\n", said.stderr


@pytest.mark.full
@pytest.mark.parametrize(
    ("points", "code", "sentence"),
    [
        ("[ronde.systems]\nswiss = bad:X\n", "X = 1", "there is one already"),
        ("[ronde.systems]\nother = bad:X\n", "X = 1", "is not what docs/python.md asks for"),
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
    package(beside, points, code, "bad")
    answer = ronde(beside, tmp_path, "new", "x.ronde", "--system", "lottery")
    assert answer.returncode == 0
    assert answer.stderr.count("\n") == 1
    assert "The package bad adds" in answer.stderr
    assert sentence in answer.stderr
