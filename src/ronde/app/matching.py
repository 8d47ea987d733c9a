"""The matcher for other purposes than tournaments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ronde.pairing.door import cheapest


def match(
    costs: Sequence[Sequence[int]], *, seed: int = 0, forbidden: Sequence[tuple[int, int]] = ()
) -> dict[str, Any]:
    """The cheapest way to pair an even number of people, with the duals that prove it.

    `costs` is symmetric, whole and not negative. The answer has `pairs`, `total` and `proof`.
    """
    best = cheapest(costs, seed=seed, forbidden=forbidden)
    sets = [{"people": one.people, "inside": one.inside, "z": one.z} for one in best.proof.sets]
    proof = {
        "y": best.proof.y,
        "sets": sets,
        "scale": best.proof.scale,
        "noise": best.proof.noise,
    }
    pairs = [(one, other) for one, other in enumerate(best.partner) if one < other]
    return {"pairs": pairs, "total": best.total, "proof": proof}
