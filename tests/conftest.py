"""Hypothesis invents cases; how long one of them takes on a busy machine is not what is tested.

Where CI decides what lands, the cases are the same at every run; at a desk they are new each time.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "ronde",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
)
settings.load_profile("ronde")
