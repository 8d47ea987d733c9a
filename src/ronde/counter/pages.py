"""The two pages the desk always has at hand: the standings and the pairs."""

from __future__ import annotations

from ronde.counter.counter import Counter
from ronde.formats import lists


def standings_page(counter: Counter) -> str:
    """The standings, or the players while no round is closed."""
    tournament = counter.tournament
    if tournament.closed_rounds:
        return lists.standings_text(tournament, counter.language)
    return lists.players_text(tournament, counter.language)


def pairs_page(counter: Counter) -> str:
    """The pairs of the open round, and the results so far."""
    tournament = counter.tournament
    return lists.round_text(tournament, tournament.open_round, counter.language)


def usual_page(counter: Counter) -> str:
    """What the screen shows when nothing else is asked for: the pairs if there are any, else the players."""
    return pairs_page(counter) if counter.tournament.open_round.tables else standings_page(counter)
