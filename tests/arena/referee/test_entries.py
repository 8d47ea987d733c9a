"""Programs replaced, withdrawn and come late: what each means for the bracket, and that it can be undone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ronde.app.command import apply_command
from ronde.app.desk import Desk
from ronde.arena.referee import (
    EnterProgram,
    Entrant,
    OpenCompetition,
    ReplaceProgram,
    Roster,
    Shape,
    WithdrawProgram,
    settings_of_shape,
    write,
)
from ronde.model.decisions.rounds import close_round, enter_at_table
from ronde.model.errors import NothingToChange, PlayerLeftAlready, ScheduleFixed
from ronde.model.player import Player
from ronde.model.replay import replay
from ronde.model.result import Result
from ronde.model.schedule import champion, meetings
from ronde.model.tournament import Tournament
from ronde.systems.rounds import complete_round

OLD, NEW = "a" * 64, "b" * 64


def roster(count: int) -> Roster:
    names = [(number, f"j{number:02}") for number in range(1, count + 1)]
    return Roster(tuple(Entrant(number, name, f"/there/{name}", OLD) for number, name in names))


def hall(count: int, system: str = "cup") -> Tournament:
    """Round 1 is paired."""
    cards = [Player(one.id, one.name) for one in roster(count).entrants]
    settings = settings_of_shape(Shape(system), games=2, count=count)
    opened = apply_command(OpenCompetition("t", settings, tuple(cards), roster(count)), Tournament())
    return replay(complete_round(opened, seed=1), opened)


def late(tournament: Tournament, name: str = "j99") -> Tournament:
    return apply_command(EnterProgram(roster(9), Player(99, name), name, NEW), tournament)


def finished(tournament: Tournament) -> Tournament:
    """Every match is won by its first player."""
    while champion(tournament) is None:
        for table in tournament.open_round.missing:
            facts = enter_at_table(tournament, table=table.number, result=Result(1, 0))
            tournament = replay(facts, tournament)
        tournament = replay(close_round(tournament), tournament)
        if champion(tournament) is None:
            tournament = replay(complete_round(tournament, seed=1), tournament)
    return tournament


def test_a_replaced_program_plays_under_the_name_of_the_entrant() -> None:
    replaced = apply_command(ReplaceProgram(roster(4), 3, "j03-2.session", NEW), hall(4))
    programs = roster(4).with_programs(replaced)

    assert programs.entrant(3) == Entrant(3, "j03", "/there/j03-2.session", NEW, session=True)
    assert [one.id for one in programs.entrants] == [1, 2, 3, 4]
    assert programs.entrant(2) == roster(4).entrant(2)


def test_the_same_program_again_is_no_change() -> None:
    with pytest.raises(NothingToChange):
        apply_command(ReplaceProgram(roster(4), 3, "j03", OLD), hall(4))


def test_a_replacement_can_be_undone_and_brought_back(tmp_path: Path) -> None:
    desk = Desk.create(tmp_path / "t.ronde")
    settings = settings_of_shape(Shape(), games=2, count=3)
    cards = tuple(Player(one.id, one.name) for one in roster(3).entrants)
    write(desk, OpenCompetition("t", settings, cards, roster(3)))
    desk.run(ReplaceProgram(roster(3), 2, "j02-2", NEW))
    assert roster(3).with_programs(desk.tournament).entrant(2).digest == NEW

    desk.undo("arbiter")
    assert roster(3).with_programs(desk.tournament) == roster(3)

    desk.redo("arbiter")
    assert roster(3).with_programs(desk.tournament).entrant(2).path == "/there/j02-2"
    desk.close()


def test_who_is_withdrawn_loses_the_unfinished_match_and_is_never_paired_again() -> None:
    tournament = apply_command(WithdrawProgram(1), hall(4))
    table = tournament.open_round.table_of(1)
    assert table is not None
    assert table.result == Result(0, 1)

    over = finished(tournament)
    assert champion(over) not in (1, None)
    assert all(1 not in played.seated for played in over.rounds[1:])
    with pytest.raises(PlayerLeftAlready):
        apply_command(WithdrawProgram(1), tournament)


def test_who_has_the_bye_and_is_withdrawn_leaves_everybody_else_in_his_place() -> None:
    before = hall(7)
    over = finished(apply_command(WithdrawProgram(1), before))

    places = [one.players for one in meetings(before) if one.tie.round == 1]
    assert [one.players for one in meetings(over) if one.tie.round == 1] == places
    assert champion(over) not in (1, None)
    assert all(1 not in played.seated for played in over.rounds)


def test_a_late_entrant_of_a_cup_takes_the_place_of_a_bye_and_moves_nobody() -> None:
    before, then = hall(7), late(hall(7))

    pairs = {(table.first, table.second) for table in before.open_round}
    assert {(table.first, table.second) for table in then.open_round} == pairs | {(1, 8)}
    assert then.player(8).name == "j99"
    assert champion(finished(then)) == 1


def test_a_late_entrant_keeps_the_results_that_are_in() -> None:
    first = min(hall(7).open_round.tables)
    begun = replay(enter_at_table(hall(7), table=first, result=Result(0, 1)), hall(7))

    assert late(begun).open_round.table(first).result == Result(0, 1)


@pytest.mark.parametrize("count", [4, 8])
def test_a_full_bracket_has_no_place(count: int) -> None:
    with pytest.raises(ScheduleFixed):
        late(hall(count))


def test_after_round_one_a_cup_has_no_place() -> None:
    tournament = hall(3)
    for table in tournament.open_round.missing:
        tournament = replay(enter_at_table(tournament, table=table.number, result=Result(1, 0)), tournament)
    tournament = replay(close_round(tournament), tournament)

    with pytest.raises(ScheduleFixed):
        late(tournament)


def test_a_round_robin_that_has_begun_takes_nobody_in() -> None:
    with pytest.raises(ScheduleFixed):
        late(hall(4, "berger"))


def test_in_a_swiss_a_late_entrant_meets_who_has_the_bye() -> None:
    before, then = hall(5, "swiss"), late(hall(5, "swiss"))

    alone = before.unpaired[0]
    table = then.open_round.table_of(99)
    assert table is not None
    assert alone in table.pair
    assert then.unpaired == ()


def test_a_number_that_somebody_has_is_not_given_twice() -> None:
    tournament = hall(5, "swiss")
    card = Player(3, "j03_late")
    entered = apply_command(EnterProgram(roster(5), card, "j03_late", NEW), tournament)

    assert entered.player(6) == replace(card, id=6)
