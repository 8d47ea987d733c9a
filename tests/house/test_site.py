"""The site of the documents is built without a warning: no dead link, no page that nothing leads to."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_sphinx_builds_the_site_without_a_warning(tmp_path: Path) -> None:
    line = [
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-W",
        "--keep-going",
        "-b",
        "html",
        str(DOCS),
        str(tmp_path / "site"),
    ]
    done = subprocess.run(line, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    assert "Pair a round" in (tmp_path / "site" / "tutorials" / "arbiter.html").read_text("utf-8")
