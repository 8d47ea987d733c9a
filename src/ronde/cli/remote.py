"""Engines at addresses among programs: the options, and who opens them."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import click

from ronde.cli.speech import Misused, option, spoken
from ronde.engines.door import Engine
from ronde.games.door import Game
from ronde.referee.door import ADDRESS, Entrant, Opener, open_program

Command = TypeVar("Command", bound=Callable[..., Any])
SCHEMES: Final = ("http://", "https://")


def remote_options(command: Command) -> Command:
    """The options of a referee that asks engines at addresses."""
    for add in (
        door_options,
        option("--allow-local", default="", help="allow-local", metavar="RANGES"),
    ):
        command = add(command)
    return command


def door_options(command: Command) -> Command:
    """The options that say where engines call back."""
    for add in (
        option("--referee-port", type=click.IntRange(1, 65535), help="referee-port", metavar="N"),
        option("--referee-url", help="referee-door", metavar="URL"),
    ):
        command = add(command)
    return command


def open_door(url: str | None, port: int | None) -> None:
    """Keep in mind where engines call back, for this process and those it starts."""
    check_door(url)
    if url:
        os.environ["RONDE_REFEREE_URL"] = url
    if port and os.environ.get("RONDE_REFEREE_PORT") != str(port):  # else the door may be open already
        _check_port(port)
        os.environ["RONDE_REFEREE_PORT"] = str(port)


def _check_port(port: int) -> None:
    """Refuse now a port that nobody could be called back at, and not in the first game."""
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("", port))
        except OSError as trouble:
            raise Misused(spoken("cli.port-taken", port=port), click.get_current_context()) from trouble


def check_door(url: str | None) -> None:
    """Refuse an address that no engine could call back."""
    if url is not None and not (url.lower().startswith(SCHEMES) and _machine(url)):
        raise Misused(spoken("cli.referee-url", url=url), click.get_current_context())


def _machine(url: str) -> str | None:
    try:
        parts = urlsplit(url)
        return parts.hostname if parts.port != 0 else None
    except ValueError:  # a port that is none, half a bracket
        return None


def opener_of(run: Mapping[str, Any], entrants: Iterable[Entrant], game: str) -> Opener:
    """Who opens these entrants; every file of an address is read now, and refused in words if it is none."""
    check_door(run["referee_url"])
    remote = [entrant for entrant in entrants if entrant.remote]
    if not remote:
        return open_program
    from ronde.arbitre.door import Remote

    open_door(run["referee_url"], run["referee_port"])
    opener = Remote(run["allow_local"])
    for entrant in remote:
        opener.card(Path(entrant.path), game)
    return opener


def remote_engine(text: str, game: Game[Any], run: Mapping[str, Any], name: str = "") -> Engine | None:
    """The engine of `https://...` or of `file.url`, so called; None if the text names something else."""
    if not text.lower().startswith(SCHEMES) and not text.endswith(ADDRESS):
        return None
    from ronde.arbitre.door import Remote

    open_door(run["referee_url"], run["referee_port"])
    return Remote(run["allow_local"]).named(text, game, name)
