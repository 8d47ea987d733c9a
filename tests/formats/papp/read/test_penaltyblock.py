"""The block of penalties."""

from __future__ import annotations

from tests.formats.papp.read.configs import config

from ronde.model.settings import ColourPenalties, FloatPenalties, Penalties, RepetitionPenalties


def test_a_block_of_penalties_starts_from_nothing() -> None:
    read = config("penalites { };").penalties

    assert read == Penalties(
        ColourPenalties((0,), 0), FloatPenalties((0,), 0, 0), RepetitionPenalties(0, 0, 0, 0), (0,), (0,)
    )


def test_words_for_the_same_penalty_are_synonyms() -> None:
    read = config("penalite { Flottement: 1+ demi-point = 9; cumule = 3; anti-cumule = 2; };").penalties

    assert read.float == FloatPenalties((0, 9), 3, 2)


def test_an_entry_without_plus_beyond_the_table_lengthens_it() -> None:
    read = config("penalites { Couleur: 1+ fois = 5; 8 fois = 7; 9+ fois = 9; };").penalties

    assert read.colour.imbalance == (0, 5, 5, 5, 5, 5, 5, 5, 7, 9)
