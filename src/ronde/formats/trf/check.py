"""Checking a report: every round is paired again, every point and tie-break computed again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ronde.formats.trf.model import Trf
from ronde.formats.trf.position import position_before, round_of
from ronde.pairing.dutch.door import NotPairable, Pairing, pair


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
        yield CheckedRound(round_, paired_in(trf, round_), pair_round(trf, round_))


def pair_round(trf: Trf, round_: int) -> Pairing | None:
    """The pairing of a round from what the file says before it; None if no pairing is legal."""
    try:
        return pair(position_before(trf, round_))
    except NotPairable:
        return None


def paired_in(trf: Trf, round_: int) -> Pairing:
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
