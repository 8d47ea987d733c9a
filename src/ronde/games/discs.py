"""Discs of Reversi on two bit boards: legal squares, and what a move flips.

Bit 8 * row + column, `A1` lowest. A side is one number of 64 bits.
"""

from __future__ import annotations

from typing import Final

ALL: Final = (1 << 64) - 1
# A disc shifted sideways must not wrap around at the other edge.
_INNER: Final = 0x7E7E7E7E7E7E7E7E
_SHIFTS: Final = ((1, _INNER), (8, ALL), (7, _INNER), (9, _INNER))


def _ray(square: int, across: int, down: int) -> tuple[int, ...]:
    column, row = square % 8, square // 8
    cells = []
    while 0 <= (column := column + across) < 8 and 0 <= (row := row + down) < 8:
        cells.append(1 << (8 * row + column))
    return tuple(cells)


_COMPASS: Final = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
# A ray of one cell cannot hold a disc to flip and the disc behind it.
_RAYS: Final = tuple(
    tuple(ray for dx, dy in _COMPASS if len(ray := _ray(square, dx, dy)) > 1) for square in range(64)
)


def mobility(own: int, foe: int) -> int:
    """The empty squares where `own` flips at least one disc of `foe`."""
    reached = 0
    for shift, inner in _SHIFTS:
        inside = foe & inner
        up = inside & (own << shift)
        down = inside & (own >> shift)
        if up:
            up |= inside & (up << shift)
            pairs = inside & (inside << shift)
            up |= pairs & (up << 2 * shift)
            up |= pairs & (up << 2 * shift)
            reached |= up << shift
        if down:
            down |= inside & (down >> shift)
            pairs = inside & (inside >> shift)
            down |= pairs & (down >> 2 * shift)
            down |= pairs & (down >> 2 * shift)
            reached |= down >> shift
    return reached & ALL & ~(own | foe)


def flips(own: int, foe: int, square: int) -> int:
    """The discs of `foe` that turn over when `own` plays on `square`."""
    turned = 0
    for ray in _RAYS[square]:
        line = 0
        for cell in ray:
            if cell & foe:
                line |= cell
            else:
                if cell & own:
                    turned |= line
                break
    return turned
