"""The recipe "Add a pairing system" of docs/extending.md, followed word by word in a copy of the package."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.full

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "extending.md"
TABLE = "_ALL = (\n"
PLAY = """
from ronde.core.decide.rounds import close_round, open_tournament
from ronde.core.decide.players import enter_player
from ronde.core.decide.tables import add_table
from ronde.core.player import Player
from ronde.core.replay import replay
from ronde.core.settings import usual_settings
from ronde.core.tournament import Tournament
from ronde.pairing.door import complete_round, with_bills
from ronde.scoring.door import standings
from ronde.simulation import fill_at_random
import random
hall = replay(open_tournament(Tournament(), name="Draughts", settings=usual_settings("draughts")))
for number in range(1, 8):
    hall = replay(enter_player(hall, player=Player(number, f"Player {number}")), hall)
for turn in range(hall.settings.rounds):
    hall = replay(with_bills(hall, add_table(hall, first=1, second=2)), hall)
    hall = replay(complete_round(hall, seed=turn + 1), hall)
    assert len(hall.open_round.tables) == 3 and hall.open_round.bye is not None
    hall = replay(fill_at_random(hall, random.Random(turn)), hall)
    hall = replay(close_round(hall), hall)
print(len(standings(hall).rows), hall.settings.rounds)
"""


def blocks() -> list[str]:
    """The programs of the recipe, in their order."""
    text = DOCUMENT.read_text(encoding="utf-8").partition("## Add a pairing system")[2].partition("\n## ")[0]
    found = re.findall(r"^ +```python\n(.*?)^ +```", text, re.DOTALL | re.MULTILINE)
    return [re.sub(r"^   ", "", block, flags=re.MULTILINE) for block in found]


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package with the recipe followed."""
    shutil.copytree(ROOT / "src" / "ronde", tmp_path / "ronde", ignore=shutil.ignore_patterns("__pycache__"))
    program, line = blocks()
    (tmp_path / "ronde/pairing/systems/draughts.py").write_text(program, encoding="utf-8")
    table = tmp_path / "ronde/core/systems.py"
    text = table.read_text(encoding="utf-8")
    assert text.count(TABLE) == 1
    table.write_text(text.replace(TABLE, f"{TABLE}    {line.strip()},\n"), encoding="utf-8")
    for language in ("en", "fr"):
        for section, key in (("public", "system-draughts"), ("knobs", "system=draughts")):
            words = tmp_path / f"ronde/i18n/words/{language}/{section}.py"
            added = words.read_text(encoding="utf-8").replace(
                "WORDS = {", f'WORDS = {{\n    "{key}": "x",', 1
            )
            words.write_text(added, encoding="utf-8")
    return tmp_path


def ran(package: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Python with the copy instead of the package."""
    program = [sys.executable, "-P", *arguments]
    environment = {"PYTHONPATH": str(package), "LC_ALL": "C.UTF-8", "HOME": str(package)}
    return subprocess.run(program, env=environment, capture_output=True, text=True, check=False, timeout=120)


def test_a_tournament_of_the_new_system_is_played_to_its_end(package: Path) -> None:
    done = ran(package, "-c", PLAY)

    assert done.stdout == "7 5\n", done.stderr


def test_the_command_line_offers_the_new_system(package: Path) -> None:
    file = package / "club.ronde"

    done = ran(package, "-m", "ronde", "new", str(file), "--system", "draughts")

    assert done.returncode == 0, done.stderr
    assert file.exists()


def test_the_recipe_names_two_blocks_and_every_file_it_names_is_there() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")

    assert len(blocks()) == 2
    assert (ROOT / "src/ronde/core/systems.py").is_file()
    assert "src/ronde/core/systems.py" in text
