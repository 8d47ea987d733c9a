from __future__ import annotations

import ast
import doctest
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import ronde.formats.papp
from ronde.i18n import section_words

ROOM = Path(ronde.formats.papp.__file__).parent
MODULES = sorted(
    ".".join(path.relative_to(ROOM).with_suffix("").parts)
    for path in ROOM.rglob("*.py")
    if path.stem != "__init__"
)
WORDS = set(section_words("papp", "en"))


def test_both_languages_have_the_same_keys_and_facts() -> None:
    english, french = section_words("papp", "en"), section_words("papp", "fr")

    assert english.keys() == french.keys()
    for key, sentence in english.items():
        assert set(re.findall(r"{\w+}", str(sentence))) == set(re.findall(r"{\w+}", str(french[key]))), key


SPEAKING = {
    "refuse": 0,
    "remark": 0,
    "Unexpected": 0,
    "unexpected": 0,
    "problem": 0,
    "_refusal": 1,
    "expect": 1,
}
"""Which argument of which call is the key of a sentence."""
COMPOSED = {"penalties-growth", "penalties-compensation", "penalties-start", "penalties-range"}


def translate(path: Path) -> Iterator[str]:
    """The keys a module complains with."""
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        keys = node.args[SPEAKING[name] :][:1] if name in SPEAKING else []
        prefix = "export-" if path.stem == "workfile" and name == "remark" else ""
        yield from (prefix + str(key.value) for key in keys if isinstance(key, ast.Constant) and key.value)


def test_every_complaint_has_words_and_every_sentence_a_use() -> None:
    keys = {key for path in ROOM.rglob("*.py") for key in translate(path)}
    code = "".join(path.read_text() for path in ROOM.rglob("*.py"))
    quoted = set(re.findall(r"""["'](?:papp\.)?([a-z][a-z0-9-]+)["']""", code))

    assert keys <= WORDS
    assert not WORDS - quoted - keys - COMPOSED


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_code_are_true(name: str) -> None:
    failures, _ = doctest.testmod(importlib.import_module(f"ronde.formats.papp.{name}"))

    assert failures == 0
