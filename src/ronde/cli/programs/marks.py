"""`tournoi --marks`: numbers the programs in the order of their students' marks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import click

from ronde.cli.speech import spoken
from ronde.core.errors import FormatError, Problem
from ronde.formats.grades import Grade, averages, read_grades
from ronde.referee.door import Entrant


def seeded_by_marks(entrants: list[Entrant], path: Path | None, *, quiet: bool) -> list[Entrant]:
    """The entrants numbered by their marks, the best first; unchanged if there is no list.

    Unusable lines of the list and programs without a mark are named. The marks themselves are never shown.
    """
    if path is None:
        return entrants
    grades = _found(read_grades(path), entrants)
    names = {one.name for one in entrants}
    if not any(grade.program in names for grade in grades):
        raise FormatError([Problem(str(path), 0, 0, "formats.grades-nobody", entrants[0].name)])
    marks = averages(grades)
    _tell_unused(path, grades, names)
    _tell_unmarked([one.name for one in entrants if one.name not in marks])
    ordered = [replace(one, id=seed) for seed, one in enumerate(by_mark(entrants, marks), start=1)]
    if not quiet:
        click.echo(spoken("programs.marks-seeds", names=", ".join(one.name for one in ordered)))
    return ordered


def by_mark(entrants: Iterable[Entrant], marks: Mapping[str, Fraction]) -> list[Entrant]:
    """The highest mark first; equal ones by number, and those without a mark last."""
    return sorted(
        entrants, key=lambda one: (one.name not in marks, -marks.get(one.name, Fraction(0)), one.id)
    )


def agreeing(entrants: Iterable[Entrant], path: Path) -> bool:
    """Whether the seeds of a running tournament agree with this list."""
    there = list(entrants)
    return by_mark(there, averages(_found(read_grades(path), there))) == sorted(there, key=lambda one: one.id)


def _found(grades: Iterable[Grade], entrants: Iterable[Entrant]) -> list[Grade]:
    """The marks by full program name: `j07` means `j07_ada`, unless several programs have that number."""
    names = [one.name for one in entrants]
    return [replace(grade, program=_whole_name(grade.program, names)) for grade in grades]


def _whole_name(written: str, names: list[str]) -> str:
    begun = [name for name in names if re.match(rf"{re.escape(written)}(?!\d)", name)]
    numbered = re.fullmatch(r"j\d+", written) and written not in names and len(begun) == 1
    return begun[0] if numbered else written


def _tell_unused(path: Path, grades: Iterable[Grade], names: set[str]) -> None:
    """Name every listed program that does not play, once, with its first line."""
    first = {grade.program: grade.line for grade in reversed(list(grades)) if grade.program not in names}
    for name, line in sorted(first.items(), key=lambda item: item[1]):
        click.echo(spoken("programs.marks-unknown", path=path.name, line=line, name=name), err=True)


def _tell_unmarked(names: list[str]) -> None:
    if names:
        click.echo(spoken("programs.marks-none", names=", ".join(names), count=len(names)), err=True)
