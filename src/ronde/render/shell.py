"""The frame of pages that open without a server: style, script, icons, every language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Final

from ronde.i18n import LANGUAGES, say, section_words

# Ronde's own icons, 16 by 16, and the sprite with some of them.


# fmt: off
ICONS: Final = {
    "alert": '<path d="M8 2.25 14.25 13.5H1.75zM8 6.5v3.25M8 11.6v.05"/>',
    "board": (
        '<path d="M2.5 2.5h11v11h-11zM8 2.5v11M2.5 8h11"/><circle fill="currentColor" cx="5.25"'
        ' cy="5.25" r="1"/><circle fill="currentColor" cx="10.75" cy="10.75" r="1"/>'
    ),
    "bolt": '<path d="M9 1.75 3.5 9H8l-1 5.25L12.5 7H8z"/>',
    "bracket": '<path d="M2 3.5h4v8H2M6 7.5h3.5M9.5 5h4.5v5H9.5z"/>',
    "bye": (
        '<path d="M2.75 6h8.5v4.5A2.5 2.5 0 0 1 8.75 13h-3.5a2.5 2.5 0 0 1-2.5-2.5zM11.25 7h1a1.5 1.5 0'
        ' 0 1 0 3h-1M5.5 2.5v1.25M8.5 2.5v1.25"/>'
    ),
    "check": '<path d="M3 8.5 6.5 12 13 4.5"/>',
    "clock": '<circle cx="8" cy="8" r="5.75"/><path d="M8 4.75V8l2.25 1.5"/>',
    "crown": '<path d="m2.25 4.75 2.9 2.5L8 2.75l2.85 4.5 2.9-2.5-1 8h-9.5z"/>',
    "desk": '<path d="M2.5 7.5 8 2.75l5.5 4.75v6h-4V10h-3v3.5h-4z"/>',
    "down": '<path d="M3.5 6 8 10.5 12.5 6"/>',
    "download": '<path d="M8 2.5v7.5M4.75 7 8 10.25 11.25 7M2.75 13.5h10.5"/>',
    "draw": (
        '<path d="M1.75 4.5h2c4 0 4 7 8 7H14M1.75 11.5h2c1.3 0 2.2-.7 2.9-1.7M9.3 6.2c.7-1 1.6-1.7'
        ' 2.9-1.7H14M12 2.5l2 2-2 2M12 9.5l2 2-2 2"/>'
    ),
    "engine": (
        '<path d="M4.5 4.5h7v7h-7zM6.25 2v2.5M9.75 2v2.5M6.25 11.5V14M9.75 11.5V14M2 6.25h2.5M2 9.75h2.5'
        'M11.5 6.25H14M11.5 9.75H14"/>'
    ),
    "erase": '<path d="M5.5 3.5h8v9h-8L1.75 8zM7.5 6.25l3.5 3.5M11 6.25 7.5 9.75"/>',
    "file": '<path d="M4 1.75h5l3 3v9.5H4zM8.75 2v3h3"/>',
    "first": '<path d="M3.75 3.5v9M12.25 3.5 6.75 8l5.5 4.5"/>',
    "flag": '<path d="M3.5 14V2.5M3.5 3h9l-2.25 2.75L12.5 8.5h-9"/>',
    "globe": (
        '<circle cx="8" cy="8" r="5.75"/><path d="M2.5 8h11M8 2.25c2 1.9 2.6 3.7 2.6 5.75S10 11.85 8'
        ' 13.75C6 11.85 5.4 10.05 5.4 8S6 4.15 8 2.25"/>'
    ),
    "grid": '<path d="M2.5 2.5h11v11h-11zM2.5 6.2h11M2.5 9.8h11M6.2 2.5v11M9.8 2.5v11"/>',
    "history": '<path d="M2.6 5.5A5.75 5.75 0 1 1 2.25 8M2.25 2.5v3h3M8 5v3.2l2.2 1.3"/>',
    "inbox": '<path d="m2.5 9.5 2-6.5h7l2 6.5v4h-11zM2.5 9.5h3.2l.8 1.5h3l.8-1.5h3.2"/>',
    "info": '<circle cx="8" cy="8" r="5.75"/><path d="M8 7.25v4M8 4.9v.05"/>',
    "keys": '<path d="M1.75 4h12.5v8H1.75zM4.5 6.75v.05M7 6.75v.05M9.5 6.75v.05M12 6.75v.05M5 9.5h6"/>',
    "last": '<path d="M12.25 3.5v9M3.75 3.5 9.25 8l-5.5 4.5"/>',
    "left": '<path d="M10 3.5 5.5 8l4.5 4.5"/>',
    "live": (
        '<circle fill="currentColor" cx="8" cy="8" r="1.75"/><path d="M4.6 11.4a4.8 4.8 0 0 1 0-6.8M11.4'
        ' 4.6a4.8 4.8 0 0 1 0 6.8M2.4 13.2a7.6 7.6 0 0 1 0-10.4M13.6 2.8a7.6 7.6 0 0 1 0 10.4"/>'
    ),
    "lock": '<path d="M3.5 7.25h9v6.25h-9zM5.25 7V5a2.75 2.75 0 0 1 5.5 0v2"/>',
    "mark": '<circle cx="8" cy="8" r="6.5"/><path fill="currentColor" d="M8 1.5a6.5 6.5 0 0 0 0 13z"/>',
    "meet": '<path d="M1.75 8h4.5M4.25 6l2 2-2 2M14.25 8h-4.5M11.75 6l-2 2 2 2"/>',
    "minus": '<path d="M3 8h10"/>',
    "more": (
        '<circle fill="currentColor" cx="3.25" cy="8" r="1.1"/><circle fill="currentColor" cx="8" cy="8"'
        ' r="1.1"/><circle fill="currentColor" cx="12.75" cy="8" r="1.1"/>'
    ),
    "never": '<circle cx="8" cy="8" r="5.75"/><path d="m4 4 8 8"/>',
    "out": '<path d="M9.5 2.5h4v4M13.25 2.75 7.5 8.5M11.5 9.5v4h-9v-9h4"/>',
    "part": '<path d="M6.25 8h-4.5M3.75 6l-2 2 2 2M9.75 8h4.5M12.25 6l2 2-2 2"/>',
    "pause": '<path d="M5.5 3.5v9M10.5 3.5v9"/>',
    "pencil": '<path d="m3 13 .6-2.9L11 2.75 13.25 5l-7.35 7.4z"/>',
    "people": (
        '<circle cx="6" cy="5.25" r="2.5"/><path d="M1.5 13.5c.2-2.6 2-4 4.5-4s4.3 1.4 4.5 4M10.4'
        ' 2.95a2.5 2.5 0 0 1 0 4.6M12.2 9.9c1.5.6 2.2 1.8 2.3 3.6"/>'
    ),
    "person": (
        '<circle cx="8" cy="5.25" r="2.75"/><path d="M2.75 13.75c.4-2.7 2.5-4.25 5.25-4.25s4.85 1.55'
        ' 5.25 4.25"/>'
    ),
    "phone": '<path d="M4.75 1.75h6.5v12.5h-6.5zM7.25 12h1.5"/>',
    "play": '<path fill="currentColor" d="M4.75 3v10l8-5z"/>',
    "plus": '<path d="M8 3v10M3 8h10"/>',
    "print": '<path d="M4.5 6V2.5h7V6M4.5 11.5h-2V6h11v5.5h-2M4.5 9.5h7v4h-7z"/>',
    "qr": '<path d="M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.5h4v4h-4zM9.5 9.5V11M13.5 9.5v4h-4"/>',
    "right": '<path d="M6 3.5 10.5 8 6 12.5"/>',
    "round": '<circle fill="currentColor" cx="4.75" cy="8" r="3"/><circle cx="11.25" cy="8" r="3"/>',
    "screen": '<path d="M1.75 3h12.5v8.25H1.75zM5.25 13.75h5.5"/>',
    "search": '<circle cx="7" cy="7" r="4.25"/><path d="m10.2 10.2 3.3 3.3"/>',
    "seat": '<path d="M4.5 2.5v6h7v-6M3 8.5h10v2.5H3zM4.5 11v2.75M11.5 11v2.75"/>',
    "settings": (
        '<path d="M2.25 4.5h5.25M11 4.5h2.75M2.25 11.5H5M8.5 11.5h5.25"/><circle cx="9.25" cy="4.5"'
        ' r="1.75"/><circle cx="6.75" cy="11.5" r="1.75"/>'
    ),
    "stamp": '<circle cx="8" cy="8" r="5.75"/><path d="m5.5 8.25 1.75 1.75L10.5 6.25"/>',
    "standings": '<path d="M3 13.5V9M8 13.5v-11M13 13.5V6"/>',
    "star": '<path d="m8 2 1.8 3.9 4.2.5-3.1 2.9.8 4.2L8 11.4l-3.7 2.1.8-4.2L2 6.4l4.2-.5z"/>',
    "story": '<path d="M1.75 4.5h1.5c4.5 0 4.5 7 9 7h2M1.75 11.5h1.5c4.5 0 4.5-7 9-7h2"/>',
    "swap": '<path d="M4.5 2.5 2 5l2.5 2.5M2.25 5H13M11.5 8.5 14 11l-2.5 2.5M13.75 11H3"/>',
    "theme": (
        '<circle cx="8" cy="8" r="5.75"/><path fill="currentColor" d="M8 2.25a5.75 5.75 0 0 1 0 11.5z"/>'
    ),
    "undo": '<path d="M5.75 2.75 2.5 6l3.25 3.25M2.75 6h6.5a3.75 3.75 0 0 1 0 7.5H6"/>',
    "unlock": '<path d="M3.5 7.25h9v6.25h-9zM5.25 7V4.75a2.75 2.75 0 0 1 5.3-1"/>',
    "why": (
        '<circle cx="8" cy="8" r="5.75"/><path d="M6.1 6.3c.2-1.1.9-1.6 1.9-1.6s1.9.7 1.9 1.6c0 1.3-1.9'
        ' 1.4-1.9 2.7M8 11.25v.05"/>'
    ),
    "x": '<path d="m4 4 8 8M12 4l-8 8"/>',
}
# fmt: on
"""The drawing of each by its name: stroke 1.5, round ends, the colour of the text beside it."""


def sprite(names: Iterable[str]) -> str:
    """The drawings of these icons, each once; a page shows one by its name (`#i-play`)."""
    symbols = "".join(
        f'<symbol id="i-{name}" viewBox="0 0 16 16">{ICONS[name]}</symbol>' for name in dict.fromkeys(names)
    )
    return f'<svg id="sprite">{symbols}</svg>'


# The frame of every page: one file that contains its style, its script and every language.


SHARED: Final = Path(__file__).with_name("assets")
"""The folder of style sheets, fonts and scripts; the server's pages load sheets and fonts from here too."""
FONTS: Final = ("inter.woff2", "inter-ext.woff2", "inter-OFL.txt")
"""Files beside the pages; a page that is sent alone uses a system font."""
TRIES: Final = "tries"
"""The script that tries moves from a position; the server's replays load it too."""
_FONT: Final = re.compile(r"url\((inter[a-z-]*\.woff2)\)")
_SECTIONS: Final = ("pages", "games", "referee", "language")
_SHEETS: Final = ("tokens.css", "shell.css", "face.css", "board.css", "style.css")
_ICONS: Final = re.compile(r'icon\("([a-z]+)"')


def page(
    kind: str, language: str, *, data: Any = None, source: str = "", root: str = "", alone: bool = False
) -> str:
    """A whole page of that kind; its data are inside, or fetched repeatedly from `source`.

    Browsers may load scripts but not files from disk, so the data are a script. `root` is the path to the
    other pages; a game that is `alone` belongs to no tournament.
    """
    title = say(f"pages.{_TITLES[kind]}", language)
    given = f"ronde.show({script_data(data)});" if data is not None else ""
    settings = script_data(
        {"kind": kind, "language": language, "source": source, "root": root, "alone": alone}
    )
    return f"""<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
<style>{_sheets(root)}</style>
</head>
<body class="{kind}">
<header class="top" id="bar"></header>
<main id="main" class="wrap page"><p class="quiet">{escape(say("pages.waiting", language))}</p></main>
<noscript><p class="wrap">{escape(say("pages.no-script", language))}</p></noscript>
{_sprite(kind)}
<script>
const WORDS = {script_data(_words())};
const SETTINGS = {settings};
{_asset("common.js")}
{_script(kind)}
begin();
{given}
</script>
</body>
</html>
"""


_TITLES: Final = {"direct": "live", "partie": "replay", "tournoi": "tournament"}


def data_script(data: Any) -> str:
    """Data as a script that passes it to the page."""
    return f"ronde.show({script_data(data)});\n"


def script_data(data: Any) -> str:
    """Data as JSON that cannot end its script element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return (
        text.replace("</", "<\\/")
        .replace("<!--", "<\\!--")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029")
    )


@cache
def _asset(name: str) -> str:
    return (SHARED / name).read_text(encoding="utf-8")


def _script(kind: str) -> str:
    """The script of a page; a replay can be steered, and moves can be tried in it."""
    shared = (TRIES, "course") if kind == "partie" else ()
    return "".join(_asset(f"{name}.js") for name in (*shared, kind))


@cache
def _sheets(root: str) -> str:
    """The style sheets of the server's pages, then those of these pages; the font is beside them."""
    return _FONT.sub(rf"url({root}\1)", "".join(map(_asset, _SHEETS)))


@cache
def _sprite(kind: str) -> str:
    """The icons that the scripts of a page use."""
    return sprite(_ICONS.findall(_asset("common.js") + _script(kind)))


def other_name(aim: str) -> str:
    """A page that redirects to another one with its query: manual 003 has names of its own."""
    return f"""<!DOCTYPE html>
<meta charset="utf-8"><title>Ronde</title><meta http-equiv="refresh" content="1; url={aim}">
<script>location.replace("{aim}" + location.search + location.hash)</script>
<p><a href="{aim}">{aim}</a>
"""


@cache
def _words() -> dict[str, dict[str, str]]:
    return {
        language: {
            f"{section}.{key}": str(sentence)
            for section in _SECTIONS
            for key, sentence in section_words(section, language).items()
        }
        for language in LANGUAGES
    }
