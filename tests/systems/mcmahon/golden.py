"""Rounds as OpenGotha paired them, each with the tournament before it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from tests.support.go_golden import GOLDEN, OLD, key, recorded
from tests.support.go_golden import tournament as as_read

from ronde.model.tournament import Tournament
from ronde.systems.mcmahon.field import Field
from ronde.systems.rounds import before_pairing

NEW, PRINTED = "weights-of-3.52", "printed-by-3.52"
RECORDED = [path for kind in (OLD, NEW) for path in sorted((GOLDEN / kind).iterdir())]
PRINTED_ONES = sorted((GOLDEN / PRINTED).iterdir())


def name(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


@cache
def tournament(path: Path) -> Tournament:
    """The tournament of a folder; those weighed by 3.52 may stand with the others."""
    file = path / "tournament.xml"
    if not file.exists():
        file = GOLDEN / OLD / path.name / "tournament.xml"
    rules = "3.51" if path.parent.name == OLD else "3.52"
    made = as_read(file)
    mcmahon = replace(made.settings.mcmahon, rules=rules)
    return replace(made, settings=replace(made.settings, mcmahon=mcmahon))


@dataclass(frozen=True, slots=True)
class Recorded:
    """A round as the program paired it, and the tournament before it."""

    told: dict[str, Any]
    before: Tournament
    field: Field

    @property
    def pool(self) -> list[int]:
        """Everybody to be paired, by place; without the bye."""
        free = sorted(self.field.place[player] for player in self.before.unpaired)
        bye = self.field.bye_order(free)[:1] if len(free) % 2 else []
        return [place for place in free if place not in bye]

    def names(self, places: list[int]) -> list[str]:
        return [key(self.field.cards[place]) for place in places]


def rounds(path: Path) -> Iterator[Recorded]:
    for told in recorded(path)["rounds"]:
        before = before_pairing(tournament(path), told["round"])
        yield Recorded(told, before, Field(before))
