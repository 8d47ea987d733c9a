"""Presence at the real terminal of a PAPP folder: who is out stays out, a schedule taken up again says so."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.support.papp_states import FOLDERS
from tests.terminal.screen.terminal import RONDE, Terminal, eventually, terminal

from ronde.app.desk import Desk
from ronde.i18n import say
from ronde.model.tournament import Tournament

pytestmark = pytest.mark.full

GOLDEN = next(folder for folder in FOLDERS if folder.name.startswith("06"))
OUT, NEVER, AWAY = 699, 698, 606
"""One who was marked absent before he ever played, one who was never there, and one away for two rounds."""


def fallen_back(folder: Path) -> None:
    """Golden 06 after its fifth round, with one who came and went, and one who never came."""
    shutil.copy(GOLDEN / "papp.cfg", folder / "papp.cfg")
    people = (GOLDEN / "joueurs.txt").read_text()
    absent = f"   {OUT} NOSHOW, Ned {{GBR}}\n   {NEVER} NOSHOW, Nora {{GBR}}\n"
    (folder / "joueurs.txt").write_text(people + absent)
    told = (GOLDEN / "workfile_snapshots" / "after_round_5.txt").read_text()
    first, mark, rest = told.partition("raz-couplage;")
    signs = f"& +{OUT:06d} -{NEVER:06d};\n& -{OUT:06d};\n"
    (folder / "papp-internal-workfile.txt").write_text(first + signs + mark + rest)


def tournament(folder: Path) -> Tournament:
    desk = Desk.open(folder / "papp-internal-workfile.ronde")
    try:
        return desk.tournament
    finally:
        desk.close()


@contextmanager
def at_the_desk(folder: Path) -> Iterator[Terminal]:
    with terminal(folder, (80, 24)) as at:
        at.line(f"clear; {RONDE} papp --lang en")
        at.until(say("desk.your-choice", "en"))
        yield at


def test_a_schedule_taken_up_again_names_the_pairs_it_repeats_and_nobody_else_comes_in(
    tmp_path: Path,
) -> None:
    fallen_back(tmp_path)
    with at_the_desk(tmp_path) as at:
        at.text("+")
        at.until(say("desk.who-returns", "en"))
        at.line(str(AWAY))
        eventually(lambda: AWAY in tournament(tmp_path).present, at.screen)
        at.until(say("desk.your-choice", "en"))
        at.text("a")
        eventually(lambda: len(tournament(tmp_path).open_round.tables) == 4, at.screen)
        shown = at.until("met in round")

    sentence = say("lists.repeats", "en", pairs="", count=2).partition("2")[0]
    assert sentence.strip()[:30] in " ".join(shown.split())
    assert "NOSHOW" not in shown
    hall = tournament(tmp_path)
    assert (hall.open_round.system, hall.has_left(OUT)) == ("round-robin", True)
    assert not {OUT, NEVER} & {*hall.open_round.seated, *hall.present}
