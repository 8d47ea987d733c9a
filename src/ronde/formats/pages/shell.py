"""The frame of every page: one file with its style, its script and every language inside."""

from __future__ import annotations

import json
import re
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Final

from ronde.i18n.door import LANGUAGES, say, section_words

SHARED: Final = Path(__file__).with_name("assets")
"""Where the style sheets lie that the server's pages load too: `tokens.css` and `board.css`."""
_FONTS: Final = re.compile(r"@font-face \{[^}]*\}\n")
"""The files of fonts do not lie beside a page that is one file."""
_SECTIONS: Final = ("pages", "games", "referee", "language")


def page(kind: str, language: str, *, data: Any = None, source: str = "", home: str = "") -> str:
    """A whole page of that kind; its data stands inside, or is fetched again and again from `source`.

    Scripts may be loaded from the disk where a browser forbids to read files, so the data is a script.
    """
    title = say(f"pages.{_TITLES[kind]}", language)
    given = f"ronde.show({script_data(data)});" if data is not None else ""
    settings = script_data({"kind": kind, "language": language, "source": source, "home": home})
    return f"""<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
<style>{_sheets()}</style>
</head>
<body class="{kind}">
<header id="bar"></header>
<main id="main"><p class="quiet">{escape(say("pages.waiting", language))}</p></main>
<noscript><p>{escape(say("pages.no-script", language))}</p></noscript>
<script>
const WORDS = {script_data(_words())};
const SETTINGS = {settings};
{_asset("common.js")}
{_asset(f"{kind}.js")}
begin();
{given}
</script>
</body>
</html>
"""


_TITLES: Final = {"direct": "live", "partie": "replay", "tournoi": "tournament"}


def data_script(data: Any) -> str:
    """Data as a script that hands it to the page."""
    return f"ronde.show({script_data(data)});\n"


def script_data(data: Any) -> str:
    """Data as JSON that cannot end the script it stands in."""
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


@cache
def _sheets() -> str:
    """The colours and boards of the server's pages, then what only these pages have."""
    return _FONTS.sub("", "".join(map(_asset, ("tokens.css", "board.css", "style.css"))))


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
