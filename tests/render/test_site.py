"""A tournament as a folder of pages."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from tests.support.builders import leave, tournament, with_settings

from ronde.i18n import LANGUAGES
from ronde.model.player import FideCard, Player
from ronde.model.settings import PublicSettings, usual_settings
from ronde.model.system_settings import KeizerSettings
from ronde.render.site import SHEET, embed_line, site, site_names

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


def test_the_names_can_be_told_without_making_the_pages() -> None:
    logo = "data:image/png;base64,iVBORw0KGgo="
    dressed = with_settings(
        HALL, public=PublicSettings(logo=logo), keizer=KeizerSettings(categories="U8=Young")
    )

    for hall in (HALL, dressed, tournament(0)):
        assert site_names(hall) == list(site(hall, "en"))


def test_nothing_a_name_holds_becomes_markup_and_nothing_is_fetched() -> None:
    hall = tournament([Player(1, "<b>EVIL</b>"), Player(2, 'O"Neil')], ["1-2:40"])
    text = b"".join(site(hall, "en").values()).decode()

    assert "<b>EVIL" not in text
    assert "http" not in text


def test_letters_that_are_no_whole_picture_are_left_out() -> None:
    dressed = with_settings(HALL, public=PublicSettings(logo="data:image/png;base64,iVBOR"))

    assert site_names(dressed) == list(site(dressed, "en")) == site_names(HALL)


LOGO = (
    "data:image/png;base64,"
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def test_the_pages_wear_the_clubs_name_logo_colour_and_sheet() -> None:
    public = PublicSettings("Chess & Go", "#7a1f5c", LOGO, css="body { color: red }")
    files = site(with_settings(HALL, public=public), "en")
    sheet, index = files["style.css"].decode(), files["index.html"].decode()

    assert site(HALL, "en")["style.css"] == SHEET.encode()
    assert sheet.startswith(SHEET)
    assert "#7a1f5c" in sheet
    assert sheet.endswith("body { color: red }")
    assert "Chess &amp; Go" in index
    assert 'src="logo.png"' in index
    assert files["logo.png"].startswith(b"\x89PNG")


def test_every_category_has_standings_with_a_podium_of_its_own() -> None:
    cards = [Player(at, f"P{at}", categories=("w",) if at in (2, 3) else ()) for at in range(1, 5)]
    settings = replace(usual_settings("keizer"), keizer=KeizerSettings(categories="w=Women & girls"))
    files = site(tournament(cards, ["1-2:1 3-4:1"], settings=settings), "en")
    page = files["standings-w.html"].decode()

    assert "Women &amp; girls" in page
    assert 'href="standings-w.html"' in files["index.html"].decode()
    assert re.search(r'<ol class="podium"><li><b>P3</b></li><li><b>P2</b>', page)
    assert ">P1<" not in page


def test_every_group_of_the_settings_has_a_page_that_keeps_the_day_of_birth_to_itself() -> None:
    cards = [Player(at, f"P{at}", fide=FideCard(birth=f"{2010 + at}/03/09")) for at in range(1, 5)]
    hall = with_settings(
        tournament(cards, ["1-2:40 3-4:20"]), groups=("U12",), public=PublicSettings(minors=True)
    )  # in 2024
    files = site(hall, "en")
    (page,) = (name for name in files if name not in site(with_settings(hall, groups=()), "en"))
    text = files[page].decode()

    assert site_names(hall) == list(files)
    assert "U12" in text
    assert re.findall(r"<td>(P\d)</td>", text) == ["P4", "P2", "P3"]
    assert not any(b"/03/09" in data for data in files.values())


def test_a_group_keeps_its_members_where_minors_have_an_initial() -> None:
    cards = [Player(at, f"P{at}", "Ann", fide=FideCard(birth=f"{2010 + at}/03/09")) for at in range(1, 5)]
    hall = with_settings(tournament(cards, ["1-2:40 3-4:20"]), groups=("U12",))
    page = next(data.decode() for name, data in site(hall, "en").items() if b"U12" in data and "-" in name)

    assert re.findall(r"<td>([^<]*\(\d\))</td>", page) == ["Ann P. (4)", "Ann P. (2)", "Ann P. (3)"]


def test_an_abbreviation_from_a_strangers_file_names_no_file_elsewhere() -> None:
    odd = ("x/../../../outside", "..", "a\\b", "A" * 41, "é")
    cards = [Player(at, f"P{at}", categories=(short,)) for at, short in enumerate(odd, 1)]
    hall = tournament(cards, [])

    names = [name for name in site(hall, "en") if name.startswith("standings-")]
    assert len(set(names)) == len(odd)
    assert all(re.fullmatch(r"standings-[0-9a-f]{12}\.html", name) for name in names)


def test_a_round_tells_who_is_away_but_not_why_and_the_table_who_has_withdrawn() -> None:
    hall = tournament(6, ["1-2:1 3-4:1 5:away"], settings=usual_settings("keizer"))
    hall = leave(hall, 6)
    files = site(hall, "en")

    assert re.search("P5</td><td>absent", files["round-1.html"].decode())
    assert "Withdrawn: P6" in files["standings.html"].decode()


def test_a_tournament_without_players_has_an_index_too() -> None:
    assert "index.html" in site(tournament(0), "en")


def test_the_line_to_embed_escapes_its_address() -> None:
    assert "x&quot;y" in embed_line('x"y')
