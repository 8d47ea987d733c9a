"""The header `Accept-Language`: which of our languages a browser prefers."""

from __future__ import annotations

from functools import lru_cache
from re import compile as pattern

from ronde.i18n.languages import DEFAULT, LANGUAGES

_LONGEST = 500
"""Characters of a header that are read; browsers send fewer than a hundred."""
_ENTRY = pattern(
    r"\s*(?P<tag>\*|[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)\s*(?:;\s*[qQ]=(?P<weight>[01](?:\.\d{0,3})?)\s*)?"
)


def accepted_languages(header: str) -> tuple[str, ...]:
    """Our languages that the header names, highest weight first; equal ones in its order.

    `nl-BE` is Dutch. `*` is the first of our languages that the header does not name; a weight of 0
    refuses a language.

    >>> accepted_languages("tlh, nl-BE;q=0.8, fr;q=0.9, de;q=0")
    ('fr', 'nl')
    """
    return _read(header[:_LONGEST])


@lru_cache(256)
def _read(header: str) -> tuple[str, ...]:
    weights: dict[str, float] = {}
    for entry in header.split(","):
        if match := _ENTRY.fullmatch(entry):
            tag = match["tag"].split("-")[0].lower()
            weights[tag] = max(weights.get(tag, 0.0), min(float(match["weight"] or 1), 1.0))
    any_other = weights.pop("*", 0.0)
    free = [language for language in (DEFAULT, *LANGUAGES) if language not in weights]
    if any_other and free:
        weights[free[0]] = any_other
    ours = [language for language, weight in weights.items() if weight and language in LANGUAGES]
    return tuple(sorted(ours, key=lambda language: -weights[language]))
