"""A configuration that is written is read again."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.papp.read.configs import config

from ronde.formats.papp import PappConfig, config_for, usual_config, write_config
from ronde.formats.papp.config import FileNames
from ronde.model.settings import (
    CAP,
    ColourPenalties,
    FloatPenalties,
    Penalties,
    RepetitionPenalties,
    Settings,
    Zone,
)


def test_the_default_penalties_are_written_and_read_as_they_are() -> None:
    assert config(write_config(PappConfig())).penalties == Penalties()


def test_the_configuration_for_an_arbiter_without_one_has_zones_for_newcomers() -> None:
    """Those of programs and of everybody in the configuration that PAPP was distributed with."""
    zones = config(write_config(usual_config())).zones

    assert zones == (Zone(3200, 3349, "PG"), Zone(9000, 9500))


prices = st.integers(0, CAP)


tables = st.lists(prices, max_size=30).map(lambda values: (0, *sorted(values)))


rounds = st.lists(prices, min_size=1, max_size=20).map(tuple)


@settings(max_examples=25)
@given(tables, tables, rounds, rounds, st.tuples(*[prices] * 6))
def test_any_penalties_survive_the_configuration(
    colour: tuple[int, ...],
    floats: tuple[int, ...],
    chauvinism: tuple[int, ...],
    elitism: tuple[int, ...],
    single: tuple[int, ...],
) -> None:
    smallest = floats[1] if len(floats) > 1 else 0
    wanted = Penalties(
        ColourPenalties(colour, single[0]),
        FloatPenalties(floats, single[1], smallest // 2),
        RepetitionPenalties(*single[2:]),
        chauvinism,
        elitism,
    )
    tidy = config_for(Settings(penalties=wanted), PappConfig())

    assert config(write_config(tidy)) == tidy
    for index in range(40):
        assert (
            tidy.penalties.colour.imbalance[min(index, len(tidy.penalties.colour.imbalance) - 1)]
            == (colour[min(index, len(colour) - 1)])
        )


texts = st.text(st.characters(exclude_characters='"\r\n\ufeff', exclude_categories=("Cs", "Cc")), max_size=20)


@settings(max_examples=25)
@given(texts, st.booleans(), st.booleans(), st.integers(0, 9), texts)
def test_any_options_survive_the_configuration(
    name: str, yes: bool, immediate: bool, copies: int, other: str
) -> None:
    wanted = replace(
        PappConfig(),
        country=other.strip(),
        xml=yes,
        subfolder=not yes,
        immediate=immediate,
        copies=copies,
        files=FileNames(pairings=name, results=other),
        zones=(Zone(1, 5, name),),
        colours=("A" + name, "B" + other),
    )

    assert config(write_config(wanted)) == wanted
