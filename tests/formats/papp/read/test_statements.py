"""Pairs are read quickly where they are plainly written, and come out as the slow reader has them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from ronde.formats.papp.statements import ReadFiles, read_commands
from ronde.formats.papp.tokens import SourceText
from ronde.model.errors import FormatError

BASE = frozenset(range(1, 13))
HERE = "& +1 +2 +3 +4 +5 +6 +7 +8 +9 +10 -11;\n"

ids = some.integers(0, 14).map(lambda number: f"{number:06d}")
scores = some.sampled_from(["32", "40", "24", "12.5", "51.5", "32.0", "0", "64", "65", "007", ".5", "3.25"])
pairs = some.one_of(
    some.tuples(ids, ids).map(" ".join),
    some.tuples(ids, ids, scores).map(" ".join),
    some.tuples(ids, scores, ids, scores).map(" ".join),
    some.builds(
        lambda one, other, discs: f"{one} {discs:02d}    {other} {64 - discs:02d}",
        ids, ids, some.integers(0, 64),
    ),
)  # fmt: skip
gaps = some.sampled_from([";", ";\n", " ;\r\n", ";\n\n", ";% a comment\n", ";%ronde {}\n", "", ";;"])
statements = some.one_of(
    some.tuples(pairs, gaps).map(lambda told: f"({told[0]}){told[1]}"),
    some.sampled_from(
        ["raz-couplage;\n", "ronde-suivante;\n", "& -3;", "& +3;", "score-bip = 1/40;", "(", ")"]
    ),
)


def told(text: str) -> object:
    """Everything the page tells but the places, or what is wrong with it."""
    read = ReadFiles()
    try:
        read_commands(SourceText("work", text), read, BASE)
    except FormatError as error:
        return [(problem.key, problem.text) for problem in error.problems]
    rounds_read = [
        (papp_round.present, [game[:4] for game in papp_round.games]) for papp_round in read.state.rounds_read
    ]
    return rounds_read, [game[:4] for game in read.state.games], read.state.here, len(read.notes)


def slowly(text: str) -> str:
    """The same with a blank in each pair that the quick reader does not know."""
    return text.replace("(", "(%_")


@given(some.lists(statements, max_size=12).map("".join))
def test_plain_pairs_and_odd_ones_tell_the_same(text: str) -> None:
    quick, slow = told(HERE + text), told(HERE + slowly(text))
    if isinstance(quick, list) and isinstance(slow, list):
        assert [key for key, _ in quick] == [key for key, _ in slow]
    else:
        assert quick == slow


def test_a_mistake_behind_plain_pairs_is_told_with_its_place() -> None:
    with pytest.raises(FormatError) as error:
        read_commands(SourceText("work", HERE + "(1 2);\n(3 4);\n(5 5 6 58);\n(7 1);\n"), ReadFiles(), BASE)

    places = [(problem.line, problem.column, problem.key) for problem in error.value.problems]
    assert places == [(4, 4, "papp.sum-wrong"), (5, 2, "papp.player-paired")]


def test_the_places_of_plain_pairs_are_kept_for_later_complaints() -> None:
    with pytest.raises(FormatError) as error:
        read_commands(SourceText("work", HERE + "(1 2);\n(3 40 4 24);\nronde-suivante;\n"), ReadFiles(), BASE)

    (problem,) = error.value.problems
    assert (problem.line, problem.column, problem.key) == (2, 2, "papp.result-missing")


def test_notes_between_pairs_are_heard() -> None:
    read = ReadFiles()
    read_commands(SourceText("work", HERE + '(1 2);\n%ronde {"round": 1}\n(3 4);\n'), read, BASE)

    assert [note.text for note in read.notes] == ['{"round": 1}']
    assert len(read.state.games) == 2


def test_nothing_is_read_behind_the_end_of_the_file() -> None:
    read = ReadFiles()
    read_commands(SourceText("work", HERE + "(1 2);\n__eof__\n(3 4); nonsense %ronde {}\n"), read, BASE)

    assert len(read.state.games) == 1
    assert read.notes == []
