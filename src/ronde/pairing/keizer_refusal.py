"""Why a Keizer round cannot be paired, and the smallest relaxation of the rules that helps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ronde.core.errors import CannotPair
from ronde.core.keizer import COLOUR_LIMITS
from ronde.core.player import PlayerId
from ronde.core.table import Bye
from ronde.core.tournament import Tournament, named
from ronde.pairing.keizer_rules import Rules, barred, relaxed
from ronde.pairing.maximum import Oracle


def refusal(
    tournament: Tournament, order: Sequence[PlayerId], bye: Bye | None, rules: Rules, oracle: Oracle
) -> CannotPair:
    """The error that names who blocks the round and proposes the smallest relaxation."""
    players = [player for player in order if bye is None or player != bye.player]
    stuck, rivals = oracle.blocked()
    facts: dict[str, object] = {
        "players": named(tournament, [players[place] for place in stuck]),
        "rivals": named(tournament, [players[place] for place in rivals]),
        **_proposal(tournament, order, bye, rules),
    }
    return CannotPair(**facts)


def _proposal(
    tournament: Tournament, order: Sequence[PlayerId], bye: Bye | None, rules: Rules
) -> dict[str, object]:
    """The first that helps: another bye, a shorter distance, a wider colour limit, then the last two."""
    players = [player for player in order if bye is None or player != bye.player]
    if bye is not None:
        other = next((one for one in reversed(order) if _pairable(_without(order, one), rules)), None)
        if other is not None:
            return {"reason": "other-bye", "bye": tournament.player(other).full_name, "id": other}
    for distance in range(rules.repeat_distance - 1, -1, -1):
        if _pairable(players, relaxed(rules, distance=distance)):
            return {"reason": "distance", "distance": distance, "now": rules.repeat_distance}
    for limit in _wider(rules.colour_limit):
        if _pairable(players, relaxed(rules, limit=limit)):
            return {"reason": "colours", "limit": limit, "now": rules.colour_limit}
    if _pairable(players, relaxed(rules, distance=0, limit=0)):
        return {"reason": "both", **_both(players, rules)}
    return {"reason": "forbidden"}


def _both(players: Sequence[PlayerId], rules: Rules) -> dict[str, object]:
    """The longest distance that helps without the limit on colours."""
    lengths = range(rules.repeat_distance - 1, -1, -1)
    return {
        "distance": next(one for one in lengths if _pairable(players, relaxed(rules, distance=one, limit=0))),
        "now": rules.repeat_distance,
    }


def _wider(limit: int) -> Iterator[int]:
    """The limits looser than this one, the last being none at all."""
    if limit:
        yield from (one for one in COLOUR_LIMITS if one > limit)
        yield 0


def _without(order: Sequence[PlayerId], player: PlayerId) -> list[PlayerId]:
    return [other for other in order if other != player]


def _pairable(players: Sequence[PlayerId], rules: Rules) -> bool:
    return len(players) % 2 == 0 and Oracle(barred(players, rules)).complete
