"""Rating lists over many tournaments: published arithmetic, no order, no lost game."""

from __future__ import annotations

from math import inf
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.builders import enter, played, tournament

from ronde.model.player import Player
from ronde.standings.rating_lists import (
    METHODS,
    Event,
    ListedGame,
    by_name,
    by_number,
    elo_list,
    events_of,
    likelihood_list,
    sortable_date,
)

NAMES = ("ANNE", "BRUNO", "CLARA", "DENIS")


def event(name: str, date: str, *games: tuple[str, str, int], ratings: dict[str, int] | None = None) -> Event:
    cards = {key: Player(at, key, rating=(ratings or {}).get(key, 0)) for at, key in enumerate(NAMES, 1)}
    return Event(name, date, tuple(ListedGame(*game) for game in games), cards)


RATED = {"ANNE": 1613, "BRUNO": 1609, "CLARA": 1477, "DENIS": 1388}


def test_a_period_moves_ratings_by_fides_arithmetic() -> None:
    one = event("Open", "2026-01-01", ("ANNE", "BRUNO", 0), ("ANNE", "CLARA", 1), ratings=RATED)
    entries = {entry.key: entry for entry in elo_list([one])}

    # 20 x (0 - 0.51 + 0.5 - 0.68), rounded away from zero
    assert entries["ANNE"].rating == 1613 - 14
    assert entries["BRUNO"].rating == 1609 + 10
    assert entries["CLARA"].rating == 1477 + 4
    assert "DENIS" not in entries


def test_who_has_no_rating_begins_with_his_performance() -> None:
    one = event("Open", "2026-01-01", ("ANNE", "BRUNO", 2), ("CLARA", "ANNE", 0), ratings=RATED | {"ANNE": 0})
    entries = {entry.key: entry for entry in elo_list([one])}

    assert entries["ANNE"].rating == (1609 + 1477) / 2 + 800
    assert entries["BRUNO"].rating == 1609, "a game with somebody unrated moves nobody who has a rating"


def test_the_next_period_begins_where_the_last_ended() -> None:
    one = event("Spring", "2026-03-01", ("ANNE", "BRUNO", 0), ratings=RATED)
    two = event("Autumn", "2026-10-01", ("BRUNO", "ANNE", 2), ratings=RATED)
    anne = next(entry for entry in elo_list([two, one]) if entry.key == "ANNE")

    assert [point.event for point in anne.history] == ["Spring", "Autumn"]
    assert anne.history[0].rating == 1613 - 10
    assert anne.rating < anne.history[0].rating
    assert (anne.games, anne.points) == (2, 0)


@pytest.mark.parametrize(
    ("written", "sorts"),
    [
        ("5/11/2026", "2026-11-05"),
        ("05-11-2026", "2026-11-05"),
        ("Sat 7.11.2026", "2026-11-07"),
        ("2026-11-05", "2026-11-05"),
        ("2026-2-1", "2026-02-01"),
        ("", ""),
        ("spring", "spring"),
    ],
)
def test_dates_sort_however_they_are_written(written: str, sorts: str) -> None:
    assert sortable_date(written) == sorts


def test_tournaments_come_in_the_order_of_their_days() -> None:
    late = event("A", "2/12/2025", ("ANNE", "BRUNO", 2), ratings=RATED)
    early = event("B", "15/11/2025", ("ANNE", "BRUNO", 0), ratings=RATED)
    anne = next(entry for entry in elo_list([late, early]) if entry.key == "ANNE")

    assert [point.event for point in anne.history] == ["B", "A"]


def test_by_likelihood_the_average_is_1500_and_errors_shrink() -> None:
    few = event("One", "2026-01-01", *[("ANNE", "BRUNO", 2), ("BRUNO", "ANNE", 2)] * 3)
    many = event("Two", "2026-02-01", *[("ANNE", "BRUNO", 2), ("BRUNO", "ANNE", 2)] * 50)
    short, long = likelihood_list([few]), likelihood_list([few, many])

    assert sum(entry.rating for entry in long) / len(long) == pytest.approx(1500)
    assert long[0].error < short[0].error


def test_the_same_name_or_the_same_number_is_the_same_person() -> None:
    one, two = Player(7, "LEFÈVRE", "Zoé"), Player(7, "Lefevre", "ZOE")

    assert by_name(one) == by_name(two)
    assert by_number(one) == by_number(two) == "7"


games = st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES), st.integers(0, 2)).filter(
    lambda game: game[0] != game[1]
)
events = st.lists(
    st.tuples(st.sampled_from(["A", "B"]), st.sampled_from(["2026-01-01", "2/1/2026", ""]), st.lists(games)),
    max_size=5,
)


@given(events, st.sampled_from(sorted(METHODS)), st.randoms(use_true_random=False))
def test_the_order_in_which_files_are_given_has_no_part_in_it(
    played: list[tuple[str, str, list[tuple[str, str, int]]]], method: str, chance: Random
) -> None:
    handed = [event(name, date, *rows) for name, date, rows in played]
    shuffled = chance.sample(handed, len(handed))
    one, other = METHODS[method](handed), METHODS[method](shuffled)

    assert [entry.key for entry in one] == [entry.key for entry in other]
    for entry, again in zip(one, other, strict=True):
        assert entry.rating == pytest.approx(again.rating, abs=1e-3)


@given(events)
def test_every_game_is_counted_once_for_both(
    played: list[tuple[str, str, list[tuple[str, str, int]]]],
) -> None:
    handed = [event(name, date, *rows) for name, date, rows in played]
    total = sum(len(one.games) for one in handed)
    for method in METHODS.values():
        entries = method(handed)
        assert sum(entry.games for entry in entries) == 2 * total
        assert sum(entry.points for entry in entries) == total


def test_who_was_once_listed_at_2400_keeps_the_k_of_10_below_it() -> None:
    listed = {"ANNE": 2401, "BRUNO": 2401}
    spring = event("Spring", "2026-03-01", ("ANNE", "BRUNO", 0), ratings=listed)
    autumn = event("Autumn", "2026-10-01", ("ANNE", "BRUNO", 0), ratings=listed)
    anne = next(entry for entry in elo_list([spring, autumn]) if entry.key == "ANNE")

    assert [point.rating for point in anne.history] == [2396, 2391]


def test_who_came_with_a_rating_is_not_new_where_his_card_has_none() -> None:
    spring = event("Spring", "2026-03-01", ("ANNE", "BRUNO", 1), ratings={"ANNE": 1600, "BRUNO": 1600})
    autumn = event("Autumn", "2026-10-01", ("ANNE", "BRUNO", 2))
    anne = next(entry for entry in elo_list([spring, autumn]) if entry.key == "ANNE")

    assert anne.rating == 1610, "20 x (1 - 0.5): the K of 40 is for those new to the list"


def test_two_cards_of_one_tournament_are_two_people() -> None:
    players = (Player(1, "DOE", "Jane"), Player(2, "Döe", "JANE"), Player(3, "ROE"), Player(4, "POE"))
    [found] = events_of([played(enter(tournament(0), *players), "1-2:40 3-4:40")])

    assert set(found.cards) == {"doe jane\n1", "doe jane\n2", "roe", "poe"}
    assert all(game.first != game.second for game in found.games)
    assert len(likelihood_list([found])) == 4


def test_namesakes_keep_their_numbers_in_every_tournament() -> None:
    both = played(enter(tournament(0), Player(1, "DOE"), Player(2, "DOE")), "1-2:40")
    one = played(enter(tournament(0), Player(2, "DOE"), Player(3, "ROE")), "2-3:40")
    doe = {entry.player.id: entry for entry in likelihood_list(events_of([one, both]))}

    assert {number: entry.games for number, entry in doe.items()} == {1: 1, 2: 2, 3: 1}


def test_nobody_is_called_like_the_second_of_two_namesakes() -> None:
    players = (Player(1, "DOE"), Player(2, "DOE"), Player(3, "DOE 1"), Player(4, "DOE 2"))
    [found] = events_of([played(enter(tournament(0), *players), "1-3:40 2-4:40")])

    assert len(found.cards) == 4
    assert len(likelihood_list([found])) == 4


def test_by_likelihood_the_last_of_a_history_is_the_rating_and_lies_inside() -> None:
    early = event("A", "2025-01-01", ("ANNE", "BRUNO", 2), ("BRUNO", "ANNE", 1), ("CLARA", "BRUNO", 2))
    late = event("B", "2025-02-01", ("ANNE", "CLARA", 1), ("DENIS", "CLARA", 0), ("BRUNO", "DENIS", 2))
    for entry in likelihood_list([late, early]):
        assert entry.history[-1].rating == entry.rating
        assert entry.low is not None
        assert entry.high is not None
        assert entry.low <= entry.rating <= entry.high
        assert (entry.low == -inf) == (entry.points == 0)
        assert (entry.high == inf) == (entry.points == entry.games)


def test_by_likelihood_everybody_but_the_last_has_a_chance_to_be_better_than_the_next() -> None:
    both = [("ANNE", "BRUNO", 2), ("BRUNO", "ANNE", 0)] * 9
    found = likelihood_list([event("Open", "", *both, ("BRUNO", "CLARA", 1), ("CLARA", "BRUNO", 1))])

    assert found[0].key == "ANNE"
    assert found[0].superiority is not None
    assert 0.95 < found[0].superiority < 1
    assert found[-1].superiority is None
