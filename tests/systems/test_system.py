from __future__ import annotations

import subprocess
import sys

import pytest
from tests.support.builders import do, leave, seated, tournament, with_settings

from ronde.model.decisions.rounds import add_table, lock_table
from ronde.model.errors import NobodyToPair
from ronde.model.events import RoundPaired, TableAdded, TableRemoved
from ronde.model.replay import replay
from ronde.model.settings import Settings, usual_settings
from ronde.model.systems import SYSTEMS, System
from ronde.systems.roundrobin import berger
from ronde.systems.rounds import complete_round, pair_round, with_costs
from ronde.systems.swiss import pairing
from ronde.systems.system import method_of, rules


def test_every_system_has_functions_that_pair_it() -> None:
    assert all(method_of(system).pair for system in SYSTEMS.values())


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_only_a_schedule_answers_no_questions(system: System) -> None:
    assert (method_of(system).why_not is None) == system.scheduled


def test_the_settings_choose_the_system() -> None:
    hall = tournament(4)

    assert pair_round(hall, seed=3) == pairing.swiss(hall, seed=3)
    table = tournament(4, settings=Settings(system="berger"))
    assert pair_round(table, seed=3) == berger(table, seed=3)
    twice = tournament(4, settings=Settings(system="double-berger"))
    assert pair_round(twice, seed=3) == berger(twice, seed=3)


@pytest.mark.parametrize("system", [name for name in SYSTEMS if name != "gauntlet"])
def test_every_system_draws_everybody_once_and_the_same_for_the_same_seed(system: str) -> None:
    hall = tournament(7, settings=usual_settings(system))

    drawn = pair_round(hall, seed=5)

    everybody = [player for pair in drawn.tables.values() for player in (pair.first, pair.second)]
    everybody += [drawn.bye.player] if drawn.bye else []
    assert sorted(everybody) == list(range(1, 8))
    assert pair_round(hall, seed=5) == drawn


def test_completing_a_round_writes_the_draw_down() -> None:
    hall = tournament(5)

    (paired,) = complete_round(hall, seed=4)

    assert isinstance(paired, RoundPaired)
    assert (paired.round, paired.system, paired.seed) == (1, "swiss", 4)
    assert paired.tables == pair_round(hall, seed=4).tables
    assert replay([paired], hall).unpaired == (paired.bye.player if paired.bye else 0,)


def test_a_complete_round_is_left_as_it_is() -> None:
    assert complete_round(tournament(4, current="1-2 3-4"), seed=1) == []


def test_pairing_again_dissolves_what_is_neither_locked_nor_played() -> None:
    hall = do(tournament(8, current="1-2:40 3-4 5-6"), lock_table, number=2, locked=True)

    facts = complete_round(hall, seed=1, again=True)

    assert facts[0] == TableRemoved(1, 3)
    after = replay(facts, hall)
    assert {(1, 2), (3, 4)} <= {(table.first, table.second) for table in after.open_round}
    assert after.unpaired == ()
    assert len(after.open_round.tables) == 4


def test_the_bill_is_put_on_pairs_made_by_hand_in_a_swiss_only() -> None:
    hall = tournament(4, ["1-2:40 3-4:="])
    facts = add_table(hall, first=1, second=2)

    (added,) = with_costs(hall, facts)

    assert isinstance(added, TableAdded)
    assert "met-same-colours" in [reason.rule for reason in added.pair.reasons]
    assert with_costs(with_settings(hall, system="berger"), facts) == facts


def test_pairing_again_without_tables_is_pairing() -> None:
    hall = tournament(4)

    assert complete_round(hall, seed=1, again=True) == complete_round(hall, seed=1)
    with pytest.raises(NobodyToPair):
        complete_round(leave(hall, 1, 2, 3), seed=1, again=True)


def test_a_round_completed_twice_is_the_same() -> None:
    hall = seated(tournament(7), "1-2")
    once = replay(complete_round(hall, seed=1), hall)

    again = replay(complete_round(once, seed=2), once)

    assert {table.pair for table in again.open_round} == {table.pair for table in once.open_round}
    assert again.unpaired == once.unpaired


def test_the_rules_of_the_bills_are_told_once_each() -> None:
    assert len(set(rules())) == len(rules())


def test_numpy_comes_with_the_first_round_paired_and_not_before() -> None:
    code = "import sys, ronde.systems.rounds; assert 'numpy' not in sys.modules"

    subprocess.run([sys.executable, "-c", code], check=True)
