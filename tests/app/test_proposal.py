"""A proposal for a round: drawn, changed by hand, accepted, or moved to a hall that has changed."""

from __future__ import annotations

import pytest
from tests.support.builders import enter, forbid, tournament

from ronde.app.command import Actor, Context
from ronde.app.commands import ForbidPair, LockTable, RemoveTables, SwapPlayers
from ronde.app.proposal import AcceptProposal, Proposal
from ronde.model.errors import Conflict
from ronde.model.events import Event, ManualBegun, ManualEnded
from ronde.model.player import Player
from ronde.model.replay import replay
from ronde.model.settings import usual_settings
from ronde.model.tournament import Tournament

HALL = tournament(6, ["1-2:40 3-4:40 5-6:40"])


def accepted(proposal: Proposal, now: Tournament) -> list[Event]:
    return AcceptProposal(proposal).decide(now, Context(Actor(), tuple))


def pairs(proposal: Proposal) -> set[frozenset[int]]:
    return {frozenset((table.first, table.second)) for table in proposal.tournament.open_round}


def test_a_proposal_is_what_accepting_writes() -> None:
    drawn = Proposal(HALL).pair(seed=1)

    assert len(pairs(drawn)) == 3
    assert replay(accepted(drawn, HALL), HALL) == drawn.tournament
    assert Proposal(HALL).pair(seed=1) == drawn


def test_only_a_draw_by_prices_is_proved_to_be_the_cheapest() -> None:
    table = tournament(6, settings=usual_settings("berger"))

    assert not Proposal(table).pair(seed=1).proved
    assert not Proposal(HALL, by_hand=True).pair(seed=1).proved


def test_a_change_by_hand_can_be_taken_back() -> None:
    drawn = Proposal(HALL).pair(seed=1)
    one, other = (table.first for table in list(drawn.tournament.open_round)[:2])
    changed = drawn.edited(SwapPlayers(one, other))

    assert pairs(changed) != pairs(drawn)
    assert (drawn.proved, changed.proved) == (True, False)
    assert changed.back() == drawn
    assert drawn.edited(RemoveTables(())) is drawn


def test_a_wish_is_drawn_again_and_locked_tables_stay() -> None:
    drawn = Proposal(HALL).pair(seed=1)
    locked = drawn.edited(LockTable(1))
    kept = frozenset(
        (drawn.tournament.open_round.table(1).first, drawn.tournament.open_round.table(1).second)
    )
    other = next(pair for pair in pairs(drawn) if pair != kept)
    first, second = sorted(other)
    again = locked.constrained(ForbidPair(first, second)).pair(seed=1)

    assert kept in pairs(again)
    assert other not in pairs(again)


def test_a_proposal_for_another_hall_is_refused_and_can_be_moved() -> None:
    drawn = Proposal(HALL).pair(seed=1)
    fuller = enter(HALL, Player(7, "LATE"), Player(8, "LATER"))

    with pytest.raises(Conflict):
        accepted(drawn, fuller)
    assert len(pairs(drawn.moved(fuller).pair(seed=1))) == 4
    assert drawn.moved(forbid(HALL, (1, 3))).base.forbidden


def test_by_hand_nobody_is_paired() -> None:
    assert pairs(Proposal(HALL, by_hand=True).pair(seed=1)) == set()


def test_accepting_computes_nothing_that_the_proposal_has_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = tournament(6, settings=usual_settings("dutch"))
    drawn = Proposal(hall).pair(seed=1)
    one, other = (table.first for table in list(drawn.tournament.open_round)[:2])
    changed = drawn.edited(SwapPlayers(one, other))
    assert changed.manual

    monkeypatch.setattr("ronde.app.proposal.manual_report", None)
    events = accepted(changed, hall)
    assert [type(event) for event in events if isinstance(event, ManualBegun | ManualEnded)] == [
        ManualBegun,
        ManualEnded,
    ]
