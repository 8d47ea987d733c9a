"""The game server: every running game from its first request to its record, across restarts."""

from __future__ import annotations

import asyncio
import logging
import secrets
import string
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from ronde.arena.games import SIDES, Answer, Call, Game, IllegalMove, Side, find_game, with_opponent
from ronde.arena.http.card import EngineCard, Manner, common_level
from ronde.arena.http.pending_moves import PendingMoves, Receipt
from ronde.arena.http.requests import Requests
from ronde.arena.http.store import EngineStore, GameRow
from ronde.arena.referee import Clock, GameState, Played, fault_of
from ronde.arena.sandbox import EngineFault, MoveRequest, Reply, Verdict
from ronde.web.server.addresses import Allowed

PERSON: Final = 0
"""The engine number that means a person."""
AWAY: Final = 86_400.0
"""Seconds after which an absent person resigns."""
_LETTERS: Final = string.ascii_uppercase + string.ascii_lowercase + string.digits
_LOG: Final = logging.getLogger("ronde.arbitre")

Keep = Callable[[int, tuple[Answer, ...]], Awaitable[None]]
"""Stores a ply and returns when it is on disk."""


class BoardSide:
    """A side that is asked for moves without blocking others."""

    timed = True
    """Whether the clock runs."""
    remote = False
    """Whether moves are asked for at an address."""

    def __init__(self, name: str) -> None:
        self.name = name

    async def move(self, state: GameState, ask: MoveRequest, call: Call) -> Reply:
        """The answer, or EngineFault."""
        raise NotImplementedError

    def end(self, call: Call) -> None:
        """Report the end of the game, without waiting."""


class EngineSide(BoardSide):
    remote = True

    def __init__(self, requests: Requests, card: EngineCard, row: GameRow) -> None:
        super().__init__(card.name)
        self._requests, self._card, self._game, self._timeout = requests, card, row.word, row.timeout

    async def move(self, state: GameState, ask: MoveRequest, call: Call) -> Reply:
        return await self._requests.ask(
            self._card, call, game=self._game, deadline=ask.deadline, timeout=self._timeout
        )

    def end(self, call: Call) -> None:
        self._requests.tell(self._card, call, game=self._game)


class BuiltInSide(BoardSide):
    """The built-in player: any legal move."""

    def __init__(self, name: str, seed: int) -> None:
        super().__init__(name)
        self._seed = seed

    async def move(self, state: GameState, ask: MoveRequest, call: Call) -> Reply:
        """A random move, the same after a restart."""
        asked = time.monotonic()
        text = built_in_move(state.game, state.position, self._seed, ask)
        reply = Reply(text, time.monotonic() - asked)
        await asyncio.sleep(0)
        return reply


def built_in_move(rules: Game[Any], position: Any, seed: int, ask: MoveRequest) -> str:
    """The same move for everybody who asks for the same turn of the same game."""
    return rules.any_move(position, ask.side, Random(f"{seed} {ask.side} {ask.turn}"))


class PersonSide(BoardSide):
    """A person in the browser, who has no clock and may resign."""

    timed = False

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._asked: tuple[GameState, MoveRequest, asyncio.Future[Reply]] | None = None
        self._since = 0.0

    async def move(self, state: GameState, ask: MoveRequest, call: Call) -> Reply:
        waiting: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._asked, self._since = (state, ask, waiting), time.monotonic()
        try:
            async with asyncio.timeout(AWAY):
                return await waiting
        except TimeoutError:
            raise EngineFault(Verdict.RESIGNED, "away") from None
        finally:
            self._asked = None

    @property
    def awaited(self) -> bool:
        return self._asked is not None

    @property
    def silent(self) -> float:
        """Seconds since the person was asked; 0 while it is not his turn."""
        waits = self._asked is not None and not self._asked[2].done()
        return time.monotonic() - self._since if waits else 0.0

    def play(self, text: str) -> None:
        """Take a move from the page; IllegalMove if it is none, and the person may try again."""
        if self._asked is None:
            raise IllegalMove("illegal", "turn")
        state, ask, waiting = self._asked
        state.game.read(state.position, ask.side, text)
        if not waiting.done():
            waiting.set_result(Reply(text, 0.0))

    def resign(self) -> None:
        self._give_up("")

    def leave(self) -> None:
        """Resign for a person who has left, so that somebody else can play."""
        self._give_up("away")

    def _give_up(self, why: str) -> None:
        if self._asked is not None and not self._asked[2].done():
            self._asked[2].set_exception(EngineFault(Verdict.RESIGNED, why))


class RunningGame:
    """One game between two sides, refereed without blocking other games; it can be watched meanwhile."""

    def __init__(
        self, state: GameState, sides: tuple[BoardSide, BoardSide], opponents: tuple[str, str] = ("", "")
    ) -> None:
        self.state = state
        self.sides = sides
        self.opponents = opponents
        """What each side learns about the other in a competition; empty in training."""
        self.deadlines: dict[Side, float] = {}
        """When each timed side must have answered, by `time.monotonic`."""
        self._changed: asyncio.Event | None = None

    @property
    def changed(self) -> asyncio.Event:
        """Set at the next ply or at the end; free without observers."""
        if self._changed is None:
            self._changed = asyncio.Event()
        return self._changed

    def announce(self) -> None:
        if self._changed is not None:
            self._changed.set()
            self._changed = None

    def ask_again(self) -> None:
        """Record that engines are asked again for a move they were asked for before a restart."""
        for side in self.state.asked:
            if self.sides[side - 1].remote:
                self.state.repeat(side)

    async def play(self, keep: Keep) -> Played:
        """Play to the end; every ply is stored before the next is requested."""
        state = self.state
        while state.asked:
            await self._ply(list(state.asked))
            if not state.faults:
                await keep(len(state.plies), state.plies[-1])
            self.announce()
        self._end()
        return Played.of(state)

    async def _ply(self, sides: list[Side]) -> None:
        if len(sides) == 1:
            await self._ask(sides[0])
            return
        asking = {asyncio.ensure_future(self._ask(side)) for side in sides}
        try:
            while asking and self.state.asked:
                done, asking = await asyncio.wait(asking, return_when=asyncio.FIRST_COMPLETED)
                for one in done:
                    one.result()
        finally:
            for one in asking:
                one.cancel()

    async def _ask(self, side: Side) -> None:
        state, seat = self.state, self.sides[side - 1]
        try:
            reply = await self._reply(side, seat)
        except Exception as trouble:
            if side in state.asked:
                state.fault(side, fault_of(trouble))
        else:
            if side in state.asked:
                state.answer(side, reply, timed=seat.timed)

    async def _reply(self, side: Side, seat: BoardSide) -> Reply:
        state = self.state
        ask = state.ask(side, time.monotonic(), timed=seat.timed)
        if seat.timed:
            self.deadlines[side] = ask.deadline
        call = with_opponent(state.game.call(state.position, side), self.opponents[side - 1])
        return await seat.move(state, ask, call)

    def _end(self) -> None:
        for side in SIDES:
            call = self.state.last_call(side, self.state.status(side))
            self.sides[side - 1].end(with_opponent(call, self.opponents[side - 1]))


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
        self.pending_moves = PendingMoves(self._odd)
        self.requests = Requests(self.pending_moves, referee, allow)
        self.person = person
        self.running: dict[int, RunningGame] = {}
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
        state = self.new_state(wish)
        row = self.book.begin_game(
            GameRow(
                0, game_token(), state.game.name, dict(state.record.settings), state.start, state.seed,
                state.clock.seconds,
                wish.first, wish.second, wish.kind, wish.event, wish.round, wish.place, wish.leg, now(),
            )
        )  # fmt: skip
        if wish.guest is not None:
            self.book.seat_guest(row.id, 1 if wish.first == PERSON else 2, *wish.guest)
        if not row.ended and row.id not in self.running:
            self._start(row)
        return row

    def new_state(self, wish: GameRequest) -> GameState:
        """The first position of a game; GameError if it cannot begin there."""
        cards = self._card(wish.first), self._card(wish.second)
        timeout = wish.timeout or max(card.timeout for card in cards)
        seed = secrets.randbits(53) if wish.seed is None else wish.seed
        clock = Clock(timeout, 0.0, fixed=True)
        return GameState(_rules(wish, cards), clock, seed=seed, start=wish.start)

    async def result(self, row: GameRow) -> Played:
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
        running = self.book.running(event=event)
        rows = [row for row in running if place in (None, (row.round, row.place, row.leg))]
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
            return EngineCard(PERSON, self.person, "", "", level=2, timeout=4, manner=Manner.BUILT_IN)
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

    def _start(self, row: GameRow) -> RunningGame:
        cards = self.cards(row)
        clock = Clock(row.timeout, 0.0, fixed=True)
        rules = find_game(row.game, row.settings)
        record = self.book.unfinished(row, (cards[0].name, cards[1].name))
        state = GameState.resume(record, rules, clock)
        opponents = (cards[1].token, cards[0].token) if row.event else ("", "")
        sides = self._side_for(row, cards[0]), self._side_for(row, cards[1])
        running_game = RunningGame(state, sides, opponents)
        self.running[row.id] = running_game
        task = asyncio.get_running_loop().create_task(self._play(row, running_game))
        self._tasks[row.id] = task
        task.add_done_callback(lambda done: self._leave(row, done))
        return running_game

    def _side_for(self, row: GameRow, card: EngineCard) -> BoardSide:
        if card.id == PERSON:
            return PersonSide(card.name)
        if card.manner is Manner.BUILT_IN:
            return BuiltInSide(card.name, row.seed)
        return EngineSide(self.requests, card, row)

    async def _play(self, row: GameRow, running_game: RunningGame) -> Played:
        played = await running_game.play(partial(self.book.write_ply, row.id))
        await self.book.end_game(row.id, played, now())
        return played

    def _leave(self, row: GameRow, task: asyncio.Task[Played]) -> None:
        running_game = self.running.pop(row.id, None)
        self._tasks.pop(row.id, None)
        if running_game is not None:
            running_game.announce()
        if not task.cancelled() and task.exception() is not None:
            _LOG.error("game %s stopped: %r", row.id, task.exception())

    def _odd(self, game: str, receipt: Receipt, sender: str) -> None:
        if game:
            self.book.note_odd(game, receipt.value, sender, now())


def _rules(wish: GameRequest, cards: tuple[EngineCard, EngineCard]) -> Game[Any]:
    name = wish.game or next(card.game for card in cards if card.game)
    settings = dict(wish.settings)
    if "level" not in settings:
        settings |= common_level(name, cards)
    return find_game(name, settings)


def game_token() -> str:
    """The parameter Game: ten random characters."""
    return "".join(secrets.choice(_LETTERS) for _ in range(10))


def now() -> str:
    """The current time as the store writes it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
