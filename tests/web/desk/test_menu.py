"""The actions of the desk on the web: every one has an address, and a reason where it cannot be had."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.store.halls import hall

from ronde.app.keys import ACTIONS
from ronde.i18n import LANGUAGES
from ronde.render.shell import ICONS
from ronde.web.desk.pages import ICON_NAMES, MORE, PLACES, POSTED, menu_actions
from ronde.web.server.live_tournament import LiveTournament


@pytest.fixture
def held(tmp_path: Path) -> Iterator[LiveTournament]:
    opened = LiveTournament("open", hall(tmp_path / "open.ronde"))
    yield opened
    opened.close()


def test_every_action_of_the_terminal_has_an_address() -> None:
    assert {action.name for action in ACTIONS} == PLACES.keys()
    assert set(POSTED) <= PLACES.keys()
    assert not PLACES.keys() & MORE.keys()


def test_every_action_has_a_picture() -> None:
    assert ICON_NAMES.keys() == PLACES.keys() | MORE.keys()
    assert set(ICON_NAMES.values()) <= ICONS.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_action_that_cannot_be_had_says_why(held: LiveTournament, language: str) -> None:
    made = {offer.name: offer for offer in menu_actions(held, language)}

    assert made["reopen"].reason
    assert not made["enter"].reason
    assert all(offer.label and offer.place.startswith("/") for offer in made.values())


@pytest.mark.parametrize(
    ("language", "word"), [("en", "absent"), ("fr", "absent"), ("de", "abwesend"), ("nl", "afwezig")]
)
def test_the_word_absent_finds_who_leaves_and_who_returns(
    held: LiveTournament, language: str, word: str
) -> None:
    found = {offer.name for offer in menu_actions(held, language) if word in offer.words.lower()}

    assert {"leave", "return"} <= found


def test_the_path_is_the_address_without_its_question(held: LiveTournament) -> None:
    made = {offer.name: offer for offer in menu_actions(held, "en")}

    assert made["leave"].path == "/desk/open/players"
    assert made["results"].path == "/desk/open"
