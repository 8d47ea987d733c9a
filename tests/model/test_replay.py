from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.model.moments import AWAY, CHOSEN, EMPTY, FILLED, NEW, PAIRED, SECOND, THIRD, WIN
from tests.support.builders import do, enter, forbid, leave, played, players, seated, tournament
from tests.support.papp_states import FOLDERS, STATES, folder_tournament, load, state_tournament

from ronde.model.decisions.players import player_leaves, player_returns
from ronde.model.decisions.rounds import close_round, reopen_round
from ronde.model.errors import EventImpossible
from ronde.model.events import (
    AbsenceCancelled,
    AbsencePlanned,
    ByeGiven,
    Event,
    GamePlayed,
    PlayerChanged,
    PlayerEntered,
    PlayerLeft,
    PlayerRemoved,
    PlayerReturned,
    ResultCleared,
    ResultCorrected,
    ResultEntered,
    RoundClosed,
    RoundPaired,
    RoundReopened,
    SeatsTaken,
    SettingsChanged,
    TableAdded,
    TableLocked,
    TableRemoved,
    TournamentOpened,
)
from ronde.model.player import Absence, Player
from ronde.model.replay import apply_event, replay
from ronde.model.result import Board, Kind, Result
from ronde.model.settings import Settings
from ronde.model.table import Bye, Pair, Reason
from ronde.model.tournament import Leave


def test_replay_starts_from_nothing_or_from_where_it_is_told() -> None:
    facts: list[Event] = [TournamentOpened("Open"), PlayerEntered(Player(1, "P1"), 1)]

    assert replay(facts).players == {1: Player(1, "P1")}
    assert replay(facts[1:], replay(facts[:1])) == replay(facts)
    assert replay([]) == EMPTY


def test_facts_in_a_run_and_one_by_one_come_to_the_same() -> None:
    facts: list[Event] = [TournamentOpened("Open")]
    facts += [PlayerEntered(card, 1) for card in players(4)]
    facts += [TableAdded(1, 1, Pair(1, 2)), TableAdded(1, 2, Pair(3, 4))]
    facts += [
        ResultEntered(1, 2, WIN),
        ResultEntered(1, 1, WIN),
        ResultEntered(1, 2, WIN.swapped),
    ]
    facts += [RoundClosed(1)]

    one_by_one = EMPTY
    for event in facts:
        one_by_one = apply_event(one_by_one, event)

    assert replay(facts) == one_by_one
    assert one_by_one.rounds[0].table(2).result == WIN.swapped


def test_a_run_that_breaks_off_leaves_the_tournament_it_started_from_alone() -> None:
    before = tournament(4, current="1-2 3-4")
    copy = tournament(4, current="1-2 3-4")

    with pytest.raises(EventImpossible):
        replay([ResultEntered(1, 1, WIN), ResultEntered(1, 9, WIN)], before)
    with pytest.raises(EventImpossible):
        replay([PlayerEntered(Player(5, "P5"), 1), PlayerEntered(Player(5, "P5"), 1)], before)

    assert before == copy


def test_opening_sets_name_date_and_settings_and_changing_them_keeps_everything_else() -> None:
    hall = apply_event(FILLED, SettingsChanged("Cup", "tomorrow", Settings(rounds=3)))

    assert (hall.name, hall.date, hall.settings.rounds) == ("Cup", "tomorrow", 3)
    assert (hall.players, hall.rounds) == (FILLED.players, FILLED.rounds)


def test_a_late_player_joins_while_the_round_is_open_even_with_tables_drawn() -> None:
    hall = enter(tournament(4, ["1-2:40 3-4:="], current="1-3 2-4"), Player(9, "LATE"))

    assert hall.entered[9] == 2
    assert hall.unpaired == (9,)

    closed = replay(
        [
            ResultEntered(2, 1, WIN),
            ResultEntered(2, 2, WIN),
            RoundClosed(2, (9,)),
        ],
        hall,
    )

    assert closed.rounds[1].byes == (9,)
    assert 9 not in closed.rounds[0].absent


def test_a_card_written_anew_keeps_its_place_in_the_list() -> None:
    hall = apply_event(NEW, PlayerChanged(2, Player(2, "DOE", "Ana", "FRA")))

    assert list(hall.players) == [1, 2, 3, 4, 5]
    assert hall.player(2).full_name == "DOE Ana"


def test_a_new_number_keeps_the_place_the_absences_and_the_leave() -> None:
    hall = replay([AbsencePlanned(2, 3, Absence.EXCUSED), PlayerLeft(2, 1, Absence.CLUB)], NEW)

    hall = apply_event(hall, PlayerChanged(2, Player(99, "P2")))

    assert list(hall.players) == [1, 99, 3, 4, 5]
    assert hall.left == {99: Leave(Absence.CLUB, 1)}
    assert hall.away == {3: {99: Absence.EXCUSED}}
    assert hall.entered[99] == 1


def test_who_leaves_loses_the_bye_he_had_or_was_promised() -> None:
    drawn = apply_event(CHOSEN, RoundPaired(1, {1: Pair(1, 2), 2: Pair(3, 4)}, Bye(5), "swiss", 7, 0))

    for event in (PlayerLeft(5, 1), AbsencePlanned(5, 1), PlayerRemoved(5)):
        hall = apply_event(drawn, event)
        assert (hall.open_round.bye, hall.open_round.forced_bye) == (None, 0)
        assert 5 not in hall.present


def test_an_absence_planned_for_later_leaves_the_open_round_alone() -> None:
    hall = apply_event(CHOSEN, AbsencePlanned(5, 2))

    assert hall.open_round.forced_bye == 5
    assert 5 in hall.present
    assert 5 not in played(hall, "1-2:40 3-4:=").present


def test_a_planned_absence_can_change_its_reason_and_be_cancelled() -> None:
    hall = apply_event(AWAY, AbsencePlanned(5, 1, Absence.EXCUSED))

    assert hall.absence(5) is Absence.EXCUSED
    assert apply_event(hall, AbsenceCancelled(5, 1)).present == (1, 2, 3, 4, 5)


def test_removing_a_player_takes_his_byes_absences_and_forbidden_pairs_with_him() -> None:
    hall = forbid(tournament(5, ["1-2:40 3-4:=", "1-3:= 2-4:10 5:away"]), (5, 1), (2, 3))

    hall = apply_event(hall, PlayerRemoved(5))

    assert 5 not in hall.players
    assert hall.rounds[0].byes == ()
    assert hall.rounds[1].absent == {}
    assert hall.forbidden == {frozenset((2, 3))}
    assert hall.away == {2: {}}


def test_a_draw_keeps_the_tables_that_were_there_with_their_results_and_locks() -> None:
    hall = replay([TableLocked(1, 1, True)], tournament(5, current="1-2:40"))
    bill = (Reason("colour", 20, 1, 1),)

    hall = apply_event(
        hall, RoundPaired(1, {1: Pair(3, 4), 2: Pair(1, 2, bill, 20)}, Bye(5, bill, 20), "swiss", 7, 40)
    )

    kept = hall.open_round.table(2)
    assert (kept.number, kept.result, kept.locked) == (2, WIN, True)
    assert kept.pair.reasons == bill
    assert (hall.open_round.system, hall.open_round.seed) == ("swiss", 7)
    assert hall.open_round.bye == Bye(5, bill, 20)
    assert hall.open_round.table(1).result is None


def test_a_table_with_the_player_of_the_bye_takes_the_bye_away() -> None:
    drawn = apply_event(NEW, RoundPaired(1, {1: Pair(1, 2)}, Bye(5), "swiss", 7, 0))
    promised = apply_event(drawn, ByeGiven(1, 5))

    hall = apply_event(promised, TableAdded(1, 2, Pair(3, 5)))

    assert (hall.open_round.bye, hall.open_round.forced_bye) == (None, 0)


def test_the_chosen_bye_can_be_given_back_to_the_draw() -> None:
    assert apply_event(CHOSEN, ByeGiven(1, 0)).open_round.forced_bye == 0


def test_a_result_can_be_replaced_and_cleared_and_leaves_the_lock() -> None:
    hall = replay([TableLocked(1, 1, True), ResultEntered(1, 1, WIN.swapped)], FILLED)

    assert hall.open_round.table(1).result == WIN.swapped
    cleared = apply_event(hall, ResultCleared(1, 1))
    assert cleared.open_round.table(1).result is None
    assert cleared.open_round.table(1).locked


def test_a_correction_swaps_colours_and_score_of_a_closed_round() -> None:
    hall = apply_event(THIRD, ResultCorrected(1, 1, 2, 1, Result(33, 31)))

    table = hall.rounds[0].table(1)
    assert (table.first, table.second, table.result) == (2, 1, Result(33, 31))
    assert hall.rounds[1:] == THIRD.rounds[1:]
    assert hall.rounds[0].closed


def test_a_correction_of_the_score_alone_keeps_the_bill() -> None:
    bill = (Reason("colour", 20, 1, 1),)
    drawn = apply_event(NEW, RoundPaired(1, {1: Pair(1, 2, bill, 20), 2: Pair(3, 4)}, Bye(5), "swiss", 7, 20))

    hall = apply_event(drawn, ResultCorrected(1, 1, 1, 2, WIN))

    assert hall.open_round.table(1).pair.reasons == bill
    assert hall.open_round.table(1).result == WIN


def test_a_correction_may_turn_a_game_into_a_forfeit() -> None:
    forfeited = Result(24, 40, Kind.FORFEIT)

    hall = apply_event(SECOND, ResultCorrected(1, 1, 1, 2, forfeited))

    assert hall.rounds[0].table(1).result == forfeited


def test_the_seats_of_a_round_robin_are_remembered() -> None:
    hall = apply_event(FILLED, SeatsTaken((0, 2, 3, 5, 1, 4)))

    assert hall.seats == (0, 2, 3, 5, 1, 4)


def test_closing_opens_the_next_round_and_several_may_have_the_bye() -> None:
    hall = apply_event(tournament(5, current="1-2:40"), RoundClosed(1, (3, 4, 5)))

    assert hall.rounds[0].byes == (3, 4, 5)
    assert hall.open_round.number == 2
    assert hall.open_round.tables == {}


def test_reopening_brings_the_tables_back_and_forgets_the_byes() -> None:
    hall = apply_event(SECOND, RoundReopened(1))

    assert hall.open_round == replace(SECOND.rounds[0], closed=False, byes=())
    assert hall.unpaired == (5,)
    assert apply_event(hall, RoundClosed(1, (5,))) == replace(SECOND, away={1: {}})


def test_in_a_reopened_round_those_who_came_since_are_late() -> None:
    hall = apply_event(enter(SECOND, Player(9, "LATE")), RoundReopened(1))

    assert hall.absence(9) is Absence.LATE
    assert 9 not in hall.present

    closed = do(hall, close_round)
    assert closed.rounds[0].absent == {9: Absence.LATE}
    assert 9 in closed.present


def test_in_a_reopened_round_those_who_left_since_are_still_there() -> None:
    hall = apply_event(leave(SECOND, 1, 5), RoundReopened(1))

    assert hall.present == (1, 2, 3, 4, 5)

    closed = do(hall, close_round)
    assert closed.rounds[0].byes == (5,)
    assert closed.present == (2, 3, 4)


def test_in_a_reopened_round_those_who_were_absent_and_came_back_since_are_absent_again() -> None:
    gone = do(tournament(5), player_leaves, number=5, reason=Absence.EXCUSED)
    hall = do(played(gone, "1-2:40 3-4:="), player_returns, number=5)

    hall = apply_event(hall, RoundReopened(1))

    assert hall.absence(5) is Absence.EXCUSED
    closed = do(hall, close_round)
    assert closed.rounds[0].absent == {5: Absence.EXCUSED}
    assert closed.present == (1, 2, 3, 4, 5)


def test_reopening_the_first_round_takes_the_seats_of_the_round_robin_away() -> None:
    hall = do(tournament(4, current="1-2:40 3-4:="), close_round)
    assert hall.seats == (1, 4, 2, 3)

    assert do(hall, reopen_round).seats == ()


def test_reopening_keeps_the_seats_of_a_schedule() -> None:
    hall = replace(tournament(4, current="1-2:40 3-4:="), settings=Settings(system="berger"))
    hall = do(apply_event(hall, SeatsTaken((1, 2, 3, 4))), close_round)

    assert do(hall, reopen_round).seats == (1, 2, 3, 4)


def test_an_erased_player_leaves_an_empty_chair() -> None:
    hall = apply_event(SECOND, SeatsTaken((0, 2, 3, 5, 1, 4)))

    assert apply_event(hall, PlayerRemoved(5)).seats == (0, 2, 3, 0, 1, 4)


def test_who_goes_after_his_game_keeps_his_table_and_his_bye() -> None:
    hall = apply_event(FILLED, PlayerLeft(1, 2))
    assert hall.open_round == FILLED.open_round
    assert apply_event(hall, RoundClosed(1, (5,))).present == (2, 3, 4, 5)

    promised = apply_event(CHOSEN, PlayerLeft(5, 2))
    assert promised.open_round.forced_bye == 5


def test_tables_made_by_hand_are_known_from_those_that_were_drawn() -> None:
    drawn = apply_event(NEW, RoundPaired(1, {1: Pair(1, 2)}, None, "swiss", 7, 0))
    hall = replay([TableAdded(1, 2, Pair(3, 4)), ResultEntered(1, 2, WIN)], drawn)

    assert [table.by_hand for table in hall.open_round] == [False, True]


def test_reopening_a_later_round_keeps_the_seats() -> None:
    hall = do(tournament(4, current="1-2:40 3-4:="), close_round)
    hall = do(seated(hall, "1-3:= 2-4:="), close_round)

    assert do(hall, reopen_round).seats == (1, 4, 2, 3)


@pytest.mark.parametrize("path", STATES, ids=lambda path: path.stem)
def test_the_golden_states_replay_to_as_many_rounds_as_they_tell(path: Path) -> None:
    state = load(path)

    hall = state_tournament(state)

    assert len(hall.closed_rounds) == len(state["history"]) == state["round"] - 1
    assert len(hall.present) == state["n_present"]
    assert len(hall.open_round.tables) == len(state["already_paired"])
    for told, kept in zip(state["history"], hall.closed_rounds, strict=True):
        assert set(kept.byes) == set(told["byes"])


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_the_golden_folders_replay_with_everybody_in_his_place(folder: Path) -> None:
    hall = folder_tournament(folder)

    for closed in hall.closed_rounds:
        everybody = [*closed.seated, *closed.byes, *closed.absent]
        assert sorted(everybody) == sorted(hall.players)


@given(st.lists(st.integers(0, 11), max_size=60), st.integers(0, 2**32))
def test_whatever_is_decided_every_player_has_one_place_in_every_closed_round(
    steps: list[int], seed: int
) -> None:
    """Random facts, the impossible ones refused: what remains is always a tournament."""
    hall = tournament(5, settings=Settings(board=Board(total=2, bye=0)))
    number = 6
    for at, step in enumerate(steps):
        one, other = (seed >> at) % 7 + 1, (seed >> (at + 3)) % 7 + 1
        current = hall.open_round.number
        choices: tuple[Event, ...] = (
            PlayerEntered(Player(number, f"P{number}"), current),
            PlayerLeft(one, current),
            PlayerReturned(one),
            PlayerRemoved(one),
            AbsencePlanned(one, current),
            AbsenceCancelled(one, current),
            TableAdded(current, one, Pair(one, other)),
            TableRemoved(current, one),
            ResultEntered(current, one, Result(1, 1)),
            ByeGiven(current, one),
            RoundReopened(current - 1),
            RoundClosed(
                current,
                hall.unpaired,
                {player: reason for player in hall.players if (reason := hall.absence(player))},
            ),
        )
        try:
            hall = apply_event(hall, choices[step])
        except EventImpossible:
            continue
        number += step == 0
    assert set(hall.entered) == set(hall.players)
    assert hall.left.keys() <= hall.players.keys()
    assert set(hall.open_round.seated) <= set(hall.present)
    for closed in hall.closed_rounds:
        places = [*closed.seated, *closed.byes, *closed.absent]
        assert len(places) == len(set(places))
        since = {player for player, entered in hall.entered.items() if entered > closed.number}
        assert set(places) | since == set(hall.players)


def test_games_go_with_the_table_at_which_they_were_played() -> None:
    hall = replay([GamePlayed(1, 1, 2, 2, 1, 0, "full"), GamePlayed(1, 1, 1, 1, 2, 1, "line")], PAIRED)

    assert [game.leg for game in hall.games_between(1, 2, 1)] == [1, 2]
    assert apply_event(hall, TableRemoved(1, 1)).games == ()
    assert apply_event(hall, TableRemoved(1, 2)).games == hall.games
