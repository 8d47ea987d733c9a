"""The document of the games is what the games themselves say."""

from __future__ import annotations

import re
import runpy
from xml.etree import ElementTree

from tests.house.test_commands_document import DOCS

_STYLE = re.compile(r"<style>.*</style>")
"""Colours may change without the document being wrong."""


def test_the_document_of_the_games_and_its_pictures_are_fresh() -> None:
    made = runpy.run_path(str(DOCS.parent / "scripts" / "make_games.py"))["documents"]()

    for name, text in made.items():
        kept = (DOCS / name).read_text(encoding="utf-8")
        assert _STYLE.sub("", kept) == _STYLE.sub("", text), "run: .venv/bin/python scripts/make_games.py"
        if name.endswith(".svg"):
            ElementTree.fromstring(kept)
