"""What was typed at the real PAPP, typed at ours: the same tournament, standings and files."""

from __future__ import annotations

import contextlib
import io
import re
import subprocess
import sys
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.formats.papp.golden_files import Comparison
from tests.support.papp_states import load
from tests.support.processes import plain_environment
from tests.terminal.golden_keys import WITH_KEYS, Adapted, Golden, Keyboard

from ronde.app import papp_folder as live
from ronde.app.desk import Desk
from ronde.cli import papp as command
from ronde.cli.main import main
from ronde.formats.papp import read_folder
from ronde.model.replay import replay
from ronde.model.result import write_number
from ronde.model.tournament import Tournament
from ronde.render.text import tiebreak_text
from ronde.systems import standings
from ronde.terminal import lists

GOLDENS = [Golden(folder) for folder in WITH_KEYS]
NAMES = [golden.path.name for golden in GOLDENS]
FILES: dict[str, tuple[int, int]] = {
    "01-swiss-even-16-bq6": (86, 85),
    "03-late-withdrawn-corrected-bq3": (75, 59),
    "05-round-robin-odd-5-double": (101, 88),
    "06-round-robin-fallback-8": (77, 72),
    "07-board-100-bip35-relative-bq4.5": (64, 52),
    "09-chess-like-total-1-buchholz": (61, 54),
    "10-odd-total-37-half-discs": (70, 58),
    "11-long-14-rounds-20": (120, 119),
    "12-big-100-players": (37, 33),
    "14-custom-penalties-subfolder": (75, 49),
    "16-version-1.36-swiss": (51, 43),
}
"""Of each folder, the golden files to be made again, and how many of ours are equal to the last byte."""


class ThatDay(date):
    """The day on which PAPP was run."""

    @classmethod
    def today(cls) -> ThatDay:
        return cls(2024, 6, 15)


class ThatHour(datetime):
    """The hour at which PAPP was run."""

    @classmethod
    def now(cls, tz: Any = None) -> ThatHour:
        return cls(2024, 6, 15, 10, 0)


Row = tuple[int, int, str, str]


def rows(tournament: Tournament) -> list[Row]:
    """The standings as expected.json tells them."""
    return [
        (row.player, row.place, write_number(row.points), tiebreak_text(row.tiebreaks["brightwell"]))
        for row in standings(tournament).rows
    ]


def expected_rows(golden: Golden, number: int) -> list[Row]:
    found = load(golden.path / "expected.json")["standings_after_round"][str(number)]
    return [(row["id"], row["place"], row["points"], row["tiebreak"]) for row in found]


@dataclass
class Replayed:
    """What came of the keys: the folder, what the desk said, and the standings when each round was closed."""

    folder: Path
    golden: Golden
    screen: io.StringIO = field(default_factory=io.StringIO)
    standings: dict[int, list[Row]] = field(default_factory=dict)
    seen: dict[str, bytes] = field(default_factory=dict)
    """Files that are overwritten later, as they were at their moment."""

    @property
    def tournament(self) -> Tournament:
        """The tournament as any other program finds it on the disk."""
        desk = Desk.open(self.folder / "papp-internal-workfile.ronde")
        try:
            return desk.tournament
        finally:
            desk.close()

    def registered(self) -> set[str]:
        return {str(player) for player in self.tournament.players}

    def happened(self, what: str, number: int) -> None:
        if what != "paired":
            self.standings[number] = rows(self.tournament)
        if what == "corrected":
            return
        kind = {"closed": "results", "paired": "paired"}[what]
        lists = self.folder / self.golden.lists.relative_to(self.golden.path)
        self.seen[f"rounds_xml_snapshots/rounds_{kind}_{number}.xml"] = (lists / "rounds.xml").read_bytes()

    def file(self, name: str) -> bytes | None:
        """Our file for a golden one: where PAPP's user gathered files in folders, ours are in the open."""
        if name in self.seen:
            return self.seen[name]
        parts = Path(name).parts
        collect_options = parts[0] in ("sheets", "crosstable_text")
        path = self.folder / (parts[-1] if collect_options else name)
        return path.read_bytes() if path.is_file() else None


def replayed(golden: Golden, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Replayed:
    """Type all keys of a golden folder at `papp --plain`, starting it again after each X."""
    golden.begin(folder)
    done = Replayed(folder, golden)
    adapted = Adapted(golden, done.registered, done.happened)
    monkeypatch.chdir(folder)
    monkeypatch.setattr(command, "date", ThatDay)
    if golden.old():  # a new tournament has the layouts of the newest version
        monkeypatch.setattr(command, "_version", lambda workfile: "1.36")
    for module in (lists, live):
        monkeypatch.setattr(module, "datetime", ThatHour)
    for keys in golden.runs():
        monkeypatch.setattr(sys, "stdin", Keyboard(adapted.lines(keys)))
        with contextlib.redirect_stdout(done.screen):
            assert main(["papp", "--plain", "--lang", golden.language]) == 0
    return done


@pytest.fixture(scope="module", params=GOLDENS, ids=NAMES)
def done(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Replayed:
    """A golden folder, replayed once."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        return replayed(request.param, tmp_path_factory.mktemp("papp"), monkeypatch)


def test_there_are_keys_of_at_least_seven_tournaments() -> None:
    assert len(GOLDENS) >= 7


def test_the_standings_after_every_round_are_those_of_papp(done: Replayed) -> None:
    assert done.standings == {number: expected_rows(done.golden, number) for number in done.standings}
    assert len(done.standings) == len(load(done.golden.path / "expected.json")["standings_after_round"])


INPUTS = {"README.md", "expected.json", "keys.txt"}
OURS = "workfile"
"""The workfile and its copies are written our own way: they are read again instead of compared."""
_MADE = re.compile("CreationDate: .*")
_GAMES = re.compile(r"(?:^ *\d+ \(.*\) +\d+ B\n)+", re.MULTILINE)


def kinship(name: str, theirs: str, ours: str | None) -> str:
    """How our file relates to PAPP's: `equal`, or for which known reason not; empty if there is none."""
    if ours == theirs:
        return "equal"
    if ours is None:
        return ""
    theirs, ours = _MADE.sub("", theirs), _MADE.sub("", ours)
    if ours == theirs:
        return "made an hour later"
    if name == "elo.txt" and games_in_order(ours) == games_in_order(theirs):
        return "games in the order of the tables"
    return Comparison("", name, theirs, (ours,)).reason


def games_in_order(elo: str) -> str:
    """An ELO file with the games of each round sorted: PAPP keeps the order in which pairs were made."""
    return _GAMES.sub(lambda found: "".join(sorted(found[0].splitlines(keepends=True))), elo)


def kinships(done: Replayed) -> dict[str, str]:
    """Every golden file of a folder with how ours relates to it."""
    found = {}
    for path in sorted(done.golden.path.rglob("*")):
        name = str(path.relative_to(done.golden.path))
        if path.is_file() and path.name not in INPUTS and OURS not in name:
            ours = done.file(name)
            told = None if ours is None else ours.decode("utf-8", "surrogateescape")
            found[name] = kinship(path.name, path.read_bytes().decode("utf-8", "surrogateescape"), told)
    return found


def test_every_file_papp_made_of_these_keys_is_made_again(done: Replayed) -> None:
    found = kinships(done)

    assert [file for file, kin in found.items() if not kin] == []
    counted = (len(found), list(found.values()).count("equal"))
    assert FILES.get(done.golden.path.name, counted) == counted


def test_the_workfile_tells_the_tournament_again(done: Replayed) -> None:
    again = replay(read_folder(done.folder / "papp.cfg").events)
    theirs = replay(read_folder(done.golden.path / "papp.cfg").events)

    assert rows(again) == rows(done.tournament) == rows(theirs)
    assert games(again) == games(done.tournament) == games(theirs)


def games(tournament: Tournament) -> list[set[tuple[Any, ...]]]:
    """Who met whom with which result, round by round, and who had the bye."""
    return [
        {(table.first, table.second, table.result) for table in played} | set(played.byes)  # type: ignore[arg-type]
        for played in tournament.closed_rounds
    ]


HAND_MADE = ["m", "a", "100<RET>", "103<RET>", "l", "q", "a", "106<RET>", "109<RET>", "f", "100<RET>", "q"]
HAND_MADE += ["d", "106<RET>", "v", "q", "q", "v", "q", "m", "z", "y", "a", "103<RET>", "100<RET>", "q", "x"]


def test_keys_of_manual_pairing_are_taken_as_they_are() -> None:
    adapted = Adapted(GOLDENS[0], set, lambda what, number: None)

    lines = list(adapted.lines(HAND_MADE))

    first = ["m", "a", "100", "103", "l", "a", "106", "109", "f", "100", "d", "106", "v", "q"]
    assert lines == [*first, "v", "m", "z", "y", "a", "103", "100", "q", "x"]


def test_papp_itself_is_driven_from_a_pipe(tmp_path: Path) -> None:
    golden = GOLDENS[0]
    golden.begin(tmp_path)
    everybody = {str(row[0]) for row in expected_rows(golden, 1)}
    adapted = Adapted(golden, lambda: everybody, lambda what, number: None)
    (keys,) = golden.runs()

    done = subprocess.run(
        [sys.executable, "-m", "ronde", "papp", "--plain"],
        input="".join(f"{line}\n" for line in adapted.lines(keys)),
        capture_output=True,
        encoding="utf-8",
        cwd=tmp_path,
        env=plain_environment(),
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
    for number in range(1, 8):
        ours = (tmp_path / f"stand__{number}.txt").read_bytes()
        assert ours == (golden.path / f"stand__{number}.txt").read_bytes()
