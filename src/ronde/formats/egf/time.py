"""How long a game may take, and the class of a tournament in the list of the EGF (go 7.2)."""

from __future__ import annotations

from ronde.model.go import GoSettings

PERIODS, MOVES, INCREMENTS = 45, 60, 120
"""What of overtime is added: periods of byo-yomi, moves of Canadian, increments of Fischer."""
CLASSES = {"A": (60, 75), "B": (40, 50), "C": (25, 30)}
"""The least basic and adjusted minutes of each class."""
FISCHER = {"A": (45, 75), "B": (30, 50), "C": (20, 30)}
ONLINE, NONE = "D", "X"
WEIGHTS = {"A": 1.0, "B": 0.75, "C": 0.5, "D": 0.25, "X": 0.0}
"""How much a game counts in the rating."""


def adjusted_minutes(go: GoSettings) -> int:
    """Basic time and a fixed share of overtime.

    >>> adjusted_minutes(GoSettings(overtime="byo-yomi", overtime_seconds=30, minutes=60))
    82
    """
    seconds = {
        "byo-yomi": PERIODS * go.overtime_seconds,
        "canadian": MOVES * go.overtime_seconds // go.overtime_moves if go.overtime_moves else 0,
        "fischer": INCREMENTS * go.overtime_seconds,
    }
    return (60 * go.minutes + seconds.get(go.overtime, 0)) // 60


def tournament_class(go: GoSettings) -> str:
    """A, B or C at the board, D online, X for games that are too quick."""
    fischer, adjusted = go.overtime == "fischer", adjusted_minutes(go)
    known = FISCHER if fischer else CLASSES
    reached = [name for name, (basic, whole) in known.items() if go.minutes >= basic and adjusted >= whole]
    if go.online:
        return ONLINE if "B" in reached or "A" in reached else NONE
    return reached[0] if reached else NONE
