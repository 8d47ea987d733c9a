"""The contents of a configuration file, in PAPP's terms (papp 3.2 and 4)."""

from __future__ import annotations

from dataclasses import dataclass, field

from ronde.core.penalties import CAP, Penalties
from ronde.core.result import Board
from ronde.core.settings import Settings, Zone

CONFIG_NAME = "papp.cfg"
MOST_ROUNDS = 128
"""PAPP's maximum of announced rounds; it can complete one less."""
MOST_BRIGHTWELL, MOST_DISCS = 1_000.0, 9_999
"""Maximum values; larger ones cannot be played."""
MOST_ZONES, MOST_COPIES = 1_000, 99
"""Maximum values; larger ones are mistyped."""


@dataclass(frozen=True, slots=True)
class FileNames:
    """The configured file names; those of lists are patterns with `###` for the round."""

    players: str = "joueurs"
    """Tried as it is and with `.txt` appended."""
    new_players: str = "nouveaux.txt"
    workfile: str = "papp-internal-workfile.txt"
    pairings: str = ""
    results: str = ""
    standings: str = ""
    teams: str = ""
    crosstable: str = ""
    elo: str = ""
    """Stored by PAPP and never used, like `log` and `trace`."""
    log: str = ""
    trace: str = ""

    @property
    def lists(self) -> tuple[str, ...]:
        """The names of the lists that are written round by round."""
        names = (self.pairings, self.results, self.standings, self.teams, self.crosstable)
        return tuple(name for name in names if name)


@dataclass(frozen=True, slots=True)
class PappConfig:
    """All values of a configuration; the defaults are those built into PAPP."""

    country: str = ""
    bye: int = 24
    total: int = 64
    colours: tuple[str, str] | None = None
    """None for the colours of the program's language."""
    relative: bool = False
    subfolder: bool = True
    xml: bool = False
    immediate: bool = True
    copies: int = 0
    """Copies of each printed list; 0 disables printing."""
    files: FileNames = field(default_factory=FileNames)
    zones: tuple[Zone, ...] = ()
    penalties: Penalties = field(default_factory=Penalties)
    brightwell: float | None = None
    """The constant of an old configuration, on the scale of points; the workfile's own takes precedence."""
    round_robin: tuple[int, int] | None = None
    """The range of players for which an old configuration wants a round robin."""

    @property
    def robin_range(self) -> str:
        """The range as a setting; empty where the announced rounds decide, as they do since 1.30."""
        return "-".join(map(str, self.round_robin or ()))

    @property
    def board(self) -> Board:
        """The board of this configuration."""
        names = {} if self.colours is None else {"colours": self.colours}
        return Board(self.total, self.bye, relative=self.relative, **names)

    def settings(self, *, rounds: int, brightwell: float) -> Settings:
        """The settings of a tournament under this configuration, in PAPP's own profile."""
        return Settings(
            rounds=rounds,
            board=self.board,
            brightwell=brightwell,
            penalties=self.penalties,
            cap=CAP,
            country=self.country,
            zones=self.zones,
            profile="papp",
        )
