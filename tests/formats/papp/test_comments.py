from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ronde.formats.papp.comments import (
    absence_of,
    forbidden_of,
    numbers_of,
    read_notes,
    results_of,
    title_with,
    write_note,
)
from ronde.formats.papp.config_writer import settings_note, settings_with, without_comment
from ronde.formats.papp.statements import PappGame
from ronde.formats.papp.tokens import Token, tokens
from ronde.model.player import Absence
from ronde.model.settings import Settings

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)
NAMES = ("player", "round", "name", "settings", "results", "tables", "absent", "forbidden", "country")


def test_a_note_is_a_comment_to_papp_and_a_token_to_us() -> None:
    line = write_note({"name": "Été \n"})

    assert line.startswith("%ronde ")
    assert line.isascii()
    assert [token.kind for token in tokens(line)] == ["note", "end"]


@settings(max_examples=40)
@given(st.dictionaries(st.sampled_from(NAMES), JSON, max_size=5))
def test_no_note_is_ever_a_reason_to_stop(note: dict[str, Any]) -> None:
    folder_notes = read_notes([Token("note", json.dumps(note), 0)])

    for noted in (*folder_notes.rounds.values(), *folder_notes.cards.values(), folder_notes.tournament):
        absence_of(noted, 1)
        forbidden_of(noted)
        numbers_of(noted, [PappGame(1, 2)])
        results_of(noted)
        settings_with(without_comment(Settings()), noted)


@pytest.mark.parametrize("text", ["", "{", "[1]", "7", '"x"', "[" * 5000, '{"round":1'])
def test_what_is_no_note_is_a_comment(text: str) -> None:
    folder_notes = read_notes([Token("note", text, 0)])

    assert (folder_notes.tournament, folder_notes.cards, folder_notes.rounds) == ({}, {}, {})


def test_reasons_and_tables_are_noted() -> None:
    note = {"round": 2, "absent": {"5": "excused", "6": "asleep"}, "tables": {"1": 4}}

    assert absence_of(note, 5) is Absence.EXCUSED
    assert absence_of(note, 6) is None
    assert numbers_of(note, [PappGame(1, 2)]) == {1: 4}
    assert numbers_of(note, [PappGame(1, 2), PappGame(3, 4)]) is None


def test_settings_papp_knows_need_no_note() -> None:
    assert settings_note(without_comment(Settings())) == {}


def test_what_papp_says_of_settings_wins_against_an_old_note() -> None:
    ours = Settings(rounds=200, profile="ronde", tiebreaks=("buchholz",))
    note = settings_note(ours)

    changed = settings_with(Settings(rounds=9, profile="papp", cap=10_000_000), note)

    assert (changed.rounds, changed.profile, changed.tiebreaks) == (9, "ronde", ("buchholz",))
    assert settings_with(without_comment(ours), note) == ours


def test_half_a_character_in_a_note_is_no_name_and_no_crash() -> None:
    assert title_with("name", "Open", {"name": "\ud800"}) == "Open"
