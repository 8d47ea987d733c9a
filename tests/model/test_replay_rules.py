"""Which facts may follow which state: one example of every kind, and the refusals."""

from __future__ import annotations

import pytest
from tests.model.moments import APART, AWAY, CHOSEN, EMPTY, FILLED, GONE, NEW, PAIRED, SECOND, THIRD, WIN
from tests.support.builders import leave, seated, tournament

from ronde.model.errors import EventImpossible
from ronde.model.events import (
    EVENT_TYPES,
    AbsenceCancelled,
    AbsencePlanned,
    ByeGiven,
    Event,
    FinalBegun,
    GamePlayed,
    ManualBegun,
    ManualEnded,
    PairAllowed,
    PairForbidden,
    PlayerChanged,
    PlayerEntered,
    PlayerErased,
    PlayerLeft,
    PlayerRemoved,
    PlayerReturned,
    ProgramChanged,
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
from ronde.model.player import Player
from ronde.model.replay import apply_event, replay
from ronde.model.result import Result
from ronde.model.settings import Settings
from ronde.model.table import Bye, Pair
from ronde.model.tournament import Tournament

POSSIBLE: dict[str, tuple[Tournament, Event]] = {
    "TournamentOpened": (EMPTY, TournamentOpened("Open", "2024-06-15")),
    "SettingsChanged": (NEW, SettingsChanged("Cup", "", Settings(rounds=3))),
    "PlayerEntered": (NEW, PlayerEntered(Player(6, "P6"), 1)),
    "PlayerChanged": (NEW, PlayerChanged(5, Player(5, "DOE"))),
    "PlayerLeft": (NEW, PlayerLeft(5, 1)),
    "PlayerReturned": (GONE, PlayerReturned(5)),
    "PlayerRemoved": (NEW, PlayerRemoved(5)),
    "PlayerErased": (SECOND, PlayerErased(1, "Player 1")),
    "AbsencePlanned": (NEW, AbsencePlanned(5, 3)),
    "AbsenceCancelled": (AWAY, AbsenceCancelled(5, 1)),
    "PairForbidden": (NEW, PairForbidden(1, 2)),
    "PairAllowed": (APART, PairAllowed(2, 1)),
    "ByeGiven": (NEW, ByeGiven(1, 5)),
    "RoundPaired": (NEW, RoundPaired(1, {1: Pair(1, 2), 2: Pair(3, 4)}, Bye(5), "swiss", 7, 0)),
    "TableAdded": (NEW, TableAdded(1, 4, Pair(1, 2))),
    "TableRemoved": (PAIRED, TableRemoved(1, 2)),
    "TableLocked": (PAIRED, TableLocked(1, 2, True)),
    "ManualBegun": (PAIRED, ManualBegun(1)),
    "ManualEnded": (replay([ManualBegun(1)], PAIRED), ManualEnded(1, ((1, 2), (3, 0)))),
    "ResultEntered": (PAIRED, ResultEntered(1, 2, WIN)),
    "ResultCleared": (FILLED, ResultCleared(1, 2)),
    "GamePlayed": (PAIRED, GamePlayed(1, 1, 1, 2, 1, 2, "line", (3, 1), (880, 0), "games/1-1-1")),
    "ProgramChanged": (PAIRED, ProgramChanged(2, "j02-2", "0" * 64)),
    "ResultCorrected": (SECOND, ResultCorrected(1, 1, 2, 1, WIN)),
    "SeatsTaken": (FILLED, SeatsTaken((0, 2, 3, 5, 1, 4))),
    "RoundClosed": (FILLED, RoundClosed(1, (5,))),
    "RoundReopened": (SECOND, RoundReopened(1)),
    "FinalBegun": (SECOND, FinalBegun(2, (1, 3), 3, third=(2, 4))),
}

IMPOSSIBLE: list[tuple[Tournament, Event, str]] = [
    (NEW, TournamentOpened("Again"), "opened-twice"),
    (EMPTY, PlayerEntered(Player(1, "P1"), 1), "not-opened"),
    (EMPTY, RoundClosed(1), "not-opened"),
    (NEW, PlayerEntered(Player(5, "DOE"), 1), "number-taken"),
    (NEW, PlayerEntered(Player(0, "DOE"), 1), "number-impossible"),
    (NEW, PlayerEntered(Player(-6, "DOE"), 1), "number-impossible"),
    (NEW, PlayerEntered(Player(6, "DOE"), 2), "other-round"),
    (NEW, PlayerChanged(9, Player(9, "DOE")), "unknown-player"),
    (NEW, PlayerChanged(5, Player(4, "DOE")), "number-taken"),
    (NEW, PlayerChanged(5, Player(0, "DOE")), "number-impossible"),
    (PAIRED, PlayerChanged(1, Player(9, "DOE")), "already-paired"),
    (SECOND, PlayerChanged(5, Player(9, "DOE")), "already-paired"),
    (CHOSEN, PlayerChanged(5, Player(9, "DOE")), "already-paired"),
    (APART, PlayerChanged(1, Player(9, "DOE")), "already-paired"),
    (NEW, PlayerLeft(9, 1), "unknown-player"),
    (NEW, PlayerLeft(5, 3), "other-round"),
    (SECOND, PlayerLeft(5, 1), "other-round"),
    (GONE, PlayerLeft(5, 1), "player-left-already"),
    (PAIRED, PlayerLeft(1, 1), "already-paired"),
    (NEW, PlayerReturned(5), "player-is-here"),
    (NEW, PlayerRemoved(9), "unknown-player"),
    (PAIRED, PlayerRemoved(1), "player-has-played"),
    (SECOND, PlayerRemoved(1), "player-has-played"),
    (NEW, PlayerErased(9, "Player 9"), "unknown-player"),
    (NEW, PlayerErased(5, ""), "name-impossible"),
    (NEW, AbsencePlanned(9, 1), "unknown-player"),
    (SECOND, AbsencePlanned(5, 1), "unknown-round"),
    (PAIRED, AbsencePlanned(1, 1), "already-paired"),
    (NEW, AbsenceCancelled(5, 1), "player-is-here"),
    (tournament(5, ["1-2:40 3-4:= 5:away"]), AbsenceCancelled(5, 1), "unknown-round"),
    (NEW, PairForbidden(1, 1), "same-player"),
    (NEW, PairForbidden(1, 9), "unknown-player"),
    (NEW, PairAllowed(1, 2), "nothing-to-change"),
    (NEW, ByeGiven(2, 5), "other-round"),
    (NEW, ByeGiven(1, 9), "not-present"),
    (PAIRED, ByeGiven(1, 1), "not-present"),
    (GONE, ByeGiven(1, 5), "not-present"),
    (NEW, RoundPaired(2, {}, None, "swiss", 7, 0), "other-round"),
    (NEW, RoundPaired(1, {1: Pair(1, 1)}, None, "swiss", 7, 0), "already-paired"),
    (NEW, RoundPaired(1, {1: Pair(1, 2), 2: Pair(2, 3)}, None, "swiss", 7, 0), "already-paired"),
    (NEW, RoundPaired(1, {1: Pair(1, 2)}, Bye(2), "swiss", 7, 0), "already-paired"),
    (GONE, RoundPaired(1, {1: Pair(1, 5)}, None, "swiss", 7, 0), "not-present"),
    (PAIRED, RoundPaired(1, {1: Pair(1, 2), 2: Pair(3, 5)}, None, "swiss", 7, 0), "unknown-table"),
    (PAIRED, RoundPaired(1, {1: Pair(2, 1), 2: Pair(3, 4)}, None, "swiss", 7, 0), "unknown-table"),
    (NEW, RoundPaired(1, {0: Pair(1, 2)}, None, "swiss", 7, 0), "number-taken"),
    (NEW, TableAdded(2, 1, Pair(1, 2)), "other-round"),
    (NEW, TableAdded(1, 0, Pair(1, 2)), "number-impossible"),
    (NEW, TableAdded(1, 1, Pair(1, 2, handicap=100)), "number-impossible"),
    (PAIRED, TableAdded(1, 1, Pair(5, 1)), "number-taken"),
    (NEW, TableAdded(1, 1, Pair(1, 1)), "same-player"),
    (NEW, TableAdded(1, 1, Pair(1, 9)), "unknown-player"),
    (GONE, TableAdded(1, 1, Pair(1, 5)), "not-present"),
    (PAIRED, TableAdded(1, 3, Pair(5, 1)), "already-paired"),
    (PAIRED, TableRemoved(1, 3), "unknown-table"),
    (PAIRED, TableRemoved(2, 1), "other-round"),
    (PAIRED, TableLocked(1, 3, True), "unknown-table"),
    (replay([ManualBegun(1)], PAIRED), ManualBegun(1), "already-begun"),
    (PAIRED, ManualEnded(1), "not-begun"),
    (PAIRED, ManualBegun(2), "other-round"),
    (PAIRED, ResultEntered(1, 3, WIN), "unknown-table"),
    (PAIRED, ResultEntered(2, 1, WIN), "other-round"),
    (PAIRED, ResultEntered(1, 1, Result(40, 25)), "result-impossible"),
    (PAIRED, ResultEntered(1, 1, Result(65, -1)), "result-impossible"),
    (PAIRED, ResultCleared(1, 1), "no-result"),
    (FILLED, ResultCleared(1, 3), "unknown-table"),
    (PAIRED, GamePlayed(2, 1, 1, 1, 2, 1, "line"), "other-round"),
    (PAIRED, GamePlayed(1, 9, 1, 1, 2, 1, "line"), "unknown-table"),
    (PAIRED, GamePlayed(1, 1, 1, 1, 3, 1, "line"), "not-paired"),
    (PAIRED, GamePlayed(1, 1, 1, 1, 2, 3, "line"), "not-paired"),
    (PAIRED, GamePlayed(1, 1, 0, 1, 2, 1, "line"), "game-played"),
    (
        apply_event(PAIRED, GamePlayed(1, 1, 1, 1, 2, 1, "line")),
        GamePlayed(1, 1, 1, 2, 1, 0, "no-moves"),
        "game-played",
    ),
    (PAIRED, ProgramChanged(9, "j02", "0" * 64), "unknown-player"),
    (PAIRED, ProgramChanged(2, "../j02", "0" * 64), "name-impossible"),
    (PAIRED, ProgramChanged(2, ".j02", "0" * 64), "name-impossible"),
    (PAIRED, ProgramChanged(2, "", "0" * 64), "name-impossible"),
    (PAIRED, ProgramChanged(2, "j02", "beef"), "name-impossible"),
    (SECOND, ResultCorrected(9, 1, 1, 2, WIN), "unknown-round"),
    (SECOND, ResultCorrected(1, 3, 1, 2, WIN), "unknown-table"),
    (SECOND, ResultCorrected(1, 1, 1, 3, WIN), "not-paired"),
    (SECOND, ResultCorrected(1, 1, 1, 2, Result(64, 1)), "result-impossible"),
    (FILLED, SeatsTaken((1, 1)), "unknown-player"),
    (FILLED, SeatsTaken((1, 9)), "unknown-player"),
    (PAIRED, RoundClosed(1, (5,)), "round-not-complete"),
    (FILLED, RoundClosed(2, (5,)), "other-round"),
    (FILLED, RoundClosed(1, ()), "not-present"),
    (FILLED, RoundClosed(1, (5, 1)), "not-present"),
    (leave(FILLED, 5), RoundClosed(1, ()), "not-present"),
    (NEW, RoundReopened(1), "unknown-round"),
    (THIRD, RoundReopened(1), "unknown-round"),
    (seated(SECOND, "1-3"), RoundReopened(1), "round-started"),
    (replay([ByeGiven(2, 5)], SECOND), RoundReopened(1), "round-started"),
    (NEW, FinalBegun(1, (1, 2)), "no-round-closed"),
    (SECOND, FinalBegun(1, (1, 2)), "other-round"),
    (seated(SECOND, "1-3"), FinalBegun(2, (1, 2)), "round-started"),
    (SECOND, FinalBegun(2, (1,)), "unknown-player"),
    (SECOND, FinalBegun(2, (1, 1)), "unknown-player"),
    (SECOND, FinalBegun(2, (1, 9)), "unknown-player"),
    (SECOND, FinalBegun(2, (1, 5)), "not-present"),
    (SECOND, FinalBegun(2, (1, 2), third=(3,)), "not-paired"),
    (SECOND, FinalBegun(2, (1, 2), 0), "number-impossible"),
    (replay([FinalBegun(2, (1, 2))], SECOND), FinalBegun(2, (1, 2)), "final-begun"),
    (replay([FinalBegun(2, (1, 2))], SECOND), RoundReopened(1), "final-begun"),
]


def test_every_kind_of_fact_but_the_undoing_has_a_rule() -> None:
    assert POSSIBLE.keys() == EVENT_TYPES.keys() - {"Undone"}
    for name, (hall, event) in POSSIBLE.items():
        assert type(event).__name__ == name
        assert apply_event(hall, event) != hall


@pytest.mark.parametrize(
    ("hall", "event", "reason"),
    IMPOSSIBLE,
    ids=[f"{type(event).__name__}-{reason}" for _, event, reason in IMPOSSIBLE],
)
def test_a_fact_that_cannot_follow_is_refused_by_kind_and_reason(
    hall: Tournament, event: Event, reason: str
) -> None:
    with pytest.raises(EventImpossible) as refused:
        apply_event(hall, event)

    assert refused.value.facts == {"kind": type(event).__name__, "reason": reason}
