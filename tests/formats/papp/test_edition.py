"""The version of PAPP that is followed, and its words."""

from __future__ import annotations

import pytest

from ronde.formats.papp import VERSIONS, Edition
from ronde.i18n import LANGUAGES
from ronde.model.result import Board


@pytest.mark.parametrize("version", VERSIONS)
def test_a_file_is_signed_with_the_version_it_follows(version: str) -> None:
    edition = Edition(version)

    assert edition.creator == f"PAPP {version}"
    assert edition.before_1_37 == (version == "1.36")


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_have_plain_spaces_and_quote_what_they_are_given(language: str) -> None:
    told = Edition(language=language).say("sheet", player="DOE {x} (7)", round=3)

    assert "DOE {x} (7)" in told
    assert "\u00a0" not in told


def test_colours_are_those_of_the_language_unless_they_were_chosen() -> None:
    assert Edition(language="fr").colours(Board()) != Edition(language="en").colours(Board())
    assert Edition().colours(Board(colours=("red", "blue"))) == ("red", "blue")
