"""An arbiter's day where nothing of POSIX is there: commands, the desk in the terminal, the pages."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.windows_world import environment
from tests.terminal.screen.terminal import PROMPT, RONDE, terminal

pytestmark = pytest.mark.full

PLAYERS = "name,first name,country,rating\n" + "".join(
    f"{name},Éva,F,{1500 - at}\n" for at, name in enumerate(("ALPHA", "BETA", "GAMMA", "DELTA", "EPSILON"))
)


class Laptop:
    """A folder on a machine with Windows, and its command line."""

    def __init__(self, folder: Path) -> None:
        (folder / "site").mkdir()
        self.env = environment(folder / "site")
        self.folder = folder / "Tournois d'été"
        self.folder.mkdir()
        self.file = self.folder / "mon tournoi.ronde"

    def run(self, *words: str | Path, status: int = 0, stdin: str = "") -> str:
        """Run `ronde`; its output and its complaints."""
        done = subprocess.run(
            [sys.executable, "-m", "ronde", "--lang", "en", *map(str, words)],
            cwd=self.folder, env=self.env, input=stdin, capture_output=True, encoding="utf-8", check=False,
        )  # fmt: skip
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr


@pytest.fixture
def laptop(tmp_path: Path) -> Laptop:
    return Laptop(tmp_path)


def test_every_module_can_be_imported(laptop: Laptop) -> None:
    """Also those of programs: pages and commands of the rest import names of them."""
    told = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL], env=laptop.env, capture_output=True, encoding="utf-8", check=False
    )

    assert json.loads(told.stdout) == {}, told.stderr


IMPORT_ALL = """
import importlib, json, pathlib, ronde
root, refused = pathlib.Path(ronde.__file__).parent, {}
for path in root.rglob("*.py"):
    parts = path.relative_to(root.parent).with_suffix("").parts
    if parts[-1] not in ("__main__", "__init__") and "words" not in parts:
        try:
            importlib.import_module(".".join(parts))
        except Exception as error:
            refused[".".join(parts)] = repr(error)
print(json.dumps(refused))
"""


def test_a_day_from_the_first_player_to_the_export(laptop: Laptop) -> None:
    (laptop.folder / "joueurs.csv").write_text(PLAYERS, encoding="utf-8")
    laptop.run("new", laptop.file, "--game", "othello", "--rounds", "2")
    laptop.run("player", "import", laptop.file, "joueurs.csv")
    laptop.run("pair", laptop.file)
    laptop.run("result", laptop.file, "table", "1", "40-24")
    laptop.run("result", laptop.file, "table", "2", "30-34")
    laptop.run("close", laptop.file)
    laptop.run("undo", laptop.file)
    laptop.run("redo", laptop.file)

    assert "ALPHA" in laptop.run("standings", laptop.file)
    assert "in all" in laptop.run("why", laptop.file, "1", "1")
    laptop.run("backup", laptop.file, "--output", "copie.ronde")
    laptop.run("export", laptop.file, "--as", "papp", "--output", "papp")
    laptop.run("export", laptop.file, "--as", "pdf", "--output", "liste.pdf")
    assert "closing of round 1" in laptop.run("history", laptop.file)
    assert (laptop.folder / "copie.ronde").read_bytes()[:6] == b"SQLite"


def test_the_file_stays_locked_for_others_while_it_is_open(laptop: Laptop) -> None:
    laptop.run("new", laptop.file)
    held = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(laptop.file)], env=laptop.env, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )  # fmt: skip
    assert held.stdout is not None
    assert held.stdout.readline() == b"open\n"
    laptop.run("backup", laptop.file, "--output", "copie.ronde")

    refused = laptop.run("restore", laptop.file, "copie.ronde", status=1)

    held.communicate(b"\n", timeout=30)
    assert "in use" in refused


HOLD = """
import sys, pathlib
from ronde.app.desk import Desk
desk = Desk.open(pathlib.Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.readline()
desk.close()
"""


@pytest.mark.parametrize("command", [("duel", "a", "b"), ("tournoi", "."), ("doctor",)])
def test_programs_get_one_sentence_that_says_what_is_needed(laptop: Laptop, command: tuple[str, ...]) -> None:
    said = laptop.run(*command, status=1)

    assert said.splitlines()[0].startswith("Programs are played on Linux only (on Windows, inside WSL)")
    assert "Traceback" not in said


def test_the_desk_runs_in_a_terminal(laptop: Laptop) -> None:
    laptop.run("new", laptop.file)
    with terminal(laptop.folder, PYTHONPATH=laptop.env["PYTHONPATH"]) as desk:
        desk.line(f"{RONDE} --lang en desk 'mon tournoi.ronde'")
        desk.until(lambda screen: "mon tournoi" in screen and PROMPT.strip() not in screen)
        desk.key("C-c")
        desk.key("C-c")
