from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.support.builders import leave, tournament
from tests.support.papp_states import FOLDERS, folder_tournament, history, load

from ronde.model.errors import UnknownRound
from ronde.model.events import Event, PlayerEntered, SeatsTaken, TournamentOpened
from ronde.model.player import Player
from ronde.model.replay import replay
from ronde.model.result import BOARDS, write_number
from ronde.model.settings import Settings
from ronde.model.tournament import Tournament
from ronde.render.text import tiebreak_text
from ronde.systems import moves, rank_number, standings
from ronde.systems.standings import withdrawn_rows

ROUNDS = [
    (folder, number)
    for folder in FOLDERS
    for number in range(1, len(load(folder / "expected.json")["standings_after_round"]) + 1)
]


def order(hall: Tournament, upto: int | None = None) -> list[int]:
    return [row.player for row in standings(hall, upto).rows]


def test_before_the_first_round_everybody_shares_the_first_place_in_the_order_of_names() -> None:
    hall = tournament([Player(1, "ROE"), Player(2, "doe"), Player(3, "MOE")])

    table = standings(hall)

    assert table.after == 0
    assert [row.player for row in table.rows] == [2, 3, 1]
    assert [row.place for row in table.rows] == [1, 1, 1]
    assert [row.rank for row in table.rows] == [1, 2, 3]


def test_nobody_makes_an_empty_table() -> None:
    assert standings(tournament(0)).rows == ()


def test_points_come_first_then_the_tie_breaks_then_discs_then_names() -> None:
    cards = [Player(1, "A"), Player(2, "D"), Player(3, "C"), Player(4, "B"), Player(5, "E"), Player(6, "F")]
    hall = tournament(cards, ["1-2:= 3-4:40 5-6:41"], settings=Settings(brightwell=6))

    assert order(hall) == [5, 3, 1, 2, 4, 6]
    assert [row.place for row in standings(hall).rows] == [1, 1, 3, 3, 5, 5]
    assert [row.points for row in standings(hall).rows] == [1, 1, 0.5, 0.5, 0, 0]


def test_the_place_is_shared_by_all_with_the_same_points_whatever_their_tie_break() -> None:
    rows = standings(tournament(4, ["1-2:40 3-4:50"])).rows

    assert [(row.player, row.place, row.rank) for row in rows] == [(3, 1, 1), (1, 1, 2), (2, 3, 3), (4, 3, 4)]


def test_pages_number_every_row_and_share_a_place_only_where_rules_do() -> None:
    told = tournament(2, ["1-2:="])
    cup = replace(told, settings=replace(told.settings, system="cup"))
    rows = standings(told).rows

    assert [row.place for row in rows] == [1, 1]
    assert [rank_number(row, told) for row in rows] == [1, 2]
    assert [rank_number(row, cup) for row in rows] == [1, 1]


def test_names_are_compared_without_regard_to_case_and_namesakes_by_number() -> None:
    cards = [Player(3, "bob"), Player(2, "BOB"), Player(1, "Carl"), Player(4, "ana")]

    assert order(tournament(cards)) == [4, 2, 3, 1]


def test_the_tie_breaks_decide_in_the_order_of_the_settings() -> None:
    """1 and 2 have a point each: 1 won against nobody's equal with many discs, 2 with the second colour."""
    rounds = ["1-3:60 4-2:30"]

    assert order(tournament(4, rounds, settings=Settings(tiebreaks=("discs", "wins-second"))))[0] == 1
    assert order(tournament(4, rounds, settings=Settings(tiebreaks=("wins-second", "discs"))))[0] == 2


def test_without_tie_breaks_the_discs_decide() -> None:
    hall = tournament(4, ["1-2:40 3-4:50"], settings=Settings(tiebreaks=()))

    assert order(hall) == [3, 1, 2, 4]
    assert standings(hall).rows[0].tiebreaks == {}


def test_the_rows_carry_every_tie_break_of_the_settings() -> None:
    hall = tournament(2, ["1-2:40"], settings=Settings(tiebreaks=("wins", "buchholz")))

    assert standings(hall).rows[0].tiebreaks == {"wins": 1, "buchholz": 0}
    assert standings(hall).rows[0].discs == 40


def test_the_standings_of_an_open_round_are_those_after_the_last_closed_one() -> None:
    closed = tournament(4, ["1-2:40 3-4:50"])
    playing = tournament(4, ["1-2:40 3-4:50"], current="1-3:0 2-4:64")

    assert standings(playing) == standings(closed)


def test_the_standings_after_an_earlier_round_forget_the_later_ones() -> None:
    hall = tournament(4, ["1-2:40 3-4:50", "4-3:64 2-1:64"])

    assert standings(hall, 1) == standings(tournament(4, ["1-2:40 3-4:50"]))
    assert standings(hall, 0).after == 0
    assert standings(hall).after == standings(hall, 2).after == 2
    assert order(hall) != order(hall, 1)


@pytest.mark.parametrize("number", [-1, 2, 99])
def test_standings_after_a_round_that_is_not_closed_are_refused(number: int) -> None:
    with pytest.raises(UnknownRound) as refused:
        standings(tournament(2, ["1-2:40"]), number)

    assert refused.value.facts == {"round": number, "last": 1}


def test_who_has_left_stays_in_the_table() -> None:
    hall = leave(tournament(4, ["1-2:40 3-4:50"]), 3)

    assert set(order(hall)) == {1, 2, 3, 4}


def test_the_order_of_registration_does_not_matter() -> None:
    cards = [Player(number, f"P{number}") for number in (4, 2, 3, 1)]
    rounds = ["1-2:= 3-4:=", "1-3:= 2-4:="]

    assert order(tournament(cards, rounds)) == order(tournament(4, rounds)) == [1, 2, 3, 4]


def known_then(folder: Path, number: int) -> Tournament:
    """The golden tournament as it was when round `number` was confirmed, absences and all."""
    expected = load(folder / "expected.json")
    rows = expected["standings_after_round"][str(number)]
    end = folder_tournament(folder)
    then = {row["id"]: not row["left"] for row in rows}
    known = expected.get("rounds_as_known_when_this_round_was_confirmed", {})
    rounds = known.get(str(number), expected["tournament"]["rounds_played"][:number])
    cards = [card for player, card in end.players.items() if player in then]
    facts: list[Event] = [TournamentOpened(end.name, end.date, end.settings)]
    facts += [PlayerEntered(replace(card), 1) for card in cards]
    return replay(facts + history(rounds, [card.id for card in cards], then))


def golden_row(row: dict[str, Any]) -> tuple[int, int, str, str]:
    return row["id"], row["place"], row["points"], row["tiebreak"]


@pytest.mark.parametrize(("folder", "number"), ROUNDS, ids=lambda value: getattr(value, "name", value))
def test_the_standings_papp_wrote_when_a_round_was_confirmed_are_ours(folder: Path, number: int) -> None:
    expected = load(folder / "expected.json")["standings_after_round"][str(number)]

    table = standings(known_then(folder, number))

    ours = [
        (row.player, row.place, write_number(row.points), tiebreak_text(row.tiebreaks["brightwell"]))
        for row in table.rows
    ]
    assert ours == [golden_row(row) for row in expected]


def test_the_goldens_have_corrections_withdrawals_and_late_comers() -> None:
    folder = next(folder for folder in FOLDERS if folder.name.startswith("03"))
    expected = load(folder / "expected.json")

    early = known_then(folder, 1)

    assert len(early.players) < len(expected["tournament"]["registration_order"])
    assert standings(early) != standings(folder_tournament(folder), 1)


@pytest.mark.parametrize(
    ("value", "shown"), [(442.75, "442.7"), (285.5, "285.5"), (297.0, "297"), (0.05, "0")]
)
def test_tie_breaks_are_shown_with_one_decimal_at_most_and_cut(value: float, shown: str) -> None:
    assert tiebreak_text(value) == shown


def test_changes_are_places_gained() -> None:
    hall = tournament(4, ["1-2:40 3-4:40", "3-1:64 4-2:64"])

    assert moves(standings(hall, 1).rows, standings(hall, 2).rows)[3] >= 0
    assert sum(moves(standings(hall, 1).rows, standings(hall, 2).rows).values()) == 0


def _round_robin(*rounds: str, players: int = 5) -> Tournament:
    settings = Settings(system="berger", board=BOARDS["chess"])
    return tournament(players, list(rounds), settings=settings)


def test_who_leaves_a_round_robin_of_chess_before_half_has_no_place() -> None:
    hall = _round_robin("1-2:1 3-4:1", "3-1:1 4-2:1", players=4)
    hall = replay([SeatsTaken((1, 2, 3, 4))], hall)
    assert [(row.player, row.half_points) for row in standings(hall).rows][:2] == [(3, 4), (1, 2)]

    later = leave(hall, 3)
    assert len(standings(later).rows) == 4  # two of three games

    early = leave(tournament_after_one(), 1)
    assert [(row.player, row.half_points) for row in standings(early).rows] == [(3, 2), (4, 0), (2, 0)]
    assert [row.rank for row in withdrawn_rows(early, 1)] == [0]


def tournament_after_one() -> Tournament:
    return replay([SeatsTaken((1, 2, 3, 4))], _round_robin("1-2:1 3-4:1", players=4))


def test_the_free_round_of_an_odd_round_robin_of_chess_pays_nothing() -> None:
    hall = _round_robin("1-4:1 2-3:1", players=5)
    hall = replay([SeatsTaken((1, 2, 3, 4, 5, 0))], hall)

    points = {row.player: row.half_points for row in standings(hall).rows}

    assert points == {1: 2, 2: 2, 3: 0, 4: 0, 5: 0}
