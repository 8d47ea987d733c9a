"""The proof of pairings for strangers, checked by the program in its folder and by nothing of ours."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ronde.core.decide.players import enter_player, forbid_pair
from ronde.core.decide.results import enter_at_table
from ronde.core.decide.rounds import close_round, open_tournament
from ronde.core.player import Player
from ronde.core.result import Result
from ronde.core.settings import Settings
from ronde.desk import CHIEF, Desk
from ronde.formats.proof import paired_rounds, proof_files
from ronde.pairing.door import complete_round


def desk_of(folder: Path, people: int, rounds: int, settings: Settings | None = None) -> Desk:
    """A tournament whose rounds are played, the lower table number winning more clearly."""
    desk = Desk.create(folder / "a.ronde")
    desk.act(CHIEF, open_tournament, name="a", date="", settings=settings or Settings())
    for number in range(1, people + 1):
        desk.act(CHIEF, enter_player, player=Player(number, f"P{number}", rating=1500 - number))
    desk.act(CHIEF, forbid_pair, first=1, second=2)
    for at in range(rounds):
        play(desk, seed=at + 1)
    return desk


def play(desk: Desk, seed: int) -> None:
    desk.act(CHIEF, complete_round, seed=seed)
    for table in list(desk.tournament.open_round.tables):
        desk.act(CHIEF, enter_at_table, table=table, result=Result(32 + table % 9, 32 - table % 9))
    desk.act(CHIEF, close_round)


def written(desk: Desk, folder: Path) -> Path:
    folder.mkdir()
    for name, content in proof_files(desk.by_action()).items():
        (folder / name).write_bytes(content)
    return folder


def verified(folder: Path) -> subprocess.CompletedProcess[str]:
    """What the program of the folder says, run by a Python that sees only its standard library."""
    line = [sys.executable, "-I", "-S", str(folder / "verify.py")]
    return subprocess.run(line, capture_output=True, encoding="utf-8", check=False)


@pytest.mark.parametrize(("people", "rounds"), [(3, 1), (12, 4), (21, 4)])
def test_every_round_is_proved_and_has_the_pairs_of_the_tournament(
    tmp_path: Path, people: int, rounds: int
) -> None:
    desk = desk_of(tmp_path, people, rounds)
    folder = written(desk, tmp_path / "proof")

    said = verified(folder)

    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.splitlines()[-1] == f"{rounds} of {rounds} rounds are in order"
    for at, played in enumerate(desk.tournament.closed_rounds, start=1):
        told = json.loads((folder / f"round-{at}.json").read_text())
        number = [one["number"] for one in told["players"]]
        pairs = {frozenset((number[one], number[other])) for one, other in told["pairs"]}
        seated = {frozenset((table.first, table.second)) for table in played.tables.values()}
        assert pairs - {pair for pair in pairs if 0 in pair} == seated
        assert told["total"] == sum(table.pair.cost for table in played.tables.values()) + (
            played.bye.cost if played.bye else 0
        )


def changed(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    path = folder / "round-3.json"
    told = json.loads(path.read_text())
    change(told)
    path.write_text(json.dumps(told))


def swap(told: dict[str, Any]) -> None:
    """Let the first two pairs exchange a player."""
    (one, two), (three, four) = told["pairs"][:2]
    told["pairs"][:2] = [[one, four], [three, two]]
    told["total"] = sum(told["costs"][a][b] for a, b in told["pairs"])


CHANGES: dict[str, Callable[[dict[str, Any]], object]] = {
    "a dearer pairing": swap,
    "another total": lambda told: told.update(total=told["total"] - 1),
    "a lower cost": lambda told: told["costs"][0].__setitem__(1, 0),
    "a higher dual": lambda told: told["proof"]["y"].__setitem__(0, told["proof"]["y"][0] + 10**18),
    "a lower dual": lambda told: told["proof"]["y"].__setitem__(0, told["proof"]["y"][0] - 10**18),
    "an even set": lambda told: told["proof"]["sets"].append({"people": [0, 1], "inside": [], "z": 5}),
    "a negative set": lambda told: told["proof"]["sets"].append({"people": [0], "inside": [], "z": -5}),
    "a forbidden pair": lambda told: told["forbidden"].append(told["pairs"][0]),
    "somebody twice": lambda told: told["pairs"].__setitem__(0, told["pairs"][1]),
    "no costs": lambda told: told.pop("costs"),
    "a smaller table": lambda told: told["costs"].pop(),
}


@pytest.fixture(scope="module")
def proofs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return proof_files(desk_of(tmp_path_factory.mktemp("played"), 12, 3).by_action())


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_what_was_changed_afterwards_is_not_proved(
    tmp_path: Path, proofs: dict[str, bytes], change: Callable[[dict[str, Any]], object]
) -> None:
    for name, content in proofs.items():
        (tmp_path / name).write_bytes(content)
    changed(tmp_path, change)

    said = verified(tmp_path)

    assert said.returncode == 1
    assert "round-3.json: NOT PROVED" in said.stdout
    assert said.stdout.splitlines()[-1] == "2 of 3 rounds are in order"
    assert said.stderr == ""


def test_a_round_that_was_undone_is_not_told_and_its_successor_is(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, 8, 1)
    desk.act(CHIEF, complete_round, seed=98)
    desk.undo(CHIEF)
    desk.act(CHIEF, complete_round, seed=99)

    assert [paired.seed for _, paired in paired_rounds(desk.by_action())] == [1, 99]
    assert verified(written(desk, tmp_path / "proof")).returncode == 0


def test_a_round_of_a_fixed_table_says_that_nothing_was_priced(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, 6, 2, Settings(system="berger"))

    said = verified(written(desk, tmp_path / "proof"))

    assert said.returncode == 0
    assert "round-1.json: berger, not priced" in said.stdout


def test_the_program_is_short_and_needs_the_standard_library_alone(proofs: dict[str, bytes]) -> None:
    source = proofs["verify.py"].decode()

    assert len(source.splitlines()) <= 100
    assert "ronde" not in source.replace("Ronde", "")
