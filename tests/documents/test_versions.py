"""The CHANGELOG begins with the version of the package."""

from __future__ import annotations

import re

from tests.support.root import ROOT

from ronde import __version__

CHANGELOG = ROOT / "CHANGELOG.md"


def test_the_newest_section_is_that_of_the_version() -> None:
    newest = re.search(
        r"^## (\S+) \((unreleased|\d{4}-\d\d-\d\d)\)$", CHANGELOG.read_text("utf-8"), re.MULTILINE
    )

    assert newest
    assert newest[1] == __version__
