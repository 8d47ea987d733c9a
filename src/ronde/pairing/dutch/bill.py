"""The bill of a Dutch pair: its bracket, who floated, and every criterion that gave way."""

from __future__ import annotations

from collections.abc import Sequence

from ronde.core.player import PlayerId
from ronde.core.table import Bye, Pair, Reason
from ronde.pairing.dutch.field import Field
from ronde.pairing.dutch.hall import Numbers
from ronde.pairing.dutch.walk import Places, Walked
from ronde.scoring.fide.door import TENTHS

BILL = (
    "dutch-bracket", "dutch-float", "dutch-bye",
    "C1", "C3", *(f"C{number}" for number in range(10, 22)),
)  # fmt: skip
"""The rules a bill of the Dutch system may name."""


class Bills:
    """The bills of a round that was read again."""

    def __init__(self, people: Field, numbers: Numbers, walked: Sequence[Walked]) -> None:
        self.people = people
        self.numbers = numbers
        self.walked = walked

    def player(self, place: int) -> PlayerId:
        """Who stands at a place of the field."""
        return self.numbers.player(self.people.people[place].number)

    def pair(self, white: int, black: int) -> Pair:
        """A pair with its bill."""
        higher, lower = min(white, black), max(white, black)
        here = next(one for one in self.walked if (higher, lower) in one.pairs)
        reasons = [
            Reason("dutch-bracket", 0, 0, here.score // TENTHS),
            *self._floats(higher, here),
            *self._denied(here, (higher, lower), black),
        ]
        return Pair(self.player(white), self.player(black), tuple(reasons))

    def bye(self, place: int) -> Bye:
        """The bye with its bill."""
        person = self.people.people[place]
        reason = Reason("dutch-bye", 0, self.player(place), person.score // TENTHS)
        out = [one for one in self.walked if place in one.out]
        gave_way = dict.fromkeys(name for one in out for name in one.marked_floater(place))
        lines = (Reason(name, 0, self.player(place)) for name in gave_way)
        return Bye(self.player(place), (reason, *lines))

    def _floats(self, place: int, here: Walked) -> list[Reason]:
        """What it took to move somebody down to this bracket."""
        player, own = self.player(place), int(self.people.score[place])
        down = (own - here.score) // TENTHS
        left = [one for one in self.walked if here.score < one.score <= own and place in one.out]
        gave_way = dict.fromkeys(name for one in left for name in one.marked_floater(place))
        floated = [Reason("dutch-float", 0, player, down)] if down else []
        return [*floated, *(Reason(name, 0, player) for name in gave_way)]

    def _denied(self, here: Walked, pair: Places, black: int) -> list[Reason]:
        """Criteria of the pair; where colours clash, who does not get the colour due, and which."""
        denied = (one for one in pair if self._got(one, black) == -self.people.people[one].wants)
        clash = next(denied, pair[1])
        wanted = self.people.people[clash].wants
        return [Reason(name, 0, self.player(clash), wanted) for name in here.marked_pair(pair)]

    @staticmethod
    def _got(place: int, black: int) -> int:
        return -1 if place == black else 1
