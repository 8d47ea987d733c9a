"""The program that checks proofs: it takes nothing that was changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.support.proofs import desk_of, verified, written

from ronde.model.settings import Settings
from ronde.model.system_settings import KeizerSettings
from ronde.render.proof import proof_files

Change = Callable[[dict[str, Any]], object]
"""What somebody does to the file of a round."""


def changed(folder: Path, change: Change) -> None:
    path = folder / "round-3.json"
    told = json.loads(path.read_text())
    change(told)
    path.write_text(json.dumps(told))


def exchanged(told: dict[str, Any]) -> None:
    """Let the first and the last table exchange their second players."""
    one, *_, two = told["tables"].values()
    one["second"], two["second"] = two["second"], one["second"]


def dearer(told: dict[str, Any]) -> None:
    """Let two tables exchange players, and add up honestly what that costs."""
    exchanged(told)
    place = {one["number"]: at for at, one in enumerate(told["players"])}
    pairs = [
        (place[one["first"]["number"]], place[one["second"]["number"]]) for one in told["tables"].values()
    ]
    told["total"] = sum(told["costs"][max(pair)][min(pair)] for pair in pairs)


def twice(told: dict[str, Any]) -> None:
    one, two, *_ = told["tables"].values()
    one["second"] = two["second"]


def paired_first(told: dict[str, Any]) -> list[int]:
    first = next(iter(told["tables"].values()))
    return sorted([first["first"]["number"], first["second"]["number"]])


def forbidden(told: dict[str, Any]) -> None:
    place = {one["number"]: at for at, one in enumerate(told["players"])}
    told["forbidden"].append(sorted(place[one] for one in paired_first(told)))


def dual(by: int) -> Change:
    return lambda told: told["proof"]["y"].__setitem__(0, told["proof"]["y"][0] + by)


def odd_set(people: list[int], z: int) -> Change:
    return lambda told: told["proof"]["sets"].append({"people": people, "inside": [], "z": z})


COSTS: dict[str, Change] = {
    "other pairs": exchanged,
    "a dearer pairing": dearer,
    "another total": lambda told: told.update(total=told["total"] - 1),
    "a lower cost": lambda told: told["costs"][1].__setitem__(0, -1),
    "a higher dual": dual(10**18),
    "a lower dual": dual(-(10**18)),
    "an even set": odd_set([0, 1], 5),
    "a negative set": odd_set([0], -5),
    "a forbidden pair": forbidden,
    "somebody twice": twice,
    "no costs": lambda told: told.pop("costs"),
    "a smaller table": lambda told: told["costs"].pop(),
    "an unknown method": lambda told: told.update(method="trust me"),
}
ORDER: dict[str, Change] = {
    "other pairs": exchanged,
    "nobody is barred": lambda told: told["barred"].clear(),
    "a barred pair": lambda told: told["barred"].append(paired_first(told)),
    "another order": lambda told: told["players"].reverse(),
    "somebody twice": twice,
}
SCHEDULE: dict[str, Change] = {
    "other pairs": exchanged,
    "another round": lambda told: told.update(turn=0),
    "a schedule that repeats": lambda told: told["schedule"].__setitem__(0, told["schedule"][told["turn"]]),
    "somebody twice": twice,
}
LEGAL: dict[str, Change] = {
    "somebody is left out": lambda told: told["tables"].pop("1"),
    "a pair that has met": lambda told: [one["barred"].extend(paired_first(told)) for one in told["players"]],
    "colours that both must have": lambda told: [one.update(must="W") for one in told["players"]],
    "somebody twice": twice,
}
CHANGES = {
    "costs": (Settings(), COSTS),
    "balanced": (Settings(system="keizer", keizer=KeizerSettings(pairing="balanced")), COSTS),
    "neighbours": (Settings(system="keizer", keizer=KeizerSettings(repeat_distance=9)), ORDER),
    "berger": (Settings(system="berger"), SCHEDULE),
    "dutch": (Settings(system="dutch"), LEGAL),
}
CASES = [(system, name) for system, (_, changes) in CHANGES.items() for name in changes]


@pytest.fixture(scope="module")
def proofs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, bytes]]:
    """The files of three rounds, for each way to pair."""
    made = tmp_path_factory.mktemp
    return {
        system: proof_files(desk_of(made(system), 12, 3, settings).by_action(), "en")
        for system, (settings, _) in CHANGES.items()
    }


@pytest.mark.parametrize(("system", "name"), CASES)
def test_what_was_changed_afterwards_is_not_proved(
    tmp_path: Path, proofs: dict[str, dict[str, bytes]], system: str, name: str
) -> None:
    for file, content in proofs[system].items():
        (tmp_path / file).write_bytes(content)
    changed(tmp_path, CHANGES[system][1][name])

    said = verified(tmp_path)

    assert said.returncode == 1
    assert "round-3.json: NOT PROVED" in said.stdout
    assert said.stdout.splitlines()[-1] == "2 of 3 rounds are in order"
    assert said.stderr == ""


def test_the_program_is_short_and_needs_the_standard_library_alone(
    proofs: dict[str, dict[str, bytes]],
) -> None:
    source = proofs["costs"]["verify.py"].decode()

    assert len(source.splitlines()) <= 100
    assert "ronde" not in source.replace("Ronde", "")


@pytest.mark.parametrize("change", ["gone", "a lower dual", "nothing proved"])
def test_a_dead_end_that_is_not_proved_is_not_believed(tmp_path: Path, change: str) -> None:
    settings = Settings(system="keizer", keizer=KeizerSettings(repeat_distance=9))
    folder = written(desk_of(tmp_path, 8, 6, settings), tmp_path / "proof")
    path = folder / "round-6.json"
    told = json.loads(path.read_text())
    pair, end = next(iter(told["dead_ends"].items()))
    assert verified(folder).returncode == 0
    if change == "gone":
        del told["dead_ends"][pair]
    elif change == "a lower dual":
        end["y"][0] -= 10**18
    else:
        end.update(total=0, y=[0] * len(end["y"]), sets=[], noise=0)
    path.write_text(json.dumps(told))

    said = verified(folder)

    assert said.returncode == 1
    assert f"round-6.json: NOT PROVED, {pair.split('-')[0]} could meet {pair.split('-')[1]}" in said.stdout
