"""Remedies for a round that cannot be paired: each is a button and a constraint for the pairing."""

from __future__ import annotations

from dataclasses import dataclass

from ronde.app.command import Command
from ronde.app.commands import AllowPair, ChangeSettings, GiveBye
from ronde.core.errors import CannotPair
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


def command_of(name: str, value: str) -> Command | None:
    """The constraint of a button; None if there is no such button."""
    first, _, second = value.partition("-")
    distance, limit = "keizer.repeat_distance", "keizer.colour_limit"
    commands: dict[str, Command] = {
        "other-bye": GiveBye(number_of(value)),
        "no-bye": GiveBye(),
        "distance": ChangeSettings({distance: value}),
        "colours": ChangeSettings({limit: value}),
        "both": ChangeSettings({distance: value, limit: "0"}),
        "allow": AllowPair(number_of(first), number_of(second)),
    }
    return commands.get(name)
