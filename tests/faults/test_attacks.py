"""No program reaches its referee or its opponent, or takes more room than it has."""

from __future__ import annotations

import pytest
from tests.faults.attackers import ACTS, attacked

HELD = ("stopped", "memory", "flood")
"""The attack was refused, or its program was ended with a verdict that says so."""


@pytest.mark.parametrize(("tier", "rights"), [(1, False), (2, True)], ids=["1-nobody", "2-root"])
def test_every_attack_from_inside_the_jail_is_stopped(tier: int, rights: bool) -> None:
    found = attacked(tier, ACTS, rights=rights)

    assert {kind: said for kind, said in found.items() if said not in HELD} == {}
    assert set(found) == set(ACTS)


@pytest.mark.parametrize("tier", [0, 1, 2])
def test_a_program_that_leaves_a_child_and_says_nothing_does_not_take_the_referee_with_it(tier: int) -> None:
    assert attacked(tier, ["leaves-silently"], rights=False) == {"leaves-silently": "missing"}


@pytest.mark.parametrize("rights", [True, False], ids=["root", "nobody"])
def test_where_nothing_can_be_mounted_the_folder_is_counted_and_the_program_ended(rights: bool) -> None:
    acts = ("fills-folder", "fills-unnamed", "crowds-folder")
    found = attacked(1, acts, rights=rights, room="counted")

    assert found == dict.fromkeys(acts, "flood")
