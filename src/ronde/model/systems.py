"""The pairing systems and their properties, so that no other module tests for their names.

How a system pairs is in `ronde/systems`; `docs/extending.md` tells how to add one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from ronde.model.go import CRITERIA

TIEBREAKS = (
    "brightwell", "discs", "buchholz", "buchholz-cut1", "buchholz-cut2", "median", "sonneborn-berger",
    "progressive", "direct", "wins", "wins-second", "opponents-rating",
)  # fmt: skip
"""The names of the tie-breaks; scoring has one function for each."""
CODE_OF = {
    "buchholz": "BH",
    "buchholz-cut1": "BH/C1",
    "buchholz-cut2": "BH/C2",
    "median": "BH/M1",
    "sonneborn-berger": "SB",
    "progressive": "PS",
    "direct": "DE",
    "wins": "WON",
    "wins-second": "BWG",
    "opponents-rating": "ARO",
}
"""Names of ours for tie-breaks of C.07; where C.07 ranks they mean its codes."""
CODES = (
    "BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "BH/P", "BH/C1/P", "BH/C2/P", "FB", "FB/C1", "FB/C2", "FB/M1",
    "FB/M2", "AOB", "AOB/F", "SB", "SB/C1", "SB/C2", "SB/P", "SB/C1/P", "SB/C2/P", "DE", "DE/P", "WIN",
    "WON", "BPG", "BWG", "REP", "STD", "PS", "PS/C1", "PS/C2", "KS", "KS/L+1", "KS/L-1", "ARO", "ARO/C1",
    "ARO/C2", "ARO/M1", "ARO/M2", "TPR", "PTP", "APRO", "APPO", "TPN", "TPN/R", "RTNG", "RTNG/R",
)  # fmt: skip
"""The tie-breaks of C.07 for individuals."""
GENERAL = ("json", "csv", "players-csv", "text", "pdf", "pdf-letter", "proof")
"""Exports that fit every tournament."""
PAPP = ("papp",)
TRF = ("trf26", "trf16", "trf-engine")
"""Reports to FIDE, and the same for other pairing engines."""
GO = ("opengotha", "egf", "ffg", "aga")
"""The file of OpenGotha, and results for the federations of Go."""
KEIZER = ("keizer-s3db", "keizer-html", "keizer-xml", "keizer-csv", "keizer-txt")
"""The files of KeizerForClubs."""


class Ranking(StrEnum):
    POINTS = "points"
    """Points, then the tie-breaks as numbers."""
    VALUE = "value"
    """Keizer points, by the value of the opponents."""
    BRACKET = "bracket"
    """The places a cup is played for."""
    FIDE = "fide"
    """Points, then the tie-breaks of C.07, each applied to those whom the ones before left equal."""
    GO = "go"
    """The criteria of Go, the main score among them."""


class Schedule(StrEnum):
    """How a fixed schedule is made."""

    NONE = ""
    BERGER = "berger"
    GAUNTLET = "gauntlet"
    BRACKET = "bracket"


@dataclass(frozen=True, slots=True)
class System:
    """One pairing system and its properties."""

    name: str
    method: object = ""
    """Its functions, a `Method` of `ronde.systems.system`, or their place: `MODULE:NAME`."""
    schedule: Schedule = Schedule.NONE
    fixed_laps: int = 0
    """How often everybody meets everybody, where this is not a setting."""
    ranking: Ranking = Ranking.POINTS
    priced: bool = False
    """Whether pairs have costs by the table of penalties."""
    small_round_robin: bool = False
    """Whether few players play a round robin that starts with round 1 as paired (papp 7)."""
    season: bool = False
    """Whether rounds are evenings of a season: reasons of absence count, and latecomers wait a round."""
    idle: bool = False
    """Whether somebody who is present may play no game and have no bye; he gets nothing for the round."""
    bye_is_a_win: bool = True
    """Whether the bye is scored as a game; Keizer pays it by its share instead."""
    settings: tuple[str, ...] = ()
    """Settings, or groups of them, that only some systems use, this one among them."""
    tiebreaks: tuple[str, ...] = TIEBREAKS
    usual_tiebreaks: tuple[str, ...] | None = None
    """The default tie-breaks; None leaves them to the game."""
    numbered: bool = False
    """Whether players have pairing numbers, which the pairing records."""
    byes_on_request: bool = False
    """Whether players may ask for a half-point or full-point bye."""
    usual_rounds: int = 7
    usual_game: str = "othello"
    exports: tuple[str, ...] = (*GENERAL, *PAPP)

    @property
    def scheduled(self) -> bool:
        """Whether the schedule is fixed: the opponent of an absent player is then free in that round."""
        return self.schedule is not Schedule.NONE

    @property
    def knock_out(self) -> bool:
        return self.schedule is Schedule.BRACKET

    @property
    def go(self) -> bool:
        """Whether Go is played: with ranks, handicaps, and games that both win or lose."""
        return self.ranking is Ranking.GO

    @property
    def by_value(self) -> bool:
        """Whether players are ranked by Keizer points."""
        return self.ranking is Ranking.VALUE

    def uses(self, setting: str) -> bool:
        """Whether a setting, by its dotted name, is used by this system."""
        group = setting.partition(".")[0]
        return group in self.settings or not any(group in one.settings for one in SYSTEMS.values())


def _go(name: str, criteria: tuple[str, ...]) -> System:
    """A system of Go; they differ in their usual settings and criteria only."""
    return System(
        name,
        "ronde.systems.mcmahon.pairing:MCMAHON",
        ranking=Ranking.GO,
        idle=True,
        settings=("mcmahon", "go", "report"),
        tiebreaks=CRITERIA,
        usual_tiebreaks=criteria,
        usual_rounds=5,
        usual_game="go",
        exports=(*GENERAL, *GO),
    )


_ALL = (
    System(
        "swiss",
        "ronde.systems.swiss.pairing:SWISS",
        priced=True,
        small_round_robin=True,
        settings=("penalties", "cap", "round_robin"),
    ),
    System(
        "berger",
        "ronde.systems.roundrobin:BERGER",
        schedule=Schedule.BERGER,
        settings=("laps", "report"),
        exports=(*GENERAL, *PAPP, *TRF),
    ),
    System(
        "double-berger",
        "ronde.systems.roundrobin:BERGER",
        schedule=Schedule.BERGER,
        fixed_laps=2,
        settings=("report",),
        exports=(*GENERAL, *PAPP, *TRF),
    ),
    System(
        "gauntlet",
        "ronde.systems.roundrobin:GAUNTLET",
        schedule=Schedule.GAUNTLET,
        settings=("laps", "gauntlet"),
    ),
    System(
        "keizer",
        "ronde.systems.keizer.pairing:KEIZER",
        ranking=Ranking.VALUE,
        season=True,
        bye_is_a_win=False,
        settings=("keizer",),
        usual_tiebreaks=(),
        usual_rounds=30,
        usual_game="chess",
        exports=(*GENERAL, "ratings-csv", *KEIZER),
    ),
    System(
        "dutch",
        "ronde.systems.dutch.rounds:DUTCH",
        ranking=Ranking.FIDE,
        numbered=True,
        byes_on_request=True,
        settings=("dutch", "report"),
        tiebreaks=(*CODES, *TIEBREAKS),
        usual_tiebreaks=("BH/C1", "BH", "SB", "DE"),
        usual_rounds=9,
        usual_game="chess",
        exports=(*GENERAL, "checklist-csv", "ratings-csv", *TRF),
    ),
    _go("mcmahon", ("MMS", "SOSM", "SOSOSM")),
    _go("go-swiss", ("NBW", "SOSW", "SOSOSW")),
    _go("go-categories", ("CAT", "NBW", "EXT", "EXR")),
    System(
        "cup", "ronde.systems.cup:CUP", schedule=Schedule.BRACKET, ranking=Ranking.BRACKET, settings=("cup",)
    ),
)

SYSTEMS: dict[str, System] = {system.name: system for system in _ALL}
"""Every pairing system by the name that settings use."""


FINAL = System("final", "ronde.systems.cup:FINAL", schedule=Schedule.BRACKET)
"""What pairs the rounds of a final, after those of another system; no tournament begins with it."""


def add_system(system: System) -> None:
    SYSTEMS[system.name] = system


def offer_everywhere(*, tiebreak: str = "", export: str = "") -> None:
    """Add a tie-break where points are ranked by tie-breaks, and an export everywhere."""
    for name, system in SYSTEMS.items():
        by_points = tiebreak and system.ranking is Ranking.POINTS
        SYSTEMS[name] = replace(
            system,
            tiebreaks=(*system.tiebreaks, tiebreak) if by_points else system.tiebreaks,
            exports=(*system.exports, export) if export else system.exports,
        )


SMALL_ROUND_ROBIN = "round-robin"
"""The system recorded for a round of a Swiss with so few players that everybody meets everybody."""


def is_scheduled(name: str) -> bool:
    """Whether the system of that name follows a fixed schedule; unknown names do not."""
    return name in SYSTEMS and SYSTEMS[name].scheduled
