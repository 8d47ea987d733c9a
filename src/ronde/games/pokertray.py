"""The Tray of Poker: one line with the hand, its cards and its bets (manual 002, Poker; games 7.2)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from ronde.games.cards import UNKNOWN
from ronde.games.errors import bad_position
from ronde.games.notation import check_character
from ronde.games.side import Side, mover, other

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
