"""The whole application in this process: no port, no second interpreter, the same pages."""

from __future__ import annotations

import asyncio
import re
import threading
import urllib.parse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from tests.support.web_server import Answer

from ronde.app.command import CHIEF
from ronde.arena.web.programs import GamePages
from ronde.web.server.accounts import Accounts, Role
from ronde.web.server.application import make_app
from ronde.web.server.extension import Extend
from ronde.web.server.request import COOKIE

FORM = "application/x-www-form-urlencoded"


@dataclass
class Visitor:
    """Keeps cookies, follows nothing, and asks the application without a network between them."""

    app: Starlette
    runner: asyncio.Runner
    cookies: dict[str, str] = field(default_factory=dict)
    language: str = "en"

    def get(self, path: str, **headers: str) -> Answer:
        return self.runner.run(self.ask("GET", path, b"", _named(headers)))

    def post(
        self, path: str, fields: dict[str, str] | list[tuple[str, str]] | None = None, **headers: str
    ) -> Answer:
        body = urllib.parse.urlencode(fields or {}).encode()
        return self.runner.run(self.ask("POST", path, body, {"content-type": FORM} | _named(headers)))

    def stranger(self) -> Visitor:
        """Another visitor of the same application, without cookies."""
        return Visitor(self.app, self.runner)

    def enter(self, link: str) -> Answer:
        """Press the button on the page of a link."""
        assert self.get(link).status == 200
        return self.post(link)

    def send(self, path: str, body: bytes, kind: str) -> Answer:
        """Post a body of that content type."""
        return self.runner.run(self.ask("POST", path, body, {"content-type": kind}))

    def follow(self, answer: Answer) -> Answer:
        """The page an answer leads to; a draw is waited for."""
        assert answer.status == 303, answer.words[:500]
        found = self.get(answer.headers["location"])
        while "data-again" in found.text:
            found = self.get(answer.headers["location"])
        return self.follow(found) if found.status == 303 else found

    async def ask(self, method: str, address: str, body: bytes, more: dict[str, str]) -> Answer:
        """One request."""
        path, _, query = address.partition("?")
        kept = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        usual = {"host": "localhost", "accept-language": self.language, "cookie": kept}
        usual |= {"sec-fetch-site": "same-origin", "content-length": str(len(body))}
        heads = [(name.encode(), value.encode()) for name, value in (usual | more).items() if value]
        scope = {
            "type": "http", "method": method, "http_version": "1.1", "scheme": "http",
            "path": urllib.parse.unquote(path), "raw_path": path.encode(), "query_string": query.encode(),
            "root_path": "", "headers": heads, "client": ("127.0.0.1", 1), "server": ("localhost", 80),
            "state": {}, "extensions": {},
        }  # fmt: skip
        told: list[Any] = []
        sent = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Any:
            if not sent:
                await asyncio.Event().wait()
            return sent.pop()

        async def send(message: Any) -> None:
            told.append(message)

        await self.app(scope, receive, send)
        start = told[0]
        headers = {name.decode().lower(): value.decode() for name, value in start["headers"]}
        for name, value in start["headers"]:
            if name.lower() == b"set-cookie" and (found := re.match(r"([^=]+)=([^;]*)", value.decode())):
                self.cookies[found[1]] = found[2]
        return Answer(start["status"], headers, b"".join(one.get("body", b"") for one in told[1:]))


def _named(headers: dict[str, str]) -> dict[str, str]:
    return {name.lower().replace("_", "-"): value for name, value in headers.items()}


@contextmanager
def in_process(*paths: Path, extensions: Sequence[Extend] = (GamePages,)) -> Iterator[Visitor]:
    """The application for these files, begun and ended as a server does, and the chief arbiter."""
    seats = Accounts()
    word = seats.enter(seats.invite(CHIEF, Role.CHIEF))
    assert word is not None
    with asyncio.Runner() as runner:
        app = make_app(list(paths), seats, extensions)
        life = app.router.lifespan_context(app)
        runner.run(life.__aenter__())
        try:
            yield Visitor(app, runner, {COOKIE: word})
        finally:
            runner.run(life.__aexit__(None, None, None))


def loop_waits(visitor: Visitor, slug: str, path: str) -> bool:
    """Whether other pages wait while one is asked for of a tournament whose desk is in use."""
    lock = visitor.app.state.tournaments.by_slug[slug].lock
    held, answered, late = threading.Event(), threading.Event(), []

    def hold() -> None:
        with lock:
            held.set()
            late.append(not answered.wait(5))

    async def both() -> Answer:
        page = asyncio.create_task(visitor.ask("GET", path, b"", {}))
        for _ in range(40):
            assert (await visitor.ask("GET", "/healthz", b"", {})).status == 200
            if page.done():
                break
            await asyncio.sleep(0.01)
        answered.set()
        return await page

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait()
    answer = visitor.runner.run(both())
    holder.join()
    assert answer.status == 200, answer.status
    return late == [True]
