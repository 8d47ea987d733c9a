"""The table of keys: the letters of the desk, the same in every language, and when each is available.

Menu, footer, help, palette and the table in the documents are generated from it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ronde.model.schedule import is_over
from ronde.model.tournament import Tournament


def _always(tournament: Tournament) -> str | None:
    return None


def _needs_players(tournament: Tournament) -> str | None:
    return None if tournament.players else "no-players"


def _needs_people(tournament: Tournament) -> str | None:
    """A PAPP folder has its base before anybody is registered (papp 5.4)."""
    return None if tournament.settings.profile == "papp" else _needs_players(tournament)


def _needs_tables(tournament: Tournament) -> str | None:
    return None if tournament.open_round.tables else "no-tables"


def _needs_round(tournament: Tournament) -> str | None:
    """In a season an evening without games is closed, too: absences are worth points."""
    idle = tournament.settings.pairing_system.season and len(tournament.unpaired) < 2
    return None if idle else _needs_tables(tournament)


def _needs_pairs(tournament: Tournament) -> str | None:
    if tournament.open_round.tables or len(tournament.unpaired) > 1:
        return None
    return "nobody-to-pair"


def _needs_pairs_or_papp(tournament: Tournament) -> str | None:
    """PAPP's A writes its list even if there is nobody to pair (papp 3.7 and 6.1)."""
    return None if tournament.settings.profile == "papp" else _needs_pairs(tournament)


def _needs_games(tournament: Tournament) -> str | None:
    played = any(one.tables for one in tournament.rounds)
    return None if played else "no-games"


def _needs_closed(tournament: Tournament) -> str | None:
    return None if tournament.closed_rounds else "no-round-closed"


def _needs_absent(tournament: Tournament) -> str | None:
    return None if any(tournament.absence(player) for player in tournament.players) else "nobody-away"


def _needs_empty_round(tournament: Tournament) -> str | None:
    return "round-started" if tournament.open_round.tables else _needs_closed(tournament)


def needs_last_round(tournament: Tournament) -> str | None:
    """Why no final can begin."""
    system = tournament.settings.pairing_system
    if tournament.final is not None:
        return "final-begun"
    return "no-final" if system.knock_out or system.by_value else _needs_empty_round(tournament)


@dataclass(frozen=True, slots=True)
class Action:
    """One thing an arbiter can do: its name, its key, and why it is unavailable."""

    name: str
    key: str
    unavailable: Callable[[Tournament], str | None] = _always
    """The key of the reason, or None if the action is available."""
    listed: bool = True
    """Whether the menu shows it; PAPP hides its control keys."""
    extra: bool = False
    """Whether a small menu leaves it to `?`: it is not one of PAPP's seventeen keys, nor U."""


ACTIONS = (
    Action("enter", "i"),
    Action("list", "l"),
    Action("leave", "-", _needs_players),
    Action("return", "+", _needs_absent),
    Action("nationality", "n", _needs_people),
    Action("sheet", "f", _needs_players),
    Action("teams", "t", _needs_players),
    Action("crosstable", "w", _needs_closed),
    Action("manual", "m", _needs_players),
    Action("pair", "a", _needs_pairs_or_papp),
    Action("view", "v"),
    Action("results", "r", _needs_round),
    Action("correct", "c", _needs_games),
    Action("bill", "d", _needs_tables, extra=True),
    Action("whynot", "k", _needs_pairs, extra=True),
    Action("reopen", "o", _needs_empty_round, extra=True),
    Action("final", "g", needs_last_round, listed=False),
    Action("undo", "u"),
    Action("redo", "y", extra=True),
    Action("history", "h", extra=True),
    Action("web", "b", extra=True),
    Action("elo", "e", _needs_closed),
    Action("save", "s", _needs_players),
    Action("save-view", "^v", _needs_tables, listed=False),
    Action("save-sheet", "^f", _needs_players, listed=False),
    Action("remarks", "p", listed=False),
    Action("version", "&"),
    Action("quit", "x"),
)
"""Every action of the desk; PAPP's letters keep their meaning."""
SMALL_MENU = tuple(action for action in ACTIONS if action.listed and not action.extra)
"""What a small menu always shows."""

MANUAL = (
    Action("pair-two", "a"),
    Action("part", "d", _needs_tables),
    Action("part-all", "z", _needs_tables),
    Action("list", "l"),
    Action("view", "v"),
    Action("sheet", "f", _needs_players),
    Action("back", "q"),
)
"""The sub-menu of manual pairing."""


def offers_final(tournament: Tournament) -> bool:
    """Whether the announced rounds are over and a final could follow."""
    return is_over(tournament) and needs_last_round(tournament) is None


def in_menu(tournament: Tournament, *, small: bool = False) -> tuple[Action, ...]:
    """The actions that a menu shows; a final once it could follow."""
    final = offers_final(tournament)
    shown = SMALL_MENU if small else tuple(action for action in ACTIONS if action.listed)
    return tuple(action for action in ACTIONS if action in shown or (action.name == "final" and final))


def by_key(key: str, actions: tuple[Action, ...] = ACTIONS) -> Action | None:
    """The action of a key, ignoring case."""
    return next((action for action in actions if action.key == key.lower()), None)
