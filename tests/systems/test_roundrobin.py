from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.builders import do, enter, leave, seated, tournament, with_settings
from tests.support.papp_states import FOLDERS, load
from tests.systems.states import state_of

from ronde.model.decisions.players import player_leaves, player_returns, remove_player
from ronde.model.decisions.rounds import close_round, give_bye
from ronde.model.errors import NobodyToPair, RoundsOver
from ronde.model.events import ResultEntered, RoundPaired, SeatsTaken
from ronde.model.player import Absence, Player
from ronde.model.replay import replay
from ronde.model.result import Result
from ronde.model.settings import Settings
from ronde.model.table import Pair
from ronde.model.tournament import Tournament
from ronde.systems.roundrobin import berger_round, first_seats, papp_round, papp_round_robin
from ronde.systems.rounds import complete_round, pair_round, repeats
from ronde.systems.system import RoundPairing

FIDE = {
    4: [
        "1-4 2-3",
        "4-3 1-2",
        "2-4 3-1",
    ],
    6: [
        "1-6 2-5 3-4",
        "6-4 5-3 1-2",
        "2-6 3-1 4-5",
        "6-5 1-4 2-3",
        "3-6 4-2 5-1",
    ],
    8: [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ],
}
"""The Berger tables of FIDE's handbook, C.05, annex 1."""

GOLDEN = {folder.name[:2]: folder for folder in FOLDERS}


def games(drawn: RoundPairing) -> set[tuple[int, int]]:
    return {(pair.first, pair.second) for pair in drawn.tables.values()}


def written(line: str) -> set[tuple[int, int]]:
    return {(int(first), int(second)) for first, second in (word.split("-") for word in line.split())}


def told(played: dict[str, Any]) -> set[tuple[int, int]]:
    return {(game["black"], game["white"]) for game in played["games"]}


def seats_of(folder: Path) -> list[int]:
    """The table as PAPP wrote it in the workfile, its bye of -1 as our empty chair."""
    return [max(seat, 0) for seat in load(folder / "expected.json")["tournament"]["round_robin_table"]]


def all_drawn(hall: Tournament) -> Tournament:
    """The tournament with its open round drawn, all games drawn too, and closed."""
    return played_out(do(hall, complete_round, seed=1))


def played_out(hall: Tournament) -> Tournament:
    """The tournament with all games of its open round drawn, and closed."""
    facts = [ResultEntered(hall.open_round.number, table.number, Result(32, 32)) for table in hall.open_round]
    return do(replay(facts, hall), close_round)


@pytest.mark.parametrize("size", FIDE)
def test_the_berger_tables_are_those_of_the_handbook(size: int) -> None:
    seats = list(range(1, size + 1))

    assert [set(berger_round(seats, turn)) for turn in range(size - 1)] == [
        written(line) for line in FIDE[size]
    ]


@pytest.mark.parametrize("size", [2, 4, 6, 10, 16, 30])
def test_in_a_berger_table_each_two_meet_once_and_colours_balance(size: int) -> None:
    seats = list(range(1, size + 1))

    played = [game for turn in range(size - 1) for game in berger_round(seats, turn)]

    assert Counter(frozenset(game) for game in played) == Counter(
        frozenset(pair) for pair in combinations(seats, 2)
    )
    firsts = Counter(first for first, _ in played)
    assert all(firsts[player] in (size // 2 - 1, size // 2) for player in seats)
    for turn in range(size - 1):
        assert sorted(player for game in berger_round(seats, turn) for player in game) == seats


@pytest.mark.parametrize("system", ["berger", "double-berger"])
@pytest.mark.parametrize("count", [4, 5, 6])
def test_a_tournament_by_berger_is_played_to_its_end_and_no_further(count: int, system: str) -> None:
    even = count + count % 2
    laps = 2 if system == "double-berger" else 1
    hall = tournament(count, settings=Settings(system=system))
    for _ in range(laps * (even - 1)):
        hall = all_drawn(hall)

    met = Counter((table.first, table.second) for closed in hall.closed_rounds for table in closed)
    either_way = Counter(frozenset(game) for game in met.elements())
    assert either_way == {frozenset(pair): laps for pair in combinations(hall.players, 2)}
    if laps == 2:
        assert set(met.values()) == {1}
    byes = Counter(player for closed in hall.closed_rounds for player in closed.byes)
    assert byes == ({} if count == even else dict.fromkeys(hall.players, laps))
    with pytest.raises(RoundsOver) as refused:
        pair_round(hall, seed=1)
    assert refused.value.facts == {"round": laps * (even - 1) + 1, "last": laps * (even - 1)}


def _played(size: int, rounds: int) -> tuple[Tournament, list[set[tuple[int, int]]]]:
    hall = tournament(size, settings=Settings(system="double-berger"))
    for _ in range(rounds):
        hall = all_drawn(hall)
    return hall, [{(table.first, table.second) for table in closed} for closed in hall.closed_rounds]


@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_the_last_two_rounds_of_the_first_cycle_change_places_and_nobody_has_a_colour_thrice(
    size: int,
) -> None:
    hall, rounds = _played(size, 2 * (size - 1))
    cycle = [set(berger_round(tuple(hall.players), turn)) for turn in range(size - 1)]

    assert rounds[: size - 1] == [*cycle[:-2], cycle[-1], cycle[-2]]
    assert rounds[size - 1 :] == [{(second, first) for first, second in games} for games in cycle]
    for player in hall.players:
        colours = "".join("w" if any(player == one for one, _ in games) else "b" for games in rounds)
        assert "www" not in colours
        assert "bbb" not in colours


def test_a_double_round_robin_begun_without_the_exchange_goes_on_so() -> None:
    hall, _ = _played(4, 1)
    second = berger_round(tuple(hall.players), 1)
    tables = {at: Pair(*game) for at, game in enumerate(second, start=1)}
    hall = played_out(replay([RoundPaired(2, tables, None, "berger", 0, 0)], hall))

    assert games(pair_round(hall, seed=1)) == set(berger_round(tuple(hall.players), 2))


def test_a_berger_draw_names_its_system_and_costs_nothing() -> None:
    drawn = pair_round(tournament(4, settings=Settings(system="double-berger")), seed=3)

    assert (drawn.system, drawn.seed, drawn.total, drawn.bye) == ("double-berger", 3, 0, None)
    assert games(drawn) == written(FIDE[4][0])


def test_the_opponent_of_an_absent_player_has_the_bye() -> None:
    drawn = pair_round(leave(tournament(4, settings=Settings(system="berger")), 4), seed=1)

    assert games(drawn) == {(2, 3)}
    assert drawn.bye is not None
    assert drawn.bye.player == 1


def test_the_opponents_of_several_absent_players_are_free_and_the_round_goes_on() -> None:
    hall = leave(tournament(6, settings=Settings(system="berger")), 6, 5)

    drawn = pair_round(hall, seed=1)
    assert games(drawn) == {(3, 4)}
    assert drawn.bye is None

    after = all_drawn(hall)
    assert after.rounds[0].byes == (1, 2)
    assert after.rounds[0].absent == {5: Absence.WITHDRAWN, 6: Absence.WITHDRAWN}


def test_the_schedule_is_made_with_the_first_draw_and_kept() -> None:
    hall = do(tournament(5, settings=Settings(system="berger")), complete_round, seed=1)

    assert hall.seats == first_seats(hall) == (1, 2, 3, 4, 5, 0)
    assert complete_round(leave(tournament(5, settings=Settings(system="berger")), 1), seed=1)[0] == (
        SeatsTaken((1, 2, 3, 4, 5, 0))
    )


def test_whoever_is_erased_later_leaves_the_schedule_of_the_others_alone() -> None:
    away = leave(tournament(4, settings=Settings(system="berger")), 2)
    hall = do(all_drawn(away), remove_player, number=2)

    drawn = pair_round(hall, seed=1)

    assert games(drawn) == {(4, 3)}
    assert drawn.bye is not None
    assert drawn.bye.player == 1


def test_tables_made_by_hand_are_kept_and_their_players_not_drawn_again() -> None:
    drawn = pair_round(tournament(4, current="1-2", settings=Settings(system="berger")), seed=1)

    assert games(drawn) == {(1, 2)}


@pytest.mark.parametrize("system", ["berger", "double-berger"])
def test_a_schedule_of_nobody_is_refused(system: str) -> None:
    with pytest.raises(NobodyToPair):
        pair_round(tournament(0, settings=Settings(system=system)), seed=1)
    with pytest.raises(NobodyToPair) as refused:
        pair_round(leave(tournament(2, settings=Settings(system=system)), 1, 2), seed=1)
    assert refused.value.facts == {"present": 0}


@pytest.mark.parametrize("name", ["05", "06"])
def test_the_rounds_papp_played_come_from_the_seats_of_its_workfile(name: str) -> None:
    seats = seats_of(GOLDEN[name])
    rounds = load(GOLDEN[name] / "expected.json")["tournament"]["rounds_played"]
    whole = [number for number, played in enumerate(rounds) if not played["absent"]]
    assert len(whole) >= 5

    for number in whole:
        drawn = papp_round(seats, number)
        assert {game for game in drawn if 0 not in game} == told(rounds[number])
        byes = [player for game in drawn for player in game if 0 in game and player]
        assert byes == rounds[number]["byes"]


@pytest.mark.parametrize("name", ["05", "06"])
def test_a_round_robin_of_papp_is_played_by_us_round_by_round(name: str) -> None:
    """From round 1 as PAPP paired it: the same seats, rounds, fallback and resumption."""
    known = load(GOLDEN[name] / "expected.json")["tournament"]
    cards = [Player(number, f"P{number}", country=str(number)) for number in known["registration_order"]]
    settings = Settings(rounds=known["rounds"], profile="papp", cap=10_000_000)
    hall = tournament(cards, settings=settings)
    for number, played in enumerate(known["rounds_played"], start=1):
        for player in cards:
            absent = player.id in played["absent"]
            if absent and player.id in hall.present:
                hall = do(hall, player_leaves, number=player.id)
            if not absent and player.id not in hall.present:
                hall = do(hall, player_returns, number=player.id)
        if number > 1:
            drawn = pair_round(hall, seed=number)
            assert drawn.system == ("swiss" if played["absent"] else "round-robin")
            if played["absent"]:
                assert drawn.total <= charged(hall, played)
            else:
                assert games(drawn) == told(played)
                assert played["byes"] == ([drawn.bye.player] if drawn.bye else [])
        line = " ".join(f"{game['black']}-{game['white']}:{game['black_score']}" for game in played["games"])
        hall = do(seated(hall, line), close_round)
        assert list(hall.seats) == seats_of(GOLDEN[name])


def charged(hall: Tournament, played: dict[str, Any]) -> int:
    """What PAPP's pairing would cost us."""
    state = state_of(hall)
    costs = [state.cost(*game) for game in told(played)] + [
        state.bye_cost(player) for player in played["byes"]
    ]
    return sum(min(cost, 10_000_000) for cost in costs)


def test_the_golden_that_falls_back_has_two_such_rounds() -> None:
    rounds = load(GOLDEN["06"] / "expected.json")["tournament"]["rounds_played"]

    assert [bool(played["absent"]) for played in rounds] == [False, False, False, True, True, False, False]


@given(st.integers(1, 9).map(lambda half: 2 * half))
def test_in_the_schedule_of_papp_each_two_meet_once_a_lap_with_other_colours_in_the_next(size: int) -> None:
    seats = list(range(1, size + 1))
    turns = [range(lap * (size - 1), (lap + 1) * (size - 1)) for lap in range(4)]
    laps = [[game for turn in lap for game in papp_round(seats, turn)] for lap in turns]

    for played in laps:
        assert Counter(frozenset(game) for game in played) == Counter(
            frozenset(pair) for pair in combinations(seats, 2)
        )
    assert set(laps[1]) == {(second, first) for first, second in laps[0]}
    assert (set(laps[2]), set(laps[3])) == (set(laps[0]), set(laps[1]))


@given(st.integers(1, 9).map(lambda half: 2 * half))
def test_the_first_round_of_the_schedule_gives_back_the_round_it_was_made_from(size: int) -> None:
    seats = list(range(1, size + 1))
    half = size // 2
    expected = [
        (seats[at], seats[half + at]) if at % 2 == 0 else (seats[half + at], seats[at]) for at in range(half)
    ]

    assert papp_round(seats, 0) == expected


@given(st.integers(2, 9), st.randoms(use_true_random=False))
def test_seats_taken_after_any_first_round_give_that_round_back(count: int, chance: Any) -> None:
    order = list(range(1, count + 1))
    chance.shuffle(order)
    line = " ".join(f"{order[at]}-{order[at + 1]}:=" for at in range(0, count - 1, 2))
    hall = do(tournament(count, current=line, settings=Settings(rounds=count)), close_round)

    first = {game for game in papp_round(hall.seats, 0) if 0 not in game}

    assert first == {(table.first, table.second) for table in hall.rounds[0]}


def seated_hall() -> Tournament:
    """Four players after a first round that made the seats (1, 4, 2, 3)."""
    return do(tournament(4, current="1-2:40 3-4:="), close_round)


def test_the_seats_are_used_when_exactly_their_players_are_here_and_nobody_is_paired() -> None:
    drawn = papp_round_robin(seated_hall(), seed=5)

    assert drawn is not None
    assert (drawn.system, drawn.seed, drawn.total) == ("round-robin", 5, 0)
    assert games(drawn) == set(papp_round((1, 4, 2, 3), 1))


def test_without_seats_or_with_others_here_or_tables_made_the_optimiser_pairs() -> None:
    hall = seated_hall()

    assert papp_round_robin(tournament(4), seed=1) is None
    assert papp_round_robin(leave(hall, 4), seed=1) is None
    assert papp_round_robin(enter(hall, Player(9, "LATE")), seed=1) is None
    assert papp_round_robin(enter(leave(hall, 4), Player(9, "LATE")), seed=1) is None
    assert papp_round_robin(seated(hall, "1-3"), seed=1) is None
    assert papp_round_robin(do(leave(hall, 4), give_bye, player=1), seed=1) is None
    assert pair_round(leave(hall, 4), seed=1).system == "swiss"


def test_the_schedule_resumes_as_if_nothing_had_happened() -> None:
    whole = papp = with_settings(seated_hall(), profile="papp")
    for _ in range(2):
        whole = all_drawn(whole)
    broken = all_drawn(do(papp, player_leaves, number=4))
    broken = do(broken, player_returns, number=4)

    drawn = pair_round(broken, seed=1)

    assert drawn.system == "round-robin"
    assert games(drawn) == {(table.first, table.second) for table in whole.rounds[2]}


def test_more_rounds_than_opponents_go_round_again_with_colours_reversed() -> None:
    hall = do(tournament(4, current="1-2:40 3-4:=", settings=Settings(rounds=6)), close_round)
    for _ in range(5):
        hall = all_drawn(hall)

    rounds = [{(table.first, table.second) for table in closed} for closed in hall.closed_rounds]

    assert rounds[3:] == [{(second, first) for first, second in played} for played in rounds[:3]]


def fallen_back(profile: str) -> Tournament:
    """Golden 06 before its round 6: one was away for two rounds, and is back."""
    known = load(GOLDEN["06"] / "expected.json")["tournament"]
    cards = [Player(number, f"P{number}") for number in known["registration_order"]]
    hall = tournament(cards, settings=Settings(rounds=7, profile=profile))
    for played in known["rounds_played"][:5]:
        for player in hall.players:
            if player in played["absent"] and player in hall.present:
                hall = do(hall, player_leaves, number=player)
        line = " ".join(f"{game['black']}-{game['white']}:{game['black_score']}" for game in played["games"])
        hall = do(seated(hall, line), close_round)
    (away,) = hall.left
    return do(hall, player_returns, number=away)


def test_papp_takes_a_schedule_up_again_and_we_know_which_pairs_it_repeats() -> None:
    hall = fallen_back("papp")
    rounds = load(GOLDEN["06"] / "expected.json")["tournament"]["rounds_played"]
    before = {frozenset(game): number for number in range(5) for game in told(rounds[number])}
    again = {(*game, before[frozenset(game)] + 1) for game in told(rounds[5]) if frozenset(game) in before}

    assert games(pair_round(hall, seed=1)) == told(rounds[5])
    assert again
    assert set(repeats(hall)) == again


def test_in_our_own_profile_a_schedule_that_was_left_is_not_taken_up_again() -> None:
    hall = fallen_back("ronde")

    drawn = pair_round(hall, seed=1)

    assert (drawn.system, repeats(hall)) == ("swiss", [])
    met = {frozenset((table.first, table.second)) for one in hall.closed_rounds for table in one}
    assert not met & {frozenset(game) for game in games(drawn)}


@pytest.mark.parametrize("profile", ["papp", "ronde"])
def test_a_second_lap_is_no_repetition(profile: str) -> None:
    hall = tournament(4, settings=Settings(rounds=6, profile=profile))
    for _ in range(6):
        assert repeats(hall) == []
        hall = all_drawn(hall)

    systems = [played.system for played in hall.closed_rounds]
    assert systems == ["swiss", *["round-robin"] * 5]
