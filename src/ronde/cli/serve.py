"""The commands `serve` and `invite`."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ronde.cli.browser import TRIES, announcer, port_was_chosen
from ronde.cli.port import Port
from ronde.cli.programs.remote import check_door
from ronde.cli.session import CommandRun, json_option, show, with_session
from ronde.cli.speech import Misused, called_as, command, language, option, spoken
from ronde.cli.streams import ANY_PATH
from ronde.core.errors import RondeError
from ronde.i18n.door import tell

if TYPE_CHECKING:
    from ronde.web.door import AfterClosing, Network


@command("serve", waits=False)
@click.argument("paths", nargs=-1, type=ANY_PATH, metavar="[FILE|FOLDER]...")
@option("--port", type=Port(), default=8765, help="port", metavar="N")
@option("--host", default="127.0.0.1", help="host", metavar="ADDRESS")
@option("--name", "names", multiple=True, help="server-name", metavar="NAME")
@option("--proxy", default="", help="proxy", metavar="ADDRESSES")
@option("--address", default="", help="public-address", metavar="URL")
@option("--referee", is_flag=True, help="referee")
@option("--allow-local", default=None, help="allow-local", metavar="RANGES")
@option("--referee-url", default=None, help="referee-url", metavar="URL")
@option("--course", type=ANY_PATH, default=None, help="course", metavar="FOLDER")
@option("--publish", "site", type=ANY_PATH, default=None, help="publish-to", metavar="FOLDER")
@option("--then", "after_words", default="", help="publish-then", metavar="COMMAND")
@option("--browser/--no-browser", default=False, help="browser")
@option("--desk", is_flag=True, help="browser-desk")
@option("--dev", is_flag=True, help="dev")
@with_session
def serve(
    session: CommandRun,
    paths: tuple[Path, ...],
    port: int,
    host: str,
    names: tuple[str, ...],
    proxy: str,
    address: str,
    referee: bool,
    allow_local: str | None,
    referee_url: str | None,
    course: Path | None,
    site: Path | None,
    after_words: str,
    browser: bool,
    desk: bool,
    dev: bool,
) -> None:
    from ronde.app.files import network_notices
    from ronde.web.door import Front, Refereeing, run_server

    context = click.get_current_context()
    if not referee and referee_url:
        raise Misused(spoken("cli.needs-referee"), context)
    check_door(referee_url)
    check_door(address or None, "cli.public-address")
    if allow_local:
        from ronde.http_engines.door import parse_allowed

        parse_allowed(allow_local)
    refereeing = Refereeing(referee_url or "", allow_local or "")
    wish = refereeing if referee else None
    if course is not None:
        _check_course(course)
    shown = list(paths) or [course or Path.cwd()]
    for notice in (one for path in shown for one in network_notices(path)):
        _remark(notice)
    tries = 1 if port_was_chosen() else TRIES
    front = Front(host, port, _names(names), _proxies(proxy), tries, address.partition("?")[0].rstrip("/"))
    invitation = " ".join([called_as(), "invite", *map(str, paths or ([course] if course else []))])
    announce = announcer(port, invitation, browser=browser, desk=desk, course=course is not None)
    run_server(
        shown,
        front,
        announce=announce,
        remark=_remark,
        referee=wish,
        dev=dev,
        after=_after(site, after_words),
        allow=allow_local or "",
        course=course,
    )


def _check_course(folder: Path) -> None:
    """Refuse a course whose rules cannot be read, or whose sandbox is not available here."""
    from ronde.cli.programs.options import chosen_jail
    from ronde.course.door import CourseFolder, course_rules

    rules = course_rules(CourseFolder(folder).rules)
    chosen_jail(str(rules.jail), rules.memory, ())


def _after(site: Path | None, command: str) -> AfterClosing | None:
    """What the options run after a round is closed."""
    from ronde.web.door import AfterClosing

    if site is None:
        if command:
            raise Misused(spoken("club.needs-publish"), click.get_current_context())
        return None
    try:
        return AfterClosing(site, tuple(shlex.split(command)), language())
    except ValueError as error:
        sentence = spoken("club.command-unreadable", detail=str(error))
        raise Misused(sentence, click.get_current_context()) from error


def _names(texts: tuple[str, ...]) -> tuple[str, ...]:
    from ronde.web.door import parse_name

    try:
        return tuple(map(parse_name, texts))
    except ValueError as error:
        raise Misused(spoken("cli.server-name", text=str(error)), click.get_current_context()) from error


def _proxies(text: str) -> tuple[Network, ...]:
    from ronde.web.door import parse_proxies

    try:
        return parse_proxies(text)
    except ValueError as error:
        raise Misused(spoken("cli.proxy", text=str(error)), click.get_current_context()) from error


@command("invite")
@click.argument("paths", nargs=-1, type=ANY_PATH, metavar="[FILE|FOLDER]...")
@option("--link", default="", help="desk-link", metavar="URL")
@json_option
@with_session
def invite(session: CommandRun, paths: tuple[Path, ...], link: str, as_json: bool) -> None:
    from ronde.web.door import new_link

    if link and not link.lower().startswith(("http://", "https://")):
        raise Misused(spoken("arbitre.cli-link", text=link), click.get_current_context())
    shown = list(paths) or [Path.cwd()]
    made = new_link(shown, link)
    show({"link": made}, spoken("cli.desk-link", link=made), as_json=as_json)


def _remark(error: RondeError) -> None:
    """Report a file of a folder that cannot be shown, and why."""
    click.echo(tell(error, language()), err=True)
