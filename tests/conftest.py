"""Hypothesis invents cases; how long one of them takes on a busy machine is not what is tested."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("ronde", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ronde")
