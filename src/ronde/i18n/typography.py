"""No-break spaces, as each language sets them."""

from __future__ import annotations

from re import sub

from ronde.i18n.languages import manner

NO_BREAK = "\u00a0"
"""One width for all: Latin-1 terminals and the fonts of consoles have it, and not the narrow one."""


def typeset(text: str, language: str) -> str:
    """A sentence with the spaces of its language; the words are written with plain ones.

    >>> typeset("Pas « bis » : n° 54 !", "fr").count(NO_BREAK)
    5
    >>> typeset("a : b", "en")
    'a : b'
    """
    return sub(manner(language).glued, NO_BREAK, text)
