"""The API that writes, asked by schemathesis with a token that has every right of one tournament."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

from tests.dialogue.talking import NAMES, conversation
from tests.support.processes import plain_environment
from tests.support.web_server import server
from tests.web.public.test_api import token_of

from ronde.web.public.openapi import document
from ronde.web.serving.rights import GRANTED

UNLIMITED = """
from ronde.web.serving.guard import Guard
Guard.__init__.__kwdefaults__.update(rate=10_000.0, burst=10_000)
"""
"""Schemathesis sends a thousand requests from one address."""


def described(folder: Path) -> Path:
    """The description of the API alone, for a tournament that exists."""
    told = json.loads(json.dumps(document()))
    told["paths"] = {path: one for path, one in told["paths"].items() if path.startswith("/api/")}
    for operation in (one for methods in told["paths"].values() for one in methods.values()):
        # What the lock and a key answer depends on what was sent before: test_api.py asks for that.
        operation["parameters"] = [one for one in operation["parameters"] if one["in"] == "path"]
        for parameter in operation["parameters"]:
            if parameter["name"] == "slug":
                parameter["schema"] = {"type": "string", "enum": ["open"]}
    (folder / "api.json").write_text(json.dumps(told))
    return folder / "api.json"


def test_every_act_answers_as_described(tmp_path: Path) -> None:
    conversation(tmp_path, NAMES, rounds=5).desk.close()
    with server(tmp_path / "open.ronde", first=UNLIMITED) as (chief, link, process):
        chief.enter(link)
        token = token_of(chief, "robot", *GRANTED)
        done = subprocess.run(
            [sys.executable, "-m", "schemathesis.cli", "run", str(described(tmp_path)), "--no-color",
             "--warnings", "off", "--url", f"http://127.0.0.1:{chief.port}", "--seed", "1",
             "--phases", "coverage",
             "--request-timeout", "20",
             "-H", f"Authorization: Bearer {token}"],
            capture_output=True, encoding="utf-8", cwd=tmp_path, env=plain_environment(), timeout=280,
            check=False,
        )  # fmt: skip
        assert process.poll() is None

    found = re.search(r"(\d+) generated", done.stdout)
    assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]
    assert found
    assert int(found[1]) > 100
