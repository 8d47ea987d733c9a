"""What arbiters, clubs, teachers and authors of engines read is there in French too, section by section."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
BOTH = sorted(path for path in DOCS.rglob("*.fr.md"))
CODE = re.compile(r"^(?:```.*?^```|(?: {4}.*\n)+)", re.MULTILINE | re.DOTALL)


def english(french: Path) -> Path:
    name = french.name.removesuffix(".fr.md")
    return next(path for end in (".md", ".en.md") if (path := french.with_name(name + end)).exists())


def test_the_readers_of_the_four_audiences_have_their_pages() -> None:
    names = {path.name.removesuffix(".fr.md") for path in BOTH}
    assert {
        "arbiter",
        "desk",
        "settings",
        "commands",
        "keizer",
        "webdesk",
        "programs",
        "bots",
        "engines-http",
        "arbitre",
        "web",
        "fide",
        "papp",
        "ratings",
        "glossary",
        "games",
    } <= names


@pytest.mark.parametrize("french", BOTH, ids=lambda path: path.name)
def test_both_languages_have_the_same_sections_and_rows(french: Path) -> None:
    ours, theirs = (CODE.sub("", path.read_text("utf-8")) for path in (english(french), french))
    for mark in ("\n## ", "\n### ", "\n| "):
        assert ours.count(mark) == theirs.count(mark), mark.strip()


@pytest.mark.parametrize("french", BOTH, ids=lambda path: path.name)
def test_every_option_that_one_names_the_other_names_too(french: Path) -> None:
    ours, theirs = (
        set(re.findall(r"(?<![\w-])--[a-z][\w-]+", path.read_text("utf-8")))
        for path in (english(french), french)
    )
    assert ours ^ theirs <= {"--lang"}
