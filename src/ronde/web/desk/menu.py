"""The actions available on every page of the desk, with their addresses."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ronde.actions import ACTIONS
from ronde.i18n.door import say
from ronde.web.serving.open_tournament import OpenTournament


@dataclass(frozen=True, slots=True)
class Offer:
    """An action with its key, its label, where it is done, and why it is not to be had now."""

    name: str
    key: str
    label: str
    place: str
    posts: bool
    reason: str

    @property
    def path(self) -> str:
        """The address without what is asked of it."""
        return re.split("[?#]", self.place)[0]


PLACES = {
    "enter": "/desk/{slug}/players#name",
    "list": "/t/{slug}/standings",
    "leave": "/desk/{slug}/players?show=here#sieve",
    "return": "/desk/{slug}/players?show=away#sieve",
    "nationality": "/desk/{slug}/players#sieve",
    "sheet": "/desk/{slug}/players#sieve",
    "teams": "/t/{slug}/teams",
    "crosstable": "/t/{slug}/crosstable",
    "manual": "/desk/{slug}/pair?by-hand=yes",
    "pair": "/desk/{slug}/pair",
    "view": "/desk/{slug}/tables",
    "results": "/desk/{slug}#entry",
    "correct": "/desk/{slug}/correct",
    "bill": "/desk/{slug}/tables?bills=yes",
    "whynot": "/desk/{slug}/whynot",
    "reopen": "/desk/{slug}/reopen",
    "undo": "/desk/{slug}/undo",
    "redo": "/desk/{slug}/redo",
    "history": "/desk/{slug}/history",
    "web": "/t/{slug}",
    "elo": "/desk/{slug}/export#elo",
    "save": "/desk/{slug}/export",
    "save-view": "/desk/{slug}/export#lists",
    "save-sheet": "/desk/{slug}/players#sieve",
    "remarks": "/desk/{slug}/settings",  # no folder here: what holds of a configuration stands there
    "version": "/desk/{slug}/help#about",
    "quit": "/leave",
}
"""The address of every action of the desk."""
POSTED = ("manual", "pair", "undo", "redo", "quit")
"""Actions that change something at once; all others begin with a page."""
MORE = {
    "settings": "/desk/{slug}/settings",
    "events": "/desk",
    "import": "/house/import",
    "print": "/t/{slug}/print",
    "proposals": "/desk/{slug}/proposals",
    "screens": "/desk/{slug}/screens",
    "phones": "/desk/{slug}/phones",
    "seats": "/seats",
    "help": "/desk/{slug}/help",
    "close": "/desk/{slug}/close",
}
"""Pages of the web that the terminal has elsewhere, found by name in the palette."""


def offers(room: OpenTournament, language: str) -> list[Offer]:
    """Every action for the tournament of a room, those of the terminal first."""
    made = []
    for action in ACTIONS:
        reason = action.unavailable(room.tournament)
        made.append(
            Offer(
                action.name,
                action.key,
                say(f"actions.{action.name}", language),
                PLACES[action.name].format(slug=room.slug),
                action.name in POSTED,
                say(f"reasons.{reason}", language) if reason else "",
            )
        )
    return made + [
        Offer(name, "", say(f"webdesk.go-{name}", language), place.format(slug=room.slug), False, "")
        for name, place in MORE.items()
    ]
