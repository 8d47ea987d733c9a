"""A draw that takes long: its page says so, nothing is lost by a hasty key, and it can be given up."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.ports import free_port
from tests.web.posting import shown, stored
from tests.web.serving import Browser, listening_at

SLOW = """
import sys, time
from pathlib import Path
from ronde.cli.main import main
from ronde.web.previews import Preview

signal, drawn = Path(sys.argv.pop(1)), Preview.draw
def draw(preview, seed):
    while not signal.exists():
        time.sleep(0.02)
    return drawn(preview, seed)
Preview.draw = draw
sys.exit(main())
"""
"""The real server, whose draws wait for a file before they begin."""


@pytest.fixture
def arbiter(file: Path, tmp_path: Path) -> Iterator[Browser]:
    port = free_port()
    words = [str(tmp_path / "now"), "--lang", "en", "serve", str(file), "--port", str(port)]
    process = subprocess.Popen([sys.executable, "-u", "-c", SLOW, *words], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        process.stdout.readline()
        link = process.stdout.readline().split("/enter/")[-1].strip()
        listening_at(port, process)
        browser = Browser(port)
        browser.get(f"/enter/{link}")
        yield browser
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()


def begun(arbiter: Browser) -> str:
    """Begin to draw the open round once more; the address of the preview."""
    where = arbiter.post("/desk/open/pair", {"again": "yes"}).headers["location"]
    assert where.startswith("/desk/open/preview/")
    return where


def test_while_it_is_drawn_the_page_says_so_and_comes_again(arbiter: Browser) -> None:
    page = arbiter.get(begun(arbiter))
    assert page.status == 200
    assert "<progress" in page.text
    assert 'http-equiv="refresh"' in page.text


@pytest.mark.parametrize("hasty", ["accept", "do"])
def test_a_hasty_key_stores_nothing_and_leads_back_to_the_draw(
    hasty: str, arbiter: Browser, file: Path, tmp_path: Path
) -> None:
    before = stored(file).number
    where = begun(arbiter)
    answer = arbiter.post(f"{where}/{hasty}", {"verb": "redraw"})

    assert (answer.status, answer.headers["location"]) == (303, where)
    assert stored(file).number == before
    (tmp_path / "now").touch()
    assert f'action="{where}/accept"' in shown(arbiter, where).text
    assert arbiter.post(f"{where}/accept").headers["location"] == "/desk/open"
    assert stored(file).number > before


def test_it_can_be_given_up(arbiter: Browser, file: Path, tmp_path: Path) -> None:
    before = stored(file).number
    where = begun(arbiter)
    assert arbiter.post(f"{where}/forget").headers["location"] == "/desk/open/tables"

    (tmp_path / "now").touch()
    assert arbiter.get(where).headers["location"] == "/desk/open/tables"
    assert stored(file).number == before
