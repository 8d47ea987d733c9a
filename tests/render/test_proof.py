"""The proof of pairings for strangers, checked by the program in its folder and by nothing of ours."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support.proofs import desk_of, verified, written

from ronde.app.command import CHIEF
from ronde.app.commands import BeginFinal, CloseRound, EnterLine, PairRound
from ronde.model.events import RoundPaired
from ronde.model.settings import Settings, usual_settings
from ronde.model.system_settings import KeizerSettings
from ronde.model.table import Pair
from ronde.render.proof import paired_rounds, proof_files
from ronde.systems.rounds import complete_round

BALANCED = Settings(system="keizer", keizer=KeizerSettings(pairing="balanced"))
GO = usual_settings("mcmahon")
NEIGHBOURS = Settings(system="keizer", keizer=KeizerSettings(repeat_distance=9))


@pytest.mark.parametrize("settings", [Settings(), BALANCED, GO], ids=["swiss", "keizer", "mcmahon"])
@pytest.mark.parametrize(("people", "rounds"), [(3, 1), (12, 4), (21, 4)])
def test_every_round_that_has_costs_is_proved_at_what_the_tables_cost(
    tmp_path: Path, people: int, rounds: int, settings: Settings
) -> None:
    desk = desk_of(tmp_path, people, rounds, settings)
    folder = written(desk, tmp_path / "proof")

    said = verified(folder)

    assert (said.returncode, said.stderr) == (0, "")
    assert (
        said.stdout.count("No way to pair everybody costs less. Not checked: that the costs follow") == rounds
    )
    assert said.stdout.splitlines()[-1] == f"{rounds} of {rounds} rounds are in order"
    for at, played in enumerate(desk.tournament.closed_rounds, start=1):
        told = json.loads((folder / f"round-{at}.json").read_text())
        assert told["total"] == sum(table.pair.cost for table in played.tables.values()) + (
            played.bye.cost if played.bye else 0
        )


@pytest.mark.parametrize(
    ("settings", "people", "rounds", "sentence"),
    [
        (
            NEIGHBOURS,
            8,
            6,
            "By rank, each meets the nearest who leaves the others a way. Not checked: the ranks",
        ),
        (NEIGHBOURS, 11, 5, "By rank, each meets the nearest"),
        (Settings(system="berger"), 7, 7, "The games are those of the schedule"),
        (Settings(system="double-berger"), 6, 10, "The games are those of the schedule"),
        (Settings(system="gauntlet"), 5, 4, "The games are those of the schedule"),
        (Settings(round_robin="1-12"), 6, 5, "Not checked: "),
        (
            Settings(system="cup"),
            6,
            3,
            "Not checked: that the bracket follows from the seeds and the results.",
        ),
        (
            Settings(system="dutch", rounds=5),
            13,
            5,
            "Not checked: that no other pairing would meet the criteria",
        ),
    ],
)
def test_every_round_of_the_other_systems_is_checked_as_far_as_it_is_said(
    tmp_path: Path, settings: Settings, people: int, rounds: int, sentence: str
) -> None:
    said = verified(written(desk_of(tmp_path, people, rounds, settings), tmp_path / "proof"))

    assert (said.returncode, said.stderr) == (0, ""), said.stdout
    assert said.stdout.count(sentence) >= rounds
    assert said.stdout.splitlines()[-1] == f"{rounds} of {rounds} rounds are in order"


def test_a_round_that_was_undone_is_not_told_and_its_successor_is(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, 8, 1)
    desk.act(CHIEF, complete_round, seed=98)
    desk.undo(CHIEF)
    desk.act(CHIEF, complete_round, seed=99)

    assert [paired.seed for _, paired in paired_rounds(desk.by_action())] == [1, 99]
    assert verified(written(desk, tmp_path / "proof")).returncode == 0


def test_what_is_not_checked_is_said_in_the_language_of_the_reader(tmp_path: Path) -> None:
    files = proof_files(desk_of(tmp_path, 6, 1).by_action(), "fr")

    assert json.loads(files["round-1.json"])["unchecked"].startswith("Non vérifié")


def test_a_round_that_ronde_did_not_pair_says_that_little_was_checked(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, 6, 0)
    pair = Pair(1, 2)
    desk.act(CHIEF, lambda _: [RoundPaired(1, {1: pair}, None, "papp", 0, 0)])

    said = verified(written(desk, tmp_path / "proof"))

    assert "round-1.json: Nobody is paired twice. Not checked: anything else" in said.stdout
    assert said.returncode == 0


def test_the_rounds_of_a_final_are_checked_as_those_of_a_bracket(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, 8, 3, Settings(rounds=3))
    desk.run(BeginFinal(players=4, third_place=True))
    for _ in range(2):
        desk.run(PairRound(seed=1))
        desk.run(EnterLine("?", random=True, seed=1))
        desk.run(CloseRound())

    said = verified(written(desk, tmp_path / "proof"))

    assert said.returncode == 0
    assert said.stdout.count("Not checked: that the bracket follows from the seeds and the results.") == 2
    assert said.stdout.splitlines()[-1] == "5 of 5 rounds are in order"
