"""Who is here, who is away and why, in words."""

from __future__ import annotations

from tests.support.builders import leave, tournament

from ronde.model.events import AbsencePlanned
from ronde.model.player import Absence
from ronde.model.replay import replay
from ronde.model.settings import Settings
from ronde.render.tables import absence_state_text, arrivals_text, away_lines, repeats_text


def test_who_plays_has_no_state_and_who_is_away_has_his_reason() -> None:
    hall = tournament(4, current="3:away")

    assert absence_state_text(hall, 1, "en") == ""
    assert absence_state_text(hall, 3, "en") == "absent"
    assert absence_state_text(leave(hall, 4), 4, "en") != ""


def test_rounds_to_come_are_told_by_reason() -> None:
    plans = [AbsencePlanned(2, 3), AbsencePlanned(2, 4), AbsencePlanned(2, 6, Absence.EXCUSED)]
    told = absence_state_text(replay(plans, tournament(4)), 2, "en")

    assert "3, 4" in told
    assert "6 (" in told


def test_a_sentence_names_whom_the_draw_brings_in() -> None:
    hall = tournament(3)

    assert arrivals_text(hall, [], "en") == ""
    assert "P1 (1)" in arrivals_text(hall, [1, 2], "en")
    assert "P2 (2)" in arrivals_text(hall, [1, 2], "fr")


def test_a_sentence_names_the_pairs_that_meet_again() -> None:
    hall = tournament(4)

    assert repeats_text(hall, [], "en") == ""
    told = repeats_text(hall, [(1, 2, 3)], "en")
    assert all(part in told for part in ("P1", "P2", "3"))


def test_only_keizer_lists_those_without_a_game() -> None:
    for system, lines in (("swiss", 0), ("keizer", 3)):
        hall = tournament(5, current="1-2:= 3-4:= 5:away", settings=Settings(system=system))
        assert len(away_lines(hall, hall.open_round, "en")) == lines
