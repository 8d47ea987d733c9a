"""The public part of a tournament's data.

Remarks, phone, e-mail, sex, date of birth, planned absences and the reason of an absence are the arbiter's:
no public page, no public data and no published folder has them. Number and title in FIDE's list are public in
a rated open.
Names are shown as `public.names` says, and those of minors at most with an initial.
The desk, the command line, the library and a token for players see all.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from datetime import date
from typing import Any, Final

import msgspec

from ronde.model.player import Absence, FideCard, Player, ShownPlayer, split_name
from ronde.model.settings import PublicSettings
from ronde.model.tournament import Tournament
from ronde.standings import groups_of

PRIVATE: Final[dict[str, Any]] = {
    "comment": "",
    "phone": "",
    "email": "",
    "expected": None,
    "arrivals": [],
    "away": [],
    "sex": "",
    "birth": None,
}
"""The public value of each private key; the keys of an interface stay."""
_TOLD: Final = (Absence.WITHDRAWN, Absence.OUT, Absence.HALF_BYE, Absence.FULL_BYE)
"""Absences that the standings reveal anyway."""
_REASONS: Final = frozenset(one.value for one in Absence if one not in _TOLD)


def public_tournament(
    tournament: Tournament, today: date | None = None, now: Tournament | None = None
) -> Tournament:
    """The tournament with its players as the public sees them; the same one if all are seen by full name.

    Of a past tournament the one of `now` says who is hidden.
    """
    last, day, cards = now or tournament, today or date.today(), tournament.players
    public = last.settings.public
    hidden = {
        number
        for number, card in cards.items()
        if any(_hidden(public, one, day) for one in _cards_now(card, last))
    }
    if not hidden:
        return tournament
    shown = {number: _shown_name(public, cards[number]) for number in hidden}
    often = Counter(shown.values())
    names = {number: name if often[name] == 1 else f"{name} ({number})" for number, name in shown.items()}
    order = sorted(cards, key=lambda number: (cards[number].full_name.casefold(), number))
    places = {number: place for place, number in enumerate(order)}
    groups = groups_of(tournament)
    players = {
        number: _shown_player(card, names.get(number), places[number], groups[number])
        for number, card in cards.items()
    }
    return replace(tournament, players=players)


def _cards_now(card: Player, now: Tournament) -> list[Player]:
    """The cards of whoever has the number or the name now; the card itself if nobody has the name."""
    same = now.players.get(card.id)
    if same is not None and same.full_name == card.full_name:
        return [same]
    named = [one for one in now.players.values() if one.full_name == card.full_name] or [card]
    return named if same is None else [same, *named]


def _hidden(public: PublicSettings, card: Player, today: date) -> bool:
    return public.names != "full" or (not public.minors and is_minor(card.fide.birth, today))


def is_minor(birth: str, today: date) -> bool:
    """Whether somebody is under 18, or may still be if only the year of birth is known.

    >>> is_minor("2008/11/20", date(2026, 11, 19)), is_minor("2008/11/19", date(2026, 11, 19))
    (True, False)
    >>> is_minor("2008", date(2026, 1, 1)), is_minor("2007", date(2026, 1, 1)), is_minor("", date(2026, 1, 1))
    (True, False, False)
    """
    if not birth:
        return False
    year, *rest = map(int, birth.split("/"))
    month, day = rest or (12, 31)
    return (today.year - year, today.month, today.day) < (18, month, day)


def _shown_name(public: PublicSettings, card: Player) -> str:
    if public.names == "number":
        return f"#{card.id}"
    family, first = (card.name, card.first_name) if card.first_name else split_name(card.name)
    return f"{first} {family[:1]}.".strip()


def _shown_player(card: Player, name: str | None, place: int, groups: frozenset[str]) -> ShownPlayer:
    same = {one.name: getattr(card, one.name) for one in fields(card)}
    shown = ShownPlayer(**same, place=place, groups=groups)
    if name is None:
        return shown
    fide, go = FideCard(title=card.fide.title), card.go.unnumbered
    return replace(shown, name=name, first_name="", comment="", phone="", email="", fide=fide, go=go)


def keeps_robots_away(tournament: Tournament) -> bool:
    """Whether search engines are asked not to list the pages: those of clubs, and where names are hidden."""
    return tournament.settings.pairing_system.season or tournament.settings.public.names != "full"


def public_absence(reason: str) -> str:
    """The public form of an absence: away, whatever the reason; anything else is unchanged."""
    return Absence.ABSENT.value if reason in _REASONS else reason


def public_data(tournament: Tournament, data: Any) -> Any:
    """The public form of a tournament's data, of any shape, also of views."""
    return _public_data(tournament, msgspec.to_builtins(data))


def _public_data(tournament: Tournament, data: Any) -> Any:
    if isinstance(data, list | tuple):
        return [_public_data(tournament, one) for one in data]
    if isinstance(data, dict):
        return {key: _public(tournament, key, value) for key, value in data.items()}
    return data


def _public(tournament: Tournament, key: str, value: Any) -> Any:
    if key in PRIVATE:
        return PRIVATE[key]
    if key == "fide" and not tournament.settings.pairing_system.numbered:
        return None
    if key in ("absence", "kind", "reason") and isinstance(value, str):
        return public_absence(value)
    if key == "absent" and isinstance(value, dict):  # of an event that closes a round
        return {player: public_absence(reason) for player, reason in value.items()}
    return _public_data(tournament, value)
