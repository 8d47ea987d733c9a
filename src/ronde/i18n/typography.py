"""No-break spaces, as each language sets them."""

from __future__ import annotations

from re import sub

from ronde.i18n.languages import manner

NO_BREAK = "\u00a0"
"""The wide no-break space: Latin-1 terminals and console fonts lack the narrow one."""


def typeset(text: str, language: str) -> str:
    """A sentence with no-break spaces where its language needs them; sources have plain spaces.

    >>> typeset("Pas « bis » : n° 54 !", "fr").count(NO_BREAK)
    5
    >>> typeset("a : b", "en")
    'a : b'
    """
    return sub(manner(language).glued, NO_BREAK, text)
