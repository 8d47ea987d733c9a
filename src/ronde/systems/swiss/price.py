"""What one pair costs, penalty by penalty, from the history of both players; written to be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ronde.model.player import PlayerId
from ronde.model.settings import Penalties, at
from ronde.model.table import Reason
from ronde.model.tournament import Tournament
from ronde.standings import RoundLine, record

# What pairing needs to know about each player: score, colours, floats, meetings (papp 6.2).


class PastMeeting(NamedTuple):
    round: int
    first: bool


@dataclass(frozen=True, slots=True)
class PairingHistory:
    """A player's history as the penalties see it."""

    player: PlayerId
    half_points: int = 0
    balance: int = 0
    """Games with the first colour minus games with the second."""
    last_first: bool | None = None
    """The colour of the previous round, if he played it."""
    last_float: int = 0
    """By how much he was above his opponent when he last played or had the bye; absence is ignored."""
    last_half_points: int = 0
    """His half-points in the previous round; byes and absences count nothing."""
    idle: tuple[int, ...] = ()
    """The rounds without a game: a bye and an absence are the same here (papp 1.4)."""
    country: str = ""
    meetings: Mapping[PlayerId, tuple[PastMeeting, ...]] = field(default_factory=dict)


def pairing_histories(tournament: Tournament) -> dict[PlayerId, PairingHistory]:
    """The history of all players before the open round, in order of registration."""
    lines = record(tournament)
    scores = {player: _running(own) for player, own in lines.items()}
    return {player: _form(tournament, player, own, scores) for player, own in lines.items()}


def _form(
    tournament: Tournament, player: PlayerId, lines: list[RoundLine], scores: Mapping[PlayerId, list[int]]
) -> PairingHistory:
    games = [line for line in lines if line.played]
    last = lines[-1] if lines and lines[-1].played else None
    return PairingHistory(
        player=player,
        half_points=scores[player][-1],
        balance=2 * sum([line.first for line in games]) - len(games),
        last_first=last.first if last else None,
        last_float=_last_float(player, lines, scores),
        last_half_points=last.half_points if last else 0,
        idle=tuple([line.round for line in lines if not line.played]),
        country=_country(tournament, player),
        meetings=_meetings(games),
    )


def _running(lines: list[RoundLine]) -> list[int]:
    """Half-points before round 1, 2, ... and after the last."""
    totals = [0]
    for line in lines:
        totals.append(totals[-1] + line.half_points)
    return totals


def _last_float(player: PlayerId, lines: list[RoundLine], scores: Mapping[PlayerId, list[int]]) -> int:
    for line in reversed(lines):
        if line.bye:
            return line.half_points - 1
        if line.played:
            return scores[player][line.round - 1] - scores[line.opponent][line.round - 1]
    return 0


def _country(tournament: Tournament, player: PlayerId) -> str:
    """PAPP takes two players without a country for compatriots; we do not."""
    country = tournament.players[player].country.casefold()
    return country or ("" if tournament.settings.profile == "papp" else f"#{player}")


def _meetings(games: list[RoundLine]) -> dict[PlayerId, tuple[PastMeeting, ...]]:
    met: dict[PlayerId, tuple[PastMeeting, ...]] = {}
    for line in games:
        met[line.opponent] = (*met.get(line.opponent, ()), PastMeeting(line.round, line.first))
    return met


# The cost of a pair, rule by rule: the readable version of PAPP's penalties (papp 6.3); see `costs.py`.


@dataclass(frozen=True, slots=True)
class PenaltyTable:
    """The penalties of one round."""

    penalties: Penalties
    round: int
    cap: int | None = None

    def charged(self, reasons: tuple[Reason, ...]) -> int:
        """The cost of a pair: the sum of its reasons, capped as in PAPP."""
        total = sum(reason.cost for reason in reasons)
        return total if self.cap is None else min(total, self.cap)

    @property
    def chauvinism(self) -> int:
        """The penalty for compatriots in this round."""
        return at(self.penalties.chauvinism, self.round - 1)

    @property
    def elitism(self) -> int:
        """The factor of this round for uneven games among the leaders."""
        return at(self.penalties.elitism, self.round - 1)


def price(first: PairingHistory, second: PairingHistory, penalty_table: PenaltyTable) -> tuple[Reason, ...]:
    """The cost breakdown if `first` has the first colour against `second`."""
    return _breakdown(
        *_colour(first, 1, penalty_table),
        *_colour(second, -1, penalty_table),
        *_float(first, second, penalty_table),
        _elitism(first.half_points, second.half_points, penalty_table),
        *_repetition(first, second, penalty_table),
        *_chauvinism(first, second, penalty_table),
    )


def price_bye(history: PairingHistory, lowest: int, penalty_table: PenaltyTable) -> tuple[Reason, ...]:
    """The cost of the bye for a player when `lowest` is the least score of those present.

    The bye stands half a point below them, has no colour and no country; rounds without a game repeat it.
    """
    bye = PairingHistory(player=0, half_points=lowest - 1)
    imbalance = at(penalty_table.penalties.colour.imbalance, abs(history.balance))
    return _breakdown(
        Reason("colour", imbalance, history.player, history.balance),
        *_float(history, bye, penalty_table),
        _elitism(history.half_points, bye.half_points, penalty_table),
        *_bye_again(history, penalty_table),
    )


def _breakdown(*reasons: Reason) -> tuple[Reason, ...]:
    return tuple(reason for reason in reasons if reason.cost)


def _colour(history: PairingHistory, step: int, penalty_table: PenaltyTable) -> tuple[Reason, ...]:
    table = penalty_table.penalties.colour
    balance = history.balance + step
    cost = at(table.imbalance, abs(balance))
    again = history.last_first is (step == 1)
    return (
        Reason("colour", cost, history.player, balance),
        Reason("colour-again", table.again if again else 0, history.player, step),
    )


def _float(first: PairingHistory, second: PairingHistory, penalty_table: PenaltyTable) -> tuple[Reason, ...]:
    gap = first.half_points - second.half_points
    down = first if gap >= 0 else second
    cost = at(penalty_table.penalties.float.half_points, abs(gap))
    return (
        Reason("float", cost, down.player, abs(gap)),
        _float_memory(first, gap, penalty_table),
        _float_memory(second, -gap, penalty_table),
    )


def _float_memory(history: PairingHistory, direction: int, penalty_table: PenaltyTable) -> Reason:
    """Higher if he floats the same way again; lower if it compensates a float that cost him nothing.

    The discount is conditional, from round 3 on: he floated up and lost, or down and won (papp 1.5).
    """
    table = penalty_table.penalties.float
    turn = direction * history.last_float
    if turn > 0:
        return Reason("float-again", table.again, history.player, direction)
    earned = (history.last_float < 0 and history.last_half_points == 0) or (
        history.last_float > 0 and history.last_half_points == 2
    )
    if turn < 0 and penalty_table.round >= 3 and earned:
        return Reason("float-back", -table.compensation, history.player, direction)
    return Reason("float-again", 0)


def _elitism(first: int, second: int, penalty_table: PenaltyTable) -> Reason:
    if min(first, second) < 0:  # the bye stands below players without a point
        return Reason("elitism", 0)
    cost = penalty_table.elitism * (first + second) * abs(first - second) // 2
    return Reason("elitism", cost, amount=first + second)


def _repetition(first: PairingHistory, second: PairingHistory, penalty_table: PenaltyTable) -> list[Reason]:
    table = penalty_table.penalties.repetition
    reasons: list[Reason] = []
    for meeting in first.meetings.get(second.player, ()):
        if meeting.first:
            reasons.append(Reason("met-same-colours", table.same_colours, amount=meeting.round))
        else:
            reasons.append(Reason("met-opposite-colours", table.opposite_colours, amount=meeting.round))
        if meeting.round == penalty_table.round - 1:
            reasons.append(Reason("met-in-a-row", table.in_a_row, amount=meeting.round))
    return reasons


def _chauvinism(
    first: PairingHistory, second: PairingHistory, penalty_table: PenaltyTable
) -> tuple[Reason, ...]:
    same = first.country == second.country
    return (Reason("same-country", penalty_table.chauvinism if same else 0),)


def _bye_again(history: PairingHistory, penalty_table: PenaltyTable) -> list[Reason]:
    table = penalty_table.penalties.repetition
    reasons = [Reason("bye-again", table.bye_again, history.player, idle) for idle in history.idle]
    if history.idle and history.idle[-1] == penalty_table.round - 1:
        reasons.append(Reason("bye-in-a-row", table.in_a_row, history.player, history.idle[-1]))
    return reasons


RULES = (
    "colour",
    "colour-again",
    "float",
    "float-again",
    "float-back",
    "elitism",
    "met-same-colours",
    "met-opposite-colours",
    "met-in-a-row",
    "same-country",
    "bye-again",
    "bye-in-a-row",
)
"""The rules a reason may name."""
