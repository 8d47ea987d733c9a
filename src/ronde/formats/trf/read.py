"""Reading a report file: records by their codes, fields by their columns, mistakes with their places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from ronde.core.errors import FormatError, Problem
from ronde.formats.csv import decoded
from ronde.formats.trf.model import (
    FOR_EVER,
    RESULTS,
    ByeRequest,
    NoMeeting,
    PointSystem,
    Trf,
    TrfPlayer,
    TrfRound,
    VirtualPoints,
)

MOST_PROBLEMS = 15
_FIRST_ROUND = 91
_ROUND = 10
_TEXT = (
    "012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132", "172", "182",
    "192", "202", "212", "222", "352", "362",
)  # fmt: skip
_ITEM = re.compile(r"([WDLAPX])\s*(\d{1,2}(?:\.\d)?)")
_SCORES = {"BBW": "win", "BBD": "draw", "BBL": "loss", "BBZ": "absent", "BBF": "absent", "BBU": "bye"}
_LETTERS = {"W": "win", "D": "draw", "L": "loss", "A": "absent", "P": "bye"}
_SIDES = {"WW": "win", "BW": "win", "WD": "draw", "BD": "draw", "WL": "loss", "BL": "loss", "ZPB": "absent",
          "FL": "absent", "PAB": "bye", "W": "win", "D": "draw", "L": "loss"}  # fmt: skip


def read_trf(path: Path) -> Trf:
    """The file, or `FormatError` with the line and column of each mistake."""
    return parse_trf(decoded(path), str(path))


def parse_trf(text: str, path: str = "") -> Trf:
    """The same from a text; lines may end with CR, LF or both."""
    reading = _Reading(path)
    for at, line in enumerate(re.split(r"\r\n|\r|\n", text)):
        reading.take(at + 1, line.rstrip())
    reading.finish()
    if reading.problems:
        raise FormatError(reading.problems[:MOST_PROBLEMS])
    return reading.trf()


class _Reading:
    """A file while it is being read."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.problems: list[Problem] = []
        self.head: dict[str, list[str]] = {}
        self.players: dict[int, TrfPlayer] = {}
        self.values: dict[str, int] = {}
        self.rounds: dict[str, tuple[int, int]] = {}
        self.white_first: bool | None = None
        self.byes: list[ByeRequest] = []
        self.absent: list[tuple[int, tuple[int, ...]]] = []
        self.virtual: list[VirtualPoints] = []
        self.forbidden: list[NoMeeting] = []
        self.others: list[str] = []
        self.line = 0

    def wrong(self, column: int, key: str, text: str = "", line: int = 0) -> None:
        """Remember a mistake in the current line; columns count from 0 here and from 1 in the message."""
        self.problems.append(Problem(self.path, line or self.line, column + 1, f"trf.{key}", text))

    def take(self, number: int, line: str) -> None:
        """Read one line."""
        self.line = number
        code = line[:3]
        reader = _READERS.get(code)
        if reader is not None:
            reader(self, line)
        elif code in _TEXT:
            self.head.setdefault(code, []).append(line[4:])
        elif line:
            self.others.append(line)

    def whole(self, line: str, begin: int, end: int, *, default: int | None = None) -> int | None:
        """The whole number in some columns, or None with a remark if there is none."""
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
        found = [self.whole(line, at, at + 4) for at in range(begin, len(line), 5)]
        return tuple(one for one in found if one)

    def words(self, line: str, begin: int) -> tuple[int, ...]:
        """Ids separated by blanks or commas, as the extensions write them."""
        found = []
        for word in re.compile(r"[^\s,]+").finditer(line, begin):
            number = self.whole(line, word.start(), word.end())
            found += [number] if number else []
        return tuple(found)

    def finish(self) -> None:
        """Check what concerns several lines."""
        counts = set(value for value, _ in self.rounds.values())
        if len(counts) > 1:
            self.wrong(
                4,
                "rounds-differ",
                ", ".join(map(str, sorted(counts))),
                max(at for _, at in self.rounds.values()),
            )
        if not self.players and not self.problems:
            self.wrong(0, "no-players", line=1)
        for player in self.players.values():
            for at, one in enumerate(player.rounds):
                self._check_opponent(player, at, one)

    def _check_opponent(self, player: TrfPlayer, at: int, one: TrfRound) -> None:
        """Both rows of a game must tell the same."""
        column = _FIRST_ROUND + _ROUND * at
        if not one.opponent:
            return
        opponent = self.players.get(one.opponent)
        if opponent is None:
            self.wrong(column, "unknown-opponent", str(one.opponent), player.line)
            return
        theirs = opponent.rounds[at] if at < len(opponent.rounds) else TrfRound()
        if one.opponent == player.number or theirs.opponent != player.number:
            self.wrong(column, "one-sided", f"{player.number}, {one.opponent}", player.line)
        elif one.colour == theirs.colour and one.colour != "-":
            self.wrong(column + 5, "same-colour", f"{player.number}, {one.opponent}", player.line)
        elif theirs.result not in _ANSWERS.get(one.result, ""):
            self.wrong(column + 7, "results-differ", f"{one.result} {theirs.result}", player.line)

    def trf(self) -> Trf:
        """What was read."""
        played = Trf(players=tuple(self.players.values())).played
        absences = tuple(ByeRequest("Z", played + 1, numbers) for _, numbers in self.absent)
        values = {"bye": self.values.get("win", 10), **self.values}
        return Trf(
            head={code: tuple(texts) for code, texts in self.head.items()},
            players=tuple(sorted(self.players.values(), key=lambda player: player.number)),
            points=PointSystem(**values),
            rounds=next((value for value, _ in self.rounds.values()), 0),
            white_first=self.white_first,
            byes=(*self.byes, *absences),
            virtual=tuple(self.virtual),
            forbidden=tuple(self.forbidden),
            others=tuple(self.others),
        )


_ANSWERS = {
    "1": "0", "0": "1", "=": "=", "W": "L", "L": "W", "D": "D", "+": "-", "-": "+-",
}  # fmt: skip
"""Which letters may stand on the other side of a game."""


def _player(reading: _Reading, line: str) -> None:
    number = reading.whole(line, 4, 8)
    if number is None:
        return
    if not 1 <= number <= 9999 or number in reading.players:
        reading.wrong(4, "number-twice" if number in reading.players else "number", str(number))
        return
    rating = reading.whole(line, 48, 52, default=0)
    points = reading.tenths(line[80:84], 80) if line[80:84].strip() else 0
    rank = reading.whole(line, 85, 89, default=0)
    reading.players[number] = TrfPlayer(
        number=number,
        sex=line[9:10].strip().lower(),
        title=line[10:13].strip().upper(),
        name=line[14:47].strip(),
        rating=rating or 0,
        federation=line[53:56].strip(),
        fide_number=line[57:68].strip(),
        birth=line[69:79].strip(),
        points=points or 0,
        rank=rank or 0,
        rounds=tuple(_rounds(reading, line)),
        line=reading.line,
    )


def _rounds(reading: _Reading, line: str) -> Iterator[TrfRound]:
    for at in range(_FIRST_ROUND, len(line), _ROUND):
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


def _round_count(reading: _Reading, line: str) -> None:
    count = reading.whole(line, 4, max(5, len(line)))
    if count is not None:
        reading.rounds[line[:3]] = (count, reading.line)


def _first_colour(reading: _Reading, line: str) -> None:
    letter = line[4:5].upper()
    if letter not in ("W", "B"):
        reading.wrong(4, "first-colour", line[4:].strip())
    else:
        reading.white_first = letter == "W"


def _first_colour_in_words(reading: _Reading, line: str) -> None:
    words = line[4:].lower().split()
    if "white1" in words or "black1" in words:
        reading.white_first = "white1" in words
    if set(words) - {"white1", "black1"}:
        reading.others.append(line)


def _point_system(reading: _Reading, line: str) -> None:
    rest = _ITEM.sub("", line[3:])
    if rest.strip():
        reading.wrong(3 + line[3:].index(rest.split()[0]), "point-system", rest.strip())
    for letter, value in _ITEM.findall(line[3:]):
        if letter in _LETTERS:
            reading.values[_LETTERS[letter]] = round(float(value) * 10)


def _one_value(reading: _Reading, line: str) -> None:
    value = reading.tenths(line[4:], 4)
    if value is not None:
        reading.values[_SCORES[line[:3]]] = value


def _values_by_side(reading: _Reading, line: str) -> None:
    for word in re.finditer(r"\S+", line[4:]):
        name, _, value = word[0].partition("=")
        points = reading.tenths(value, 4 + word.start())
        if points is not None and name.upper() in _SIDES:
            reading.values[_SIDES[name.upper()]] = points
    reading.others.append(line)


def _byes(reading: _Reading, line: str) -> None:
    kind, round_ = line[4:5].upper(), reading.whole(line, 6, 9)
    if kind not in ("F", "H", "Z"):
        reading.wrong(4, "bye-kind", line[4:5])
    elif round_:
        reading.byes.append(ByeRequest(kind, round_, reading.numbers(line, 10)))


def _absent(reading: _Reading, line: str) -> None:
    reading.absent.append((reading.line, reading.words(line, 4)))


def _virtual(reading: _Reading, line: str) -> None:
    points = reading.tenths(line[9:13], 9)
    fields = [reading.whole(line, begin, end) for begin, end in ((14, 17), (18, 21), (22, 26), (27, 31))]
    first_round, last_round, first, last = fields
    if points is not None and first_round and last_round and first and last:
        reading.virtual.append(VirtualPoints(points, first_round, last_round, first, last))


def _virtual_by_person(reading: _Reading, line: str) -> None:
    number = reading.whole(line, 4, 8)
    for at, begin in enumerate(range(9, len(line), 5)):
        points = reading.tenths(line[begin : begin + 4], begin) if line[begin : begin + 4].strip() else 0
        if number and points:
            reading.virtual.append(VirtualPoints(points, at + 1, at + 1, number, number))


def _forbidden(reading: _Reading, line: str) -> None:
    first, last = reading.whole(line, 4, 7), reading.whole(line, 8, 11)
    if first and last is not None:
        reading.forbidden.append(NoMeeting(first, last, reading.numbers(line, 12)))


def _forbidden_for_ever(reading: _Reading, line: str) -> None:
    reading.forbidden.append(NoMeeting(1, FOR_EVER, reading.words(line, 4)))


_READERS: dict[str, Callable[[_Reading, str], None]] = {
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
