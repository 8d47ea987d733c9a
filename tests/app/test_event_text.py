"""The history in words: every fact has a label, and names what an arbiter would name."""

from __future__ import annotations

import time
from typing import get_args

import pytest
from tests.support.builders import players, tournament

from ronde.app.event_text import action_text, brief_text, event_text, local_time
from ronde.i18n import say
from ronde.model.events import (
    ByeGiven,
    Event,
    FinalBegun,
    PairForbidden,
    PlayerEntered,
    PlayerRemoved,
    ResultEntered,
    RoundClosed,
    TableAdded,
    TableRemoved,
)
from ronde.model.result import Result
from ronde.model.table import Pair

HALL = tournament(4, ["1-2:40 3-4:30"], "1-3 2-4")


def test_a_result_is_told_with_round_table_players_and_score() -> None:
    entered = ResultEntered(2, 1, Result(35, 29))

    assert event_text(HALL, entered, "en") == "result entered: round 2, table 1, P1 - P3 35-29"
    assert event_text(HALL, entered, "fr") == "résultat entré\u00a0: ronde 2, table 1, P1 - P3 35-29"


def test_where_there_is_little_room_a_result_is_its_table_the_names_and_the_score() -> None:
    assert brief_text(HALL, ResultEntered(2, 1, Result(35, 29)), "en") == "Table 1, P1 35-29 P3"
    assert brief_text(HALL, ResultEntered(1, 2, Result(30, 34)), "fr") == "Ronde 1, table 2, P3 30-34 P4"


@pytest.mark.parametrize("event", [RoundClosed(1, (), {}), ResultEntered(2, 9, Result(35, 29))])
def test_where_there_is_little_room_every_other_fact_is_told_as_usual(event: Event) -> None:
    assert brief_text(HALL, event, "en") == event_text(HALL, event, "en")


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (PlayerEntered(players(1)[0], 1), "player entered: P1 (1)"),
        (PlayerRemoved(9), "player erased: 9"),
        (PairForbidden(1, 4), "pair forbidden: P1 - P4"),
        (ByeGiven(2, 0), "bye given: -"),
        (TableAdded(2, 3, Pair(2, 1)), "table added: table 3, P2 - P1"),
        (TableRemoved(7, 1), "table removed: round 7, table 1"),
        (RoundClosed(1, (), {}), "closing of round 1"),
        (FinalBegun(3, (1, 2)), "final begun: P1 - P2"),
        (FinalBegun(3, (1, 2), 3, third=(3, 4)), "final begun: P1 - P2, best of 3, third place: P3 - P4"),
        (FinalBegun(3, (1, 2, 3, 4), third_place=True), "final begun: P1 - P2 - P3 - P4, third place"),
    ],
)
def test_a_fact_names_whom_it_is_about_as_far_as_that_is_known(event: Event, told: str) -> None:
    assert event_text(HALL, event, "en") == told


@pytest.mark.parametrize("kind", get_args(Event))
def test_every_kind_of_fact_has_a_label_in_both_languages(kind: type) -> None:
    english, french = (say(f"events.{kind.__name__}", language) for language in ("en", "fr"))

    assert english != french
    assert kind.__name__ not in (english, french)


def test_a_long_action_is_told_by_its_first_facts_and_the_number_of_the_others() -> None:
    events: list[Event] = [PlayerRemoved(number) for number in (1, 2, 3, 4)]

    assert action_text(HALL, events, "en") == "player erased: P1; player erased: P2 (+2)"
    assert action_text(HALL, events[:1], "en") == "player erased: P1"


def test_a_time_of_the_journal_is_shown_on_the_clock_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        assert local_time("2024-06-15T12:00:00+00:00", "en") == "2024-06-15 21:00:00"
        assert local_time("2024-06-15T12:00:00+00:00", "de") == "15.06.2024 21:00:00"
        assert local_time("", "en") == ""
    finally:
        monkeypatch.undo()
        time.tzset()
