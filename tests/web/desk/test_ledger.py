"""The draw as a ledger."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.support.builders import tournament

from ronde.model.result import Result
from ronde.model.settings import usual_settings
from ronde.model.table import Bye, Pair, Reason, Table
from ronde.model.tournament import Round
from ronde.systems.system import rules
from ronde.web.desk.pairing import COLUMNS, GROUPS, cost_table, pair_kinds, ranks_or_points


def table(number: int, *reasons: Reason) -> Table:
    return Table(number, Pair(2 * number, 2 * number + 1, reasons, sum(reason.cost for reason in reasons)))


def drawn(*tables: Table, bye: Bye | None = None) -> Round:
    return Round(1, {one.number: one for one in tables}, bye=bye)


def test_only_columns_that_cost_something_are_shown_and_their_sums_are_those_of_the_bills() -> None:
    played = replace(table(2, Reason("float", 20_000), Reason("met-in-a-row", 0)), result=Result(33, 31))
    found = cost_table(
        drawn(
            table(1, Reason("colour", 40), Reason("colour-again", 15)),
            played,
            bye=Bye(9, (Reason("float", 500),), 500),
        )
    )

    assert found.columns == ("colour", "float")
    assert found.prices == {1: {"colour": 55}, 2: {"float": 20_000, "again": 0}}
    assert found.bye == {"float": 500}
    assert found.sums["float"] == 20_500
    assert sum(found.sums.values()) == found.total == 20_555


def test_a_rule_nobody_knows_stands_under_other() -> None:
    assert cost_table(drawn(table(1, Reason("of-tomorrow", 7)))).columns == ("other",)


@pytest.mark.parametrize(
    ("price", "heat"), [(0, ""), (99, ""), (100, "h2"), (10_000, "h3"), (1_000_000, "h4")]
)
def test_a_price_is_tinted_by_its_size(price: int, heat: str) -> None:
    assert cost_table(drawn()).heat(price) == heat


def test_every_group_is_a_column_and_every_rule_in_it_exists() -> None:
    assert set(GROUPS.values()) <= set(COLUMNS)
    assert set(GROUPS) <= set(rules())


@pytest.mark.parametrize(
    ("system", "expected"),
    [("keizer", {1: "1.", 2: "2."}), ("swiss", {1: "1", 2: "0"}), ("berger", {}), ("cup", {})],
)
def test_names_stand_beside_what_the_draw_goes_by(system: str, expected: dict[int, str]) -> None:
    before = tournament(2, settings=usual_settings(system, game="chess"))
    after = tournament(2, ["1-2:1"], settings=usual_settings(system, game="chess"))

    assert ranks_or_points(before, "en") == {}
    assert ranks_or_points(after, "en") == expected


def test_pairs_that_float_have_met_or_are_of_one_country_are_counted_whatever_they_cost() -> None:
    hall = tournament(4, ["1-2:40 3-4:40"], "1-2 3-4")
    cards = {
        number: replace(card, country="FRA" if number == 1 else "fra" if number == 2 else "")
        for number, card in hall.players.items()
    }

    assert pair_kinds(replace(hall, players=cards)) == {"float": 2, "again": 2, "country": 1}
    assert pair_kinds(tournament(4, current="1-2 3-4")) == {}


@pytest.mark.parametrize("system", ["keizer", "berger", "cup"])
def test_where_points_do_not_pair_nobody_floats(system: str) -> None:
    hall = tournament(2, ["1-2:1"], "1-2", settings=usual_settings(system, game="chess"))

    assert "float" not in pair_kinds(hall)
