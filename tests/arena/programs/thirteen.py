"""A hall of thirteen: the sample players, programs that misbehave, and files that cannot enter."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.arena.programs.workshop import script
from tests.support.root import ROOT

EXAMPLES = ROOT / "examples" / "players"
GOOD = ("blocker", "random", "random.sh", "blocker.py")
BAD = {
    5: "", 6: "echo nonsense", 7: "kill -SEGV $$", 8: "yes | head -c 100000", 9: "echo 99; echo 99",
    10: "sleep 60 & sleep 60 & echo 55", 11: "sleep 600", 12: "exit 3", 13: "echo 00",
}  # fmt: skip


def sample_players(folder: Path) -> Path:
    """The sample players, made as their Makefile makes them."""
    for file in EXAMPLES.iterdir():
        if file.is_file():
            (folder / file.name).write_bytes(file.read_bytes())
            (folder / file.name).chmod(file.stat().st_mode)
    subprocess.run(["make", "-s"], cwd=folder, check=True)
    return folder


def thirteen(folder: Path, players: Path) -> Path:
    """Thirteen entrants, good ones and others, and two files that cannot enter."""
    made = folder / "joueurs"
    made.mkdir()
    for number, name in enumerate(GOOD, start=1):
        (made / f"j{number}").write_bytes((players / name).read_bytes())
    for number, line in BAD.items():
        script(made, f"j{number}", f"#!/bin/sh\n{line}\n")
    for file in made.iterdir():
        file.chmod(0o755)
    (made / "j14").write_text("not executable")
    (made / "j15").mkdir()
    (made / "readme").write_text("not a player")
    return made
