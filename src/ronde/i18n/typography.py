"""No-break spaces, as each language sets them."""

from __future__ import annotations

from collections.abc import Mapping
from re import Pattern
from re import compile as pattern

NO_BREAK = "\u00a0"
"""One width for all: Latin-1 terminals and the fonts of consoles have it, and not the narrow one."""
_GLUED: Mapping[str, Pattern[str]] = {
    "fr": pattern(
        r"(?<=[^\s,:;?!(«|]) (?=[:;?!](?:[\s»)]|$))"  # after a comma a mark is a key: `, ! ferme`
        r"|^ (?=[:;])"  # the mark alone, put behind what it follows
        r"|(?<=«) | (?=[»%])|(?<=n°) |(?<=\d) (?=\d{3}\b)"
    )
}
"""Where a space must not break: before tall marks, inside quotation marks, in `n° 54` and `10 000`."""


def typeset(text: str, language: str) -> str:
    """A sentence with the spaces of its language; the words are written with plain ones.

    >>> typeset("Pas « bis » : n° 54 !", "fr").count(NO_BREAK)
    5
    >>> typeset("a : b", "en")
    'a : b'
    """
    glued = _GLUED.get(language)
    return glued.sub(NO_BREAK, text) if glued else text
