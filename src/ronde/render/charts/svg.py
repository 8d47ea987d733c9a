"""SVG elements shared by all charts. Colours come from the page's style sheet, by class."""

from __future__ import annotations

from html import escape


def number(value: float) -> str:
    """A coordinate, as short as it can be written.

    >>> number(3.0), number(2.504), number(-0.25)
    ('3', '2.5', '-0.25')
    """
    return f"{round(value, 2):g}"


def picture(
    body: str, *, box: tuple[float, float, float, float], label: str = "", **attributes: object
) -> str:
    """A whole SVG; without a label if the row beside it says the same to a screen reader."""
    meaning = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    more = "".join(f' {name.rstrip("_").replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f'<svg viewBox="{" ".join(map(number, box))}"{more} {meaning}>{body}</svg>'


def path(points: str, kind: str = "") -> str:
    return f'<path class="{kind}" d="{points}"/>' if kind else f'<path d="{points}"/>'


def text(x: float, y: float, words: str, kind: str = "") -> str:
    style = f' class="{kind}"' if kind else ""
    return f'<text{style} x="{number(x)}" y="{number(y)}">{escape(words)}</text>'


def box(x: float, y: float, width: float, height: float, kind: str = "", radius: float = 0) -> str:
    style = f' class="{kind}"' if kind else ""
    corners = f' rx="{number(radius)}"' if radius else ""
    size = f'width="{number(width)}" height="{number(height)}"'
    return f'<rect{style} x="{number(x)}" y="{number(y)}" {size}{corners}/>'


def dot(x: float, y: float, radius: float, kind: str = "") -> str:
    style = f' class="{kind}"' if kind else ""
    return f'<circle{style} cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"/>'
