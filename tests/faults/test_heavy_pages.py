"""Pages that take long: others are drawn meanwhile, and no address has everything drawn for itself."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator

import pytest
from tests.faults.heavy import answered, asking, large
from tests.support.web_server import Browser, server

from ronde.web.server.drawing import EACH

DEAREST = "/t/big/print/cards"


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Browser, str, subprocess.Popen[str]]]:
    folder = tmp_path_factory.mktemp("heavy")
    large(folder / "big.ronde")
    large(folder / "small.ronde", 5)
    with server(folder) as running:
        yield running


def test_other_pages_are_answered_while_a_heavy_one_is_drawn(
    hall: tuple[Browser, str, subprocess.Popen[str]],
) -> None:
    browser, _, _ = hall
    heavy = [asking(browser.port, DEAREST, "127.0.0.9") for _ in range(5)]

    assert browser.get("/t/small/standings").status == 200
    pages = [answered(line) for line in heavy]

    assert [status for status, _, _ in pages] == [200] * 5
    assert pages[0][2].count('class="namecard"') == 260
    assert "Some &lt;b&gt;body&lt;/b&gt;" in pages[0][2]


def test_one_address_cannot_fill_the_queue(hall: tuple[Browser, str, subprocess.Popen[str]]) -> None:
    browser, _, _ = hall
    lines = [
        asking(browser.port, f"/t/big/player/{number}?at=1", "127.0.0.9") for number in range(1, 2 * EACH)
    ]

    assert answered(asking(browser.port, "/t/big/player/201", "127.0.0.2"))[0] == 200
    told = [answered(line) for line in lines]
    assert {status for status, _, _ in told} <= {200, 404, 429}
    for _, headers, text in (one for one in told if one[0] == 429):
        assert headers["retry-after"] == "5"
        assert "too many large pages at once" in text


def test_a_past_state_of_a_long_history_is_drawn_like_any_other_page(
    hall: tuple[Browser, str, subprocess.Popen[str]],
) -> None:
    browser, link, _ = hall
    browser.enter(link)

    assert browser.get("/t/big/players?at=9").status == 200
    assert browser.get("/desk/big/players?at=9").status == 200
