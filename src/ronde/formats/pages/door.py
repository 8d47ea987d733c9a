"""Renders a game, a bracket and the folder `web`."""

from __future__ import annotations

from ronde.formats.pages.bracket import bracket_text, cup_title, match_line, standings_text
from ronde.formats.pages.follow import follow
from ronde.formats.pages.frames import command_words, course_of, replay_data, side_data
from ronde.formats.pages.gallery import Gallery
from ronde.formats.pages.icons import ICONS, sprite
from ronde.formats.pages.livefile import LiveFile, live_path, read_live
from ronde.formats.pages.shell import SHARED
