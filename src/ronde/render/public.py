"""The public part of a tournament's data.

Remarks, sex, date of birth, planned absences and the reason of an absence are the arbiter's: no public page,
no public data and no published folder has them. Number and title in FIDE's list are public in a rated open.
The desk, the command line, the library and a token for players see all.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from ronde.model.player import Absence
from ronde.model.tournament import Tournament

PRIVATE: Final[dict[str, Any]] = {
    "comment": "",
    "expected": None,
    "arrivals": [],
    "away": [],
    "sex": "",
    "birth": None,
}
"""The public value of each private key; the keys of an interface stay."""
_TOLD: Final = (Absence.WITHDRAWN, Absence.OUT, Absence.HALF_BYE, Absence.FULL_BYE)
"""Absences that the standings reveal anyway."""
_REASONS: Final = frozenset(one.value for one in Absence if one not in _TOLD)


def public_absence(reason: str) -> str:
    """The public form of an absence: away, whatever the reason; anything else is unchanged."""
    return Absence.ABSENT.value if reason in _REASONS else reason


def public_data(tournament: Tournament, data: Any) -> Any:
    """The public form of a tournament's data, of any shape, also of views."""
    return _public_data(tournament, msgspec.to_builtins(data))


def _public_data(tournament: Tournament, data: Any) -> Any:
    if isinstance(data, list | tuple):
        return [_public_data(tournament, one) for one in data]
    if isinstance(data, dict):
        return {key: _public(tournament, key, value) for key, value in data.items()}
    return data


def _public(tournament: Tournament, key: str, value: Any) -> Any:
    if key in PRIVATE:
        return PRIVATE[key]
    if key == "fide" and not tournament.settings.pairing_system.numbered:
        return None
    if key in ("absence", "kind", "reason") and isinstance(value, str):
        return public_absence(value)
    if key == "absent" and isinstance(value, dict):  # of an event that closes a round
        return {player: public_absence(reason) for player, reason in value.items()}
    return _public_data(tournament, value)
