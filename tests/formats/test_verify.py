"""The program that checks proofs: it takes nothing that was changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.support.proofs import desk_of, verified

from ronde.formats.proof import proof_files


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


def test_the_program_is_short_and_needs_the_standard_library_alone(proofs: dict[str, bytes]) -> None:
    source = proofs["verify.py"].decode()

    assert len(source.splitlines()) <= 100
    assert "ronde" not in source.replace("Ronde", "")
