"""A report file as records: their columns, and mistakes with their positions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from ronde.model.errors import Problem

# A report file as values: its records, uninterpreted.


LAST_ROUND = 999
"""A last round that is never reached."""
MOST_NUMBER = 9_999
"""The largest number of a row."""
RESULTS = "1=0WDL+-UFHZ"
"""Every result letter; a blank means Z."""


@dataclass(frozen=True, slots=True)
class PointSystem:
    """The value of results in tenths of a point (record 162)."""

    win: int = 10
    draw: int = 5
    loss: int = 0
    absent: int = 0
    """Zero-point byes and forfeit losses."""
    bye: int = 10
    """The pairing-allocated bye."""

    def worth(self, result: str) -> int:
        if result in "1W+F":
            return self.win
        if result in "=DH":
            return self.draw
        if result in "0L":
            return self.loss
        return self.bye if result == "U" else self.absent


@dataclass(frozen=True, slots=True)
class TrfRound:
    """One round of one row: the opponent's number (0 for none), the colour (`w`, `b`, `-`) and the result."""

    opponent: int = 0
    colour: str = "-"
    result: str = "Z"

    @property
    def pending(self) -> bool:
        """Whether this is a requested bye, which may be in a file before the round is paired."""
        return not self.opponent and self.result in "FHZ"


@dataclass(frozen=True, slots=True)
class TrfPlayer:
    """A row 001."""

    number: int
    name: str
    sex: str = ""
    title: str = ""
    rating: int = 0
    federation: str = ""
    fide_number: str = ""
    birth: str = ""
    points: int = 0
    """As in the file, in tenths."""
    rank: int = 0
    rounds: tuple[TrfRound, ...] = ()
    line: int = 0


@dataclass(frozen=True, slots=True)
class ByeRequest:
    """Byes known beforehand (240, XXZ): full, half or zero points."""

    kind: str
    round: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class VirtualPoints:
    """Points of acceleration for some rounds and people (250, XXA), in tenths."""

    points: int
    first_round: int
    last_round: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class NoMeeting:
    """People none of whom may meet in some rounds (260, XXP)."""

    first_round: int
    last_round: int
    numbers: tuple[int, ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Trf:
    head: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Records of text (012 to 132, 172 to 222 and 352 upwards) by code."""
    players: tuple[TrfPlayer, ...] = ()
    points: PointSystem = field(default_factory=PointSystem)
    rounds: int = 0
    """The number of announced rounds, 0 if the file does not say."""
    white_first: bool | None = None
    byes: tuple[ByeRequest, ...] = ()
    virtual: tuple[VirtualPoints, ...] = ()
    forbidden: tuple[NoMeeting, ...] = ()
    others: tuple[str, ...] = ()
    """Comments and unknown records, unchanged."""
    remarks: tuple[Problem, ...] = field(default=(), compare=False)
    """What was adjusted while reading."""

    @property
    def played(self) -> int:
        """The number of paired rounds: the last one with a game or a pairing-allocated bye."""
        paired = [
            at + 1 for player in self.players for at, one in enumerate(player.rounds) if not one.pending
        ]
        return max(paired, default=0)


def baku(last: int, rounds: int, points: PointSystem) -> tuple[VirtualPoints, ...]:
    """Acceleration for the numbers up to `last`: a win in the first rounds, then half of it (fide 3.9)."""
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    parts = [VirtualPoints(points.win, 1, full, 1, last)]
    if accelerated > full:
        parts.append(VirtualPoints(points.win // 2, full + 1, accelerated, 1, last))
    return tuple(parts)


def upper_group(players: int) -> int:
    """The size of the accelerated group of Baku."""
    return 2 * -(-players // 4)


# A report file while it is being read: fields by their columns, mistakes with their positions.


T = TypeVar("T")


class LineRecord(NamedTuple, Generic[T]):
    """A record and its line."""

    line: int
    what: T


class Reading:
    """A file while it is being read."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.problems: list[Problem] = []
        self.head: dict[str, list[str]] = {}
        self.players: dict[int, TrfPlayer] = {}
        self.values: dict[str, int] = {}
        self.rounds: dict[str, tuple[int, int]] = {}
        self.white_first: bool | None = None
        self.byes: list[LineRecord[ByeRequest]] = []
        self.absent: list[tuple[int, tuple[int, ...]]] = []
        self.virtual: list[LineRecord[VirtualPoints]] = []
        self.virtual_by_person: list[LineRecord[VirtualPoints]] = []
        self.forbidden: list[NoMeeting] = []
        self.columns: dict[tuple[int, int], int] = {}
        """The column of a number in a line that names several; from 0."""
        self.others: list[str] = []
        self.remarks: list[Problem] = []
        self.line = 0

    def wrong(self, column: int, key: str, text: str = "", line: int = 0) -> None:
        """Record a mistake in the current line; columns count from 0 here and from 1 in the message."""
        self.problems.append(Problem(self.path, line or self.line, column + 1, f"trf.{key}", text))

    def remark(self, column: int, key: str, text: str = "", line: int = 0) -> None:
        """Record an adjustment in the current line; columns as in `wrong`."""
        self.remarks.append(Problem(self.path, line or self.line, column + 1, f"trf.{key}", text))

    def whole(self, line: str, begin: int, end: int, *, default: int | None = None) -> int | None:
        """The whole number in some columns, or None with a mistake recorded if there is none."""
        text = line[begin:end].strip()
        if not text and default is not None:
            return default
        if text.isdecimal() and text.isascii():
            return int(text)
        self.wrong(begin, "number", text)
        return None

    def tenths(self, text: str, column: int) -> int | None:
        """A number of points with one decimal."""
        match = re.fullmatch(r"\s*(-?)(\d{1,4})(?:[.,](\d))?\s*", text)
        if match is None:
            self.wrong(column, "points", text.strip())
            return None
        return (-1 if match[1] else 1) * (int(match[2]) * 10 + int(match[3] or 0))

    def numbers(self, line: str, begin: int) -> tuple[int, ...]:
        """A row of ids, four columns each with one between."""
        return self._placed(line, ((at, at + 4) for at in range(begin, len(line), 5)))

    def words(self, line: str, begin: int) -> tuple[int, ...]:
        """Ids separated by blanks or commas, as in the extensions."""
        return self._placed(line, (word.span() for word in re.compile(r"[^\s,]+").finditer(line, begin)))

    def _placed(self, line: str, spans: Iterable[tuple[int, int]]) -> tuple[int, ...]:
        """The numbers in some columns, each stored with its position."""
        numbers = []
        for begin, end in spans:
            number = self.whole(line, begin, end)
            if number:
                numbers.append(number)
                blanks = len(line[begin:end]) - len(line[begin:end].lstrip())
                self.columns.setdefault((self.line, number), begin + blanks)
        return tuple(numbers)

    def column_of(self, line: int, number: int) -> int:
        """The column of a number in a line."""
        return self.columns.get((line, number), 4)


# The records of a report file by columns.


FIRST_ROUND = 91
ROUND = 10
TEXT = (
    "012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132", "172", "182",
    "192", "202", "212", "222", "352", "362",
)  # fmt: skip
_ITEM = re.compile(r"([WDLAPX])\s*(\d{1,2}(?:\.\d)?)")
_SCORES = {"BBW": "win", "BBD": "draw", "BBL": "loss", "BBZ": "absent", "BBF": "absent", "BBU": "bye"}
_LETTERS = {"W": "win", "D": "draw", "L": "loss", "A": "absent", "P": "bye"}
_SIDES = {"WW": "win", "BW": "win", "WD": "draw", "BD": "draw", "WL": "loss", "BL": "loss", "ZPB": "absent",
          "FL": "absent", "PAB": "bye", "W": "win", "D": "draw", "L": "loss"}  # fmt: skip
_SAME = {"HPB": "draw", "FPB": "win", "FW": "win"}
"""Values that must equal that of a game, because no record of ours can store another."""


def _player(reading: Reading, line: str) -> None:
    number = reading.whole(line, 4, 8)
    if number is None:
        return
    if not 1 <= number <= MOST_NUMBER or number in reading.players:
        reading.wrong(4, "number-twice" if number in reading.players else "start-number", str(number))
        return
    rating = reading.whole(line, 48, 52, default=0)
    points = reading.tenths(line[80:84], 80) if line[80:84].strip() else 0
    rank = reading.whole(line, 85, 89, default=0)
    reading.players[number] = TrfPlayer(
        number=number,
        sex=line[9:10].strip().lower(),
        title=line[10:13].strip().upper(),
        name=_name(reading, line),
        rating=rating or 0,
        federation=line[53:56].strip(),
        fide_number=line[57:68].strip(),
        birth=line[69:79].strip(),
        points=points or 0,
        rank=rank or 0,
        rounds=tuple(_rounds(reading, line)),
        line=reading.line,
    )


def _name(reading: Reading, line: str) -> str:
    name = line[14:47].strip()
    if not name:
        reading.wrong(14, "no-name")
    return name


def _rounds(reading: Reading, line: str) -> Iterator[TrfRound]:
    for at in range(FIRST_ROUND, len(line), ROUND):
        cell = line[at : at + 8].ljust(8)
        opponent = reading.whole(line, at, at + 4, default=0)
        colour, result = cell[5].lower().strip() or "-", cell[7].upper().strip() or "Z"
        if result not in RESULTS:
            reading.wrong(at + 7, "result", result)
        elif colour not in "wb-":
            reading.wrong(at + 5, "colour", colour)
        elif opponent is not None and bool(opponent) != (result in "1=0WDL+-"):
            reading.wrong(at, "opponent-and-result", cell.strip())
        else:
            yield TrfRound(opponent or 0, colour if opponent else "-", result)
            continue
        yield TrfRound()


def _round_count(reading: Reading, line: str) -> None:
    count = reading.whole(line, 4, max(5, len(line)))
    if count is not None:
        reading.rounds[line[:3]] = (count, reading.line)


def _first_colour(reading: Reading, line: str) -> None:
    letter = line[4:5].upper()
    if letter not in ("W", "B"):
        reading.wrong(4, "first-colour", line[4:].strip())
    else:
        reading.white_first = letter == "W"


def _first_colour_in_words(reading: Reading, line: str) -> None:
    words = line[4:].lower().split()
    if "white1" in words or "black1" in words:
        reading.white_first = "white1" in words
    if set(words) - {"white1", "black1"}:
        reading.others.append(line)


def _point_system(reading: Reading, line: str) -> None:
    rest = _ITEM.sub("", line[3:])
    if rest.strip():
        reading.wrong(3 + line[3:].index(rest.split()[0]), "point-system", rest.strip())
    for letter, value in _ITEM.findall(line[3:]):
        if letter in _LETTERS:
            reading.values[_LETTERS[letter]] = round(float(value) * 10)


def _one_value(reading: Reading, line: str) -> None:
    value = reading.tenths(line[4:], 4)
    if value is not None:
        reading.values[_SCORES[line[:3]]] = value


def _values_by_side(reading: Reading, line: str) -> None:
    """Points by side; what record 162 cannot express is reported and lost."""
    by_name = {}
    for word in re.finditer(r"\S+", line[4:]):
        name, _, value = word[0].upper().partition("=")
        points = reading.tenths(value, 4 + word.start())
        by_name.update({} if points is None else {name: points})
    lost = []
    for name, points in sorted(by_name.items(), key=lambda item: item[0] in _SAME):
        field = _SIDES.get(name)
        usual = getattr(PointSystem(), _SAME[name]) if name in _SAME else points
        if reading.values.get(field or _SAME.get(name, ""), usual) != points or not (field or name in _SAME):
            lost.append(f"{name}={points / 10:g}")
        elif field:
            reading.values[field] = points
    if lost:
        reading.remark(4, "points-lost", " ".join(lost))


def _byes(reading: Reading, line: str) -> None:
    kind, round_ = line[4:5].upper(), reading.whole(line, 6, 9)
    if kind not in ("F", "H", "Z"):
        reading.wrong(4, "bye-kind", line[4:5])
    elif round_:
        reading.byes.append(LineRecord(reading.line, ByeRequest(kind, round_, reading.numbers(line, 10))))


def _absent(reading: Reading, line: str) -> None:
    reading.absent.append((reading.line, reading.words(line, 4)))


def _virtual(reading: Reading, line: str) -> None:
    points = reading.tenths(line[9:13], 9)
    fields = [reading.whole(line, begin, end) for begin, end in ((14, 17), (18, 21), (22, 26), (27, 31))]
    first_round, last_round, first, last = fields
    if points is not None and first_round and last_round and first and last:
        reading.virtual.append(
            LineRecord(reading.line, VirtualPoints(points, first_round, last_round, first, last))
        )


def _virtual_by_person(reading: Reading, line: str) -> None:
    number = reading.whole(line, 4, 8)
    for at, begin in enumerate(range(9, len(line), 5)):
        points = reading.tenths(line[begin : begin + 4], begin) if line[begin : begin + 4].strip() else 0
        if number and points:
            one = VirtualPoints(points, at + 1, at + 1, number, number)
            reading.virtual_by_person.append(LineRecord(reading.line, one))


def _forbidden(reading: Reading, line: str) -> None:
    first, last = reading.whole(line, 4, 7), reading.whole(line, 8, 11)
    if first and last is not None:
        reading.forbidden.append(NoMeeting(first, last, reading.numbers(line, 12), reading.line))


def _forbidden_for_ever(reading: Reading, line: str) -> None:
    reading.forbidden.append(NoMeeting(1, LAST_ROUND, reading.words(line, 4), reading.line))


READERS: dict[str, Callable[[Reading, str], None]] = {
    "001": _player,
    "142": _round_count,
    "XXR": _round_count,
    "152": _first_colour,
    "XXC": _first_colour_in_words,
    "162": _point_system,
    **dict.fromkeys(_SCORES, _one_value),
    "XXS": _values_by_side,
    "240": _byes,
    "XXZ": _absent,
    "250": _virtual,
    "XXA": _virtual_by_person,
    "260": _forbidden,
    "XXP": _forbidden_for_ever,
}
