"""Around the page: the last remarks, and the menu in words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from rich.text import Text
from tests.terminal.talking import conversation, typed

from ronde.app.keys import SMALL_MENU
from ronde.i18n import LANGUAGES, say
from ronde.model.decisions.rounds import change_settings
from ronde.render.text import width
from ronde.terminal.widgets import header, last_remarks, menu_line


def remarks(*texts: str) -> list[Text]:
    return [Text(text) for text in texts]


def test_the_last_remark_is_always_in_sight() -> None:
    long = "a sentence that takes two lines of a narrow window"

    assert last_remarks(remarks("one", "two", "three", "four"), 60).plain == "two\nthree\nfour"
    assert last_remarks(remarks("one", long, "four"), 30).plain == f"{long}\nfour"
    assert last_remarks(remarks(long, long, "four"), 30).plain == f"{long}\nfour"
    assert last_remarks(remarks("one", f"{long} {long} {long}"), 20).plain == f"{long} {long} {long}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("columns", "most"), [(80, 3), (60, 5), (120, 2)])
def test_the_menu_in_words_is_short_and_leaves_nothing_out(
    columns: int, most: int, language: str, tmp_path: Path
) -> None:
    lines = menu_line(conversation(tmp_path, language=language), columns - 2).plain.split("\n")

    assert len(lines) <= most
    assert max(map(width, lines)) <= columns - 2
    told = "\n".join(lines)
    for action in SMALL_MENU:
        assert f"{action.key.upper()} {say(f'menu.{action.name}', language)}" in told


def test_above_the_page_stands_that_the_tournament_is_over(tmp_path: Path) -> None:
    at = conversation(tmp_path, rounds=1)
    typed(at, "a", "r", "?", "!", "", "x")

    assert header(at, 80).plain.endswith("finished")


def test_above_a_narrow_page_the_start_of_the_round_is_whole(tmp_path: Path) -> None:
    at = conversation(tmp_path, language="fr")
    settings = replace(at.tournament.settings, times=("2026-12-05 09:30",))
    at.desk.act("arbiter", change_settings, settings=settings)

    assert "inscriptions" in header(at, 120).plain
    assert header(at, 60).plain.endswith("samedi 5 décembre 2026 à 9\xa0h\xa030")
    assert width(header(at, 60).plain) <= 60
