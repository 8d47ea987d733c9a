"""Pages of games and tournaments of programs that open from the disk, without a server."""

from ronde.arena.pages.replay import (
    LiveFile,
    command_words,
    course_of,
    read_live,
    replay_data,
    side_data,
)
from ronde.arena.pages.run_pages import RunPages, follow, slide
from ronde.arena.pages.text import bracket_text, match_line, standings_text
