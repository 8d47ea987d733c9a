"""The example clients of the API: the same round by Python and by JavaScript, on a real server."""

from __future__ import annotations

import importlib.util
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from tests.support.root import ROOT
from tests.support.web_server import Browser, server
from tests.terminal.talking import NAMES, conversation
from tests.web.public.test_api import token_of

from ronde.web.server.accounts import GRANTED

pytestmark = pytest.mark.full

CLIENTS = ROOT / "examples" / "clients"
PLAYED = """
import { Refused, Tournament } from "CLIENT";
const open = new Tournament(process.argv[2], "javascript", process.argv[3]);
const number = await open.add("LOVELACE", { first_name: "Ada", rating: 1800 });
await open.present(number, false);
const { seed } = await open.preview(7);
const drawn = await open.draw(seed, { locked: true });
for (const table of drawn.round.tables) await open.result(table.table, 40, 24);
await open.undo();
let code = "";
try { await open.close(); } catch (refusal) { code = refusal instanceof Refused && refusal.code; }
const last = drawn.round.tables.at(-1).table;
await open.result(last, 24, 40);
await open.close();
const stale = open.seen;
await open.add("HOPPER");
open.seen = stale;
let lock = 0;
try { await open.draw(1, { locked: true }); } catch (refusal) { lock = refusal.status; }
console.log(JSON.stringify({ code, lock, round: (await open.state()).tournament.open_round }));
"""


@pytest.fixture(scope="module")
def chief(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """The chief of a server with three tournaments."""
    folder = tmp_path_factory.mktemp("served")
    for name in ("python", "javascript", "shown"):
        conversation(folder, NAMES, rounds=5).desk.close()
        (folder / "open.ronde").rename(folder / f"{name}.ronde")
    with server(folder) as (browser, link, _):
        browser.enter(link)
        yield browser


def address(chief: Browser) -> str:
    return f"http://127.0.0.1:{chief.port}"


@pytest.fixture(scope="module")
def shown(chief: Browser) -> str:
    """The address of a server whose tournament `shown` is paired."""
    token = token_of(chief, "shown", *GRANTED, tournament="shown")
    client().Tournament(address(chief), "shown", token).draw(7)
    return address(chief)


def client() -> ModuleType:
    spec = importlib.util.spec_from_file_location("ronde_client", CLIENTS / "ronde_client.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_python_client_plays_a_round_and_keeps_the_lock(chief: Browser) -> None:
    module = client()
    token = token_of(chief, "python", *GRANTED, tournament="python")
    open = module.Tournament(address(chief), "python", token)
    number = open.add("LOVELACE", first_name="Ada", rating=1800)
    open.present(number, False)
    drawn = open.draw(open.preview(7)["seed"], locked=True)
    tables = [table["table"] for table in drawn["round"]["tables"]]
    for table in tables:
        open.result(table, 40, 24)
    open.undo()
    with pytest.raises(module.Refused) as refusal:
        open.close()
    assert refusal.value.code == "round-not-complete"
    open.result(tables[-1], 24, 40)
    open.close()
    stale = open.seen
    open.add("HOPPER")
    open.seen = stale
    with pytest.raises(module.Refused) as late:
        open.draw(1, locked=True)
    assert late.value.status == 412
    assert open.state()["tournament"]["open_round"] == 2


def test_the_javascript_client_does_the_same(chief: Browser, tmp_path: Path) -> None:
    token = token_of(chief, "javascript", *GRANTED, tournament="javascript")
    script = tmp_path / "played.mjs"
    script.write_text(PLAYED.replace("CLIENT", (CLIENTS / "ronde_client.mjs").as_uri()))
    line = ["node", str(script), address(chief), token]
    done = subprocess.run(line, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"code": "round-not-complete", "lock": 412, "round": 2}


@pytest.mark.parametrize("line", [["python3", "ronde_client.py"], ["node", "ronde_client.mjs"]])
def test_run_by_itself_a_client_shows_the_open_round_or_says_why_not(line: list[str], shown: str) -> None:
    program = [line[0], str(CLIENTS / line[1]), shown]
    right, wrong = (
        subprocess.run([*program, name], capture_output=True, text=True, timeout=60, check=False)
        for name in ("shown", "nothing")
    )
    assert right.returncode == 0
    assert " - " in right.stdout
    assert "undefined" not in right.stdout
    assert wrong.returncode == 1
    assert wrong.stderr.count("\n") == 1
