"""The hands of a Poker match: blinds, bets, verdict, next hand (games 7.1)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from ronde.games.cards import Deal, deal, strength
from ronde.games.pokertray import BOARD_CARDS, VERDICT, Block, PokerTray
from ronde.games.side import Side, mover, other, with_side

LAST_HAND: Final = 99
HIGHEST_STAKE: Final = 100


@dataclass(frozen=True, slots=True)
class Level:
    """What a level of the rules fixes: chips at the start, completed hands to play, growing blinds or not."""

    purse: int
    completed: int
    capitals: bool

    def blinds(self, rank: int) -> tuple[int, int]:
        """The small and the big blind of a hand."""
        small = 1 + 2 * ((rank - 1) // 8) if self.capitals else 1
        return small, 2 * small

    def cap(self, gains: tuple[int, int]) -> int:
        """The highest total of a side in a hand that starts with these gains."""
        return min(HIGHEST_STAKE, *gains) if self.capitals else HIGHEST_STAKE

    def smallest_raise(self, rank: int) -> int:
        """By how much a raise must exceed the other's total, unless it reaches the cap."""
        return self.blinds(rank)[0]

    def ruined(self, gains: tuple[int, int], rank: int) -> bool:
        """Whether a side cannot post the big blind of hand number `rank`."""
        return self.capitals and min(gains) < self.blinds(rank)[1]


LEVELS: Final = {1: Level(0, 12, capitals=False), 2: Level(200, 15, capitals=True)}


@dataclass(frozen=True, slots=True)
class Position:
    """A hand of a match: its tray with all cards known, and the state of the match."""

    tray: PokerTray
    deal: Deal
    gains: tuple[int, int]
    seed: int
    """Deals the hands to come, once the `stacked` ones are used."""
    stacked: tuple[Deal, ...] = ()
    values: tuple[str, str] = ("", "")
    """The last value each side sent in this hand."""
    folder: Side | None = None
    ended: str = ""
    """Why the match is over; empty while it is not."""


def new_hand(
    level: Level, rank: int, completed: int, gains: tuple[int, int], stacked: tuple[Deal, ...], seed: int
) -> Position:
    """The hand number `rank` with its blinds posted and its cards dealt."""
    cards = stacked[0] if stacked else deal(seed, rank)
    small, big = level.blinds(rank)
    block = (small, big) if mover(rank) == 1 else (big, small)
    return Position(PokerTray(rank, completed, 1, cards.holes, "", (block,)), cards, gains, seed, stacked[1:])


def refusal(level: Level, position: Position, total: int) -> str:
    """Why the side to act may not bring its total to this (POK-2): a code, or empty if it may."""
    tray, cap = position.tray, level.cap(position.gains)
    call = tray.blocks[-1][other(tray.actor) - 1]
    if total in (0, call):
        return ""
    if total < call:
        return "below-call"
    if total > cap:
        return "above-cap"
    return "" if total == cap or total - call >= level.smallest_raise(tray.rank) else "small-raise"


def bet(level: Level, position: Position, total: int) -> Position:
    """The position after the side to act has brought its total in this hand to `total`; 0 folds."""
    tray, side = position.tray, position.tray.actor
    spoken = replace(position, values=with_side(position.values, side, str(total)))
    if total == 0:
        return _fold(spoken, side)
    block = with_side(tray.blocks[-1], side, total)
    bets = (*tray.blocks[:-1], block)
    cap = level.cap(position.gains)
    if block == (cap, cap) or (tray.answering and block[0] == block[1] and tray.round == 3):
        return _show_down(spoken, bets)
    if tray.answering and block[0] == block[1]:
        return _next_round(spoken, bets)
    step = tray.step + 1 if tray.step % 2 else tray.step - 1
    return replace(spoken, tray=replace(tray, step=step, blocks=bets, answering=True))


def _next_round(position: Position, bets: tuple[Block, ...]) -> Position:
    tray = position.tray
    board = position.deal.board[: 2 * BOARD_CARDS[tray.round + 1]]
    step, blocks = 2 * tray.round + 3, (*bets, bets[-1])
    return replace(position, tray=replace(tray, step=step, board=board, blocks=blocks, answering=False))


def _fold(position: Position, folder: Side) -> Position:
    tray = position.tray
    lost = tray.blocks[-1][folder - 1]
    bets = (*tray.blocks[:-1], with_side(tray.blocks[-1], folder, 0))
    verdict = replace(tray, step=VERDICT, blocks=bets, answering=False)
    return replace(position, tray=verdict, gains=_paid(position.gains, folder, lost), folder=folder)


def _show_down(position: Position, bets: tuple[Block, ...]) -> Position:
    cards = position.deal
    one, two = (strength(hole + cards.board) for hole in cards.holes)
    verdict = replace(position.tray, step=VERDICT, board=cards.board, blocks=bets, answering=False)
    lost = 0 if one == two else bets[-1][0]
    gains = _paid(position.gains, 1 if one < two else 2, lost)
    return replace(position, tray=verdict, gains=gains)


def _paid(gains: tuple[int, int], loser: Side, chips: int) -> tuple[int, int]:
    one, two = gains
    return (one - chips, two + chips) if loser == 1 else (one + chips, two - chips)


def conclude(level: Level, position: Position) -> Position:
    """The next hand, or the same verdict with the reason why the match ends with it."""
    rank, gains = position.tray.rank, position.gains
    completed = position.tray.completed + (position.folder is None)
    if completed == level.completed:
        return replace(position, ended="completed")
    if rank == LAST_HAND:
        return replace(position, ended="hands")
    if level.ruined(gains, rank + 1):
        return replace(position, ended="capital")
    return new_hand(level, rank + 1, completed, gains, position.stacked, position.seed)
