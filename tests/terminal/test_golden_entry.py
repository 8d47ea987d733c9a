"""Every line typed at the result prompt of the real PAPP, typed at ours, with the effect recorded there."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from tests.support.papp_states import GOLDEN, load

from ronde.app.desk import Desk
from ronde.formats.papp.stored_folder import read_config
from ronde.formats.papp.tokens import SourceText
from ronde.model.decisions.players import enter_player
from ronde.model.decisions.rounds import open_tournament, pair_anew
from ronde.model.player import Player, split_name
from ronde.model.settings import Settings
from ronde.terminal import Conversation, run_plain

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
_COUPON = re.compile(r"\((\d+)\) -- .*\((\d+)\)(?:  (?:([\d.]+)/([\d.]+)|([-+=]\d+)))?$")

Scores = dict[tuple[int, int], tuple[float, float] | None]


def hall(folder: Path, session: dict[str, Any], profile: str = "papp") -> Conversation:
    """A desk at which the round of a session is paired."""
    board = read_config(SourceText("papp.cfg", session["config_extra"])).board
    desk = Desk.create(folder / "open.ronde")
    settings = Settings(board=board, country="FRA", profile=profile)
    desk.act("arbiter", open_tournament, name="Open", settings=settings)
    for number, name in PEOPLE.items():
        family, first = split_name(name)
        desk.act("arbiter", enter_player, player=Player(number, family, first, "FRA"))
    for first_player, second_player in session["tables_black_white"]:
        desk.act("arbiter", pair_anew, first=first_player, second=second_player)
    return Conversation(desk, "en", folder=folder)


def scores(conversation: Conversation) -> Scores:
    return {
        (table.first, table.second): (table.result.first, table.result.second) if table.result else None
        for table in conversation.tournament.rounds[0]
    }


def typed(conversation: Conversation, line: str) -> tuple[bool, str]:
    """Type one line at the prompt of R and leave it again: whether the bell rang, and what was said."""
    screen = io.StringIO()
    run_plain(conversation, io.StringIO(f"r\n{line}\n\n"), screen)
    answer = screen.getvalue().partition("missing):")[2]
    return "\a" in answer, answer


def recorded(step: dict[str, Any], before: Scores, total: int) -> Scores:
    """The coupons after a step, as PAPP showed them."""
    after = dict(before)
    for line in step["reply"]:
        if found := _COUPON.search(line):
            after[int(found[1]), int(found[2])] = told(found, total)
    return after


def told(found: re.Match[str], total: int) -> tuple[float, float] | None:
    """Both scores of a coupon, which may show only the difference; None while it is empty."""
    if found[3]:
        return float(found[3]), float(found[4])
    ahead = int(found[5].lstrip("=")) if found[5] else 0
    return ((total + ahead) / 2, (total - ahead) / 2) if found[5] else None


@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: session["label"])
def test_every_line_has_the_effect_recorded(session: dict[str, Any], tmp_path: Path) -> None:
    conversation = hall(tmp_path, session)
    for step in session["steps"]:
        line = step["typed"].replace("<TAB>", "\t")
        before = scores(conversation)

        rang, answer = typed(conversation, line)

        if line == "?":
            missing = {pair for pair, score in before.items() if score is None}
            assert {pair for pair, score in scores(conversation).items() if score != before[pair]} == missing
        else:
            differs = "Previous result:" in answer  # PAPP only says so; ours rings as well
            assert rang == (step["beep"] or differs), step
            assert scores(conversation) == recorded(
                step, before, conversation.tournament.settings.board.total
            ), step
    confirmed = any("<round confirmed>" in step["reply"] for step in session["steps"])
    assert len(conversation.tournament.closed_rounds) == confirmed


def test_a_line_of_blanks_leaves_the_prompt_under_our_own_profile_only(tmp_path: Path) -> None:
    rang = {}
    for profile in ("papp", "ronde"):
        folder = tmp_path / profile
        folder.mkdir()
        rang[profile], _ = typed(hall(folder, SESSIONS[0], profile), "   ")

    assert rang == {"papp": True, "ronde": False}


@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: session["label"])
def test_a_whole_session_at_one_prompt_ends_as_recorded(session: dict[str, Any], tmp_path: Path) -> None:
    """Nothing but an empty line leaves the prompt, so that all lines can be typed one after the other."""
    conversation = hall(tmp_path, session)
    lines = [step["typed"].replace("<TAB>", "\t") for step in session["steps"]]
    final: Scores = scores(conversation)
    for step in session["steps"]:
        final = recorded(step, final, conversation.tournament.settings.board.total)

    run_plain(conversation, io.StringIO("r\n" + "".join(f"{line}\n" for line in lines)), io.StringIO())

    drawn = any(line == "?" for line in lines)
    assert len(conversation.tournament.closed_rounds) == (
        "<round confirmed>" in session["steps"][-1]["reply"]
    )
    assert {pair for pair, score in scores(conversation).items() if score is None} == {
        pair for pair, score in final.items() if score is None
    }
    assert drawn or scores(conversation) == final


def test_a_coupon_shown_by_its_difference_is_understood() -> None:
    shown = [" A (1) -- B (2)  -006", " A (1) -- B (2)  =00", " A (1) -- B (2)", " A (1) -- B (2)  59.5/04.5"]

    found = [_COUPON.search(line) for line in shown]

    assert [told(one, 64) for one in found if one] == [(29, 35), (32, 32), None, (59.5, 4.5)]


@pytest.mark.parametrize("line", ["145 35", "145+4"])
def test_a_coupon_that_was_in_is_remarked_on_as_papp_did(line: str, tmp_path: Path) -> None:
    conversation = hall(tmp_path, SESSIONS[0])
    typed(conversation, "145 35")

    _, answer = typed(conversation, line)

    assert ("had already been entered" in answer) == (line == "145 35")
    assert ("Previous result: 35-29" in answer) == (line == "145+4")
