"""Variants of a club's colour that are legible on light and on dark pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

READ: Final = 4.5
"""Minimum contrast of text (WCAG 1.4.3)."""
_LIGHT: Final = ("#ffffff", "#f6f4ef", "#efece5")
_DARK: Final = ("#151a17", "#0e1210", "#1e2521")
_STEP: Final = 0.04

Colour = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Shades:
    """A colour on light and on dark pages, the colour of text on it, and the background of selected items."""

    light: str
    dark: str
    on_light: str
    on_dark: str
    soft_light: str
    soft_dark: str


def shades(accent: str) -> Shades:
    """The shades of a colour; the same where it can be read, darker or lighter where it cannot.

    >>> shades("#0d6b46").light, shades("#ffe14d").light
    ('#0d6b46', '#706322')
    """
    light = _until_read(accent, _LIGHT, "#000000")
    dark = _until_read(accent, _DARK, "#ffffff")
    return Shades(
        light,
        dark,
        _writing(light),
        _writing(dark),
        mix(light, _LIGHT[0], 0.14),
        mix(dark, _DARK[0], 0.2),
    )


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, from 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def mix(one: str, other: str, part: float) -> str:
    """Two colours mixed, `part` of the first."""
    pairs = zip(_parts(one), _parts(other), strict=True)
    return "#" + "".join(f"{round(255 * (a * part + b * (1 - part))):02x}" for a, b in pairs)


def _until_read(accent: str, grounds: tuple[str, ...], towards: str) -> str:
    """The colour, moved towards black or white until it is legible on all of these backgrounds."""
    part = 1.0
    while part > 0:
        shade = mix(accent, towards, part)
        if min(contrast(shade, ground) for ground in grounds) >= READ:
            return shade
        part -= _STEP
    return towards


def _writing(ground: str) -> str:
    return max("#ffffff", "#04150d", key=lambda ink: contrast(ink, ground))


def _parts(colour: str) -> Colour:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def _luminance(colour: str) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in _parts(colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
