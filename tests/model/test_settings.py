from __future__ import annotations

from dataclasses import replace

import pytest

from ronde.model.errors import PenaltiesImpossible, SettingImpossible
from ronde.model.result import BOARDS, Board
from ronde.model.settings import (
    ColourPenalties,
    Penalties,
    Settings,
    Zone,
    check_settings,
    usual_brightwell,
    usual_settings,
)
from ronde.model.systems import SYSTEMS, TIEBREAKS


def test_the_defaults_can_be_played_with() -> None:
    check_settings(Settings())
    for board in BOARDS.values():
        check_settings(Settings(board=board))


def test_new_tournaments_rank_the_worst_pairs_too() -> None:
    assert Settings().cap is None
    check_settings(Settings(cap=10_000_000, profile="papp"))


@pytest.mark.parametrize(
    ("setting", "wrong"),
    [
        ("rounds", Settings(rounds=0)),
        ("rounds", Settings(rounds=1_000)),
        ("board.total", Settings(board=Board(total=0, bye=0))),
        ("board.total", Settings(board=Board(total=10_000))),
        ("board.bye", Settings(board=Board(bye=65))),
        ("board.bye", Settings(board=Board(bye=-1))),
        ("board.bye", Settings(board=Board(bye=24.25))),
        ("board.bye", Settings(board=Board(bye=float("nan")))),
        ("board.colours", Settings(board=Board(colours=("black", "")))),
        ("system", Settings(system="lottery")),
        ("tiebreaks", Settings(tiebreaks=("brightwell", "height"))),
        ("tiebreaks", Settings(tiebreaks=("wins", "wins"))),
        ("brightwell", Settings(brightwell=-1)),
        ("brightwell", Settings(brightwell=1_000.5)),
        ("brightwell", Settings(brightwell=float("inf"))),
        ("brightwell", Settings(brightwell=float("nan"))),
        ("cap", Settings(cap=0)),
        ("cap", Settings(cap=10_000_001)),
        ("profile", Settings(profile="jech")),
        ("zones", Settings(zones=(Zone(0, 9),))),
        ("zones", Settings(zones=(Zone(1, 9), Zone(9, 8)))),
    ],
)
def test_a_setting_nobody_can_play_with_is_refused_by_its_name(setting: str, wrong: Settings) -> None:
    with pytest.raises(SettingImpossible) as refused:
        check_settings(wrong)

    assert refused.value.facts["setting"] == setting


def test_penalties_are_checked_with_the_settings() -> None:
    wrong = Settings(penalties=replace(Penalties(), colour=ColourPenalties((0, 5, 4))))

    with pytest.raises(PenaltiesImpossible):
        check_settings(wrong)


@pytest.mark.parametrize("total", [1, 2, 9_999])
def test_the_widest_settings_are_still_possible(total: int) -> None:
    check_settings(Settings(rounds=999, board=Board(total=total, bye=total / 2), brightwell=1_000))
    check_settings(Settings(rounds=1, tiebreaks=(), cap=1))


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_can_be_chosen(system: str) -> None:
    check_settings(usual_settings(system))


def test_every_tie_break_can_be_chosen_at_once() -> None:
    check_settings(Settings(tiebreaks=TIEBREAKS))


@pytest.mark.parametrize(("rounds", "constant"), [(1, 0), (7, 0), (8, 6), (13, 6)])
def test_papp_proposes_discs_alone_for_short_tournaments(rounds: int, constant: float) -> None:
    assert usual_brightwell(rounds) == constant
