"""The settings of a KeizerForClubs file, there and back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.formats.keizerforclubs.archive import SHIPPED_CHANCE, Config, read_settings, write_settings
from ronde.model.system_settings import COLOUR_LIMITS, RANDOM_STEPS, RATIOS, KeizerSettings, Shares

keizers = st.builds(
    KeizerSettings,
    ratio=st.sampled_from(RATIOS),
    normalised=st.booleans(),
    shares=st.builds(Shares, club=st.integers(0, 100), bye=st.integers(0, 100), loss=st.integers(0, 100)),
    fade_own=st.booleans(),
    repeat_distance=st.integers(0, 60),
    fair_bye=st.booleans(),
    colour_limit=st.sampled_from(COLOUR_LIMITS),
    first_round_random=st.sampled_from(RANDOM_STEPS),
    estimates=st.booleans(),
    language=st.sampled_from(["", "en", "fr", "de", "nl"]),
)


@given(keizers, st.integers(1, 99))
def test_what_is_written_is_read_again(keizer: KeizerSettings, rounds: int) -> None:
    settings, _ = read_settings(Config({}), rounds)
    settings = replace(settings, keizer=keizer, rounds=rounds)
    again, odd = read_settings(Config(write_settings(settings, "Club", "en")), 1)

    assert odd == []
    assert again == replace(settings, keizer=replace(keizer, language=keizer.language or "en"))


def test_an_empty_table_has_what_the_program_ships() -> None:
    settings, odd = read_settings(Config({}), 1)

    assert odd == []
    assert settings.keizer.first_round_random == SHIPPED_CHANCE


@pytest.mark.parametrize(
    ("key", "entry"),
    [
        ("OPTION.RatioFirst2Last", (None, 2.71)),
        ("BONUS.Freilos", (None, 150.0)),
        ("OPTION.TimeBonus", ("nonsense (", None)),
    ],
)
def test_a_value_that_cannot_be_taken_over_is_named(key: str, entry: tuple[str | None, float | None]) -> None:
    _, odd = read_settings(Config({key: entry}), 1)

    assert [one.split(" = ")[0] for one in odd] == [key]


def test_numbers_that_are_none_are_as_usual() -> None:
    config = Config({"a": (None, float("nan")), "b": ("x", None), "c": (None, 0.0)})

    assert (config.number("a", 7), config.number("b", 7), config.number("c", 7)) == (7, 7, 0)
    assert config.text("b", "y") == "x"
    assert not config.flag("c", True)
