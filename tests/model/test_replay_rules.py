"""Which facts may follow which state: one example of every kind, and the refusals."""

from __future__ import annotations

import pytest
from tests.model.moments import APART, AWAY, CHOSEN, EMPTY, FILLED, GONE, NEW, PAIRED, SECOND, THIRD, WIN
from tests.support.builders import leave, seated, tournament

from ronde.model import events as fact
from ronde.model.errors import FactImpossible
from ronde.model.player import Player
from ronde.model.replay import apply_event, replay
from ronde.model.result import Result
from ronde.model.settings import Settings
from ronde.model.table import Bye, Pair
from ronde.model.tournament import Tournament

POSSIBLE: dict[str, tuple[Tournament, fact.Event]] = {
    "TournamentOpened": (EMPTY, fact.TournamentOpened("Open", "2024-06-15")),
    "SettingsChanged": (NEW, fact.SettingsChanged("Cup", "", Settings(rounds=3))),
    "PlayerEntered": (NEW, fact.PlayerEntered(Player(6, "P6"), 1)),
    "PlayerChanged": (NEW, fact.PlayerChanged(5, Player(5, "DOE"))),
    "PlayerLeft": (NEW, fact.PlayerLeft(5, 1)),
    "PlayerReturned": (GONE, fact.PlayerReturned(5)),
    "PlayerRemoved": (NEW, fact.PlayerRemoved(5)),
    "AbsencePlanned": (NEW, fact.AbsencePlanned(5, 3)),
    "AbsenceCancelled": (AWAY, fact.AbsenceCancelled(5, 1)),
    "PairForbidden": (NEW, fact.PairForbidden(1, 2)),
    "PairAllowed": (APART, fact.PairAllowed(2, 1)),
    "ByeGiven": (NEW, fact.ByeGiven(1, 5)),
    "RoundPaired": (NEW, fact.RoundPaired(1, {1: Pair(1, 2), 2: Pair(3, 4)}, Bye(5), "swiss", 7, 0)),
    "TableAdded": (NEW, fact.TableAdded(1, 4, Pair(1, 2))),
    "TableRemoved": (PAIRED, fact.TableRemoved(1, 2)),
    "TableLocked": (PAIRED, fact.TableLocked(1, 2, True)),
    "ManualBegun": (PAIRED, fact.ManualBegun(1)),
    "ManualEnded": (replay([fact.ManualBegun(1)], PAIRED), fact.ManualEnded(1, ((1, 2), (3, 0)))),
    "ResultEntered": (PAIRED, fact.ResultEntered(1, 2, WIN)),
    "ResultCleared": (FILLED, fact.ResultCleared(1, 2)),
    "GamePlayed": (PAIRED, fact.GamePlayed(1, 1, 1, 2, 1, 2, "line", (3, 1), (880, 0), "games/1-1-1")),
    "ProgramChanged": (PAIRED, fact.ProgramChanged(2, "j02-2", "0" * 64)),
    "ResultCorrected": (SECOND, fact.ResultCorrected(1, 1, 2, 1, WIN)),
    "SeatsTaken": (FILLED, fact.SeatsTaken((0, 2, 3, 5, 1, 4))),
    "RoundClosed": (FILLED, fact.RoundClosed(1, (5,))),
    "RoundReopened": (SECOND, fact.RoundReopened(1)),
}

IMPOSSIBLE: list[tuple[Tournament, fact.Event, str]] = [
    (NEW, fact.TournamentOpened("Again"), "opened-twice"),
    (EMPTY, fact.PlayerEntered(Player(1, "P1"), 1), "not-opened"),
    (EMPTY, fact.RoundClosed(1), "not-opened"),
    (NEW, fact.PlayerEntered(Player(5, "DOE"), 1), "number-taken"),
    (NEW, fact.PlayerEntered(Player(0, "DOE"), 1), "number-impossible"),
    (NEW, fact.PlayerEntered(Player(-6, "DOE"), 1), "number-impossible"),
    (NEW, fact.PlayerEntered(Player(6, "DOE"), 2), "other-round"),
    (NEW, fact.PlayerChanged(9, Player(9, "DOE")), "unknown-player"),
    (NEW, fact.PlayerChanged(5, Player(4, "DOE")), "number-taken"),
    (NEW, fact.PlayerChanged(5, Player(0, "DOE")), "number-impossible"),
    (PAIRED, fact.PlayerChanged(1, Player(9, "DOE")), "already-paired"),
    (SECOND, fact.PlayerChanged(5, Player(9, "DOE")), "already-paired"),
    (CHOSEN, fact.PlayerChanged(5, Player(9, "DOE")), "already-paired"),
    (APART, fact.PlayerChanged(1, Player(9, "DOE")), "already-paired"),
    (NEW, fact.PlayerLeft(9, 1), "unknown-player"),
    (NEW, fact.PlayerLeft(5, 3), "other-round"),
    (SECOND, fact.PlayerLeft(5, 1), "other-round"),
    (GONE, fact.PlayerLeft(5, 1), "player-left-already"),
    (PAIRED, fact.PlayerLeft(1, 1), "already-paired"),
    (NEW, fact.PlayerReturned(5), "player-is-here"),
    (NEW, fact.PlayerRemoved(9), "unknown-player"),
    (PAIRED, fact.PlayerRemoved(1), "player-has-played"),
    (SECOND, fact.PlayerRemoved(1), "player-has-played"),
    (NEW, fact.AbsencePlanned(9, 1), "unknown-player"),
    (SECOND, fact.AbsencePlanned(5, 1), "unknown-round"),
    (PAIRED, fact.AbsencePlanned(1, 1), "already-paired"),
    (NEW, fact.AbsenceCancelled(5, 1), "player-is-here"),
    (tournament(5, ["1-2:40 3-4:= 5:away"]), fact.AbsenceCancelled(5, 1), "unknown-round"),
    (NEW, fact.PairForbidden(1, 1), "same-player"),
    (NEW, fact.PairForbidden(1, 9), "unknown-player"),
    (NEW, fact.PairAllowed(1, 2), "nothing-to-change"),
    (NEW, fact.ByeGiven(2, 5), "other-round"),
    (NEW, fact.ByeGiven(1, 9), "not-present"),
    (PAIRED, fact.ByeGiven(1, 1), "not-present"),
    (GONE, fact.ByeGiven(1, 5), "not-present"),
    (NEW, fact.RoundPaired(2, {}, None, "swiss", 7, 0), "other-round"),
    (NEW, fact.RoundPaired(1, {1: Pair(1, 1)}, None, "swiss", 7, 0), "already-paired"),
    (NEW, fact.RoundPaired(1, {1: Pair(1, 2), 2: Pair(2, 3)}, None, "swiss", 7, 0), "already-paired"),
    (NEW, fact.RoundPaired(1, {1: Pair(1, 2)}, Bye(2), "swiss", 7, 0), "already-paired"),
    (GONE, fact.RoundPaired(1, {1: Pair(1, 5)}, None, "swiss", 7, 0), "not-present"),
    (PAIRED, fact.RoundPaired(1, {1: Pair(1, 2), 2: Pair(3, 5)}, None, "swiss", 7, 0), "unknown-table"),
    (PAIRED, fact.RoundPaired(1, {1: Pair(2, 1), 2: Pair(3, 4)}, None, "swiss", 7, 0), "unknown-table"),
    (NEW, fact.RoundPaired(1, {0: Pair(1, 2)}, None, "swiss", 7, 0), "number-taken"),
    (NEW, fact.TableAdded(2, 1, Pair(1, 2)), "other-round"),
    (NEW, fact.TableAdded(1, 0, Pair(1, 2)), "number-impossible"),
    (PAIRED, fact.TableAdded(1, 1, Pair(5, 1)), "number-taken"),
    (NEW, fact.TableAdded(1, 1, Pair(1, 1)), "same-player"),
    (NEW, fact.TableAdded(1, 1, Pair(1, 9)), "unknown-player"),
    (GONE, fact.TableAdded(1, 1, Pair(1, 5)), "not-present"),
    (PAIRED, fact.TableAdded(1, 3, Pair(5, 1)), "already-paired"),
    (PAIRED, fact.TableRemoved(1, 3), "unknown-table"),
    (PAIRED, fact.TableRemoved(2, 1), "other-round"),
    (PAIRED, fact.TableLocked(1, 3, True), "unknown-table"),
    (replay([fact.ManualBegun(1)], PAIRED), fact.ManualBegun(1), "already-begun"),
    (PAIRED, fact.ManualEnded(1), "not-begun"),
    (PAIRED, fact.ManualBegun(2), "other-round"),
    (PAIRED, fact.ResultEntered(1, 3, WIN), "unknown-table"),
    (PAIRED, fact.ResultEntered(2, 1, WIN), "other-round"),
    (PAIRED, fact.ResultEntered(1, 1, Result(40, 25)), "result-impossible"),
    (PAIRED, fact.ResultEntered(1, 1, Result(65, -1)), "result-impossible"),
    (PAIRED, fact.ResultCleared(1, 1), "no-result"),
    (FILLED, fact.ResultCleared(1, 3), "unknown-table"),
    (PAIRED, fact.GamePlayed(2, 1, 1, 1, 2, 1, "line"), "other-round"),
    (PAIRED, fact.GamePlayed(1, 9, 1, 1, 2, 1, "line"), "unknown-table"),
    (PAIRED, fact.GamePlayed(1, 1, 1, 1, 3, 1, "line"), "not-paired"),
    (PAIRED, fact.GamePlayed(1, 1, 1, 1, 2, 3, "line"), "not-paired"),
    (PAIRED, fact.GamePlayed(1, 1, 0, 1, 2, 1, "line"), "game-played"),
    (
        apply_event(PAIRED, fact.GamePlayed(1, 1, 1, 1, 2, 1, "line")),
        fact.GamePlayed(1, 1, 1, 2, 1, 0, "no-moves"),
        "game-played",
    ),
    (PAIRED, fact.ProgramChanged(9, "j02", "0" * 64), "unknown-player"),
    (PAIRED, fact.ProgramChanged(2, "../j02", "0" * 64), "name-impossible"),
    (PAIRED, fact.ProgramChanged(2, ".j02", "0" * 64), "name-impossible"),
    (PAIRED, fact.ProgramChanged(2, "", "0" * 64), "name-impossible"),
    (PAIRED, fact.ProgramChanged(2, "j02", "beef"), "name-impossible"),
    (SECOND, fact.ResultCorrected(9, 1, 1, 2, WIN), "unknown-round"),
    (SECOND, fact.ResultCorrected(1, 3, 1, 2, WIN), "unknown-table"),
    (SECOND, fact.ResultCorrected(1, 1, 1, 3, WIN), "not-paired"),
    (SECOND, fact.ResultCorrected(1, 1, 1, 2, Result(64, 1)), "result-impossible"),
    (FILLED, fact.SeatsTaken((1, 1)), "unknown-player"),
    (FILLED, fact.SeatsTaken((1, 9)), "unknown-player"),
    (PAIRED, fact.RoundClosed(1, (5,)), "round-not-complete"),
    (FILLED, fact.RoundClosed(2, (5,)), "other-round"),
    (FILLED, fact.RoundClosed(1, ()), "not-present"),
    (FILLED, fact.RoundClosed(1, (5, 1)), "not-present"),
    (leave(FILLED, 5), fact.RoundClosed(1, ()), "not-present"),
    (NEW, fact.RoundReopened(1), "unknown-round"),
    (THIRD, fact.RoundReopened(1), "unknown-round"),
    (seated(SECOND, "1-3"), fact.RoundReopened(1), "round-started"),
    (replay([fact.ByeGiven(2, 5)], SECOND), fact.RoundReopened(1), "round-started"),
]


def test_every_kind_of_fact_but_the_undoing_has_a_rule() -> None:
    assert POSSIBLE.keys() == fact.EVENT_TYPES.keys() - {"Undone"}
    for name, (hall, event) in POSSIBLE.items():
        assert type(event).__name__ == name
        assert apply_event(hall, event) != hall


@pytest.mark.parametrize(
    ("hall", "event", "reason"),
    IMPOSSIBLE,
    ids=[f"{type(event).__name__}-{reason}" for _, event, reason in IMPOSSIBLE],
)
def test_a_fact_that_cannot_follow_is_refused_by_kind_and_reason(
    hall: Tournament, event: fact.Event, reason: str
) -> None:
    with pytest.raises(FactImpossible) as refused:
        apply_event(hall, event)

    assert refused.value.facts == {"kind": type(event).__name__, "reason": reason}
