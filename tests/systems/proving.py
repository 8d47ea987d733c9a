"""The solver without random terms, each answer proven: ties stay ties."""

from __future__ import annotations

from tests.systems.reference import Costs

from ronde.systems.matching.blossom import Graph, Start
from ronde.systems.matching.match import Optimum, optimum, solve
from ronde.systems.matching.proof import Matching, Proof, check


def proven(costs: Costs) -> Matching:
    """The solver's answer for exactly these costs, after its proof was checked."""
    return _checked(costs, solve(2 * costs))


def proven_from_nothing(costs: Costs) -> Matching:
    """The same without a fractional start, so that the search with odd sets does all the work."""
    hall = Graph(Start(2 * costs))
    hall.pair_everybody()
    return _checked(costs, optimum(hall))


def _checked(costs: Costs, found: Optimum) -> Matching:
    total = sum(int(costs[one, other]) for one, other in enumerate(found.partner)) // 2
    matching = Matching(found.partner, total, Proof(found.y, found.sets, scale=2, noise=0))
    check(costs, matching)
    return matching
