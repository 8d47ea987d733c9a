"""Who belongs to a category or to a group of the settings."""

from __future__ import annotations

import re

from ronde.model.groups import belongs, by_age, read_group
from ronde.model.names import day_typed
from ronde.model.player import PlayerId
from ronde.model.tournament import Tournament

_YEAR = re.compile(r"(?<![0-9])[1-9][0-9]{3}(?![0-9])")


def group_year(tournament: Tournament) -> int:
    """The year in which ages count: that of the first day, else of the date; 0 if neither says one."""
    day = day_typed(tournament.date)
    if tournament.settings.report.begin:
        return int(tournament.settings.report.begin[:4])
    years = _YEAR.findall(tournament.date)
    return day[0] if day else int(years[-1]) if years else 0


def counted_groups(tournament: Tournament) -> tuple[str, ...]:
    """The groups of the settings; those by age only once the year is known."""
    texts = tournament.settings.groups
    return texts if group_year(tournament) else tuple(one for one in texts if not by_age(read_group(one)))


def members(tournament: Tournament, name: str) -> frozenset[PlayerId]:
    """The players of a category, or of a group of the settings."""
    players = tournament.players.values()
    if name not in counted_groups(tournament):
        return frozenset(card.id for card in players if name in card.categories)
    group, year = read_group(name), group_year(tournament)
    return frozenset(card.id for card in players if belongs(card, group, year))
