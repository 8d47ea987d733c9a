"""Tournaments for the browser, and the server that shows them: a Swiss, a Keizer evening and a cup."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext, Page
from tests.support.web_server import server

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.decisions.players import enter_player
from ronde.model.decisions.rounds import open_tournament
from ronde.model.entry import fill_at_random
from ronde.model.player import Player, split_name
from ronde.model.settings import Settings
from ronde.systems.keizer.standings import close_and_freeze
from ronde.systems.rounds import complete_round

PEOPLE = (
    "ABADIE, Hélène", "BERNARDI, Luca", "CARDOSO, Inês", "DE WITT, Maarten", "ELŻANOWSKI, Jan",
    "FJELDSTAD, Åse", "GARNIER, Paul", "HOLLOWAY, June",
)  # fmt: skip
HOSTILE = (
    "<script>window.owned=1</script>",
    "\"'><img src=x onerror=window.owned=1>",
    "{{ 7*7 }} ${7*7} javascript:window.owned=1",
    "מרים כהן",
    "🐙🎲 O'Neil & Sons",
)


def hall(folder: Path) -> Path:
    """A folder with `swiss`, `keizer` and `cup`, each with a closed round and an open one that is paired."""
    make(folder / "swiss.ronde", Settings(rounds=5, country="FRA"))
    make(folder / "keizer.ronde", Settings(rounds=20, system="keizer"), PEOPLE[:7])
    make(folder / "cup.ronde", Settings(rounds=3, system="cup"))
    return folder


def make(path: Path, settings: Settings, people: tuple[str, ...] = PEOPLE, *, closed: int = 1) -> Path:
    """A tournament of these people with `closed` rounds played by chance and the next one paired."""
    desk = Desk.create(path)
    desk.act(CHIEF, open_tournament, name=path.stem.capitalize(), date="2026-11-14", settings=settings)
    for number, name in enumerate(people):
        family, first = split_name(name)
        desk.act(CHIEF, enter_player, player=Player(0, family, first, "FRA", rating=1900 - 50 * number))
    for number in range(closed + 1):
        desk.act(CHIEF, complete_round, seed=number)
        if number < closed:
            desk.act(CHIEF, fill_at_random, random.Random(number))
            desk.act(CHIEF, close_and_freeze)
    desk.close()
    return path


Visit = Callable[..., BrowserContext]


@dataclass
class House:
    """A running server: where it is, how the arbiter enters, which folder it serves, its process."""

    address: str
    link: str
    folder: Path
    process: subprocess.Popen[str]

    def at(self, path: str) -> str:
        """The whole address of a path."""
        return self.address + path


def enter(page: Page, link: str) -> None:
    """Open a link of the desk and press its button."""
    page.goto(link)
    page.locator("main form button").click()


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[House]:
    """A server for that folder."""
    with server(folder, options=options) as (asking, link, process):
        address = f"http://localhost:{asking.port}"
        yield House(address, address + link, folder, process)
