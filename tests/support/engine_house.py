"""A real `ronde serve --referee`, real engines on the loopback, and the people who come to its pages."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from html import unescape
from pathlib import Path
from typing import Any

from tests.support.root import ROOT
from tests.support.web_server import Answer, Browser, server

LOOPBACK = "127.0.0.0/8"
ENGINES = ROOT / "examples" / "engines"


@dataclass
class ArbitreHouse:
    """A running server: its host's browser, its folder, its process."""

    host: Browser
    folder: Path
    process: subprocess.Popen[str]

    def visitor(self, language: str = "en") -> Browser:
        """Somebody new, without a cookie."""
        return Browser(self.host.port, language=language)

    def owner(self, name: str, password: str = "") -> Browser:
        """Somebody new who has used an invitation."""
        made = self.visitor()
        answer = made.post(self.invitation(), {"name": name, "password": password})
        assert answer.status == 303, answer.text
        return made

    def invitation(self) -> str:
        """The path of a new invitation."""
        page = self.host.post("/arbitre/accounts/invite").text
        found = re.search(r"/enter/[\w-]+(?=<)", page)
        assert found, page
        return found.group()


@contextmanager
def arbitre_house(folder: Path, *options: str) -> Iterator[ArbitreHouse]:
    """A server with a referee for that folder; the host is signed in."""
    with server(folder, options=("--referee", "--allow-local", LOOPBACK, *options)) as (host, link, process):
        assert host.enter(link).status == 303
        yield ArbitreHouse(host, folder, process)


@contextmanager
def engine(name: str) -> Iterator[str]:
    """One of the sample engines, as a process of its own; its address."""
    process = subprocess.Popen(
        [sys.executable, str(ENGINES / f"{name}.py"), "--port", "0"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().split(": ", 1)[1].strip()
    finally:
        process.terminate()
        process.wait(10)
        assert process.stdout is not None
        process.stdout.close()


def registered(owner: Browser, name: str, url: str, **fields: str) -> int:
    """Register an engine; its number."""
    usual = {"game": "tictactoe", "timeout": "15", "manner": "call-back", "public": "1", "level": "1"}
    answer = owner.post("/arbitre/engines/new", {**usual, "name": name, "url": url, **fields})
    assert answer.status == 303, words(answer)
    return int(answer.headers["location"].rpartition("/")[2])


def house_engine(browser: Browser, game: str) -> int:
    """The number of the house's own player of a game."""
    cards = json.loads(browser.get("/arbitre/engines.json").body)
    return next(int(card["id"]) for card in cards if card["game"] == game and card["manner"] == "house")


def begun(browser: Browser, first: int, second: int, photo: str = "") -> int:
    """Begin a game; its number. A server that asks for patience gets it."""
    wish = {"first": str(first), "second": str(second), "photo": photo}
    answer = until(lambda: browser.post("/arbitre/games/new", wish), lambda answer: answer.status != 429)
    assert answer.status == 303, words(answer)
    return int(answer.headers["location"].rpartition("/")[2])


def record(browser: Browser, game: int) -> dict[str, Any]:
    """The data of a game as that browser gets it."""
    data: dict[str, Any] = json.loads(browser.get(f"/arbitre/game/{game}.json").body)
    return data


def finished(browser: Browser, game: int) -> dict[str, Any]:
    """The data of a game when it is over."""
    data: dict[str, Any] = until(lambda: record(browser, game), lambda data: not data["running"])
    return data


def until(look: Callable[[], Any], enough: Callable[[Any], bool], seconds: float = 30.0) -> Any:
    """What there is to see when it is enough."""
    end = time.monotonic() + seconds
    while not enough(found := look()):
        assert time.monotonic() < end, found
        time.sleep(0.05)
    return found


def words(answer: Answer) -> str:
    """The text of a page without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())


def nobody(browser: Browser) -> Browser:
    """The same server, another person."""
    return replace(browser, cookies={})
