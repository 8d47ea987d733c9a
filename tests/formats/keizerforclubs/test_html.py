"""The lists as web pages."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from tests.formats.keizerforclubs.season import FOOTER, season

from ronde.formats.keizerforclubs.lists import KEIZER_CSS, club_css, club_head, html_page
from ronde.formats.keizerforclubs.tables import crosstable_sheet, standings_sheet
from ronde.formats.keizerforclubs.words import LANGUAGES
from ronde.model.settings import PublicSettings

SHEET = standings_sheet(season(), 2, LANGUAGES["en"])


def test_a_page_has_the_ids_and_classes_that_club_pages_look_for() -> None:
    page = html_page(SHEET, FOOTER, KEIZER_CSS)

    for mark in (
        "id='kfc-Test-stand-2'",
        "kfc-wrapper-04",
        "kfc-place-0",
        "kfc-place-n",
        "<col class='kfc-col4'",
    ):
        assert mark in page
    assert KEIZER_CSS in page
    assert "kfc-exwrapper" in html_page(crosstable_sheet(season(), 2, LANGUAGES["en"]), FOOTER)


@given(st.text(alphabet="<>&'\"ab"))
def test_a_name_is_never_markup(name: str) -> None:
    page = html_page(replace(SHEET, rows=(("1.", name, "1", "1"),)), FOOTER)
    plain = html_page(replace(SHEET, rows=(("1.", "x", "1", "1"),)), FOOTER)

    assert page.count("<") == plain.count("<")


def test_the_clubs_sheet_follows_ours_and_its_name_and_logo_stand_above() -> None:
    public = PublicSettings(
        "Rook <& Co", "#7a1f5c", "data:image/png;base64,AAAA", css=".kfc-h1 { color: red }"
    )
    page = html_page(SHEET, FOOTER, club_css(public), club_head(public))

    assert club_css(public).startswith(KEIZER_CSS)
    assert "#7a1f5c" in club_css(public)
    assert ".kfc-h1 { color: red }" in page
    assert "Rook &lt;&amp; Co" in page
    assert "src='data:image/png;base64,AAAA'" in page
    assert club_head(PublicSettings()) == ""
