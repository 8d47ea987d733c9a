"""The words of the lists, in four languages."""

from __future__ import annotations

import pytest

from ronde.formats.keizerforclubs.codes import WITHOUT_GAME, ResultCode, State
from ronde.formats.keizerforclubs.words import LANGUAGES, Words


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_every_result_and_state_has_a_word(words: Words) -> None:
    assert words.states.keys() == set(State)
    assert words.reasons.keys() == set(WITHOUT_GAME)
    for code in ResultCode:
        assert isinstance(words.result(code), str)
    for code in WITHOUT_GAME:
        assert 0 < len(words.short(code)) <= 4
