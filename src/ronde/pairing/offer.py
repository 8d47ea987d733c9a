"""What pairing offers: a round, what to announce before it, and answers about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ronde.core.decide.players import arrivals, awaited
from ronde.core.decide.tables import accept_draw, remove_all_tables
from ronde.core.events import Event
from ronde.core.player import PlayerId
from ronde.core.replay import replay
from ronde.core.tournament import Round, Tournament
from ronde.pairing.draw import BracketStory, ChecklistRow, Draw, WhyNot
from ronde.pairing.method import method_of
from ronde.pairing.order import by_score
from ronde.pairing.roundrobin import repeated
from ronde.pairing.roundrobin import timetable as scheduled

if TYPE_CHECKING:
    from ronde.pairing.certificate import Certificate
    from ronde.pairing.proof import Matching
    from ronde.pairing.rank_order import RankOrder


def draw(tournament: Tournament, *, seed: int) -> Draw:
    return method_of(tournament.settings.pairing_system).draw(tournament, seed=seed)


def complete_round(
    tournament: Tournament, *, seed: int, again: bool = False, bring_in: bool = True
) -> list[Event]:
    """The events of pairing everybody who is free; `again` dissolves unlocked pairs without a result first.

    Players expected in this round join, unless `bring_in` is False; `brought_in` lists them.
    """
    facts = remove_all_tables(tournament, locked_too=False) if again else []
    facts += arrivals(replay(facts, tournament)) if bring_in else []
    cleared = replay(facts, tournament)
    if _complete(cleared):
        return by_score(tournament, facts)  # as in PAPP, a complete round is only shown
    decided = method_of(cleared.settings.pairing_system).before_draw(cleared, seed)
    cleared = replay(decided, cleared)
    drawn = draw(cleared, seed=seed)
    return [
        *facts,
        *decided,
        *accept_draw(
            cleared,
            tables=drawn.tables,
            bye=drawn.bye,
            system=drawn.system,
            seed=drawn.seed,
            total=drawn.total,
            values=drawn.values,
        ),
    ]


def brought_in(tournament: Tournament, *, again: bool = False) -> list[PlayerId]:
    """Whom pairing the open round would make present, to be announced before."""
    facts = remove_all_tables(tournament, locked_too=False) if again else []
    return awaited(replay(facts, tournament))


def repeats(
    tournament: Tournament, *, again: bool = False, bring_in: bool = True
) -> list[tuple[PlayerId, PlayerId, int]]:
    """The pairs that a resumed round robin would repeat, and when they met, to be announced before."""
    facts = remove_all_tables(tournament, locked_too=False) if again else []
    facts += arrivals(replay(facts, tournament)) if bring_in else []
    return repeated(replay(facts, tournament))


def _complete(tournament: Tournament) -> bool:
    """Whether everybody but the player with the bye is paired."""
    current = tournament.open_round
    bye = (current.bye.player,) if current.bye else ()
    return bool(current.tables) and tournament.unpaired == bye


def byes_to_be(tournament: Tournament, played: Round) -> list[PlayerId]:
    """The provisional bye of the open round: the one player left over once everybody else is paired."""
    unpaired = list(tournament.unpaired)
    if tournament.settings.pairing_system.scheduled:
        return unpaired if played.tables else []
    chosen = played.forced_bye or (played.bye.player if played.bye else 0)
    return unpaired if unpaired == [chosen] else []


def with_bills(tournament: Tournament, facts: list[Event]) -> list[Event]:
    """The events completed for pairs made by hand: in a Swiss with costs, in Keizer with the frozen order."""
    return method_of(tournament.settings.pairing_system).by_hand(tournament, facts)


def drawn_ratings(tournament: Tournament) -> dict[PlayerId, int]:
    """Keizer: the randomised ratings that ordered round 1; empty where there was no randomness."""
    from ronde.pairing.keizer import drawn_ratings as made_again

    return made_again(tournament)


def checklist(tournament: Tournament, number: int) -> list[ChecklistRow]:
    """What was known of everybody before a round; empty where pairs do not follow criteria."""
    from ronde.pairing.inquiry import before_draw

    asked = method_of(tournament.settings.pairing_system).checklist
    return asked(before_draw(tournament, number)) if asked else []


def brackets(tournament: Tournament, number: int) -> list[BracketStory]:
    """The brackets of a paired round; empty where pairs do not follow criteria."""
    from ronde.pairing.inquiry import before_draw

    played = tournament.round(number)
    asked = method_of(tournament.settings.pairing_system).brackets
    if asked is None or not played.tables or played.system not in ("", "dutch"):
        return []
    alone = replace(before_draw(tournament, number).open_round, tables={})
    return asked(before_draw(tournament, number).with_open_round(alone), tournament, number)


def why_not(tournament: Tournament, one: PlayerId, other: PlayerId, *, number: int, seed: int) -> WhyNot:
    """The cost if the two met in round `number`, and the total of the round then."""
    from ronde.pairing import inquiry

    return inquiry.why_not(tournament, one, other, number=number, seed=seed)


def cheapest(
    costs: Sequence[Sequence[int]], *, seed: int, forbidden: Iterable[tuple[int, int]] = ()
) -> Matching:
    """The cheapest complete pairing by a matrix of costs, with its proof."""
    import numpy as np

    from ronde.pairing.matching import match

    table = np.array(costs, dtype=np.int64).reshape(len(costs), len(costs))
    apart = np.zeros(table.shape, dtype=np.bool_)
    for one, other in forbidden:
        apart[one, other] = apart[other, one] = True
    return match(table, seed=seed, forbidden=apart if apart.any() else None)


def certificate(tournament: Tournament, *, seed: int) -> Certificate | None:
    """The certificate of the open round with this seed; None where pairs have no costs."""
    from ronde.pairing.certificate import certificate as made

    return made(tournament, seed=seed)


def rank_order(tournament: Tournament, *, seed: int) -> RankOrder | None:
    """The proof of a Keizer pairing of neighbours with this seed; None where it is not paired so."""
    from ronde.pairing.rank_order import rank_order as made

    return made(tournament, seed=seed)


def timetable(tournament: Tournament) -> list[list[tuple[PlayerId, PlayerId]]]:
    """All rounds of the schedule of the open round, of a cup that round alone; empty without a schedule."""
    from ronde.pairing.knockout import due_games

    knock_out = tournament.settings.pairing_system.knock_out
    return [due_games(tournament)] if knock_out else scheduled(tournament)
