from __future__ import annotations

import pytest
from tests.support.builders import enter, leave, seated, tournament

from ronde.model.errors import UnknownPlayer, UnknownRound, UnknownTable
from ronde.model.events import ResultEntered, RoundClosed, TableAdded
from ronde.model.player import Absence, Player
from ronde.model.replay import replay
from ronde.model.result import Result
from ronde.model.table import Pair
from ronde.model.tournament import Round, Tournament, full_names


def test_a_tournament_has_an_open_first_round_before_anything_happened() -> None:
    hall = Tournament()

    assert hall.open_round == Round(1)
    assert hall.closed_rounds == ()
    assert hall.present == hall.unpaired == ()


def test_the_tables_of_a_round_come_in_order_of_their_numbers() -> None:
    hall = replay(
        [
            TableAdded(1, 7, Pair(1, 2)),
            TableAdded(1, 3, Pair(5, 6)),
            TableAdded(1, 5, Pair(3, 4)),
        ],
        tournament(6),
    )

    assert [table.number for table in hall.open_round] == [3, 5, 7]


def test_a_round_says_who_sits_where_and_which_results_are_missing() -> None:
    current = tournament(5, current="1-2 3-4:40").open_round

    assert {player: table.number for player, table in current.seated.items()} == {1: 1, 2: 1, 3: 2, 4: 2}
    assert [table.number for table in current.missing] == [1]
    assert current.table(2).first == 3
    found = current.table_of(4)
    assert found is not None
    assert found.number == 2
    assert current.table_of(5) is None


def test_an_unknown_table_player_or_round_is_refused_by_its_number() -> None:
    hall = tournament(2, ["1-2:40"])

    with pytest.raises(UnknownTable) as table:
        hall.open_round.table(9)
    with pytest.raises(UnknownPlayer) as player:
        hall.player(9)
    with pytest.raises(UnknownRound) as number:
        hall.round(3)

    assert table.value.facts == {"table": 9, "round": 2}
    assert player.value.facts == {"text": "9"}
    assert number.value.facts == {"round": 3, "last": 2}


@pytest.mark.parametrize("number", [0, -1, 99])
def test_no_round_is_counted_from_the_end(number: int) -> None:
    with pytest.raises(UnknownRound):
        tournament(2, ["1-2:40"]).round(number)


def test_the_open_round_is_the_last_and_all_others_are_closed() -> None:
    hall = tournament(2, ["1-2:40", "2-1:32"])

    assert hall.open_round.number == 3
    assert [played.number for played in hall.closed_rounds] == [1, 2]
    assert all(played.closed for played in hall.closed_rounds)
    assert hall.round(2) is hall.closed_rounds[1]


def test_players_are_present_and_unpaired_in_order_of_registration() -> None:
    hall = tournament([Player(9, "I"), Player(2, "B"), Player(5, "E"), Player(7, "G")])

    assert hall.present == (9, 2, 5, 7)
    assert seated(hall, "5-9").unpaired == (2, 7)


def test_who_left_or_is_away_this_round_is_not_present_and_the_reason_is_known() -> None:
    hall = leave(tournament(4, current="2:away"), 3)

    assert hall.present == (1, 4)
    assert hall.absence(1) is None
    assert hall.absence(2) is Absence.ABSENT
    assert hall.absence(3) is Absence.WITHDRAWN


def test_an_absence_of_one_round_ends_with_it_and_a_leave_does_not() -> None:
    hall = leave(tournament(4, current="2:away"), 3)

    hall = replay(
        [
            TableAdded(1, 1, Pair(1, 4)),
            ResultEntered(1, 1, Result(40, 24)),
            RoundClosed(1, (), {2: Absence.ABSENT, 3: Absence.WITHDRAWN}),
        ],
        hall,
    )

    assert hall.present == (1, 2, 4)


def test_a_late_player_was_not_there_before() -> None:
    hall = enter(tournament(2, ["1-2:40"]), Player(3, "LATE"))

    assert hall.present == (1, 2, 3)
    assert hall.entered[3] == 2


def test_names_are_told_in_the_order_asked() -> None:
    hall = tournament([Player(1, "DOE", "Ana"), Player(2, "ROE", "Bob")])

    assert full_names(hall, [2, 1]) == ["ROE Bob", "DOE Ana"]
    with pytest.raises(UnknownPlayer):
        full_names(hall, [3])
