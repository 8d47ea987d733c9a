"""The site of the documents: every document has its place, and a dead link is named by its line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from docs.site import build, outline, reading

HOUSE = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("docs") / "site"
    done = subprocess.run(
        [sys.executable, "-m", "docs.site.build", target],
        cwd=HOUSE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return target


def test_every_document_is_in_the_outline_and_every_page_of_the_outline_exists() -> None:
    assert outline.unlisted() == []
    assert [page for page in outline.all_pages() if not (HOUSE / page).exists()] == []


def test_every_picture_and_page_that_a_page_names_is_in_the_folder(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) == len(outline.all_pages())
    for page in pages:
        text = page.read_text("utf-8")
        for mark in ('src="', 'href="'):
            for named in (part.partition('"')[0] for part in text.split(mark)[1:]):
                if "://" not in named and not named.startswith(("#", "mailto:")):
                    assert (page.parent / named.partition("#")[0]).exists(), (page, named)


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    for file in [*site.rglob("*.html"), site / "site.css", site / "site.js"]:
        text = file.read_text("utf-8")
        assert 'src="http' not in text
        assert "url(http" not in text
        assert 'stylesheet" href="http' not in text


def test_the_search_knows_every_section_in_both_languages(site: Path) -> None:
    text = (site / "search-index.js").read_text("utf-8")
    index = json.loads(text.removeprefix("const INDEX = ").rstrip().rstrip(";"))
    assert {entry[0] for entry in index} == {"en", "fr"}
    assert ["en", "tutorials/arbiter.html#pair-a-round", "Your first tournament", "Pair a round"] in [
        entry[:4] for entry in index
    ]
    bill = next(entry for entry in index if entry[1] == "tutorials/arbiter.fr.html#apparier-une-ronde")
    assert "prouve" in bill[4]  # folded: without accents


def test_a_dead_link_and_a_missing_heading_are_named_by_their_line() -> None:
    text = "# Title\n\nSee [this](nothing.md).\n\nAnd [that](papp.md#no-such-heading).\n"
    page = reading.read("docs/new.md", text)
    known = {"docs/papp.md": reading.read("docs/papp.md", "# PAPP\n"), "docs/new.md": page}
    assert build._dead(page, known) == [
        "docs/new.md:3: there is no docs/nothing.md",
        "docs/new.md:5: docs/papp.md has no heading “no-such-heading”",
    ]


def test_two_headings_of_one_name_have_two_addresses() -> None:
    page = reading.read("docs/x.md", "# One\n\n## Ça & là\n\n## Ça & là\n")
    assert [section.anchor for section in page.sections] == ["one", "ça--là", "ça--là-1"]
    assert 'id="ça--là-1"' in page.html


def test_a_link_that_names_a_file_shows_the_title_of_its_page(site: Path) -> None:
    page = (site / "desk.fr.html").read_text("utf-8")
    assert '<a href="webdesk.fr.html">Le bureau dans le navigateur</a>' in page
    assert ".md</a>" not in page


def test_short_code_stays_on_one_line_and_a_long_one_may_be_broken() -> None:
    short, long = "`--force`", "`ronde --lang fr man -o ~/.local/share/man/fr/man1`"
    assert reading.read("a.md", short).html == '<p><code class="short">--force</code></p>\n'
    assert "short" not in reading.read("a.md", long).html


def test_the_french_menu_marks_what_is_in_english(site: Path) -> None:
    menu = (site / "settings.fr.html").read_text("utf-8").partition("<main")[0]
    assert 'Errors <small lang="en">en</small></a>' in menu
    assert "Les fichiers de PAPP</a>" in menu
    assert "Réglages</a>" in menu


def test_an_address_with_an_accent_is_found() -> None:
    here = reading.read("README.md", "# A\n\n[there](#une-soirée)\n\n## Une soirée\n")
    assert build._dead(here, {"README.md": here}) == []
