"""The list of players KeizerForClubs imports: its first line names the columns (keizer 3)."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from ronde.formats.csv import MOST_PROBLEMS, read_text
from ronde.formats.files import ImportResult
from ronde.formats.keizerforclubs.codes import halves
from ronde.model.errors import FormatError, NameImpossible, Problem
from ronde.model.events import Event, PlayerEntered, TournamentOpened
from ronde.model.player import Player, clean_name
from ronde.model.settings import Settings
from ronde.model.system_settings import KEIZER_BOARD, SEASON

SEPARATORS = ";:,"
"""The first of these that occurs in the first line separates, wherever it occurs."""
AGAIN = "++"
"""Prefixed to a name that is taken."""
BEST_RATING = 29_999
MOST_NAMESAKES = 50
"""Maximum number of equal names in a list, ignoring the prefixes."""


@dataclass(frozen=True, slots=True)
class ListOfPeople:
    """The people of a list, the best rated first, who was renamed, and invalid ratings."""

    players: tuple[Player, ...]
    renamed: tuple[tuple[str, str], ...] = ()
    remarks: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class _Layout:
    """The columns of a line."""

    separator: str
    name: int
    rating: int


def has_heads(path: Path) -> bool:
    """Whether the first line of the file names the two columns as KeizerForClubs wants them."""
    return _layout(read_text(path)) is not None


def read_list(path: Path, taken: Collection[str] = ()) -> ListOfPeople:
    """The people of a list, without numbers; refused whole, with its lines, if one is too short."""
    text = read_text(path)
    layout = _layout(text)
    if layout is None:
        head = text.split("\n", 1)[0].strip()[:80]
        raise FormatError([Problem(str(path), 1, 1, "formats.keizer-heads", head)])
    problems: list[Problem] = []
    remarks: list[Problem] = []
    people = list(_people(path, text, layout, problems, remarks))
    if problems:
        raise FormatError(problems[:MOST_PROBLEMS])
    people.sort(key=lambda person: -person[1])  # stable: equal ratings stay in the order of the file
    return replace(_named(people, taken), remarks=tuple(remarks[:MOST_PROBLEMS]))


def _layout(text: str) -> _Layout | None:
    head = text.split("\n", 1)[0].rstrip("\r")
    separator = next((mark for mark in SEPARATORS if mark in head), None)
    if separator is None:
        return None
    cells = [cell.lower() for cell in next(csv.reader([head], delimiter=separator), [])]
    if "name" not in cells or "rating" not in cells:
        return None
    return _Layout(separator, cells.index("name"), cells.index("rating"))


def _people(
    path: Path, text: str, layout: _Layout, problems: list[Problem], remarks: list[Problem]
) -> Iterable[tuple[str, int]]:
    """Names and ratings, line by line; empty lines are skipped, an invalid rating is reported."""
    count: Counter[str] = Counter()
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=layout.separator)
    try:
        for at, cells in enumerate(reader):
            if at == 0 or not any(cell.strip() for cell in cells):
                continue
            if len(cells) <= max(layout.name, layout.rating):
                line = layout.separator.join(cells)[:80]
                problems.append(Problem(str(path), reader.line_num, 1, "formats.short-line", line))
                continue
            wish = cells[layout.rating].strip()
            if wish and _rating(wish) is None:
                where = (reader.line_num, layout.rating + 1)
                remarks.append(Problem(str(path), *where, "formats.rating-none", wish[:40]))
            try:
                name = clean_name(cells[layout.name])
                count[name.lstrip("+")] += 1
                if count[name.lstrip("+")] > MOST_NAMESAKES:
                    where = (reader.line_num, layout.name + 1)
                    problems.append(Problem(str(path), *where, "formats.namesakes", name))
                yield name, read_rating(wish)
            except NameImpossible as error:
                code = "formats.no-name" if error.facts["reason"] == "empty" else "formats.bad-name"
                what = str(error.facts["text"])
                problems.append(Problem(str(path), reader.line_num, layout.name + 1, code, what))
    except csv.Error as error:
        problems.append(Problem(str(path), reader.line_num, 1, "formats.csv-unreadable", str(error)))


def read_rating(text: str) -> int:
    """A number with comma or point, rounded with halves to even; anything else is 0.

    >>> [read_rating(text) for text in ("1500.5", "1,5", "abc", "-----", "1_500", "")]
    [1500, 2, 0, 0, 0, 0]
    """
    return _rating(text) or 0


def _rating(text: str) -> int | None:
    if "_" in text:  # Python alone reads 1_500 as a number
        return None
    try:
        number = float(text.strip().replace(",", "."))
    except ValueError:
        return None
    return round(number) if 0 <= number <= BEST_RATING else None


def _named(people: Iterable[tuple[str, int]], taken: Collection[str]) -> ListOfPeople:
    listed = list(people)
    wanted = [name for name, _ in listed]
    given = list(different_names(wanted, taken))
    players = [
        Player(0, *halves(name), rating=rating) for name, (_, rating) in zip(given, listed, strict=True)
    ]
    renamed = [(old, new) for old, new in zip(wanted, given, strict=True) if old != new]
    return ListOfPeople(tuple(players), tuple(renamed))


def different_names(names: Iterable[str], taken: Collection[str] = ()) -> Iterator[str]:
    """The names, taken ones with as many `++` as needed to be unique."""
    used = set(taken)
    tried: Counter[str] = Counter()
    for wanted in names:
        name = AGAIN * tried[wanted] + wanted
        while name in used:
            tried[wanted] += 1
            name = AGAIN + name
        used.add(name)
        yield name


def read_tournament(path: Path) -> ImportResult:
    """A list as a new Keizer tournament in which everybody is registered."""
    listed = read_list(path)
    settings = Settings(rounds=SEASON, board=KEIZER_BOARD, system="keizer", tiebreaks=())
    events: list[Event] = [TournamentOpened(path.stem, "", settings)]
    events += [
        PlayerEntered(replace(card, id=number), 1) for number, card in enumerate(listed.players, start=1)
    ]
    remarks = [Problem(str(path), 0, 0, "formats.renamed", f"{old} → {new}") for old, new in listed.renamed]
    return ImportResult(tuple(events), remarks=(*listed.remarks, *remarks))
