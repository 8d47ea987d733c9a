"""The actions available on every page of the desk, with their addresses."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ronde.app.actions import ACTIONS
from ronde.i18n.door import say
from ronde.web.server.open_tournament import OpenTournament
from ronde.web.server.rights import Right


@dataclass(frozen=True, slots=True)
class Offer:
    """An action with its key, its label, its address, and why it is unavailable now."""

    name: str
    key: str
    label: str
    place: str
    posts: bool
    reason: str
    right: Right
    words: str = ""
    """Synonyms for the search."""

    @property
    def icon(self) -> str:
        return ICON_NAMES[self.name]

    @property
    def path(self) -> str:
        """The address without its query."""
        return re.split("[?#]", self.place)[0]


PLACES = {
    "enter": ("/desk/{slug}/players#name", Right.PLAYERS),
    "list": ("/t/{slug}/standings", Right.ANYBODY),
    "leave": ("/desk/{slug}/players?show=here#name", Right.PLAYERS),
    "return": ("/desk/{slug}/players?show=away#name", Right.PLAYERS),
    "nationality": ("/desk/{slug}/players#name", Right.PLAYERS),
    "sheet": ("/desk/{slug}/players#name", Right.PLAYERS),
    "teams": ("/t/{slug}/teams", Right.ANYBODY),
    "crosstable": ("/t/{slug}/crosstable", Right.ANYBODY),
    "manual": ("/desk/{slug}/pair?by-hand=yes", Right.ROUNDS),
    "pair": ("/desk/{slug}/pair", Right.ROUNDS),
    "view": ("/desk/{slug}/tables", Right.ROUNDS),
    "results": ("/desk/{slug}#entry", Right.RESULTS),
    "correct": ("/desk/{slug}/correct", Right.ROUNDS),
    "bill": ("/desk/{slug}/tables?bills=yes", Right.ROUNDS),
    "whynot": ("/desk/{slug}/whynot", Right.ROUNDS),
    "reopen": ("/desk/{slug}/reopen", Right.ROUNDS),
    "undo": ("/desk/{slug}/undo", Right.RESULTS),
    "redo": ("/desk/{slug}/redo", Right.RESULTS),
    "history": ("/desk/{slug}/history", Right.ROUNDS),
    "web": ("/t/{slug}", Right.ANYBODY),
    "elo": ("/desk/{slug}/export#elo", Right.SETTINGS),
    "save": ("/desk/{slug}/export", Right.SETTINGS),
    "save-view": ("/desk/{slug}/export#lists", Right.SETTINGS),
    "save-sheet": ("/desk/{slug}/players#name", Right.PLAYERS),
    "remarks": (
        "/desk/{slug}/settings",
        Right.SETTINGS,
    ),  # no folder here: its configuration applies there
    "version": ("/desk/{slug}/help#about", Right.RESULTS),
    "quit": ("/leave", Right.ANYBODY),
}
"""The address of every action of the desk, and the right it needs."""
POSTED = ("manual", "pair", "undo", "redo", "quit")
"""Actions that are executed at once; all others start with a page."""
ABSENCES = ("leave", "return")
"""Actions found by the word for an absence."""
MORE = {
    "settings": ("/desk/{slug}/settings", Right.SETTINGS),
    "events": ("/desk", Right.SEATED),
    "import": ("/house/import", Right.HOUSE),
    "season": ("/desk/{slug}/season", Right.HOUSE),
    "publish": ("/desk/{slug}/publish", Right.SETTINGS),
    "print": ("/t/{slug}/print", Right.ANYBODY),
    "proposals": ("/desk/{slug}/proposals", Right.RESULTS),
    "screens": ("/desk/{slug}/screens", Right.SETTINGS),
    "phones": ("/desk/{slug}/phones", Right.PLAYERS),
    "seats": ("/seats", Right.SEATS),
    "help": ("/desk/{slug}/help", Right.RESULTS),
    "close": ("/desk/{slug}/close", Right.ROUNDS),
}
"""Pages that the terminal has elsewhere, found by name in the palette."""
ICON_NAMES = {
    "enter": "plus",
    "list": "standings",
    "leave": "minus",
    "return": "plus",
    "nationality": "flag",
    "sheet": "person",
    "teams": "people",
    "crosstable": "grid",
    "manual": "swap",
    "pair": "draw",
    "view": "meet",
    "results": "pencil",
    "correct": "pencil",
    "bill": "why",
    "whynot": "why",
    "reopen": "unlock",
    "undo": "undo",
    "redo": "right",
    "history": "history",
    "web": "out",
    "elo": "file",
    "save": "download",
    "save-view": "file",
    "save-sheet": "file",
    "remarks": "info",
    "version": "info",
    "quit": "left",
    "settings": "settings",
    "events": "round",
    "import": "inbox",
    "season": "right",
    "publish": "globe",
    "print": "print",
    "proposals": "inbox",
    "screens": "screen",
    "phones": "phone",
    "seats": "seat",
    "help": "keys",
    "close": "check",
}


def offers(opened: OpenTournament, language: str) -> list[Offer]:
    """Every action for an open tournament, those of the terminal first."""
    made = []
    for action in ACTIONS:
        reason = action.unavailable(opened.tournament)
        made.append(
            Offer(
                action.name,
                action.key,
                say(f"actions.{action.name}", language),
                PLACES[action.name][0].format(slug=opened.slug),
                action.name in POSTED,
                say(f"reasons.{reason}", language) if reason else "",
                PLACES[action.name][1],
                say("webdesk.also-absent", language) if action.name in ABSENCES else "",
            )
        )
    return made + [
        Offer(name, "", say(f"webdesk.go-{name}", language), place.format(slug=opened.slug), False, "", right)
        for name, (place, right) in MORE.items()
    ]
