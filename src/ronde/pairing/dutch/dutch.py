"""A round of the Dutch system: bracket after bracket from the highest score down, then the colours."""

from __future__ import annotations

from collections.abc import Callable

from ronde.pairing.dutch.bracket import ScoreBracket
from ronde.pairing.dutch.bye import bye_score, fewest_unplayed
from ronde.pairing.dutch.certificate import proved
from ronde.pairing.dutch.colours import has_white
from ronde.pairing.dutch.exact import Exact, Paired
from ronde.pairing.dutch.field import Field, parity
from ronde.pairing.dutch.position import DutchPosition, Pairing
from ronde.pairing.dutch.relaxed import Exits, Relaxed, exits

Solver = Callable[[ScoreBracket], Paired]


def exactly(bracket: ScoreBracket) -> Paired:
    return Exact(bracket, fewest_unplayed=fewest_unplayed(bracket)).pair()


def quickly(bracket: ScoreBracket) -> Paired:
    """Pair a bracket by itself, and by the exact path where that is not proved right."""
    only_bye = exits(bracket) == Exits(bye=True, below=False)
    if not only_bye or fewest_unplayed(bracket):
        paired = Relaxed(bracket).pair()
        if paired is not None and proved(bracket, paired):
            return paired
    return exactly(bracket)


def pair(position: DutchPosition, solver: Solver = quickly) -> Pairing:
    """The pairing prescribed by the rules; `NotPairable` if none is legal."""
    people = Field(position)
    score = bye_score(people)
    groups = people.groups()
    pairs: list[tuple[int, int]] = []
    floaters: tuple[int, ...] = ()
    bye = 0
    for at, group in enumerate(groups):
        below = [place for lower in groups[at + 1 :] for place in lower]
        next_group = len(groups[at + 1]) if below else 0
        paired = solver(ScoreBracket(people, floaters, tuple(group), tuple(below), next_group, score))
        pairs += paired.pairs
        floaters = paired.floaters
        if paired.bye is not None:
            bye, score = people.people[paired.bye].number, None
    return Pairing(tuple(_seated(people, pairs)), bye)


def _seated(people: Field, pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """White first, the tables in their order (fide 1.1.10)."""
    odd = parity(people.position)
    ranked = [(min(pair), max(pair)) for pair in pairs]
    scores = people.score.tolist()
    ranked.sort(
        key=lambda pair: (-scores[pair[0]], -scores[pair[0]] - scores[pair[1]], people.people[pair[0]].number)
    )
    seated = []
    for one, other in ranked:
        higher, lower = people.people[one], people.people[other]
        white = has_white(higher, lower, odd=odd[higher.number], white_first=people.position.white_first)
        seated.append((higher.number, lower.number) if white else (lower.number, higher.number))
    return seated
