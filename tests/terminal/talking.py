"""A conversation about a small tournament, and the desk driven line by line as from a pipe."""

from __future__ import annotations

import io
from pathlib import Path

from ronde.app.desk import Desk
from ronde.model.decisions.players import enter_player
from ronde.model.decisions.rounds import open_tournament
from ronde.model.player import Player, split_name
from ronde.model.settings import Settings
from ronde.terminal import Conversation, run_plain

NAMES = ("MARTIN Bob", "MARTIN Zoe", "POIRIER Jean", "O'DELL Pat", "SMITH-JONES Kim", "WEBB Ann")


def conversation(
    folder: Path, names: tuple[str, ...] = NAMES, language: str = "en", rounds: int = 7
) -> Conversation:
    """A conversation in which these people are registered, numbered from 1."""
    desk = Desk.create(folder / "open.ronde")
    desk.act("arbiter", open_tournament, name="Open", settings=Settings(rounds=rounds, country="FRA"))
    for name in names:
        family, first = split_name(name)
        desk.act("arbiter", enter_player, player=Player(0, family, first))
    return Conversation(desk, language, folder=folder)


def typed(at: Conversation, *lines: str) -> str:
    """What the desk answers to these lines."""
    screen = io.StringIO()
    run_plain(at, io.StringIO("".join(f"{line}\n" for line in lines)), screen)
    return screen.getvalue()
