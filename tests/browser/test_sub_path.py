"""Below the path of a proxy in a real browser: scripts load, clicks are sent, the live stream comes."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect
from tests.browser.halls import Visit
from tests.browser.test_arbitre import click_cell, free_cells, watched
from tests.support.engine_house import LOOPBACK
from tests.support.nginx import needs_nginx, nginx
from tests.support.ports import free_port
from tests.support.web_server import server


@needs_nginx
def test_a_person_plays_by_clicking_below_the_path_of_a_proxy(tmp_path: Path, visit: Visit) -> None:
    port = free_port()
    address = f"http://localhost:{port}/ronde/"
    options = ("--referee", "--allow-local", LOOPBACK, "--proxy", "127.0.0.1", "--address", address)
    folder = tmp_path / "hall"
    folder.mkdir()
    with (
        server(folder, options=options) as (direct, _, _),
        nginx(tmp_path / "nginx", port, direct.port),
    ):
        page = visit().new_page()
        complaints = watched(page)
        page.goto(f"http://localhost:{port}/ronde/arbitre")
        page.get_by_role("button", name="Tic-tac-toe", exact=True).click()
        page.wait_for_url(re.compile(r"/ronde/arbitre/game/\d+$"))
        page.locator("#value").wait_for()
        rows = page.locator("tr[id^=ply-]").count()
        click_cell(page, free_cells(page)[0])
        expect(page.locator("tr[id^=ply-]")).to_have_count(rows + 2)
        assert complaints == []
