"""The exhibition: a folder in which everything can be seen, and a cup that plays while one looks."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ronde.cli.arena import follow
from ronde.cli.speech import LANGUAGE, language, spoken
from ronde.core.chance import fill_at_random
from ronde.core.decide.players import enter_player, plan_absence
from ronde.core.decide.rounds import open_tournament
from ronde.core.events import Event
from ronde.core.player import Absence, Player, split_name
from ronde.core.result import BOARDS, Board
from ronde.core.settings import Settings, usual_brightwell
from ronde.core.tournament import Tournament
from ronde.desk import CHIEF, Desk
from ronde.engines.door import Ask, Engine, InsideEngine, Jail
from ronde.formats.pages.door import LiveFile
from ronde.games.door import Game, Side, find_game
from ronde.pairing.door import complete_round
from ronde.referee.door import ATTACHMENT, SEAT, Clock, Entrant, Roster, Rule, Series, Task, Watcher
from ronde.scoring.door import close_and_freeze

PEOPLE = (
    ("ABADIE, Hélène", "FRA", 1710), ("BERNARDI, Luca", "ITA", 1830), ("CARDOSO, Inês", "PRT", 1450),
    ("DE WITT, Maarten", "NLD", 1960), ("ELŻANOWSKI, Jan", "POL", 1580), ("FJELDSTAD, Åse", "NOR", 1640),
    ("GARNIER, Paul", "FRA", 1390), ("HOLLOWAY, June", "GBR", 1775), ("ITŌ, Ken", "JPN", 2010),
    ("JANSSENS, Bram", "BEL", 1520), ("KOVÁCS, Réka", "HUN", 1485), ("LEFÈVRE, Zoé", "FRA", 1655),
    ("MARTIN, Claude", "FRA", 1340), ("NOVÁKOVÁ, Jana", "CZE", 1605), ("OKAFOR, Chidi", "GBR", 1560),
    ("PETIT, Lucie", "FRA", 1290), ("QUIROGA, Marta", "ESP", 1735), ("ROSSI, Paolo", "ITA", 1420),
    ("SØRENSEN, Ida", "DNK", 1690), ("TANAKA, Misaki", "JPN", 1880),
)  # fmt: skip
PROGRAMS = ("Corner", "Greedy", "Mobile", "Patient", "Edge", "Humble", "Chance", "Random")
PACE = 0.9
"""Seconds a program of the cup takes for a move, so that one can follow."""


def fill(folder: Path, seed: int, *, pace: float = PACE) -> Desk:
    """Make what is missing of the three tournaments; the desk of the cup, which can be played on."""
    swiss, keizer, cup = (folder / f"{name}.ronde" for name in ("swiss", "keizer", "cup"))
    if not swiss.exists():
        _swiss(swiss, seed)
    if not keizer.exists():
        _keizer(keizer, seed)
    if cup.exists():
        return Desk.open(cup)
    desk = Desk.create(cup)
    roster = cup_roster(pace)
    settings = Settings(rounds=3, system="cup", board=Board(total=1, bye=0), tiebreaks=("buchholz", "discs"))
    desk.act_with(
        SEAT,
        {ATTACHMENT: roster.to_json()},
        open_tournament,
        name=spoken("cli.demo-cup"),
        date="",
        settings=settings,
    )
    for entrant in roster.entrants:
        desk.act(SEAT, enter_player, player=Player(entrant.id, entrant.name))
    return desk


def _swiss(path: Path, seed: int) -> None:
    """A Swiss in round 4 of 7: three rounds closed, half of the fourth played."""
    settings = Settings(rounds=7, brightwell=usual_brightwell(7))
    desk = _opened(path, spoken("cli.demo-swiss"), settings, PEOPLE[:19])
    for turn in range(4):
        _play_round(desk, random.Random(seed + turn), seed + turn, half=turn == 3)
    desk.close()


def _keizer(path: Path, seed: int) -> None:
    """A Keizer season of a club: eight evenings, some of them missed, the ninth paired."""
    board = BOARDS["chess"]
    settings = Settings(
        rounds=20, system="keizer", board=replace(board, bye=board.total), tiebreaks=(), brightwell=6.0
    )
    desk = _opened(path, spoken("cli.demo-keizer"), settings, PEOPLE[:14])
    chance = random.Random(seed)
    for turn in range(9):
        missing = chance.sample(sorted(desk.tournament.players), 2)
        for player, reason in zip(missing, (Absence.EXCUSED, Absence.CLUB), strict=True):
            desk.act(CHIEF, plan_absence, number=player, rounds=[turn + 1], reason=reason)
        _play_round(desk, chance, seed + turn, half=turn == 8)
    desk.close()


def _opened(path: Path, name: str, settings: Settings, people: tuple[tuple[str, str, int], ...]) -> Desk:
    desk = Desk.create(path)
    desk.act(CHIEF, open_tournament, name=name, date="", settings=settings)
    for full, country, rating in people:
        family, first = split_name(full)
        desk.act(CHIEF, enter_player, player=Player(0, family, first, country, rating=rating))
    return desk


def _play_round(desk: Desk, chance: random.Random, seed: int, *, half: bool) -> None:
    desk.act(CHIEF, complete_round, seed=seed)
    if half:
        desk.act(CHIEF, _half_of_them, chance)
        return
    desk.act(CHIEF, fill_at_random, chance)
    desk.act(CHIEF, close_and_freeze)


def _half_of_them(tournament: Tournament, chance: random.Random) -> list[Event]:
    results = fill_at_random(tournament, chance)
    return results[: len(results) // 2]


@dataclass(frozen=True, slots=True)
class Sparring(Entrant):
    """A program of the exhibition: a few lines inside the referee, at a pace one can follow."""

    pace: float = PACE

    def engine(self, jail: Jail) -> Engine:
        """The program as an engine; nothing of it is dangerous, so it has no jail."""
        return InsideEngine(self.name, player(self.name, find_game("reversi"), self.pace))


def cup_roster(pace: float = PACE) -> Roster:
    """The programs of the cup and the rules they play by: reversi, home and away."""
    entrants = tuple(Sparring(at, name, "", "", pace=pace) for at, name in enumerate(PROGRAMS, start=1))
    return Roster(entrants, "reversi", {}, Clock(300, 1), Rule(2), Jail(tier=0), seed=7)


Taste = Callable[[Game[Any], Any, Side, str], float]


def _mobile(game: Game[Any], position: Any, side: Side, move: str) -> float:
    """The fewer answers the other has, the better."""
    after = game.play(position, {side: move})
    return -len(list(game.moves(after, 2 if side == 1 else 1))) if side not in game.to_move(after) else 9.0


def _greedy(game: Game[Any], position: Any, side: Side, move: str) -> float:
    """The more discs, the better."""
    score = game.score(game.play(position, {side: move}))
    return float(score[side - 1] - score[2 - side])


def _square(game: Game[Any], position: Any, side: Side, move: str) -> float:
    """Corners are good, the squares beside them are not, borders are better than nothing."""
    ends = sum(part in end for part, end in zip(move, ("AH", "18"), strict=False))
    near = sum(part in end for part, end in zip(move, ("BG", "27"), strict=False))
    return {2: 9.0, 1: 2.0}.get(ends, 0.0) - (4.0 if near and ends + near == 2 else 0.0)


_TASTES: dict[str, tuple[tuple[float, Taste], ...]] = {
    "Corner": ((1.0, _square), (0.3, _mobile)),
    "Greedy": ((1.0, _greedy),),
    "Mobile": ((1.0, _mobile),),
    "Patient": ((-0.5, _greedy), (0.6, _square)),
    "Edge": ((1.0, _square),),
    "Humble": ((-1.0, _greedy),),
}


def player(name: str, game: Game[Any], pace: float) -> Callable[[Ask], str]:
    """The move a program likes best; those without a taste take any."""
    chance = random.Random(name)

    def worth(ask: Ask, move: str) -> float:
        tastes = _TASTES.get(name, ())
        return sum(weight * taste(game, ask.position, ask.side, move) for weight, taste in tastes)

    def play(ask: Ask) -> str:
        time.sleep(pace * chance.uniform(0.6, 1.4))
        moves = list(game.moves(ask.position, ask.side))
        return max(moves, key=lambda move: (worth(ask, move), chance.random()))

    return play


def play_cup(desk: Desk, *, pace: float = PACE, jobs: int = 4) -> threading.Thread:
    """Play the cup in a thread of its own; every move is told to whoever serves the folder."""
    tongue, live = language(), LiveFile(desk.journal.path)

    def watch(task: Task) -> Watcher | None:
        LANGUAGE.set(tongue)
        names = (desk.tournament.player(player).name for player in (task.first, task.second))
        title = f"{task.round}.{task.table}.{task.leg} {' – '.join(names)}"
        return follow(live, f"{task.round:02}-{task.table:03}-{task.leg}", title)

    def run() -> None:
        try:
            Series(desk, cup_roster(pace), jobs=jobs, watch=watch).run()
        finally:
            live.finish()
            desk.close()

    thread = threading.Thread(target=run, daemon=True, name="cup")
    thread.start()
    return thread
