"""The tour of the reference of the HTTP interface, line by line, with a real curl."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from tests.support.root import ROOT
from tests.support.web_server import server
from tests.terminal.talking import NAMES, conversation
from tests.web.public.test_api import token_of

from ronde.web.server.accounts import GRANTED

TEXT = (ROOT / "scripts" / "reference" / "http.md").read_text()


@pytest.mark.full
def test_the_tour_by_curl_works_line_by_line(tmp_path: Path) -> None:
    tour = TEXT.split("```sh\n")[1].split("```")[0].splitlines()
    conversation(tmp_path, NAMES, rounds=5).desk.close()
    with server(tmp_path / "open.ronde") as (chief, link, _):
        chief.enter(link)
        told = {"HOST": f"http://127.0.0.1:{chief.port}", "TOKEN": token_of(chief, "tour", *GRANTED)}
        for line in tour:
            done = subprocess.run(
                ["sh", "-c", line], capture_output=True, env={**os.environ, **told}, timeout=60, check=True
            )
            answer = json.loads(done.stdout)
            assert "code" not in answer, (line, answer)
    assert len(tour) > 10
