"""Which failures get a second try.

Four tests run at once beside the type checker, and many of them drive real browsers, terminals, engines and
clocks. If at most three of those fail, they are named and run once more, alone. Tests of rules, formats,
sentences, storage and faults get no second try: who loses a file once in a hundred runs loses files.
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
    "referee",
    "tui",
    "web",
)
"""The folders whose tests wait for something real and may fail on a busy machine."""
MOST = 3


def deserve_another_look(failed: Collection[str]) -> bool:
    """Whether these tests, by pytest's names, may be run again: few, and each in such a folder."""
    return 0 < len(failed) <= MOST and all(
        one.startswith(tuple(f"tests/{room}/" for room in REAL)) for one in failed
    )


if __name__ == "__main__":
    sys.exit(
        not deserve_another_look(json.loads(LASTFAILED.read_text("utf-8")) if LASTFAILED.exists() else ())
    )
