"""What & tells of the program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.support.root import ROOT
from tests.terminal.talking import conversation, typed

from ronde import __version__
from ronde.model.settings import MOST_ROUNDS

LICENCE = ROOT / "LICENSE"


@pytest.mark.parametrize(("language", "day"), [("en", r"\d{4}-\d\d-\d\d"), ("fr", r"\d\d/\d\d/\d{4}")])
def test_it_tells_version_day_licence_and_limits(language: str, day: str, tmp_path: Path) -> None:
    screen = typed(conversation(tmp_path, language=language), "&", "x")

    assert re.search(f"Ronde {re.escape(__version__)}, .* {day}", screen)
    assert LICENCE.read_text().split()[0] in screen
    assert re.search(r"Copyright \(c\) (\d+)", LICENCE.read_text())[1] in screen  # type: ignore[index]
    assert str(MOST_ROUNDS) in screen
    assert str(tmp_path / "open.ronde") in screen
