"""`ronde check PROG` and `ronde doctor`, and the short check before the first game."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from html import escape
from pathlib import Path
from statistics import mean
from typing import Any, Final

import click

from ronde.app.desk import Desk
from ronde.app.files import is_tournament
from ronde.arena.cli.options import ProgramOptions, chosen_jail, detail_words, impossible, program_options
from ronde.arena.games import Game
from ronde.arena.pages.text import last_words, report_lines
from ronde.arena.referee import (
    FULL,
    SHORT,
    TELLING,
    Checkup,
    Clock,
    Entrant,
    Opener,
    Pace,
    Roster,
    check_up,
    first_fault,
    open_engine,
    played_game,
)
from ronde.arena.sandbox import (
    Engine,
    EngineFault,
    Jail,
    Sandbox,
    SandboxKind,
    Verdict,
    best_kind,
    check_parts,
    obstacles,
    try_sandbox,
)
from ronde.cli.chess import check_report
from ronde.cli.go import check_go
from ronde.cli.session import ANY_PATH, SOURCE, CommandRun, json_option, show, with_session
from ronde.cli.speech import LANGUAGE, Measure, collect_options, command, language, option, translate
from ronde.formats.files import write_whole
from ronde.model.go import RULES
from ronde.model.player import PlayerId

# The short check of all programs before the first game, which also measures their speed.


_LOOKED_AT: Final = 200
"""Games of a resumed tournament whose times are read."""


def check_all(roster: Roster, opener: Opener, jobs: int, *, quiet: bool) -> Mapping[PlayerId, Pace]:
    """Ask every entrant about a few positions, print the outcome, and return how long they took."""
    game, seconds = roster.rules, checking_time(roster.clock)

    def one(entrant: Entrant) -> tuple[str, Pace]:
        engine = opener(entrant, roster, 0)
        fault, pace = timed_fault(engine, game, seconds, short=entrant.remote)
        facts = {"id": entrant.id, "name": entrant.name}
        if fault is None:
            return translate("programs.check-good", **facts), pace
        return translate("programs.check-bad", reason=fault_words(fault, seconds), **facts), pace

    paces = {}
    with ThreadPoolExecutor(jobs, initializer=LANGUAGE.set, initargs=(language(),)) as pool:
        for entrant, (line, pace) in zip(roster.entrants, pool.map(one, roster.entrants), strict=True):
            paces[entrant.id] = pace
            if not quiet:
                click.echo(line)
    return paces


def checking_time(clock: Clock) -> float:
    """Seconds that a program has for an answer in the check."""
    return min(clock.seconds, 2.0) if clock.fixed else 2.0


def timed_fault(
    engine: Engine, game: Game[Any], seconds: float, *, short: bool = False
) -> tuple[EngineFault | None, Pace]:
    """The fault of a program, if any, and its pace; the first answer includes its start."""
    took: list[float] = []
    fault = first_fault(
        engine, game, seconds=seconds, stages=TELLING[:1] if short else TELLING, took=took.append
    )
    late = fault is not None and fault.verdict is Verdict.LATE
    usual = mean(took[1:]) if took[1:] else took[0] if took else seconds if late else 0.05
    start = max(0.0, took[0] - usual) if took else 0.0
    return fault, Pace(usual, seconds, start, broken=fault is not None and not late)


def fault_words(fault: EngineFault, seconds: float) -> str:
    """What is wrong with a program, with its last line on standard error."""
    detail = detail_words(fault.detail, fault.reply.text)
    # the check is shorter than the clock: the program may still be in time in a game
    if fault.verdict is Verdict.LATE:
        detail = translate("referee.detail-within", seconds=f"{seconds:g}")
    verdict = translate(f"referee.verdict-{fault.verdict.value}")
    said = last_words(fault.reply.messages).rpartition("\n")[2]
    return " – ".join(part for part in (f"{verdict} ({detail})" if detail else verdict, said) if part)


def known_paces(desk: Desk) -> Mapping[PlayerId, Pace]:
    moves: dict[PlayerId, list[float]] = {}
    games: dict[PlayerId, list[int]] = {}
    for game in desk.tournament.games[-_LOOKED_AT:]:
        played = played_game(desk, game.record)
        for ply in () if played is None else played.record.plies:
            for answer in ply:
                player = game.first if answer.side == 1 else game.second
                moves.setdefault(player, []).append(answer.milliseconds / 1000)
        for player in (game.first, game.second):
            games.setdefault(player, []).append(0 if played is None else len(played.record.plies))
    return {player: Pace(mean(took), broken=max(games[player]) <= 2) for player, took in moves.items()}


# `ronde check PROG`: what a student needs to know to fix a program, as text, JSON and page.


_STYLE: Final = (
    "body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "p{margin:.2rem 0;white-space:pre-wrap}"
)


_REPORTS: Final = (".trf", ".trfx")


@dataclass(frozen=True, slots=True)
class CheckOptions(ProgramOptions):
    seconds: float
    short: bool
    page: Path | None


def check_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options of the check of a program, passed as `program`."""
    for declare in (
        collect_options(CheckOptions, "program"),
        program_options,
        option("--seconds", type=Measure(0.1, 3600), default=5.0, help="check-seconds", metavar="S"),
        option("--short", is_flag=True, help="check-short"),
        option("--page", type=ANY_PATH, default=None, help="check-page", metavar="FILE"),
    ):
        function = declare(function)
    return function


@command("check", common=("--game", "--short", "--page", "--rules"))
@click.argument("file", type=SOURCE, metavar="PROG")
@check_options
@option("--rules", type=click.Choice(RULES), default=None, help="check-rules")
@json_option
@with_session
def check(session: CommandRun, file: Path, as_json: bool, rules: str | None, program: CheckOptions) -> None:
    """Check a program, or every round of a tournament: the file tells which."""
    tournament = is_tournament(file)
    if _is_opengotha(file) or (tournament and session.desk(file).tournament.settings.pairing_system.go):
        check_go(session, file, rules or "", as_json=as_json)
    elif tournament or file.suffix.lower() in _REPORTS:
        check_report(session, file, tiebreaks=False, as_json=as_json)
    else:
        check_program(file, program, as_json=as_json)


def _is_opengotha(file: Path) -> bool:
    return file.suffix.lower() == ".xml"


def check_program(path: Path, wishes: CheckOptions, *, as_json: bool) -> None:
    """Check a program and print the findings; the exit status is 1 if it would lose a game."""
    game, jail = wishes.chosen_game(), wishes.chosen_jail()
    try:
        check_parts(path)
    except EngineFault as fault:
        raise impossible(str(path), fault) from fault
    checkup = check_up(
        lambda: open_engine(str(path), game, jail),
        game,
        seconds=wishes.seconds,
        number=SHORT if wishes.short else FULL,
    )
    if wishes.page is not None:
        write_whole({wishes.page: _page(path, checkup).encode()})
    data = {"program": str(path), "game": game.name, **checkup.to_dict()}
    show(data, lambda: "\n".join(_lines(path, checkup)), as_json=as_json)
    if not checkup.fit:
        click.get_current_context().exit(1)


def _lines(path: Path, checkup: Checkup) -> list[str]:
    return report_lines(path.name, checkup.to_dict(), language())


def _page(path: Path, checkup: Checkup) -> str:
    """The report as a page in one file."""
    title = escape(translate("checkup.title", name=path.name))
    body = "\n".join(f"<p>{escape(line)}</p>" if line else "<hr>" for line in _lines(path, checkup))
    return (
        f'<!DOCTYPE html>\n<html lang="{language()}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
        f"<title>{title}</title><style>{_STYLE}</style></head><body><h1>{title}</h1>\n{body}\n</body></html>\n"
    )


# The command `ronde doctor`: checks by trial which sandboxes work on this machine.


_NOBODY: Final = 65534
_SET_DUMPABLE: Final = 4


@command("doctor")
@json_option
def doctor(as_json: bool) -> None:
    chosen_jail("none", 1, ())  # refused with an explanation where no program can be played
    other = _as_another_user() if os.geteuid() == 0 else None
    data = {
        "python": sys.version.split()[0],
        "cores": len(os.sched_getaffinity(0)),
        "root": os.geteuid() == 0,
        "tiers": _sandboxes(),
        "best": best_kind().option,
        "other": other,
    }
    show(data, lambda: _text(data), as_json=as_json)


def _sandboxes() -> list[dict[str, Any]]:
    return [_sandbox(kind, lacking) for kind, lacking in obstacles().items()]


def _sandbox(kind: SandboxKind, lacking: str) -> dict[str, Any]:
    state: dict[str, Any] = {"tier": kind.option, "available": not lacking, "lacks": lacking}
    acts = None if lacking else try_sandbox(kind)
    return state | {
        "probed": acts is not None,
        "stopped": [act for act, stopped in (acts or {}).items() if stopped],
        "gaps": [act for act, stopped in (acts or {}).items() if not stopped],
        "start_ms": None if lacking else _start_cost(Jail(kind)),
    }


def _start_cost(jail: Jail) -> float:
    """Milliseconds to start a program."""
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain"
        plain.write_text("#!/bin/true\n")
        plain.chmod(0o755)
        try:
            cell = Sandbox(plain, jail)
        except EngineFault:
            return 0.0
        begun = time.perf_counter()
        for _ in range(20):
            cell.start()
            cell.report()
        spent = time.perf_counter() - begun
        cell.close()
    return round(spent * 1000 / 20, 2)


def _as_another_user() -> dict[str, Any]:
    """The report for a user without privileges: the one who called sudo, or nobody."""
    user = int(os.environ.get("SUDO_UID", _NOBODY)) or _NOBODY
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            _become(user)
            found = json.dumps(_sandboxes())
            with os.fdopen(writing, "w") as stream:
                stream.write(found)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as stream:
        found = stream.read()
    os.waitpid(pid, 0)
    return {"user": user, "tiers": json.loads(found) if found else []}


def _become(user: int) -> None:
    """Drop root for a user who can neither start root's Python nor write root's files."""
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    # A process that dropped root is not dumpable, which hides its /proc entries from its user; a referee that
    # never was root is dumpable.
    ctypes.CDLL(None).prctl(_SET_DUMPABLE, 1, 0, 0, 0)
    if not os.access(tempfile.gettempdir(), os.W_OK):
        os.environ.pop("TMPDIR", None)
        tempfile.tempdir = None
    system = shutil.which("python3", path=os.defpath)
    if not os.access(sys.executable, os.X_OK) and system:
        sys.executable, sys.prefix, sys.base_prefix = system, "/usr", "/usr"


def _text(data: dict[str, Any]) -> str:
    lines = [translate("programs.doctor-head", python=data["python"], cores=data["cores"])]
    lines.append(translate("referee.spare-user") if data["root"] else translate("referee.same-user"))
    lines += [line for one in data["tiers"] for line in _sandbox_lines(one)]
    if data["other"] is not None:
        lines.append(translate("programs.doctor-other", user=data["other"]["user"]))
        lines += [line for one in data["other"]["tiers"] for line in _sandbox_lines(one)]
        lines += [] if data["other"]["tiers"] else [f"     {translate('programs.doctor-untried')}"]
    lines.append(_best_line(data))
    return "\n".join(click.style(line) for line in lines)


def _best_line(data: dict[str, Any]) -> str:
    """Which sandbox is used, and why not the better one."""
    better, own, _ = data["tiers"]
    if better["available"]:
        return translate("programs.doctor-best", kind=data["best"])
    reason = translate(f"referee.lacks-{better['lacks']}")
    return translate(f"programs.doctor-{'second' if own['available'] else 'neither'}", lacks=reason)


def _sandbox_lines(one: dict[str, Any]) -> list[str]:
    kind, told = one["tier"], translate(f"referee.sandbox-{one['tier']}")
    if not one["available"]:
        lacks = translate(f"referee.lacks-{one['lacks']}")
        return [translate("programs.doctor-lacks", kind=kind, told=told, lacks=lacks)]
    lines = [translate("programs.doctor-sandbox", kind=kind, told=told, cost=one["start_ms"])]
    if not one["probed"]:
        return [*lines, f"     {translate('programs.doctor-untried')}"]
    for result in ("stopped", "gaps"):
        acts = ", ".join(translate(f"programs.act-{act}") for act in one[result])
        acts = acts or translate("programs.doctor-nothing")
        lines.append(f"     {translate(f'programs.doctor-{result}', acts=acts)}")
    return lines
