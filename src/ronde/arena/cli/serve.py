"""The command `serve`: the pages of tournaments, with a referee of engines and a course if wanted."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from ronde.arena.cli.options import check_call_back_url
from ronde.cli.serve import (
    TRIES,
    Port,
    after_closing,
    announcer,
    port_was_chosen,
    proxies,
    remark,
    server_names,
)
from ronde.cli.session import ANY_PATH, CommandRun, with_session
from ronde.cli.speech import UsageProblem, command, option, program_name, translate

if TYPE_CHECKING:
    from ronde.web.server.extension import Extend
    from ronde.web.server.serve import Front


@dataclass(frozen=True, slots=True)
class Served:
    """What a server has for programs, beside the pages of their tournaments."""

    referee: bool = False
    url: str = ""
    """The address sent to engines, if it is not that of the server."""
    allow_local: str = ""
    """The local ranges that the referee may call."""
    course: Path | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The name of the server in the address sent to engines."""
        name = urlsplit(self.url).hostname
        return (name,) if name else ()

    def extensions(self, front: Front) -> list[Extend]:
        from ronde.arena.web.programs import GamePages

        made: list[Extend] = [GamePages]
        if self.referee:
            made.append(self._referee(front))
        if self.course:
            made.append(self._course(self.course, front))
        return made

    def _referee(self, front: Front) -> Extend:
        from ronde.arena.web.routes import EngineOptions, EngineRoutes
        from ronde.web.server.addresses import parse_allowed

        options = EngineOptions(self._call_back(front), parse_allowed(self.allow_local))
        return lambda tournaments, seats: EngineRoutes(tournaments, seats, options)

    def _course(self, folder: Path, front: Front) -> Extend:
        from ronde.arena.web.course_pages import open_course

        return lambda tournaments, seats: open_course(folder, front.address)

    def _call_back(self, front: Front) -> str:
        """The call-back address of engines: as given, or below that of the proxy, or made from the host."""
        from ronde.arena.http import PATH, call_back_address
        from ronde.web.server.request import lan_address
        from ronde.web.server.security import EVERYWHERE
        from ronde.web.server.serve import http_address

        if not self.url and front.public:
            return front.public + PATH
        here = (lan_address() or "localhost") if front.host in EVERYWHERE else front.host
        return call_back_address(self.url or http_address(here, front.port))

    def lines(self, front: Front) -> list[str]:
        """What is printed about them when the server starts."""
        here = front.address
        engines = {"address": f"{here}/arbitre", "referee": self._call_back(front) if self.referee else ""}
        course = {"address": f"{here}/course", "teacher": f"{here}/course/desk"}
        return [
            *([translate("cli.serving-engines", **engines)] if self.referee else ()),
            *([translate("course.serving", **course)] if self.course else ()),
        ]


@command("serve", waits=False, common=("--port", "--host", "--referee", "--course", "--publish"))
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
    from ronde.store import network_notices
    from ronde.web.server.serve import Front, run_server

    context = click.get_current_context()
    if not referee and referee_url:
        raise UsageProblem(translate("cli.needs-referee"), context)
    check_call_back_url(referee_url)
    check_call_back_url(address or None, "cli.public-address")
    if allow_local:
        from ronde.web.server.addresses import parse_allowed

        parse_allowed(allow_local)
    served = Served(referee, referee_url or "", allow_local or "", course)
    if course is not None:
        _check_course(course)
    shown = list(paths) or [course or Path.cwd()]
    for notice in (one for path in shown for one in network_notices(path)):
        remark(notice)
    tries = 1 if port_was_chosen() else TRIES
    known = (*server_names(names), *served.names)
    front = Front(host, port, known, proxies(proxy), tries, address.partition("?")[0].rstrip("/"))
    invitation = " ".join([program_name(), "invite", *map(str, paths or ([course] if course else []))])
    announce = announcer(port, invitation, browser=browser, desk=desk, more=served.lines)
    run_server(
        shown,
        front,
        announce=announce,
        remark=remark,
        extend=served.extensions,
        dev=dev,
        after=after_closing(site, after_words),
        allow=allow_local or "",
    )


def _check_course(folder: Path) -> None:
    """Refuse a course whose rules cannot be read, or whose sandbox is not available here."""
    from ronde.arena.cli.options import chosen_jail
    from ronde.arena.course import CourseFolder, course_rules

    rules = course_rules(CourseFolder(folder).rules)
    chosen_jail(rules.jail, rules.memory, ())
