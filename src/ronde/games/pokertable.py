"""The picture of Poker: a table with two seats, the cards, the bets in front of them and the pot."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from ronde.games.cards import UNKNOWN, pretty, split_cards, strength
from ronde.games.picture import box, dot, group, path, word
from ronde.games.pokertray import VERDICT, PokerTray
from ronde.games.side import SIDES, Side

WIDE: Final = 520
HIGH: Final = 380
_CARD: Final = (54, 76)
_MIDDLE: Final = (HIGH - _CARD[1]) / 2
_SEATS: Final = (14.0, HIGH - 14.0 - _CARD[1])
"""The first side sits above, the second below."""
_COLOURS: Final = ("blue", "orange")


def table(tray: PokerTray, gains: tuple[int, int], acting: frozenset[Side]) -> Iterator[str]:
    yield box(10, 50, WIDE - 20, HIGH - 100, "rim", 130)
    yield box(20, 60, WIDE - 40, HIGH - 120, "cloth green", 120)
    best = best_cards(tray)
    shown = split_cards(tray.board)
    for at in range(5):
        x = 110 + 62 * at
        if at < len(shown):
            yield from card(shown[at], x, _MIDDLE, best=shown[at] in best)
        else:
            yield box(x, _MIDDLE, *_CARD, "card-place", 7)
    yield from _chips(sum(tray.blocks[-1]), 62, HIGH / 2, "chip-number")
    for side in SIDES:
        yield from _seat(tray, side, gains[side - 1], best, acts=side in acting)


def card(sign: str, x: float, y: float, *, best: bool = False) -> Iterator[str]:
    """A card, or the back of one; the cards of the best hand are framed."""
    if sign == UNKNOWN:
        yield box(x, y, *_CARD, "card-back", 7)
        yield path(f"M{x + 8:g} {y + 8:g}h38v60h-38zm0 0l38 60m0 -60l-38 60", "lace")
        return
    kind = "red" if sign[0] in "HD" else "black"
    face, suit = pretty(sign)[:-1], pretty(sign)[-1]
    yield box(x, y, *_CARD, "playing-card best" if best else "playing-card", 7)
    yield word(x + 15, y + 17, face, f"card-face {kind}", 20)
    yield word(x + 31, y + 50, suit, f"card-suit {kind}", 34)


def _seat(tray: PokerTray, side: Side, gain: int, best: frozenset[str], *, acts: bool) -> Iterator[str]:
    y = _SEATS[side - 1]
    x = WIDE / 2 - _CARD[0] - 4
    if acts:
        yield box(x - 8, y - 8, 2 * _CARD[0] + 24, _CARD[1] + 16, "acting", 12)
    for at, sign in enumerate(split_cards(tray.holes[side - 1])):
        yield from card(sign, x + (_CARD[0] + 8) * at, y, best=sign in best)
    middle = y + _CARD[1] / 2
    yield box(x - 118, middle - 16, 98, 32, "purse", 16)
    yield dot(x - 102, middle, 8, f"stone {_COLOURS[side - 1]}")
    yield word(x - 56, middle, str(gain), "purse-number", 16)
    inward = 26 if side == 1 else -26
    yield from _chips(tray.blocks[-1][side - 1], x + 2 * _CARD[0] + 46, middle + inward, "chip-number")
    if tray.dealer == side:
        yield dot(x + 2 * _CARD[0] + 110, middle + inward, 11, "dealer")
        yield word(x + 2 * _CARD[0] + 110, middle + inward, "D", "dealer-mark", 12)


def _chips(total: int, x: float, y: float, kind: str) -> Iterator[str]:
    """A small pile of chips with its number; nothing for 0."""
    if total <= 0:
        return
    pile = [dot(0, -4 * at, 10, "chip") for at in range(min(4, 1 + total // 12))]
    yield group(pile, at=(x - 12, y + 4))
    yield word(x + 18, y, str(total), kind, 17)


def best_cards(tray: PokerTray) -> frozenset[str]:
    """The five cards that win a showdown, of both sides if they split; none before, none after a fold."""
    folded = 0 in tray.blocks[-1]
    if tray.step != VERDICT or folded or UNKNOWN in "".join(tray.holes) or len(tray.board) < 10:
        return frozenset()
    strengths = [strength(hole + tray.board) for hole in tray.holes]
    winners = [hole for hole, one in zip(tray.holes, strengths, strict=True) if one == max(strengths)]
    fives = (max(combinations(split_cards(hole + tray.board), 5), key=_strength) for hole in winners)
    return frozenset(card for five in fives for card in five)


def _strength(five: tuple[str, ...]) -> tuple[int, ...]:
    return strength("".join(five))
