"""The web pages shown from the terminal: found if there are some, started if wanted, gone with the desk."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from tests.support.ports import free_port
from tests.terminal.talking import conversation, typed

from ronde.render.text import qr_text
from ronde.terminal import conversation as website
from ronde.terminal.conversation import Website, is_loopback, lan_address


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """An arbiter would not wait so long, but a busy machine may take its time."""
    monkeypatch.setattr(website, "START_TIMEOUT", 120.0)
    monkeypatch.setattr(website, "ANSWER_TIMEOUT", 20.0)


@contextmanager
def something_else(status: int) -> Iterator[int]:
    """Another program listening here, which answers everything with one status."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()

        def log_message(self, *words: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", free_port()), Answer)  # the ports behind it are ours too
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield int(server.server_address[1])
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.full
def test_a_server_is_started_for_the_hall_and_ends_with_the_desk(tmp_path: Path) -> None:
    at = conversation(tmp_path)
    at.website.port = free_port()

    screen = typed(at, "b", "y", "b", "x")

    address = f"http://{lan_address() or 'localhost'}:{at.website.port}/t/open"
    assert f"Start one now, for the whole local network? (Y/N) y\n{address}\n" in screen
    assert screen.count(qr_text(address)) == 2, "the second time it is found"
    assert "The server will stop with this desk." in screen
    assert at.website.server is None
    assert at.website.address() is None


def test_without_a_server_the_way_to_start_one_is_told(tmp_path: Path) -> None:
    at = conversation(tmp_path)
    at.website.port = free_port()

    screen = typed(at, "b", "n", "x")

    assert "ronde serve" in screen
    assert "open.ronde --host 0.0.0.0" in screen
    assert "█" not in screen


@pytest.mark.full
def test_a_server_on_this_machine_alone_is_found_and_said_to_be_of_no_use_to_phones(tmp_path: Path) -> None:
    at = conversation(tmp_path)
    with something_else(200) as port:
        at.website.port = port
        screen = typed(at, "b", "x")

    assert f"http://localhost:{port}/t/open" in screen
    assert "Only reachable from this machine." in screen


@pytest.mark.full
def test_another_program_at_the_port_is_not_taken_for_ours(tmp_path: Path) -> None:
    with something_else(404) as port:
        assert Website(tmp_path / "open.ronde", port).address() is None


@pytest.mark.full
def test_a_port_that_is_taken_is_left_alone(tmp_path: Path) -> None:
    at = conversation(tmp_path)
    with something_else(404) as port:
        site = Website(at.desk.journal.path, port)
        try:
            address = site.start()
        finally:
            site.stop()

    assert address is not None
    assert f":{port}/" not in address


@pytest.mark.full
def test_a_server_that_cannot_come_up_is_an_answer_and_no_wait(tmp_path: Path) -> None:
    site = Website(tmp_path / "nothing-here.ronde", free_port())

    assert site.start() is None
    assert site.server is None


@pytest.mark.full
def test_a_server_that_died_is_started_again(tmp_path: Path) -> None:
    at = conversation(tmp_path)
    site = Website(at.desk.journal.path, free_port())
    try:
        site.start()
        assert isinstance(site.server, subprocess.Popen)
        site.server.kill()
        site.server.wait()

        assert site.address() is None
        assert site.start() is not None
    finally:
        site.stop()


def test_an_address_tells_whom_it_serves() -> None:
    assert is_loopback("http://localhost:8765/t/open")
    assert not is_loopback("http://192.0.2.7:8765/t/open")


def test_the_word_of_a_file_in_its_address_has_no_accents(tmp_path: Path) -> None:
    places = list(Website(tmp_path / "Été à Paris.ronde", 80)._places())

    assert places[-1] == "http://localhost:80/t/ete-a-paris"
