"""Engines at addresses for any referee, with the same requests and verdicts as in the game server.

An opener handles all kinds of entrants, and can be sent to a worker of a cluster.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, Final

from ronde.core.errors import RondeError
from ronde.engines.door import (
    MARGIN,
    Engine,
    EngineEnding,
    EngineFault,
    InsideEngine,
    MoveRequest,
    Opening,
    Reply,
    Verdict,
    fingerprint,
)
from ronde.games.door import Game, with_opponent
from ronde.http_engines.addresses import check_url, parse_allowed
from ronde.http_engines.card import LONGEST, EngineCard, Manner
from ronde.http_engines.cardfile import read_card
from ronde.http_engines.game_server import game_word
from ronde.http_engines.loop_thread import CallBacks, LoopThread, outpost
from ronde.referee.door import ADDRESS, Entrant, Roster, open_program

_PLACES: Final = ("http://", "https://")
_PATIENCE: Final = 10.0
"""Seconds beyond the time for connection and answer until a missing answer is reported."""


class RemoteEngine:
    """An engine at an address, for a blocking referee."""

    timed = True

    def __init__(
        self, post: LoopThread, card: EngineCard, rules: Game[Any], words: Mapping[str, str] | None = None
    ) -> None:
        self.card = card
        self.name = card.name
        self._post = post
        self._rules = rules
        self._words = words or {}
        """The names of opponents on the wire, where they differ."""
        self._word = ""
        self._opponent = ""
        self._waiting: Future[Reply] | None = None
        self._aborted = False

    def begin(self, opening: Opening) -> None:
        """A new game, with an unguessable identifier."""
        self._word = game_word()
        self._opponent = self._words.get(opening.opponent, opening.opponent)

    def move(self, ask: MoveRequest) -> Reply:
        """Call the engine and wait for the answer that counts; no answer may take longer than 54 seconds."""
        call = with_opponent(self._rules.call(ask.position, ask.side), self._opponent)
        timeout = max(1, min(LONGEST, ask.seconds))
        deadline = min(ask.deadline, time.monotonic() + LONGEST + MARGIN)
        self._waiting = self._post.ask(
            self.card, call, game=self._word, side=ask.side, deadline=deadline, timeout=timeout
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
        """Tell it how the game ended."""
        if self._word:
            self._post.tell(self.card, with_opponent(ending.call(), self._opponent), game=self._word)
        self._word = ""

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
    """Opens every kind of entrant: local programs, engines at addresses, the built-in player."""

    allow: str = ""
    """The local ranges in which engines are allowed, as given in the option."""
    cards: Mapping[int, EngineCard] = field(default_factory=dict)
    """The engines of a competition, by their numbers in it; other entrants have a file."""
    call_backs: CallBacks = field(default_factory=CallBacks)
    """Where engines call back on this machine."""

    def __reduce__(self) -> tuple[type[Remote], tuple[str, Mapping[int, EngineCard]]]:
        """Pickled without the call-back address: another machine has its own."""
        return Remote, (self.allow, self.cards)

    def __call__(self, entrant: Entrant, roster: Roster, seed: int) -> Engine:
        """The engine of an entrant, for the game of that seed."""
        card = self.cards.get(entrant.id)
        if card is None and not entrant.remote:
            return open_program(entrant, roster, seed)
        if card is None:
            return self._of_file(entrant, roster)
        if card.manner is Manner.HOUSE:
            return house_engine(card.name, roster.rules, seed)
        words = {known.name: known.word for known in self.cards.values()}
        return RemoteEngine(outpost(self.allow, self.call_backs), card, roster.rules, words)

    def card(self, path: Path, game: str, name: str = "") -> EngineCard:
        return read_card(path, game, parse_allowed(self.allow), name=name)

    def _of_file(self, entrant: Entrant, roster: Roster) -> Engine:
        path, post = Path(entrant.path), outpost(self.allow, self.call_backs)
        try:
            if entrant.digest and fingerprint(path) != entrant.digest:
                raise ValueError(entrant.path)
            card = replace(self.card(path, roster.game, entrant.name), id=entrant.id)
        except (RondeError, OSError, ValueError):
            return _Spoilt(post, EngineCard(0, entrant.name, roster.game, ""), roster.rules)
        return RemoteEngine(post, card, roster.rules)

    def named(self, text: str, rules: Game[Any], name: str = "") -> Engine | None:
        """The engine of `https://...` or `file.url`, under that name; None if the text is neither."""
        if text.lower().startswith(_PLACES):
            url = check_url(text, parse_allowed(self.allow))
            card = EngineCard(0, text.partition("://")[2], rules.name, url)
        elif text.endswith(ADDRESS):
            card = self.card(Path(text), rules.name)
        else:
            return None
        engine = RemoteEngine(outpost(self.allow, self.call_backs), card, rules)
        engine.name = name or card.name  # its card keeps the name a service behind a door knows
        return engine


def house_engine(name: str, rules: Game[Any], seed: int) -> Engine:
    """The built-in player: random legal moves, as in the game server."""

    def play(ask: MoveRequest) -> str:
        return rules.any_move(ask.position, ask.side, Random(f"{seed} {ask.side} {ask.turn}"))

    return InsideEngine(name, play)
