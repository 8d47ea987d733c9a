"""Documents, messages, docstrings and comments avoid the words that made them hard to read."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.i18n.sources import SRC, files
from tests.i18n.test_glossary import sentences

ROOT = SRC.parents[1]
ODD = {
    r"\bwho(m|so)?ever\b": "name the person: “a player who”, “the visitor”",
    r"\b(is|are|was|were) told (?!apart)": "say what happens: “gets”, “is sent”, “is shown”",
    r"\banew\b": "again",
    r"\bfor want of\b": "because there is no",
    r"\bof (which|this|that) nothing\b": "say it in the usual order",
    r"\b(loop|cell|book|desk|referee|server|worker|process) (hears|remembers|believes)\b": "machines do not",
    r"\bwho (comes|asks|leaves|arrives) (late|too late|first|second)\b finds": "say who",
}
KEPT = {
    "glossary.md": "lists words that we do not use",
    "glossary.fr.md": "lists them too",
    "CHANGELOG.md": "is history",
}


def odd_words(text: str) -> list[str]:
    """What a native engineer would not write."""
    flat = re.sub(r"\s+", " ", text)
    return [
        f"“{found[0].strip()}”: {rather}"
        for pattern, rather in ODD.items()
        for found in re.finditer(pattern, flat, re.IGNORECASE)
    ]


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """Docstrings and comments of a source file, with their lines."""
    source = path.read_text(encoding="utf-8")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        is_docstring = token.type == tokenize.STRING and token.string.startswith('"""')
        if is_docstring or token.type == tokenize.COMMENT:
            yield token.start[0], token.string


@pytest.mark.parametrize(
    "text",
    [
        "Whoever asks waits.",
        "leaving whomever they met",
        "A worker is told it.",
        "It is drawn anew.",
        "Of this nothing is kept.",
        "The loop hears of it.",
        "the file was told\nabout it",
    ],
)
def test_an_odd_sentence_is_found(text: str) -> None:
    assert odd_words(text)


@pytest.mark.parametrize(
    "text", ["A new file.", "The players are told apart by number.", "The process is killed."]
)
def test_a_plain_sentence_is_left_alone(text: str) -> None:
    assert odd_words(text) == []


DOCUMENTS = [path for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")) if path.name not in KEPT]


@pytest.mark.parametrize("path", sorted(DOCUMENTS), ids=lambda path: path.name)
def test_a_document_is_written_plainly(path: Path) -> None:
    text = re.sub(r"```.*?```|`[^`\n]*`", "`code`", path.read_text(encoding="utf-8"), flags=re.DOTALL)

    assert odd_words(text) == []


def test_messages_are_written_plainly() -> None:
    assert {key: found for key, form in sentences("en") if (found := odd_words(form))} == {}


def test_docstrings_and_comments_are_written_plainly() -> None:
    found = [
        f"{path.relative_to(SRC)}:{line}: {words}"
        for path in files()
        for line, text in prose(path)
        if (words := odd_words(text))
    ]

    assert not found, "\n".join(found)
