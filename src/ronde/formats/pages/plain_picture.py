"""Checks that an SVG of another process contains shapes and text only: no script, style or address."""

from __future__ import annotations

from typing import Final
from xml.parsers.expat import ExpatError, ParserCreate

_LONGEST: Final = 100_000
"""Maximum number of characters; our largest board has a third of that."""
_DEEPEST: Final = 20
_SHAPES: Final = frozenset({
    "svg", "title", "desc", "g", "rect", "circle", "ellipse", "path", "line", "polyline", "polygon",
    "text", "tspan",
})  # fmt: skip
_MEASURES: Final = frozenset({
    "class", "role", "viewBox", "x", "y", "x1", "y1", "x2", "y2", "dx", "dy", "width", "height", "rx", "ry",
    "cx", "cy", "r", "d", "points", "transform", "font-size", "aria-hidden",
})  # fmt: skip
"""None of these attributes is an address, a style or a script, or is used by the scripts of a page."""
_SPACE: Final = ("xmlns", "http://www.w3.org/2000/svg")


class _Foreign(ValueError):
    """Something that no picture of ours has."""


def is_plain_picture(svg: str) -> bool:
    """Whether it is one SVG element with nothing in it but shapes and text.

    Every `<` of well-formed XML without declarations begins a tag, and each tag is checked: so a browser that
    parses the same text finds no others.
    """
    if len(svg) > _LONGEST or not svg.startswith("<svg") or "<!" in svg or "<?" in svg:
        return False
    depth = 0

    def begin(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if name not in _SHAPES or depth > _DEEPEST:
            raise _Foreign(name)
        foreign = attributes.keys() - _MEASURES
        if foreign and any((one, attributes[one]) != _SPACE for one in foreign):
            raise _Foreign(name)

    def end(_: str) -> None:
        nonlocal depth
        depth -= 1

    reader = ParserCreate()
    reader.StartElementHandler, reader.EndElementHandler = begin, end
    try:
        reader.Parse(svg, True)
    except (ExpatError, _Foreign, UnicodeError):
        return False
    return True
