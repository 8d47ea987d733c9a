"""A server below a path, behind a real nginx: nothing that it sends leads out of the path."""

from __future__ import annotations

import http.client
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from tests.support.engine_house import LOOPBACK, begun, engine, finished, registered
from tests.support.nginx import needs_nginx, nginx
from tests.support.ports import free_port
from tests.support.web_server import Answer, Browser, server

from ronde.app.desk import CHIEF, Desk
from ronde.core.decide.rounds import open_tournament
from ronde.core.settings import Settings
from ronde.web.server.sub_path import SubPath

pytestmark = [needs_nginx, pytest.mark.full]
MOST = 120
"""Pages that a crawl looks at: every kind of page is among the first hundred."""


@dataclass
class Below(Browser):
    """A browser that sees the server below `/ronde`."""

    def _ask(self, method: str, path: str, body: str | bytes | None, headers: dict[str, str]) -> Answer:
        inside = path if path.startswith("/ronde/") else f"/ronde{path}"
        answer = super()._ask(method, inside, body, headers)
        where = answer.headers.get("location", "/ronde/")
        assert where.startswith("/ronde/"), f"{path} redirects to {where}"
        return answer


@dataclass(frozen=True)
class Front:
    host: Below
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
        nginx(folder.with_name("nginx"), port, direct.port),
    ):
        assert process.stdout is not None
        assert f"{address}arbitre (engines call back {address}referee)" in process.stdout.readline()
        host = Below(port)
        entered = host.enter(link)
        assert entered.status == 303
        assert "path=/ronde/" in entered.headers["set-cookie"].lower()
        yield Front(host, port)


def addresses(page: str, text: str) -> list[str]:
    """All addresses on this server that a page names."""
    found = re.findall(r'\s(?:href|src|action|formaction)="([^"#][^"]*)"', text)
    whole = [urljoin(f"http://here{page}", unescape(one)) for one in found]
    return [
        urlsplit(one)._replace(fragment="").geturl()[11:] for one in whole if one.startswith("http://here/")
    ]


def test_no_link_of_any_page_leads_out_of_the_path_or_into_nothing(front: Front) -> None:
    seen, todo = set[str](), ["/ronde/", "/ronde/desk/open", "/ronde/arbitre"]
    while todo and len(seen) < MOST:
        page = todo.pop(0)
        if page in seen:
            continue
        seen.add(page)
        answer = front.host.get(page)
        assert answer.status in (200, 303, 307, 405), f"{page}: {answer.status}"
        todo += [answer.headers["location"]] if "location" in answer.headers else []
        if answer.headers.get("content-type", "").startswith("text/html"):
            for one in addresses(page, answer.text):
                assert one.startswith("/ronde/"), f"{page} has {one}"
                todo.append(one)
    assert any("/static/" in one for one in seen)
    assert any("/t/open/standings" in one for one in seen)
    assert any("/arbitre/engines/new" in one for one in seen)


def test_the_path_without_its_slash_leads_to_the_front_page(front: Front) -> None:
    line = http.client.HTTPConnection("127.0.0.1", front.port, timeout=30)
    line.request("GET", "/ronde")
    answer = line.getresponse()
    assert answer.status in (301, 308)
    assert urlsplit(answer.headers["location"]).path == "/ronde/"
    line.close()


def test_a_live_stream_comes_through(front: Front) -> None:
    line = http.client.HTTPConnection("127.0.0.1", front.port, timeout=30)
    line.request("GET", "/ronde/t/open/live")
    answer = line.getresponse()
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.readline() == b"retry: 2000\n"
    line.close()


def test_an_engine_calls_back_through_the_proxy_and_wins_its_game(front: Front) -> None:
    with engine("tictactoe") as url:
        card = registered(front.host, "Caller", url)
        game = begun(front.host, card, card)
        played = finished(front.host, game)["record"]
    assert played["faults"] == []
    assert played["outcome"]["reason"]


def test_an_invitation_names_the_address_of_the_proxy(front: Front) -> None:
    page = front.host.post("/arbitre/accounts/invite").text
    assert f"http://127.0.0.1:{front.port}/ronde/enter/" in page


def test_what_is_not_an_address_stays_as_it_is() -> None:
    around = SubPath(lambda scope, receive, send: None, "/ronde")  # type: ignore[arg-type, return-value]
    page = b'<a href="/t/x">href="/t/x"</a> <a href="//else/"> <a title="/t"> <a href="?lang=fr">'
    assert around.page(page) == page.replace(b'<a href="/t/x">', b'<a href="/ronde/t/x">')


def test_links_of_long_lists_have_no_quotes_and_are_moved_too() -> None:
    around = SubPath(lambda scope, receive, send: None, "/ronde")  # type: ignore[arg-type, return-value]
    assert around.page(b"<td><a href=/t/x/player/1>Ann") == b"<td><a href=/ronde/t/x/player/1>Ann"


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
