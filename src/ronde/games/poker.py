"""Poker: the match of heads-up hold'em that engines play, at the manual's levels 1 and 2 (games 7)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar, Final, Literal

from ronde.games import pokertable, wire
from ronde.games.cards import Deal, pretty, split_cards
from ronde.games.description import Choice, Description
from ronde.games.errors import bad_position, bad_setting, illegal, out_of_turn, sole_move, unreadable
from ronde.games.holdem import (
    HIGHEST_STAKE,
    LAST_HAND,
    LEVELS,
    Level,
    Position,
    bet,
    conclude,
    new_hand,
    refusal,
)
from ronde.games.notation import HIDDEN, INIT, NOTHING, or_nothing, read_fields, read_last, read_number, tidy
from ronde.games.outcome import OPEN, Outcome, by_score
from ronde.games.picture import picture
from ronde.games.pokerphoto import HIDDEN_HOLE, checked, folder_of, known_cards
from ronde.games.pokertray import VERDICT, PokerTray, read_tray, write_tray
from ronde.games.side import ALONE, BOTH, NOBODY, SIDES, Side, other

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

    def call(self, position: Position, side: Side) -> wire.Call:
        """The Turn only tells the seat (POK-11)."""
        begun = position.tray.rank > 1 or position.tray.step > 1 or any(position.values)
        call = wire.ask(
            self.set_name,
            side,
            turn=side,
            tray=self._tray(position, side),
            last=position.values[other(side) - 1],
            gains=position.gains if begun else None,
        )
        return {**call, "Level": str(self.level)}

    def last_call(self, position: Position, side: Side, status: str) -> wire.Call:
        tray = self._tray(position, side)
        call = wire.close(self.set_name, tray=tray, status=status, gains=position.gains)
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
        parts = pokertable.table(self._seen(position, eyes), position.gains, self.to_move(position))
        return picture(self.name, title, pokertable.WIDE, pokertable.HIGH, parts)

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
