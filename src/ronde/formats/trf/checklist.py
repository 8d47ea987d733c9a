"""The checklist of a round: all that the Dutch system knows about each player before pairing (fide 1.11)."""

from __future__ import annotations

from dataclasses import dataclass

from ronde.formats.trf.model import Trf
from ronde.formats.trf.position import position_before
from ronde.pairing.dutch.door import ABSOLUTE, BLACK, DOWN, MILD, STRONG, UP, WHITE, Candidate, Field

_STRENGTHS = {ABSOLUTE: "!", STRONG: "", MILD: "?"}


@dataclass(frozen=True, slots=True)
class ChecklistRow:
    """One person: preferences `W!` absolute, `W` strong, `w?` mild; floats `v` down, `^` up, latest last."""

    number: int
    score: int
    colours: str
    preference: str
    floats: str
    may_have_bye: bool
    opponents: tuple[int, ...]


def checklist(trf: Trf, round_: int) -> list[ChecklistRow]:
    """Everybody to be paired in a round, in ranking order."""
    people = Field(position_before(trf, round_)).people
    return [_row(person) for person in people]


def _row(person: Candidate) -> ChecklistRow:
    marks = {DOWN: "v", UP: "^"}
    return ChecklistRow(
        number=person.number,
        score=person.score,
        colours="".join("W" if colour == WHITE else "B" for colour in person.colours),
        preference=_preference(person),
        floats="".join(marks.get(one, "-") for one in reversed(person.floats)),
        may_have_bye=person.may_have_bye,
        opponents=tuple(sorted(person.opponents)),
    )


def _preference(person: Candidate) -> str:
    letter = {WHITE: "W", BLACK: "B"}.get(person.wants, "")
    return (letter.lower() if person.strength == MILD else letter) + _STRENGTHS.get(person.strength, "")
