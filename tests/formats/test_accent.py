"""A club's colour can always be read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.formats.accent import contrast, shades

COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


@given(COLOURS)
def test_every_colour_gets_shades_that_are_read_in_both_themes(accent: str) -> None:
    found = shades(accent)

    assert min(contrast(found.light, ground) for ground in ("#ffffff", "#f6f4ef", "#efece5")) >= 4.5
    assert min(contrast(found.dark, ground) for ground in ("#151a17", "#0e1210", "#1e2521")) >= 4.5
    assert contrast(found.light, found.on_light) >= 4.5
    assert contrast(found.dark, found.on_dark) >= 4.5


@pytest.mark.parametrize("accent", ["#0d6b46", "#1d5aa3", "#7a1f1f"])
def test_a_colour_that_is_read_stays_as_it_is(accent: str) -> None:
    assert shades(accent).light == accent


def test_black_on_white_is_the_greatest_contrast() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
