"""Every line typed at the result prompt of the real PAPP, typed at ours, with the effect recorded there."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from tests.papp_states import GOLDEN, load

from ronde.core.decide.players import enter_player
from ronde.core.decide.rounds import open_tournament
from ronde.core.decide.tables import pair_anew
from ronde.core.player import Player, split_name
from ronde.core.result import Board
from ronde.core.settings import Settings
from ronde.counter.door import Counter, run_plain
from ronde.desk import Desk

SESSIONS = load(GOLDEN / "result-entry" / "sessions.json")
PEOPLE = {
    1: "MARTIN Bob",
    2: "MARTIN Zoe",
    3: "MARTINEZ Al",
    4: "DE LA RUE Jo",
    5: "O'DELL Pat",
    6: "SMITH-JONES Kim",
    145: "VANE Lou",
    14: "WEBB Ann",
}
LEAVES = " "
"""The one line with another effect: PAPP rings at blanks, ours leaves the prompt as at an empty line."""

_COUPON = re.compile(r"\((\d+)\) -- .*\((\d+)\)(?:  ([\d.]+)/([\d.]+))?$")
_BOARD = re.compile(r"Score-bip=(\d+)/(\d+)")

Scores = dict[tuple[int, int], tuple[float, float] | None]


def hall(folder: Path, session: dict[str, Any]) -> Counter:
    """A desk at which the round of a session is paired."""
    found = _BOARD.search(session["config_extra"])
    assert found is not None
    desk = Desk.create(folder / "open.ronde")
    board = Board(bye=int(found[1]), total=int(found[2]))
    settings = Settings(board=board, country="FRA", profile="papp")
    desk.act("arbiter", open_tournament, name="Open", settings=settings)
    for number, name in PEOPLE.items():
        family, first = split_name(name)
        desk.act("arbiter", enter_player, player=Player(number, family, first, "FRA"))
    for first_player, second_player in session["tables_black_white"]:
        desk.act("arbiter", pair_anew, first=first_player, second=second_player)
    return Counter(desk, "en", folder=folder)


def scores(counter: Counter) -> Scores:
    return {
        (table.first, table.second): (table.result.first, table.result.second) if table.result else None
        for table in counter.tournament.rounds[0]
    }


def typed(counter: Counter, line: str) -> tuple[bool, str]:
    """Type one line at the prompt of R and leave it again: whether the bell rang, and what was said."""
    screen = io.StringIO()
    run_plain(counter, io.StringIO(f"r\n{line}\n\n"), screen)
    answer = screen.getvalue().partition("missing):")[2]
    return "\a" in answer, answer


def recorded(step: dict[str, Any], before: Scores) -> Scores:
    """The coupons after a step, as PAPP showed them."""
    after = dict(before)
    for line in step["reply"]:
        if found := _COUPON.search(line):
            pair = (int(found[1]), int(found[2]))
            after[pair] = (float(found[3]), float(found[4])) if found[3] else None
    return after


@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: session["label"])
def test_every_line_has_the_effect_recorded(session: dict[str, Any], tmp_path: Path) -> None:
    counter = hall(tmp_path, session)
    for step in session["steps"]:
        line = step["typed"].replace("<TAB>", "\t")
        before = scores(counter)

        rang, answer = typed(counter, line)

        if line == "?":
            missing = {pair for pair, score in before.items() if score is None}
            assert {pair for pair, score in scores(counter).items() if score != before[pair]} == missing
        elif line == LEAVES:
            assert (rang, scores(counter)) == (False, before)
        else:
            differs = "It was" in answer  # PAPP only says so; ours rings as well
            assert rang == (step["beep"] or differs), step
            assert scores(counter) == recorded(step, before), step


def test_the_sessions_end_as_recorded(tmp_path: Path) -> None:
    refused, closed = (hall(_made(tmp_path / str(at)), session) for at, session in enumerate(SESSIONS))

    typed(refused, "!")
    typed(closed, "?")
    typed(closed, "!")

    assert not refused.tournament.closed_rounds
    assert len(closed.tournament.closed_rounds) == 1


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


@pytest.mark.parametrize("line", ["145 35", "145+4"])
def test_a_coupon_that_was_in_is_remarked_on_as_papp_did(line: str, tmp_path: Path) -> None:
    counter = hall(tmp_path, SESSIONS[0])
    typed(counter, "145 35")

    _, answer = typed(counter, line)

    assert ("was in already" in answer) == (line == "145 35")
    assert ("It was 35-29 before" in answer) == (line == "145+4")
