"""Turns a report file into the input of the pairing engine and of the tie-breaks."""

from __future__ import annotations

from ronde.formats.trf.model import Trf, TrfPlayer, TrfRound
from ronde.pairing.dutch.door import DutchPlayer, DutchPosition
from ronde.scoring.fide.door import FideReport, FideRow, Past, Points, ResultKind

_KINDS = {
    **dict.fromkeys("1=0WDL", ResultKind.GAME),
    **dict.fromkeys("+-", ResultKind.FORFEIT),
    "U": ResultKind.BYE,
    "F": ResultKind.FULL_BYE,
    "H": ResultKind.HALF_BYE,
    "Z": ResultKind.ZERO_BYE,
}


def position_before(trf: Trf, round_: int) -> DutchPosition:
    """The tournament before a round was, or is to be, paired."""
    away = _away(trf, round_)
    return DutchPosition(
        entrants=tuple(_entrant(trf, player, round_, away) for player in trf.players),
        win=trf.points.win,
        loss=trf.points.loss,
        final=round_ == (trf.rounds or trf.played),
        white_first=first_colour(trf),
        forbidden=_forbidden(trf, round_),
    )


def _entrant(trf: Trf, player: TrfPlayer, round_: int, away: set[int]) -> DutchPlayer:
    past = tuple(_past(trf, round_of(player, at)) for at in range(1, round_))
    virtual = tuple(_virtual(trf, player.number, at) for at in range(1, round_ + 1))
    here = player.number not in away
    return DutchPlayer(player.number, past, here, virtual if any(virtual) else ())


def round_of(player: TrfPlayer, round_: int) -> TrfRound:
    """The round of a player; a missing one means absent."""
    return player.rounds[round_ - 1] if round_ <= len(player.rounds) else TrfRound()


def _past(trf: Trf, one: TrfRound) -> Past:
    return Past(_KINDS[one.result], trf.points.worth(one.result), one.opponent, one.colour == "w")


def _away(trf: Trf, round_: int) -> set[int]:
    """Players not to be paired: in a paired round, those without an opponent and without the bye."""
    if round_ <= trf.played:
        return {player.number for player in trf.players if round_of(player, round_).pending}
    asked = {number for bye in trf.byes if bye.round == round_ for number in bye.numbers}
    written = {player.number for player in trf.players if len(player.rounds) >= round_}
    return asked | written


def _virtual(trf: Trf, number: int, round_: int) -> int:
    return sum(
        one.points
        for one in trf.virtual
        if one.first <= number <= one.last and one.first_round <= round_ <= one.last_round
    )


def _forbidden(trf: Trf, round_: int) -> frozenset[frozenset[int]]:
    return frozenset(
        frozenset({one, other})
        for rule in trf.forbidden
        if rule.first_round <= round_ <= rule.last_round
        for one in rule.numbers
        for other in rule.numbers
        if one < other
    )


def first_colour(trf: Trf) -> bool:
    """Whether odd numbers begin with White: as the file says, else as in round 1 (fide 1.5)."""
    if trf.white_first is not None:
        return trf.white_first
    begun = [player for player in trf.players if not round_of(player, 1).pending]
    for at, player in enumerate(begun):
        if round_of(player, 1).opponent:
            return (round_of(player, 1).colour == "w") == (at % 2 == 0)
    return True


def _report_row(trf: Trf, player: TrfPlayer, round_: int) -> FideRow:
    past = tuple(_past(trf, round_of(player, at)) for at in range(1, round_ + 1))
    return FideRow(player.number, past, player.rating)


def report_after(trf: Trf, round_: int, *, all_meet: bool = False, edition: int = 2026) -> FideReport:
    """The rounds up to `round_`, for tie-breaks."""
    rows = {player.number: _report_row(trf, player, round_) for player in trf.players}
    points = Points(trf.points.win, trf.points.draw, trf.points.loss)
    return FideReport(rows, points, round_, round_ == (trf.rounds or trf.played), all_meet, edition)
