"""The command `demo`: a small tournament played in the terminal, or a folder to look at in the browser."""

from __future__ import annotations

import signal
from collections.abc import Callable
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ronde.app.commands import OpenTournament
from ronde.app.desk import Actor
from ronde.app.files import is_unused
from ronde.cli.browser import TRIES, announcer, has_browser, port_was_chosen
from ronde.cli.exhibition import PEOPLE, fill, newcomers, play_cup
from ronde.cli.main import run_line
from ronde.cli.port import Port
from ronde.cli.session import CommandRun, with_session
from ronde.cli.speech import called_as, command, option, spoken
from ronde.cli.streams import ANY_PATH
from ronde.core.settings import Settings, usual_brightwell
from ronde.formats.disk import file_error

if TYPE_CHECKING:
    from ronde.web.door import Front

ROUNDS = 3


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
        from ronde.web.door import Front

        tries = 1 if port_was_chosen() else TRIES
        opened = has_browser() if browser is None else browser
        announce = announcer(port, f"{called_as()} invite {folder}", browser=opened)
        _show(folder, seed, Front(host, port, tries=tries), announce)
    else:
        _play(session, folder, seed)


def _show(folder: Path, seed: int, front: Front, announce: Callable[[Front, str], None]) -> None:
    """Serve a Swiss, a Keizer season and a running cup until a signal arrives."""
    from ronde.web.door import Refereeing, run_server

    cup = fill(folder, seed)
    click.echo(spoken("cli.demo-folder", path=folder))
    # The server re-raises a signal once it has stopped; the default SIGTERM would skip the removal of the
    # live file.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    show = play_cup(cup)
    try:
        run_server([folder], front, announce=announce, referee=Refereeing())
    finally:
        show.stop()


def _play(session: CommandRun, folder: Path, seed: int) -> None:
    path = _free(folder)
    desk = session.create(path)
    settings = Settings(rounds=5, brightwell=usual_brightwell(5))
    for one in (OpenTournament(spoken("cli.demo-name"), settings=settings), *newcomers(PEOPLE[:13])):
        desk.run(one, Actor("demo"))
    for turn in range(ROUNDS):
        _step(session, ["pair", str(path), "--seed", str(seed + turn), *(["--explain"] if turn == 2 else [])])
        _step(session, ["result", str(path), "?", "--seed", str(seed + turn)])
        _step(session, ["close", str(path)])
    click.echo("\n" + spoken("cli.demo-done", path=path, ronde=called_as()))


def _free(folder: Path) -> Path:
    """The first unused name; a demo never overwrites anything."""
    names = chain(["demo"], (f"demo-{number}" for number in count(2)))
    paths = (folder / f"{name}.ronde" for name in names)
    return next(path for path in paths if is_unused(path))


def _step(session: CommandRun, line: list[str]) -> None:
    click.echo(f"\n$ {called_as()} {' '.join(line)}\n")
    run_line(line, session)
