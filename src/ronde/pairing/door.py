"""The door of the draw table. Importing it costs nothing; numpy comes with the first round paired."""

from __future__ import annotations

from ronde.core.decide.players import arrivals
from ronde.core.decide.tables import accept_draw, remove_all_tables
from ronde.core.events import Event
from ronde.core.player import PlayerId
from ronde.core.replay import replay
from ronde.core.tournament import Tournament
from ronde.pairing.draw import Draw, PairingSystem, WhyNot
from ronde.pairing.keizer_rules import BILL as KEIZER_RULES
from ronde.pairing.knockout import knockout
from ronde.pairing.price import RULES as SWISS_RULES
from ronde.pairing.roundrobin import berger, double_berger

__all__ = ["RULES", "SYSTEMS", "Draw", "PairingSystem", "WhyNot", "complete_round", "draw", "why_not"]


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
    "double-berger": double_berger,
    "keizer": _keizer,
    "cup": knockout,
}
"""Every pairing system by the name settings use."""


def draw(tournament: Tournament, *, seed: int) -> Draw:
    """Pair the open round as the settings say."""
    return SYSTEMS[tournament.settings.system](tournament, seed=seed)


def complete_round(tournament: Tournament, *, seed: int, again: bool = False) -> list[Event]:
    """The facts of pairing everybody who is free; `again` dissolves unlocked pairs without a result first."""
    facts = remove_all_tables(tournament, locked_too=False) if again else []
    facts += arrivals(tournament)
    cleared = replay(facts, tournament)
    if not cleared.unpaired and cleared.open_round.tables:
        return facts  # as in PAPP, a complete round is only shown
    drawn = draw(cleared, seed=seed)
    return facts + accept_draw(
        cleared,
        tables=drawn.tables,
        bye=drawn.bye,
        system=drawn.system,
        seed=drawn.seed,
        total=drawn.total,
        values=drawn.values,
    )


def why_not(tournament: Tournament, one: PlayerId, other: PlayerId, *, number: int, seed: int) -> WhyNot:
    """What it would cost if the two met in round `number`, and the whole round then."""
    from ronde.pairing import inquiry

    return inquiry.why_not(tournament, one, other, number=number, seed=seed)
