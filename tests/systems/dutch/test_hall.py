"""From the desk to the engine: numbers, adjourned games, virtual points, and undoing a draw."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from tests.systems.dutch.test_drawing import closed, drawn, opened

from ronde.app.desk import Desk
from ronde.model.decisions.players import change_player, enter_player
from ronde.model.decisions.rounds import change_settings, close_round, open_tournament
from ronde.model.errors import SettingImpossible
from ronde.model.events import ResultEntered
from ronde.model.player import FideCard, Player
from ronde.model.replay import replay
from ronde.model.result import adjourned
from ronde.model.settings import usual_settings
from ronde.model.system_settings import DutchSettings
from ronde.model.tournament import seeding
from ronde.standings.fide import ResultKind
from ronde.systems.dutch.field import explicit_points, position_of
from ronde.systems.rounds import complete_round


def test_equal_ratings_go_by_title_and_then_by_name() -> None:
    hall = opened(0)
    for number, (name, title) in enumerate((("B", ""), ("A", ""), ("C", "FM"), ("D", "GM")), start=1):
        card = Player(number, name, rating=2000, fide=FideCard(title=title))
        hall = replay(enter_player(hall, player=card), hall)

    assert seeding(hall) == (4, 3, 2, 1)


def test_numbers_may_be_those_of_the_players_themselves() -> None:
    hall = opened(4, dutch=DutchSettings(order="number"))
    hall = replay(change_player(hall, number=4, changes={"rating": 2800}), hall)

    assert seeding(hall) == (1, 2, 3, 4)


def test_a_rating_corrected_after_round_four_moves_nobody() -> None:
    hall = opened(10)
    for seed in range(1, 4):
        hall = closed(hall, seed)
    moved = replay(change_player(hall, number=10, changes={"rating": 2900}), hall)
    fixed = drawn(hall, 4)
    fixed = replay(change_player(fixed, number=10, changes={"rating": 2900}), fixed)

    assert seeding(moved)[0] == 10
    assert seeding(fixed)[-1] == 10


def test_an_adjourned_game_is_a_draw_for_the_next_pairing() -> None:
    hall = drawn(opened(4))
    for table in hall.open_round:
        hall = replay([ResultEntered(1, table.number, adjourned(hall.settings.board))], hall)
    hall = replay(close_round(hall), hall)
    pasts = [one.past[0] for one in position_of(hall).entrants]

    assert {(past.kind, past.points) for past in pasts} == {(ResultKind.GAME, 5)}


@pytest.mark.parametrize(
    ("number", "round_", "halves"), [(1, 1, 2), (20, 3, 2), (21, 3, 0), (1, 4, 1), (1, 6, 0)]
)
def test_explicit_virtual_points_are_read_by_rounds_and_numbers(
    number: int, round_: int, halves: int
) -> None:
    assert explicit_points("1-3:1-20=1,4-5:1-20=0.5", number, round_) == halves


@pytest.mark.parametrize("virtual", ["1-3", "1-3:1-20", "a-b:1-2=1", "1-3:1-20=0.3", "1-3:1-20=1;"])
def test_virtual_points_that_cannot_be_read_are_refused(virtual: str) -> None:
    hall = opened(4)
    settings = replace(hall.settings, dutch=replace(hall.settings.dutch, virtual=virtual))

    with pytest.raises(SettingImpossible):
        change_settings(hall, settings=settings)


def test_virtual_points_come_too_late_once_a_round_is_paired() -> None:
    hall = drawn(opened(4))
    settings = replace(hall.settings, dutch=replace(hall.settings.dutch, virtual="1-2:1-2=1"))

    with pytest.raises(SettingImpossible) as refused:
        change_settings(hall, settings=settings)

    assert refused.value.facts["setting"] == "dutch.virtual"


def test_undoing_a_draw_gives_back_the_colour_the_numbers_and_the_free_players(tmp_path: Path) -> None:
    with closing(Desk.create(tmp_path / "open.ronde")) as desk:
        desk.act("arbiter", open_tournament, name="Open", settings=usual_settings("dutch", rounds=5))
        for number in range(1, 7):
            desk.act("arbiter", enter_player, player=Player(number, f"P{number}", rating=2000 - number))
        before = desk.tournament
        desk.act("arbiter", complete_round, seed=3)
        assert desk.tournament.settings.dutch.first_colour != "draw"
        paired = desk.tournament
        desk.undo("arbiter")
        assert desk.tournament == before
        desk.redo("arbiter")
        assert desk.tournament == paired
