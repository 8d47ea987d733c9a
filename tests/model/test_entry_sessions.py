"""Lines typed in recorded sessions of PAPP have the effect they had there."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.model.namesakes import PEOPLE, results
from tests.support.builders import enter_result, tournament
from tests.support.papp_states import GOLDEN, load

from ronde.model.decisions.rounds import close_round
from ronde.model.entry import Effect, line_events, read_line
from ronde.model.errors import NoResult, RuleError
from ronde.model.replay import replay
from ronde.model.result import Board, Result
from ronde.model.settings import Settings
from ronde.model.tournament import Tournament

SESSIONS = load(GOLDEN / "result-entry" / "sessions.json")
_COUPON = re.compile(r"\((\d+)\) -- .*\((\d+)\)(?:  ([\d.]+)/([\d.]+))?$")


def session_hall(session: dict[str, Any]) -> Tournament:
    found = re.search(r"Score-bip=(\d+)/(\d+)", session["config_extra"])
    assert found is not None
    board = Board(total=int(found[2]), bye=int(found[1]))
    settings = Settings(board=board, rounds=5, profile="papp")
    line = " ".join(f"{black}-{white}" for black, white in session["tables_black_white"])
    return tournament(PEOPLE[:8], current=line, settings=settings)


def typed_line(hall: Tournament, line: str) -> Tournament:
    """What the desk does with a line, a remark standing in for a refusal to overwrite."""
    reading = read_line(line, hall)
    if reading.effect is Effect.CLOSE:
        return replay(close_round(hall), hall)
    if reading.effect is Effect.RANDOM or isinstance(reading.refusal, NoResult):
        return hall
    return replay(line_events(hall, reading=reading, replacing=True), hall)


def coupons(reply: list[str]) -> dict[tuple[int, int], Result | None]:
    """The coupons a reply shows, later lines over earlier ones."""
    shown: dict[tuple[int, int], Result | None] = {}
    for line in reply:
        found = _COUPON.search(line)
        if found:
            told = Result(float(found[3]), float(found[4])) if found[3] else None
            shown[int(found[1]), int(found[2])] = told
    return shown


@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: session["label"])
def test_every_line_of_the_recorded_sessions_has_the_effect_it_had_in_papp(session: dict[str, Any]) -> None:
    hall = session_hall(session)
    for step in session["steps"]:
        line, shown = step["typed"], coupons(step["reply"])
        before = results(hall)
        if step["beep"]:
            with pytest.raises(RuleError):
                typed_line(hall, line)
            continue
        if line == "<TAB>":
            assert results(hall) == shown, line
            continue
        hall = typed_line(hall, line)
        if line == "?":  # PAPP drew these; the lines that follow rest on them
            for (black, _), told in shown.items():
                assert told is not None
                hall = replay(enter_result(hall, player=black, result=told, replacing=True), hall)
        assert results(hall) == before | shown, line
        if step["reply"] == ["<round confirmed>"]:
            assert hall.rounds[0].closed


def test_the_sessions_set_erase_and_refuse() -> None:
    steps = [step for session in SESSIONS for step in session["steps"]]

    assert sum(step["beep"] for step in steps) >= 20
    assert sum(None in coupons(step["reply"]).values() for step in steps) >= 8
    assert len(steps) >= 90
