"""Opening positions in a text file, one per line."""

from __future__ import annotations

from collections.abc import Iterable


def listed_openings(lines: Iterable[str]) -> list[tuple[int, str]]:
    """The positions with their line numbers; empty lines and lines starting with # are ignored."""
    stripped = ((number, line.strip()) for number, line in enumerate(lines, start=1))
    return [(number, text) for number, text in stripped if text and not text.startswith("#")]
