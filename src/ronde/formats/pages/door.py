"""The door of the pages: what draws a game, a bracket and the folder `web`."""

from __future__ import annotations

from ronde.formats.pages.bracket import bracket_text, match_line, standings_text
from ronde.formats.pages.frames import outcome_data, position_data, replay_data
from ronde.formats.pages.gallery import Gallery

__all__ = [
    "Gallery",
    "bracket_text",
    "match_line",
    "outcome_data",
    "position_data",
    "replay_data",
    "standings_text",
]
