"""A tournament too large for the loop, its server, and the processes that draw for it."""

from __future__ import annotations

import http.client
import random
from pathlib import Path

from ronde.app.desk import Desk
from ronde.model.decisions.players import enter_player
from ronde.model.decisions.rounds import add_table, open_tournament
from ronde.model.entry import fill_at_random
from ronde.model.events import Event
from ronde.model.player import Player
from ronde.model.replay import replay
from ronde.model.settings import Settings
from ronde.model.tournament import Tournament

PLAYERS = 260


def entered(tournament: Tournament, count: int) -> list[Event]:
    """So many players, as one action."""
    facts: list[Event] = []
    for number in range(1, count + 1):
        card = Player(number, f"PLAYER{number:03}", "Some <b>body</b>", "FRA", rating=2000 - number)
        new = enter_player(replay(facts[-1:], tournament), player=card)
        tournament = replay(facts[-1:], tournament)
        facts += new
    return facts


def large(path: Path, players: int = PLAYERS) -> Path:
    """A tournament of so many who have registered."""
    desk = Desk.create(path)
    desk.act("arbiter", open_tournament, name=path.stem, date="2026-11-14", settings=Settings(rounds=7))
    desk.act("arbiter", entered, players)
    desk.close()
    return path


def seated(tournament: Tournament) -> list[Event]:
    """Neighbours on the list at a table each, with results."""
    numbers, facts = list(tournament.players), list[Event]()
    for first, second in zip(numbers[::2], numbers[1::2], strict=True):
        news = add_table(tournament, first=first, second=second)
        facts, tournament = facts + news, replay(news, tournament)
    return [*facts, *fill_at_random(tournament, random.Random(1))]


def children(pid: int) -> list[int]:
    """The processes a process has started and that live."""
    found = []
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = place.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if int(parent) == pid and state != "Z":
            found.append(int(place.parent.name))
    return found


def asking(port: int, path: str, source: str = "127.0.0.1", **headers: str) -> http.client.HTTPConnection:
    """A request whose answer is not read yet, from one of this machine's addresses."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(source, 0))
    line.request("GET", path, headers={"Accept-Language": "en", **headers})
    return line


def answered(line: http.client.HTTPConnection) -> tuple[int, dict[str, str], str]:
    """Status, headers and text of the answer."""
    response = line.getresponse()
    told = {name.lower(): value for name, value in response.getheaders()}
    text = response.read().decode(errors="replace")
    line.close()
    return response.status, told, text
