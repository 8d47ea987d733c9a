"""Engines at addresses for a blocking referee, with the same requests and verdicts as in the game server."""

from __future__ import annotations

import asyncio
import atexit
import os
import socket
import threading
import time
from collections.abc import Coroutine
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from aiohttp import web

from ronde.arena.games import Call, Game, with_opponent
from ronde.arena.http.card import LONGEST, LONGEST_QUERY, EngineCard, Manner
from ronde.arena.http.game_server import game_token
from ronde.arena.http.pending_moves import PATH, Callbacks, PendingMoves, call_back_address
from ronde.arena.http.registration import read_card
from ronde.arena.http.requests import Requests
from ronde.arena.referee import ADDRESS, Entrant, Roster, open_program
from ronde.arena.sandbox import (
    MARGIN,
    Engine,
    EngineEnding,
    EngineFault,
    MoveRequest,
    Opening,
    Reply,
    Verdict,
    fingerprint,
)
from ronde.model.errors import RondeError
from ronde.web.server.addresses import Allowed, check_url, parse_allowed

_URL: Final = "RONDE_REFEREE_URL"
_PORT: Final = "RONDE_REFEREE_PORT"
EVERYWHERE: Final = "0.0.0.0"
SETTLE: Final = 6.0
"""Seconds for sending the last requests of games before the process ends."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CallBacks:
    """Where engines call back; what is not said here says the environment."""

    url: str = ""
    """The address sent to engines, if they see this machine under another name."""
    port: int = 0
    """The port of the door for call-backs; any free one if it is not set."""

    @property
    def environment(self) -> dict[str, str]:
        """The same for a process that is started."""
        variables = {_URL: self.url, _PORT: str(self.port or "")}
        return {name: text for name, text in variables.items() if text}

    def known(self) -> CallBacks:
        """The same with what the environment says."""
        port = os.environ.get(_PORT, "")
        return CallBacks(
            self.url or os.environ.get(_URL, ""), self.port or (int(port) if port.isdecimal() else 0)
        )


class LoopThread:
    """A thread with an event loop for the requests and call-backs of all games of a blocking referee.

    Engines get the address of this machine on the way to them, or what RONDE_REFEREE_URL says.
    """

    def __init__(self, allow: Allowed, *, url: str = "", port: int = 0) -> None:
        self._allow = allow
        self._url = call_back_address(url) if url else ""
        self._port = port
        self._pending_moves = PendingMoves()
        self._callbacks = Callbacks(self._pending_moves, _nobody)
        self._requests_by_address: dict[str, Requests] = {}
        """By the address of this machine they are called back at; empty where nobody calls back."""
        self._telling: set[Future[None]] = set()
        """Last requests of games whose way is not known yet."""
        self._runners: list[web.ServerRunner] = []
        self._ways: dict[str, str] = {}
        self._opening = asyncio.Lock()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="engines", daemon=True)
        self._thread.start()

    def ask(
        self, card: EngineCard, call: Call, *, game: str, deadline: float, timeout: float
    ) -> Future[Reply]:
        """Ask an engine for a move; its time begins when the loop calls it, however late the loop is."""
        return self._soon(self._ask(card, call, game, deadline - time.monotonic(), timeout))

    async def _ask(self, card: EngineCard, call: Call, game: str, seconds: float, timeout: float) -> Reply:
        try:
            async with asyncio.timeout(seconds):
                requests = await self._requests(card)
        except TimeoutError:  # nobody told us in time where the engine lives
            raise EngineFault(Verdict.LATE) from None
        deadline = time.monotonic() + seconds
        return await requests.ask(card, call, game=game, deadline=deadline, timeout=timeout)

    def tell(self, card: EngineCard, call: Call, *, game: str) -> None:
        telling = self._soon(self._tell(card, call, game))
        self._telling.add(telling)
        telling.add_done_callback(self._telling.discard)

    async def _tell(self, card: EngineCard, call: Call, game: str) -> None:
        (await self._requests(card)).tell(card, call, game=game)

    def _soon(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def close(self) -> None:
        """Let the last requests arrive, and end the thread."""
        if not self._thread.is_alive():
            return
        with suppress(Exception):
            self._soon(self._close()).result(SETTLE + 2)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(2)
        if not self._thread.is_alive():
            self._loop.close()

    async def _close(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(SETTLE):
                telling = map(asyncio.wrap_future, list(self._telling))
                await asyncio.gather(*telling, return_exceptions=True)
                for requests in self._requests_by_address.values():
                    await requests.settle()
        for requests in self._requests_by_address.values():
            await requests.close()
        for runner in self._runners:
            await runner.cleanup()

    async def _requests(self, card: EngineCard) -> Requests:
        """What sends requests to an engine, and receives its call-backs if it makes any."""
        here = await self._here(card) if card.manner is Manner.CALL_BACK else ""
        async with self._opening:
            if here not in self._requests_by_address:
                referee = await self._listen(here) if here else ""
                requests = Requests(self._pending_moves, referee, self._allow)
                await requests.open()
                self._requests_by_address[here] = requests
            return self._requests_by_address[here]

    async def _here(self, card: EngineCard) -> str:
        if self._url:
            return EVERYWHERE
        parts = urlsplit(card.url)
        host, port = parts.hostname or "", parts.port or 80
        if host not in self._ways:
            try:
                addresses = await self._loop.getaddrinfo(host, port, type=socket.SOCK_DGRAM)
            except OSError:  # the request will find that out too, and say it
                return "127.0.0.1"
            self._ways[host] = _way(addresses)
        return self._ways[host]

    async def _listen(self, here: str) -> str:
        """Listen for call-backs at one address of this machine; returns the address to send to engines."""
        family = socket.AF_INET6 if ":" in here else socket.AF_INET
        place = socket.create_server((here, self._port), family=family)
        runner = web.ServerRunner(web.Server(self._take))
        await runner.setup()
        await web.SockSite(runner, place).start()
        self._runners.append(runner)
        host = f"[{here}]" if ":" in here else here
        return self._url or f"http://{host}:{place.getsockname()[1]}{PATH}"

    async def _take(self, request: web.BaseRequest) -> web.Response:
        path, _, query = request.raw_path.partition("?")
        if path != PATH:
            return web.Response(status=404)
        sender = (request.remote or "", 0)
        scope = {"method": request.method, "query_string": query.encode(), "client": sender}
        posted = await request.content.read(LONGEST_QUERY) if request.method == "POST" else b""
        status, text = self._callbacks.take(scope, posted)
        return web.Response(status=status, text=text, headers={"Cache-Control": "no-store"})


def _way(addresses: list[Any]) -> str:
    """Our own end of the way to the first of some addresses that there is a way to; nothing is sent."""
    for family, kind, _, _, address in addresses:
        with suppress(OSError), socket.socket(family, kind) as asking:
            asking.connect(address)
            return str(asking.getsockname()[0])
    return "127.0.0.1"


async def _nobody(scope: Any, receive: Any, send: Any) -> None:
    """There is nothing here but the door for call-backs."""


_loop_threads: dict[tuple[str, CallBacks], LoopThread] = {}
_lock: Final = threading.Lock()


def loop_thread(allow: str, call_backs: CallBacks) -> LoopThread:
    """The loop thread of this process for engines in these local ranges, opened when it is first needed."""
    with _lock:
        known = call_backs.known()
        if (allow, known) not in _loop_threads:
            made = LoopThread(parse_allowed(allow), url=known.url, port=known.port)
            atexit.register(made.close)
            _loop_threads[allow, known] = made
        return _loop_threads[allow, known]


_PLACES: Final = ("http://", "https://")
_PATIENCE: Final = 10.0
"""Seconds beyond the time for connection and answer until a missing answer is reported."""


class RemoteEngine:
    """An engine at an address, for a blocking referee."""

    timed = True

    def __init__(self, loop_thread: LoopThread, card: EngineCard, rules: Game[Any]) -> None:
        self.card = card
        self.name = card.name
        self._loop_thread = loop_thread
        self._rules = rules
        self._game = ""
        self._opponent = ""
        self._waiting: Future[Reply] | None = None
        self._aborted = False

    def begin(self, opening: Opening) -> None:
        self._game = game_token()
        self._opponent = opening.opponent

    def move(self, ask: MoveRequest) -> Reply:
        """Call the engine and wait for the answer that counts; no answer may take longer than 54 seconds."""
        call = with_opponent(self._rules.call(ask.position, ask.side), self._opponent)
        timeout = max(1, min(LONGEST, ask.seconds))
        deadline = min(ask.deadline, time.monotonic() + LONGEST + MARGIN)
        self._waiting = self._loop_thread.ask(
            self.card, call, game=self._game, deadline=deadline, timeout=timeout
        )
        if self._aborted:
            self._waiting.cancel()
        try:
            return self._waiting.result(2 * (deadline - time.monotonic()) + _PATIENCE)
        except CancelledError:
            raise EngineFault(Verdict.REFEREE, "aborted") from None
        except TimeoutError:  # the loop answers at the deadline, unless it is blocked or has ended
            self._waiting.cancel()
            raise EngineFault(Verdict.REFEREE, "loop") from None

    def end(self, ending: EngineEnding) -> None:
        if self._game:
            self._loop_thread.tell(self.card, with_opponent(ending.call(), self._opponent), game=self._game)
        self._game = ""

    def abort(self) -> None:
        """Stop waiting for an answer; called from another thread."""
        self._aborted = True
        if self._waiting is not None:
            self._waiting.cancel()

    def close(self) -> None:
        """Does nothing: the connections belong to the process."""


class _Spoilt(RemoteEngine):
    """An entrant whose file has changed since it was entered."""

    def begin(self, opening: Opening) -> None:
        raise EngineFault(Verdict.START, "changed")


@dataclass(frozen=True, slots=True)
class Remote:
    """Opens both kinds of entrants, local programs and engines at addresses; goes to workers of a cluster."""

    allow: str = ""
    """The local ranges in which engines are allowed, as given in the option."""
    call_backs: CallBacks = field(default_factory=CallBacks)
    """Where engines call back on this machine."""

    def __reduce__(self) -> tuple[type[Remote], tuple[str]]:
        """Pickled without the call-back address: another machine has its own."""
        return Remote, (self.allow,)

    def __call__(self, entrant: Entrant, roster: Roster, seed: int) -> Engine:
        """The engine of an entrant, for the game of that seed."""
        if not entrant.remote:
            return open_program(entrant, roster, seed)
        path, thread = Path(entrant.path), loop_thread(self.allow, self.call_backs)
        try:
            if entrant.digest and fingerprint(path) != entrant.digest:
                raise ValueError(entrant.path)
            card = replace(self.card(path, roster.game, entrant.name), id=entrant.id)
        except (RondeError, OSError, ValueError):
            return _Spoilt(thread, EngineCard(0, entrant.name, roster.game, ""), roster.rules)
        return RemoteEngine(thread, card, roster.rules)

    def card(self, path: Path, game: str, name: str = "") -> EngineCard:
        return read_card(path, game, parse_allowed(self.allow), name=name)

    def named(self, text: str, rules: Game[Any], name: str = "") -> Engine | None:
        """The engine of `https://...` or `file.url`, under that name; None if the text is neither."""
        if text.lower().startswith(_PLACES):
            url = check_url(text, parse_allowed(self.allow))
            card = EngineCard(0, text.partition("://")[2], rules.name, url)
        elif text.endswith(ADDRESS):
            card = self.card(Path(text), rules.name)
        else:
            return None
        engine = RemoteEngine(loop_thread(self.allow, self.call_backs), card, rules)
        engine.name = name or card.name  # its card keeps the name a service behind a door knows
        return engine
