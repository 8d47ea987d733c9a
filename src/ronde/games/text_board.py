"""Positions as text, for terminals and screen readers; `picture` makes the pictures for pages."""

from __future__ import annotations

from collections.abc import Sequence


def text_board(cells: Sequence[str], columns: str, rows: str) -> str:
    """The cells in a grid of one character each, under the column names and after the row names."""
    width = len(columns)
    lines = [" ".join((" ", *columns))]
    lines += [" ".join((name, *cells[width * row : width * (row + 1)])) for row, name in enumerate(rows)]
    return "\n".join(lines)


def beside(*blocks: str) -> str:
    """Blocks of text next to each other."""
    columns = [block.split("\n") for block in blocks]
    height = max(map(len, columns))
    for column in columns:
        width = max(map(len, column))
        column[:] = [line.ljust(width) for line in column] + [" " * width] * (height - len(column))
    return "\n".join("   ".join(row).rstrip() for row in zip(*columns, strict=True))
