"""The proof of every paired round for anybody to check: one file a round, and a program that checks them."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from ronde.core.events import Event, RoundPaired, Undone, struck
from ronde.core.replay import replay
from ronde.core.table import Pair
from ronde.core.tournament import Tournament
from ronde.formats import verify
from ronde.formats.evidence import evidence, person

Actions = Sequence[tuple[int, str, str, Sequence[Event]]]
"""A journal by action: number, time, seat and events."""


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
    for at, (number, _, _, facts) in enumerate(actions):
        if number in undone:
            continue
        for place, fact in enumerate(facts):
            if isinstance(fact, RoundPaired):
                yield replay(facts[:place], _standing(actions[:at])), fact


def _standing(actions: Actions) -> Tournament:
    undone = _struck(actions)
    return replay(
        fact
        for number, _, _, facts in actions
        if number not in undone
        for fact in facts
        if not isinstance(fact, Undone)
    )


def _struck(actions: Actions) -> set[int]:
    return struck((number, fact) for number, _, _, facts in reversed(actions) for fact in facts)


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
