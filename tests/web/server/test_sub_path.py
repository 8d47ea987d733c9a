"""A server below a path: nothing that it sends leads out of the path."""

from __future__ import annotations

import http.client
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from tests.arena.course.classroom import classroom
from tests.arena.programs.workshop import script
from tests.support.engine_house import LOOPBACK, begun, engine, finished, registered
from tests.support.in_process import Visitor, in_process
from tests.support.nginx import needs_nginx, nginx
from tests.support.ports import free_port
from tests.support.processes import plain_environment
from tests.support.web_server import Answer, Browser, server
from tests.web.public.test_programs import FIRST_FREE, LINE

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.arena.cli.demo import make_demo_tournaments
from ronde.arena.web.course_pages import ServedCourse, open_course
from ronde.arena.web.programs import GamePages
from ronde.arena.web.routes import EngineOptions, EngineRoutes
from ronde.model.decisions.rounds import open_tournament
from ronde.model.settings import Settings
from ronde.web.server.accounts import Accounts
from ronde.web.server.addresses import parse_allowed
from ronde.web.server.application import SubPath
from ronde.web.server.rendering import FOLDER
from ronde.web.server.tournaments import Tournaments

PATH = "/ronde"
TEMPLATES = sorted((FOLDER / "templates").rglob("*.html"))
SCRIPTS = sorted((FOLDER / "static").glob("*.js"))
ADDRESSES = re.compile(r'\s(href|src|action|formaction|data-[a-z-]+)=("[^"]*"|[^\s">]+)')
ELSEWHERE = ("link", "one", "more", "around.before", "around.after")
"""Addresses that are whole, beside the page that names them, or begin with `?`."""
OURS = r"[\"'`]/(static|t|desk|arbitre|course|api|rules|enter|seats)\b"
PAGES = (
    "/t/swiss/standings",
    "/t/swiss/print/cards",
    "/t/swiss/screen",
    "/t/keizer/crosstable",
    "/t/tournoi/bracket",
    "/t/tournoi/game/--",
    "/desk/swiss/players",
    "/desk/swiss/phones",
    "/desk/swiss/mark",
    "/course/desk/cards",
    "/course/desk/j",
    "/arbitre/engines/new",
    "/openapi.json",
    "/rules/reversi",
)
"""Of every part of the server, with the numbers left out."""


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_template_writes_an_address_without_the_path(template: Path) -> None:
    plain = re.sub(r"\{%.*?%\}|\{#.*?#\}", "", template.read_text(), flags=re.DOTALL)
    named = re.sub(r"\{\{\s*([\w.]*)(.*?)\}\}", r"<\1>", plain.replace("<", " "))
    for name, quoted in re.findall(r"\s(href|src|action|formaction|data-[a-z-]+)=(\"[^\"]*|[^\s\"]+)", named):
        value = quoted.strip('"')
        assert not value.startswith("/"), f"{name}={value}"
        if value.startswith("<") and not name.startswith("data-"):
            assert value[1:].partition(">")[0] in ("url", "asset", *ELSEWHERE), f"{name}={value}"


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_no_script_makes_an_address_of_its_own(script: Path) -> None:
    assert not re.search(OURS, script.read_text())


@dataclass
class Below(Visitor):
    """A browser below a path, behind a proxy that takes the path off or leaves it."""

    path: str = PATH
    strips: bool = True

    async def ask(self, method: str, address: str, body: bytes, more: dict[str, str]) -> Answer:
        """One request; its answer stays below the path."""
        assert address.startswith(f"{self.path}/"), address
        passed = address.removeprefix(self.path) if self.strips else address
        answer = await super().ask(method, passed, body, more)
        assert answer.headers.get("location", f"{self.path}/").startswith(f"{self.path}/"), address
        assert f"path={self.path}/" in answer.headers.get("set-cookie", f"path={self.path}/").lower()
        return answer


def below(visitor: Visitor, path: str, *, strips: bool) -> Below:
    app: Any = SubPath(visitor.app, path)
    return Below(app, visitor.runner, path=path, strips=strips)


def links(page: str, text: str) -> Iterator[str]:
    """The addresses that a page leads to; those of forms that write are only checked."""
    for tag in re.findall(r"<[a-z][^>]*>", text):
        for name, quoted in ADDRESSES.findall(tag):
            value = unescape(quoted.strip('"'))
            whole = urlsplit(urljoin(f"http://here{page}", value))
            if name.startswith("data-"):
                assert not value.startswith("/") or value.startswith(f"{PATH}/"), f"{page}: {name}={value}"
            elif whole.netloc == "here":
                assert whole.path.startswith(f"{PATH}/"), f"{page}: {name}={value}"
                if name in ("href", "src") or (name == "action" and "method=" not in tag):
                    yield f"{whole.path}?{whole.query}" if whole.query else whole.path


def crawled(visitor: Below, *begin: str) -> set[str]:
    """One page of each kind of address."""
    waiting, kinds = [*begin], set[str]()
    while waiting:
        page = waiting.pop(0)
        kind = re.sub(r"\d+|=[^&]*", "", page)
        if kind in kinds:
            continue
        kinds.add(kind)
        answer = visitor.get(page)
        assert answer.status < 400, f"{page}: {answer.status}"
        waiting += [answer.headers["location"]] if "location" in answer.headers else []
        if answer.headers.get("content-type", "").startswith("text/html"):
            waiting += links(page, answer.text)
    return kinds


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """Tournaments of people and of programs, a course and a referee."""
    folder = tmp_path_factory.mktemp("hall")
    make_demo_tournaments(folder, 1, pace=0).close()
    (folder / "joueurs").mkdir()
    for number in range(1, 4):
        script(folder / "joueurs", f"j{number}", FIRST_FREE)
    line = (sys.executable, "-m", "ronde", *LINE)
    subprocess.run(line, cwd=folder, env=plain_environment(), check=True, stdout=subprocess.DEVNULL)
    wish = EngineOptions(f"http://localhost{PATH}", parse_allowed(""))

    def wing(tournaments: Tournaments, seats: Accounts) -> EngineRoutes:
        return EngineRoutes(tournaments, seats, wish)

    def course(tournaments: Tournaments, seats: Accounts) -> ServedCourse:
        return open_course(classroom(folder).path)

    with in_process(folder, extensions=(GamePages, wing, course)) as visitor:
        yield visitor


@pytest.mark.full
@pytest.mark.parametrize("strips", [True, False], ids=["taken off", "left"])
def test_every_link_of_every_page_leads_to_a_page_below_the_path(house: Visitor, strips: bool) -> None:
    state = house.app.state
    student = state.course.links.path("j01")
    chief = below(house, PATH, strips=strips)
    chief.enter(f"{PATH}/enter/{state.accounts.invite(CHIEF)}")
    parts = ("/", "/desk", "/course/desk", student, "/arbitre", "/docs")
    seen = crawled(chief, *(PATH + part for part in parts))
    for page in PAGES:
        assert PATH + page in seen

    stranger = below(house, PATH, strips=strips)
    for page in (f"{PATH}{page}" for page in PAGES if page.startswith("/t/") and "--" not in page):
        drawn, kept = stranger.get(page).text, stranger.get(page).text
        assert set(links(page, drawn)) == set(links(page, kept)) != set()


def test_the_path_may_be_a_word_of_our_own(inside: Visitor) -> None:
    page = below(inside, "/t", strips=False).get("/t/t/open")

    assert page.status == 200
    assert 'href="/t/t/open/standings"' in page.text


@dataclass
class Outside(Browser):
    """A browser that sees the server below `/ronde`."""

    def _ask(self, method: str, path: str, body: str | bytes | None, headers: dict[str, str]) -> Answer:
        inside = path if path.startswith("/ronde/") else f"/ronde{path}"
        answer = super()._ask(method, inside, body, headers)
        where = answer.headers.get("location", "/ronde/")
        assert where.startswith("/ronde/"), f"{path} redirects to {where}"
        return answer


@dataclass(frozen=True)
class Front:
    host: Outside
    port: int


@pytest.fixture(scope="module")
def front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    folder, port = tmp_path_factory.mktemp("hall"), free_port()
    desk = Desk.create(folder / "open.ronde")
    desk.act(CHIEF, open_tournament, name="Open & free", date="", settings=Settings())
    desk.close()
    address = f"http://127.0.0.1:{port}/ronde/"
    options = ("--referee", "--allow-local", LOOPBACK, "--address", address, "--proxy", "127.0.0.1")
    with (
        server(folder, options=options) as (direct, link, process),
        nginx(folder.with_name(f"{folder.name}-nginx"), port, direct.port),
    ):
        assert process.stdout is not None
        assert f"{address}arbitre (engines call back {address}referee)" in process.stdout.readline()
        host = Outside(port)
        entered = host.enter(link)
        assert entered.status == 303
        assert "path=/ronde/" in entered.headers["set-cookie"].lower()
        yield Front(host, port)


@needs_nginx
@pytest.mark.full
def test_the_path_without_its_slash_leads_to_the_front_page(front: Front) -> None:
    line = http.client.HTTPConnection("127.0.0.1", front.port, timeout=30)
    line.request("GET", "/ronde")
    answer = line.getresponse()
    assert answer.status in (301, 308)
    assert urlsplit(answer.headers["location"]).path == "/ronde/"
    line.close()


@needs_nginx
@pytest.mark.full
def test_a_page_with_a_slash_too_many_stays_below_the_path(front: Front) -> None:
    line = http.client.HTTPConnection("127.0.0.1", front.port, timeout=30)
    line.request("GET", "/ronde/rules/")
    answer = line.getresponse()
    assert answer.status == 307
    assert urlsplit(answer.headers["location"]).path == "/ronde/rules"
    line.close()


@needs_nginx
@pytest.mark.full
def test_a_live_stream_comes_through(front: Front) -> None:
    line = http.client.HTTPConnection("127.0.0.1", front.port, timeout=30)
    line.request("GET", "/ronde/t/open/live")
    answer = line.getresponse()
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.readline() == b"retry: 2000\n"
    line.close()


@needs_nginx
@pytest.mark.full
def test_an_engine_calls_back_through_the_proxy_and_wins_its_game(front: Front) -> None:
    with engine("tictactoe") as url:
        card = registered(front.host, "Caller", url)
        game = begun(front.host, card, card)
        played = finished(front.host, game)["record"]
    assert played["faults"] == []
    assert played["outcome"]["reason"]


@needs_nginx
@pytest.mark.full
def test_an_invitation_names_the_address_of_the_proxy(front: Front) -> None:
    page = front.host.post("/arbitre/accounts/invite").text
    assert f"http://127.0.0.1:{front.port}/ronde/enter/" in page


def test_a_wrong_public_address_is_refused_in_one_sentence(tmp_path: Path) -> None:
    words = [
        sys.executable,
        "-m",
        "ronde",
        "--lang",
        "en",
        "serve",
        str(tmp_path),
        "--address",
        "school/ronde",
    ]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "must start with http:// or https:// and name a machine: school/ronde" in done.stderr
