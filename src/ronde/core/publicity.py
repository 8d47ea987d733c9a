"""What the public sees: the club's name, colour and logo, provisional standings, messages of programs."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from typing import Final

from ronde.core.keizer import Limit
from ronde.core.player import unprintable

LOGO: Final = re.compile(r"data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}")
LONGEST_LOGO: Final = 33_000
"""The longest encoded logo: 24 kB of a picture."""
LONGEST_CSS: Final = 20_000
_LINES: Final = "\n\t"
"""Control characters a style sheet may contain."""
_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")


@dataclass(frozen=True, slots=True)
class PublicSettings:
    """The club's name, colour and logo, and what public pages show."""

    club: str = ""
    accent: str = ""
    """A colour as `#0d6b46`; pages use a readable shade of it."""
    logo: str = ""
    """A picture as a `data:` URL; empty for none."""
    css: str = ""
    """The club's own style sheet, which follows ours on pages, paper and in exports."""
    provisional: bool = True
    """Whether the public sees standings of the round being played."""
    messages: bool = False
    """Whether the public sees what programs wrote to standard error."""


def picture_of(logo: str) -> bytes:
    """The decoded picture of a logo; empty if it is not valid."""
    try:
        return base64.b64decode(logo.partition(";base64,")[2])
    except ValueError:
        return b""


def public_limits(public: PublicSettings) -> tuple[Limit, ...]:
    logo = not public.logo or (len(public.logo) <= LONGEST_LOGO and LOGO.fullmatch(public.logo) is not None)
    sheet = len(public.css) <= LONGEST_CSS and "<" not in public.css  # it also stands inside an element
    printed = not any(unprintable(char) for char in public.css if char not in _LINES)
    colour = not public.accent or _COLOUR.fullmatch(public.accent) is not None
    return (
        ("public.accent", colour, public.accent, '#0d6b46, ""'),
        ("public.css", sheet and printed, public.css[:30], f"body {{ color: #222; }}, 1-{LONGEST_CSS}"),
        ("public.logo", logo, public.logo[:30], f"data:image/png;base64,…, 1-{LONGEST_LOGO}"),
    )
