"""Rounds of a workfile retold as facts."""

from __future__ import annotations

from ronde.formats.papp.comments import FolderNotes
from ronde.formats.papp.statements import PappGame, PappRound
from ronde.formats.papp.to_tournament import SYSTEM, PappHistory, usual_absence
from ronde.model.events import PlayerEntered, ResultEntered, RoundClosed, RoundPaired
from ronde.model.player import Absence, Player
from ronde.model.result import BOARDS

CARDS = {number: Player(number, f"P{number}") for number in (1, 2, 3)}


def history() -> PappHistory:
    return PappHistory(BOARDS["othello"], CARDS, (1, 2, 3), FolderNotes())


def papp_round(present: set[int], *games: PappGame, registered: int = 3) -> PappRound:
    return PappRound(registered, frozenset(present), games, frozenset(present))


def test_a_closed_round_has_its_pairs_results_bye_and_absent() -> None:
    facts = history().closed(1, papp_round({1, 2, 3}, PappGame(1, 2, 40, 24)))
    (paired,) = (one for one in facts if isinstance(one, RoundPaired))
    (entered,) = (one for one in facts if isinstance(one, ResultEntered))

    assert (paired.system, [*paired.tables]) == (SYSTEM, [1])
    assert (entered.result.first, entered.result.second) == (40, 24)
    assert facts[-1] == RoundClosed(1, (3,), {})


def test_who_registers_later_enters_later() -> None:
    told = history()
    told.closed(1, papp_round({1, 2}, PappGame(1, 2, 40, 24), registered=2))
    later = told.presence(2, papp_round({1, 2, 3}))

    assert [one.player.id for one in later if isinstance(one, PlayerEntered)] == [3]


def test_who_came_once_and_is_gone_has_left_and_who_never_came_is_late() -> None:
    told = history()
    told.closed(1, papp_round({1, 2}, PappGame(1, 2, 40, 24)))
    closed = told.closed(2, papp_round({2}))[-1]

    assert isinstance(closed, RoundClosed)
    assert closed.absent == {1: Absence.WITHDRAWN, 3: Absence.LATE}
    assert usual_absence(came_once=True) is Absence.WITHDRAWN


def test_the_open_round_is_told_without_being_closed() -> None:
    facts = history().open(1, papp_round({1, 2}, PappGame(2, 1)))

    assert not any(isinstance(one, RoundClosed) for one in facts)
    assert any(isinstance(one, RoundPaired) for one in facts)
