"""Lines are cut: between a worker and home, between a program and its database. All is there, once."""

from __future__ import annotations

import pytest
from tests.faults.cut import why_not
from tests.faults.cutbase import cut_from_database

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not())


def test_a_program_cut_from_its_database_waits_goes_on_and_every_fact_it_was_told_is_there() -> None:
    tally = cut_from_database(seed=1, cuts=2)

    assert tally.stories == []
    assert tally.faults == 2
    assert tally.checked == 1 + 120
