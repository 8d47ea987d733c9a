"""XML as elements with their lines: read without entities, written as Java writes it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers.expat import ExpatError, ParserCreate
from xml.sax.saxutils import escape

from ronde.model.errors import FormatError, Problem

DEEPEST = 50
"""No file of these programs is nested more deeply."""


@dataclass(slots=True)
class Element:
    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element] = field(default_factory=list)
    line: int = 0
    text: str = ""

    def all(self, tag: str) -> list[Element]:
        return [child for child in self.children if child.tag == tag]

    def first(self, *path: str) -> Element:
        """The element below these tags; an empty one where there is none."""
        found = self
        for tag in path:
            found = next(iter(found.all(tag)), Element(tag, line=found.line))
        return found

    def below(self, *path: str) -> list[Element]:
        """All elements of the last tag inside the first of the others."""
        return self.first(*path[:-1]).all(path[-1])


def parse(content: bytes, path: str) -> Element:
    """The root of a document; a sentence with the place if it is none, or declares entities."""
    reader = _Reader(path)
    try:
        reader.parser.Parse(content, True)
    except ExpatError as error:
        raise FormatError(
            [Problem(path, error.lineno, error.offset + 1, "opengotha.not-xml", _why(error))]
        ) from error
    except (ValueError, LookupError) as error:  # an encoding that Python does not know
        raise FormatError([Problem(path, 1, 1, "opengotha.not-xml", str(error))]) from error
    return reader.root


def _why(error: ExpatError) -> str:
    return str(error).partition(":")[0]


class _Reader:
    def __init__(self, path: str) -> None:
        self.path = path
        self.root = Element("")
        self.open: list[Element] = []
        self.parser = ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.EntityDeclHandler = self._entity

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        element = Element(tag, attributes, line=self.parser.CurrentLineNumber)
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)
        if len(self.open) > DEEPEST:
            self._refuse("too-deep")

    def _end(self, tag: str) -> None:
        self.open.pop()

    def _text(self, text: str) -> None:
        self.open[-1].text += text

    def _entity(self, *declared: object) -> None:
        self._refuse("entities")

    def _refuse(self, key: str) -> None:
        raise FormatError([Problem(self.path, self.parser.CurrentLineNumber, 1, f"opengotha.{key}")])


def document(root: Element) -> bytes:
    """The document, with attributes in alphabetical order and four blanks for each level."""
    head = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>'
    return "\n".join([head, *_lines(root, ""), ""]).encode()


def _lines(element: Element, indent: str) -> Iterator[str]:
    pairs = "".join(f' {name}="{_escaped(value)}"' for name, value in sorted(element.attributes.items()))
    text = escape(element.text.strip())
    if not element.children:
        end = f">{text}</{element.tag}>" if text else "/>"
        yield f"{indent}<{element.tag}{pairs}{end}"
        return
    yield f"{indent}<{element.tag}{pairs}>{text}"
    for child in element.children:
        yield from _lines(child, indent + "    ")
    yield f"{indent}</{element.tag}>"


_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that no XML may have."""
_MARKS = {'"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}


def _escaped(value: str) -> str:
    return escape(_FORBIDDEN.sub("?", value), _MARKS)
