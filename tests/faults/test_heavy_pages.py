"""Whatever takes long is drawn by worker processes: the loop that keeps the clocks goes on meanwhile."""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest
from tests.faults.heavy import answered, asking, children, large
from tests.support.web_server import Browser, server

from ronde.web.server.worker_pool import EACH

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="stops processes by /proc")

DEAREST = "/t/big/print/cards"


@pytest.fixture(scope="module")
def big(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return large(tmp_path_factory.mktemp("heavy") / "big.ronde")


@pytest.fixture
def hall(big: Path, tmp_path: Path) -> Iterator[tuple[Browser, str, subprocess.Popen[str]]]:
    shutil.copy(big, tmp_path / "big.ronde")
    large(tmp_path / "small.ronde", 5)
    with server(tmp_path) as running:
        yield running


def drawing(process: subprocess.Popen[str]) -> int:
    """The one worker of a server."""
    (worker,) = children(process.pid)
    return worker


def stopped(browser: Browser, process: subprocess.Popen[str]) -> int:
    """The worker of a server, stopped as if it were busy for ever."""
    assert browser.get("/t/big/teams").status == 200
    worker = drawing(process)
    os.kill(worker, signal.SIGSTOP)
    return worker


def test_a_small_tournament_needs_no_worker(hall: tuple[Browser, str, subprocess.Popen[str]]) -> None:
    browser, link, process = hall

    assert browser.enter(link).status == 303
    for path in ("", "/standings", "/crosstable", "/print/sheets", "/screen?view=names"):
        assert browser.get(f"/t/small{path}").status == 200

    assert children(process.pid) == []


def test_other_pages_are_answered_while_a_heavy_one_is_drawn(
    hall: tuple[Browser, str, subprocess.Popen[str]],
) -> None:
    browser, _, process = hall
    worker = stopped(browser, process)
    heavy = asking(browser.port, DEAREST)

    assert browser.get("/t/small/standings").status == 200
    os.kill(worker, signal.SIGCONT)
    status, _, text = answered(heavy)

    assert (status, text.count('class="namecard"')) == (200, 260)
    assert "Some &lt;b&gt;body&lt;/b&gt;" in text


def test_the_server_itself_replays_no_long_history(
    hall: tuple[Browser, str, subprocess.Popen[str]],
) -> None:
    """Pages on which something is done have no past: those of small tournaments may show one by chance."""
    browser, link, process = hall
    assert browser.enter(link).status == 303
    for page in ("publish", "season", "players/clear", "players/list"):
        assert browser.get(f"/desk/big/{page}").status == 200
        assert browser.get(f"/desk/big/{page}?at=9").status == 404

    assert children(process.pid) == []


def test_a_worker_that_dies_is_replaced_and_its_page_gets_a_sentence(
    hall: tuple[Browser, str, subprocess.Popen[str]],
) -> None:
    browser, _, process = hall
    worker = stopped(browser, process)
    heavy = [asking(browser.port, f"/t/big/player/{number}") for number in (1, 2)]
    os.kill(worker, signal.SIGKILL)

    assert [answered(line)[0] for line in heavy] == [200, 200], "a fresh worker draws what the dead one had"
    assert drawing(process) != worker


def test_one_address_cannot_have_all_workers_nor_fill_the_queue(
    hall: tuple[Browser, str, subprocess.Popen[str]],
) -> None:
    browser, _, process = hall
    worker = stopped(browser, process)
    lines = [asking(browser.port, f"/t/big/player/{number}") for number in range(1, EACH + 5)]
    refused = first_answered(lines, 3)

    other = answered(asking(browser.port, "/t/big/player/201", "127.0.0.2"))
    os.kill(worker, signal.SIGCONT)
    waited = [answered(line)[0] for line in lines if line not in refused]

    for status, headers, text in map(answered, refused):
        assert (status, headers["retry-after"]) == (429, "5")
        assert "too many large pages at once" in text
    assert other[0] == 200, "another address has the other worker"
    assert waited == [200] * (EACH + 1), "one was being drawn and the others waited"


def first_answered(lines: list[HTTPConnection], count: int) -> list[HTTPConnection]:
    """Those of some requests that are answered first."""
    found: list[HTTPConnection] = []
    while len(found) < count:
        ready, _, _ = select.select([line.sock for line in lines if line not in found], [], [], 30)
        assert ready, "nobody is refused"
        found += [line for line in lines if line.sock in ready]
    return found


def test_no_worker_outlives_its_server(big: Path, tmp_path: Path) -> None:
    shutil.copy(big, tmp_path / "big.ronde")
    with server(tmp_path) as (browser, _, process):
        assert browser.get("/t/big").status == 200
        worker = drawing(process)

    assert not Path(f"/proc/{worker}").exists()
    assert [path.name for path in tmp_path.glob("big.ronde*")] == ["big.ronde"], "one file remains"


def test_a_killed_server_leaves_no_worker(big: Path, tmp_path: Path) -> None:
    shutil.copy(big, tmp_path / "big.ronde")
    with server(tmp_path) as (browser, _, process):
        assert browser.get("/t/big").status == 200
        worker = os.pidfd_open(drawing(process))
        process.kill()
        process.wait(20)

        assert select.select([worker], [], [], 20)[0], "the worker ends with its server"
        os.close(worker)
