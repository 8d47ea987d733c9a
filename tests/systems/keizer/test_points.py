"""Keizer standings, held against the real KeizerForClubs and against themselves."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import keizer_states as golden
from tests.support.builders import do
from tests.systems.keizer.keizer_law import random_hall
from tests.systems.keizer.test_pairing import club, evening

from ronde.model.decisions.players import change_player, enter_player, remove_player
from ronde.model.decisions.rounds import close_round, correct_result
from ronde.model.errors import NumberFixed
from ronde.model.events import AbsencePlanned, PlayerLeft, ResultEntered, TableAdded
from ronde.model.player import Absence, Player
from ronde.model.replay import replay
from ronde.model.result import Result
from ronde.model.table import Pair
from ronde.model.tournament import Tournament
from ronde.systems import (
    KINDS,
    crosstable,
    frozen_values,
    keizer_places,
    keizer_table,
    rank_values,
    single,
    standings,
)
from ronde.systems.keizer.standings import close_and_freeze
from ronde.systems.rounds import complete_round

FILES = {path.stem[:3]: path for path in golden.TOURNAMENTS}


def reading(hall: Tournament, values: str) -> Tournament:
    keizer = replace(hall.settings.keizer, values=values)
    return replace(hall, settings=replace(hall.settings, keizer=keizer))


@pytest.mark.parametrize("name", FILES)
def test_every_table_of_the_real_program_is_ours_to_the_last_bit(name: str) -> None:
    for evening_ in golden.evenings(golden.load(FILES[name])):
        known = evening_.golden["after"]
        table = keizer_table(evening_.closed)
        assert [
            (
                row.place,
                row.player,
                row.shown,
                row.total,
                row.half_points / 2,
                row.value,
                row.rank,
                row.rank_value,
            )
            for row in table.standing
        ] == [
            (
                row["place"],
                row["id"],
                row["shown"],
                row["keizer_points"],
                row["game_points"],
                single(row["rank_pb"]),
                row["pairing_rank"],
                single(row["value_by_pairing_rank"]),
            )
            for row in known["standings"]
        ]
        assert sorted(row.player for row in table.rows if not row.place) == known["withdrawn"]


@pytest.mark.parametrize("values", ["frozen", "recomputed", "fixed-point"])
@pytest.mark.parametrize("name", FILES)
def test_totals_are_the_sums_of_their_sources_and_places_of_all_rounds_those_of_each(
    name: str, values: str
) -> None:
    *_, last = golden.evenings(golden.load(FILES[name]))
    hall = reading(last.closed, values)
    tables = [keizer_table(hall, after) for after in range(1, len(hall.closed_rounds) + 1)]

    for table in tables:
        for row in table.rows:
            assert row.total == single(sum(source.points for source in row.sources))
    assert keizer_places(hall) == [{row.player: row.place for row in table.standing} for table in tables]
    assert keizer_places(hall, len(tables)) == keizer_places(hall)[-1:]


@pytest.mark.parametrize("name", FILES)
def test_every_game_and_absence_of_every_round_is_worth_what_it_was(name: str) -> None:
    for evening_ in golden.evenings(golden.load(FILES[name])):
        table = keizer_table(evening_.closed)
        ours = {
            (source.round, row.player): source.points
            for row in table.rows
            for source in row.sources
            if source.round
        }
        theirs: dict[tuple[int, int], float] = {}
        rows = evening_.golden["after"].get("game_values")
        if rows is None:
            continue  # k32 does not tell them
        for number, _, white, black, white_points, black_points in rows:
            theirs[number, white] = single(white_points)
            if black > 0:
                theirs[number, black] = single(black_points)
        assert ours == theirs


@pytest.mark.parametrize("name", FILES)
def test_recomputed_values_are_the_real_programs_without_its_stored_tables(name: str) -> None:
    known = golden.load(FILES[name])
    hall = golden.final(known)
    if known["rounds"][-1]["outcome"] != "ok":
        hall = golden.next_states(known, hall)
    anew = known["full_recalculation"]

    rows = keizer_table(reading(hall, "recomputed")).standing

    assert [(row.place, row.player, row.total, row.value, row.rank) for row in rows] == [
        (row["place"], row["id"], row["keizer_points"], single(row["rank_pb"]), row["pairing_rank"])
        for row in anew["standings"]
    ]
    same = [row.player for row in rows] == [row.player for row in keizer_table(hall).standing]
    assert same or not anew["same_as_incremental"]


@pytest.mark.parametrize("name", FILES)
def test_without_frozen_orders_frozen_is_recomputed(name: str) -> None:
    hall = golden.final(golden.load(FILES[name]))
    bare = replace(hall, rounds=tuple(replace(one, values=()) for one in hall.rounds))

    assert keizer_table(bare) == keizer_table(reading(hall, "recomputed"))


def test_a_correction_changes_points_and_not_the_values_of_later_rounds() -> None:
    hall = club(6, repeat_distance=0)
    for _ in range(3):
        hall = evening(hall)
    table = next(iter(hall.closed_rounds[0]))
    wish = {"round": 1, "first": table.first, "second": table.second}
    fixed = do(hall, correct_result, **wish, result=Result(0, 1))

    before, after = keizer_table(hall), keizer_table(fixed)

    assert {row.player: row.value for row in before.rows} == {row.player: row.value for row in after.rows}
    assert {row.player: row.total for row in before.rows} != {row.player: row.total for row in after.rows}
    assert [played.values for played in fixed.rounds] == [played.values for played in hall.rounds]


def test_the_sources_of_a_player_add_up_to_his_total() -> None:
    for path in FILES.values():
        for row in keizer_table(golden.final(golden.load(path))).rows:
            assert single(sum(source.points for source in row.sources)) == row.total
            assert {source.kind for source in row.sources} <= set(KINDS)


@given(st.integers(0, 2**32), st.sampled_from(["frozen", "recomputed", "fixed-point"]))
def test_every_reading_ranks_everybody_once(seed: int, values: str) -> None:
    hall = reading(random_hall(seed, most=12, rounds=6), values)

    table = keizer_table(hall)

    places = sorted(row.place for row in table.rows)
    assert places == list(range(1, len(hall.players) + 1))
    assert sorted(row.rank for row in table.rows) == places
    assert [row.player for row in standings(hall).rows] == list(table.order)


@given(st.integers(0, 2**32))
def test_a_fixed_point_confirms_itself_or_shares_out_the_values_of_a_circle(seed: int) -> None:
    hall = reading(random_hall(seed, most=12, rounds=6), "fixed-point")
    table = keizer_table(hall)
    values = {row.player: row.value for row in table.rows}
    ranked = rank_values(len(table.ranking), hall.settings.keizer)

    confirmed = values == dict(zip(table.ranking, ranked, strict=True))

    assert confirmed or (
        set(values.values()) != set(ranked) and sum(values.values()) == pytest.approx(sum(ranked))
    )


def test_two_players_who_change_places_for_ever_share_their_values() -> None:
    hall = reading(random_hall(6, most=12, rounds=6), "fixed-point")  # a seed that was looked for

    assert [row.value for row in keizer_table(hall).rows] == [1.5, 1.5]


def test_the_fixed_point_of_the_golden_tournaments_is_reached() -> None:
    for path in FILES.values():
        hall = reading(golden.final(golden.load(path)), "fixed-point")
        table = keizer_table(hall)
        values = [row.value for row in sorted(table.standing, key=lambda row: row.rank)]
        assert values == sorted(values, reverse=True)


def test_a_round_paired_by_hand_freezes_its_values_when_it_is_closed() -> None:
    hall = evening(club(4))
    order = frozen_values(hall)
    hall = replay([TableAdded(2, 1, _pair(1, 2)), TableAdded(2, 2, _pair(3, 4))], hall)
    hall = replay([ResultEntered(2, table, Result(1, 0)) for table in (1, 2)], hall)

    assert replay(close_and_freeze(hall), hall).closed_rounds[1].values == order
    assert replay(close_round(hall), hall).closed_rounds[1].values == ()


def _pair(first: int, second: int) -> Pair:
    return Pair(first, second)


def test_an_absence_without_a_reason_counts_as_excused() -> None:
    hall = replay([AbsencePlanned(4, 1, Absence.ABSENT)], club(4))
    hall = evening(hall)

    sources = {row.player: row.sources for row in keizer_table(hall).rows}

    assert [source.kind for source in sources[4]] == ["own", "excused"]


def test_who_has_withdrawn_has_no_place_but_stays_in_the_crosstable() -> None:
    hall = evening(club(4))
    hall = replay([PlayerLeft(2, 2)], hall)

    assert 2 not in [row.player for row in standings(hall).rows]
    assert crosstable(hall).rows[-1].standing.player == 2
    assert crosstable(hall).rows[-1].standing.rank == 0
    kinds = {row.player: row.sources[1].kind for row in keizer_table(hall).rows}
    assert kinds[1].startswith("withdrawn-")
    assert kinds[2] == "out"


def test_a_table_of_nobody_and_of_one() -> None:
    assert keizer_table(club(0)).rows == ()
    for normalised in (False, True):
        hall = evening(club(1, normalised=normalised))
        assert [row.player for row in keizer_table(hall).standing] == [1]


def test_an_old_table_shows_who_counted_when_the_next_round_was_paired() -> None:
    known = golden.load(FILES["k06"])
    hall = golden.final(known)

    for number in range(1, len(hall.closed_rounds)):
        order = keizer_table(hall, number).order
        assert order == hall.rounds[number].values


def test_whoever_came_when_the_next_round_was_drawn_is_not_in_the_table_before_it() -> None:
    hall = evening(club(4))
    before = keizer_table(hall)
    hall = replay(complete_round(hall, seed=1), hall)
    hall = do(hall, enter_player, player=Player(9, "Late", rating=2500))
    hall = replay([ResultEntered(2, table.number, Result(1, 0)) for table in hall.open_round], hall)
    hall = do(hall, close_and_freeze)

    assert keizer_table(hall, 1) == before
    assert keizer_table(hall, 1).order == hall.closed_rounds[1].values
    assert 9 in keizer_table(hall, 2).order


def test_a_number_given_anew_does_not_inherit_the_row_of_somebody_erased() -> None:
    hall = replay([AbsencePlanned(5, number, Absence.CLUB) for number in (1, 2)], club(5))
    hall = evening(evening(hall))
    assert 5 in hall.closed_rounds[1].values

    hall = do(do(hall, remove_player, number=5), enter_player, player=Player(5, "New", rating=9))

    assert 5 not in hall.closed_rounds[1].values
    assert len(hall.closed_rounds[1].values) == 5
    values = {row.player: row.value for row in keizer_table(hall).standing}
    assert values[5] == rank_values(5, hall.settings.keizer)[-1], "his rank by rating"


def test_a_number_that_a_frozen_order_names_is_fixed() -> None:
    hall = evening(club(5))
    hall = replay([AbsencePlanned(5, 2, Absence.CLUB)], hall)
    hall = replay(complete_round(hall, seed=1), hall)
    bare = replace(hall, rounds=tuple(replace(one, absent={}, byes=()) for one in hall.rounds))

    with pytest.raises(NumberFixed):
        change_player(bare, number=5, changes={"id": 50})
