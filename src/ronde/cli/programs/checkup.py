"""`ronde check PROG`: what a student needs to know to fix a program, as text, JSON and page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, Final

import click

from ronde.cli.programs.options import (
    GAME_WORDS,
    chosen_game,
    chosen_jail,
    impossible,
)
from ronde.cli.session import json_option, show
from ronde.cli.speech import Measure, command, gathered, language, option, spoken
from ronde.cli.streams import ANY_PATH, SOURCE
from ronde.engines.door import EngineFault, check_parts
from ronde.formats.checkup_text import report_lines
from ronde.formats.disk import write_whole
from ronde.games.door import COURSE_GAME
from ronde.referee.door import FULL, SHORT, Checkup, check_up, open_engine

_STYLE: Final = (
    "body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "p{margin:.2rem 0;white-space:pre-wrap}"
)


@dataclass(frozen=True, slots=True)
class ProgramOptions:
    game: str
    wishes: tuple[str, ...]
    jail: str
    memory: int
    allow: tuple[Path, ...]
    seconds: float
    short: bool
    page: Path | None


def program_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options of the check of a program, passed as `program`."""
    for declare in (
        gathered(ProgramOptions, "program"),
        option("--game", type=GAME_WORDS, default=COURSE_GAME, help="programs-game"),
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


@command("check")
@click.argument("file", type=SOURCE, metavar="PROG")
@program_options
@json_option
def check(file: Path, as_json: bool, program: ProgramOptions) -> None:
    check_program(file, program, as_json=as_json)


def check_program(path: Path, wishes: ProgramOptions, *, as_json: bool) -> None:
    """Check a program and print the findings; the exit status is 1 if it would lose a game."""
    game = chosen_game(wishes.game, wishes.wishes)
    jail = chosen_jail(wishes.jail, wishes.memory, wishes.allow)
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
    title = escape(spoken("checkup.title", name=path.name))
    body = "\n".join(f"<p>{escape(line)}</p>" if line else "<hr>" for line in _lines(path, checkup))
    return (
        f'<!DOCTYPE html>\n<html lang="{language()}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
        f"<title>{title}</title><style>{_STYLE}</style></head><body><h1>{title}</h1>\n{body}\n</body></html>\n"
    )
