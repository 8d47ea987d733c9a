"""Every comment that cites the specification cites a section that stands in docs/spec."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BOOKS = sorted(book.stem for book in (ROOT / "docs/spec").glob("*.md"))
CITATION = re.compile(rf"\b({'|'.join(BOOKS)}) (\d+(?:\.\d+)*)((?:(?:, | and )\d+(?:\.\d+)*)*)")
BARE = re.compile(r"\bspec \d")
HEADING = re.compile(r"^#+ (\d+(?:\.\d+)*)\b", re.MULTILINE)


def sections(book: str) -> set[str]:
    """The numbers of a book's headings."""
    return set(HEADING.findall((ROOT / "docs/spec" / f"{book}.md").read_text("utf-8")))


def cited(text: str) -> list[tuple[str, str]]:
    """Each book and section that a text cites; `papp 3.3 and 3.4` cites two."""
    return [
        (book, number)
        for book, first, more in CITATION.findall(text)
        for number in (first, *re.findall(r"\d+(?:\.\d+)*", more))
    ]


def sources() -> list[Path]:
    """The Python files that may cite: all of the package, its tests and its benchmarks."""
    return sorted(one for room in ("src", "tests", "bench") for one in (ROOT / room).rglob("*.py"))


def test_the_package_cites_the_specification_often() -> None:
    assert len([one for path in sources() for one in cited(path.read_text("utf-8"))]) > 100


@pytest.mark.parametrize("book", BOOKS)
def test_every_cited_section_stands_in_its_book(book: str) -> None:
    known = sections(book)
    lost = [
        f"{path.relative_to(ROOT)}: {book} {number}"
        for path in sources()
        for named, number in cited(path.read_text("utf-8"))
        if named == book and number not in known
    ]
    assert lost == []


def test_nobody_cites_a_specification_without_its_name() -> None:
    bare = [
        str(path.relative_to(ROOT))
        for path in sources()
        if path != Path(__file__) and BARE.search(path.read_text("utf-8"))
    ]
    assert bare == []


def test_a_citation_of_several_sections_is_read_whole() -> None:
    assert cited("(papp 3.6, 8 and 15)") == [("papp", "3.6"), ("papp", "8"), ("papp", "15")]
