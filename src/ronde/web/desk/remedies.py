"""Remedies for a round that cannot be paired: each is a button and a constraint for the pairing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ronde.core.decide.players import allow_pair
from ronde.core.decide.rounds import change_settings
from ronde.core.decide.tables import give_bye
from ronde.core.errors import CannotPair
from ronde.core.events import Event
from ronde.core.tournament import Tournament
from ronde.i18n.door import say
from ronde.web.desk.desk_pages import number_of


@dataclass(frozen=True, slots=True)
class Remedy:
    """One remedy: the text of its button, and the field of its form."""

    name: str
    value: str
    says: str


def remedies(tournament: Tournament, error: CannotPair, language: str) -> list[Remedy]:
    """All remedies that a refusal names, the smallest change first."""
    facts = error.facts
    reason = str(facts.get("reason", ""))
    ways = [Remedy(reason, value, say(f"webdesk.{key}", language, **facts)) for key, value in _buttons(error)]
    blocked = {str(name) for name in _names(facts.get("players")) + _names(facts.get("rivals"))}
    for pair in sorted(map(sorted, tournament.forbidden)):
        one, other = (tournament.player(player).full_name for player in pair)
        if not blocked or {one, other} & blocked:
            says = say("webdesk.remedy-allow", language, one=one, other=other)
            ways.append(Remedy("allow", f"{pair[0]}-{pair[1]}", says))
    if tournament.open_round.forced_bye:
        ways.append(Remedy("no-bye", "", say("webdesk.verb-no-bye", language)))
    return ways


def _names(names: object) -> list[object]:
    return list(names) if isinstance(names, list | tuple) else []


def _buttons(error: CannotPair) -> list[tuple[str, str]]:
    facts = error.facts
    match facts.get("reason"):
        case "other-bye":
            return [("remedy-other-bye", str(facts["id"]))]
        case "distance":
            return [("remedy-distance", str(facts["distance"]))]
        case "colours":
            return [("remedy-colours" if facts["limit"] else "remedy-no-limit", str(facts["limit"]))]
        case "both":
            return [("remedy-both", str(facts["distance"]))]
    return []


def wish_of(name: str, value: str) -> Callable[[Tournament], list[Event]] | None:
    """The constraint of a button; None if there is no such button."""
    number = number_of(value)
    wishes: dict[str, Callable[[Tournament], list[Event]]] = {
        "other-bye": lambda hall: give_bye(hall, player=number),
        "no-bye": lambda hall: give_bye(hall, player=0),
        "distance": lambda hall: _keizer(hall, repeat_distance=number),
        "colours": lambda hall: _keizer(hall, colour_limit=number),
        "both": lambda hall: _keizer(hall, repeat_distance=number, colour_limit=0),
        "allow": lambda hall: _allowed(hall, value),
    }
    return wishes.get(name)


def _keizer(hall: Tournament, **changes: int) -> list[Event]:
    keizer = replace(hall.settings.keizer, **changes)  # type: ignore[arg-type]
    return change_settings(hall, settings=replace(hall.settings, keizer=keizer))


def _allowed(hall: Tournament, value: str) -> list[Event]:
    first, _, second = value.partition("-")
    return allow_pair(hall, first=number_of(first), second=number_of(second))
