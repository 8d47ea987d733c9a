"""The events of a tournament, in the past tense: everything the journal can contain.

An event records what was decided, not how: replay runs no pairing and no scoring rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ronde.model.player import Absence, Player, PlayerId
from ronde.model.result import Result
from ronde.model.settings import Settings
from ronde.model.table import Bye, Pair


@dataclass(frozen=True, slots=True)
class TournamentOpened:
    name: str
    date: str = ""
    settings: Settings = field(default_factory=Settings)


@dataclass(frozen=True, slots=True)
class SettingsChanged:
    name: str
    date: str
    settings: Settings


@dataclass(frozen=True, slots=True)
class PlayerEntered:
    """A player was registered while `round` was open."""

    player: Player
    round: int


@dataclass(frozen=True, slots=True)
class PlayerChanged:
    """The card of a player was changed; the new card may have another number."""

    id: PlayerId
    player: Player


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A player is away, from the round that was open, until he returns."""

    player: PlayerId
    round: int
    reason: Absence = Absence.WITHDRAWN
    expected: int = 0
    """The round whose pairing may bring a pre-registered player in; 0 means the round that was open."""


@dataclass(frozen=True, slots=True)
class PlayerReturned:
    """A player who had left is here again."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class PlayerRemoved:
    """A player without any game was erased, and his byes with him."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class PlayerErased:
    """What was kept of a person is erased from the whole journal, on request; the results stand."""

    player: PlayerId
    name: str
    """What stands in the place of the name."""


@dataclass(frozen=True, slots=True)
class AbsencePlanned:
    player: PlayerId
    round: int
    reason: Absence = Absence.ABSENT


@dataclass(frozen=True, slots=True)
class AbsenceCancelled:
    """A player plays `round` after all."""

    player: PlayerId
    round: int


@dataclass(frozen=True, slots=True)
class PairForbidden:
    """Two players must not meet from this point on."""

    first: PlayerId
    second: PlayerId


@dataclass(frozen=True, slots=True)
class PairAllowed:
    """Two players may meet again."""

    first: PlayerId
    second: PlayerId


@dataclass(frozen=True, slots=True)
class ByeGiven:
    """The arbiter chose who has the bye of the round; 0 leaves the choice to the pairing."""

    round: int
    player: PlayerId


@dataclass(frozen=True, slots=True)
class RoundPaired:
    """All tables of the round by number, including older ones, with the bye and how the pairing was made."""

    round: int
    tables: dict[int, Pair]
    bye: Bye | None
    system: str
    seed: int
    total: int
    values: tuple[PlayerId, ...] = ()
    """Keizer: the order of the standings by which this round is scored, frozen; empty in round 1."""


@dataclass(frozen=True, slots=True)
class TableAdded:
    """Two players were put at a table by hand."""

    round: int
    table: int
    pair: Pair
    values: tuple[PlayerId, ...] = ()
    """Keizer: the first pair of a round freezes the order by which it is scored, as a pairing does."""


@dataclass(frozen=True, slots=True)
class TableRemoved:
    """The pair of a table was dissolved."""

    round: int
    table: int


@dataclass(frozen=True, slots=True)
class TableLocked:
    """A table is locked, so that it is kept when the round is paired again, or unlocked."""

    round: int
    table: int
    locked: bool


@dataclass(frozen=True, slots=True)
class ManualBegun:
    """The arbiter begins to change the pairs of the round by hand."""

    round: int


@dataclass(frozen=True, slots=True)
class ManualEnded:
    """The arbiter ended the manual phase; `instead` has the replaced pairs, the bye as 0."""

    round: int
    instead: tuple[tuple[PlayerId, PlayerId], ...] = ()


@dataclass(frozen=True, slots=True)
class ResultEntered:
    """The table of the open round has this result."""

    round: int
    table: int
    result: Result


@dataclass(frozen=True, slots=True)
class ResultCleared:
    """The result of a table of the open round was taken back."""

    round: int
    table: int


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """A game of a match was played by programs at a table of the open round; its record is attached."""

    round: int
    table: int
    leg: int
    first: PlayerId
    """The player with the first move."""
    second: PlayerId
    winner: PlayerId
    """0 if nobody won."""
    reason: str
    score: tuple[int, int] = (0, 0)
    """The score of the game for `first` and `second`: markers or discs."""
    seconds: tuple[int, int] = (0, 0)
    """Whole seconds left to `first` and `second`."""
    record: str = ""
    """The name of the attachment."""
    moves: str = ""
    """A digest of start and moves, equal for identical games; empty after a fault and in older files."""


@dataclass(frozen=True, slots=True)
class ProgramChanged:
    """A player plays with this program from now on: a replacement, or the first one of a late entrant."""

    player: PlayerId
    file: str
    """The name of its file without a folder: the folder of programs is never taken from a journal."""
    digest: str
    """Its SHA-256."""


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    """The colours and the result of a table of any round were corrected."""

    round: int
    table: int
    first: PlayerId
    second: PlayerId
    result: Result


@dataclass(frozen=True, slots=True)
class SeatsTaken:
    """The seats of a round robin, in PAPP's order; 0 is the bye."""

    seats: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """The round is over: who had the bye, and who was absent and why."""

    round: int
    byes: tuple[PlayerId, ...] = ()
    absent: dict[PlayerId, Absence] = field(default_factory=dict)
    values: tuple[PlayerId, ...] = ()
    """Keizer: the frozen order of a round that was paired by hand."""


@dataclass(frozen=True, slots=True)
class RoundReopened:
    round: int


MOST_GAMES = 99
"""The most games of a match in a final."""


@dataclass(frozen=True, slots=True)
class FinalBegun:
    """From `round` on a few players play a cup; the standings before stay as they are."""

    round: int
    players: tuple[PlayerId, ...]
    """The players of the bracket by seed."""
    best_of: int = 1
    """The most games of a match; a match for a lower place has one."""
    third_place: bool = False
    """Whether the losers of the semi-finals meet."""
    third: tuple[PlayerId, ...] = ()
    """The two who play for the third place beside a final of two, by seed."""


@dataclass(frozen=True, slots=True)
class Undone:
    """An action, named by the number of its first event, was undone."""

    action: int


Event = (
    TournamentOpened
    | SettingsChanged
    | PlayerEntered
    | PlayerChanged
    | PlayerLeft
    | PlayerReturned
    | PlayerRemoved
    | PlayerErased
    | AbsencePlanned
    | AbsenceCancelled
    | PairForbidden
    | PairAllowed
    | ByeGiven
    | RoundPaired
    | TableAdded
    | TableRemoved
    | TableLocked
    | ManualBegun
    | ManualEnded
    | ResultEntered
    | ResultCleared
    | GamePlayed
    | ProgramChanged
    | ResultCorrected
    | SeatsTaken
    | RoundClosed
    | RoundReopened
    | FinalBegun
    | Undone
)

EVENT_TYPES: dict[str, type[Event]] = {kind.__name__: kind for kind in Event.__args__}
"""Every event class by the name stored in the journal."""


def undone_actions(events: Iterable[tuple[int, Event]]) -> set[int]:
    """The undone actions, from events with their actions, the latest first.

    An undo that was itself undone has no effect.
    """
    actions: set[int] = set()
    for action, event in events:
        if isinstance(event, Undone) and action not in actions:
            actions.add(event.action)
    return actions
