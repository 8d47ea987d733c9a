"""The contents of a workfile, statement by statement, in PAPP's terms (papp 3.5)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from ronde.core.player import PlayerId

MOST_PLAYERS = 256
MOST_CLOSED = 127
"""PAPP's fixed tables: one more of either aborts it (papp 2)."""


class PappGame(NamedTuple):
    """Two players of a round, black first; the scores are None until known."""

    black: PlayerId
    white: PlayerId
    black_score: float | None = None
    white_score: float | None = None
    at: int = 0


@dataclass(frozen=True, slots=True)
class Chapter:
    """One round: who was registered, who was present, and the games in order of creation."""

    registered: int
    """The number of registered players, in order of registration."""
    present: frozenset[PlayerId]
    games: tuple[PappGame, ...]
    seen: frozenset[PlayerId] = frozenset()
    """Who was marked present at any time until then."""


@dataclass(slots=True)
class Story:
    """The tournament while its workfile is being read."""

    name: str | None = None
    """None if the file is of the old format."""
    date: str = ""
    rounds: int | None = None
    brightwell: float | None = None
    here: dict[PlayerId, bool] = field(default_factory=dict)
    """Everybody registered, in order, and whether he is present."""
    games: list[PappGame] = field(default_factory=list)
    paired: dict[PlayerId, PappGame] = field(default_factory=dict)
    seen: set[PlayerId] = field(default_factory=set)
    chapters: list[Chapter] = field(default_factory=list)
    seats: tuple[PlayerId, ...] = ()
    """The round-robin table; 0 is Bip."""

    def register(self, player: PlayerId, *, present: bool) -> None:
        """Mark a player present or absent; the first mention determines his order."""
        self.here[player] = present
        if present:
            self.seen.add(player)
        if not present and player in self.paired:
            self.dissolve(self.paired[player])

    def dissolve(self, game: PappGame) -> None:
        """Dissolve a pair."""
        self.games.remove(game)
        del self.paired[game.black], self.paired[game.white]

    def dissolve_all(self) -> None:
        """Dissolve all pairs of this round."""
        self.games.clear()
        self.paired.clear()

    def both_free(self, black: PlayerId, white: PlayerId) -> bool:
        """Whether two different players are present and unpaired."""
        here, paired = self.here, self.paired
        free = black not in paired and white not in paired
        return black != white and free and here.get(black, False) and here.get(white, False)

    def pair(self, game: PappGame) -> None:
        """Pair two players."""
        self.games.append(game)
        self.paired[game.black] = self.paired[game.white] = game

    def chapter(self) -> Chapter:
        """The current state of the round."""
        present = frozenset(player for player, here in self.here.items() if here)
        return Chapter(len(self.here), present, tuple(self.games), frozenset(self.seen))

    def close_round(self) -> None:
        """Close the round; present players without a game have the bye."""
        self.chapters.append(self.chapter())
        self.dissolve_all()
