"""Photos of Poker: a hand to start from, read from its tray and the cards that are known (spec GEN-8)."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from ronde.games.cards import PACK, UNKNOWN, Deal, random_cards, read_deal, split_cards
from ronde.games.errors import bad_position
from ronde.games.holdem import Level
from ronde.games.notation import HIDDEN
from ronde.games.pokertray import VERDICT, PokerTray
from ronde.games.side import Side, other

HIDDEN_HOLE: Final = 2 * UNKNOWN
_PACK: Final = frozenset(PACK)


def checked(level: Level, tray: PokerTray, gains: tuple[int, int], text: str) -> PokerTray:
    """The tray with a block for every round, or the refusal of a hand that is impossible at this level."""
    if tray.completed >= min(level.completed, tray.rank):
        raise bad_position("completed", text)
    if tray.step == VERDICT:
        return _judged(tray, text)
    if level.ruined(gains, tray.rank):
        raise bad_position("over", text)
    tray = _all_rounds(tray, text)
    if not _fair(tray, level.blinds(tray.rank), level.cap(gains)):
        raise bad_position("bets", text)
    return tray


def _judged(tray: PokerTray, text: str) -> PokerTray:
    """The tray of a verdict: after a fold one total is 0, else both are equal and the table is full."""
    one, two = tray.blocks[-1]
    if not (max(one, two) > 0 == min(one, two) or (one == two > 0 and len(tray.board) == 10)):
        raise bad_position("bets", text)
    return tray


def _all_rounds(tray: PokerTray, text: str) -> PokerTray:
    """The tray with one block a round; the old site's interface wrote one block for any round."""
    begun = tray.round + 1
    if len(tray.blocks) == 1 and begun > 1:
        level = min(tray.blocks[0])
        return replace(tray, blocks=((level, level),) * (begun - 1) + tray.blocks)
    earlier = tray.blocks[:-1]
    rising = all(min(later) >= one for (one, _), later in zip(earlier, tray.blocks[1:], strict=True))
    if len(tray.blocks) != begun or any(one != two for one, two in earlier) or not rising:
        raise bad_position("bets", text)
    return tray


def _fair(tray: PokerTray, blinds: tuple[int, int], cap: int) -> bool:
    """Whether the totals leave the actor of this step something to decide."""
    own, foe = tray.blocks[-1][tray.actor - 1], tray.blocks[-1][other(tray.actor) - 1]
    if foe > cap or own == cap:
        return False
    if tray.answering:
        return blinds[1] <= own <= foe
    return (own, foe) == blinds if tray.step == 1 else tray.step % 2 == 1 and blinds[1] <= own == foe


def folder_of(tray: PokerTray) -> Side | None:
    """The side that folded: its total in the verdict is 0."""
    if tray.step < VERDICT or 0 not in tray.blocks[-1]:
        return None
    return 1 if tray.blocks[-1][0] == 0 else 2


def known_cards(tray: PokerTray, to_come: str, rng: Random, text: str) -> tuple[Deal, tuple[Deal, ...]]:
    """The deal of a written hand and the stacked hands; unknown cards are random."""
    rest, *stacked = [""] if to_come == HIDDEN else to_come.split("/")
    board = tray.board + rest
    if len(board) > 10:
        raise bad_position("cards", text)
    known = "".join(hole for hole in tray.holes if hole != HIDDEN_HOLE) + board
    drawn = random_cards(rng, known, (18 - len(known)) // 2)
    holes = [hole if hole != HIDDEN_HOLE else "".join((drawn.pop(), drawn.pop())) for hole in tray.holes]
    deals = [Deal((holes[0], holes[1]), board + "".join(drawn)), *map(read_deal, stacked)]
    for one in deals:
        if len(one.cards) != 18 or len(set(split_cards(one.cards)) & _PACK) != 9:
            raise bad_position("cards", text)
    return deals[0], tuple(deals[1:])
