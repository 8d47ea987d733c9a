from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.store.halls import PHONE, entered, hall, numbers, play_round, register

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.decisions.players import enter_player, player_leaves, remove_player
from ronde.model.decisions.rounds import (
    add_table,
    change_settings,
    clear_result,
    close_round,
    correct_result,
    enter_at_table,
    reopen_round,
)
from ronde.model.errors import (
    Conflict,
    EventImpossible,
    FileExists,
    NothingToRedo,
    NothingToUndo,
    NumberTaken,
    RondeError,
    UndoRefused,
)
from ronde.model.events import Event, PlayerEntered, PlayerLeft, RoundReopened, TableRemoved, Undone
from ronde.model.player import Absence, Player
from ronde.model.replay import replay
from ronde.model.result import Result
from ronde.model.settings import Settings
from ronde.model.tournament import Tournament


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "open.ronde"


@pytest.fixture
def desk(path: Path) -> Iterator[Desk]:
    """A desk with players 1 to 4 and nothing paired."""
    opened = hall(path)
    yield opened
    opened.close()


def test_what_is_decided_is_written_and_becomes_the_tournament(desk: Desk) -> None:
    before = desk.number

    facts = desk.act(PHONE, enter_player, player=Player(9, "DOE"))

    assert facts == [PlayerEntered(Player(9, "DOE"), 1)]
    assert desk.number == before + 1
    assert 9 in desk.tournament.players
    entry, counts = desk.history()[-1]
    assert (entry.actor, entry.event, counts) == (PHONE, facts[0], True)


def test_another_desk_finds_the_same_tournament_in_the_file(desk: Desk, path: Path) -> None:
    play_round(desk)
    other = Desk.open(path)

    assert other.tournament == desk.tournament
    assert other.history() == desk.history()
    other.close()


def test_a_refused_decision_writes_nothing(desk: Desk) -> None:
    before = desk.history()

    with pytest.raises(NumberTaken):
        register(desk, 1)

    assert desk.history() == before


def test_a_decision_without_facts_writes_nothing(desk: Desk) -> None:
    before = desk.number

    assert desk.act(CHIEF, lambda tournament: []) == []
    assert desk.number == before


def test_a_decision_that_could_not_be_read_back_is_never_written(desk: Desk) -> None:
    before = desk.number

    def absurd(tournament: Tournament) -> list[Event]:
        return [entered(8), RoundReopened(7)]

    with pytest.raises(EventImpossible):
        desk.act(CHIEF, absurd)

    assert desk.number == before
    assert 8 not in desk.tournament.players


def test_a_decision_sees_what_others_wrote_meanwhile(desk: Desk, path: Path) -> None:
    other = Desk.open(path)
    register(other, 9)

    with pytest.raises(NumberTaken):
        register(desk, 9)
    other.close()


def test_when_somebody_writes_in_between_the_decision_is_taken_again(desk: Desk, path: Path) -> None:
    other = Desk.open(path)
    asked: list[int] = []

    def next_number(tournament: Tournament) -> list[Event]:
        if not asked:
            register(other, 5)  # just between looking and writing
        asked.append(len(tournament.players))
        return [entered(len(tournament.players) + 1)]

    desk.act(CHIEF, next_number)

    assert asked == [4, 5]
    assert numbers(desk) == [1, 2, 3, 4, 5, 6]
    other.close()


def test_a_desk_gives_up_when_somebody_always_writes_in_between(desk: Desk, path: Path) -> None:
    other = Desk.open(path)

    def late(tournament: Tournament) -> list[Event]:
        register(other, 0)
        return [entered(999)]

    with pytest.raises(Conflict):
        desk.act(CHIEF, late)

    assert 999 not in other.tournament.players
    other.close()


def test_refresh_says_whether_there_was_anything_new(desk: Desk, path: Path) -> None:
    other = Desk.open(path)
    assert not desk.refresh()
    register(other, 9)
    assert desk.refresh()
    assert desk.tournament == other.tournament
    other.undo(CHIEF)
    assert desk.refresh()
    assert 9 not in desk.tournament.players
    other.close()


def test_a_desk_does_not_overwrite_a_file(desk: Desk, path: Path) -> None:
    with pytest.raises(FileExists):
        Desk.create(path)


def test_undo_strikes_the_last_action_and_says_which_it_was(desk: Desk) -> None:
    register(desk, 9)

    struck = desk.undo(CHIEF)

    assert [entry.event for entry in struck] == [entered(9)]
    assert 9 not in desk.tournament.players
    assert desk.history()[-1][0].event == Undone(6)


def test_an_action_of_several_facts_is_undone_as_one(desk: Desk) -> None:
    desk.act(CHIEF, add_table, first=1, second=2)
    desk.act(CHIEF, player_leaves, number=1, reason=Absence.WITHDRAWN)

    struck = desk.undo(CHIEF)

    assert [type(entry.event) for entry in struck] == [TableRemoved, PlayerLeft]
    assert 1 in desk.tournament.open_round.seated
    assert desk.tournament.left == {}


def test_undo_and_redo_walk_through_the_actions_in_order(desk: Desk) -> None:
    states = [desk.tournament]
    for number in (11, 12, 13):
        register(desk, number)
        states.append(desk.tournament)

    for state in reversed(states[:-1]):
        desk.undo(CHIEF)
        assert desk.tournament == state
    for state in states[1:]:
        desk.redo(CHIEF)
        assert desk.tournament == state


def test_redo_says_what_it_brought_back(desk: Desk) -> None:
    register(desk, 9)
    desk.undo(CHIEF)

    assert [entry.event for entry in desk.redo(CHIEF)] == [entered(9)]


def test_undo_redo_undo_ends_where_undo_would_have(desk: Desk) -> None:
    register(desk, 8)
    register(desk, 9)

    desk.undo(CHIEF)
    desk.redo(CHIEF)
    desk.undo(CHIEF)

    assert numbers(desk) == [1, 2, 3, 4, 8]
    desk.undo(CHIEF)
    assert numbers(desk) == [1, 2, 3, 4]


def test_every_fact_stays_in_the_history_with_whether_it_counts(desk: Desk) -> None:
    register(desk, 9)
    desk.undo(CHIEF)
    desk.redo(CHIEF)
    desk.undo(CHIEF)

    tail = [(type(entry.event).__name__, counts) for entry, counts in desk.history()[5:]]

    assert tail == [("PlayerEntered", False), ("Undone", False), ("Undone", True), ("Undone", True)]


def test_a_new_action_clears_what_could_be_redone(desk: Desk) -> None:
    register(desk, 8)
    desk.undo(CHIEF)
    register(desk, 9)

    with pytest.raises(NothingToRedo):
        desk.redo(CHIEF)
    assert numbers(desk) == [1, 2, 3, 4, 9]


def test_without_an_undo_there_is_nothing_to_redo(desk: Desk) -> None:
    with pytest.raises(NothingToRedo) as refused:
        desk.redo(PHONE)

    assert refused.value.facts == {"seat": PHONE}


def test_the_opening_of_a_tournament_is_never_undone(path: Path) -> None:
    desk = hall(path, players=1)
    desk.undo(CHIEF)

    with pytest.raises(NothingToUndo):
        desk.undo(CHIEF)
    assert desk.tournament.opened
    desk.close()


def test_a_seat_undoes_only_what_it_did_itself(desk: Desk) -> None:
    register(desk, 7, PHONE)
    register(desk, 8, "terminal")

    desk.undo(PHONE)

    assert numbers(desk) == [1, 2, 3, 4, 8]
    with pytest.raises(NothingToUndo):
        desk.undo(PHONE)
    with pytest.raises(NothingToUndo):
        desk.undo("projector")


def test_the_chief_undoes_what_any_seat_did(desk: Desk) -> None:
    register(desk, 7, PHONE)
    register(desk, 8, "terminal")

    desk.undo(CHIEF)
    desk.undo(CHIEF)

    assert numbers(desk) == [1, 2, 3, 4]


def test_a_seat_redoes_its_own_undo_and_the_chief_anybodys(desk: Desk) -> None:
    register(desk, 7, PHONE)
    register(desk, 8, "terminal")
    desk.undo("terminal")
    desk.undo(PHONE)

    with pytest.raises(NothingToRedo):
        desk.redo("projector")
    desk.redo("terminal")
    assert numbers(desk) == [1, 2, 3, 4, 8]
    desk.redo(CHIEF)
    assert sorted(numbers(desk)) == [1, 2, 3, 4, 7, 8]


def test_what_the_chief_undid_a_seat_cannot_bring_back(desk: Desk) -> None:
    register(desk, 7, PHONE)
    desk.undo(CHIEF)

    with pytest.raises(NothingToRedo):
        desk.redo(PHONE)


def test_undo_is_refused_and_names_the_later_fact_that_rests_on_it(desk: Desk) -> None:
    register(desk, 9, PHONE)
    desk.act(CHIEF, add_table, first=9, second=1)
    before = desk.history()

    with pytest.raises(UndoRefused) as refused:
        desk.undo(PHONE)

    assert refused.value.facts["number"] == 7
    assert refused.value.facts["kind"] == "TableAdded"
    assert desk.history() == before
    assert 9 in desk.tournament.players


def test_a_result_a_round_was_closed_on_cannot_be_undone_first(desk: Desk) -> None:
    desk.act(CHIEF, add_table, first=1, second=2)
    desk.act(CHIEF, add_table, first=3, second=4)
    desk.act(CHIEF, enter_at_table, table=1, result=Result(40, 24))
    desk.act(PHONE, enter_at_table, table=2, result=Result(10, 54))
    desk.act(CHIEF, close_round)

    with pytest.raises(UndoRefused) as refused:
        desk.undo(PHONE)
    assert refused.value.facts["kind"] == "RoundClosed"

    desk.undo(CHIEF)
    desk.undo(PHONE)
    assert [table.number for table in desk.tournament.open_round.missing] == [2]


def test_an_undo_that_is_refused_becomes_possible_once_the_later_fact_is_undone(desk: Desk) -> None:
    register(desk, 9, PHONE)
    desk.act("terminal", add_table, first=9, second=1)
    with pytest.raises(UndoRefused):
        desk.undo(PHONE)

    desk.undo("terminal")
    desk.undo(PHONE)

    assert numbers(desk) == [1, 2, 3, 4]


def test_of_two_desks_the_second_undo_takes_the_action_before(desk: Desk, path: Path) -> None:
    other = Desk.open(path)
    register(desk, 8)
    register(desk, 9)

    desk.undo(CHIEF)
    other.undo(CHIEF)
    desk.refresh()

    assert numbers(desk) == numbers(other) == [1, 2, 3, 4]
    other.close()


CHANGES = (
    lambda desk: desk.act(CHIEF, enter_player, player=Player(0, "NEW")),
    lambda desk: desk.act(PHONE, enter_player, player=Player(0, "NEW")),
    lambda desk: desk.act(
        CHIEF, add_table, first=desk.tournament.unpaired[0], second=desk.tournament.unpaired[1]
    ),
    lambda desk: desk.act(PHONE, enter_at_table, table=1, result=Result(40, 24)),
    lambda desk: desk.act(CHIEF, clear_result, table=1),
    lambda desk: desk.act(CHIEF, player_leaves, number=next(iter(desk.tournament.players))),
    lambda desk: desk.act(CHIEF, remove_player, number=next(reversed(desk.tournament.players))),
    lambda desk: desk.act(CHIEF, close_round),
    lambda desk: desk.act(CHIEF, reopen_round),
    lambda desk: desk.act(
        CHIEF,
        correct_result,
        round=1,
        first=1,
        second=2,
        result=Result(desk.number % 65, 64 - desk.number % 65),
    ),
    lambda desk: desk.act(CHIEF, change_settings, settings=Settings(rounds=desk.number)),
    lambda desk: desk.undo(CHIEF),
    lambda desk: desk.undo(PHONE),
    lambda desk: desk.redo(CHIEF),
    lambda desk: desk.redo(PHONE),
)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(range(len(CHANGES))), min_size=8, max_size=30))
def test_after_anything_the_file_replays_to_the_tournament_at_the_desk(
    tmp_path_factory: pytest.TempPathFactory, steps: list[int]
) -> None:
    path = tmp_path_factory.mktemp("any") / "open.ronde"
    desk = hall(path, players=3)
    for step in steps:
        try:
            CHANGES[step](desk)
        except (RondeError, IndexError, StopIteration):
            continue
    standing = [
        entry.event for entry, counts in desk.history() if counts and not isinstance(entry.event, Undone)
    ]
    again = Desk.open(path)

    assert again.tournament == desk.tournament == replay(standing)
    assert again.history() == desk.history()
    again.close()
    desk.close()
