"""Engines at addresses among programs: the options, and how such engines are opened."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import urlsplit

import click

from ronde.cli.speech import Misused, gathered, option, spoken
from ronde.engines.door import Engine
from ronde.games.door import Game
from ronde.referee.door import ADDRESS, Entrant, Opener, open_program

if TYPE_CHECKING:
    from ronde.http_engines.door import CallBacks, Remote

Command = TypeVar("Command", bound=Callable[..., Any])
SCHEMES: Final = ("http://", "https://")


@dataclass(frozen=True, slots=True)
class DoorOptions:
    """The call-back address for engines."""

    referee_url: str | None
    referee_port: int | None

    def call_backs(self) -> CallBacks:
        """The call-back settings, after checking that engines can reach them."""
        from ronde.http_engines.door import CallBacks

        check_door(self.referee_url)
        if self.referee_port:
            _check_port(self.referee_port)
        return CallBacks(self.referee_url or "", self.referee_port or 0)


@dataclass(frozen=True, slots=True)
class RemoteOptions(DoorOptions):
    """The call-back address for engines, and the allowed local ranges."""

    allow_local: str

    def opener(self, entrants: Iterable[Entrant], game: str) -> Opener:
        """The function that opens these entrants; every address file is read and checked now."""
        check_door(self.referee_url)
        remote = [entrant for entrant in entrants if entrant.remote]
        if not remote:
            return open_program
        opener = self._remote()
        for entrant in remote:
            opener.card(Path(entrant.path), game)
        return opener

    def engine(self, text: str, game: Game[Any], name: str = "") -> Engine | None:
        """The engine of `https://...` or of `file.url`; None if the text is neither."""
        if not text.lower().startswith(SCHEMES) and not text.endswith(ADDRESS):
            return None
        return self._remote().named(text, game, name)

    def _remote(self) -> Remote:
        from ronde.http_engines.door import Remote

        return Remote(self.allow_local, call_backs=self.call_backs())


def remote_options(command: Command) -> Command:
    """The options of a referee that asks HTTP engines, passed as `remote`."""
    for add in (
        gathered(RemoteOptions, "remote"),
        _door_options,
        option("--allow-local", default="", help="allow-local", metavar="RANGES"),
    ):
        command = add(command)
    return command


def door_options(command: Command) -> Command:
    """The options of the call-back address, passed as `door`."""
    return _door_options(gathered(DoorOptions, "door")(command))


def _door_options(command: Command) -> Command:
    for add in (
        option("--referee-port", type=click.IntRange(1, 65535), help="referee-port", metavar="N"),
        option("--referee-url", help="referee-door", metavar="URL"),
    ):
        command = add(command)
    return command


@cache  # a port that was free may be our own by now
def _check_port(port: int) -> None:
    """Refuse an unusable call-back port before the first game."""
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("", port))
        except OSError as trouble:
            raise Misused(spoken("cli.port-taken", port=port), click.get_current_context()) from trouble


def check_door(url: str | None, sentence: str = "cli.referee-url") -> None:
    """Refuse an address that no engine or visitor could call."""
    if url is not None and not (url.lower().startswith(SCHEMES) and _machine(url)):
        raise Misused(spoken(sentence, url=url), click.get_current_context())


def _machine(url: str) -> str | None:
    try:
        parts = urlsplit(url)
        return parts.hostname if parts.port != 0 else None
    except ValueError:  # an invalid port, or an unclosed bracket
        return None
