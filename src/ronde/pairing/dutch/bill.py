"""The explanation of a Dutch pair: its bracket, who floated, and every criterion that was violated."""

from __future__ import annotations

from collections.abc import Sequence

from ronde.core.player import PlayerId
from ronde.core.table import Bye, Pair, Reason
from ronde.pairing.dutch.field import ABSOLUTE, MILD, STRONG, Field
from ronde.pairing.dutch.hall import Numbers
from ronde.pairing.dutch.walk import Places, Walked
from ronde.scoring.fide.door import TENTHS

_WISHES = {ABSOLUTE: "dutch-absolute", STRONG: "dutch-strong", MILD: "dutch-mild"}
_DENIED = "-denied"
BILL = (
    "dutch-bracket", "dutch-float", "dutch-bye", "dutch-limbo", "dutch-mdp", "dutch-s1", "dutch-s2",
    "dutch-raised", "dutch-lowered", "dutch-initial",
    *(f"{wish}{end}" for wish in _WISHES.values() for end in ("", _DENIED)),
    "C1", "C3", *(f"C{number}" for number in range(10, 22)),
)  # fmt: skip
"""The rules an explanation of the Dutch system may name."""


class Bills:
    """The explanations of a round that is read again."""

    def __init__(self, people: Field, numbers: Numbers, walked: Sequence[Walked]) -> None:
        self.people = people
        self.numbers = numbers
        self.walked = walked

    def player(self, place: int) -> PlayerId:
        return self.numbers.player(self.people.people[place].number)

    def pair(self, white: int, black: int) -> Pair:
        higher, lower = min(white, black), max(white, black)
        here = next(one for one in self.walked if (higher, lower) in one.pairs)
        reasons = [
            Reason("dutch-bracket", 0, 0, here.score // TENTHS),
            *self._halves(here, higher, lower),
            *self._floats(higher, here),
            *self._wishes((higher, lower), black),
            *self._denied(here, (higher, lower), black),
        ]
        return Pair(self.player(white), self.player(black), tuple(reasons))

    def bye(self, place: int) -> Bye:
        person = self.people.people[place]
        reason = Reason("dutch-bye", 0, self.player(place), person.score // TENTHS)
        out = [one for one in self.walked if place in one.out]
        gave_way = dict.fromkeys(name for one in out for name in one.marked_floater(place))
        lines = (Reason(name, 0, self.player(place)) for name in gave_way)
        return Bye(self.player(place), (reason, *lines))

    def _floats(self, place: int, here: Walked) -> list[Reason]:
        """Why a player was moved down to this bracket."""
        player, own = self.player(place), int(self.people.score[place])
        down = (own - here.score) // TENTHS
        left = [one for one in self.walked if here.score < one.score <= own and place in one.out]
        gave_way = dict.fromkeys(name for one in left for name in one.marked_floater(place))
        floated = [Reason("dutch-float", 0, player, down)] if down else []
        floated += [
            Reason("dutch-limbo", 0, player, one.score // TENTHS)
            for one in left
            if place in one.bracket.moved_down
        ]
        return [*floated, *(Reason(name, 0, player) for name in gave_way)]

    def _halves(self, here: Walked, higher: int, lower: int) -> list[Reason]:
        """In which half of the bracket each of the two was, and their bracket numbers (BSN)."""
        first, second = self.player(higher), self.player(lower)
        moved = here.bracket.moved_down
        if higher in moved:
            at, among = moved.index(higher) + 1, here.bracket.residents.index(lower) + 1
            return [Reason("dutch-mdp", 0, first, at), Reason("dutch-s2", 0, second, among)]
        met = {one for pair in here.pairs for one in pair if pair[0] in moved}
        rest = [one for one in here.bracket.residents if one not in met]
        most = sum(pair[0] not in moved for pair in here.pairs)
        upper, under = rest.index(higher) + 1, rest.index(lower) + 1
        return [
            Reason("dutch-s1" if upper <= most else "dutch-raised", 0, first, upper),
            Reason("dutch-s2" if under > most else "dutch-lowered", 0, second, under),
        ]

    def _wishes(self, pair: Places, black: int) -> list[Reason]:
        """The colour each preferred, how strongly, and whether they have it."""
        reasons = []
        for place in pair:
            person = self.people.people[place]
            if person.strength in _WISHES:
                denied = "" if self._got(place, black) == person.wants else _DENIED
                rule = f"{_WISHES[person.strength]}{denied}"
                reasons.append(Reason(rule, 0, self.player(place), person.wants))
        return reasons or [Reason("dutch-initial", 0, self.player(pair[0]))]

    def _denied(self, here: Walked, pair: Places, black: int) -> list[Reason]:
        """Criteria of the pair; if colours clash, who does not get the due colour, and which."""
        denied = (one for one in pair if self._got(one, black) == -self.people.people[one].wants)
        clash = next(denied, pair[1])
        wanted = self.people.people[clash].wants
        return [Reason(name, 0, self.player(clash), wanted) for name in here.marked_pair(pair)]

    @staticmethod
    def _got(place: int, black: int) -> int:
        return -1 if place == black else 1
