"""The terminal and the tournaments of the other commands."""

from __future__ import annotations

from tests.cli.conftest import file, fresh_tournament, played, played_tournament, ronde

__all__ = ["file", "fresh_tournament", "played", "played_tournament", "ronde"]
