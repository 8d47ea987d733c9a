"""What PAPP's files cannot say of the settings is kept in a note."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ronde.formats.papp.config_writer import KEY, settings_note, settings_with, without_comment
from ronde.model.settings import Settings

PLAIN = without_comment(Settings(profile="papp"))


def test_what_papp_can_say_needs_no_note() -> None:
    assert settings_note(PLAIN) == {}
    assert settings_with(PLAIN, {}) == PLAIN


def test_the_rest_comes_back_from_the_note() -> None:
    settings = replace(PLAIN, tiebreaks=("buchholz", "discs"), cap=None)

    assert settings_with(without_comment(settings), settings_note(settings)) == settings


def test_where_papps_files_were_changed_they_win() -> None:
    note = settings_note(replace(PLAIN, cap=None))
    changed = replace(PLAIN, rounds=PLAIN.rounds + 2)

    assert settings_with(changed, note) == replace(changed, cap=None)


@pytest.mark.parametrize("lost", ["x", {"tiebreaks": 7}, {"system": "chess"}, {"rounds": -3}, {"unknown": 1}])
def test_a_note_that_makes_no_sense_adds_nothing(lost: object) -> None:
    assert settings_with(PLAIN, {KEY: lost}) == PLAIN
