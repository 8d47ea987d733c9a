"""Writing a report file as TRF26; TRF16 readers find their own records unchanged in it."""

from __future__ import annotations

from collections.abc import Iterator

from ronde.formats.trf.model import PointSystem, Trf, TrfPlayer, TrfRound

_NAME = 33
_LETTERS = (("W", "win"), ("D", "draw"), ("L", "loss"), ("A", "absent"), ("P", "bye"))


def write_trf(trf: Trf) -> str:
    """The whole file, its lines ending with CR and LF: every reader tried takes that (fide 2.1)."""
    return "".join(f"{line.rstrip()}\r\n" for line in _lines(trf))


def _lines(trf: Trf) -> Iterator[str]:
    yield from _head(trf)
    for bye in trf.byes:
        yield f"240 {bye.kind} {bye.round:03d}" + _ids(bye.numbers)
    for one in trf.virtual:
        rounds = f"{one.first_round:03d} {one.last_round:03d}"
        yield f"250      {_points(one.points)} {rounds} {one.first:4d} {one.last:4d}"
    for rule in trf.forbidden:
        yield f"260 {rule.first_round:03d} {rule.last_round:03d}" + _ids(rule.numbers)
    yield from trf.others
    for player in trf.players:
        yield _row(player)


def _head(trf: Trf) -> Iterator[str]:
    records = [(code, text) for code, texts in trf.head.items() for text in texts]
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
