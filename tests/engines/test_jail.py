"""The tiers of a jail, and its limits."""

from __future__ import annotations

import os

from ronde.engines.jail import GROUPED, PLAIN, Jail, best_tier, obstacles, possible_tiers, spare_user


def test_a_tier_is_possible_where_nothing_stands_in_its_way() -> None:
    found = obstacles()

    assert list(found) == list(range(PLAIN, GROUPED + 1))
    assert possible_tiers() == tuple(tier for tier, trouble in found.items() if not trouble)
    assert best_tier() == max(possible_tiers())


def test_what_a_tier_lacks_the_higher_ones_lack_too() -> None:
    lacking = [bool(trouble) for trouble in obstacles().values()]

    assert lacking == sorted(lacking)


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
