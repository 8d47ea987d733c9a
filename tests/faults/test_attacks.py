"""No program reaches its referee or its opponent, or takes more room than it has."""

from __future__ import annotations

import pytest
from tests.faults.attackers import ACTS, attacked

from ronde.arena.sandbox import SandboxKind

HELD = ("stopped", "memory", "flood")
"""The attack was refused, or its program was ended with a verdict that says so."""


@pytest.mark.parametrize(
    ("sandbox", "rights"),
    [(SandboxKind.OWN, False), (SandboxKind.BUBBLEWRAP, True)],
    ids=["own-nobody", "bubblewrap-root"],
)
def test_every_attack_from_inside_the_jail_is_stopped(sandbox: SandboxKind, rights: bool) -> None:
    found = attacked(sandbox, ACTS, rights=rights)

    assert {kind: said for kind, said in found.items() if said not in HELD} == {}
    assert set(found) == set(ACTS)


@pytest.mark.parametrize("sandbox", SandboxKind)
def test_a_program_that_leaves_a_child_and_says_nothing_does_not_take_the_referee_with_it(
    sandbox: SandboxKind,
) -> None:
    assert attacked(sandbox, ["leaves-silently"], rights=False) == {"leaves-silently": "missing"}


@pytest.mark.parametrize("rights", [True, False], ids=["root", "nobody"])
def test_where_nothing_can_be_mounted_the_folder_is_counted_and_the_program_ended(rights: bool) -> None:
    acts = ("fills-folder", "fills-unnamed", "crowds-folder")
    found = attacked(SandboxKind.OWN, acts, rights=rights, room="counted")

    assert found == dict.fromkeys(acts, "flood")
