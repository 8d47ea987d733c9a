"""Notifications for owners: the games their engines lost by faults, counted by engine and fault."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from ronde.games.door import GameRecord, RecordedFault
from ronde.http_engines.card import EngineCard
from ronde.http_engines.diagnosis import printed_fault
from ronde.http_engines.store import EngineStore

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
class AlertWish:
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


def alert_wish(book: EngineStore, owner: int) -> AlertWish:
    """The settings of an owner; the defaults if none are stored."""
    return next((wish for wish in alert_wishes(book) if wish.owner == owner), AlertWish(owner))


def alert_wishes(book: EngineStore) -> list[AlertWish]:
    rows = book.execute("SELECT owner, url, secret, seen, sent FROM alert ORDER BY owner")
    return [AlertWish(owner, url, bytes(secret), *more) for owner, url, secret, *more in rows]


def keep_wish(book: EngineStore, wish: AlertWish) -> None:
    book.execute(
        "REPLACE INTO alert VALUES (?, ?, ?, ?, ?)", wish.owner, wish.url, wish.secret, wish.seen, wish.sent
    )
