"""The Dutch system straight from its definitions, for a handful of people: every candidate, in its order.

Shares nothing with the engine but the position. Slow on purpose: candidates are generated as article 4
tells (sets of those moved down, transpositions, exchanges), counted as article 2 tells, and the first best
one wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from ronde.standings.fide import ResultKind
from ronde.systems.dutch.field import DutchPlayer, DutchPosition

Pair = frozenset[int]
Value = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Facts:
    """What the rules ask of one person."""

    number: int
    score: int
    colours: str
    met: frozenset[int]
    floats: tuple[str, str]
    unplayed: int
    barred: bool
    top: bool

    @property
    def difference(self) -> int:
        return self.colours.count("w") - self.colours.count("b")

    @property
    def preference(self) -> tuple[str, str]:
        """The colour wanted and how much: absolute, strong, mild, none."""
        if self.difference > 1:
            return "b", "absolute"
        if self.difference < -1:
            return "w", "absolute"
        if self.colours.endswith(("ww", "bb")):
            return {"w": "b", "b": "w"}[self.colours[-1]], "absolute"
        if self.difference:
            return ("b" if self.difference > 0 else "w"), "strong"
        return ({"w": "b", "b": "w"}[self.colours[-1]], "mild") if self.colours else ("", "none")


def facts(position: DutchPosition, entrant: DutchPlayer) -> Facts:
    """Derive everything from the past rounds."""
    before = {one.number: one for one in position.entrants}

    def score(number: int, rounds: int) -> int:
        one = before[number]
        virtual = one.virtual[rounds] if rounds < len(one.virtual) else 0
        return sum(past.points for past in one.past[:rounds]) + virtual

    def floated(ago: int) -> str:
        at = len(entrant.past) - ago
        if at < 0:
            return ""
        past = entrant.past[at]
        if past.kind is ResultKind.GAME:
            own, other = score(entrant.number, at), score(past.opponent, at)
            return "down" if own > other else "up" if own < other else ""
        return "down" if past.kind is ResultKind.BYE or past.points > position.loss else ""

    games = [past for past in entrant.past if past.kind is ResultKind.GAME]
    idle = [past for past in entrant.past if past.kind is not ResultKind.GAME]
    total = score(entrant.number, len(entrant.past))
    return Facts(
        number=entrant.number,
        score=total,
        colours="".join("w" if past.white else "b" for past in games),
        met=frozenset(past.opponent for past in games),
        floats=(floated(1), floated(2)),
        unplayed=len(idle),
        barred=any(past.kind is ResultKind.BYE or past.points >= position.win for past in idle),
        top=position.final and 2 * total > len(entrant.past) * position.win,
    )


class Oracle:
    """One round of a small tournament."""

    def __init__(self, position: DutchPosition) -> None:
        self.position = position
        people = [facts(position, entrant) for entrant in position.entrants if entrant.here]
        self.people = sorted(people, key=lambda one: (-one.score, one.number))
        self.by_number = {one.number: one for one in self.people}
        self.memory: dict[tuple[frozenset[int], int | None], bool] = {}

    # Legality

    def may_meet(self, one: Facts, other: Facts) -> bool:
        if other.number in one.met or frozenset({one.number, other.number}) in self.position.forbidden:
            return False
        clash = one.preference == other.preference and one.preference[1] == "absolute"
        return not clash or (self.position.final and (one.top or other.top))

    def complete(self, people: Sequence[Facts], bye: int | None) -> bool:
        """Whether all can be paired legally, the bye (if any) going to this score."""
        key = (frozenset(one.number for one in people), bye)
        if key not in self.memory:
            self.memory[key] = self._complete(people, bye)
        return self.memory[key]

    def _complete(self, people: Sequence[Facts], bye: int | None) -> bool:
        if not people:
            return bye is None
        first, *rest = people
        if bye is not None and first.score == bye and not first.barred and self.complete(rest, None):
            return True
        return any(
            self.may_meet(first, other) and self.complete([one for one in rest if one is not other], bye)
            for other in rest
        )

    # The round

    def pair(self) -> tuple[set[Pair], int] | None:
        """Pairs and the owner of the bye (0 for nobody); None if nothing is legal."""
        bye = None
        if len(self.people) % 2:
            levels = sorted({one.score for one in self.people})
            found = [level for level in levels if self.complete(self.people, level)]
            if not found:
                return None
            bye = found[0]
        elif not self.complete(self.people, None):
            return None
        return self._brackets(bye)

    def _brackets(self, bye: int | None) -> tuple[set[Pair], int]:
        pairs: set[Pair] = set()
        moved: list[Facts] = []
        for level in sorted({one.score for one in self.people}, reverse=True):
            residents = [one for one in self.people if one.score == level]
            below = [one for one in self.people if one.score < level]
            best = self._best(moved, residents, below, bye)
            pairs |= {frozenset({one.number, other.number}) for one, other in best}
            seated = {one.number for pair in best for one in pair}
            moved = [one for one in [*moved, *residents] if one.number not in seated]
        return pairs, moved[0].number if moved else 0

    def _best(
        self, moved: list[Facts], residents: list[Facts], below: list[Facts], bye: int | None
    ) -> list[tuple[Facts, Facts]]:
        best: tuple[Value, list[tuple[Facts, Facts]]] | None = None
        seen: set[frozenset[Pair]] = set()
        for candidate in candidates(moved, residents):
            shape = frozenset(frozenset({one.number, other.number}) for one, other in candidate)
            if shape in seen or not all(self.may_meet(one, other) for one, other in candidate):
                continue
            seen.add(shape)
            out = self._out(moved, residents, candidate)
            if not self.complete([*out, *below], bye):
                continue
            value = self._value(moved, residents, below, candidate, out, bye)
            if best is None or value < best[0]:
                best = value, candidate
        assert best is not None
        return best[1]

    def _out(
        self, moved: list[Facts], residents: list[Facts], candidate: list[tuple[Facts, Facts]]
    ) -> list[Facts]:
        seated = {one.number for pair in candidate for one in pair}
        return [one for one in [*moved, *residents] if one.number not in seated]

    # The criteria

    def _value(
        self,
        moved: list[Facts],
        residents: list[Facts],
        below: list[Facts],
        candidate: list[tuple[Facts, Facts]],
        out: list[Facts],
        bye: int | None,
    ) -> Value:
        level = residents[0].score
        down = {one.number for one in moved}
        mixed = [(one, other) for one, other in candidate if one.number in down]
        same = [
            (one, other)
            for one, other in candidate
            if one.preference[0] and one.preference[0] == other.preference[0]
        ]
        strengths = [{one.preference[1], other.preference[1]} for one, other in same]
        final_bye = bye is not None and bye >= level and len(out) == 1

        def floating(ago: int, moved_down: bool) -> list[Facts]:
            return [one for one in out if (one.number in down) == moved_down and one.floats[ago] == "down"]

        def raised(ago: int) -> list[tuple[Facts, Facts]]:
            return [(one, other) for one, other in mixed if other.floats[ago] == "up"]

        return (
            (len(out),),
            tuple(sorted((one.score for one in out), reverse=True)),
            self._next(out, below, bye),
            (out[0].unplayed if final_bye else 0,),
            (sum(self._unbalances(one, other) for one, other in same),),
            (sum(self._third(one, other) for one, other in same),),
            (len(same),),
            (sum("mild" not in both and both != {"absolute"} for both in strengths),),
            (len(floating(0, False)),),
            (len(raised(0)),),
            (len(floating(1, False)),),
            (len(raised(1)),),
            *(self._differences(moved, out, floating(0, True), raised(0), level)),
            *(self._differences(moved, out, floating(1, True), raised(1), level)),
        )

    def _differences(
        self,
        moved: list[Facts],
        out: list[Facts],
        floating: list[Facts],
        raised: list[tuple[Facts, Facts]],
        level: int,
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """C18 and C19 (C20 and C21): by the score of who was moved down, the highest first."""
        levels = sorted({one.score for one in moved}, reverse=True)
        return (
            tuple(sum(one.score == score for one in floating) for score in levels),
            tuple(sum(one.score == score for one, _ in raised) for score in levels),
        )

    def _unbalances(self, one: Facts, other: Facts) -> bool:
        both = one.preference[1] == other.preference[1] == "absolute"
        return both and abs(one.difference) > 1 and abs(other.difference) > 1

    def _third(self, one: Facts, other: Facts) -> bool:
        if not (one.preference[1] == other.preference[1] == "absolute"):
            return False
        given = {"w": "bb", "b": "ww"}[one.preference[0]]
        if abs(one.difference) == abs(other.difference):
            return one.colours.endswith(given) and other.colours.endswith(given)
        yields = min(one, other, key=lambda person: abs(person.difference))
        return yields.colours.endswith(given)

    def _next(self, out: list[Facts], below: list[Facts], bye: int | None) -> tuple[int, ...]:
        """C8: how many the next bracket must leave over at best, and their scores."""
        if not below:
            return ()
        near = [one for one in below if one.score == below[0].score]
        far = [one for one in below if one.score < below[0].score]
        values = []
        for pairs in matchings(out, near):
            if all(self.may_meet(one, other) for one, other in pairs):
                left = self._out(out, near, pairs)
                if self.complete([*left, *far], bye):
                    values.append((len(left), *sorted((one.score for one in left), reverse=True)))
        return min(values)


def matchings(moved: list[Facts], residents: list[Facts]) -> Iterator[list[tuple[Facts, Facts]]]:
    """All ways to pair some of these people, two moved down never together."""
    people = [*moved, *residents]
    if not people:
        yield []
        return
    first, *rest = people
    after = moved[1:]
    others = rest if not moved else residents
    yield from matchings(after, residents if moved else residents[1:])
    for other in others:
        left = [one for one in (residents if moved else residents[1:]) if one is not other]
        for pairs in matchings(after, left):
            yield [(first, other), *pairs]


def candidates(moved: list[Facts], residents: list[Facts]) -> Iterator[list[tuple[Facts, Facts]]]:
    """Every candidate of a bracket in the order of articles 3 and 4."""
    for paired in range(min(len(moved), len(residents)), -1, -1):
        for upper in combinations(moved, paired):
            for lower in permutations(residents, paired):
                rest = [one for one in residents if one not in lower]
                for pairs in homogeneous(rest):
                    yield [*zip(upper, lower, strict=True), *pairs]


def homogeneous(people: list[Facts]) -> Iterator[list[tuple[Facts, Facts]]]:
    """Candidates of a group of equals: exchanges between the halves, and transpositions of the lower one."""
    for pairs in range(len(people) // 2, -1, -1):
        for upper, lower in exchanges(len(people), pairs):
            for order in permutations(lower, pairs):
                yield [(people[one], people[other]) for one, other in zip(upper, order, strict=True)]


def exchanges(size: int, pairs: int) -> list[tuple[list[int], list[int]]]:
    """Both halves after every exchange, the original first."""
    first, second = list(range(pairs)), list(range(pairs, size))
    found = []
    for number in range(min(pairs, size - pairs) + 1):
        for leave in combinations(first, number):
            for enter in combinations(second, number):
                upper = sorted(set(first) - set(leave) | set(enter))
                lower = sorted(set(second) - set(enter) | set(leave))
                key = (
                    number,
                    sum(enter) - sum(leave),
                    [-one for one in sorted(leave, reverse=True)],
                    sorted(enter),
                )
                found.append((key, upper, lower))
    return [(upper, lower) for _, upper, lower in sorted(found)]
