"""Following a game: the data of a live page while the game is played."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from ronde.formats.pages.frames import outcome_data, position_data, side_data
from ronde.formats.pages.gallery import Gallery
from ronde.formats.pages.livefile import LiveFile
from ronde.games.door import BOTH, NOBODY, Answer, Game, Outcome, Side


class Dial(Protocol):
    """A clock."""

    def to_dict(self) -> Mapping[str, Any]:
        """JSON-compatible data."""


class FollowedGame(Protocol):
    """A game that is being played, as far as a page shows it."""

    @property
    def game(self) -> Game[Any]: ...

    @property
    def position(self) -> Any: ...

    @property
    def players(self) -> tuple[str, str]: ...

    @property
    def clock(self) -> Dial: ...

    @property
    def left(self) -> Sequence[float]: ...

    @property
    def asked(self) -> Sequence[Side]: ...

    @property
    def plies(self) -> Sequence[tuple[Answer, ...]]: ...

    @property
    def outcome(self) -> Outcome: ...


def follow(
    page: Gallery | LiveFile | None,
    key: str,
    title: str,
    timed: tuple[bool, bool] = (True, True),
    eyes: frozenset[Side] = BOTH,
) -> Callable[[FollowedGame], None] | None:
    """A watcher that updates a live page, with a limited rate so that games are not delayed."""
    if page is None:
        return None
    shown = page

    def watch(sheet: FollowedGame) -> None:
        if shown.due() or sheet.outcome.over:
            shown.live(key, _live(sheet, title, timed, BOTH if sheet.outcome.over else eyes))

    return watch


def _live(sheet: FollowedGame, title: str, timed: tuple[bool, bool], eyes: frozenset[Side]) -> dict[str, Any]:
    return {
        "title": title,
        "game": sheet.game.name,
        **side_data(sheet.game),
        "score": list(sheet.game.score(sheet.position)),
        "players": list(sheet.players),
        "clock": sheet.clock.to_dict(),
        "left": [round(left, 2) for left in sheet.left],
        "asked": list(sheet.asked),
        "timed": list(timed),
        "since": round(time.time() * 1000),
        "ply": len(sheet.plies),
        "last": "" if _secret(sheet, eyes) else _last(sheet),
        "outcome": outcome_data(sheet.outcome),
        **position_data(sheet.game, sheet.position, eyes),
    }


def _last(sheet: FollowedGame) -> str:
    last = sheet.plies[-1] if sheet.plies else ()
    return " ".join(answer.move or "✗" for answer in last)


def _secret(sheet: FollowedGame, eyes: frozenset[Side]) -> bool:
    """Whether a move might reveal hidden information."""
    game, position = sheet.game, sheet.position
    return eyes == NOBODY and game.write(position, NOBODY) != game.write(position)
