"""The actions of the desk on the web: every one has an address, and a reason where it cannot be had."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.storage.halls import hall

from ronde.actions import ACTIONS
from ronde.i18n.door import LANGUAGES
from ronde.web.desk.menu import MORE, PLACES, POSTED, offers
from ronde.web.serving.open_tournament import OpenTournament


@pytest.fixture
def room(tmp_path: Path) -> Iterator[OpenTournament]:
    opened = OpenTournament("open", hall(tmp_path / "open.ronde"))
    yield opened
    opened.leave()


def test_every_action_of_the_terminal_has_an_address() -> None:
    assert {action.name for action in ACTIONS} == PLACES.keys()
    assert set(POSTED) <= PLACES.keys()
    assert not PLACES.keys() & MORE.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_action_that_cannot_be_had_says_why(room: OpenTournament, language: str) -> None:
    made = {offer.name: offer for offer in offers(room, language)}

    assert made["reopen"].reason
    assert not made["enter"].reason
    assert all(offer.label and offer.place.startswith("/") for offer in made.values())


def test_the_path_is_the_address_without_its_question(room: OpenTournament) -> None:
    made = {offer.name: offer for offer in offers(room, "en")}

    assert made["leave"].path == "/desk/open/players"
    assert made["results"].path == "/desk/open"
