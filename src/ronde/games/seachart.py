"""The picture of Bataille navale: two seas with ships, misses and hits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ronde.games.fleet import COLUMNS, HIT, NAMES, ROWS, SUNK, WATER, Ship
from ronde.games.grid import Grid
from ronde.games.picture import UNIT, box, dot, group, path, touch

_SEA: Final = Grid(COLUMNS, ROWS, "water")
_BAND: Final = 10
_SMALL: Final = 0.5
_COLOURS: Final = ("blue", "orange")
HIGH: Final = _SEA.height + _BAND
WIDE: Final = 2 * _SEA.width
TALL: Final = HIGH + _SMALL * HIGH + 8
"""One sea above the other, for a person who plays: the cells are then large enough for a finger."""


def sea(side: int, ships: Iterable[Ship], shots: str, last: int, touches: Iterable[str] = ()) -> list[str]:
    """The sea of a side with the visible ships and the shots of the other."""
    inside = [
        box(_SEA.margin, -8, UNIT * 10, 5, f"band {_COLOURS[side - 1]}", 3),
        *_SEA.ground(),
        *(part for ship in ships for part in _hull(ship, shots)),
        *(part for cell, shot in enumerate(shots) for part in _shot(cell, shot)),
    ]
    if last >= 0:
        x, y = _SEA.corner(last)
        inside.append(box(x + 2, y + 2, UNIT - 4, UNIT - 4, "aim", 4))
    return [group([*inside, *touches], at=(0, _BAND))]


def side_by_side(seas: tuple[list[str], list[str]]) -> Iterator[str]:
    """Both seas as a spectator sees them."""
    yield from seas[0]
    yield group(seas[1], at=(_SEA.width, 0))


def one_over_other(large: list[str], small: list[str]) -> Iterator[str]:
    """The sea that is played on, and the other one, small, below it."""
    yield from large
    at = (_SEA.width * (1 - _SMALL) / 2, HIGH + 8)
    shift = f"translate({at[0]:g} {at[1]:g}) scale({_SMALL:g})"
    yield f'<g class="small" transform="{shift}">{"".join(small)}</g>'


def targets(shots: str) -> Iterator[str]:
    """The cells not fired at yet, to be clicked."""
    return _SEA.touches({name: cell for cell, name in enumerate(NAMES) if shots[cell] == "0"})


def berths(sizes: tuple[int, ...], *, no_touch: bool) -> Iterator[str]:
    """The cells where ships can be placed; the script of the page places them and writes the fleet."""
    cells = (
        box(*_SEA.corner(cell), UNIT, UNIT, "touch", touch=touch("berth", name))
        for cell, name in enumerate(NAMES)
    )
    about = f'data-ships="{" ".join(map(str, sizes))}" data-apart="{int(no_touch)}" data-form="DNC1"'
    yield group(cells, kind="berths", touch=about)


def width(*, playable: bool) -> float:
    return _SEA.width if playable else WIDE


def _hull(ship: Ship, shots: str) -> Iterator[str]:
    x, y = _SEA.corner(ship.head)
    long = UNIT * ship.size - 8
    wide, high = (long, UNIT - 12) if ship.direction == "H" else (UNIT - 12, long)
    left, top = (x + 4, y + 6) if ship.direction == "H" else (x + 6, y + 4)
    sunk = all(shots[cell] == SUNK for cell in ship.cells)
    yield box(left, top, wide, high, "ship sunk" if sunk else "ship", 14)
    for cell in ship.cells:
        yield dot(*_SEA.centre(cell), 4, "port")


def _shot(cell: int, shot: str) -> Iterator[str]:
    x, y = _SEA.centre(cell)
    if shot == WATER:
        yield dot(x, y, 5, "splash")
    elif shot in (HIT, SUNK):
        left, top = _SEA.corner(cell)
        if shot == SUNK:
            yield box(left + 1, top + 1, UNIT - 2, UNIT - 2, "wreck", 4)
        yield path(_FLAME.format(x=x, y=y), "fire" if shot == HIT else "fire out")


_FLAME: Final = "M{x:g} {y:g}m0 -13l4 8 9 -3 -4 8 4 8 -9 -3 -4 8 -4 -8 -9 3 4 -8 -4 -8 9 3z"
