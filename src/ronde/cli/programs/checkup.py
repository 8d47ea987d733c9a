"""`ronde check PROG`: what a student needs to know to mend a program, as text, data and page."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from html import escape
from pathlib import Path
from typing import Any, Final

import click

from ronde.cli.programs.options import chosen_game, chosen_jail, detail_words, impossible, last_words
from ronde.cli.session import show
from ronde.cli.speech import ANY_PATH, Measure, gathered, language, option, spoken
from ronde.engines.door import EngineFault, check_parts
from ronde.formats.disk import write_whole
from ronde.games.door import COURSE_GAME, GAMES
from ronde.referee.door import FULL, SHORT, Checkup, Finding, check_up, open_engine

_REPORTS: Final = frozenset({".trf", ".trfx", ".txt", ".ronde", ".fegemap"})
"""Endings of files that are read, even where everything may be executed, as on many USB sticks."""
_STYLE: Final = (
    "body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "p{margin:.2rem 0;white-space:pre-wrap}"
)


@dataclass(frozen=True, slots=True)
class ProgramOptions:
    """How a program is checked."""

    game: str
    wishes: tuple[str, ...]
    jail: str
    memory: int
    allow: tuple[Path, ...]
    seconds: float
    short: bool
    page: Path | None


def program_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options of the check of a program, handed over as `program`."""
    for declare in (
        gathered(ProgramOptions, "program"),
        option("--game", type=click.Choice(sorted(GAMES)), default=COURSE_GAME, help="programs-game"),
        option("--set", "wishes", multiple=True, help="programs-set", metavar="KEY=VALUE"),
        option("--jail", type=click.Choice(["auto", "0", "1", "2", "3"]), default="auto", help="jail"),
        option("--memory", type=click.IntRange(16, 1 << 20), default=1024, help="memory", metavar="MB"),
        option("--allow", type=ANY_PATH, multiple=True, help="allow", metavar="PATH"),
        option("--seconds", type=Measure(0.1, 3600), default=5.0, help="check-seconds", metavar="S"),
        option("--short", is_flag=True, help="check-short"),
        option("--page", type=ANY_PATH, default=None, help="check-page", metavar="FILE"),
    ):
        function = declare(function)
    return function


def is_program(file: Path) -> bool:
    """Whether a file is checked as a program: it may be executed, and its name is not that of a report."""
    return file.suffix.lower() not in _REPORTS and file.is_file() and os.access(file, os.X_OK)


def check_program(path: Path, wishes: ProgramOptions, *, as_json: bool) -> None:
    """Check a program and tell what was found; the exit status is 1 if it would lose a game."""
    game = chosen_game(wishes.game, wishes.wishes)
    jail = chosen_jail(wishes.jail, wishes.memory, wishes.allow)
    try:
        check_parts(path)
    except EngineFault as fault:
        raise impossible(str(path), fault) from fault
    found = check_up(
        lambda: open_engine(str(path), game, jail),
        game,
        seconds=wishes.seconds,
        number=SHORT if wishes.short else FULL,
    )
    if wishes.page is not None:
        write_whole({wishes.page: _page(path, found).encode()})
    show(_data(path, game.name, found), lambda: "\n".join(report_lines(path, found)), as_json=as_json)
    if not found.fit:
        click.get_current_context().exit(1)


def report_lines(path: Path, found: Checkup) -> list[str]:
    """The report, line by line."""
    memory = spoken("checkup.memory", megabytes=max(1, found.memory // 1024)) if found.memory else ""
    summary = spoken(
        "checkup.summary",
        name=path.name,
        good=found.good,
        asked=found.asked,
        seconds=f"{found.slowest:.3f}",
    )
    lines = [f"{summary} {memory}".rstrip()]
    for one in found.findings:
        lines += ["", *_finding(path, one)]
    verdict = "fit" if found.fit else "unfit"
    return [*lines, "", spoken(f"checkup.{verdict}", name=path.name)]


def _finding(path: Path, one: Finding) -> list[str]:
    if one.level == "remark":
        return [spoken(f"checkup.{one.code}", **one.facts)]
    facts = one.facts
    detail = detail_words(str(facts["detail"]), str(facts["answer"]))
    verdict = spoken(f"referee.verdict-{one.code}")
    told = f"{verdict} ({detail})" if detail else verdict
    lines = [spoken(f"checkup.at-{one.stage}", told=told)]
    if one.view:
        lines.append(f'  ./{path.name} "{one.view}" {int(facts["given"])}')
    if facts.get("hint"):
        lines.append("  " + spoken(f"checkup.hint-{facts['hint']}", name=path.name, detail=facts["detail"]))
    said = last_words(str(facts.get("messages", "")))
    return [*lines, *(f"  | {line}" for line in said.splitlines()[-4:])]


def _data(path: Path, game: str, found: Checkup) -> dict[str, Any]:
    return {
        "program": str(path),
        "game": game,
        "fit": found.fit,
        "asked": found.asked,
        "good": found.good,
        "slowest": round(found.slowest, 3),
        "kilobytes": found.memory,
        "findings": [asdict(one) for one in found.findings],
    }


def _page(path: Path, found: Checkup) -> str:
    """The report as a page in one file."""
    title = escape(spoken("checkup.title", name=path.name))
    body = "\n".join(f"<p>{escape(line)}</p>" if line else "<hr>" for line in report_lines(path, found))
    return (
        f'<!DOCTYPE html>\n<html lang="{language()}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
        f"<title>{title}</title><style>{_STYLE}</style></head><body><h1>{title}</h1>\n{body}\n</body></html>\n"
    )
