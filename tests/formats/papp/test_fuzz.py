from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.papp.mutation import READERS, SPICE, corpus, mutated

INPUTS = 5_000
"""For each of the four readers, beside those hypothesis invents."""


@pytest.mark.parametrize("kind", READERS)
def test_a_damaged_file_is_read_or_refused(kind: str) -> None:
    seeds, chance, read = corpus(kind), random.Random(kind), READERS[kind]
    for _ in range(INPUTS):
        read(mutated(seeds, chance))


@pytest.mark.parametrize("kind", READERS)
def test_any_bytes_are_read_or_refused(kind: str) -> None:
    pieces = st.lists(st.sampled_from(SPICE), max_size=40).map(b" ".join)

    @settings(max_examples=250, deadline=None)
    @given(st.one_of(st.binary(max_size=200), pieces))
    def check(data: bytes) -> None:
        READERS[kind](data)

    check()
