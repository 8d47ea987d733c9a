"""A whole tournament by script, read again from its file and from its JSON."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from tests.cli.terminal import ronde

SCRIPT = """\
# Twelve players, five rounds
new open.ronde --rounds 5 --name "Open of twelve" --date 15/11/2026
player add open.ronde "ABADIE, Hélène" --country FRA --rating 1710
player add open.ronde "BERNARDI, Luca" --country ITA --rating 1830
player add open.ronde "CARDOSO, Inês" --country PRT --rating 1450
player add open.ronde "DE WITT, Maarten" --country NLD --rating 1960
player add open.ronde "ELŻANOWSKI, Jan" --country POL --rating 1580
player add open.ronde "FJELDSTAD, Åse" --country NOR --rating 1640
player add open.ronde "GARNIER, Paul" --country FRA --rating 1390
player add open.ronde "HOLLOWAY, June" --country GBR --rating 1775
player add open.ronde "ITO, 健" --country JPN --rating 2010
player add open.ronde "JANSSENS, Bram" --country BEL --rating 1520
player add open.ronde "KOVÁCS, Réka" --country HUN --rating 1485

pair open.ronde --seed 1
result open.ronde ? --seed 1
close open.ronde

# somebody comes late, while round 2 is open
player add open.ronde "LEFÈVRE, Zoé" --country FRA --rating 1655
pair open.ronde --seed 2
result open.ronde ? --seed 2
undo open.ronde
result open.ronde ? --seed 22
close open.ronde

# somebody goes home
player leave open.ronde garnier --reason withdrawn
pair open.ronde --seed 3
undo open.ronde
pair open.ronde --seed 33
result open.ronde ? --seed 3
close open.ronde
undo open.ronde
close open.ronde

pair open.ronde --seed 4
result open.ronde ? --seed 4
close open.ronde
{correction}
pair open.ronde --seed 5
result open.ronde ? --seed 5
result open.ronde !
"""


FILE = "open.ronde"


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the tournament was played by `ronde script`."""
    folder = tmp_path_factory.mktemp("show")
    beginning, end = SCRIPT.split("{correction}")
    run(folder, beginning)
    (first_round,) = answers(folder / FILE, "round 1")
    table = first_round["tables"][0]
    run(folder, f"correct open.ronde 1 {table['second']} 50 {table['first']} 14\n{end}")
    return folder


def run(folder: Path, script: str) -> None:
    """Run a script about the tournament of a folder."""
    path = folder / "lines.txt"
    path.write_text(script.replace(FILE, str(folder / FILE)), encoding="utf-8")
    done = ronde("script", path)
    assert (done.returncode, done.stderr) == (0, "")


def answers(file: Path, *questions: str) -> list[Any]:
    """The answers to several command lines about a file, in JSON."""
    done = ronde("script", file, "-", stdin="".join(f"{question} --json\n" for question in questions))
    assert (done.returncode, done.stderr) == (0, "")
    found, rest = [], done.stdout.strip()
    while rest:
        answer, end = json.JSONDecoder().raw_decode(rest)
        found.append(answer)
        rest = rest[end:].lstrip()
    return found


STANDINGS = [f"standings --after {after}" for after in range(6)]
ROUNDS = [f"round {number}" for number in range(1, 6)]
EVERYTHING = [*STANDINGS, *ROUNDS, "crosstable", "teams", "player list", "sheet ito", "status"]


def test_the_whole_tournament_was_played(hall: Path) -> None:
    summary, history, sheet, standings = answers(
        hall / FILE, "status", "history", "sheet lefevre", "standings"
    )
    kinds = [entry["kind"] for entry in history]

    assert (summary["players"], summary["present"], summary["closed_rounds"]) == (12, 11, 5)
    assert kinds.count("Undone") == 3
    assert kinds.count("ResultCorrected") == 1
    assert kinds.count("PlayerLeft") == 1
    assert sheet["rounds"][0]["absence"] == "late"
    assert len(standings["rows"]) == 12
    assert sum(row["points"] for row in standings["rows"]) == 5 * 6


def test_standings_printed_alone_are_those_of_the_script(hall: Path) -> None:
    alone = json.loads(ronde("standings", hall / FILE, "--json").stdout)
    french = ronde("standings", hall / FILE, RONDE_LANG="fr").stdout

    assert [alone] == answers(hall / FILE, "standings")
    assert french.startswith("Open of twelve\u00a0: 12 joueurs après la ronde 5")


@pytest.fixture(scope="module")
def again(hall: Path) -> Path:
    """The tournament exported as JSON and imported again."""
    exported, file = hall / "open.json", hall / "again.ronde"
    assert ronde("export", hall / FILE, "--as", "json", "-o", exported).returncode == 0
    assert ronde("import", exported, "-o", file).returncode == 0
    return file


def test_its_json_export_imported_again_has_the_same_standings_and_the_same_past(
    hall: Path, again: Path
) -> None:
    assert answers(again, *EVERYTHING) == answers(hall / FILE, *EVERYTHING)
    histories = [answers(file, "history")[0] for file in (hall / FILE, again)]
    for entry in (*histories[0], *histories[1]):
        del entry["at"]  # the time is that of writing
    assert histories[0] == histories[1]


def test_the_import_can_be_undone_like_the_original(again: Path) -> None:
    undone, summary, _ = answers(again, "undo", "status", "redo")

    assert undone[-1]["kind"] == "RoundClosed"
    assert summary["open_round"] == 5


def test_a_backup_was_kept_at_every_closed_round_and_one_file_remains(hall: Path) -> None:
    backups = sorted(path.name[:9] for path in (hall / "open.backups").iterdir())

    assert sorted(set(backups)) == [f"round-00{number}" for number in range(1, 6)]
    assert backups.count("round-003") == 2, "closed, undone and closed again"
    assert not list(hall.glob("open.ronde-*"))


def test_the_file_is_sound_and_its_times_never_turn_back(hall: Path) -> None:
    connection = sqlite3.connect(hall / FILE)
    verdict = connection.execute("PRAGMA integrity_check").fetchone()
    times = [at for (at,) in connection.execute("SELECT at FROM journal ORDER BY number")]
    connection.close()

    assert verdict == ("ok",)
    assert times == sorted(times)


def test_the_same_script_gives_the_same_rounds(hall: Path, tmp_path: Path) -> None:
    run(tmp_path, SCRIPT.partition("{correction}")[0])

    assert answers(tmp_path / FILE, *ROUNDS[1:4]) == answers(hall / FILE, *ROUNDS[1:4])
