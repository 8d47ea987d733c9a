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
FULL = {"browser", "faults"}
"""The folders of which every test is run by `./go test --full` only."""

NEW_CASES = bool(os.environ.get("RONDE_NEW_CASES"))

settings.register_profile(
    "ronde",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=not NEW_CASES,
    max_examples=100 if NEW_CASES else 30,
)
settings.load_profile("ronde")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell lets its background jobs ignore Ctrl-C, and every program they start would inherit it.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def home_without_people(tmp_path_factory: pytest.TempPathFactory) -> Iterable[None]:
    """Nobody is known at the start of the tests, whoever is in the base of the user who runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("share")))
        yield


def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    """Mark the tests that need more than Python, folder by folder; others carry the marker themselves."""
    for item in items:
        if item.path.relative_to(HERE).parts[0] in FULL:
            item.add_marker("full")
