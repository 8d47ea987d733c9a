"""Lines are cut: between a worker and home, between a program and its database. All is there, once."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from tests.faults.cut import PLAYERS, cut_lines, why_not
from tests.faults.cutbase import cut_from_database

from ronde.desk import Desk

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not())


def test_a_worker_whose_line_was_cut_plays_on_and_no_game_is_lost_or_stored_twice(tmp_path: Path) -> None:
    tally = cut_lines(tmp_path, seed=1, cuts=2)

    assert tally.stories == []
    assert tally.faults == 2, "once for a moment, once for longer than a connection lives"
    assert tally.checked == 2 + PLAYERS * (PLAYERS - 1)
    with closing(Desk.open(tmp_path / "league.ronde")) as desk:
        reasons = {game.reason for game in desk.tournament.games}
    assert not reasons & {"late", "missing", "crash", "unreadable"}, "nobody lost because of the line"


def test_a_program_cut_from_its_database_waits_goes_on_and_every_fact_it_was_told_is_there() -> None:
    tally = cut_from_database(seed=1, cuts=2)

    assert tally.stories == []
    assert tally.faults == 2
    assert tally.checked == 1 + 120
