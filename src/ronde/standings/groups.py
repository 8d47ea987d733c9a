"""Who belongs to a category or to a group of the settings."""

from __future__ import annotations

import re

from ronde.model.groups import belongs, by_age, read_group
from ronde.model.names import parse_date
from ronde.model.player import Player, PlayerId, ShownPlayer
from ronde.model.tournament import Tournament

_YEAR = re.compile(r"(?<![0-9])[1-9][0-9]{3}(?![0-9])")


def group_year(tournament: Tournament) -> int:
    """The year in which ages count: that of the first day, else of the date; 0 if neither says one."""
    day = parse_date(tournament.date)
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
    return frozenset(card.id for card in players if _belongs(tournament, card, name))


def groups_of(tournament: Tournament) -> dict[PlayerId, frozenset[str]]:
    """The groups of the settings that each player belongs to."""
    known = counted_groups(tournament)
    cards = tournament.players.items()
    return {
        number: frozenset(one for one in known if _belongs(tournament, card, one)) for number, card in cards
    }


def _belongs(tournament: Tournament, card: Player, name: str) -> bool:
    """A player as the public sees him has no date of birth, but he has his groups."""
    if isinstance(card, ShownPlayer):
        return name in card.groups
    return belongs(card, read_group(name), group_year(tournament))
