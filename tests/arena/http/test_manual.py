"""PHP engines to the letter of the manual play its games in both manners, and are asked what it says."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from tests.arena.http.arena import Arena, run
from tests.arena.http.manual_table import TABLE, Requests, Sentence
from tests.examples.engines import await_port
from tests.support.ports import free_port
from tests.support.processes import plain_environment

from ronde.arena.http import EngineCard, GameRequest, Manner
from ronde.arena.referee import Played

pytestmark = pytest.mark.full

PHP = Path(__file__).parent / "php"
STRICT = ("-d", "display_errors=1", "-d", "error_reporting=-1", "-d", "html_errors=0", "-d", "log_errors=1")
SETS = {
    "tictactoe": "TicTacToe",
    "chifoumi": "Rochambeau",
    "mastermind": "MasterMind",
    "morpion": "BigTicTacToe",
    "pente": "Pente",
    "poker": "Poker",
    "reversi": "Reversi",
    "seafight": "SeaFight",
}
"""The names the manual gives, chapter III, Set."""
MANNERS = (Manner.CALL_BACK, Manner.PRINTED)
NAMES = (
    "Game", "MoveId", "Value", "Level", "Gain1", "Move1", "Move2", "Turn", "TimeOut", "Status", "Referee",
    "Opponent", "Tray", "Legend",
)  # fmt: skip
Case = tuple[str, int, Manner]
Games = dict[Case, tuple[Played, list[Requests]]]
PLAYED = [*((game, 1) for game in SETS), ("poker", 2)]
CASES: list[Case] = [(game, level, manner) for manner in MANNERS for game, level in PLAYED]


@dataclass
class Letter:
    """A PHP server, what its engines were asked, and what PHP said of them."""

    url: str
    journal: Path
    log: Path


@contextmanager
def php(folder: Path) -> Iterator[Letter]:
    """PHP's own server with the engines; every request is written down before its engine runs."""
    port, journal, log = free_port(), folder / "journal", folder / "log"
    line = ["php", *STRICT, "-d", f"auto_prepend_file={PHP / 'journal.php'}", "-S", f"127.0.0.1:{port}"]
    journal.touch()
    with log.open("w") as said:
        here = plain_environment() | {"JOURNAL": str(journal)}
        process = subprocess.Popen(line, cwd=PHP, stdout=said, stderr=said, env=here)
    try:
        await_port(port)
        yield Letter(f"http://127.0.0.1:{port}", journal, log)
    finally:
        process.kill()
        process.wait()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Games:
    """All games, played once: their records, and what both engines were asked."""
    folder = tmp_path_factory.mktemp("manual")

    async def scenario() -> Games:
        async with Arena(folder) as arena:
            return {case: await one_game(arena, letter, *case) for case in CASES}

    with php(folder) as letter:
        found = run(scenario(), 300)
        told = letter.log.read_text().splitlines()
    assert [line for line in told if "PHP" in line and "Development Server" not in line] == []
    return found


async def one_game(
    arena: Arena, letter: Letter, game: str, level: int, manner: Manner
) -> tuple[Played, list[Requests]]:
    """A game of two of the engines; the second poker is a game of a competition."""
    before = len(letter.journal.read_text().splitlines())
    file = "annexe.php" if game == "chifoumi" else "moteurs.php"
    cards = [
        EngineCard(0, f"{game} {seat}", game, f"{letter.url}/{file}?seat={seat}", manner=manner, level=level)
        for seat in (1, 2)
    ]
    first, second = (arena.server.book.add_engine(card).id for card in cards)
    event = {"event": "coupe", "round": 1, "place": len(manner)} if level == 2 else {}
    row = arena.server.begin(GameRequest(first, second, timeout=30, **event))  # type: ignore[arg-type]
    result = await arena.server.result(row)
    await arena.server.requests.settle()
    lines = letter.journal.read_text().splitlines()[before:]
    asked = [dict(parse_qsl(line, keep_blank_values=True)) for line in lines]
    return result, [[one for one in asked if one["seat"] == seat] for seat in "12"]


@pytest.mark.parametrize("case", CASES)
def test_engines_to_the_letter_of_the_manual_play_to_a_regular_end(case: Case, played: Games) -> None:
    result, asked = played[case]

    assert not result.record.faults
    assert result.record.outcome.over
    assert {one["Set"] for requests in asked for one in requests} == {SETS[case[0]]}
    assert sorted(requests[-1]["Status"] for requests in asked) in (["1", "4"], ["2", "3"], ["5", "5"])


@pytest.mark.parametrize("sentence", TABLE, ids=lambda one: one.text[:40])
def test_every_request_is_as_the_manual_says(sentence: Sentence, played: Games) -> None:
    wrong = [
        (case, seat, requests)
        for case, (_, asked) in played.items()
        for seat, requests in enumerate(asked, 1)
        if not sentence.holds(requests)
    ]

    assert wrong == []


def test_competitions_name_the_opponent_and_printers_have_no_referee(
    played: Games,
) -> None:
    for (_, level, manner), (_, asked) in played.items():
        for requests in asked:
            assert ("Opponent" in requests[0]) == (level == 2)
            assert (requests[0]["Referee"] == "") == (manner is Manner.PRINTED)


@pytest.mark.parametrize("sentence", TABLE, ids=lambda one: one.text[:40])
def test_every_check_finds_something_wrong(sentence: Sentence, played: Games) -> None:
    everything = [requests for _, asked in played.values() for requests in asked]

    assert any(not holds(sentence, wrong) for requests in everything for wrong in worsened(requests))


def holds(sentence: Sentence, requests: Requests) -> bool:
    try:
        return sentence.holds(requests)
    except (KeyError, ValueError, IndexError):
        return False


def worsened(requests: Requests) -> Iterator[Requests]:
    """The same requests with one parameter of one of them wrong, missing, or sent where it should not be."""
    for at, name, text in product((0, 1, -1), NAMES, ("", "?", "8", "999")):
        wrong = [dict(one) for one in requests]
        wrong[at][name] = text
        yield wrong
