"""The site of the documents is built without a warning, and every link in it leads to what is there."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

import pytest
from tests.support.root import ROOT

DOCS = ROOT / "docs"
PARTS = ["tutorials/", "guides/", "reference/", "fr/", "trust.html"]
"""The order of the site: what a reader needs first stands first, what an engineer needs stands last."""
REFERENCE = ["commands", "settings", "errors", "http", "json", "games"]


class Links(HTMLParser):
    """What a page links to, the anchors it has, and its language."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.anchors: set[str] = set()
        self.language = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        self.anchors |= {told[name] for name in ("id", "name") if name in told}
        self.targets += [told[name] for name in ("href", "src") if name in told]
        if tag == "html":
            self.language = told["lang"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `./go docs` builds it."""
    place = tmp_path_factory.mktemp("site")
    line = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-E", "-b", "html"]
    done = subprocess.run([*line, DOCS, place], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return place


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, Links]:
    found = (path for path in site.rglob("*.html") if "_static" not in path.parts)
    return {path.relative_to(site).as_posix(): Links(path.read_text("utf-8")) for path in found}


@pytest.mark.full
def test_every_link_leads_to_a_page_an_anchor_or_a_file_that_is_there(
    site: Path, pages: dict[str, Links]
) -> None:
    assert sum(len(page.targets) for page in pages.values()) > 1000
    assert list(dead(site, pages)) == []


def dead(site: Path, pages: dict[str, Links]) -> Iterator[str]:
    for name, page in pages.items():
        for target in page.targets:
            path, anchor = urldefrag(target)
            if urlsplit(target).scheme:
                continue
            place = (site / name).parent / unquote(urlsplit(path).path) if path else site / name
            if not place.exists():
                yield f"{name}: {target}"
                continue
            other = pages.get(place.resolve().relative_to(site.resolve()).as_posix())
            if anchor and other and unquote(anchor) not in other.anchors:
                yield f"{name}: {target}"


@pytest.mark.full
def test_tutorials_come_first_and_the_documents_of_engineers_last(pages: dict[str, Links]) -> None:
    aside = [target for target in pages["search.html"].targets if target.endswith(".html")]
    places = [next(at for at, target in enumerate(aside) if target.startswith(part)) for part in PARTS]

    assert places == sorted(places)


@pytest.mark.full
def test_a_search_knows_every_page_and_the_reference_is_built_from_the_code(
    site: Path, pages: dict[str, Links]
) -> None:
    known = (site / "searchindex.js").read_text("utf-8")
    written = {path.relative_to(DOCS).with_suffix("") for path in DOCS.rglob("*.md")}

    assert len(written) > 40
    assert [str(name) for name in written if f'"{name.as_posix()}"' not in known] == []
    assert [name for name in REFERENCE if f"reference/{name}.html" not in pages] == []


@pytest.mark.full
@pytest.mark.parametrize("language", ["fr", "de", "nl"])
def test_a_page_says_its_language(language: str, pages: dict[str, Links]) -> None:
    there = {page.language for name, page in pages.items() if name.startswith(f"{language}/")}

    assert there == {language}
    assert pages["index.html"].language == "en"
