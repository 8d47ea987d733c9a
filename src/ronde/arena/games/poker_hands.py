"""Cards and hands of Poker: notation, ranking, bets, the Tray (games 7)."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from ronde.arena.games.base import Side, bad_position, check_character, mover, other, with_side

# Cards of Poker: their notation, the deal, and the ranking of hands (games 7).
#
# A card is its suit S C H D and its value 1 (the ace) 2 to 9 T J Q K; several cards are one text.


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


# The Tray of Poker: one line with the hand, its cards and its bets (manual 002, Poker; games 7.2).


VERDICT: Final = 9
BOARD_CARDS: Final = (0, 3, 4, 5)
_CARD: Final = "[SCHD][1-9TJQK]"
_HOLE: Final = rf"((?:{_CARD}){{2}}|\?\?\?\?)"
_TRAY: Final = re.compile(
    rf"([0-9]{{2}})([0-9]{{2}})([1-9]){_HOLE}{_HOLE}((?:{_CARD})*)((?:M\??[0-9]{{1,3}}-\??[0-9]{{1,3}})+)"
)

_LETTERS: Final = "0123456789ATJQKSCHDM?-"

Block = tuple[int, int]


@dataclass(frozen=True, slots=True)
class PokerTray:
    """A hand as a tray shows it; hole cards are four characters or four question marks."""

    rank: int
    completed: int
    step: int
    holes: tuple[str, str]
    board: str
    blocks: tuple[Block, ...]
    """The totals of both sides in the hand, at the end of each betting round begun."""
    answering: bool = False
    """Whether the side to act answers the other in this round; its total then carries a `?`."""

    @property
    def dealer(self) -> Side:
        """The first side deals the odd hands."""
        return mover(self.rank)

    @property
    def actor(self) -> Side:
        """The side that acts at this step: the dealer at 1, 4, 6 and 8."""
        return self.dealer if self.step in (1, 4, 6, 8) else other(self.dealer)

    @property
    def round(self) -> int:
        """The betting round of the step: 0 before the flop, 1 flop, 2 turn, 3 river."""
        return min((self.step - 1) // 2, 3)


def write_tray(tray: PokerTray, *, all_blocks: bool = True) -> str:
    """The line that engines are sent; with the last block only if so asked (spec POK-5)."""
    blocks = [f"M{one}-{two}" for one, two in tray.blocks]
    if tray.answering:
        one, two = tray.blocks[-1]
        blocks[-1] = f"M?{one}-{two}" if tray.actor == 1 else f"M{one}-?{two}"
    bets = "".join(blocks) if all_blocks else blocks[-1]
    return f"{tray.rank:02}{tray.completed:02}{tray.step}{''.join(tray.holes)}{tray.board}{bets}"


def read_tray(text: str) -> PokerTray:
    """The hand that a tray shows; an ace may also be written A (spec POK-12)."""
    match = _TRAY.fullmatch(text.upper().replace("A", "1"))
    if match is None:
        for at, character in enumerate(text.split(" ")[0].upper()):
            check_character(character, _LETTERS, at, text)
        raise bad_position("tray", text)
    rank, completed, step, one, two, board, bets = match.groups()
    tray = PokerTray(int(rank), int(completed), int(step), (one, two), board, _read_blocks(bets))
    marked = [side for side, total in enumerate(bets.split("M")[-1].split("-"), start=1) if total[0] == "?"]
    _check(tray, bets, marked, text)
    return PokerTray(tray.rank, tray.completed, tray.step, tray.holes, board, tray.blocks, bool(marked))


def _read_blocks(bets: str) -> tuple[Block, ...]:
    pairs = (block.replace("?", "").split("-") for block in bets.split("M")[1:])
    return tuple((int(one), int(two)) for one, two in pairs)


def _check(tray: PokerTray, bets: str, marked: list[int], text: str) -> None:
    """Refuse impossible trays: rank 0, two cards on the table, a `?` that is not the actor's."""
    rounds = len(tray.board) // 2
    if tray.rank == 0 or rounds not in BOARD_CARDS or bets.count("?") > len(marked):
        raise bad_position("tray", text)
    if tray.step < VERDICT and BOARD_CARDS[tray.round] != rounds:
        raise bad_position("board", text)
    if marked not in ([], [tray.actor]) or (marked and tray.step == VERDICT):
        raise bad_position("answering", text)
    known = [hole for hole in tray.holes if hole != 2 * UNKNOWN]
    cards = "".join((*known, tray.board))
    if len({cards[at : at + 2] for at in range(0, len(cards), 2)}) < len(cards) // 2:
        raise bad_position("cards", text)


# The hands of a Poker match: blinds, bets, verdict, next hand (games 7.1).


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
