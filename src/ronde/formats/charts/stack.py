"""The sources of Keizer points: one block a source, in the order of rounds."""

from __future__ import annotations

from collections.abc import Sequence

from ronde.formats.charts.svg import box, picture, text

WIDE, HIGH, GAP = 420, 18, 1
MARGIN, LETTER = 4, 6
"""Width that a number needs in its block: both margins together, and each of its letters."""
KINDS = {"own": "own", "win": "win", "draw": "drawn"}
"""The class of a block by the kind of its source; all others are absences and byes."""


def keizer_stack(blocks: Sequence[tuple[str, float, str]], most: float, label: str) -> str:
    """A bar of blocks (kind, points, text); the leader's total, `most`, is the full width."""
    body, x = "", 0.0
    for kind, points, written in blocks:
        wide = WIDE * points / most if most > 0 else 0.0
        if wide <= 0:
            continue
        style = KINDS.get(kind, "away")
        body += box(x, 0.5, max(wide - GAP, 0.5), HIGH - 1, style, 2)
        if wide >= MARGIN + LETTER * len(written):
            body += text(x + (wide - GAP) / 2, 12.7, written, f"mid t-{style}")
        x += wide
    return picture(body, box=(0, 0, WIDE, HIGH), label=label, class_="fig")
