"""Checking a report: every round is paired again, every point and tie-break computed again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ronde.formats.trf.records import Trf, TrfPlayer, TrfRound
from ronde.model.errors import FormatError, Problem
from ronde.standings.fide import (
    FideReport,
    FideRow,
    Past,
    Points,
    ResultKind,
    TiebreakCode,
    UnknownCode,
    parse_code,
    ranked,
)
from ronde.systems.dutch.exact import NotPairable
from ronde.systems.dutch.explanation import checklist_rows
from ronde.systems.dutch.field import DutchPlayer, DutchPosition, Field, Pairing
from ronde.systems.dutch.pairing import pair
from ronde.systems.system import ChecklistRow

# Turns a report file into the input of the pairing engine and of the tie-breaks.


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


# Checking a report: every round is paired again, every point and tie-break computed again.


@dataclass(frozen=True, slots=True)
class CheckedRound:
    """A round as in the file and as paired by us; ours is None if we find no legal pairing."""

    round: int
    theirs: Pairing
    ours: Pairing | None

    @property
    def equal(self) -> bool:
        """Whether pairs, colours and bye agree, ignoring the order of the boards."""
        if self.ours is None:
            return False
        return set(self.ours.pairs) == set(self.theirs.pairs) and self.ours.bye == self.theirs.bye

    @property
    def differences(self) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
        """The pairs that only the file has, and those that only we have."""
        ours = set(self.ours.pairs) if self.ours else set()
        theirs = set(self.theirs.pairs)
        return tuple(sorted(theirs - ours)), tuple(sorted(ours - theirs))


def check_rounds(trf: Trf) -> Iterator[CheckedRound]:
    """Every paired round in turn."""
    for round_ in range(1, trf.played + 1):
        yield CheckedRound(round_, pairing_in_file(trf, round_), pair_round(trf, round_))


def pair_round(trf: Trf, round_: int) -> Pairing | None:
    """The pairing of a round from what the file says before it; None if no pairing is legal."""
    try:
        return pair(position_before(trf, round_))
    except NotPairable:
        return None


def pairing_in_file(trf: Trf, round_: int) -> Pairing:
    """The pairs of a round in the file."""
    rounds = {player.number: round_of(player, round_) for player in trf.players}
    pairs = [(number, one.opponent) for number, one in rounds.items() if one.opponent and one.colour == "w"]
    byes = [number for number, one in rounds.items() if one.result == "U"]
    return Pairing(tuple(sorted(pairs)), byes[0] if byes else 0)


@dataclass(frozen=True, slots=True)
class WrongPoints:
    """Points in a row that are not the sum of its rounds, in tenths."""

    number: int
    line: int
    written: int
    counted: int


def wrong_points(trf: Trf) -> list[WrongPoints]:
    """Every row whose points do not add up; byes of a round still to be paired may be counted or not."""
    wrong = []
    for player in trf.players:
        worth = [trf.points.worth(one.result) for one in player.rounds]
        sums = {sum(worth), sum(worth[: trf.played])}
        if player.points not in sums:
            wrong.append(WrongPoints(player.number, player.line, player.points, sum(worth[: trf.played])))
    return wrong


# The checklist of a round of a report file.


def checklist(trf: Trf, round_: int) -> list[ChecklistRow]:
    """Everybody to be paired in a round, in ranking order."""
    return checklist_rows(Field(position_before(trf, round_)))


# The standings of a report file by the tie-breaks it names, and where its own ranks differ.


@dataclass(frozen=True, slots=True)
class WrongRank:
    """A rank in the file that differs from the tie-breaks'; equal players share `first` to `last`."""

    number: int
    written: int
    first: int
    last: int


def tiebreaks_of(trf: Trf, path: str) -> list[TiebreakCode]:
    """The codes of record 202, or of 212 without its points."""
    for code in ("202", "212"):
        for text in trf.head.get(code, ()):
            names = [name.strip() for name in text.split(",") if name.strip()]
            return [_code(name, path) for name in names if name.upper() != "PTS"]
    return []


def _code(name: str, path: str) -> TiebreakCode:
    try:
        return parse_code(name)
    except UnknownCode:
        raise FormatError([Problem(path, 1, 1, "trf.tie-break", name)]) from None


def wrong_ranks(trf: Trf, codes: list[TiebreakCode]) -> list[WrongRank]:
    """Every rank that is outside the places its player shares."""
    rank = {player.number: player.rank for player in trf.players}
    wrong, first = [], 1
    for group in ranked(report_after(trf, trf.played), codes):
        last = first + len(group) - 1
        wrong += [
            WrongRank(one, rank[one], first, last)
            for one in group
            if rank[one] and not first <= rank[one] <= last
        ]
        first = last + 1
    return wrong
