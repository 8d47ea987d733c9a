"""The program `tournoi`: a cup, or a league, of all programs in a folder; and the workers of a cluster."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from ronde.app.desk import Desk
from ronde.app.files import ROSTER
from ronde.arena.cli.changes import (
    CommandWithActions,
    Differences,
    changes_option,
    enter,
    output_option,
    replace_,
    withdraw,
)
from ronde.arena.cli.checkup import check_all, known_paces
from ronde.arena.cli.options import (
    CallBackOptions,
    RemoteOptions,
    RunOptions,
    announce,
    call_back_options,
    chosen_clock,
    clock_options,
    impossible,
    remote_options,
    run_options,
)
from ronde.arena.cli.playing import Hands, Timetable, TournamentRun
from ronde.arena.cli.results import bracket, bundles, links, results, submit
from ronde.arena.cli.shapes import (
    ShapeOptions,
    chosen_openings,
    openings_option,
    seeded_by_marks,
    seeded_players,
    shape_options,
    tell_idle,
    typed,
    with_programs_here,
)
from ronde.arena.course import build_project, failed_build, not_built, unbuilt
from ronde.arena.games import Game, switches
from ronde.arena.pages.text import last_words
from ronde.arena.referee import (
    ClusterPool,
    Entrant,
    LocalPool,
    OpenCompetition,
    Opener,
    Roster,
    RosterRefusal,
    Rule,
    attached_roster,
    call_cluster,
    expected,
    find_entrants,
    open_program,
    write,
)
from ronde.arena.sandbox import EngineFault, Jail, UnsafeProgram, check_parts
from ronde.cli.session import ANY_PATH, CommandRun, json_option, with_session
from ronde.cli.speech import (
    Measure,
    UsageProblem,
    collect_options,
    command,
    in_lines,
    language,
    option,
    translate,
)
from ronde.i18n import error_text
from ronde.model.errors import FileMissing, NotATournament, ProgramImpossible, SubmissionRefused
from ronde.model.player import Player
from ronde.model.schedule import finished
from ronde.model.settings import PublicSettings, Settings
from ronde.store import journal_exists


@dataclass(frozen=True, slots=True)
class ClusterOptions:
    """The Dask cluster that plays, if any."""

    cluster: str | None
    slowest: float
    tls: Path | None

    def reach(self) -> None:
        """Connect to the scheduler before anything is created; a wrong address leaves no tournament."""
        context = click.get_current_context()
        if self.cluster is not None:
            call_cluster(self.cluster, self.tls)
        elif typed(context, "tls") or typed(context, "slowest"):
            raise UsageProblem(translate("cli.needs-cluster"), context)

    def hands(self, roster: Roster, opener: Opener, jobs: int) -> Hands:
        """The pool that plays the games: threads of this machine, or the workers of the cluster."""
        address = self.cluster
        if address is None:
            return lambda watch, begun: LocalPool(roster, jobs, watch, opener, begun)
        return lambda watch, begun: ClusterPool(
            address, roster, watch, opener=opener, slowest=self.slowest, tls=self.tls, refuse=_unfit
        )


@click.group(
    "tournoi",
    cls=CommandWithActions,
    help="tournoi",
    common=("--game", "--time", "--system", "--games", "--marks"),
    invoke_without_command=True,
    waits=False,
    commands={
        "replace": replace_,
        "withdraw": withdraw,
        "enter": enter,
        "submit": submit,
        "links": links,
        "results": results,
        "bracket": bracket,
        "bundles": bundles,
    },
)
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
@option("--messages", is_flag=True, help="messages")
@changes_option
@output_option
@json_option
@with_session
@collect_options(ClusterOptions, "cluster")
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
    messages: bool,
    changes: str,
    output: Path,
    as_json: bool,
    openings: str | None,
    run: RunOptions,
    shape: ShapeOptions,
    remote: RemoteOptions,
    cluster: ClusterOptions,
) -> None:
    cluster.reach()
    if journal_exists(output):
        desk, roster = _resumed(session, output, quiet=as_json)
        _refuse_unsafe(roster)
        if not as_json:
            tell_idle(desk, roster)
        opener: Opener = open_program
        paces = known_paces(desk)
        if not finished(desk.tournament):
            jail = run.chosen_jail()
            _build(folder, jail)
            there = _entrants(folder, quiet=True)
            differing = Differences(session, desk, folder, output, changes, as_json)
            roster = differing.changed(roster, there)
            with_programs_here(roster, desk, output, folder, there, jail)
            roster = with_programs_here(differing.new(roster, there), desk, output, folder, there, jail)
            opener = remote.opener(roster.entrants, roster.game)
    else:
        if not output.absolute().parent.is_dir():
            raise FileMissing(path=str(output.parent))
        game, jail = run.chosen_game(), run.chosen_jail()
        _build(folder, jail)
        entrants = seeded_by_marks(_entrants(folder, quiet=as_json), shape.marks, quiet=as_json)
        opener = remote.opener(entrants, game.name)
        roster = Roster(
            tuple(entrants),
            game.name,
            switches(game),
            chosen_clock(time_, increment),
            Rule(games, best_of, clear or 0.0),
            jail,
            run.seed,
            openings=_openings(game, games, openings, run.seed),
        )
        settings = replace(
            shape.settings(games=games, count=len(entrants)), public=PublicSettings(messages=messages)
        )
        cards = seeded_players(session, entrants, shape.rated)
        paces = check_all(roster, opener, jobs or usual_jobs(), quiet=as_json)
        desk = _created(session, output, roster, settings, cards, output.stem if name is None else name)
    announce(roster.jail, quiet=as_json)
    at_once = jobs or usual_jobs()
    missing = expected(desk.tournament, roster, at_once, paces)
    progress = Timetable(missing, at_once, kept=len(desk.tournament.games))
    hands = cluster.hands(roster, opener, at_once)

    def renew() -> Roster:
        changed = attached_roster(desk) or roster
        return with_programs_here(changed, desk, output, folder, _entrants(folder, quiet=True), roster.jail)

    if not as_json and cluster.cluster is None and not finished(desk.tournament):
        click.echo(in_lines(progress.before()))
    performance = TournamentRun(desk, roster, run.pages, renew, progress, as_json=as_json)
    performance.play(hands, soft=cluster.cluster is None)


def _openings(game: Game[Any], games: int, wished: str | None, seed: int) -> tuple[str, ...]:
    """The opening positions; refuses an odd number of games, which would play one from one side only."""
    if wished is None:
        return ()
    if games % 2:
        raise UsageProblem(translate("programs.openings-odd", games=games), click.get_current_context())
    return tuple(chosen_openings(game, wished, seed))


def _unfit(address: str, reason: str) -> None:
    """Report a machine of the cluster that gets no games."""
    sentence = translate(f"programs.{reason}")
    click.echo(translate("programs.worker-idle", address=address, reason=sentence), err=True)


def usual_jobs() -> int:
    """Half the cores, so that clocks stay fair."""
    return max(1, len(os.sched_getaffinity(0)) // 2)


def _resumed(session: CommandRun, output: Path, *, quiet: bool) -> tuple[Desk, Roster]:
    desk = session.desk(output)
    roster = attached_roster(desk)
    if roster is None:
        raise NotATournament(path=str(output), reason="people", detail="", backup="")
    if not desk.tournament.players.keys() <= {one.id for one in roster.entrants}:
        raise NotATournament(path=str(output), reason="damaged", detail=ROSTER, backup="")
    if not quiet:
        click.echo(translate("programs.resumed", path=output, count=len(desk.tournament.games)))
    return desk, roster


def _refuse_unsafe(roster: Roster) -> None:
    """Refuse a program that must not be copied; one that cannot be started just loses."""
    for entrant in roster.entrants:
        try:
            check_parts(Path(entrant.path))
        except UnsafeProgram as unsafe:
            raise impossible(entrant.path, unsafe) from unsafe
        except EngineFault:
            continue


def _build(folder: Path, jail: Jail) -> None:
    """Build the projects of the folder that are new."""
    for archive in unbuilt(folder):
        try:
            build_project(archive, jail)
        except UnsafeProgram as unsafe:
            raise impossible(str(archive), unsafe) from unsafe
        except EngineFault as fault:
            outcome = failed_build(fault)
            click.echo(last_words(outcome.said), err=True)
            raise not_built(archive.name, outcome, language()) from fault
        except SubmissionRefused as refused:
            detail = error_text(refused, language()).removesuffix(".")
            raise ProgramImpossible(path=str(archive), reason="", detail=detail) from refused


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
    return translate(
        "programs.skipped", name=refusal.path.name, reason=translate(f"referee.detail-{refusal.reason}")
    )


def _created(
    session: CommandRun, output: Path, roster: Roster, settings: Settings, cards: list[Player], name: str
) -> Desk:
    """Create the tournament with its programs and roster in one transaction, so that a kill leaves none."""
    desk = session.create(output)
    write(desk, OpenCompetition(name, settings, tuple(cards), roster))
    return desk


# The command `ronde worker`: plays encounters for a cluster.


@command("worker", waits=False)
@click.argument("address", metavar="ADDRESS")
@option("--cores", type=click.IntRange(2, 1024), default=None, help="worker-cores", metavar="N")
@option("--tls", type=ANY_PATH, default=None, help="worker-security", metavar="FOLDER")
@call_back_options
def worker(address: str, cores: int | None, tls: Path | None, call_back: CallBackOptions) -> None:
    from ronde.arena.referee import run_worker

    environment = call_back.call_backs().environment
    lent = cores or max(2, len(os.sched_getaffinity(0)))
    ready = translate("cli.worker-ready", cores=lent, address=address)
    run_worker(address, lent, tls, environment, ready=lambda: click.echo(ready))
