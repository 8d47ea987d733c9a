"""Check the pairings of a tournament without Ronde: python3 verify.py [FOLDER]

Each round-N.json has the cost of every possible pair, the pairs that were chosen, and numbers that prove that
no other way to pair everybody costs less: a dual y for every player and a dual z >= 0 for some sets with an
odd number of players. For every two players it must hold that

    scale * cost + noise >= y(one) + y(other) - (the z of all sets that contain both)

A set of k players contains at most (k - 1) / 2 pairs of any pairing. Adding the line above over all pairs of
any pairing therefore gives a bound that no pairing can go below:

    scale * total + noise * pairs >= (sum of y) - (sum of z * (k - 1) / 2)

If the chosen total is the smallest whole number that satisfies this, the pairing is the best there is.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any


def main() -> int:
    """Check every round of a folder; 0 if all of them are proved."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    rounds = sorted(folder.glob("round-*.json"), key=lambda path: (len(path.name), path.name))
    wrong = 0
    for path in rounds:
        fault = "not readable"
        try:
            told = json.loads(path.read_text(encoding="utf-8"))
            fault = check(told) if told["proof"] else ""
            done = f"{told['total']} is the least total" if told["proof"] else f"{told['system']}, not priced"
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            fault = f"{fault}: {error!r}"
        print(f"{path.name}: {f'NOT PROVED, {fault}' if fault else done}")
        wrong += bool(fault)
    print(f"{len(rounds) - wrong} of {len(rounds)} rounds are in order")
    return 1 if wrong or not rounds else 0


def check(told: dict[str, Any]) -> str:
    """What is wrong with a round; empty if nothing is."""
    costs, pairs, proof = told["costs"], told["pairs"], told["proof"]
    people = len(told["players"])
    if sorted(one for pair in pairs for one in pair) != list(range(people)):
        return "somebody is paired twice, or not at all"
    if len(costs) != people or any(len(row) != people for row in costs):
        return "the table of costs has another size"
    if any(costs[a][b] != costs[b][a] for a in range(people) for b in range(a)):
        return "the table of costs is not symmetric"
    if {frozenset(pair) for pair in pairs} & {frozenset(pair) for pair in told["forbidden"]}:
        return "two players are paired although that was forbidden"
    if sum(costs[a][b] for a, b in pairs) != told["total"]:
        return "the total is not the sum of the costs"
    return prove(costs, proof, told["total"])


def prove(costs: list[list[int]], proof: dict[str, Any], total: int) -> str:
    """Why the duals do not bound every pairing by the total; empty if they do."""
    y, scale, noise, people = proof["y"], proof["scale"], proof["noise"], len(costs)
    if len(y) != people or scale < 1 or noise < 0:
        return "the duals do not fit"
    members: list[frozenset[int]] = []
    shared = [[0] * people for _ in range(people)]
    bound = sum(y)
    for odd in proof["sets"]:
        inside = [members[at] for at in odd["inside"]]
        members.append(frozenset(odd["people"]).union(*inside))
        if odd["z"] < 0 or len(members[-1]) % 2 == 0 or not members[-1] <= set(range(people)):
            return "a set is not odd, or has a negative dual"
        bound -= odd["z"] * (len(members[-1]) - 1) // 2
        for one in members[-1]:
            for other in members[-1]:
                shared[one][other] += odd["z"]
    for one in range(people):
        for other in range(one):
            if scale * costs[one][other] + noise < y[one] + y[other] - shared[one][other]:
                return f"the duals of {one} and {other} exceed their cost"
    least = -((noise * (people // 2) - bound) // scale)  # the bound, rounded up to a whole total
    return "" if total == least else f"the duals prove {least} at least, and the pairs cost {total}"


if __name__ == "__main__":
    sys.exit(main())
