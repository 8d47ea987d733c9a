from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.papp.mutation import HEADER, READERS, SPICE, corpus, mutated

INPUTS = 1_000
"""Damaged files for each of the four readers, besides those of Hypothesis."""


@pytest.mark.parametrize("kind", READERS)
def test_a_damaged_file_is_read_or_refused(kind: str) -> None:
    seeds, chance, read = corpus(kind), random.Random(kind), READERS[kind]
    for _ in range(INPUTS):
        read(mutated(seeds, chance))


@pytest.mark.parametrize("kind", READERS)
def test_any_bytes_are_read_or_refused(kind: str) -> None:
    pieces = st.lists(st.sampled_from(SPICE), max_size=40).map(b" ".join)

    @settings(max_examples=60, deadline=None)
    @given(st.one_of(st.binary(max_size=200), pieces))
    def check(data: bytes) -> None:
        READERS[kind](data)

    check()


STATEMENTS = st.one_of(
    st.builds("& {}1 {}2 {}3;".format, *[st.sampled_from("+-")] * 3),
    st.builds("({} {});".format, *[st.integers(1, 4)] * 2),
    st.builds("({} {} {});".format, *[st.integers(1, 4)] * 2, st.sampled_from([0, 32, 40.5, 64, 70])),
    st.builds("({} 40 {} 24);".format, *[st.integers(1, 4)] * 2),
    st.sampled_from(
        [
            "& +4;",
            "raz-couplage;",
            "ronde-suivante;",
            "ronde-suivante;",
            "table-toutes-rondes [4] = { -1 2 3 1 };",
            "score-bip = 0/1;",
            "score-bip = 24/64;",
            '%ronde {"round":1,"results":[[1,2,0,0,"unplayed"]],"absent":{"3":"excused"},"tables":{"1":7}}',
            '%ronde {"forbidden":[[1,2],[3,3],[1]],"settings":{"profile":"ronde","cap":null}}',
        ]
    ),
)


@settings(max_examples=80, deadline=None)
@given(st.lists(STATEMENTS, max_size=25))
def test_any_statements_are_a_tournament_or_refused(statements: list[str]) -> None:
    lines = ["& +1 +2 +3;", *statements]

    READERS["workfile"](HEADER + "\n".join(lines).encode())
