"""The process that draws pages for the server."""

from __future__ import annotations

from pathlib import Path

import ronde
from ronde.web.server.worker import DESK


def test_a_worker_knows_every_page_of_the_desk_that_may_be_drawn_aside() -> None:
    """A page that a worker does not know would be missing where a tournament is large."""
    folder = Path(ronde.__file__).parent / "web" / "desk"
    aside = {
        path.stem for path in folder.glob("*.py") if "desk_pages.aside(" in path.read_text(encoding="utf-8")
    }

    known = {pages.__name__ for pages in DESK if pages.__name__.startswith("ronde.web.desk.")}
    assert {f"ronde.web.desk.{name}" for name in aside} == known
