"""The shape of a tournament of programs: its system, its rounds, and seeds from earlier tournaments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from ronde.cli.session import Session, TournamentFile
from ronde.cli.speech import option
from ronde.core.bracket import CupSettings
from ronde.core.player import Player
from ronde.core.result import Board
from ronde.core.schedule import scheduled_rounds
from ronde.core.settings import MOST_CHAMPIONS, MOST_LAPS, GauntletSettings, Settings, check_settings
from ronde.referee.door import Entrant
from ronde.scoring.door import METHODS, by_name, event_of

Command = TypeVar("Command", bound=Callable[..., Any])
SYSTEMS: Final = {
    "cup": "cup",
    "robin": "berger",
    "berger": "berger",
    "double-berger": "double-berger",
    "gauntlet": "gauntlet",
    "swiss": "swiss",
}
"""How a tournament of programs may be paired; `robin` is the short name of `berger`."""
HIGHEST: Final = 9_999
"""No seed is better than this rating."""


def shape_options(command: Command) -> Command:
    """The options that say how programs meet."""
    laps, champions = click.IntRange(1, MOST_LAPS), click.IntRange(1, MOST_CHAMPIONS)
    for add in (
        option("--rated", type=TournamentFile(), multiple=True, help="rated", metavar="FILE"),
        option("--double", is_flag=True, help="cup-double"),
        option("--consolation", is_flag=True, help="cup-consolation"),
        option("--third-place", is_flag=True, help="cup-third-place"),
        option("--champions", type=champions, default=1, help="champions", metavar="N"),
        option("--laps", type=laps, default=1, help="laps", metavar="N"),
        option("--rounds", type=click.IntRange(1, 99), default=None, help="tournoi-rounds", metavar="N"),
        option("--system", type=click.Choice(list(SYSTEMS)), default="cup", help="tournoi-system"),
    ):
        command = add(command)
    return command


def chosen_shape(wishes: Mapping[str, Any], *, games: int, count: int) -> Settings:
    """The settings of a tournament of so many programs; the rounds follow from the system but in a Swiss."""
    system = SYSTEMS[wishes["system"]]
    settings = Settings(
        system=system,
        board=Board(total=1 if system == "cup" else games, bye=0),
        tiebreaks=("buchholz", "discs"),
        laps=wishes["laps"],
        gauntlet=GauntletSettings(wishes["champions"]),
        cup=CupSettings(wishes["third_place"], wishes["consolation"], wishes["double"]),
    )
    usual = min(count - 1, max(3, (count - 1).bit_length() + 1))
    number = scheduled_rounds(settings, count) or wishes["rounds"] or usual
    chosen = replace(settings, rounds=number)
    check_settings(chosen)
    return chosen


def seeded_cards(session: Session, entrants: Iterable[Entrant], files: Iterable[Path]) -> list[Player]:
    """The programs as players, rated by likelihood over earlier tournaments; who is in none has no rating."""
    events = [event_of(session.desk(file).tournament, by_name) for file in dict.fromkeys(files)]
    found = {entry.key: entry.rating for entry in METHODS["likelihood"](events)} if events else {}
    cards = [Player(entrant.id, entrant.name) for entrant in entrants]
    return [replace(card, rating=_seed_rating(found.get(by_name(card)))) for card in cards]


def _seed_rating(rating: float | None) -> int:
    """A rating that stands before none at all."""
    return 0 if rating is None else max(1, min(HIGHEST, round(rating)))
