"""How secrets are stored: one-time tokens as digests, passwords hashed with scrypt.

A hash is stored with its cost parameters, so that they can be raised without locking anybody out.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final

from ronde.core.errors import AccountRefused
from ronde.storage.door import too_common

SHORTEST: Final = 8
LONGEST: Final = 200
_COST: Final = (2**15, 8, 1)
"""The parameters n, r and p of scrypt: 32 MiB and about a tenth of a second for every attempt."""
_MEMORY: Final = 128 * 2**20
_MARK: Final = 4
"""The field with the salt in a stored hash."""


def digest(word: str) -> bytes:
    """The stored form of a token: looking it up takes the same time whatever was guessed."""
    return hmac.digest(b"ronde", word.encode("utf-8", "replace"), hashlib.sha256)


def stretch(password: str, *names: str) -> str:
    """The hash of a password, unless it contains one of these names; slow on purpose, never in the loop."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise AccountRefused(reason="password", least=SHORTEST, most=LONGEST)
    if too_common(password, *names):
        raise AccountRefused(reason="common")
    salt = secrets.token_bytes(16)
    return kept_as(salt, _scrypt(password, salt, *_COST), _COST)


def kept_as(salt: bytes, stretched: bytes, cost: tuple[int, int, int]) -> str:
    """The text form of a hash."""
    return "$".join(("scrypt", *map(str, cost), salt.hex(), stretched.hex()))


def matches(password: str, kept: str) -> bool:
    """Whether a password matches a hash; takes equally long for unknown accounts."""
    _, n, r, p, salt, stretched = kept.split("$")
    tried = _scrypt(password, bytes.fromhex(salt), int(n), int(r), int(p))
    return hmac.compare_digest(tried, bytes.fromhex(stretched))


def mark_of(kept: str) -> str:
    """Changes with a password and reveals nothing about it."""
    return kept.split("$")[_MARK]


def _scrypt(password: str, salt: bytes, n: int, r: int, p: int) -> bytes:
    plain = password.encode("utf-8", "replace")
    return hashlib.scrypt(plain, salt=salt, n=n, r=r, p=p, maxmem=_MEMORY, dklen=32)


NOBODYS: Final = kept_as(bytes(16), secrets.token_bytes(32), _COST)
"""Compared when there is no such account, so that response times reveal nothing."""
