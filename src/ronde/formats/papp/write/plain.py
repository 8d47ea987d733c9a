"""Names that PAPP can read back: ASCII letters, no word that starts with a digit (papp 1.14 and 3.3)."""

from __future__ import annotations

import re
import unicodedata

from ronde.formats.papp.read.players import WORD

LONGEST_STRING = 255
"""Maximum length in bytes; longer strings overrun PAPP's buffer (papp 2)."""

_LETTERS = str.maketrans(
    {
        "ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th",
        "Þ": "Th", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ı": "i", "’": "'", "‘": "'", "‐": "-",
        "–": "-", "—": "-", "`": "'",
    }
)  # fmt: skip
_WORDS = re.compile(r"[+/]|[^+/\s]+")
_FOREIGN = re.compile(r"[^A-Za-z0-9_'.\-]")
_WORD = re.compile(WORD)


def _ascii(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    return "".join(char for char in apart if not unicodedata.combining(char))


def plain_words(text: str) -> str:
    """The words of a name as PAPP will have them, `+` and `/` standing alone.

    >>> plain_words("Zoë O’Hara (2nd)"), plain_words("A+B")
    ("Zoe O'Hara _2nd_", 'A + B')
    """
    words = _WORDS.findall(_ascii(text))
    return " ".join(_plain_word(word) for word in words) if words or not text.strip() else "_"


def _plain_word(word: str) -> str:
    if word in "+/":
        return word
    kept = _FOREIGN.sub("_", word)
    if kept == "__eof__":
        return "_eof_"  # the word that ends every file
    return kept if _WORD.fullmatch(kept) else f"_{kept}"


def plain_author(first_name: str) -> str | None:
    """The words between the parentheses of a program's name, or None if these are first names."""
    if not (first_name.startswith("(") and first_name.endswith(")") and len(first_name) > 1):
        return None
    return plain_words(first_name[1:-1])


def plain_first(first_name: str) -> str:
    """First names for PAPP, the author of a program in parentheses."""
    author = plain_author(first_name)
    return plain_words(first_name) if author is None else f"({author})"


def plain_country(text: str) -> str:
    """A country in one word.

    >>> plain_country("Côte d’Ivoire"), plain_country("")
    ("Cote_d'Ivoire", '')
    """
    return _plain_word(re.sub(r"[\s+/]", "_", _ascii(text.strip()))) if text.strip() else ""


def plain_string(text: str) -> str:
    """A text PAPP can read between quotes: one line, no quotes, not too long.

    >>> plain_string('The "Open"')
    "The 'Open'"
    """
    line = " ".join(re.split(r"[\r\n]+", text)).replace('"', "'")
    return line.encode(errors="ignore")[:LONGEST_STRING].decode(errors="ignore")
