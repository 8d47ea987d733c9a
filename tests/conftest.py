"""Hypothesis invents cases; how long one of them takes on a busy machine is not what is tested.

The cases are the same at every run, so that a run says something about the change before it;
`RONDE_NEW_CASES=1 ./go test` seeks new ones.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "ronde",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=not os.environ.get("RONDE_NEW_CASES"),
)
settings.load_profile("ronde")
