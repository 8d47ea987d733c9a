"""The program `tournoi`: a cup, or a league, of all programs in a folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from ronde.cli.programs.kept import at_hand, tell_idle
from ronde.cli.programs.openings import openings_option, read_openings
from ronde.cli.programs.options import (
    RunOptions,
    announce,
    chosen_clock,
    clock_options,
    detail_words,
    ending,
    impossible,
    last_words,
    run_options,
)
from ronde.cli.programs.remote import RemoteOptions, remote_options
from ronde.cli.programs.shapes import ShapeOptions, seeded_cards, shape_options, typed
from ronde.cli.session import CommandRun, json_option, show, with_session
from ronde.cli.speech import ANY_PATH, Measure, Misused, command, gathered, language, option, spoken
from ronde.core.errors import FileMissing, NotATournament, ProgramImpossible
from ronde.core.player import Player
from ronde.core.schedule import finished
from ronde.core.settings import Settings
from ronde.desk import Desk
from ronde.engines.door import EngineFault, UnsafeProgram, Verdict, check_parts
from ronde.formats.pages.door import Gallery, LiveFile, bracket_text, follow, match_line, standings_text
from ronde.games.door import Game, switches
from ronde.referee.door import (
    ATTACHMENT,
    SEAT,
    TELLING,
    ClusterPool,
    Entrant,
    LocalPool,
    Opener,
    Played,
    Pool,
    Roster,
    RosterRefusal,
    Rule,
    Series,
    Sheet,
    Task,
    Watch,
    Watcher,
    attached_roster,
    call_cluster,
    find_entrants,
    first_fault,
    open_program,
    opening,
    played_game,
    replay_name,
    scoreboard,
)
from ronde.storage.door import journal_there


@dataclass(frozen=True, slots=True)
class ClusterOptions:
    """The cluster that plays, if one does."""

    cluster: str | None
    slowest: float
    tls: Path | None

    def reach(self) -> None:
        """Connect to the scheduler before anything is created; a wrong address leaves no tournament."""
        context = click.get_current_context()
        if self.cluster is not None:
            call_cluster(self.cluster, self.tls)
        elif typed(context, "tls") or typed(context, "slowest"):
            raise Misused(spoken("cli.needs-cluster"), context)

    def hands(self, roster: Roster, opener: Opener, jobs: int) -> Callable[[Watch], Pool]:
        """Who plays the games: threads of this machine, or the workers of the cluster."""
        address = self.cluster
        if address is None:
            return lambda watch: LocalPool(roster, jobs, watch, opener)
        return lambda watch: ClusterPool(
            address, roster, watch, opener=opener, slowest=self.slowest, tls=self.tls, refuse=_unfit
        )


@command("tournoi")
@click.argument("folder", type=ANY_PATH, default="joueurs", metavar="[FOLDER]")
@run_options
@clock_options
@shape_options
@remote_options
@option("--games", type=click.IntRange(1, 99), default=2, help="tournoi-games", metavar="N")
@openings_option
@option("--best-of", is_flag=True, help="best-of")
@option("--clear", type=Measure(1, 2000), default=None, help="clear", metavar="ELO")
@option("--jobs", type=click.IntRange(1, 512), default=None, help="jobs", metavar="N")
@option("--cluster", default=None, help="cluster", metavar="ADDRESS")
@option("--slowest", type=Measure(0, 1), default=0.5, help="slowest", metavar="PART")
@option("--tls", type=ANY_PATH, default=None, help="worker-security", metavar="FOLDER")
@option("--name", default=None, help="name", metavar="TEXT")
@option(
    "--output",
    type=ANY_PATH,
    default="tournoi.ronde",
    help="tournoi-output",
    metavar="FILE",
)
@json_option
@with_session
@gathered(ClusterOptions, "cluster")
def tournoi(
    session: CommandRun,
    folder: Path,
    time_: str,
    increment: float,
    games: int,
    best_of: bool,
    clear: float | None,
    jobs: int | None,
    name: str | None,
    output: Path,
    as_json: bool,
    openings: Path | None,
    run: RunOptions,
    shape: ShapeOptions,
    remote: RemoteOptions,
    cluster: ClusterOptions,
) -> None:
    """All programs of a folder play a cup, or a league."""
    cluster.reach()
    if journal_there(output):
        desk, roster = _resumed(session, output, quiet=as_json)
        _refuse_unsafe(roster)
        if not as_json:
            tell_idle(desk, roster)
        opener: Opener = open_program
        if not finished(desk.tournament):
            there = _entrants(folder, quiet=True)
            roster = at_hand(roster, output, folder, there, run.chosen_jail())
            _name_newcomers(roster, there, folder)
            opener = remote.opener(roster.entrants, roster.game)
    else:
        if not output.absolute().parent.is_dir():
            raise FileMissing(path=str(output.parent))
        game, jail = run.chosen_game(), run.chosen_jail()
        entrants = _entrants(folder, quiet=as_json)
        opener = remote.opener(entrants, game.name)
        roster = Roster(
            tuple(entrants),
            game.name,
            switches(game),
            chosen_clock(time_, increment),
            Rule(games, best_of, clear or 0.0),
            jail,
            run.seed,
            openings=_openings(game, games, openings),
        )
        settings = shape.settings(games=games, count=len(entrants))
        cards = seeded_cards(session, entrants, shape.rated)
        _check_all(roster, opener, jobs or _usual_jobs(), quiet=as_json)
        desk = _created(session, output, roster, settings, cards, output.stem if name is None else name)
    announce(roster.jail, quiet=as_json)
    _play(desk, roster, cluster.hands(roster, opener, jobs or _usual_jobs()), run.pages, as_json=as_json)


def _openings(game: Game[Any], games: int, path: Path | None) -> tuple[str, ...]:
    """The opening positions; refuses an odd number of games, which would play one from one side only."""
    if path is None:
        return ()
    if games % 2:
        raise Misused(spoken("programs.openings-odd", games=games), click.get_current_context())
    return tuple(read_openings(game, path))


def _unfit(address: str, reason: str) -> None:
    """Report a machine of the cluster that gets no games."""
    told = spoken(f"programs.{reason}")
    click.echo(spoken("programs.worker-idle", address=address, reason=told), err=True)


def _usual_jobs() -> int:
    """Half the cores, so that clocks stay fair."""
    return max(1, len(os.sched_getaffinity(0)) // 2)


def _resumed(session: CommandRun, output: Path, *, quiet: bool) -> tuple[Desk, Roster]:
    desk = session.desk(output)
    roster = attached_roster(desk)
    if roster is None:
        raise NotATournament(path=str(output), reason="people", detail="", backup="")
    if not desk.tournament.players.keys() <= {one.id for one in roster.entrants}:
        raise NotATournament(path=str(output), reason="damaged", detail=ATTACHMENT, backup="")
    if not quiet:
        click.echo(spoken("programs.resumed", path=output, count=len(desk.tournament.games)))
    return desk, roster


def _name_newcomers(roster: Roster, there: Iterable[Entrant], folder: Path) -> None:
    """Name the programs that came into the folder after the start: they do not play."""
    known = {Path(one.path).name for one in roster.entrants}
    for one in there:
        if Path(one.path).name not in known:
            click.echo(spoken("programs.newcomer", name=Path(one.path).name, folder=folder), err=True)


def _refuse_unsafe(roster: Roster) -> None:
    """Refuse a program that must not be copied; one that cannot be started just loses."""
    for entrant in roster.entrants:
        try:
            check_parts(Path(entrant.path))
        except UnsafeProgram as unsafe:
            raise impossible(entrant.path, unsafe) from unsafe
        except EngineFault:
            continue


def _entrants(folder: Path, *, quiet: bool) -> list[Entrant]:
    if not folder.is_dir():
        raise FileMissing(path=str(folder), reason="no-folder" if folder.exists() else "")
    try:
        entrants, refused = find_entrants(folder)
    except UnsafeProgram as unsafe:
        raise impossible(str(folder), unsafe) from unsafe
    for refusal in [] if quiet else refused:
        click.echo(_refusal(refusal))
    if len(entrants) < 2:
        raise ProgramImpossible(path=str(folder), reason="alone" if entrants else "nobody", detail="")
    return entrants


def _refusal(refusal: RosterRefusal) -> str:
    return spoken(
        "programs.skipped", name=refusal.path.name, reason=spoken(f"referee.detail-{refusal.reason}")
    )


def _check_all(roster: Roster, opener: Opener, jobs: int, *, quiet: bool) -> None:
    """Ask every entrant about a few positions before the first game, and say how it went."""
    game = roster.rules
    seconds = min(roster.clock.seconds, 2.0) if roster.clock.fixed else 2.0

    def one(entrant: Entrant) -> str:
        stages = TELLING[:1] if entrant.remote else TELLING
        fault = first_fault(opener(entrant, roster, 0), game, seconds=seconds, stages=stages)
        if fault is None:
            return spoken("programs.check-good", id=entrant.id, name=entrant.name)
        reason = _fault_words(fault, seconds)
        return spoken("programs.check-bad", id=entrant.id, name=entrant.name, reason=reason)

    tongue = language()
    with ThreadPoolExecutor(jobs, initializer=_speak, initargs=(tongue,)) as pool:
        for line in pool.map(one, roster.entrants):
            if not quiet:
                click.echo(line)


def _fault_words(fault: EngineFault, seconds: float) -> str:
    """What is wrong with an entrant, with its last line on standard error."""
    detail = detail_words(fault.detail, fault.reply.text)
    if fault.verdict is Verdict.LATE:  # the check is shorter than the clock: it need not be late in a game
        detail = spoken("referee.detail-within", seconds=f"{seconds:g}")
    verdict = spoken(f"referee.verdict-{fault.verdict.value}")
    said = last_words(fault.reply.messages).rpartition("\n")[2]
    return " – ".join(part for part in (f"{verdict} ({detail})" if detail else verdict, said) if part)


def _speak(tongue: str) -> None:
    """Sets the language of the run in a new thread."""
    from ronde.cli.speech import LANGUAGE

    LANGUAGE.set(tongue)


def _created(
    session: CommandRun, output: Path, roster: Roster, settings: Settings, cards: list[Player], name: str
) -> Desk:
    """Create the tournament with its programs and its roster in one step, so that a kill leaves none."""
    desk = session.create(output)
    desk.act_with(SEAT, {ATTACHMENT: roster.to_json()}, opening, name=name, settings=settings, players=cards)
    return desk


def _play(
    desk: Desk, roster: Roster, hands: Callable[[Watch], Pool], web: Path | None, *, as_json: bool
) -> None:
    gallery = None if web is None else Gallery(web, language(), alone=False)
    tongue, live = language(), LiveFile(desk.journal.path)
    drawn: set[int] = set()
    """Rounds whose matches the pages know."""

    def title(task: Task) -> str:
        names = (desk.tournament.player(player).name for player in (task.first, task.second))
        return f"{task.round}.{task.table}.{task.leg} {' – '.join(names)}"

    def watch(task: Task) -> Watcher | None:
        _speak(tongue)
        if gallery is not None and task.round not in drawn:
            drawn.add(task.round)
            gallery.tournament(scoreboard(desk.tournament, roster, over=False))
        key = replay_name(task.record)
        return _all_of(follow(shown, key, title(task)) for shown in (gallery, live))

    def note(task: Task, played: Played) -> None:
        if gallery is not None:
            gallery.replay(replay_name(task.record), played.record, played.clock.to_dict(), title(task))
            gallery.tournament(scoreboard(desk.tournament, roster, over=False))
        if not as_json:
            _tell(desk, roster, task, played)

    series = Series(desk, roster, note=note, pool=hands(watch))
    if gallery is not None:
        _missing_replays(desk, gallery)
        gallery.tournament(scoreboard(desk.tournament, roster, over=series.over))
        if not as_json:
            click.echo(spoken("programs.follow", path=gallery.folder / "tournoi.html"))
    try:
        series.run(lambda: None if as_json or series.over else click.echo(f"\n{_bracket(desk, roster)}\n"))
    except KeyboardInterrupt:
        click.echo("\n" + spoken("programs.interrupted", path=desk.journal.path), err=True)
        raise
    finally:
        live.finish()
        if gallery is not None and not series.over:
            gallery.finish(interrupted=True)
    data = scoreboard(desk.tournament, roster, over=True)
    if gallery is not None:
        gallery.tournament(data)
        gallery.finish()
    show(data, lambda: f"{bracket_text(data, tongue)}\n\n{standings_text(data, tongue)}", as_json=as_json)


def _all_of(watchers: Iterable[Watcher | None]) -> Watcher:
    """All observers of a game as one."""
    looking = [watcher for watcher in watchers if watcher is not None]

    def watch(sheet: Sheet) -> None:
        for watcher in looking:
            watcher(sheet)

    return watch


def _missing_replays(desk: Desk, gallery: Gallery) -> None:
    """Write the pages of games that were stored before a run was killed."""
    for game in desk.tournament.games:
        name = replay_name(game.record)
        played = None if gallery.has_replay(name) else played_game(desk, game.record)
        if played is not None:
            title = " – ".join(played.record.players)
            gallery.replay(name, played.record, played.clock.to_dict(), title)


def _tell(desk: Desk, roster: Roster, task: Task, played: Played) -> None:
    players = " – ".join(played.record.players)
    place = f"{task.round}.{task.table}.{task.leg}"
    click.echo(spoken("programs.game-line", place=place, players=players, ending=ending(played)))
    table = desk.tournament.open_round.table(task.table)
    if table.result is not None:
        data = scoreboard(desk.tournament, roster, over=False)
        ties = data["rounds"][-1]["matches"]
        tie = next(tie for tie in ties if tie["table"] == task.table)
        click.echo(match_line(tie, language(), scored=data["scored"]))


def _bracket(desk: Desk, roster: Roster) -> str:
    return bracket_text(scoreboard(desk.tournament, roster, over=False), language())
