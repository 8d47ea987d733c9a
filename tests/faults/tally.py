"""What a run of faults amounts to, counted the same way by the tests and by bench/torture.py."""

from __future__ import annotations

from dataclasses import dataclass, field, fields


@dataclass
class Tally:
    """Counts of what was done to Ronde and of what it did with it."""

    kills: int = 0
    restarts: int = 0
    faults: int = 0
    inputs: int = 0
    checked: int = 0
    lost: int = 0
    crashes: int = 0
    stories: list[str] = field(default_factory=list)
    """What went wrong, a line each."""

    def check(self, holds: bool, story: str) -> None:
        """One acknowledged fact, or one state of the disk, that must hold."""
        self.checked += 1
        if not holds:
            self.lost += 1
            self.stories.append(f"lost: {story}")

    def crash(self, story: str) -> None:
        """Something that ended otherwise than in a sentence."""
        self.crashes += 1
        self.stories.append(f"crash: {story}")

    def add(self, other: Tally) -> None:
        """Take in the counts of another run."""
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    @property
    def clean(self) -> bool:
        """Whether nothing was lost and nothing crashed."""
        return not self.lost and not self.crashes

    def __str__(self) -> str:
        """The counts in one line."""
        return (
            f"{self.kills} kills, {self.restarts} restarts, {self.faults} faults injected, "
            f"{self.inputs} inputs fuzzed, {self.checked} acknowledged facts and states checked, "
            f"{self.lost} lost, {self.crashes} unhandled exceptions"
        )
