"""The two pages the desk always has at hand: the standings and the pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from textwrap import fill

from ronde.core.tournament import Tournament
from ronde.counter.counter import Counter
from ronde.counter.steps import Show
from ronde.formats import lists
from ronde.formats.text import width

AROUND = 21
"""Columns of a pair that are not names: the table, the gaps and the score."""


def standings_page(counter: Counter) -> str:
    """The standings, or the players while no round is closed."""
    tournament = counter.tournament
    if tournament.closed_rounds:
        return lists.standings_text(tournament, counter.language)
    if not tournament.players:
        return counter.say("nobody-yet")
    return lists.players_text(tournament, counter.language)


def pairs_page(counter: Counter, room: int = 0) -> str:
    """The pairs of the open round and the results so far; names are cut where there is no room for all."""
    tournament = counter.tournament
    page = _round(counter, tournament)
    if not room or max(map(width, page.split("\n"))) <= room:
        return page
    return _round(counter, _cut(tournament, (room - AROUND) // 2))


def _round(counter: Counter, tournament: Tournament) -> str:
    return lists.round_text(tournament, tournament.open_round, counter.language)


def _cut(tournament: Tournament, room: int) -> Tournament:
    """The tournament with names so short that each takes no more than its room, number included."""
    cards = {
        number: replace(card, name=_short(card.full_name, room - len(f" ({number})")), first_name="")
        for number, card in tournament.players.items()
    }
    return replace(tournament, players=cards)


def _short(name: str, room: int) -> str:
    return name if width(name) <= room else f"{name[: room - 1]}…"


def usual_page(counter: Counter, room: int = 0) -> str:
    """What the screen shows when nothing else is asked for: the pairs if there are any, else the players."""
    return pairs_page(counter, room) if counter.tournament.open_round.tables else standings_page(counter)


def sentences(told: Sequence[str]) -> Show:
    """Sentences on a page, broken where the window ends."""

    def page(room: int) -> str:
        lines = [fill(one, room, subsequent_indent="  ", break_on_hyphens=False) for one in told]
        return "\n".join(lines)

    return Show("\n".join(told), page)
