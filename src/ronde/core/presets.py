"""Usual kinds of tournaments to start from; everything can be changed later."""

from __future__ import annotations

from dataclasses import dataclass

from ronde.core.settings import Settings, usual_settings
from ronde.core.systems import SYSTEMS


@dataclass(frozen=True, slots=True)
class Preset:
    """A usual kind of tournament: its system, its game, and its number of rounds."""

    system: str
    game: str | None = None
    rounds: int = 0

    @property
    def usual_rounds(self) -> int:
        return self.rounds or SYSTEMS[self.system].usual_rounds


PRESETS: dict[str, Preset] = {
    "othello-open": Preset("swiss"),
    "chess-open": Preset("swiss", "chess"),
    "fide-open": Preset("dutch"),
    "go-open": Preset("swiss", "go", 5),
    "club-keizer": Preset("keizer"),
    "round-robin": Preset("berger"),
    "cup": Preset("cup", rounds=4),
    "engine-cup": Preset("double-berger", rounds=14),
}
"""By name; programs meet each other twice, colours reversed."""


def settings_of(preset: str, rounds: int = 0) -> Settings:
    """The settings of a preset; `rounds` of 0 takes its usual number."""
    chosen = PRESETS[preset]
    return usual_settings(chosen.system, rounds=rounds or chosen.rounds, game=chosen.game)
