from __future__ import annotations

from pathlib import Path

import pytest
from tests.terminal.arbiter import Arbiter, Screen


@pytest.fixture
def papp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Screen) -> Arbiter:
    """An arbiter in a PAPP folder of his own, with a club's folder above it."""
    return Arbiter(tmp_path / "open", monkeypatch, capsys)
