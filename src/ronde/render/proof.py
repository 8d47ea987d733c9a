"""The proof of every paired round for anybody to check: one file a round, and a program that checks them."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from ronde.i18n import say
from ronde.model.events import Event, RoundPaired, Undone, undone_actions
from ronde.model.replay import replay
from ronde.model.table import Pair
from ronde.model.tournament import Tournament, seeding
from ronde.render import verify
from ronde.systems.rounds import brackets, certificate, checklist, rank_order, timetable

if TYPE_CHECKING:
    from ronde.systems.matching.proof import Proof
    from ronde.systems.system import ChecklistRow


# What can be verified of a round, by the way it was paired; `verify.py` has a function for each way.


Data = dict[str, Any]


def evidence(before: Tournament, paired: RoundPaired, language: str) -> Data:
    """The evidence of a round, and a sentence that says what it leaves open.

    A round without a seed was paired by another program or by hand: its method is unknown.
    """
    proof = _evidence(before, paired) if paired.seed else None
    proof = proof or {"method": "once", "left": "foreign"}
    return {**proof, "unchecked": say(f"proof.{proof.pop('left')}", language)}


def _evidence(before: Tournament, paired: RoundPaired) -> Data | None:
    system = before.pairing_system
    if system.numbered:
        return _legal(before, paired)
    if system.by_value and not before.unpaired:
        return None
    return _schedule(before) or _least(before, paired.seed) or _order(before, paired.seed)


def _least(before: Tournament, seed: int) -> Data | None:
    """Costs, and duals that prove that nothing is cheaper."""
    proved = certificate(before, seed=seed)
    if proved is None:
        return None
    return {
        "method": "least",
        "left": "costs",
        "total": proved.total,
        "players": [person(before, player) for player in proved.players],
        "costs": [row[:at] for at, row in enumerate(proved.costs)],
        "forbidden": proved.forbidden,
        "proof": _duals(proved.proof),
    }


def _order(before: Tournament, seed: int) -> Data | None:
    """The ranking, forbidden pairs, and duals that prove which pairs would leave others unpaired."""
    ranking = rank_order(before, seed=seed)
    if ranking is None:
        return None
    number = ranking.players
    return {
        "method": "order",
        "left": "ranks",
        "players": [person(before, player) for player in number],
        "barred": [[number[one], number[other]] for one, other in ranking.barred],
        "dead_ends": {
            f"{number[end.upper]}-{number[end.lower]}": {"total": end.least, **_duals(end.proof)}
            for end in ranking.dead_ends
        },
    }


def _schedule(before: Tournament) -> Data | None:
    """The schedule, and who was present."""
    games = timetable(before)
    if not any(games):
        return None
    knock_out = before.pairing_system.knock_out
    return {
        "method": "schedule",
        "left": "bracket" if knock_out else "schedule",
        "schedule": games,
        "turn": 0 if knock_out else before.open_round.number - 1,
        "here": before.unpaired,
    }


def _legal(before: Tournament, paired: RoundPaired) -> Data:
    """Forbidden opponents and required colours of everybody, and how often the criteria were violated."""
    after = replay([paired], before)
    return {
        "method": "legal",
        "left": "criteria",
        "players": [_listed(before, row) for row in checklist(before, paired.round)],
        "brackets": [msgspec.to_builtins(one) for one in brackets(after, paired.round)],
    }


def _listed(before: Tournament, row: ChecklistRow) -> Data:
    """A player before the round; 0 among the forbidden opponents is the bye."""
    players, settings = seeding(before), before.settings
    apart = [other for pair in before.forbidden if row.player in pair for other in pair - {row.player}]
    met = [players[number - 1] for number in row.opponents]
    top = 2 * row.score > len(before.closed_rounds) * round(10 * settings.dutch.win)
    spared = top and before.open_round.number >= settings.rounds  # C3 exempts the last round's leaders
    return {
        **person(before, row.player),
        "score": row.score / 10,
        "colours": row.colours,
        "must": row.preference[:1] if len(row.preference) == 2 and not spared else "",
        "barred": sorted([*met, *apart, *([] if row.may_have_bye else [0])]),
    }


def _duals(proof: Proof) -> Data:
    return {
        "y": proof.y,
        "sets": [{"people": one.people, "inside": one.inside, "z": one.z} for one in proof.sets],
        "scale": proof.scale,
        "noise": proof.noise,
    }


def person(before: Tournament, player: int) -> Data:
    """A player by number and name; the bye is 0 without a name."""
    return {"number": player, "name": before.players[player].full_name if player else None}


# The proof of every paired round for anybody to check: one file a round, and a program that checks them.


Actions = Sequence[tuple[int, str, str, Sequence[Event]]]
"""A journal by action: number, time, actor and events."""


def proof_files(actions: Actions, language: str) -> dict[str, bytes]:
    """The files of the folder by name; a round that was paired in several steps has one for each."""
    written = {"verify.py": inspect.getsource(verify).encode()}
    for before, paired in paired_rounds(actions):
        name = f"round-{paired.round}"
        steps = sum(known.startswith((f"{name}.", f"{name}-")) for known in written)
        written[f"{name}-{steps + 1}.json" if steps else f"{name}.json"] = _text(
            _round(before, paired, language)
        )
    return written


def _text(parts: dict[str, Any]) -> bytes:
    """One line for each part: a table of costs has as many numbers as there are pairs."""
    lines = (f"{json.dumps(part)}: {json.dumps(value, ensure_ascii=False)}" for part, value in parts.items())
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def paired_rounds(actions: Actions) -> Iterator[tuple[Tournament, RoundPaired]]:
    """Every pairing that is not undone, with the tournament just before it."""
    undone = _struck(actions)
    for at, (number, _, _, events) in enumerate(actions):
        if number in undone:
            continue
        for place, event in enumerate(events):
            if isinstance(event, RoundPaired):
                yield replay(events[:place], _standing(actions[:at])), event


def _standing(actions: Actions) -> Tournament:
    undone = _struck(actions)
    return replay(
        event
        for number, _, _, events in actions
        if number not in undone
        for event in events
        if not isinstance(event, Undone)
    )


def _struck(actions: Actions) -> set[int]:
    return undone_actions((number, event) for number, _, _, events in reversed(actions) for event in events)


def _round(before: Tournament, paired: RoundPaired, language: str) -> dict[str, Any]:
    paired_round = {
        "round": paired.round,
        "system": paired.system,
        "seed": paired.seed,
        "total": paired.total,
        "settings": msgspec.to_builtins(before.settings),
        "tables": {str(table): _table(before, pair) for table, pair in sorted(paired.tables.items())},
        "bye": person(before, paired.bye.player) if paired.bye else None,
    }
    return paired_round | evidence(before, paired, language)


def _table(before: Tournament, pair: Pair) -> dict[str, Any]:
    return {
        "first": person(before, pair.first),
        "second": person(before, pair.second),
        "cost": pair.cost,
        "bill": [
            {"rule": one.rule, "cost": one.cost, "player": one.player or None, "amount": one.amount}
            for one in pair.reasons
        ],
    }
