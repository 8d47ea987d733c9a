"""What is wrong with an engine's answer, by the code of a sentence.

The offline checker, the tester and the record of a lost game all ask here. Only the standard library is used:
the checker of the kits has a copy of this file.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import parse_qsl

# Copyright 2026 The Ronde developers. SPDX-License-Identifier: MIT


WANTED: Final = ("Game", "MoveId", "Value")
_TAG: Final = re.compile(r"<[^>]*>")
_WARNINGS: Final = re.compile(
    r"\b(?:Warning|Notice|Deprecated|Fatal error|Parse error)(?:</b>)?:|Traceback \(most recent call last\)"
)


def printed_fault(text: str) -> str:
    """What stands where a bare value should: `empty`, `warnings`, `html` or `lines`; else nothing.

    >>> printed_fault("<b>Warning</b>: Undefined array key 5"), printed_fault("5")
    ('warnings', '')
    """
    inner = text.removeprefix("\ufeff").strip()
    if not inner:
        return "empty"
    if _WARNINGS.search(inner):
        return "warnings"
    if _TAG.search(inner):
        return "html"
    return "lines" if len(inner.splitlines()) > 1 else ""


def called_back_fault(query: str, game: str, move_id: str) -> str:
    """What is wrong with a call-back: `case`, `incomplete`, `double`, `other-game`, `other-move-id`.

    >>> called_back_fault("game=K3&moveid=7&value=5", "K3", "7")
    'case'
    """
    pairs = parse_qsl(query, keep_blank_values=True)
    names, fields = [name for name, _ in pairs], dict(pairs)
    missing = [name for name in WANTED if name not in fields]
    if missing:
        lower = {name.lower() for name in names}
        return "case" if all(name.lower() in lower for name in missing) else "incomplete"
    if any(names.count(name) > 1 for name in WANTED):
        return "double"
    if fields["Game"] != game:
        return "other-game"
    return "" if fields["MoveId"] == move_id else "other-move-id"


def silent_fault(page: str | None) -> str:
    """Why no call-back came, judged by the page that was returned: `printed`, `warnings` or `not-called`."""
    if page is None:
        return ""
    fault = printed_fault(page)
    return "not-called" if fault == "empty" else "warnings" if fault == "warnings" else "printed"
