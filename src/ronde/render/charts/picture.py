"""The slide of a bracket as a PNG, for programs that show no SVG."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from xml.etree import ElementTree as Tree

from ronde.model.errors import ExtraMissing

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

_FONTS: Final = Path(__file__).parents[1] / "assets"
_FINE: Final = 4
"""Everything is drawn so many times larger, and halved once, which smooths its edges."""
_ANCHORS: Final = {"middle": "ms", "end": "rs"}


def png(svg: str) -> bytes:
    """A slide, at twice its size; it knows what `slides.py` draws."""
    try:
        from PIL import Image, ImageDraw
    except ImportError as error:
        raise ExtraMissing(extra="pdf", library="pillow") from error
    root = Tree.fromstring(svg)
    size = int(_number(root.attrib, "width") * _FINE), int(_number(root.attrib, "height") * _FINE)
    image = Image.new("RGB", size, "#fff")
    _draw(root, ImageDraw.Draw(image), 0, 0, {})
    made = BytesIO()
    image.reduce(2).save(made, "PNG", optimize=True)
    return made.getvalue()


def _draw(node: Tree.Element, pen: ImageDraw, x: float, y: float, style: dict[str, str]) -> None:
    """One element and those inside, from this point and in this style."""
    style = style | node.attrib
    if moved := re.fullmatch(r"translate\((\S+) (\S+)\)", node.get("transform", "")):
        x, y = x + float(moved[1]), y + float(moved[2])
    shapes = {"rect": _rectangle, "line": _line, "text": _words}
    if shape := shapes.get(node.tag.rpartition("}")[2]):
        shape(node, pen, x, y, style)
    for child in node:
        _draw(child, pen, x, y, {key: value for key, value in style.items() if key in _INHERITED})


_INHERITED: Final = ("fill", "font-size", "font-weight")


def _rectangle(node: Tree.Element, pen: ImageDraw, x: float, y: float, style: dict[str, str]) -> None:
    left, top = x + _number(node.attrib, "x"), y + _number(node.attrib, "y")
    right, bottom = left + _number(node.attrib, "width"), top + _number(node.attrib, "height")
    box = tuple(_FINE * place for place in (left, top, right, bottom))
    radius = _FINE * _number(node.attrib, "rx")
    pen.rounded_rectangle(box, radius, style.get("fill"), style.get("stroke"), _FINE)


def _line(node: Tree.Element, pen: ImageDraw, x: float, y: float, style: dict[str, str]) -> None:
    x1, y1, x2, y2 = (_number(node.attrib, name) for name in ("x1", "y1", "x2", "y2"))
    scaled = [(_FINE * (x + across), _FINE * (y + down)) for across, down in ((x1, y1), (x2, y2))]
    pen.line(scaled, style["stroke"], int(_FINE * float(style.get("stroke-width", 1))))


def _words(node: Tree.Element, pen: ImageDraw, x: float, y: float, style: dict[str, str]) -> None:
    from PIL import ImageFont

    font: Any = _FONTS / ("inter-bold.ttf" if "font-weight" in node.attrib else "inter-regular.ttf")
    font = ImageFont.truetype(str(font), _FINE * _number(style, "font-size"))
    place = _FINE * (x + _number(node.attrib, "x")), _FINE * (y + _number(node.attrib, "y"))
    anchor = _ANCHORS.get(node.get("text-anchor", ""), "ls")
    pen.text(place, node.text or "", style["fill"], font, anchor)


def _number(attributes: dict[str, str], name: str) -> float:
    return float(attributes.get(name, 0))
