"""The names of the rounds of a cup."""

from __future__ import annotations

import pytest
from tests.web.public.cups import begun

from ronde.core.bracket import CupSettings
from ronde.i18n.door import LANGUAGES
from ronde.web.public.bracket import bracket
from ronde.web.public.cup_words import round_titles, section_title

CUPS = (CupSettings(), CupSettings(third_place=True), CupSettings(consolation=True), CupSettings(double=True))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cup", CUPS, ids=["plain", "third", "all", "double"])
def test_every_round_of_every_section_has_a_name(language: str, cup: CupSettings) -> None:
    for part in bracket(begun(8, cup)).parts:
        titles = round_titles(part, language, double=cup.double)
        assert len(titles) == len(part.rounds)
        assert all(titles)
        assert section_title(part.section, language, double=cup.double)


def test_the_last_rounds_of_eight_have_their_own_names() -> None:
    (main,) = bracket(begun(8)).parts

    assert round_titles(main, "en", double=False) == ["Quarter-finals", "Semi-finals", "Final"]
