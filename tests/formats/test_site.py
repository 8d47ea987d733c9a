"""A tournament as a folder of pages."""

from __future__ import annotations

import re

import pytest
from tests.support.builders import tournament

from ronde.core.player import Player
from ronde.formats.site import SHEET, embed_line, site
from ronde.i18n.door import LANGUAGES

HALL = tournament(4, ["1-2:40 3-4:20"], "1-3 2-4")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_of_every_page_is_a_file_of_the_folder(language: str) -> None:
    files = site(HALL, language)

    for name, data in files.items():
        if name.endswith(".html"):
            assert f'<html lang="{language}">' in data.decode()
            for link in re.findall(r'href="([^"]+)"', data.decode()):
                assert link in files, f"{name}: {link}"


def test_names_are_stable_and_a_new_round_only_adds_a_page() -> None:
    later = tournament(4, ["1-2:40 3-4:20", "1-3:= 2-4:33"], "1-4 2-3")

    assert set(site(later, "en")) - set(site(HALL, "en")) == {"round-3.html"}


def test_nothing_a_name_holds_becomes_markup_and_nothing_is_fetched() -> None:
    hall = tournament([Player(1, "<b>EVIL</b>"), Player(2, 'O"Neil')], ["1-2:40"])
    text = b"".join(site(hall, "en").values()).decode()

    assert "<b>EVIL" not in text
    assert "http" not in text


def test_a_club_may_bring_its_own_sheet() -> None:
    assert site(HALL, "en")["style.css"] == SHEET.encode()
    assert site(HALL, "en", "body { color: red }")["style.css"] == b"body { color: red }"


def test_a_tournament_without_players_has_an_index_too() -> None:
    assert "index.html" in site(tournament(0), "en")


def test_the_line_to_embed_escapes_its_address() -> None:
    assert "x&quot;y" in embed_line('x"y')
