"""The bill of a draw."""

from __future__ import annotations

import pytest

from ronde.render import charts


@pytest.mark.parametrize(
    ("cost", "tint"), [(0, ""), (99, ""), (100, "h2"), (20_000, "h3"), (2_000_000, "h4")]
)
def test_a_price_is_tinted_by_its_decade(cost: int, tint: str) -> None:
    assert charts.cost_class(cost) == tint


def test_a_rule_that_asks_nothing_has_no_bar() -> None:
    assert charts.cost_bars([("colour", 40), ("float", 20_000), ("same", 0)], "").count("<rect") == 2
