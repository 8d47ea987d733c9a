"""The loop that plays games in a pool, and the tournament it plays; each game is stored once it has ended."""

from __future__ import annotations

import json
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from queue import Empty, SimpleQueue
from typing import Any, Final, Protocol

from ronde.app.desk import Desk
from ronde.app.files import ROSTER
from ronde.arena.games import GameError, GameRecord
from ronde.arena.referee.competition import Competition, write
from ronde.arena.referee.game import GameState, Played, Watcher, go_on
from ronde.arena.referee.roster import Opener, Roster, Task, game_seed, open_program
from ronde.arena.sandbox import Engine, clear_away
from ronde.model.errors import NotATournament
from ronde.model.player import PlayerId
from ronde.model.schedule import finished

# Where the games of a competition are played: the protocol, and threads of this machine.


class PoolStopped(Exception):
    """The pool was stopped while games were running; they are played another time."""


Watch = Callable[[Task], Watcher | None]
"""An observer of a running game."""
Begun = Callable[[Task], GameRecord | None]
"""Finds the moves of an interrupted game."""


def _nobody(task: Task) -> Watcher | None:
    return None


def never_begun(task: Task) -> GameRecord | None:
    return None


class Pool(Protocol):
    """Where encounters are played: in threads, in an event loop, or on the machines of a cluster."""

    @property
    def free(self) -> bool:
        """Whether another encounter can be begun."""

    @property
    def busy(self) -> bool:
        """Whether a game is being played."""

    def submit(self, encounter: Sequence[Task]) -> None:
        """Begin the games of one table."""

    def finished(self) -> Iterator[tuple[Task, Played]]:
        """Wait a limited time until games have ended, and return them."""

    def drop(self, task: Task) -> bool:
        """End one game at once and forget it; False if it cannot be reached any more."""

    def pause(self) -> None:
        """Begin no further game; those that are being played go on."""

    def renew(self, roster: Roster) -> None:
        """Use these programs for games that begin from here on."""

    def stop(self) -> None:
        """Stop all running games and discard their results."""


LOOK: Final = 1.0
"""Seconds between two checks whether the running games are still needed."""


class FuturePool(Pool):
    """Games that are futures, wherever they are played; ended ones queue up."""

    def __init__(self) -> None:
        self._running: dict[Future[Played | None], Task] = {}
        self._ended: SimpleQueue[Future[Played | None] | None] = SimpleQueue()

    @property
    def busy(self) -> bool:
        return bool(self._running)

    def _add(self, task: Task, game: Future[Played | None]) -> None:
        self._running[game] = task
        game.add_done_callback(self._ended.put)

    def finished(self) -> Iterator[tuple[Task, Played]]:
        """Wait for the next game to end; games not begun because of a pause are left out."""
        wait = LOOK
        while True:
            try:
                game = self._ended.get(timeout=wait)
            except Empty:
                return
            if game is None:
                raise PoolStopped
            task = self._running.pop(game, None)
            if task is not None and (played := game.result()) is not None:
                yield task, played
            wait = 0.0

    def _cancel(self, task: Task) -> None:
        """Cancel one game and forget it."""
        game = next(game for game, running in self._running.items() if running == task)
        del self._running[game]
        game.cancel()


class _CallingThread(Executor):
    """Plays at once, where Ctrl-C also interrupts somebody who is asked to press Enter."""

    def submit(self, play: Callable[..., Any], /, *task: Any, **named: Any) -> Future[Any]:
        game: Future[Any] = Future()
        game.set_result(play(*task, **named))
        return game


class LocalPool(FuturePool):
    """That many simultaneous games on this machine, each with its own blocking reader."""

    keep = False
    """Whether engines play game after game; a single game is then played in the calling thread."""

    def __init__(
        self,
        roster: Roster,
        jobs: int = 1,
        watch: Watch = _nobody,
        opener: Opener = open_program,
        begun: Begun = never_begun,
    ) -> None:
        super().__init__()
        clear_away()
        self._roster = roster
        self._opener = opener
        self._begun = begun
        self._idle: dict[str, list[Engine]] = defaultdict(list)
        self._jobs = jobs
        self._watch = watch
        threads = ThreadPoolExecutor(jobs, thread_name_prefix="game")
        self._threads: Executor = _CallingThread() if self.keep and jobs == 1 else threads
        self._engines: dict[Engine, Task] = {}
        self._lock = threading.Lock()
        self._pausing = threading.Event()

    @property
    def free(self) -> bool:
        return len(self._running) < self._jobs

    def submit(self, encounter: Sequence[Task]) -> None:
        """Begin every game in its own thread, as threads become free."""
        for task in encounter:
            self._add(task, self._threads.submit(self._play, task))

    def drop(self, task: Task) -> bool:
        """End a game at once, or do not let it begin."""
        self._cancel(task)
        with self._lock:
            for engine in [engine for engine, own in self._engines.items() if own == task]:
                engine.abort()
        return True

    def pause(self) -> None:
        """Begin none of the games that wait for a thread; safe in a signal handler."""
        self._pausing.set()

    def renew(self, roster: Roster) -> None:
        self._roster = roster

    def stop(self) -> None:
        for future in self._running:
            future.cancel()
        with self._lock:
            for engine in self._engines:
                engine.abort()
        self._threads.shutdown(wait=True)
        for engines in self._idle.values():
            for engine in engines:
                engine.close()

    def _play(self, task: Task) -> Played | None:
        if self._pausing.is_set():
            return None
        roster = self._roster.between(task.first, task.second)
        engines = self._open(roster, task.first, task), self._open(roster, task.second, task)
        try:
            return self._game(roster, task, engines)
        finally:
            self._close(*engines)

    def _game(self, roster: Roster, task: Task, engines: tuple[Engine, Engine]) -> Played:
        return play_task(roster, task, engines, self._watch(task), self._begun(task))

    def _open(self, roster: Roster, player: PlayerId, task: Task) -> Engine:
        entrant = roster.entrant(player)
        with self._lock:
            idle = self._idle[entrant.name]
            known = idle.pop() if idle else None
        engine = known or self._opener(entrant, roster, game_seed(roster, task))
        with self._lock:
            self._engines[engine] = task
        return engine

    def _close(self, *engines: Engine) -> None:
        for engine in engines:
            with self._lock:
                del self._engines[engine]
                if self.keep:
                    self._idle[engine.name].append(engine)
            if not self.keep:
                engine.close()


def play_task(
    roster: Roster,
    task: Task,
    engines: tuple[Engine, Engine],
    watch: Watcher | None,
    begun: GameRecord | None = None,
) -> Played:
    """Play one game of a tournament, by its own seed, or resume it."""
    jailed = any(hasattr(engine, "jail") for engine in engines)  # remote engines have no sandbox
    state = _state(roster, task, (engines[0].name, engines[1].name), begun)
    return go_on(state, engines, watch=watch, jail=roster.jail.kind if jailed else -1)


def _state(roster: Roster, task: Task, players: tuple[str, str], begun: GameRecord | None) -> GameState:
    """The state of a new game, or of the interrupted one if that is the same game."""
    seed, start = game_seed(roster, task), roster.start_of(task.round, task.leg)
    fresh = GameState(roster.rules, roster.clock, seed=seed, players=players, start=start)
    if begun is None or _setting(begun) != _setting(fresh.record):
        return fresh
    try:
        resumed = GameState.resume(begun, roster.rules, roster.clock)
    except (GameError, ValueError, KeyError):  # the file was damaged
        return fresh
    return fresh if resumed.outcome.over else resumed


def _setting(record: GameRecord) -> tuple[object, ...]:
    """What is decided before the first move."""
    return record.game, record.settings, record.players, record.seed, record.start


# A series: a competition played in a pool; each game is stored once it has ended.
#
# A referee that is killed and started again plays only the missing games.


Note = Callable[[Task, Played], None]


def _silent(task: Task, played: Played) -> None:
    return None


class GameLoop:
    """Plays games in a pool until all are over or a pause: of a tournament, a duel or a ladder."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._pausing = False

    @property
    def over(self) -> bool:
        raise NotImplementedError

    def pause(self) -> None:
        """Begin no further game; `run` ends with those being played. Safe in a signal handler."""
        self._pausing = True
        self._pool.pause()

    def run(self) -> None:
        try:
            while not self.over and (self._pool.busy or not self._pausing):
                if not self._pausing:
                    self._begin()
                if self._pool.busy:
                    self._take()
                elif not self._pausing:
                    self._turn()
        finally:
            self._pool.stop()

    def _begin(self) -> None:
        """Start the games of as many tables as there are free threads."""
        games = self._ready()
        while (self._pool.free or not self._pool.busy) and (encounter := next(games, None)):
            self._pool.submit(encounter)

    def _take(self) -> None:
        """Wait for running games."""
        for task, played in self._pool.finished():
            self._end(task, played)

    def _ready(self) -> Iterator[Sequence[Task]]:
        """The games that can start; they count as started."""
        raise NotImplementedError

    def _end(self, task: Task, played: Played) -> None:
        """Take a finished game."""
        raise NotImplementedError

    def _turn(self) -> None:
        """Go on when no game can start and none is running."""


class Series(GameLoop):
    """The referee of a whole tournament; its desk holds all its state."""

    def __init__(
        self,
        desk: Desk,
        roster: Roster,
        *,
        jobs: int = 1,
        watch: Watch = _nobody,
        note: Note = _silent,
        pool: Pool | None = None,
        renew: Callable[[], Roster] | None = None,
    ) -> None:
        super().__init__(pool or LocalPool(roster, jobs, watch))
        self.desk = desk
        self._competition = Competition(roster)
        self._note = note
        self._renew = renew
        self._programs = desk.tournament.programs

    @property
    def over(self) -> bool:
        return finished(self.desk.tournament)

    def run(self, after_round: Callable[[], None] = lambda: None) -> None:
        """Play everything that is missing, round by round, or until a pause."""
        self._after_round = after_round
        super().run()

    def _ready(self) -> Iterator[Sequence[Task]]:
        self._look_at_programs()
        return self._competition.begin(self.desk.tournament)

    def _look_at_programs(self) -> None:
        """Apply what another command changed in between."""
        if self._renew is not None and self.desk.tournament.programs != self._programs:
            self._programs = self.desk.tournament.programs
            self._competition.roster = self._renew()
            self._pool.renew(self._competition.roster)

    def _end(self, task: Task, played: Played) -> None:
        if command := self._competition.end(task, played):
            write(self.desk, command)
            self._note(task, played)

    def _take(self) -> None:
        super()._take()
        self.desk.refresh()  # another command may have withdrawn programs: their games end
        for task in self._competition.decided(self.desk.tournament):
            if self._pool.drop(task):
                self._competition.drop(task)

    def _turn(self) -> None:
        played = len(self.desk.tournament.closed_rounds)
        write(self.desk, self._competition.turn(self.desk.tournament))
        if len(self.desk.tournament.closed_rounds) > played:
            self._after_round()


def attached_roster(desk: Desk) -> Roster | None:
    """The roster of a tournament of programs; None for one of people."""
    data = desk.journal.attachment(ROSTER)
    try:
        return None if data is None else _playable(Roster.from_json(data)).with_programs(desk.tournament)
    except (GameError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        detail = f"{ROSTER}: {error}"[:200]
        raise NotATournament(
            path=str(desk.journal.path), reason="damaged", detail=detail, backup=""
        ) from error


def _playable(roster: Roster) -> Roster:
    """A roster whose game exists; GameError if not."""
    _ = roster.rules
    return roster


def played_game(desk: Desk, record: str) -> Played | None:
    """A game by the name of its record."""
    data = desk.journal.attachment(record)
    return None if data is None else Played.from_dict(json.loads(data))
