"""Writes a report file: TRF16, TRF26, or both with the extensions that other engines read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ronde.formats.trf.records import LAST_ROUND, PointSystem, Trf, TrfPlayer, TrfRound
from ronde.model.errors import Problem

TRF16, TRF26, ENGINE = "trf16", "trf26", "trf-engine"

_NAME = 33
_LAST_OF_16 = "132"
_ENGINE_LETTERS = (
    ("W", "win"),
    ("D", "draw"),
    ("L", "loss"),
    ("ZPB", "absent"),
    ("FL", "absent"),
    ("PAB", "bye"),
)
_BBP = (
    ("BBW", "win"),
    ("BBD", "draw"),
    ("BBL", "loss"),
    ("BBZ", "absent"),
    ("BBF", "absent"),
    ("BBU", "bye"),
)
_LETTERS = (("W", "win"), ("D", "draw"), ("L", "loss"), ("A", "absent"), ("P", "bye"))


def write_trf(trf: Trf, edition: str = TRF26) -> str:
    """The whole file with CR-LF line ends, which every tested reader accepts (fide 2.1)."""
    lines = {TRF16: _lines16, TRF26: _lines26, ENGINE: _lines_for_engines}[edition](trf)
    return "".join(f"{line.rstrip()}\r\n" for line in lines)


def not_expressible(trf: Trf, edition: str) -> list[Problem]:
    """What an edition has no record for, as remarks."""
    if edition != TRF16:
        return []
    lost = {
        "142": trf.rounds > trf.played,
        "162": trf.points != PointSystem(),
        "240": any(bye.round > trf.played + 1 for bye in trf.byes),
        "250": bool(trf.virtual),
        "260": bool(trf.forbidden),
    }
    codes = [code for code, there in lost.items() if there]
    return [Problem(edition, 0, 0, "trf.not-in-16", ", ".join(codes))] if codes else []


def _lines16(trf: Trf) -> Iterator[str]:
    """Only what every program of the last twenty years reads; byes of the next round are in the rows."""
    for code, text in sorted(_texts(trf), key=lambda record: record[0]):
        if code <= _LAST_OF_16:
            yield f"{code} {text}"
    yield from trf.others
    yield from map(_row, _with_byes(trf).players)


def _lines_for_engines(trf: Trf) -> Iterator[str]:
    """Both sets of records, as each engine ignores the other's, and byes in the rows (fide 2.8)."""
    kinds = tuple(text.removesuffix("_BAKU") for text in trf.head.get("192", ("FIDE_DUTCH",)))
    *lines, rows = _parts(replace(_with_byes(trf), head={**trf.head, "192": kinds}))
    for part in lines:
        yield from part
    yield from _extensions(trf)
    yield from rows


def _extensions(trf: Trf) -> Iterator[str]:
    if trf.rounds:
        yield f"XXR {trf.rounds}"
    if trf.white_first is not None:
        yield f"XXC {'white1' if trf.white_first else 'black1'}"
    if trf.points != PointSystem():
        values = ((letters, getattr(trf.points, name)) for letters, name in _ENGINE_LETTERS)
        yield "XXS " + " ".join(f"{letters}={value / 10:.1f}" for letters, value in values)
        yield from (f"{code} {_points(getattr(trf.points, name))}" for code, name in _BBP)
    absent = [
        one for bye in trf.byes if (bye.kind, bye.round) == ("Z", trf.played + 1) for one in bye.numbers
    ]
    if absent:
        yield "XXZ" + "".join(f" {number}" for number in absent)
    yield from _virtual_by_person(trf)
    for rule in trf.forbidden:
        if rule.first_round <= trf.played + 1 and rule.last_round == LAST_ROUND:
            yield "XXP" + "".join(f" {number}" for number in rule.numbers)


def _virtual_by_person(trf: Trf) -> Iterator[str]:
    last = max((one.last_round for one in trf.virtual), default=0)
    for player in trf.players:
        given = [
            sum(
                one.points
                for one in trf.virtual
                if one.first <= player.number <= one.last and one.first_round <= at <= one.last_round
            )
            for at in range(1, last + 1)
        ]
        if any(given):
            yield f"XXA {player.number:4d}" + "".join(f" {_points(points)}" for points in given)


def _with_byes(trf: Trf) -> Trf:
    """The report with the byes of the round to be paired in the rows."""
    asked = {one: bye.kind for bye in trf.byes if bye.round == trf.played + 1 for one in bye.numbers}
    rows = tuple(
        replace(player, rounds=(*player.rounds, TrfRound(result=asked[player.number])))
        if player.number in asked and len(player.rounds) == trf.played
        else player
        for player in trf.players
    )
    return replace(trf, players=rows)


def _lines26(trf: Trf) -> Iterator[str]:
    for part in _parts(trf):
        yield from part


def _parts(trf: Trf) -> tuple[Iterator[str], Iterator[str], Iterator[str], Iterator[str]]:
    """The head, the records about players, unknown records, and the rows."""
    return _head(trf), _about_players(trf), iter(trf.others), map(_row, trf.players)


def _about_players(trf: Trf) -> Iterator[str]:
    for bye in trf.byes:
        yield f"240 {bye.kind} {bye.round:03d}" + _ids(bye.numbers)
    for one in trf.virtual:
        rounds = f"{one.first_round:03d} {one.last_round:03d}"
        yield f"250      {_points(one.points)} {rounds} {one.first:4d} {one.last:4d}"
    for rule in trf.forbidden:
        yield f"260 {rule.first_round:03d} {rule.last_round:03d}" + _ids(rule.numbers)


def _texts(trf: Trf) -> list[tuple[str, str]]:
    return [(code, text) for code, texts in trf.head.items() for text in texts]


def _head(trf: Trf) -> Iterator[str]:
    records = _texts(trf)
    if trf.rounds:
        records.append(("142", str(trf.rounds)))
    if trf.white_first is not None:
        records.append(("152", "W" if trf.white_first else "B"))
    if trf.points != PointSystem():
        records.append(("162", " " + _point_system(trf.points)))
    for code, text in sorted(records, key=lambda record: record[0]):
        yield f"{code} {text}"


def _point_system(points: PointSystem) -> str:
    return "    ".join(f"{letter}{_points(getattr(points, name))}" for letter, name in _LETTERS)


def _points(tenths: int) -> str:
    return f"{tenths // 10}.{tenths % 10}".rjust(4)


def _ids(numbers: tuple[int, ...]) -> str:
    return "".join(f" {number:4d}" for number in numbers)


def _row(player: TrfPlayer) -> str:
    return (
        f"001 {player.number:4d} {player.sex:1}{player.title:>3} {player.name:<{_NAME}.{_NAME}} "
        f"{player.rating or '':>4} {player.federation:>3} {player.fide_number:>11} {player.birth:<10} "
        f"{_points(player.points)} {player.rank or '':>4}"
    ) + "".join(map(_round, player.rounds))


def _round(one: TrfRound) -> str:
    opponent = f"{one.opponent:4d}" if one.opponent else "0000"
    return f"  {opponent} {one.colour} {one.result}"
