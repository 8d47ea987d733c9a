"""Which failures are looked at a second time.

Four tests run at once beside the type checker, and many of them drive real browsers, terminals, engines and
clocks. One that fails in this crowd is played once more, alone, and named in the output; rules, formats and
words have no such excuse, and many failures at once are no accident.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection
from pathlib import Path

LASTFAILED = Path(".pytest_cache/v/cache/lastfailed")
REAL = (
    "http_engines",
    "browser",
    "cli",
    "dialogue",
    "engines",
    "examples",
    "faults",
    "referee",
    "storage",
    "tui",
    "web",
)
"""The rooms whose tests wait for something real."""
MOST = 3


def deserve_another_look(failed: Collection[str]) -> bool:
    """Whether these tests, by pytest's names, may be played again: few, and each waits for the world."""
    return 0 < len(failed) <= MOST and all(
        one.startswith(tuple(f"tests/{room}/" for room in REAL)) for one in failed
    )


if __name__ == "__main__":
    sys.exit(
        not deserve_another_look(json.loads(LASTFAILED.read_text("utf-8")) if LASTFAILED.exists() else ())
    )
