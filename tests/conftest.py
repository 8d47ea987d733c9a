"""Hypothesis invents cases; how long one of them takes on a busy machine is not what is tested.

The cases are the same at every run, so that a run says something about the change before it;
`RONDE_NEW_CASES=1 ./go test` seeks new ones.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

HERE = Path(__file__).parent
QUICK = {"core", "games", "house", "i18n", "pairing", "scoring"}
"""The folders whose tests only compute; the others wait for files, processes, terminals or browsers."""

settings.register_profile(
    "ronde",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=not os.environ.get("RONDE_NEW_CASES"),
)
settings.load_profile("ronde")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell lets its background jobs ignore Ctrl-C, and every program they start would inherit it.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """`./go quick` does not even read the tests of the other folders."""
    quick = str(config.getoption("markexpr")).startswith("quick")
    inside = collection_path.parent == HERE and collection_path.is_dir()
    return True if quick and inside and collection_path.name not in QUICK else None


def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    """Give every test the marker of its cost: `quick` where it only computes, `browser`, or `real`."""
    for item in items:
        folder = item.path.relative_to(HERE).parts[0]
        cost = "quick" if folder in QUICK else "browser" if folder == "browser" else "real"
        item.add_marker(cost)
