"""The door of the draw table. Importing it costs nothing; numpy comes with the first round paired."""

from __future__ import annotations

from dataclasses import replace

from ronde.core.decide.players import arrivals, awaited
from ronde.core.decide.tables import accept_draw, remove_all_tables
from ronde.core.events import Event, SeatsTaken, TableAdded
from ronde.core.player import PlayerId
from ronde.core.replay import replay
from ronde.core.settings import ALL_MEET
from ronde.core.tournament import Tournament
from ronde.pairing.draw import Draw, PairingSystem, WhyNot
from ronde.pairing.keizer_rules import BILL as KEIZER_RULES
from ronde.pairing.knockout import knockout
from ronde.pairing.order import by_score
from ronde.pairing.price import RULES as SWISS_RULES
from ronde.pairing.roundrobin import berger, first_seats, gauntlet, repeated

__all__ = [
    "RULES",
    "SYSTEMS",
    "Draw",
    "PairingSystem",
    "WhyNot",
    "brought_in",
    "by_score",
    "complete_round",
    "draw",
    "drawn_ratings",
    "repeats",
    "why_not",
    "with_bills",
]


RULES = (*SWISS_RULES, *KEIZER_RULES)
"""The rules a bill may name."""


def _swiss(tournament: Tournament, *, seed: int) -> Draw:
    from ronde.pairing.swiss import swiss

    return swiss(tournament, seed=seed)


def _keizer(tournament: Tournament, *, seed: int) -> Draw:
    from ronde.pairing.keizer import keizer

    return keizer(tournament, seed=seed)


SYSTEMS: dict[str, PairingSystem] = {
    "swiss": _swiss,
    "berger": berger,
    "double-berger": berger,
    "gauntlet": gauntlet,
    "keizer": _keizer,
    "cup": knockout,
}
"""Every pairing system by the name settings use."""


def draw(tournament: Tournament, *, seed: int) -> Draw:
    """Pair the open round as the settings say."""
    return SYSTEMS[tournament.settings.system](tournament, seed=seed)


def complete_round(
    tournament: Tournament, *, seed: int, again: bool = False, bring_in: bool = True
) -> list[Event]:
    """The facts of pairing everybody who is free; `again` dissolves unlocked pairs without a result first.

    Whoever is expected in this round comes in, unless `bring_in` is False; who that is says `brought_in`.
    """
    facts = remove_all_tables(tournament, locked_too=False) if again else []
    facts += arrivals(replay(facts, tournament)) if bring_in else []
    cleared = replay(facts, tournament)
    if _complete(cleared):
        return by_score(tournament, facts)  # as in PAPP, a complete round is only shown
    drawn = draw(cleared, seed=seed)
    if cleared.settings.system in ALL_MEET and not cleared.seats:
        facts.append(SeatsTaken(first_seats(cleared)))
    return facts + accept_draw(
        cleared,
        tables=drawn.tables,
        bye=drawn.bye,
        system=drawn.system,
        seed=drawn.seed,
        total=drawn.total,
        values=drawn.values,
    )


def brought_in(tournament: Tournament, *, again: bool = False) -> list[PlayerId]:
    """Whom pairing the open round would make present, so that it can be said before."""
    facts = remove_all_tables(tournament, locked_too=False) if again else []
    return awaited(replay(facts, tournament))


def repeats(
    tournament: Tournament, *, again: bool = False, bring_in: bool = True
) -> list[tuple[PlayerId, PlayerId, int]]:
    """The pairs that a round robin taken up again would repeat, and when they met, so that it can be said."""
    facts = remove_all_tables(tournament, locked_too=False) if again else []
    facts += arrivals(replay(facts, tournament)) if bring_in else []
    return repeated(replay(facts, tournament))


def _complete(tournament: Tournament) -> bool:
    """Whether nobody is left to be paired but the one who has the bye."""
    current = tournament.open_round
    bye = (current.bye.player,) if current.bye else ()
    return bool(current.tables) and tournament.unpaired == bye


def with_bills(tournament: Tournament, facts: list[Event]) -> list[Event]:
    """The same facts with what pairs made by hand lack: in a Swiss the bill, in Keizer the frozen order."""
    if tournament.settings.system == "keizer":
        return _frozen(tournament, facts)
    if tournament.settings.system != "swiss":
        return facts
    from ronde.pairing.inquiry import billed

    return [
        replace(event, pair=billed(tournament, event.pair)) if isinstance(event, TableAdded) else event
        for event in facts
    ]


def _frozen(tournament: Tournament, facts: list[Event]) -> list[Event]:
    """Keizer freezes its values when a round is begun, by hand too (keizer 1.3)."""
    if tournament.open_round.tables and tournament.open_round.values:
        return facts
    from ronde.scoring.door import frozen_values

    order = frozen_values(tournament)
    return [replace(event, values=order) if isinstance(event, TableAdded) else event for event in facts]


def drawn_ratings(tournament: Tournament) -> dict[PlayerId, int]:
    """Keizer: the ratings by which chance ordered round 1; nothing where it had no say."""
    from ronde.pairing.keizer import drawn_ratings as made_again

    return made_again(tournament)


def why_not(tournament: Tournament, one: PlayerId, other: PlayerId, *, number: int, seed: int) -> WhyNot:
    """What it would cost if the two met in round `number`, and the whole round then."""
    from ronde.pairing import inquiry

    return inquiry.why_not(tournament, one, other, number=number, seed=seed)
