from __future__ import annotations

from dataclasses import replace

import pytest
from tests.support.builders import do, enter, leave, seated, tournament

from ronde.model.decisions.rounds import change_settings, close_round, open_tournament, reopen_round
from ronde.model.errors import (
    EventImpossible,
    NameImpossible,
    NoRoundClosed,
    NothingToChange,
    RoundNotComplete,
    RoundStarted,
    SettingImpossible,
)
from ronde.model.events import (
    RoundClosed,
    RoundPaired,
    RoundReopened,
    SeatsTaken,
    SettingsChanged,
    TableRemoved,
    TournamentOpened,
)
from ronde.model.player import Absence, Player
from ronde.model.replay import replay
from ronde.model.result import Board
from ronde.model.settings import Settings
from ronde.model.table import Bye
from ronde.model.tournament import Tournament
from ronde.systems.rounds import complete_round

SHORT = Settings(rounds=2)


def test_a_tournament_is_opened_with_the_usual_settings_or_others() -> None:
    assert open_tournament(Tournament(), name=" Open  of Paris ") == [
        TournamentOpened("Open of Paris", "", Settings())
    ]
    assert open_tournament(Tournament(), name="Cup", date="today", settings=SHORT) == [
        TournamentOpened("Cup", "today", SHORT)
    ]


def test_a_tournament_needs_a_name_and_possible_settings() -> None:
    with pytest.raises(NameImpossible):
        open_tournament(Tournament(), name=" ")
    with pytest.raises(NameImpossible):
        open_tournament(Tournament(), name="Cup", date="a\nb")
    with pytest.raises(SettingImpossible):
        open_tournament(Tournament(), name="Cup", settings=Settings(rounds=0))


@pytest.mark.parametrize(
    "date", ["31/02/2026", "2026-02-31", "31.02.2026", "2026/13/01", "0/1/2026", "29/02/1900"]
)
def test_a_day_that_no_calendar_has_is_refused(date: str) -> None:
    with pytest.raises(NameImpossible) as refused:
        open_tournament(Tournament(), name="Cup", date=date)
    with pytest.raises(NameImpossible):
        change_settings(tournament(2), settings=SHORT, date=date)

    assert refused.value.facts == {"field": "date", "reason": "day", "text": date}


@pytest.mark.parametrize("date", ["29/02/2028", "29/02/2000", "31-12-2026", "2026/11/30", "Easter 2026", ""])
def test_any_day_of_the_calendar_and_any_other_text_is_a_date(date: str) -> None:
    assert open_tournament(Tournament(), name="Cup", date=date) == [TournamentOpened("Cup", date, Settings())]


def test_a_date_of_before_that_no_calendar_has_does_not_stop_other_changes() -> None:
    hall = replace(tournament(2), date="31/02/2026")

    assert change_settings(hall, settings=SHORT, date="31/02/2026")


def test_a_tournament_is_opened_once() -> None:
    with pytest.raises(EventImpossible):
        do(tournament(2), open_tournament, name="Again")


def test_settings_name_and_date_are_changed_together_or_alone() -> None:
    hall = tournament(2)

    assert change_settings(hall, settings=SHORT) == [SettingsChanged("Test", "2024-06-15", SHORT)]
    assert change_settings(hall, settings=hall.settings, name="Cup", date="") == [
        SettingsChanged("Cup", "", hall.settings)
    ]


def test_settings_that_change_nothing_or_are_impossible_are_refused() -> None:
    hall = tournament(2)

    with pytest.raises(NothingToChange):
        change_settings(hall, settings=hall.settings, name="Test")
    with pytest.raises(SettingImpossible):
        change_settings(hall, settings=Settings(system="lottery"))
    with pytest.raises(NameImpossible):
        change_settings(hall, settings=hall.settings, name="")


def test_a_complete_round_is_closed_with_its_bye_and_its_absences() -> None:
    hall = leave(tournament(7, current="1-2:40 3-4:= 6:away", settings=SHORT), 7)

    assert close_round(hall) == [RoundClosed(1, (5,), {6: Absence.ABSENT, 7: Absence.WITHDRAWN})]


def test_a_round_with_missing_results_stays_open_and_names_the_tables() -> None:
    with pytest.raises(RoundNotComplete) as refused:
        close_round(tournament(6, current="1-2 3-4:= 5-6"))

    assert refused.value.facts == {"reason": "results", "round": 1, "tables": [1, 3]}


def test_a_round_with_two_players_left_over_stays_open_and_names_them() -> None:
    with pytest.raises(RoundNotComplete) as refused:
        close_round(tournament(4, current="1-2:40"))

    assert refused.value.facts == {"reason": "unpaired", "round": 1, "unpaired": ["P3", "P4"]}


def test_a_round_that_nobody_paired_is_said_to_be_that_and_names_no_crowd() -> None:
    with pytest.raises(RoundNotComplete) as refused:
        close_round(tournament(14))

    assert refused.value.facts["reason"] == "nobody"


@pytest.mark.parametrize("count", [0, 2])
def test_a_round_without_anybody_stays_open(count: int) -> None:
    hall = tournament(count)

    with pytest.raises(RoundNotComplete) as refused:
        close_round(leave(hall, *hall.players))

    assert refused.value.facts["reason"] == "nobody"


def test_a_player_alone_has_the_bye_if_the_draw_gave_it_to_him() -> None:
    alone = leave(tournament(2), 2)

    with pytest.raises(RoundNotComplete):
        close_round(alone)
    drawn = replay([RoundPaired(1, {}, Bye(1), "swiss", 1, 0)], alone)
    assert close_round(drawn) == [RoundClosed(1, (1,), {2: Absence.WITHDRAWN})]


def test_a_schedule_in_which_all_opponents_are_absent_goes_on() -> None:
    hall = leave(tournament(4, settings=Settings(system="berger")), 3, 4)

    drawn = do(hall, complete_round, seed=1)

    assert drawn.open_round.tables == {}
    assert do(drawn, close_round).rounds[0].byes == (1, 2)


def test_settings_that_the_results_do_not_fit_are_refused() -> None:
    hall = tournament(4, ["1-2:40 3-4:="], current="1-3:+")

    with pytest.raises(SettingImpossible) as refused:
        change_settings(hall, settings=Settings(board=Board(total=32, bye=12)))

    assert refused.value.facts == {"setting": "board.total", "value": 32, "reason": "results", "round": 1}
    assert change_settings(hall, settings=Settings(board=Board(bye=32)))


@pytest.mark.parametrize("system", ["berger", "double-berger"])
def test_in_an_all_play_all_everybody_without_an_opponent_is_free(system: str) -> None:
    hall = tournament(6, current="1-2:40", settings=Settings(system=system))

    assert close_round(hall) == [RoundClosed(1, (3, 4, 5, 6))]


def test_a_first_round_that_fits_the_rounds_makes_the_seats_of_a_round_robin() -> None:
    hall = tournament(6, current="1-2:40 3-4:= 5-6:10", settings=Settings(rounds=5))

    seats, closed = close_round(hall)

    assert seats == SeatsTaken((1, 4, 5, 2, 3, 6))
    assert closed == RoundClosed(1)


def test_the_bye_sits_opposite_the_empty_chair() -> None:
    hall = tournament(5, current="1-2:40 3-4:=", settings=Settings(rounds=5))

    assert close_round(hall)[0] == SeatsTaken((0, 2, 3, 5, 1, 4))


@pytest.mark.parametrize(("rounds", "made"), [(5, True), (4, False), (6, True)])
def test_the_rounds_rounded_up_to_even_limit_the_round_robin(rounds: int, made: bool) -> None:
    hall = tournament(6, current="1-2:40 3-4:= 5-6:10", settings=Settings(rounds=rounds))

    assert (len(close_round(hall)) == 2) is made


def test_absent_players_do_not_count_for_the_round_robin() -> None:
    hall = tournament(6, current="1-2:40 3-4:= 5:away 6:away", settings=Settings(rounds=3))

    assert close_round(hall)[0] == SeatsTaken((1, 4, 2, 3))


def test_only_the_first_round_of_a_swiss_makes_seats() -> None:
    assert len(close_round(tournament(4, ["1-2:40 3-4:="], current="1-3:= 2-4:="))) == 1
    berger = tournament(4, current="1-2:40 3-4:=", settings=Settings(system="berger"))
    assert len(close_round(berger)) == 1


def test_the_last_closed_round_is_reopened() -> None:
    assert reopen_round(tournament(4, ["1-2:40 3-4:=", "1-3:= 2-4:="])) == [RoundReopened(2)]


def test_no_round_is_reopened_before_one_is_closed_or_after_the_next_has_begun() -> None:
    with pytest.raises(NoRoundClosed):
        reopen_round(tournament(4))
    with pytest.raises(RoundStarted) as refused:
        reopen_round(tournament(4, ["1-2:40 3-4:="], current="1-3"))
    assert refused.value.facts == {"round": 2, "closed": 1}


def test_a_round_reopened_corrected_and_closed_again_leads_on() -> None:
    hall = do(tournament(4, current="1-2:40 3-4:=", settings=SHORT), close_round)
    hall = enter(hall, Player(9, "LATE"))

    again = do(do(hall, reopen_round), close_round)

    assert again.rounds[0].absent == {9: Absence.LATE}
    assert again.present == (1, 2, 3, 4, 9)
    assert seated(again, "9-1").open_round.number == 2


def test_a_round_robin_reopened_and_played_otherwise_gets_other_seats() -> None:
    hall = do(do(tournament(4, current="1-2:40 3-4:="), close_round), reopen_round)
    empty = replay([TableRemoved(1, 1), TableRemoved(1, 2)], hall)

    assert do(seated(empty, "3-2:40 1-4:40"), close_round).seats == (3, 4, 2, 1)
