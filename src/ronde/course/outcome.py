"""The outcome of a version: codes and facts, translated by the reports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any


class Fate(StrEnum):
    ACCEPTED = "accepted"
    UNFIT = "unfit"
    """It would lose games by faults."""
    BUILD = "build"
    """It could not be built."""
    LOST = "lost"
    """The check did not finish."""


@dataclass(frozen=True, slots=True)
class VersionOutcome:
    """The outcome of a version, with the findings or the compiler's output."""

    fate: Fate
    check: Mapping[str, Any] = field(default_factory=dict)
    """As `ronde check --json` gives it."""
    verdict: str = ""
    detail: str = ""
    """Why the build failed, as codes."""
    said: str = ""
    """What the compiler printed."""

    @property
    def accepted(self) -> bool:
        return self.fate is Fate.ACCEPTED

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> VersionOutcome:
        """The inverse of `to_dict`; ValueError or TypeError if the data is invalid."""
        return cls(**{**data, "fate": Fate(data.get("fate", ""))})
