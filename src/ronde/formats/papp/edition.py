"""The version and language of PAPP that a file is written for."""

from __future__ import annotations

from dataclasses import dataclass

from ronde.core.result import Board
from ronde.i18n.door import plain, say

VERSIONS = ("1.36", "1.37.1")


@dataclass(frozen=True, slots=True)
class Edition:
    """The version whose layouts are used, and the language of the lists."""

    version: str = VERSIONS[-1]
    language: str = "en"

    @property
    def creator(self) -> str:
        """The signature of the program in its files."""
        return f"PAPP {self.version}"

    @property
    def before_1_37(self) -> bool:
        """Whether the layouts of 1.36 are used (papp 16)."""
        return self.version.startswith("1.36")

    def say(self, key: str, **facts: object) -> str:
        """A title of PAPP's lists: without accents, also in French, plain spaces, a decimal point."""
        places = {name: f"{{{name}}}" for name in facts}
        return plain(say(f"papp.{key}", self.language, **places)).format(**facts)

    def colours(self, board: Board) -> tuple[str, str]:
        """The names of the two colours: the configured ones, else those of the language."""
        if board.colours == Board().colours:
            return (self.say("black"), self.say("white"))
        return board.colours
