"""Print and files, by purpose."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.browser.halls import make
from tests.support.in_process import Visitor, in_process

from ronde.i18n import LANGUAGES
from ronde.model.settings import usual_settings
from ronde.model.systems import SYSTEMS


def under(page: str, head: str) -> str:
    """A section of the page, by its head."""
    return next(part for part in page.split("<section")[1:] if f">{head}</h2>" in part)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_export_of_a_system_is_offered_once(system: str, tmp_path: Path) -> None:
    with in_process(make(tmp_path / "open.ronde", usual_settings(system))) as visitor:
        page = visitor.get("/desk/open/export").text

    offered = re.findall(r'href="/desk/open/export/([\w.-]+)"', page)
    assert sorted(offered) == sorted(("file.ronde", *SYSTEMS[system].exports))


def test_files_stand_with_their_purpose(tmp_path: Path) -> None:
    with in_process(make(tmp_path / "open.ronde", usual_settings("dutch"))) as visitor:
        page = visitor.get("/desk/open/export").text

    assert "/t/open/print/pairings?paper=a4" in under(page, "Notice board")
    assert "/t/open/print/slips?paper=a4" in under(page, "Players")
    assert "/export/trf26" in under(page, "Federation")
    assert "/export/trf-engine" in under(page, "Another program")
    assert "/export/file.ronde" in under(page, "Backup")


def test_the_size_of_the_paper_is_chosen_once_for_all_pages(inside: Visitor) -> None:
    for path in ("/desk/open/export", "/t/open/print"):
        assert "paper=letter" not in inside.get(path).text.replace(f'"{path}?paper=letter"', "")
        letter = inside.get(f"{path}?paper=letter").text
        assert "/t/open/print/standings?paper=letter" in letter
        assert "paper=a4" not in letter
        assert "paper=a4" in inside.get(f"{path}?paper=papyrus").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_formats_are_named_below_what_they_contain(inside: Visitor, language: str) -> None:
    page = inside.get("/desk/open/export", Accept_Language=language).text

    assert re.search(r'export/csv" download>[^<]+</a>\s*<p class="quiet">\s*CSV\s*·\s*<a', page)
