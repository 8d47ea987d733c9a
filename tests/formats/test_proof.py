"""The proof of pairings for strangers, checked by the program in its folder and by nothing of ours."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support.proofs import desk_of, verified, written

from ronde.core.settings import Settings
from ronde.desk import CHIEF
from ronde.formats.proof import paired_rounds
from ronde.pairing.door import complete_round


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
