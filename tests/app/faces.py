"""The faces: each does to a file what its words, form, keys or calls say, and tells the code of a refusal."""

from __future__ import annotations

import io
import json
import shlex
import urllib.parse
from collections.abc import Mapping, Sequence
from contextlib import closing, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from tests.support.in_process import in_process
from tests.terminal.talking import typed

import ronde
from ronde.app.command import Command
from ronde.app.desk import Desk
from ronde.app.queries import Query
from ronde.cli.main import main
from ronde.model.errors import RondeError
from ronde.terminal import Conversation
from ronde.web.server.accounts import GRANTED, Account, Role

SLUG = "open"


@dataclass(frozen=True, slots=True)
class Http:
    method: str
    path: str
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Form:
    path: str
    fields: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True, slots=True)
class Keys:
    lines: tuple[str, ...]


def at_library(path: Path, command: Command) -> str:
    with ronde.open(path) as tournament:
        try:
            tournament.run(command)
        except RondeError as error:
            return error.code
    return ""


def at_command_line(path: Path, words: str) -> str:
    """The exit status is told apart from a refusal by the code in the JSON of the error."""
    done, data = _command_line(path, words)
    return "" if done else str(data["error"])


def _command_line(path: Path, words: str) -> tuple[bool, Any]:
    """Whether a command ended well, and the JSON that it printed."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        done = main(["--lang", "en", *shlex.split(words.replace("FILE", str(path))), "--json"]) == 0
    return done, json.loads((out if done else err).getvalue())


def at_http(path: Path, http: Http) -> str:
    status, data = _http(path, http)
    return "" if status == 200 else str(data["code"])


def _http(path: Path, http: Http) -> tuple[int, Any]:
    with in_process(path) as visitor:
        seats = visitor.app.state.accounts
        word = seats.make_token(Account("program", Role.TOKEN, SLUG, frozenset(GRANTED)), 5)
        headers = {"authorization": f"Bearer ronde_{word}", "content-type": "application/json"}
        body = json.dumps(http.body).encode()
        address = f"/api/v1/t/{SLUG}/{http.path}"
        answer = visitor.runner.run(visitor.ask(http.method, address, body, headers))
    return answer.status, json.loads(answer.body)


def answer_at(face: str, path: Path, query: Query, line: str) -> Any:
    """The answer to a query, or the code of the refusal."""
    if face == "library":
        with ronde.open(path) as tournament:
            try:
                return json.loads(msgspec.json.encode(tournament.ask(query)))
            except RondeError as error:
                return error.code
    if face == "http":
        asked = {name: value for name, value in msgspec.to_builtins(query).items() if value is not None}
        words = urllib.parse.urlencode({name: json.dumps(value).strip('"') for name, value in asked.items()})
        status, data = _http(path, Http("GET", f"{kebab(query)}?{words}", {}))
        return data if status == 200 else data["code"]
    done, data = _command_line(path, line)
    return data if done else data["error"]


def kebab(one: Command | Query) -> str:
    """The name of a command or a query in an address."""
    name = type(one).__name__
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).strip("-")


def at_browser(path: Path, form: Form) -> str:
    with in_process(path) as visitor:
        answer = visitor.post(f"/desk/{SLUG}{form.path}", list(form.fields))
    assert answer.status in (303, 409), (answer.status, answer.words[:300])
    return "" if answer.status == 303 else "refused"


def at_terminal(path: Path, keys: Keys) -> str:
    with closing(Desk.open(path)) as desk:
        desk.known = tuple
        typed(Conversation(desk, "en", folder=path.parent), *keys.lines)
    return "unknown"
