"""Photos of Poker: a hand to start from, read from its tray and the cards that are known (spec GEN-8)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import ClassVar, Final, Literal

from ronde.arena.games import base
from ronde.arena.games.base import (
    ALONE,
    BOTH,
    HIDDEN,
    INIT,
    NOBODY,
    NOTHING,
    OPEN,
    SIDES,
    Choice,
    Description,
    Outcome,
    Side,
    bad_position,
    bad_setting,
    by_score,
    illegal,
    or_nothing,
    other,
    out_of_turn,
    read_fields,
    read_last,
    read_number,
    sole_move,
    tidy,
    unreadable,
)
from ronde.arena.games.pictures import box, dot, group, path, picture, word
from ronde.arena.games.poker_hands import (
    HIGHEST_STAKE,
    LAST_HAND,
    LEVELS,
    PACK,
    UNKNOWN,
    VERDICT,
    Deal,
    Level,
    PokerTray,
    Position,
    bet,
    conclude,
    new_hand,
    pretty,
    random_cards,
    read_deal,
    read_tray,
    refusal,
    split_cards,
    strength,
    write_tray,
)

# Photos of Poker: a hand to start from, read from its tray and the cards that are known (spec GEN-8).


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


# The picture of Poker: a table with two seats, the cards, the bets in front of them and the pot.


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


# Poker: the match of heads-up hold'em that engines play, at the manual's levels 1 and 2 (games 7).


# At step 9 engines only agree, whatever they answer (manual 002, Poker, NB2).
AGREED: Final = "OK"
_TOTAL: Final = re.compile(r"-1|[0-9]{1,3}")
_VALUES: Final = frozenset(map(str, range(HIGHEST_STAKE + 1)))


def _choices(game: Poker, position: Position, side: Side) -> Iterator[Choice]:
    """Fold, call or check, and the usual raises: the smallest, by the pot, all in."""
    if position.tray.step == VERDICT:
        yield "agree", AGREED
        return
    level, bets = LEVELS[game.level], position.tray.blocks[-1]
    call, cap = bets[other(side) - 1], level.cap(position.gains)
    yield "fold", "0"
    yield ("check" if bets[side - 1] == call else "call"), str(call)
    raises = {"raise": call + level.smallest_raise(position.tray.rank), "pot": 3 * call, "all-in": cap}
    if call < cap:
        known = {min(total, cap): code for code, total in raises.items()}
        yield from ((code, str(total)) for total, code in sorted(known.items()))


@dataclass(frozen=True, slots=True)
class Poker:
    """The rules of a level; `all_blocks` sends the bets of every round, not of the last alone (POK-5)."""

    name: ClassVar[str] = "poker"
    set_name: ClassVar[str] = "Poker"
    description: ClassVar[Description] = Description(
        counts="chips", picked=False, levels=len(LEVELS), hides=True, choices=_choices, open_points=("turn",)
    )
    reasons: ClassVar[tuple[str, ...]] = ("completed", "hands", "capital")
    refusals: ClassVar[tuple[str, ...]] = ("below-call", "above-cap", "small-raise")
    # In a hand at most 98 raises, two other actions a round, and the verdict.
    most_moves: ClassVar[int] = LAST_HAND * (98 + 8 + 1)

    level: Literal[1, 2] = 1
    all_blocks: bool = True

    def __post_init__(self) -> None:
        if self.level not in LEVELS:
            raise bad_setting("level", self.level)

    def start(self, rng: Random) -> Position:
        return self.start_with((), int(rng.random() * 2**53))

    def start_with(self, deals: Sequence[Deal], seed: int = 0) -> Position:
        """A match whose first deals are given; the seed deals the others."""
        return new_hand(self._level, 1, 0, (self._level.purse,) * 2, tuple(deals), seed)

    def place(self, text: str, rng: Random) -> Position:
        """The position written as `Tray [gain1 gain2 [value1 value2 [cards-to-come [seed]]]]`.

        What is missing or hidden is dealt at random.
        """
        if text == INIT:
            return self.start(rng)
        purse = str(self._level.purse)
        defaults = ("", purse, purse, NOTHING, NOTHING, HIDDEN, HIDDEN, NOTHING)
        fields = read_fields(text, defaults, may_hide=True)
        if fields[7]:
            raise bad_position("over", text)
        one, two = (read_number(field, -9999, 9999, text) for field in fields[1:3])
        values = read_last(fields[3], _VALUES, text), read_last(fields[4], _VALUES, text)
        tray = checked(self._level, read_tray(fields[0]), (one, two), text)
        cards, stacked = known_cards(tray, fields[5], rng, text)
        seed = int(rng.random() * 2**53) if fields[6] == HIDDEN else read_number(fields[6], 0, 2**53, text)
        tray = replace(tray, holes=cards.holes)
        return Position(tray, cards, (one, two), seed, stacked, values, folder_of(tray))

    def write(self, position: Position, eyes: frozenset[Side] = BOTH) -> str:
        """`Tray gain1 gain2 value1 value2 cards-to-come seed end`; cards and seed are for both eyes only."""
        tray = write_tray(self._seen(position, eyes))
        known = map(or_nothing, position.values)
        to_come = (_to_come(position), str(position.seed)) if eyes == BOTH else (HIDDEN, HIDDEN)
        return " ".join((tray, *map(str, position.gains), *known, *to_come, or_nothing(position.ended)))

    def to_move(self, position: Position) -> frozenset[Side]:
        """The side that acts; both at the verdict; nobody after the match."""
        if position.ended:
            return NOBODY
        return BOTH if position.tray.step == VERDICT else ALONE[position.tray.actor]

    def moves(self, position: Position, side: Side) -> Iterator[str]:
        """Every legal total, from the fold to the cap; the agreement at the verdict."""
        if side not in self.to_move(position):
            return
        if position.tray.step == VERDICT:
            yield AGREED
            return
        for total in range(self._level.cap(position.gains) + 1):
            if not refusal(self._level, position, total):
                yield str(total)

    def any_move(self, position: Position, side: Side, rng: Random) -> str:
        """A random legal move, more often a call than a fold or a raise."""
        fold, *others = self.moves(position, side)
        if not others or rng.random() < 0.1:
            return fold
        return others[0] if rng.random() < 0.7 else rng.choice(others)

    def read(self, position: Position, side: Side, text: str) -> str:
        """The side's total in this hand, 0 or -1 to fold (POK-1, POK-13); at the verdict anything."""
        to_move = self.to_move(position)
        if side not in to_move:
            raise out_of_turn(to_move, text, position)
        if position.tray.step == VERDICT:
            return AGREED
        move = tidy(text)
        if not _TOTAL.fullmatch(move):
            raise unreadable(text, position)
        total = max(0, int(move))
        if reason := refusal(self._level, position, total):
            raise illegal(reason, text, position)
        return str(total)

    def play(self, position: Position, moves: Mapping[Side, str]) -> Position:
        """The position after the bet, or after both agreed to the verdict."""
        to_move = self.to_move(position)
        if to_move == BOTH:
            if moves.keys() != BOTH:
                raise out_of_turn(to_move, " ".join(moves.values()), position)
            return conclude(self._level, position)
        side, text = sole_move(moves, position)
        return bet(self._level, position, int(self.read(position, side, text)))

    def outcome(self, position: Position) -> Outcome:
        """Open until enough hands are `completed`, 99 `hands` are played or a `capital` is too small."""
        return by_score(position.ended, position.gains) if position.ended else OPEN

    def score(self, position: Position) -> tuple[int, int]:
        """The gains of both sides, or their capitals at level 2."""
        return position.gains

    def call(self, position: Position, side: Side) -> base.Call:
        """The Turn only tells the seat (POK-11)."""
        begun = position.tray.rank > 1 or position.tray.step > 1 or any(position.values)
        call = base.ask(
            self.set_name,
            side,
            turn=side,
            tray=self._tray(position, side),
            last=position.values[other(side) - 1],
            gains=position.gains if begun else None,
        )
        return {**call, "Level": str(self.level)}

    def last_call(self, position: Position, side: Side, status: str) -> base.Call:
        tray = self._tray(position, side)
        call = base.close(self.set_name, tray=tray, status=status, gains=position.gains)
        return {**call, "Level": str(self.level)}

    def as_text(self, position: Position, eyes: frozenset[Side] = BOTH) -> str:
        """The hand's number, the table, and for each side its cards, total and gain; `*` deals, `>` acts."""
        tray = self._seen(position, eyes)
        lines = [f"{tray.rank}/{LAST_HAND} [{tray.step}] {_row(tray.board)}".rstrip()]
        for side in SIDES:
            acts = ">" if side in self.to_move(position) else " "
            deals = "*" if side == tray.dealer else " "
            total, gain = tray.blocks[-1][side - 1], position.gains[side - 1]
            lines.append(f"{acts}{side}{deals} {_row(tray.holes[side - 1]):7} {total:3} ({gain})")
        return "\n".join(lines)

    def svg(
        self,
        position: Position,
        eyes: frozenset[Side] = BOTH,
        title: str = "",
        hand: Side | None = None,
    ) -> str:
        """The table with the cards of both sides above and below it, bets, pot and gains."""
        parts = table(self._seen(position, eyes), position.gains, self.to_move(position))
        return picture(self.name, title, WIDE, HIGH, parts)

    @property
    def _level(self) -> Level:
        return LEVELS[self.level]

    def _seen(self, position: Position, eyes: frozenset[Side]) -> PokerTray:
        """The tray with the hole cards that `eyes` may see: all at a showdown, none after a fold (POK-7)."""
        tray = position.tray
        if eyes == BOTH or (tray.step == VERDICT and position.folder is None):
            return tray
        shown = NOBODY if tray.step == VERDICT else eyes
        one, two = (
            hole if side in shown else HIDDEN_HOLE for side, hole in zip(SIDES, tray.holes, strict=True)
        )
        return replace(tray, holes=(one, two))

    def _tray(self, position: Position, side: Side) -> str:
        return write_tray(self._seen(position, ALONE[side]), all_blocks=self.all_blocks)


def _to_come(position: Position) -> str:
    """The table cards not shown yet, then the stacked hands, separated by strokes."""
    rest = position.deal.board[len(position.tray.board) :]
    return or_nothing("/".join((rest, *(deal.cards for deal in position.stacked))))


def _row(cards: str) -> str:
    return " ".join(map(pretty, split_cards(cards)))
