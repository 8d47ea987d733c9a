"""Icons of the pages: beside their words, and once in the sprite of the page that uses them."""

from __future__ import annotations

import re
from typing import Final

from markupsafe import Markup

from ronde.formats.pages.door import ICONS, sprite

PLACE: Final = "<!--icons-->"
"""Where the sprite is inserted: last in the part that live updates replace, so that they bring icons."""
_USED: Final = re.compile(r'href="#i-([a-z]+)"')


def icon(name: str, kind: str = "") -> Markup:
    """An icon next to its word, hidden from screen readers."""
    if name not in ICONS:
        raise KeyError(name)
    more = f" {kind}" if kind else ""
    return Markup(f'<svg class="i{more}" aria-hidden=true><use href="#i-{name}"/></svg>')


def with_icons(page: str) -> str:
    """A page with a sprite of the icons it uses."""
    if PLACE not in page:
        return page
    return page.replace(PLACE, sprite(_USED.findall(page)))
