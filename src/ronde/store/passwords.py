"""Passwords that are too common."""

from __future__ import annotations

import unicodedata
from functools import cache


def too_common(password: str, *names: str) -> bool:
    """Whether a password is among the commonest, or one of these names, with or without digits behind it.

    >>> too_common("PassWord"), too_common("soleil2024!"), too_common("zoe 1", "Zoe")
    (True, True, True)
    >>> too_common("correct horse", "Zoe")
    False
    """
    whole = _plain(password)
    bare = whole.rstrip("0123456789!?.*#$-_ ")
    known = _known() | {_plain(name) for name in names if name}
    return whole in known or bare in known or len(set(whole)) <= 2


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().strip()


@cache
def _known() -> frozenset[str]:
    from importlib.resources import files  # slow to import, and only a new password needs it

    lines = files("ronde.store").joinpath("common_passwords.txt").read_text("utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())
