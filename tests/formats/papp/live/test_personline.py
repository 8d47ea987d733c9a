"""One person's line changes, and nothing else: whatever stands around it, in whatever encoding."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ronde.formats.papp.comments import read_notes
from ronde.formats.papp.players import PappPeople, read_players
from ronde.formats.papp.players_files import appended, line_of, with_card, without
from ronde.formats.papp.stored_folder import known_players
from ronde.formats.papp.tokens import SourceText
from ronde.model.player import Player

WHO = 50
ENDINGS = st.sampled_from(["\n", "\r\n", "\r"])
ENCODINGS = st.sampled_from(["utf-8", "latin-1", "cp850"])
LETTERS = st.text("aé ô'`%#_<>{}12,;\"", max_size=12)
COMMENTS = st.builds("".join, st.tuples(st.sampled_from(["% ", "# ", "%", "#-"]), LETTERS)).filter(
    lambda line: not line.startswith(("%_", "#_", "%!", "%ronde "))
)
OTHERS = st.integers(100, 999).map(lambda number: f"  {number} OTHER, Odd %_<1200> 'paid up é")
LINES = st.one_of(
    COMMENTS,
    OTHERS,
    st.sampled_from(["", "   ", "pays = GBR", "Pays = FRA", "Federation Française", "%_ 50 {SWE}"]),
)
OURS = st.sampled_from(
    [
        "50 WHO, Ann",
        "  50 WHO, Ann {IRL}",
        "000050\tWHO, Ann {IRL} <1500>",
        "50 WHO, Ann %_{IRL} %_<1500> % paid é",
        "50 WHO, Ann <1500> 'paid up é",
        "50 WHO, Ann\t`payé à Évry",
        "\ufeff50 WHO, Ann",
        "50 WHO, Ann # note",
        "50 WHÔ, Ànn {IRL}",
    ]
)
CHANGES = st.sampled_from(
    [
        {"rating": 1777},
        {"rating": 0},
        {"name": "WHÔ"},
        {"name": "DE LA TOUR", "first_name": "Éva Maria"},
        {"first_name": "(Author B)"},
        {"comment": "another, one"},
        {"club": "Évry", "categories": ("U18", "W")},
        {"name": "X", "rating": -5, "comment": "c d"},
    ]
)


def people(data: bytes) -> dict[int, Player]:
    base = PappPeople()
    read_players(SourceText.of("joueurs", data), base)
    return known_players(base, read_notes(base.notes), "FRA")


def unique(lines: list[str]) -> list[str]:
    seen: set[str] = set()
    kept = []
    for line in lines:
        number = line.split()[0] if "OTHER" in line else ""
        if number not in seen or not number:
            kept.append(line)
            seen.add(number)
    return kept


def encoded(text: str, encoding: str) -> bytes:
    return text.encode("utf-8" if "\ufeff" in text else encoding)


@settings(max_examples=25)
@given(st.lists(LINES, max_size=5), OURS, st.lists(LINES, max_size=5), ENDINGS, ENCODINGS, CHANGES)
def test_all_bytes_but_those_of_the_person_stay(
    above: list[str], line: str, below: list[str], ending: str, encoding: str, change: dict[str, object]
) -> None:
    lines = unique([*above, "\0", *below])
    at = lines.index("\0")
    before = b"".join(encoded(one + ending, encoding) for one in lines[:at])
    ours = encoded(line + ending, encoding)
    after = b"".join(encoded(one + ending, encoding) for one in lines[at + 1 :])
    data = before + ours + after
    known = people(data)
    card = known[WHO]
    wanted = replace(card, **change)  # type: ignore[arg-type]

    changed = with_card(data, card, wanted, "FRA")

    assert changed.startswith(before)
    assert changed.endswith(after)
    assert people(changed) == known | {WHO: wanted}
    assert people(with_card(changed, wanted, card, "FRA")) == known, "and back again"


@given(st.lists(LINES, max_size=5), OURS, st.lists(LINES, max_size=5), ENDINGS, ENCODINGS)
def test_a_person_who_is_taken_out_takes_nobody_along(
    above: list[str], line: str, below: list[str], ending: str, encoding: str
) -> None:
    lines = unique([*above, "\0", *below])
    at = lines.index("\0")
    before, after = (
        b"".join(encoded(one + ending, encoding) for one in part) for part in (lines[:at], lines[at + 1 :])
    )

    assert without(before + encoded(line + ending, encoding) + after, WHO) == before + after


@given(st.lists(st.one_of(LINES, OURS), max_size=5), ENDINGS, ENCODINGS)
def test_what_is_appended_leaves_everything_before_it(lines: list[str], ending: str, encoding: str) -> None:
    data = b"".join(encoded(one + ending, encoding) for one in lines)
    tail = appended(data, "   7 NEW, Nan\n").removeprefix(data)

    assert tail == b"   7 NEW, Nan" + (ending if lines else "\n").encode()


def test_what_is_appended_stands_before_the_end_of_what_is_read() -> None:
    data = b"1 ONE, Al\n__eof__\nold stuff\n"

    assert appended(data, "2 TWO, Bo\n") == b"1 ONE, Al\n2 TWO, Bo\n__eof__\nold stuff\n"


@pytest.mark.parametrize("data", [b"", b"51 WHO\n", b"% 50 WHO\n", b"50 {SWE}\n", b"__eof__\n50 WHO\n"])
def test_who_is_not_there_has_no_line(data: bytes) -> None:
    assert line_of(data, WHO) is None
    assert without(data, WHO) == data
