"""Check the pairings of a tournament without Ronde: python3 verify.py [FOLDER]

With a dual y for each player and z >= 0 for some sets of an odd number k of players, any two must have
    scale * cost + noise >= y(one) + y(other) - (the z of all sets that contain both)
A set contains at most (k - 1) / 2 pairs; adding up over all pairs of any pairing, none can have less than
    scale * total + noise * pairs >= (sum of y) - (sum of z * (k - 1) / 2)
"""

import json
import sys
from pathlib import Path
from typing import Any


def least(claim: dict[str, Any], pairs: list[list[int]]) -> str:
    """No way to pair everybody costs less."""
    costs, places = claim["costs"], {one["number"]: at for at, one in enumerate(claim["players"])}
    chosen = [sorted(places[one] for one in pair) for pair in pairs if set(pair) <= places.keys()]
    if sorted(one for pair in chosen for one in pair) != list(range(len(costs))):
        return "somebody is not paired"
    paid = sum(costs[b][a] for a, b in chosen)
    if paid != claim["total"] or any(pair in claim["forbidden"] for pair in chosen):
        return f"two are paired although forbidden, or the costs make another total: {paid}"
    return prove(costs, claim["proof"], claim["total"])


def prove(costs: list[list[int]], proof: dict[str, Any], total: int) -> str:
    """Why the duals do not prove that nothing is below the total; empty if they do."""
    y, scale, noise, members = proof["y"], proof["scale"], proof["noise"], list[set[int]]()
    bound, shared = sum(y) - noise * (len(costs) // 2), [[0] * len(costs) for _ in costs]
    for odd in proof["sets"]:
        members.append(set(odd["people"]).union(*(members[at] for at in odd["inside"])))
        if odd["z"] < 0 or len(members[-1]) % 2 == 0 or min(members[-1]) < 0:
            return "a set is not odd, or has a negative dual"
        bound -= odd["z"] * (len(members[-1]) // 2)
        for one, other in ((one, other) for one in members[-1] for other in members[-1]):
            shared[one][other] += odd["z"]
    for a, b in ((one, other) for one in range(len(costs)) for other in range(one)):
        if scale * costs[a][b] + noise < y[a] + y[b] - shared[a][b]:
            return f"the duals of {a} and {b} exceed their cost"
    proved = -(-bound // scale) if len(y) == len(costs) and scale > 0 <= noise else "nothing"
    return "" if total == proved else f"the duals prove {proved}, and the pairs cost {total}"


def order(claim: dict[str, Any], pairs: list[list[int]]) -> str:
    """By rank, each meets the nearest who leaves the others a way."""
    free, barred = [one["number"] for one in claim["players"]], {frozenset(pair) for pair in claim["barred"]}
    partner = {one: other for pair in pairs for one, other in (pair, pair[::-1])}
    while free:
        one = free.pop(0)
        for two in free[: free.index(partner[one]) + 1]:
            left, end = [other for other in free if other != two], claim["dead_ends"].get(f"{one}-{two}")
            costs = [[int(frozenset((a, b)) in barred) for b in left] for a in left] if end else []
            may = frozenset((one, two)) not in barred and (not end or prove(costs, end, max(1, end["total"])))
            if bool(may) != (two == partner[one]):
                return f"{one} {'could' if may else 'could not'} meet {two}"
        free.remove(partner[one])
    return ""


def schedule(claim: dict[str, Any], pairs: list[list[int]]) -> str:
    """The games are those of the schedule, in which all who meet do so equally often."""
    games, here = [sorted(game) for turn in claim["schedule"] for game in turn], {*claim["here"]}
    due = sorted(game for game in claim["schedule"][claim["turn"]] if here.issuperset(game))
    right = len({games.count(game) for game in games}) == 1 and due == sorted(filter(here.issuperset, pairs))
    return "" if right else "the games are not those of a fair schedule"


def legal(claim: dict[str, Any], pairs: list[list[int]]) -> str:
    """Nobody meets again, has the bye again, or must have the colour that the opponent must have."""
    barred, must = ({one["number"]: one[what] for one in claim["players"]} for what in ("barred", "must"))
    wrong = [[a, b] for a, b in pairs if b in barred.get(a, ()) or must.get(a) == must.get(b, "") != ""]
    over = barred.keys() - {one for pair in pairs for one in pair}
    return f"{wrong} may not meet, or {over} are not paired" if wrong or over else ""


def main() -> int:
    """Check every round of a folder; 0 if all of them are in order."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    wrong, rounds = 0, sorted(folder.glob("round-*.json"), key=lambda path: (len(path.name), path.name))
    ways = {"least": least, "order": order, "schedule": schedule, "legal": legal, "once": None}
    for path in rounds:
        try:
            claim = json.loads(path.read_text(encoding="utf-8"))
            pairs = [[one["first"]["number"], one["second"]["number"]] for one in claim["tables"].values()]
            pairs += [[claim["bye"]["number"], 0]] if claim["bye"] else []
            people = [one for pair in pairs for one in pair if one]
            check = ways[claim["method"]]
            done = check.__doc__ if check else "Nobody is paired twice."
            fault = "two games for one" if len(set(people)) < len(people) else check and check(claim, pairs)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            fault = f"not readable: {error!r}"
        print(f"{path.name}:", f"NOT PROVED, {fault}" if fault else f"{done} {claim['unchecked']}")
        wrong += bool(fault)
    print(f"{len(rounds) - wrong} of {len(rounds)} rounds are in order")
    return 1 if wrong or not rounds else 0


if __name__ == "__main__":
    sys.exit(main())
