"""The records of a report file by columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ronde.formats.trf.model import (
    FOR_EVER,
    MOST_NUMBER,
    RESULTS,
    ByeRequest,
    NoMeeting,
    PointSystem,
    TrfPlayer,
    TrfRound,
    VirtualPoints,
)
from ronde.formats.trf.reading import LineRecord, Reading

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
    reading.forbidden.append(NoMeeting(1, FOR_EVER, reading.words(line, 4), reading.line))


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
