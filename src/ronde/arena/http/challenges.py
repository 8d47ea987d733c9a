"""Challenges: the owner of an engine proposes a game to the owner of another, who accepts or declines."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final

from ronde.arena.http.store import EngineStore
from ronde.model.errors import EngineRefused

_DAY: Final = timedelta(days=1)
"""An open challenge expires after a day."""
_KEPT: Final = timedelta(days=30)
MOST: Final = 10
"""Challenges of an account within a day that were not accepted."""
_LISTED: Final = 50


class Stage(StrEnum):
    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"
    """Never stored: too old, or one of the engines can no longer be played."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """A proposed game between an engine of the account `asker` and one of the account `asked`."""

    id: int
    asker: int
    asked: int
    first: int
    second: int
    start: str
    stage: Stage = Stage.OPEN
    game: int = 0


_COLUMNS: Final = (
    "id, asker, asked, first, second, start, CASE WHEN stage = 'open' AND (at < ? OR EXISTS (SELECT 1 FROM "
    "engine WHERE engine.id IN (first, second) AND (retired OR (owner = asked AND NOT public)))) "
    "THEN 'expired' ELSE stage END AS now, game"
)


def challenges(book: EngineStore, account: int) -> list[Challenge]:
    """The challenges to and from an account, the open ones first, then the latest."""
    query = (
        f"SELECT {_COLUMNS} FROM challenge WHERE asker = ? OR asked = ? "
        "ORDER BY now != 'open', id DESC LIMIT ?"
    )
    rows = book.execute(query, _before(_DAY), account, account, _LISTED)
    return [replace(Challenge(*row), stage=Stage(row[6])) for row in rows]


def awaited(book: EngineStore, account: int) -> int:
    """How many challenges wait for the answer of an account."""
    found = challenges(book, account) if account else []
    return sum(one.asked == account and one.stage is Stage.OPEN for one in found)


def propose(book: EngineStore, wish: Challenge) -> None:
    """Store a challenge; the same one again changes nothing."""
    game = wish.first, wish.second, wish.start
    mine = [one for one in challenges(book, wish.asker) if one.asker == wish.asker]
    if any(one.stage is Stage.OPEN and (one.first, one.second, one.start) == game for one in mine):
        return
    counting = "SELECT count(*) FROM challenge WHERE asker = ? AND at >= ? AND stage != 'accepted'"
    ((count,),) = book.execute(counting, wish.asker, _before(_DAY))
    if count >= MOST:
        raise EngineRefused(reason="challenges", most=MOST)
    book.execute(
        "INSERT INTO challenge (asker, asked, first, second, start, at, stage, game) "
        "VALUES (?, ?, ?, ?, ?, ?, 'open', 0)",
        wish.asker, wish.asked, *game, _before(timedelta()),
    )  # fmt: skip
    book.execute("DELETE FROM challenge WHERE at < ?", _before(_KEPT))


def open_challenge(book: EngineStore, account: int, number: int) -> Challenge:
    """A challenge to or from an account that can still be answered or withdrawn."""
    for one in challenges(book, account):
        if one.id == number and one.stage is Stage.OPEN:
            return one
    raise EngineRefused(reason="challenge-over")


def settle(book: EngineStore, challenge: Challenge, stage: Stage, game: int = 0) -> None:
    book.execute("UPDATE challenge SET stage = ?, game = ? WHERE id = ?", stage.value, game, challenge.id)


def _before(span: timedelta) -> str:
    return (datetime.now(UTC) - span).isoformat(timespec="milliseconds")
