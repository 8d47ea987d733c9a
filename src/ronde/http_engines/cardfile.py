"""A file `j4_name.url` that stands for an engine at an address, among the programs of a folder.

The first line is the address. Further lines may say `manner: call-back`, `printed` or `service`, and
`key: NAME:SECRET`, the secret in hexadecimal digits; a second key is the one that is being rotated out. Empty
lines and lines starting with # are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ronde.core.errors import AddressRefused, FormatError, Problem
from ronde.http_engines.addresses import Allowed, check_url
from ronde.http_engines.card import EngineCard, Key, Manner
from ronde.http_engines.registration import MANNERS

LARGEST: Final = 8_192
"""Bytes of such a file."""
KEYS: Final = 2
"""The key of an engine, and the one that is being rotated out."""
_KEY: Final = re.compile(r"([0-9A-Za-z_-]{1,20}):((?:[0-9A-Fa-f]{2}){8,64})")

Line = tuple[int, str]


def read_card(path: Path, game: str, allow: Allowed, *, name: str = "") -> EngineCard:
    """The engine a file names; FormatError or AddressRefused, with the line, if it names none."""
    lines = list(_lines(path))
    if not lines:
        raise _wrong(path, 1, "no-address")
    url = _address(path, lines[0], allow)
    manners: list[Manner] = []
    keys: list[Key] = []
    for number, text in lines[1:]:
        field, _, value = (part.strip() for part in text.partition(":"))
        if field == "manner" and not manners:
            manners.append(_manner(path, number, value))
        elif field == "key" and len(keys) < KEYS:
            keys.append(_key(path, number, value))
        else:
            raise _wrong(path, number, "again" if field in ("manner", "key") else "field", field)
    manner = manners[0] if manners else Manner.CALL_BACK
    return EngineCard(0, name or path.stem, game, url, manner=manner, keys=tuple(keys))


def _lines(path: Path) -> Iterator[Line]:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        text = data.decode("utf-8-sig")
    except OSError as trouble:
        raise _wrong(path, 0, "unreadable", str(trouble.strerror)) from trouble
    except UnicodeDecodeError as trouble:
        raise _wrong(path, 0, "not-text") from trouble
    if len(data) > LARGEST:
        raise _wrong(path, 0, "too-long", str(LARGEST))
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line.strip()


def _address(path: Path, line: Line, allow: Allowed) -> str:
    number, text = line
    try:
        return check_url(text, allow)
    except AddressRefused as refused:
        place = f"{refused.facts['url']} ({path.name}:{number})"
        raise AddressRefused(url=place, reason=refused.facts["reason"]) from refused


def _manner(path: Path, number: int, text: str) -> Manner:
    known = next((manner for manner in MANNERS if manner.value == text), None)
    if known is None:
        raise _wrong(path, number, "manner", text)
    return known


def _key(path: Path, number: int, text: str) -> Key:
    match = _KEY.fullmatch(text)
    if match is None:  # the value is a secret and is not repeated
        raise _wrong(path, number, "key")
    return Key(match[1], bytes.fromhex(match[2]))


def _wrong(path: Path, line: int, key: str, text: str = "") -> FormatError:
    return FormatError([Problem(path.name, line, 1 if line else 0, f"arbitre.file-{key}", text)])
