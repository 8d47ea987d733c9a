"""Spreads of strengths, weighted by their likelihood."""

from __future__ import annotations

from math import inf, log

import numpy as np
import pytest

from ronde.standings.likelihood import SCALE, Bout, Mixture, Posterior, Surface, normal_cdf

FIELD = Surface([Bout("A", "B", 6, 1, 3), Bout("B", "C", 5, 0, 5), Bout("C", "A", 2, 2, 6)])


def test_the_bell_curve_has_half_of_itself_on_each_side() -> None:
    assert normal_cdf(0) == 0.5
    assert normal_cdf(1.959964) == pytest.approx(0.975, abs=1e-6)


def test_quantiles_of_one_bell_are_those_of_the_table() -> None:
    one, mixture = Posterior(FIELD, 1.0), Mixture(FIELD, SCALE)
    mean, error = one.normals[0]

    assert mixture.quantile(0, 0.5) == pytest.approx(mean, abs=1e-4)
    assert mixture.quantile(0, 0.975) == pytest.approx(mean + 1.959964 * error, abs=1e-4)


def test_quantiles_rise_with_their_share() -> None:
    mixture = Mixture(FIELD)
    found = [mixture.quantile(1, share / 20) for share in range(1, 20)]

    assert found == sorted(found)


def test_an_even_field_is_likelier_narrow_and_a_lopsided_one_wide() -> None:
    pairs = [(one, two) for one in "ABCDEF" for two in "ABCDEF" if one != two]
    even = Mixture(Surface([Bout(one, two, 5, 0, 5) for one, two in pairs]))
    steep = Mixture(
        Surface([Bout(one, two, *((10, 0, 0) if one < two else (0, 0, 10))) for one, two in pairs])
    )

    assert SCALE * even.spread < 120
    assert SCALE * steep.spread > 500


def test_the_likelihood_of_a_spread_is_that_of_the_whole_integral() -> None:
    """One drawn pair: the integral over both strengths and the advantage, by summing up."""
    surface = Surface([Bout("A", "B", 3, 0, 1), Bout("B", "A", 1, 0, 3)])
    narrow, wide = Posterior(surface, 0.8), Posterior(surface, 1.6)

    def whole(spread: float) -> float:
        steps = [step / 4 for step in range(-24, 25)]
        heights = [
            surface.height(np.array([a, b, c, 0.0]), spread) for a in steps for b in steps for c in steps[::4]
        ]
        doubt = (log(spread * SCALE / 300) / log(2.5)) ** 2 / 2
        top = max(heights)
        return top + log(sum(2.718281828 ** (height - top) for height in heights)) - doubt

    assert wide.likelihood - narrow.likelihood == pytest.approx(whole(1.6) - whole(0.8), abs=0.1)


def test_where_nothing_is_supposed_nothing_is_weighed() -> None:
    mixture = Mixture(FIELD, inf)

    assert mixture.spread == inf
    assert 0.5 < mixture.better(0, 2) < 1
    assert mixture.better(0, 2) + mixture.better(2, 0) == pytest.approx(1)


def test_very_many_players_leave_no_doubt_about_their_spread() -> None:
    """Each of 152 beats the next but one and loses to the next, so that all are equal."""
    ring = [Bout(one, (one + gap) % 152, 2 - gap, 0, gap - 1) for one in range(152) for gap in (1, 2)]
    mixture = Mixture(Surface(ring))

    assert SCALE * mixture.spread < 150
    assert mixture.better(0, 76) == pytest.approx(0.5, abs=0.02)
