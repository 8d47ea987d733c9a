"""Reads a report file: its records, then checks across them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from ronde.formats.csv import read_text
from ronde.formats.trf.records import (
    FIRST_ROUND,
    READERS,
    ROUND,
    TEXT,
    ByeRequest,
    LineRecord,
    PointSystem,
    Reading,
    Trf,
    TrfPlayer,
    TrfRound,
    VirtualPoints,
    baku,
    upper_group,
)
from ronde.model.errors import FormatError

# Checks across lines of a report: games in two rows, byes, points, equivalent records.


_ANSWERS = {
    "1": "0", "0": "1", "=": "=", "W": "L", "L": "W", "D": "D", "+": "-", "-": "+-",
}  # fmt: skip
"""The letters allowed on the other side of a game."""
_PERSON = 5
"""Columns of a number in record XXA."""


def check(reading: Reading) -> None:
    """Record every contradiction."""
    _check_round_counts(reading)
    if not reading.players and not reading.problems:
        reading.wrong(0, "no-players", line=1)
    _complete_colours(reading)
    for player in reading.players.values():
        for at, one in enumerate(player.rounds):
            _check_game(reading, player, at, one)
    _check_pairing_byes(reading)
    _check_byes(reading)
    _check_virtual(reading)
    _check_forbidden(reading)


def _check_round_counts(reading: Reading) -> None:
    counts = set(value for value, _ in reading.rounds.values())
    if len(counts) > 1:
        listed = ", ".join(map(str, sorted(counts)))
        reading.wrong(4, "rounds-differ", listed, max(at for _, at in reading.rounds.values()))


def _complete_colours(reading: Reading) -> None:
    """Complete the colours of forfeited games: from the other row, else the smaller number is White."""
    for player in list(reading.players.values()):
        rounds = list(player.rounds)
        for at, one in enumerate(rounds):
            opponent = reading.players.get(one.opponent)
            if one.colour != "-" or opponent is None:
                continue
            theirs = opponent.rounds[at] if at < len(opponent.rounds) else TrfRound()
            smaller = player.number < opponent.number
            white = theirs.colour == "b" or (theirs.colour == "-" and smaller)
            rounds[at] = replace(one, colour="w" if white else "b")
            reading.remark(FIRST_ROUND + ROUND * at + 5, "colour-given", rounds[at].colour, player.line)
        reading.players[player.number] = replace(player, rounds=tuple(rounds))


def _check_game(reading: Reading, player: TrfPlayer, at: int, one: TrfRound) -> None:
    """Both rows of a game must agree."""
    column = FIRST_ROUND + ROUND * at
    if not one.opponent:
        return
    opponent = reading.players.get(one.opponent)
    if opponent is None:
        reading.wrong(column, "unknown-opponent", str(one.opponent), player.line)
        return
    theirs = opponent.rounds[at] if at < len(opponent.rounds) else TrfRound()
    if one.opponent == player.number or theirs.opponent != player.number:
        reading.wrong(column, "one-sided", f"{player.number}, {one.opponent}", player.line)
    elif one.colour == theirs.colour:
        reading.wrong(column + 5, "same-colour", f"{player.number}, {one.opponent}", player.line)
    elif theirs.result not in _ANSWERS.get(one.result, ""):
        reading.wrong(column + 7, "results-differ", f"{one.result} {theirs.result}", player.line)


def _check_pairing_byes(reading: Reading) -> None:
    """The pairing leaves at most one player over."""
    seen: dict[int, int] = {}
    for player in reading.players.values():
        for at, one in enumerate(player.rounds):
            if one.result == "U" and at in seen:
                reading.wrong(
                    FIRST_ROUND + ROUND * at, "two-byes", f"{seen[at]}, {player.number}", player.line
                )
            elif one.result == "U":
                seen[at] = player.number


def _check_byes(reading: Reading) -> None:
    """A bye is for a player of the file who is not paired in that round, and of one kind."""
    known: dict[tuple[int, int], str] = {}
    for line, bye in _all_byes(reading):
        for number in bye.numbers:
            player, column = reading.players.get(number), reading.column_of(line, number)
            if player is None:
                reading.wrong(column, "unknown-player", str(number), line)
                continue
            written = player.rounds[bye.round - 1] if bye.round <= len(player.rounds) else None
            before = known.setdefault((number, bye.round), bye.kind)
            if written is not None and not written.pending:
                reading.wrong(column, "bye-but-paired", f"{number}, {bye.round}", line)
            elif bye.kind != before or (written is not None and written.result != bye.kind):
                reading.wrong(column, "byes-differ", f"{number}, {bye.round}", line)


def _all_byes(reading: Reading) -> Iterator[LineRecord[ByeRequest]]:
    yield from reading.byes
    upcoming = _played(reading) + 1
    yield from (LineRecord(line, ByeRequest("Z", upcoming, numbers)) for line, numbers in reading.absent)


def _played(reading: Reading) -> int:
    return Trf(players=tuple(reading.players.values())).played


def _check_virtual(reading: Reading) -> None:
    """Records 250 and XXA of one file must give the same points."""
    for line, one in (*reading.virtual, *reading.virtual_by_person):
        if one.last_round < one.first_round or one.last < one.first:
            reading.wrong(14, "range", f"{one.first_round}-{one.last_round} {one.first}-{one.last}", line)
    if not reading.virtual or not reading.virtual_by_person:
        return
    for line, one in reading.virtual_by_person:
        points = sum(
            other.points
            for _, other in reading.virtual
            if other.first_round <= one.first_round <= other.last_round
            and other.first <= one.first <= other.last
        )
        if points != one.points:
            reading.wrong(_PERSON * one.first_round + 4, "virtual-differ", str(one.first), line)


def _check_forbidden(reading: Reading) -> None:
    for rule in reading.forbidden:
        for number in rule.numbers:
            if number not in reading.players:
                reading.wrong(reading.column_of(rule.line, number), "unknown-player", str(number), rule.line)


def put_together(reading: Reading) -> Trf:
    """The file, with equivalent records counted once."""
    players = tuple(sorted(reading.players.values(), key=lambda player: player.number))
    values = {"bye": reading.values.get("win", 10), **reading.values}
    trf = Trf(
        head={code: tuple(texts) for code, texts in reading.head.items()},
        players=players,
        points=PointSystem(**values),
        rounds=next((value for value, _ in reading.rounds.values()), 0),
        white_first=reading.white_first,
        byes=tuple(_merged(reading)),
        virtual=tuple(one for _, one in reading.virtual or reading.virtual_by_person),
        forbidden=tuple(dict.fromkeys(reading.forbidden)),
        others=tuple(reading.others),
    )
    return replace(trf, virtual=trf.virtual or _accelerated(reading, trf), remarks=tuple(reading.remarks))


def _merged(reading: Reading) -> Iterator[ByeRequest]:
    """One record for each kind and round."""
    by_round: dict[tuple[str, int], dict[int, None]] = {}
    for _, bye in _all_byes(reading):
        by_round.setdefault((bye.kind, bye.round), {}).update(dict.fromkeys(bye.numbers))
    for (kind, round_), numbers in by_round.items():
        yield ByeRequest(kind, round_, tuple(numbers))


def _accelerated(reading: Reading, trf: Trf) -> tuple[VirtualPoints, ...]:
    """The points of Baku where the type names it and no record gives them."""
    kind = next(iter(trf.head.get("192", ())), "").strip().upper()
    if not kind.endswith("_BAKU") or not trf.players:
        return ()
    upper = trf.players[upper_group(len(trf.players)) - 1].number
    reading.remark(0, "baku-computed", str(upper), line=1)
    return baku(upper, trf.rounds or trf.played, trf.points)


# Reads a report file: its records, then checks across them.


MOST_PROBLEMS = 15


def read_trf(path: Path) -> Trf:
    """The file, or `FormatError` with the line and column of each mistake."""
    return parse_trf(read_text(path), str(path))


def parse_trf(text: str, path: str = "") -> Trf:
    """The report in a text; lines may end with CR, LF or both."""
    reading = Reading(path)
    for at, line in enumerate(re.split(r"\r\n|\r|\n", text)):
        _take(reading, at + 1, line.rstrip())
    check(reading)
    if reading.problems:
        raise FormatError(reading.problems[:MOST_PROBLEMS])
    return put_together(reading)


def _take(reading: Reading, number: int, line: str) -> None:
    reading.line = number
    code = line[:3]
    reader = READERS.get(code)
    if reader is not None:
        reader(reading, line)
    elif code in TEXT:
        reading.head.setdefault(code, []).append(line[4:])
    elif line:
        reading.others.append(line)
