"""The actions of the desk on the web: every one has an address, and a reason where it cannot be had."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.storage.halls import hall

from ronde.app.actions import ACTIONS
from ronde.formats.pages.door import ICONS
from ronde.i18n.door import LANGUAGES
from ronde.web.desk.menu import ICON_NAMES, MORE, PLACES, POSTED, offers
from ronde.web.server.open_tournament import OpenTournament


@pytest.fixture
def held(tmp_path: Path) -> Iterator[OpenTournament]:
    opened = OpenTournament("open", hall(tmp_path / "open.ronde"))
    yield opened
    opened.leave()


def test_every_action_of_the_terminal_has_an_address() -> None:
    assert {action.name for action in ACTIONS} == PLACES.keys()
    assert set(POSTED) <= PLACES.keys()
    assert not PLACES.keys() & MORE.keys()


def test_every_action_has_a_picture() -> None:
    assert ICON_NAMES.keys() == PLACES.keys() | MORE.keys()
    assert set(ICON_NAMES.values()) <= ICONS.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_action_that_cannot_be_had_says_why(held: OpenTournament, language: str) -> None:
    made = {offer.name: offer for offer in offers(held, language)}

    assert made["reopen"].reason
    assert not made["enter"].reason
    assert all(offer.label and offer.place.startswith("/") for offer in made.values())


@pytest.mark.parametrize(
    ("language", "word"), [("en", "absent"), ("fr", "absent"), ("de", "abwesend"), ("nl", "afwezig")]
)
def test_the_word_absent_finds_who_leaves_and_who_returns(
    held: OpenTournament, language: str, word: str
) -> None:
    found = {offer.name for offer in offers(held, language) if word in offer.words.lower()}

    assert {"leave", "return"} <= found


def test_the_path_is_the_address_without_its_question(held: OpenTournament) -> None:
    made = {offer.name: offer for offer in offers(held, "en")}

    assert made["leave"].path == "/desk/open/players"
    assert made["results"].path == "/desk/open"
