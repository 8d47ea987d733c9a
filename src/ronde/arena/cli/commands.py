"""The programs of manual 003: `defi`, `duel` and `tournoi`, also installed under their own names."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from ronde.arena.cli.checkup import checking_time, timed_fault
from ronde.arena.cli.options import (
    RemoteOptions,
    RunOptions,
    announce,
    chosen_clock,
    clock_options,
    ending,
    move_words,
    open_chosen_engine,
    remote_options,
    run_options,
    soft_pause,
    tell_last_words,
)
from ronde.arena.cli.person import SIDES, LeftOff, Person, TakenBack, introduce, side_of
from ronde.arena.cli.playing import Timetable
from ronde.arena.cli.shapes import chosen_openings, openings_option
from ronde.arena.games import ALONE, Game, GameError, GameRecord, Side, switches
from ronde.arena.pages import RunPages, follow
from ronde.arena.pages.text import delay_text, shown_messages
from ronde.arena.referee import (
    Clock,
    Contest,
    ContestPool,
    ContestScore,
    Entrant,
    Expectation,
    GameState,
    Played,
    Roster,
    Rule,
    Task,
    Watcher,
    all_watchers,
    game_seconds,
    go_on,
    longest_game,
    usual_length,
)
from ronde.arena.sandbox import Engine, TerminalPlayer
from ronde.cli.session import ANY_PATH, json_option, show
from ronde.cli.speech import Measure, UsageProblem, command, in_lines, language, option, translate
from ronde.formats.files import read_file
from ronde.model.errors import FileMissing, PositionImpossible
from ronde.standings.ratings import RatedMeeting, Sprt, ratings, superiority
from ronde.system import replace_file

# The file of one game, written after every move, so that the same command resumes an interrupted game.


class GameFile:
    """A game record on disk, replaced atomically after every move."""

    def __init__(self, path: Path, game: Game[Any], jail: int) -> None:
        if not path.absolute().parent.is_dir():
            raise FileMissing(path=str(path.parent))
        self.path = path
        self.jail = jail
        self.begun = self._read(game) if path.exists() else None
        """The unfinished game that was found."""

    def _read(self, game: Game[Any]) -> GameRecord:
        try:
            record = Played.from_dict(json.loads(read_file(self.path))).record
        except (GameError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as wrong:
            raise self._refusal(game, "record") from wrong
        if record.outcome.over:
            raise self._refusal(game, "finished")
        if (record.game, record.settings) != (game.name, switches(game)):
            raise self._refusal(game, "other-game")
        return record

    def _refusal(self, game: Game[Any], reason: str) -> PositionImpossible:
        facts = {"text": str(self.path), "game": game.name, "reason": reason}
        return PositionImpossible(**facts)

    def check_players(self, game: Game[Any], players: tuple[str, str]) -> None:
        """Refuse to continue a game with other players or rules."""
        if self.begun is not None and self.begun.players != players:
            raise self._refusal(game, "other-players")

    def state(self, game: Game[Any], clock: Clock) -> GameState | None:
        """The unfinished game with its clocks; None if there was none."""
        return None if self.begun is None else GameState.resume(self.begun, game, clock)

    def watch(self, state: GameState) -> None:
        played = Played.of(state, self.jail)
        replace_file(self.path, json.dumps(played.to_dict(), ensure_ascii=False).encode(), lasting=False)


# The programs of manual 003: `defi`, `duel` and `tournoi`, also installed under their own names.


@command("defi", waits=False, common=("--game", "--web", "--from", "--record", "--pause"))
@click.argument("program", metavar="PROG")
@click.argument("side", type=click.Choice(list(SIDES), case_sensitive=False), metavar="o|x")
@click.argument("seconds", type=Measure(0.01, 86_400), metavar="SECONDS")
@run_options
@remote_options
@option("--from", "start", default="", help="from", metavar="POSITION")
@option("--record", type=ANY_PATH, default=None, help="record", metavar="FILE")
@option("--pause", is_flag=True, help="pause")
def defi(
    program: str,
    side: str,
    seconds: float,
    start: str,
    record: Path | None,
    pause: bool,
    run: RunOptions,
    remote: RemoteOptions,
) -> None:
    game, jail = run.chosen_game(), run.chosen_jail()
    _check_position(game, start)
    mine, clock = side_of(game, side), Clock(seconds, 0, fixed=True)
    file = None if record is None else GameFile(record, game, jail.kind)
    rival = open_chosen_engine(program, game, jail, remote, seed=run.seed)
    announce(jail)
    introduce(game, mine)
    host = Person(game, mine)
    person = TerminalPlayer(translate("programs.person"), host.ask)
    engines = (person, rival) if mine == 1 else (rival, person)
    names = engines[0].name, engines[1].name
    state = _begun(file, game, clock, names) or GameState(
        game, clock, seed=run.seed, players=names, start=start
    )
    gallery = _gallery(run.pages)
    page = follow(gallery, "1", " – ".join(names), (mine == 2, mine == 1), ALONE[mine])
    watch = all_watchers(page, None if file is None else file.watch, host.watcher(pause=_waits(pause)))
    played = None
    try:
        while played is None:
            try:
                played = go_on(state, engines, watch=watch, jail=jail.kind)
            except TakenBack:
                state = _earlier(state, mine)
    except (KeyboardInterrupt, LeftOff) as stop:
        _stopped(file, state, hidden=game.write(state.position, ALONE[mine]) != game.write(state.position))
        if isinstance(stop, LeftOff):
            raise click.exceptions.Exit(0) from stop
        raise
    finally:
        rival.close()
        _finish(gallery, quiet=True, interrupted=played is None)
    _keep(gallery, "1", played)
    click.echo(ending(played, mine))
    tell_last_words(played)
    _say_where(gallery)


def _earlier(state: GameState, mine: Side) -> GameState:
    """The game before the last move of that side."""
    click.echo(translate("programs.taken-back"))
    moved = [at for at, ply in enumerate(state.plies) if any(answer.side == mine for answer in ply)]
    record = replace(state.record, plies=tuple(state.plies[: moved[-1]]))
    return GameState.resume(record, state.game, state.clock)


def _waits(pause: bool) -> bool:
    """Whether every move waits for Enter; manual 003 has an environment variable for it."""
    return pause or "PAUSE" in os.environ


def _gallery(folder: Path | None) -> RunPages | None:
    return None if folder is None else RunPages(folder, language())


def _begun(
    file: GameFile | None, game: Game[Any], clock: Clock, names: tuple[str, str], *, quiet: bool = False
) -> GameState | None:
    """The game to continue, after printing that it is continued."""
    state = None if file is None else file.state(game, clock)
    if file is not None and state is not None:
        file.check_players(game, names)
        if not quiet:
            click.echo(translate("programs.goes-on", path=file.path, count=len(state.plies)))
    return state


def _stopped(file: GameFile | None, state: GameState, *, hidden: bool) -> None:
    """Print how to continue an interrupted game; a position with hidden information is not shown."""
    if file is not None:
        click.echo("\n" + translate("programs.interrupted-game", path=file.path), err=True)
    elif hidden or not state.plies:
        click.echo("\n" + translate("programs.stopped"), err=True)
    else:
        position = state.game.write(state.position)
        click.echo("\n" + in_lines(translate("programs.stopped-at", position=position)), err=True)


def _check_position(game: Game[Any], start: str) -> None:
    from random import Random

    try:
        if start:
            game.place(start, Random(0))
    except GameError as wrong:
        facts = {**wrong.facts, "text": start, "game": game.name, "reason": wrong.reason}
        raise PositionImpossible(**facts) from wrong


def _tell_move(state: GameState, number: int, side: Side) -> None:
    answer = next(answer for answer in state.plies[-1] if answer.side == side)
    move = move_words(state.game, answer.move) if answer.move else "✗"
    left = state.left[side - 1]
    minutes = f"{int(left) // 60}:{int(left) % 60:02d}"
    player = state.players[side - 1]
    seconds = f"{answer.milliseconds / 1000:.3f}"
    line = translate("programs.move", number=number, player=player, move=move, seconds=seconds, left=minutes)
    taken = delay_text(answer.taken, language())
    click.echo(f"{line}  {taken}".rstrip())


@command("duel", waits=False, common=("--game", "--games", "--time", "--increment", "--web"))
@click.argument("program1", metavar="PROG1")
@click.argument("program2", metavar="PROG2")
@run_options
@remote_options
@clock_options
@option("--games", type=click.IntRange(1, 1_000_000), default=None, help="duel-games", metavar="N")
@option("--sprt", type=Measure(-5000, 5000), nargs=2, default=None, help="sprt", metavar="ELO0 ELO1")
@option("--from", "start", default="", help="from", metavar="POSITION")
@openings_option
@option("--jobs", type=click.IntRange(1, 512), default=1, help="duel-jobs", metavar="N")
@option("--record", type=ANY_PATH, default=None, help="record", metavar="FILE")
@option("--pause", is_flag=True, help="pause")
@json_option
def duel(
    program1: str,
    program2: str,
    time_: str,
    increment: float,
    games: int | None,
    sprt: tuple[float, float] | None,
    start: str,
    openings: str | None,
    jobs: int,
    record: Path | None,
    pause: bool,
    as_json: bool,
    run: RunOptions,
    remote: RemoteOptions,
) -> None:
    game, jail = run.chosen_game(), run.chosen_jail()
    starts = chosen_openings(game, openings, run.seed) if openings else [start]
    _check_position(game, start)
    if sprt and not sprt[0] < sprt[1]:
        raise UsageProblem(translate("programs.sprt-order"), click.get_current_context())
    test = Sprt(*sprt) if sprt else None
    wanted = games or (100_000 if test else 1)
    if record is not None and wanted > 1:
        raise UsageProblem(translate("programs.one-record"), click.get_current_context())
    file = None if record is None else GameFile(record, game, jail.kind)
    clock = chosen_clock(time_, increment)
    waits = _waits(pause)

    def opener(entrant: Entrant, roster: Roster | None = None, seed: int = 0) -> Engine:
        chance = run.seed + entrant.id - 1
        return open_chosen_engine(entrant.path, game, jail, remote, seed=chance, name=entrant.name)

    entrants = Entrant(1, "", program1, ""), Entrant(2, "", program2, "")
    first = opener(entrants[0]), opener(entrants[1])
    for engine in first if wanted == 1 or as_json else ():
        engine.close()
    names = _told_apart((program1, program2), (first[0].name, first[1].name))
    _begun(file, game, clock, names, quiet=as_json)
    announce(jail, quiet=as_json)
    gallery = _gallery(run.pages)
    progress = None if wanted == 1 or as_json else _planned(first, game, clock, wanted, jobs, starts[0])

    def note(number: int, played: Played, score: ContestScore) -> None:
        if not as_json:
            click.echo(in_lines(_duel_line(number, played, score, progress)))
            if wanted == 1 and not waits:
                tell_last_words(played)
        if wanted == 1 or number == 1 or (gallery is not None and gallery.due()):
            _keep(gallery, str(number), played)

    def watch(task: Task) -> Watcher | None:
        page = follow(gallery, str(task.leg), translate("programs.game", number=task.leg))
        spoken_moves = _spectator(waits) if wanted == 1 and not as_json else None
        return all_watchers(page, None if file is None else file.watch, spoken_moves)

    called = tuple(replace(one, name=name) for one, name in zip(entrants, names, strict=True))
    rule = Rule(wanted)
    roster = Roster(called, game.name, switches(game), clock, rule, jail, run.seed, openings=tuple(starts))
    pool = ContestPool(roster, jobs, watch, opener, lambda task: file.begun if file else None)
    contest = Contest(roster, pool, note, test)
    try:
        with soft_pause(contest.pause) if wanted > 1 else nullcontext():
            contest.run()
        if not contest.over:
            raise KeyboardInterrupt
    except KeyboardInterrupt:
        _finish(gallery, interrupted=True)
        _stopped_duel(file, names, contest.score, test)
        raise
    _finish(gallery, quiet=as_json)
    score = contest.score
    data = {**_duel_data(names, score, test), "jail": jail.kind}
    if as_json or wanted > 1:
        show(data, lambda: _duel_text(names, score, test), as_json=as_json)


def _told_apart(typed: tuple[str, str], names: tuple[str, str]) -> tuple[str, str]:
    """Programs of the same name are named as typed; a program against itself gets numbers."""
    if names[0] != names[1]:
        return names
    return typed if typed[0] != typed[1] else (f"{names[0]} 1", f"{names[1]} 2")


def _stopped_duel(
    file: GameFile | None, names: tuple[str, str], score: ContestScore, test: Sprt | None
) -> None:
    """Print that a duel was interrupted, and the score of the finished games."""
    if file is not None:
        click.echo("\n" + translate("programs.interrupted-game", path=file.path), err=True)
    else:
        click.echo("\n" + translate("programs.stopped"), err=True)
    if score.games:
        click.echo(_duel_text(names, score, test), err=True)


def _spectator(pause: bool) -> Watcher:
    """Prints every move on a line; with a pause also the board and the messages, and waits for Enter."""

    def watch(state: GameState) -> None:
        for answer in state.plies[-1] if state.plies else ():
            _tell_move(state, len(state.plies), answer.side)
            if pause and answer.messages:
                click.echo(shown_messages(answer.messages), err=True)
        if pause or state.outcome.over:
            click.echo("\n" + state.game.as_text(state.position) + "\n")
        if pause and not state.outcome.over:
            click.echo(translate("programs.enter"), nl=False)
            sys.stdin.readline()

    return watch


def _planned(
    engines: tuple[Engine, Engine], game: Game[Any], clock: Clock, games: int, jobs: int, start: str
) -> Timetable:
    """Ask both programs for a few moves to estimate how long their games will take."""
    seconds = checking_time(clock)
    paces = [timed_fault(engine, game, seconds)[1] for engine in engines]
    length = usual_length(game, start)
    each = game_seconds(paces[0], paces[1], clock, length)
    ends = [each * (number // jobs + 1) for number in range(games)]
    progress = Timetable(Expectation(ends, longest_game(clock, length) * games / jobs), jobs)
    click.echo(in_lines(progress.before()))
    progress.begin()
    return progress


def _duel_line(number: int, played: Played, score: ContestScore, progress: Timetable | None) -> str:
    players = " – ".join(played.record.players)
    so_far = f"+{score.wins} ={score.draws} -{score.losses}"
    facts = {"players": players, "ending": ending(played), "score": so_far}
    line = translate("programs.duel-line", number=number, **facts)
    if score.repeated and score.repeated[-1][0] == number:
        line += "  " + translate("programs.same", place=score.repeated[-1][1])
    if progress is None:
        return line
    progress.count()
    return f"{line}  {progress.during()}"


def _duel_data(names: tuple[str, str], score: ContestScore, test: Sprt | None) -> dict[str, Any]:
    kinds = score.distinct
    rating = ratings([RatedMeeting(1, 2, kinds[1.0], kinds[0.5], kinds[0.0])])[1] if score.games else None
    data: dict[str, Any] = {
        "programs": list(names),
        "games": score.games,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "annulled": score.annulled,
        "repeated": len(score.repeated),
        "elo": round(2 * rating.elo, 1) if rating else None,
        "error": round(2 * rating.error, 1) if rating else None,
        "superiority": round(superiority(kinds[1.0], kinds[0.0]), 4),
    }  # fmt: skip
    if test is not None:
        low, high = test.bounds
        data["sprt"] = {
            "elo0": test.elo0, "elo1": test.elo1, "llr": round(test.likelihood(score.pairs), 3),
            "bounds": [round(low, 3), round(high, 3)], "verdict": test.verdict(score.pairs),
        }  # fmt: skip
    return data


def _duel_text(names: tuple[str, str], score: ContestScore, test: Sprt | None) -> str:
    data = _duel_data(names, score, test)
    lines = [translate("programs.duel-score", one=names[0], other=names[1], **_figures(data))]
    if score.repeated:
        lines.append(translate("programs.repeated", count=len(score.repeated)))
    if test is not None:
        verdict = translate(f"programs.sprt-{data['sprt']['verdict']}", one=names[0], elo1=f"{test.elo1:g}")
        lines.append(translate("programs.sprt", llr=data["sprt"]["llr"], verdict=verdict))
    return "\n".join(lines)


def _figures(data: dict[str, Any]) -> dict[str, Any]:
    return {
        "wins": data["wins"], "draws": data["draws"], "losses": data["losses"], "games": data["games"],
        "elo": "-" if data["elo"] is None else f"{data['elo']:+.0f}",
        "error": "-" if data["error"] is None else f"{data['error']:.0f}",
        "superiority": f"{100 * data['superiority']:.1f}",
    }  # fmt: skip


def _keep(gallery: RunPages | None, name: str, played: Played) -> None:
    if gallery is not None:
        title = " – ".join(played.record.players)
        gallery.replay(name, played.record, played.clock.to_dict(), title)


def _finish(gallery: RunPages | None, *, quiet: bool = False, interrupted: bool = False) -> None:
    if gallery is not None:
        gallery.finish(interrupted=interrupted)
        if not quiet:
            _say_where(gallery)


def _say_where(gallery: RunPages | None) -> None:
    if gallery is not None:
        click.echo(translate("programs.pages", path=gallery.folder / "partie.html"))


def _alone(name: str, argv: Sequence[str] | None) -> int:
    from ronde.cli.main import main

    return main([name, *(sys.argv[1:] if argv is None else argv)])


def defi_main(argv: Sequence[str] | None = None) -> int:
    return _alone("defi", argv)


def duel_main(argv: Sequence[str] | None = None) -> int:
    return _alone("duel", argv)


def tournoi_main(argv: Sequence[str] | None = None) -> int:
    return _alone("tournoi", argv)
