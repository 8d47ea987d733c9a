"""A draw that takes long: its page says so, nothing is lost by a hasty key, and it can be given up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.in_process import Visitor
from tests.support.posting import shown, stored
from tests.support.slow_server import slow_server
from tests.support.web_server import Browser

pytestmark = pytest.mark.full


@pytest.fixture
def arbiter(file: Path, tmp_path: Path) -> Iterator[Browser]:
    with slow_server(file, tmp_path / "now") as (browser, link):
        browser.enter(link)
        yield browser


def begun(arbiter: Visitor) -> str:
    """Begin to draw the open round once more; the address of the preview."""
    where = arbiter.post("/desk/open/pair", {"again": "yes"}).headers["location"]
    assert where.startswith("/desk/open/preview/")
    return where


def test_while_it_is_drawn_the_page_says_so_and_comes_again(arbiter: Visitor) -> None:
    page = arbiter.get(begun(arbiter))
    assert page.status == 200
    assert "<progress" in page.text
    assert 'http-equiv="refresh"' in page.text


@pytest.mark.parametrize("hasty", ["accept", "do"])
def test_a_hasty_key_stores_nothing_and_leads_back_to_the_draw(
    hasty: str, arbiter: Visitor, file: Path, tmp_path: Path
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


def test_it_can_be_given_up(arbiter: Visitor, file: Path, tmp_path: Path) -> None:
    before = stored(file).number
    where = begun(arbiter)
    assert arbiter.post(f"{where}/forget").headers["location"] == "/desk/open/tables"

    (tmp_path / "now").touch()
    assert arbiter.get(where).headers["location"] == "/desk/open/tables"
    assert stored(file).number == before
