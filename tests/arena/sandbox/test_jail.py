"""The sandboxes, which of them can start, and their limits."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ronde.arena.sandbox import Jail, SandboxKind, best_kind, obstacles, possible_kinds
from ronde.arena.sandbox.sandbox import spare_user


def test_a_sandbox_is_possible_where_nothing_stands_in_its_way() -> None:
    found = obstacles()

    assert list(found) == [SandboxKind.BUBBLEWRAP, SandboxKind.OWN, SandboxKind.NONE]
    assert possible_kinds() == tuple(kind for kind, trouble in found.items() if not trouble)
    assert possible_kinds()[0] == best_kind()


def test_without_bubblewrap_ours_is_used_and_nothing_only_by_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert obstacles()[SandboxKind.BUBBLEWRAP] == "bubblewrap"
    assert best_kind() is SandboxKind.OWN

    monkeypatch.setattr("ronde.arena.launcher.kernel.version", lambda: 0)
    assert possible_kinds() == (SandboxKind.NONE,)
    assert best_kind() is SandboxKind.OWN


@pytest.mark.parametrize(("kind", "number"), [("none", 0), ("own", 1), ("bubblewrap", 2)])
def test_a_sandbox_is_stored_as_a_number_and_chosen_by_its_name(kind: str, number: int) -> None:
    jail = Jail(SandboxKind.of(kind), memory=100, read=("/opt/data",))

    assert jail.to_dict()["tier"] == number
    assert Jail.from_dict(jail.to_dict()) == jail
    assert jail.kind.option == kind


def test_limits_grow_with_what_the_user_runs_already() -> None:
    jail = Jail(memory=100, processes=10, file_size=5)
    limits = jail.limits(tasks=7)

    assert limits["nproc"] > 7 + 10
    assert limits["fsize"] == 5 << 20
    assert limits["data"] == 400 << 20
    assert limits["core"] == 0


def test_every_program_has_a_user_of_its_own_where_we_are_root() -> None:
    users = {spare_user() for _ in range(50)}

    assert users == {0} if os.geteuid() else len(users) == 50
