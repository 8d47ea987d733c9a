"""What the games in the store tell: an engine's statistics, a competition's table and progress, losses."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from math import ceil
from typing import Any, Final

from ronde.arena.games import SIDES, GameRecord, RecordedFault, Side
from ronde.arena.http.card import EngineCard
from ronde.arena.http.diagnosis import printed_fault
from ronde.arena.http.store import EngineStore
from ronde.model.schedule import finished
from ronde.model.settings import Settings
from ronde.model.systems import Schedule
from ronde.model.tournament import Tournament
from ronde.systems import standings

TIMED_GAMES: Final = 200
"""How many of the latest games of an engine are opened for response times."""
TIMED: Final = 2000
"""And how many of those of a competition."""


@dataclass
class EngineScore:
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    def add(self, winner: int | None, side: Side, games: int = 1) -> None:
        if winner is None:
            self.draws += games
        elif winner == side:
            self.wins += games
        else:
            self.losses += games


@dataclass(frozen=True, slots=True)
class Times:
    answers: int = 0
    median: float = 0.0
    most: float = 0.0
    """The 95th percentile."""
    worst: float = 0.0


@dataclass
class Statistics:
    first: EngineScore = field(default_factory=EngineScore)
    """Games in which it moved first."""
    second: EngineScore = field(default_factory=EngineScore)
    faults: dict[str, int] = field(default_factory=dict)
    """Games lost by a fault, by kind of fault."""
    annulled: int = 0
    """Games that ended by the referee's own fault and count for neither side."""
    running: int = 0
    times: Times = field(default_factory=Times)
    opponents: dict[int, EngineScore] = field(default_factory=dict)
    """By their numbers, those met most often first; 0 is a person."""

    @property
    def total(self) -> EngineScore:
        one, two = self.first, self.second
        return EngineScore(one.wins + two.wins, one.draws + two.draws, one.losses + two.losses)


def statistics(book: EngineStore, engine: int) -> Statistics:
    """The statistics of an engine over all its games. Opens many: do not call it in the event loop."""
    total = Statistics()
    faults: Counter[str] = Counter()
    opponents: dict[int, EngineScore] = {}
    for side, other, winner, counts, fault, guilty, games in _sums(book, engine):
        if counts is None:
            total.running += games
        elif not counts:
            total.annulled += games
        else:
            (total.first if side == 1 else total.second).add(winner, side, games)
            opponents.setdefault(other, EngineScore()).add(winner, side, games)
            if guilty == side:
                faults[fault] += games
    total.faults = dict(faults.most_common())
    met = sorted(opponents, key=lambda number: (-opponents[number].games, number))
    total.opponents = {number: opponents[number] for number in met}
    spent = _spent(book, "(first = ? OR second = ?) AND record IS NOT NULL", engine, engine, TIMED_GAMES)
    total.times = times(spent[engine])
    return total


def _sums(book: EngineStore, engine: int) -> list[Any]:
    rows: list[Any] = []
    for side, own, other in ((1, "first", "second"), (2, "second", "first")):
        kinds = f"{other}, winner, counts, fault, guilty"
        query = f"SELECT {side}, {kinds}, count(*) FROM game WHERE {own} = ? GROUP BY {kinds}"
        rows += book.execute(query, engine)
    return rows


def _spent(book: EngineStore, which: str, *values: str | int) -> dict[int, list[float]]:
    """Milliseconds of each engine's answers in the latest games."""
    spent: dict[int, list[float]] = defaultdict(list)
    query = f"SELECT first, second, record FROM game WHERE {which} ORDER BY id DESC LIMIT ?"
    for first, second, record in book.execute(query, *values):
        for ply in json.loads(record)["record"]["plies"]:
            for answer in ply:
                charged = answer["milliseconds"] - answer.get("taken", 0.0)
                spent[first if answer["side"] == 1 else second].append(charged)
    return spent


def times(spent: Sequence[float]) -> Times:
    """Median, 95th percentile and maximum; each is a measured value."""
    if not spent:
        return Times()
    ordered = sorted(spent)
    return Times(len(ordered), _part(ordered, 0.5), _part(ordered, 0.95), ordered[-1])


def _part(ordered: Sequence[float], part: float) -> float:
    return ordered[max(1, ceil(part * len(ordered))) - 1]


@dataclass
class CompetitorLine:
    engine: int
    score: EngineScore = field(default_factory=EngineScore)
    faults: Counter[str] = field(default_factory=Counter)
    """Games lost at once, by kind of fault."""
    median: float | None = None
    """Median of its response times in milliseconds; None without answers."""

    @property
    def percent(self) -> float:
        games = self.score.games
        return 100 * (self.score.wins + self.score.draws / 2) / games if games else 0.0


@dataclass(frozen=True, slots=True)
class CompetitionTable:
    """The engines of a competition, the best first, and the games of each against each other."""

    lines: list[CompetitorLine]
    grid: Mapping[tuple[int, int], EngineScore]


def competition_table(book: EngineStore, event: str) -> CompetitionTable:
    """The table of a competition from its finished games. Opens many: do not call it in the loop."""
    lines: dict[int, CompetitorLine] = {}
    grid: dict[tuple[int, int], EngineScore] = defaultdict(EngineScore)
    kinds = "first, second, winner, fault, guilty"
    query = f"SELECT {kinds}, count(*) FROM game WHERE event = ? AND counts = 1 GROUP BY {kinds}"
    for first, second, winner, fault, guilty, games in book.execute(query, event):
        for side, (own, other) in zip(SIDES, ((first, second), (second, first)), strict=True):
            line = lines.setdefault(own, CompetitorLine(own))
            line.score.add(winner, side, games)
            grid[own, other].add(winner, side, games)
            if guilty == side:
                line.faults[fault] += games
    for engine, spent in _spent(book, "event = ? AND counts = 1", event, TIMED).items():
        if engine in lines:
            lines[engine].median = times(spent).median
    ordered = sorted(lines.values(), key=lambda line: (-line.percent, -line.score.wins, line.engine))
    return CompetitionTable(ordered, grid)


def put_in_order(table: CompetitionTable, tournament: Tournament) -> None:
    """Order the lines as in the final standings or a cup, which leave an open round out."""
    if not finished(tournament) and not tournament.settings.pairing_system.knock_out:
        return
    places = {row.player: at for at, row in enumerate(standings(tournament).rows)}
    table.lines.sort(key=lambda line: places.get(line.engine, len(places)))


LATELY: Final = timedelta(minutes=10)
"""The rate is measured over the last minutes, because engines come, go and change."""


@dataclass(frozen=True, slots=True)
class Progress:
    played: int
    running: int
    left: int
    """Games that are not played yet, the running ones included; at most, where matches may end early."""
    per_minute: float = 0.0
    ends: datetime | None = None
    """When it will be over at this rate; unknown before the first finished game."""


def progress(book: EngineStore, event: str, expected: int, now: datetime) -> Progress:
    since = (now - LATELY).isoformat(timespec="milliseconds")
    ((count, played, lately, begun),) = book.execute(
        "SELECT count(*), count(ended), sum(ended >= ?), min(begun) FROM game WHERE event = ?", since, event
    )
    left = max(expected - played, count - played)
    if not lately:
        return Progress(played, count - played, left)
    span = min(LATELY, max(now - datetime.fromisoformat(begun), timedelta(seconds=1)))
    rate = lately / (span.total_seconds() / 60)
    return Progress(played, count - played, left, rate, now + timedelta(minutes=left / rate))


def expected_games(settings: Settings, engines: int, games: int) -> int:
    """How many games a competition has at most, if every match has so many."""
    system = settings.pairing_system
    tables = settings.gauntlet.champions if system.schedule is Schedule.GAUNTLET else engines // 2
    matches = _cup_matches(settings, engines) if system.knock_out else settings.rounds * tables
    return matches * games


def _cup_matches(settings: Settings, engines: int) -> int:
    """The matches of a cup at most: all but one lose once, or twice, or everybody plays every round."""
    if settings.cup.double:
        return 2 * engines - 1
    if settings.cup.consolation:
        return engines // 2 * settings.rounds
    return engines - 1 + settings.cup.third_place


_NOTATION: Final = "notation"
"""The rule book's code for anything it cannot read; the text itself says more."""
LOOKED_AT: Final = 200
"""How many of an engine's latest lost games are opened."""


@dataclass(frozen=True, slots=True)
class Losses:
    engine: int
    name: str
    fault: str
    detail: str
    games: int
    latest: int
    """The number of the latest of these games."""
    at: str
    """When that game ended."""


@dataclass(frozen=True, slots=True)
class LossAlert:
    """What an owner has seen, and the webhook that receives further losses."""

    owner: int
    url: str = ""
    """The webhook; empty if there is none."""
    secret: bytes = b""
    seen: str = ""
    """Losses until this moment were seen on the page."""
    sent: str = ""
    """Losses until this moment were taken by the webhook."""


def fault_detail(record: GameRecord, fault: RecordedFault) -> str:
    """Details of a fault: the text received instead of a value, or what the referee noted."""
    raw = record.plies[fault.ply - 1][-1].raw if 0 < fault.ply <= len(record.plies) else ""
    return (fault.detail == _NOTATION and printed_fault(raw)) or fault.detail


def losses(book: EngineStore, owner: int, since: str) -> list[Losses]:
    """The games that the engines of an owner lost by faults after a moment, the latest first."""
    by_fault: dict[tuple[int, str, str], Losses] = {}
    for card in book.engines():
        if card.owner == owner:
            for one in _lost(book, card, since):
                known = by_fault.get((one.engine, one.fault, one.detail))
                by_fault[one.engine, one.fault, one.detail] = (
                    replace(one, games=1 + known.games, at=max(one.at, known.at)) if known else one
                )
    return sorted(by_fault.values(), key=lambda one: one.latest, reverse=True)


def _lost(book: EngineStore, card: EngineCard, since: str) -> Iterator[Losses]:
    question = (
        "SELECT id FROM game WHERE (first = ? AND guilty = 1 OR second = ? AND guilty = 2) "
        "AND ended > ? AND counts = 1 ORDER BY id DESC LIMIT ?"
    )
    numbers = [number for (number,) in book.execute(question, card.id, card.id, since, LOOKED_AT)]
    for number in reversed(numbers):
        row = book.game(number)
        played = row.played if row is not None else None
        if row is not None and played is not None and played.record.faults:
            fault = played.record.faults[-1]
            detail = fault_detail(played.record, fault)
            yield Losses(card.id, card.name, fault.code, detail, 1, row.id, row.ended)


def loss_alert(book: EngineStore, owner: int) -> LossAlert:
    return next((alert for alert in loss_alerts(book) if alert.owner == owner), LossAlert(owner))


def loss_alerts(book: EngineStore) -> list[LossAlert]:
    rows = book.execute("SELECT owner, url, secret, seen, sent FROM alert ORDER BY owner")
    return [LossAlert(owner, url, bytes(secret), *more) for owner, url, secret, *more in rows]


def keep_loss_alert(book: EngineStore, one: LossAlert) -> None:
    book.execute(
        "REPLACE INTO alert VALUES (?, ?, ?, ?, ?)", one.owner, one.url, one.secret, one.seen, one.sent
    )
