"""schemathesis, a program of others, holds the server to what its own description says."""

from __future__ import annotations

import copy
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.faults.tally import Tally
from tests.support.engine_house import ArbitreHouse, arbitre_house, begun, finished, house_engine
from tests.support.processes import plain_environment
from tests.support.web_server import Browser

from ronde.arena.cli.demo import cup_roster, make_demo_tournaments
from ronde.arena.http import PERSON
from ronde.arena.referee import Series

KNOWN: dict[str, dict[str, Any]] = {
    "slug": {"type": "string", "enum": ["swiss", "keizer", "cup"]},
    "number": {"type": "integer", "minimum": 0, "maximum": 4},
    "player": {"type": "integer", "minimum": 1, "maximum": 24},
    "name": {"type": "string", "pattern": "^[1-3]-[1-4]-[12]$"},
}
"""Parameters that lead somewhere in the exhibition: chance alone would find its tournaments never."""


def exhibition(folder: Path, seed: int = 3) -> Path:
    """A Swiss, a Keizer season and a cup of programs with its games, all played."""
    cup = make_demo_tournaments(folder, seed, pace=0)
    Series(cup, cup_roster(0), jobs=2).run()
    cup.close()
    return folder


def narrowed(document: dict[str, Any]) -> dict[str, Any]:
    """The same description, for addresses that exist."""
    document = copy.deepcopy(document)
    for methods in document["paths"].values():
        for parameter in (one for operation in methods.values() for one in operation["parameters"]):
            parameter["schema"] = KNOWN.get(parameter["name"], parameter["schema"])
    return document


def held_to_its_word(folder: Path, scratch: Path, seed: int, examples: int) -> Tally:
    """Every described operation with anything at all, then with what exists; only described answers."""
    tally = Tally()
    with arbitre_house(folder) as house:
        browser, process = house.visitor(), house.process
        _games_of_engines(house)
        told = json.loads(browser.get("/openapi.json").body)
        # What exists is narrower than what is described: to go beyond it breaks no rule.
        for phase, mode, document in (("coverage", "all", told), ("fuzzing", "positive", narrowed(told))):
            (scratch / f"{phase}.json").write_text(json.dumps(document))
            _run(tally, browser, scratch / f"{phase}.json", mode, seed, examples)
        tally.check(process.poll() is None, "the server ended")
    return tally


def _games_of_engines(house: ArbitreHouse) -> None:
    """Two games between players of the house that are over, and one in which a person is waited for."""
    for game in ("tictactoe", "morpion"):
        number = house_engine(house.host, game)
        finished(house.host, begun(house.host, number, number))
    begun(house.host, PERSON, house_engine(house.host, "morpion"))


def _run(tally: Tally, browser: Browser, document: Path, mode: str, seed: int, examples: int) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "schemathesis.cli", "run", str(document), "--no-color", "--warnings", "off",
         "--url", f"http://127.0.0.1:{browser.port}", "--seed", str(seed), "--max-examples", str(examples),
         # A stream never ends, and acts need a token: test_news.py and test_described_api.py ask for them.
         "--exclude-path-regex", "/live$|^/api/", "--phases", document.stem, "--mode", mode,
         "--request-timeout", "20"],
        capture_output=True, encoding="utf-8", cwd=document.parent, env=plain_environment(), timeout=280,
        check=False,
    )  # fmt: skip
    found = re.search(r"(\d+) generated", done.stdout)
    tally.inputs += int(found[1]) if found else 0
    if done.returncode or not found:
        tally.crash(f"{document.name}, seed {seed}: {(done.stdout + done.stderr)[-3000:]}")
