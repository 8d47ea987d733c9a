"""A round of any system: pairing it, announcing it, answers about it, pairs made by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from ronde.model import errors
from ronde.model.decisions.players import arrivals, expected_players
from ronde.model.decisions.rounds import accept_pairing, remove_all_tables
from ronde.model.errors import CannotPair
from ronde.model.events import Event
from ronde.model.player import Absence, PlayerId
from ronde.model.replay import replay
from ronde.model.schedule import with_due_players
from ronde.model.systems import SMALL_ROUND_ROBIN
from ronde.model.table import Pair, Reason
from ronde.model.tournament import Leave, Round, Tournament, final_by
from ronde.systems.pair_facts import PairFact
from ronde.systems.roundrobin import repeated
from ronde.systems.roundrobin import timetable as scheduled
from ronde.systems.system import (
    FORBIDDEN,
    BracketSummary,
    ChecklistRow,
    Meeting,
    RoundPairing,
    WhyNotAnswer,
    Worse,
    by_score,
    method_of,
)

if TYPE_CHECKING:
    from ronde.systems.certificate import Certificate
    from ronde.systems.keizer.pairing import RankOrder
    from ronde.systems.matching.proof import Matching


# What pairing offers: a round, what to announce before it, and answers about it.


def pair_round(tournament: Tournament, *, seed: int) -> RoundPairing:
    return method_of(tournament.pairing_system).pair(tournament, seed=seed)


def complete_round(
    tournament: Tournament, *, seed: int, again: bool = False, bring_in: bool = True
) -> list[Event]:
    """The events of pairing everybody who is free; `again` dissolves unlocked pairs without a result first.

    Players expected in this round join, unless `bring_in` is False; `brought_in` lists them.
    """
    events = remove_all_tables(tournament, locked_too=False) if again else []
    events += arrivals(replay(events, tournament)) if bring_in else []
    cleared = replay(events, tournament)
    if _complete(cleared):
        return by_score(tournament, events)  # as in PAPP, a complete round is only shown
    decided = method_of(cleared.pairing_system).before_pairing(cleared, seed)
    cleared = replay(decided, cleared)
    computed = pair_round(cleared, seed=seed)
    return [
        *events,
        *decided,
        *accept_pairing(
            cleared,
            tables=computed.tables,
            bye=computed.bye,
            system=computed.system,
            seed=computed.seed,
            total=computed.total,
            values=computed.values,
        ),
    ]


def expected_arrivals(tournament: Tournament, *, again: bool = False) -> list[PlayerId]:
    """Whom pairing the open round would make present, to be announced before."""
    events = remove_all_tables(tournament, locked_too=False) if again else []
    return expected_players(replay(events, tournament))


def repeats(
    tournament: Tournament, *, again: bool = False, bring_in: bool = True
) -> list[tuple[PlayerId, PlayerId, int]]:
    """The pairs that a resumed round robin would repeat, and when they met, to be announced before."""
    events = remove_all_tables(tournament, locked_too=False) if again else []
    events += arrivals(replay(events, tournament)) if bring_in else []
    return repeated(replay(events, tournament))


def _complete(tournament: Tournament) -> bool:
    """Whether everybody but the player with the bye is paired."""
    current = tournament.open_round
    bye = (current.bye.player,) if current.bye else ()
    return bool(current.tables) and tournament.unpaired == bye


def provisional_byes(tournament: Tournament, played: Round) -> list[PlayerId]:
    """The provisional bye of the open round: the one player left over once everybody else is paired."""
    unpaired = list(tournament.unpaired)
    if tournament.pairing_system.scheduled:
        return unpaired if played.tables else []
    chosen = played.forced_bye or (played.bye.player if played.bye else 0)
    return unpaired if unpaired == [chosen] else []


def with_costs(tournament: Tournament, events: list[Event]) -> list[Event]:
    """The events completed for pairs made by hand: in a Swiss with costs, in Keizer with the frozen order."""
    return method_of(tournament.pairing_system).by_hand(tournament, events)


def randomised_ratings(tournament: Tournament) -> dict[PlayerId, int]:
    """Keizer: the randomised ratings that ordered round 1; empty where there was no randomness."""
    from ronde.systems.keizer.pairing import randomised_ratings as made_again

    return made_again(tournament)


def checklist(tournament: Tournament, number: int) -> list[ChecklistRow]:
    """What was known of everybody before a round; empty where pairs do not follow criteria."""

    asked = method_of(tournament.pairing_system).checklist
    return asked(before_pairing(tournament, number)) if asked else []


def brackets(tournament: Tournament, number: int) -> list[BracketSummary]:
    """The brackets of a paired round; empty where pairs do not follow criteria."""

    played = tournament.round(number)
    asked = method_of(tournament.pairing_system).brackets
    if asked is None or not played.tables or played.system not in ("", "dutch"):
        return []
    alone = replace(before_pairing(tournament, number).open_round, tables={})
    return asked(before_pairing(tournament, number).with_open_round(alone), tournament, number)


def cheapest(
    costs: Sequence[Sequence[int]], *, seed: int, forbidden: Iterable[tuple[int, int]] = ()
) -> Matching:
    """The cheapest complete pairing by a matrix of costs, with its proof."""
    import numpy as np

    from ronde.systems.matching.match import match

    table = np.array(costs, dtype=np.int64).reshape(len(costs), len(costs))
    apart = np.zeros(table.shape, dtype=np.bool_)
    for one, other in forbidden:
        apart[one, other] = apart[other, one] = True
    return match(table, seed=seed, forbidden=apart if apart.any() else None)


def certificate(tournament: Tournament, *, seed: int) -> Certificate | None:
    """The certificate of the open round with this seed; None where pairs have no costs."""
    from ronde.systems.certificate import certificate as made

    return made(tournament, seed=seed)


def rank_order(tournament: Tournament, *, seed: int) -> RankOrder | None:
    """The proof of a Keizer pairing of neighbours with this seed; None where it is not paired so."""
    from ronde.systems.keizer.pairing import rank_order as made

    return made(tournament, seed=seed)


def timetable(tournament: Tournament) -> list[list[tuple[PlayerId, PlayerId]]]:
    """All rounds of the schedule of the open round, of a cup that round alone; empty without a schedule."""
    from ronde.systems.cup import due_games

    knock_out = tournament.pairing_system.knock_out
    return [due_games(tournament)] if knock_out else scheduled(tournament)


# What-if questions about a pairing: the cost of another pair, and of the round with it.


def before_pairing(tournament: Tournament, number: int) -> Tournament:
    """The tournament as it was when round `number` was about to be paired."""
    played = tournament.round(number)
    if not played.closed:
        kept = {table.number: table for table in played if table.locked}
        return tournament.with_open_round(replace(played, tables=kept, bye=None))
    return with_due_players(
        replace(
            tournament,
            rounds=(*tournament.rounds[: number - 1], Round(number, forced_bye=played.forced_bye)),
            left=_awaited(tournament, played),
            away={number: played.absent},
            final=final_by(tournament, number),
        )
    )


def _awaited(tournament: Tournament, played: Round) -> dict[PlayerId, Leave]:
    """Who was registered beforehand and has not come until today: imported rounds do not name them."""
    return {
        player: leave
        for player, leave in tournament.left.items()
        if leave.reason is Absence.PREREGISTERED
        and leave.since <= played.number
        and player not in played.seated
    }


def why_not(
    tournament: Tournament, one: PlayerId, other: PlayerId, *, number: int, seed: int
) -> WhyNotAnswer:
    """What round `number` would be if the two met in it."""
    before = before_pairing(tournament, number)
    free = [player for player in before.unpaired if player != before.open_round.forced_bye]
    asked = method_of(before.pairing_system).why_not
    if asked is None or tournament.round(number).system == SMALL_ROUND_ROBIN:
        raise errors.ScheduleDecides(round=number)
    if one == other:
        raise errors.SamePlayer(player=tournament.player(one).full_name)
    for player in (one, other):
        _check_free(before, player, free)
    return asked(before, one, other, seed)


MOST_COMPARED = 100
"""With more players another round takes too long to be computed for every visitor of a page."""


def alternative(tournament: Tournament, player: PlayerId) -> PairFact | None:
    """What the open round would be if a player met somebody else; None where pairs have no costs.

    There is nothing to compare where the arbiter changed the round.
    """
    played, system = tournament.open_round, tournament.settings.pairing_system
    table = played.table_of(player)
    if table is None or played.number == 1 or not system.priced or played.system != system.name:
        return None
    if any(one.by_hand or one.locked for one in played) or len(played.seated) > MOST_COMPARED:
        return None
    from ronde.systems.swiss.pairing import alternative as compared

    total = sum(one.pair.cost for one in played) + (played.bye.cost if played.bye else 0)
    return compared(before_pairing(tournament, played.number), table.pair, player, total, played.seed)


def _check_free(before: Tournament, player: PlayerId, free: list[PlayerId]) -> None:
    if player in free:
        return
    card, table = before.player(player), before.open_round.table_of(player)
    if table is not None:
        number = before.open_round.number
        raise errors.AlreadyPaired(player=card.full_name, table=table.number, round=number)
    raise errors.NotPresent(player=card.full_name, id=player)


# Pairs made by hand compared with the computed pairing: what they violate, worsen, or merely change.


class Severity(StrEnum):
    ABSOLUTE = "absolute"
    """It violates a rule that no computed pairing violates."""
    QUALITY = "quality"
    """A criterion is met less well than it could be."""
    STYLE = "style"
    """Nothing is worse; the computed pairing differs."""


@dataclass(frozen=True, slots=True)
class ManualWarning:
    """One warning about the current pairs; `meeting` is the pair it is about, if any."""

    severity: Severity
    what: str
    """`C1`, `C3`, `forbidden`, `bye`, `unpaired`, `worse`, `other` or `colours`."""
    meeting: Meeting = (0, 0)
    worse: Worse | None = None


@dataclass(frozen=True, slots=True)
class ManualReport:
    """The open round compared with the computed pairing: what differs, and the warnings, worst first."""

    made: tuple[Meeting, ...]
    """Pairs that only the round has, the bye with 0."""
    instead: tuple[Meeting, ...]
    """Pairs that only the computed pairing has."""
    warnings: tuple[ManualWarning, ...]


def manual_report(tournament: Tournament, *, seed: int) -> ManualReport:
    """What to know about the pairs of the open round before its manual phase ends."""
    bare = _bare(tournament)
    computed = _pairing_alone(bare, seed)
    here, there = _meetings(tournament), _meetings_of(computed)
    made = tuple(one for one in here if one not in there)
    instead = tuple(one for one in there if one not in here)
    warnings = [*_absolute(tournament), *_quality(tournament, bare, computed, made), *_style(made, instead)]
    order = list(Severity)
    return ManualReport(made, instead, tuple(sorted(warnings, key=lambda one: order.index(one.severity))))


def _bare(tournament: Tournament) -> Tournament:
    """The tournament before anything of the round was paired."""
    return tournament.with_open_round(replace(tournament.open_round, tables={}, bye=None, forced_bye=0))


def _pairing_alone(bare: Tournament, seed: int) -> RoundPairing | None:
    try:
        return method_of(bare.pairing_system).pair(bare, seed=seed)
    except CannotPair:
        return None


def _meetings(tournament: Tournament) -> list[Meeting]:
    pairs = [(table.first, table.second) for table in tournament.open_round]
    left = tournament.unpaired
    return [*pairs, *([(left[0], 0)] if len(left) == 1 else [])]


def _meetings_of(computed: RoundPairing | None) -> list[Meeting]:
    if computed is None:
        return []
    pairs = [(pair.first, pair.second) for pair in computed.tables.values()]
    return [*pairs, *([(computed.bye.player, 0)] if computed.bye else [])]


def broken_rules(tournament: Tournament, pairs: Iterable[Pair]) -> list[tuple[Pair, tuple[Reason, ...]]]:
    """The pairs that violate a rule of the system, each with the lines of its breakdown that say so."""
    kept = method_of(tournament.pairing_system).binding_rules
    complaints = []
    for pair in pairs:
        forbidden = frozenset((pair.first, pair.second)) in tournament.forbidden
        lines = [reason for reason in pair.reasons if reason.rule in kept]
        lines += [Reason(FORBIDDEN, 0)] if forbidden else []
        complaints += [(pair, tuple(lines))] if lines else []
    return complaints


def _absolute(tournament: Tournament) -> list[ManualWarning]:
    by_hand = [table.pair for table in tournament.open_round if table.by_hand]
    warnings = [
        ManualWarning(Severity.ABSOLUTE, line.rule, (pair.first, pair.second))
        for pair, lines in broken_rules(tournament, by_hand)
        for line in lines
    ]
    left = tournament.unpaired
    if len(left) > 1:
        warnings += [ManualWarning(Severity.ABSOLUTE, "unpaired", (player, 0)) for player in left]
    barred = method_of(tournament.pairing_system).bye_barred
    if len(left) == 1 and barred is not None and barred(tournament, left[0]):
        warnings.append(ManualWarning(Severity.ABSOLUTE, "bye", (left[0], 0)))
    return warnings


def _quality(
    tournament: Tournament, bare: Tournament, computed: RoundPairing | None, made: tuple[Meeting, ...]
) -> list[ManualWarning]:
    """The first criterion that is worse than in the computed pairing, once everybody is paired."""
    compare = method_of(tournament.pairing_system).worse
    if compare is None or computed is None or not made or len(tournament.unpaired) > 1:
        return []
    worse = compare(bare, _meetings(tournament), _meetings_of(computed))
    return [ManualWarning(Severity.QUALITY, "worse", worse=worse)] if worse else []


def _style(made: tuple[Meeting, ...], instead: tuple[Meeting, ...]) -> list[ManualWarning]:
    reversed_ = {(second, first) for first, second in instead}
    return [ManualWarning(Severity.STYLE, "colours" if one in reversed_ else "other", one) for one in made]
