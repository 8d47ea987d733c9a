"""The checklist of a round: all that the Dutch system knows about each player before pairing (fide 1.11)."""

from __future__ import annotations

from ronde.core.tournament import Tournament
from ronde.pairing.draw import ChecklistRow
from ronde.pairing.dutch.field import ABSOLUTE, BLACK, DOWN, MILD, UP, WHITE, Candidate, Field
from ronde.pairing.dutch.hall import numbers_of, position_of


def checklist_rows(people: Field) -> list[ChecklistRow]:
    """Everybody to be paired, in ranking order."""
    return [_row(person) for person in people.people]


def checklist_of(tournament: Tournament) -> list[ChecklistRow]:
    """The checklist of the open round, by player instead of number."""
    numbers = numbers_of(tournament)
    return [row.named(numbers.player) for row in checklist_rows(Field(position_of(tournament)))]


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
    return {ABSOLUTE: letter * 2, MILD: letter.lower()}.get(person.strength, letter)
