"""The demonstration folder: tournaments of every kind, and a cup that is played while you watch."""

from __future__ import annotations

import random
import threading
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from ronde.app.commands import (
    AddPlayer,
    Batch,
    CloseRound,
    EnterResult,
    OpenTournament,
    PairRound,
    PlanAbsence,
)
from ronde.app.desk import Actor, Desk
from ronde.cli.sparring import GAME, PACE, PROGRAMS, Sparring
from ronde.cli.speech import LANGUAGE, language, spoken
from ronde.core.chance import fill_at_random
from ronde.core.events import ResultEntered
from ronde.core.player import Absence
from ronde.core.result import BOARDS, Board
from ronde.core.settings import Settings, usual_brightwell
from ronde.engines.door import Jail
from ronde.formats.pages.door import LiveFile, follow
from ronde.games.door import find_game
from ronde.referee.door import (
    ATTACHMENT,
    SEAT,
    Clock,
    Halted,
    Roster,
    Rule,
    Series,
    Sheet,
    Task,
    Watcher,
    play,
)

PEOPLE = (
    ("ABADIE, Hélène", "FRA", 1710), ("BERNARDI, Luca", "ITA", 1830), ("CARDOSO, Inês", "PRT", 1450),
    ("DE WITT, Maarten", "NLD", 1960), ("ELŻANOWSKI, Jan", "POL", 1580), ("FJELDSTAD, Åse", "NOR", 1640),
    ("GARNIER, Paul", "FRA", 1390), ("HOLLOWAY, June", "GBR", 1775), ("ITŌ, Ken", "JPN", 2010),
    ("JANSSENS, Bram", "BEL", 1520), ("KOVÁCS, Réka", "HUN", 1485), ("LEFÈVRE, Zoé", "FRA", 1655),
    ("MARTIN, Claude", "FRA", 1340), ("NOVÁKOVÁ, Jana", "CZE", 1605), ("OKAFOR, Chidi", "GBR", 1560),
    ("PETIT, Lucie", "FRA", 1290), ("QUIROGA, Marta", "ESP", 1735), ("ROSSI, Paolo", "ITA", 1420),
    ("SØRENSEN, Ida", "DNK", 1690), ("TANAKA, Misaki", "JPN", 1880),
)  # fmt: skip
CLOCK = Clock(300, 1)
FRIENDLY = 2
"""Boards with friendly games after the cup."""


def fill(folder: Path, seed: int, *, pace: float = PACE) -> Desk:
    """Make those of the three tournaments that are missing; returns the desk of the cup."""
    swiss, keizer, cup = (folder / f"{name}.ronde" for name in ("swiss", "keizer", "cup"))
    if not swiss.exists():
        _swiss(swiss, seed)
    if not keizer.exists():
        _keizer(keizer, seed)
    if cup.exists():
        return Desk.open(cup)
    desk = Desk.create(cup)
    roster = cup_roster(pace)
    written = tuple(entrant.written for entrant in sparring(pace))
    settings = Settings(rounds=3, system="cup", board=Board(total=1, bye=0), tiebreaks=("buchholz", "discs"))
    attached = {ATTACHMENT: replace(roster, entrants=written).to_json()}
    desk.run(OpenTournament(spoken("cli.demo-cup"), settings=settings), Actor(SEAT), attach=attached)
    for entrant in roster.entrants:
        desk.run(AddPlayer(entrant.name, "", number=entrant.id), Actor(SEAT))
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
            desk.run(PlanAbsence(player, (turn + 1,), reason))
        _play_round(desk, chance, seed + turn, half=turn == 8)
    desk.close()


def _opened(path: Path, name: str, settings: Settings, people: tuple[tuple[str, str, int], ...]) -> Desk:
    desk = Desk.begin(path, OpenTournament(name, settings=settings))
    for newcomer in newcomers(people):
        desk.run(newcomer)
    return desk


def newcomers(people: tuple[tuple[str, str, int], ...]) -> list[AddPlayer]:
    return [
        AddPlayer(name, country=country, rating=rating, number=number)
        for number, (name, country, rating) in enumerate(people, start=1)
    ]


def _play_round(desk: Desk, chance: random.Random, seed: int, *, half: bool) -> None:
    desk.run(PairRound(seed))
    drawn = [one for one in fill_at_random(desk.tournament, chance) if isinstance(one, ResultEntered)]
    played = drawn[: len(drawn) // 2] if half else drawn
    desk.run(Batch(tuple(EnterResult(one.table, one.result.first, one.result.second) for one in played)))
    if not half:
        desk.run(CloseRound())


def sparring(pace: float = PACE) -> tuple[Sparring, ...]:
    """The programs, numbered by their seeds."""
    return tuple(Sparring(at, name, "", "", pace=pace) for at, name in enumerate(PROGRAMS, start=1))


def cup_roster(pace: float = PACE) -> Roster:
    """The programs of the cup and the rules they play by, home and away."""
    return Roster(sparring(pace), GAME, {}, CLOCK, Rule(2), Jail(tier=0), seed=7)


class Exhibition:
    """Plays the cup in threads, then friendly games that are not stored, until it is stopped."""

    def __init__(self, desk: Desk, *, pace: float = PACE, jobs: int = 4) -> None:
        self.desk = desk
        self.live = LiveFile(desk.journal.path)
        self._pace, self._jobs, self._tongue = pace, jobs, language()
        self._stopped = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True, name="show")

    def start(self) -> None:
        self.thread.start()

    def stop(self) -> None:
        """Stop showing games; unfinished ones are played again another time."""
        self._stopped.set()
        self.live.finish()

    def _run(self) -> None:
        LANGUAGE.set(self._tongue)
        try:
            Series(self.desk, cup_roster(self._pace), jobs=self._jobs, watch=self._watch).run()
        except Halted:
            return
        finally:
            self.desk.close()
        others = [
            threading.Thread(target=self._friendlies, args=(board,), daemon=True)
            for board in range(1, FRIENDLY + 1)
        ]
        for thread in others:
            thread.start()

    def _watch(self, task: Task) -> Watcher:
        LANGUAGE.set(self._tongue)
        first, second = (self.desk.tournament.player(player).name for player in (task.first, task.second))
        place = {"round": task.round, "table": task.table, "game": task.leg}
        title = spoken("cli.demo-game", first=first, second=second, **place)
        return self._watcher(f"{task.round:02}-{task.table:03}-{task.leg}", title)

    def _watcher(self, key: str, title: str) -> Watcher:
        """A watcher that shows a game and ends it between two moves once the exhibition is stopped."""
        tell = follow(self.live, key, title)

        def watch(sheet: Sheet) -> None:
            if self._stopped.is_set():
                raise Halted
            if tell:
                tell(sheet)

        return watch

    def _friendlies(self, board: int) -> None:
        """Play friendly games at one board between randomly chosen programs."""
        LANGUAGE.set(self._tongue)
        chance = random.Random(board)
        while not self._stopped.is_set():
            first, second = chance.sample(sparring(self._pace), 2)
            title = spoken("cli.demo-friendly", first=first.name, second=second.name)
            engines = first.engine(Jail(tier=0)), second.engine(Jail(tier=0))
            watch = self._watcher(f"friendly-{board}", title)
            with suppress(Halted):
                play(find_game(GAME), engines, CLOCK, seed=chance.randrange(2**31), watch=watch)


def play_cup(desk: Desk, *, pace: float = PACE) -> Exhibition:
    show = Exhibition(desk, pace=pace)
    show.start()
    return show
