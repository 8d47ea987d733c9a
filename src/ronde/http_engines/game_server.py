"""The game server: every running game from its first request to its record, across restarts."""

from __future__ import annotations

import asyncio
import logging
import secrets
import string
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from ronde.games.door import Game, find_game
from ronde.http_engines.addresses import Allowed
from ronde.http_engines.card import EngineCard, Manner, common_level
from ronde.http_engines.encounter import Encounter, RunningGame
from ronde.http_engines.mailbox import Mailbox, Odd
from ronde.http_engines.requests import Requests
from ronde.http_engines.seats import BoardSide, EngineSeat, HouseSeat, PersonSeat
from ronde.http_engines.store import EngineStore, GameRow
from ronde.referee.door import Clock, Played, Sheet

PERSON: Final = 0
"""The engine number that means a person."""
_LETTERS: Final = string.ascii_uppercase + string.ascii_lowercase + string.digits
_LOG: Final = logging.getLogger("ronde.arbitre")


@dataclass(frozen=True, slots=True)
class GameRequest:
    first: int
    second: int
    game: str = ""
    """Needed between two persons only; otherwise the engine's own."""
    kind: str = "training"
    start: str = ""
    timeout: float = 0
    """Seconds for a move; 0 means the longer of the two engines' own settings."""
    seed: int | None = None
    event: str = ""
    round: int = 0
    place: int = 0
    leg: int = 0
    settings: dict[str, Any] = field(default_factory=dict)
    guest: tuple[str, bytes] | None = None
    """The person who plays: a name, and the digest of the token in the browser's cookie."""


class GameServer:
    def __init__(self, path: Path, *, referee: str, allow: Allowed, person: str = "?") -> None:
        self.book = EngineStore(path)
        self.mailbox = Mailbox(self._odd)
        self.requests = Requests(self.mailbox, referee, allow)
        self.person = person
        self.running: dict[int, Encounter] = {}
        self._tasks: dict[int, asyncio.Task[Played]] = {}

    async def open(self) -> None:
        """Continue every interrupted game at its pending move."""
        await self.requests.open()
        for row in self.book.running():
            self._start(row).ask_again()

    async def close(self) -> None:
        """Stop; running games continue after the next start."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        await self.requests.close()
        self.book.close()

    def begin(self, wish: GameRequest) -> GameRow:
        """Start a game, or find the one of a competition that was started before."""
        cards = self._card(wish.first), self._card(wish.second)
        timeout = wish.timeout or max(card.timeout for card in cards)
        rules = _rules(wish, cards)
        seed = secrets.randbits(53) if wish.seed is None else wish.seed
        sheet = Sheet(rules, Clock(timeout, 0.0, fixed=True), seed=seed, start=wish.start)
        row = self.book.begin_game(
            GameRow(
                0, game_word(), rules.name, dict(sheet.record.settings), sheet.start, seed, timeout,
                wish.first, wish.second, wish.kind, wish.event, wish.round, wish.place, wish.leg, now(),
            )
        )  # fmt: skip
        if wish.guest is not None:
            self.book.seat_guest(row.id, 1 if wish.first == PERSON else 2, *wish.guest)
        if not row.ended and row.id not in self.running:
            self._start(row)
        return row

    async def result(self, row: GameRow) -> Played:
        """Wait for a game to finish, and return it."""
        task = self._tasks.get(row.id)
        if task is not None:
            return await asyncio.shield(task)
        kept = self.book.game(row.id)
        played = kept.played if kept else None
        if played is None:
            raise LookupError(row.id)
        return played

    async def abandon(self, event: str, place: tuple[int, int, int] | None = None) -> None:
        """Delete the unfinished games of a competition, or the one at a round, table and leg."""
        rows = [
            row
            for row in self.book.running()
            if row.event == event and place in (None, (row.round, row.place, row.leg))
        ]
        tasks = [task for row in rows if (task := self._tasks.get(row.id)) is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for row in rows:
            kept = self.book.game(row.id)
            if kept is not None and not kept.ended:
                self.book.forget_game(row.id)

    def board(self, number: int) -> RunningGame | None:
        return self.running.get(number)

    def _card(self, number: int) -> EngineCard:
        if number == PERSON:
            return EngineCard(PERSON, self.person, "", "", level=2, timeout=4, manner=Manner.HOUSE)
        card = self.book.reading.engine(number)
        if card is None:
            raise LookupError(number)
        return card

    def cards(self, row: GameRow) -> tuple[EngineCard, EngineCard]:
        """The two sides of a game, in any thread; a person has the name that was given."""
        guests = self.book.reading.guests(row.id) if PERSON in (row.first, row.second) else {}
        first, second = self._card(row.first), self._card(row.second)
        return (
            replace(first, name=guests[1][0]) if 1 in guests else first,
            replace(second, name=guests[2][0]) if 2 in guests else second,
        )

    def _start(self, row: GameRow) -> Encounter:
        cards = self.cards(row)
        clock = Clock(row.timeout, 0.0, fixed=True)
        rules = find_game(row.game, row.settings)
        record = self.book.unfinished(row, (cards[0].name, cards[1].name))
        sheet = Sheet.resume(record, rules, clock)
        opponents = (cards[1].word, cards[0].word) if row.event else ("", "")
        seats = self._seat(row, cards[0]), self._seat(row, cards[1])
        encounter = Encounter(row.id, sheet, seats, opponents=opponents)
        self.running[row.id] = encounter
        task = asyncio.get_running_loop().create_task(self._play(row, encounter))
        self._tasks[row.id] = task
        task.add_done_callback(lambda done: self._leave(row, done))
        return encounter

    def _seat(self, row: GameRow, card: EngineCard) -> BoardSide:
        if card.id == PERSON:
            return PersonSeat(card.name)
        if card.manner is Manner.HOUSE:
            return HouseSeat(card.name, row.seed)
        return EngineSeat(self.requests, card, game=row.word, timeout=row.timeout)

    async def _play(self, row: GameRow, encounter: Encounter) -> Played:
        played = await encounter.play(partial(self.book.write_ply, row.id))
        await self.book.end_game(row.id, played, now())
        return played

    def _leave(self, row: GameRow, task: asyncio.Task[Played]) -> None:
        encounter = self.running.pop(row.id, None)
        self._tasks.pop(row.id, None)
        if encounter is not None:
            encounter.announce()
        if not task.cancelled() and task.exception() is not None:
            _LOG.error("game %s stopped: %r", row.id, task.exception())

    def _odd(self, odd: Odd) -> None:
        if odd.game:
            self.book.note_odd(odd.game, odd.receipt.value, odd.address, now())


def _rules(wish: GameRequest, cards: tuple[EngineCard, EngineCard]) -> Game[Any]:
    name = wish.game or next(card.game for card in cards if card.game)
    settings = dict(wish.settings)
    if "level" not in settings:
        settings |= common_level(name, cards)
    return find_game(name, settings)


def game_word() -> str:
    """The parameter Game: ten random characters."""
    return "".join(secrets.choice(_LETTERS) for _ in range(10))


def now() -> str:
    """The current time as the store writes it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
