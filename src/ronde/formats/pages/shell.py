"""The frame of every page: one file that contains its style, its script and every language."""

from __future__ import annotations

import json
import re
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Final

from ronde.formats.pages.icons import sprite
from ronde.i18n.door import LANGUAGES, say, section_words

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
    """The script of a page; a replay can also try moves."""
    return "".join(_asset(f"{name}.js") for name in ((TRIES, kind) if kind == "partie" else (kind,)))


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
