"""The command `demo`: a tournament played in the terminal, or a folder to look at in the browser."""

from __future__ import annotations

import random
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ronde.app.command import Actor
from ronde.app.commands import (
    AddPlayer,
    Batch,
    CloseRound,
    EnterResult,
    OpenTournament,
    PairRound,
    PlanAbsence,
)
from ronde.app.desk import Desk
from ronde.app.files import ROSTER, is_unused
from ronde.arena.cli.serve import Served
from ronde.arena.games import SHOW_GAME, Game, Side, find_game
from ronde.arena.pages import LiveFile, follow
from ronde.arena.referee import (
    SEAT,
    Clock,
    Entrant,
    GameState,
    PoolStopped,
    Roster,
    Rule,
    Series,
    Task,
    Watcher,
    play,
)
from ronde.arena.sandbox import Engine, InsideEngine, Jail, MoveRequest, SandboxKind
from ronde.cli.main import run_line
from ronde.cli.serve import TRIES, Port, announcer, has_browser, port_was_chosen
from ronde.cli.session import ANY_PATH, CommandRun, with_session
from ronde.cli.speech import LANGUAGE, command, language, option, program_name, translate
from ronde.formats.files import file_error
from ronde.model.entry import fill_at_random
from ronde.model.events import ResultEntered
from ronde.model.player import Absence
from ronde.model.result import BOARDS, Board
from ronde.model.settings import Settings, usual_brightwell

if TYPE_CHECKING:
    from ronde.web.server.serve import Front


# The programs of the demonstration: a few lines each, different in style and slow enough to follow.


PROGRAMS = ("Corner", "Greedy", "Mobile", "Patient", "Edge", "Humble", "Chance", "Random")
GAME = SHOW_GAME
PACE = 0.9
"""Seconds a program takes for a move."""


@dataclass(frozen=True, slots=True)
class DemoProgram(Entrant):
    """A program of the exhibition, run inside the referee."""

    pace: float = PACE

    def engine(self, jail: Jail) -> Engine:
        """The program as an engine; it is trusted and needs no sandbox."""
        return InsideEngine(self.name, player(self.name, find_game(GAME), self.pace))

    @property
    def written(self) -> Entrant:
        """The program as an entrant of a file; the pace is not stored."""
        return Entrant(self.id, self.name, self.path, self.digest)


MoveValue = Callable[[Game[Any], Any, Side, str], float]


def _mobile(game: Game[Any], position: Any, side: Side, move: str) -> float:
    """The fewer replies the opponent has, the better."""
    after = game.play(position, {side: move})
    return -len(list(game.moves(after, 2 if side == 1 else 1))) if side not in game.to_move(after) else 9.0


def _greedy(game: Game[Any], position: Any, side: Side, move: str) -> float:
    """The more discs, the better."""
    score = game.score(game.play(position, {side: move}))
    return float(score[side - 1] - score[2 - side])


def _square(game: Game[Any], position: Any, side: Side, move: str) -> float:
    """Corners are good, the squares beside them are not, edges are better than the rest."""
    ends = sum(part in end for part, end in zip(move, ("AH", "18"), strict=False))
    near = sum(part in end for part, end in zip(move, ("BG", "27"), strict=False))
    return {2: 9.0, 1: 2.0}.get(ends, 0.0) - (4.0 if near and ends + near == 2 else 0.0)


_PREFERENCES: dict[str, tuple[tuple[float, MoveValue], ...]] = {
    "Corner": ((1.0, _square), (0.3, _mobile)),
    "Greedy": ((1.0, _greedy),),
    "Mobile": ((1.0, _mobile),),
    "Patient": ((-0.5, _greedy), (0.6, _square)),
    "Edge": ((1.0, _square),),
    "Humble": ((-1.0, _greedy),),
}


def player(name: str, game: Game[Any], pace: float) -> Callable[[MoveRequest], str]:
    """The best move by a program's preference; without one, a random move."""
    chance = random.Random(name)

    def worth(ask: MoveRequest, move: str) -> float:
        tastes = _PREFERENCES.get(name, ())
        return sum(weight * taste(game, ask.position, ask.side, move) for weight, taste in tastes)

    def play(ask: MoveRequest) -> str:
        time.sleep(pace * chance.uniform(0.6, 1.4))
        moves = list(game.moves(ask.position, ask.side))
        return max(moves, key=lambda move: (worth(ask, move), chance.random()))

    return play


# The demonstration folder: tournaments of every kind, and a cup that is played while you watch.


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


def make_demo_tournaments(folder: Path, seed: int, *, pace: float = PACE) -> Desk:
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
    written = tuple(entrant.written for entrant in demo_programs(pace))
    settings = Settings(rounds=3, system="cup", board=Board(total=1, bye=0), tiebreaks=("buchholz", "discs"))
    attached = {ROSTER: replace(roster, entrants=written).to_json()}
    desk.run(OpenTournament(translate("cli.demo-cup"), settings=settings), Actor(SEAT), attach=attached)
    for entrant in roster.entrants:
        desk.run(AddPlayer(entrant.name, "", number=entrant.id), Actor(SEAT))
    return desk


def _swiss(path: Path, seed: int) -> None:
    """A Swiss in round 4 of 7: three rounds closed, half of the fourth played."""
    settings = Settings(rounds=7, brightwell=usual_brightwell(7))
    desk = _opened(path, translate("cli.demo-swiss"), settings, PEOPLE[:19])
    for turn in range(4):
        _play_round(desk, random.Random(seed + turn), seed + turn, half=turn == 3)
    desk.close()


def _keizer(path: Path, seed: int) -> None:
    """A Keizer season of a club: eight evenings, some of them missed, the ninth paired."""
    board = BOARDS["chess"]
    settings = Settings(
        rounds=20, system="keizer", board=replace(board, bye=board.total), tiebreaks=(), brightwell=6.0
    )
    desk = _opened(path, translate("cli.demo-keizer"), settings, PEOPLE[:14])
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


def demo_programs(pace: float = PACE) -> tuple[DemoProgram, ...]:
    """The programs, numbered by their seeds."""
    return tuple(DemoProgram(at, name, "", "", pace=pace) for at, name in enumerate(PROGRAMS, start=1))


def cup_roster(pace: float = PACE) -> Roster:
    """The programs of the cup and the rules they play by, home and away."""
    return Roster(demo_programs(pace), GAME, {}, CLOCK, Rule(2), Jail(SandboxKind.NONE), seed=7)


class DemoCup:
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
        except PoolStopped:
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
        title = translate("cli.demo-game", first=first, second=second, **place)
        return self._watcher(f"{task.round:02}-{task.table:03}-{task.leg}", title)

    def _watcher(self, key: str, title: str) -> Watcher:
        """A watcher that shows a game and ends it between two moves once the exhibition is stopped."""
        tell = follow(self.live, key, title)

        def watch(state: GameState) -> None:
            if self._stopped.is_set():
                raise PoolStopped
            if tell:
                tell(state)

        return watch

    def _friendlies(self, board: int) -> None:
        """Play friendly games at one board between randomly chosen programs."""
        LANGUAGE.set(self._tongue)
        chance = random.Random(board)
        while not self._stopped.is_set():
            first, second = chance.sample(demo_programs(self._pace), 2)
            title = translate("cli.demo-friendly", first=first.name, second=second.name)
            engines = first.engine(Jail(SandboxKind.NONE)), second.engine(Jail(SandboxKind.NONE))
            watch = self._watcher(f"friendly-{board}", title)
            with suppress(PoolStopped):
                play(find_game(GAME), engines, CLOCK, seed=chance.randrange(2**31), watch=watch)


def play_cup(desk: Desk, *, pace: float = PACE) -> DemoCup:
    show = DemoCup(desk, pace=pace)
    show.start()
    return show


# The command `demo`: a small tournament played in the terminal, or a folder to look at in the browser.


ROUNDS = 3
SERVED = Served(referee=True)


@command("demo", waits=False)
@click.argument("folder", type=ANY_PATH, default="demo", metavar="[FOLDER]")
@option("--seed", type=click.IntRange(0, 2**31), default=7, help="seed", metavar="N")
@option("--show", is_flag=True, help="demo-show")
@option("--port", type=Port(), default=8765, help="port", metavar="N")
@option("--host", default="127.0.0.1", help="host", metavar="ADDRESS")
@option("--browser/--no-browser", default=None, help="demo-browser")
@with_session
def demo(
    session: CommandRun, folder: Path, seed: int, show: bool, port: int, host: str, browser: bool | None
) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise file_error(folder, error) from error
    if show:
        from ronde.web.server.serve import Front

        tries = 1 if port_was_chosen() else TRIES
        opened = has_browser() if browser is None else browser
        announce = announcer(port, f"{program_name()} invite {folder}", browser=opened, more=SERVED.lines)
        _show(folder, seed, Front(host, port, tries=tries), announce)
    else:
        _play(session, folder, seed)


def _show(folder: Path, seed: int, front: Front, announce: Callable[[Front, str], None]) -> None:
    """Serve a Swiss, a Keizer season and a running cup until a signal arrives."""
    from ronde.web.server.serve import run_server

    cup = make_demo_tournaments(folder, seed)
    click.echo(translate("cli.demo-folder", path=folder))
    # The server re-raises a signal once it has stopped; the default SIGTERM would skip the removal of the
    # live file.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    show = play_cup(cup)
    try:
        run_server([folder], front, announce=announce, extend=SERVED.extensions)
    finally:
        show.stop()


def _play(session: CommandRun, folder: Path, seed: int) -> None:
    path = _free(folder)
    desk = session.create(path)
    settings = Settings(rounds=5, brightwell=usual_brightwell(5))
    for one in (OpenTournament(translate("cli.demo-name"), settings=settings), *newcomers(PEOPLE[:13])):
        desk.run(one, Actor("demo"))
    for turn in range(ROUNDS):
        _step(session, ["pair", str(path), "--seed", str(seed + turn), *(["--explain"] if turn == 2 else [])])
        _step(session, ["result", str(path), "?", "--seed", str(seed + turn)])
        _step(session, ["close", str(path)])
    click.echo("\n" + translate("cli.demo-done", path=path, ronde=program_name()))


def _free(folder: Path) -> Path:
    """The first unused name; a demo never overwrites anything."""
    names = chain(["demo"], (f"demo-{number}" for number in count(2)))
    paths = (folder / f"{name}.ronde" for name in names)
    return next(path for path in paths if is_unused(path))


def _step(session: CommandRun, line: list[str]) -> None:
    click.echo(f"\n$ {program_name()} {' '.join(line)}\n")
    run_line(line, session)
