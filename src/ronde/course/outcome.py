"""What became of a version: codes and facts, of which reports are made in every language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any


class Fate(StrEnum):
    """What became of a version that was handed in."""

    ACCEPTED = "accepted"
    UNFIT = "unfit"
    """It would lose games by faults."""
    BUILD = "build"
    """No program could be made of it."""
    LOST = "lost"
    """The check did not come to an end."""


@dataclass(frozen=True, slots=True)
class VersionOutcome:
    """The fate of a version with what was found, or with what the compiler said."""

    fate: Fate
    check: Mapping[str, Any] = field(default_factory=dict)
    """As `ronde check --json` gives it."""
    verdict: str = ""
    detail: str = ""
    """Why the build ended without a program, as codes."""
    said: str = ""
    """What the compiler printed."""

    @property
    def accepted(self) -> bool:
        """Whether the version may play."""
        return self.fate is Fate.ACCEPTED

    def to_dict(self) -> dict[str, Any]:
        """Plain data that any JSON writer takes."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> VersionOutcome:
        """What `to_dict` made this data from; ValueError or TypeError if it is none."""
        return cls(**{**data, "fate": Fate(data.get("fate", ""))})
