"""Cards of Poker: their notation, the deal, and the ranking of hands (games 7).

A card is its suit S C H D and its value 1 (the ace) 2 to 9 T J Q K; several cards are one text.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Final

SUITS: Final = "SCHD"
_ORDER: Final = "0023456789TJQK1"
_VALUES: Final = {sign: value for value, sign in enumerate(_ORDER) if sign != "0"}
PACK: Final = tuple(suit + sign for suit in SUITS for sign in _VALUES)
UNKNOWN: Final = "??"

KINDS: Final = (
    "high-card",
    "pair",
    "two-pair",
    "three",
    "straight",
    "flush",
    "full-house",
    "four",
    "straight-flush",
)
_GLYPHS: Final = str.maketrans({"S": "♠", "C": "♣", "H": "♥", "D": "♦"})


@dataclass(frozen=True, slots=True)
class Deal:
    """The nine cards of a hand: two for each side and five for the table."""

    holes: tuple[str, str]
    board: str

    @property
    def cards(self) -> str:
        return "".join((*self.holes, self.board))


def split_cards(cards: str) -> list[str]:
    return [cards[at : at + 2] for at in range(0, len(cards), 2)]


def read_deal(cards: str) -> Deal:
    return Deal((cards[:4], cards[4:8]), cards[8:])


def random_cards(rng: Random, known: str, count: int) -> list[str]:
    """Random cards that are not among the known ones.

    Only `Random.random` is used: only its sequence is guaranteed to be the same in every Python.
    """
    left = [card for card in PACK if card not in split_cards(known)]
    return [left.pop(int(rng.random() * len(left))) for _ in range(count)]


def deal(seed: int, rank: int) -> Deal:
    """The cards of hand number `rank` of a match with this seed, from a fresh pack."""
    return read_deal("".join(random_cards(Random(f"{seed}/{rank}"), "", 9)))


def pretty(card: str) -> str:
    """A card as people write it, such as A♠ or 10♥.

    >>> pretty("S1"), pretty("HT"), pretty("??")
    ('A♠', '10♥', '??')
    """
    if card == UNKNOWN:
        return card
    value = {"1": "A", "T": "10"}.get(card[1], card[1])
    return value + card[0].translate(_GLYPHS)


def _straight(values: set[int]) -> int:
    """The highest card of five in sequence, 5 for ace to five, 0 for none."""
    held = values | {1} if 14 in values else values
    return next((top for top in range(14, 4, -1) if held.issuperset(range(top - 4, top + 1))), 0)


def strength(cards: str) -> tuple[int, ...]:
    """The best five of up to seven cards; the greater tuple wins, and its first number is the kind.

    >>> KINDS[strength("S1C2H3D4S5HQDK")[0]]
    'straight'
    """
    values = [_VALUES[sign] for sign in cards[1::2]]
    suits = cards[::2]
    suited = next((suit for suit in SUITS if suits.count(suit) > 4), "")
    flush = sorted((value for value, suit in zip(values, suits, strict=True) if suit == suited), reverse=True)
    if flush and (top := _straight(set(flush))):
        return 8, top
    top = _straight(set(values))
    ranked = (5, *flush[:5]) if flush else (4, top) if top else ()
    return max(_of_a_kind(values), ranked)


def _of_a_kind(values: list[int]) -> tuple[int, ...]:
    groups = sorted(((count, value) for value, count in Counter(values).items()), reverse=True)
    (most, value), (next_most, second) = groups[0], groups[1]
    rest = sorted((v for _, v in groups[1:]), reverse=True)
    if most == 4:
        return 7, value, rest[0]
    if most == 3:
        return (6, value, second) if next_most > 1 else (3, value, *rest[:2])
    if most == 2 and next_most == 2:
        return 2, value, second, max(v for _, v in groups[2:])
    return (1, value, *rest[:3]) if most == 2 else (0, value, *rest[:4])
