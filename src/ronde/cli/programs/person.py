"""A person at the terminal who plays against a program: the board, the prompt, and what else may be typed."""

from __future__ import annotations

import re
import sys
from random import Random
from typing import Any, Final

import click

from ronde.cli.programs.options import move_words
from ronde.cli.speech import spoken
from ronde.engines.door import MoveRequest
from ronde.games.door import ALONE, BOTH, Game, IllegalMove, Side, hint
from ronde.referee.door import Sheet, Watcher

_COLOURS: Final = {"O": "red", "o": "red", "X": "blue", "x": "blue"}
_MARK: Final = re.compile(r"(?<![A-Za-z0-9])[OoXx](?![A-Za-z0-9])")
_YES: Final = tuple("yYoOjJ")


class LeftOff(BaseException):
    """The input has ended: the game stays as it is; `Exception` would be a failure of the referee."""


class TakenBack(BaseException):
    """The person wants the last move back."""


class Person:
    """Asks for moves, and shows the board as it has become."""

    def __init__(self, game: Game[Any], side: Side) -> None:
        self.game, self.side = game, side
        self._seen = ""
        """The board as it was shown last, so that what is new stands out."""

    def ask(self, request: MoveRequest) -> str | None:
        """A legal move; None when the person gives up."""
        self.show(request.position, ALONE[self.side])
        while True:
            typed = _line(self._prompt(request.position))
            if typed.lower() in ("q", "quit"):
                if agreed(spoken("programs.sure")):
                    return None
            elif typed.lower() in ("b", "back"):
                raise TakenBack
            elif typed in ("?", "h", "hint"):
                self._help(request, full=typed == "?")
            elif move := self._read(request, typed):
                return move

    def show(self, position: Any, eyes: frozenset[Side] = BOTH) -> None:
        """The board in colours, the last move in reverse."""
        plain = self.game.as_text(position, eyes)
        new = _changed(self._seen, plain)
        self._seen = plain
        signs = (
            click.style(sign, fg=_COLOURS.get(sign) if at in _marks(plain) else None, reverse=at in new)
            for at, sign in enumerate(plain)
        )
        click.echo("\n" + "".join(signs) + "\n")

    def _place(self, position: Any) -> str:
        return self.game.description.place(position)

    def _prompt(self, position: Any) -> str:
        place = self._place(position)
        place_text = spoken("programs.on-board", place=place) + " " if place else ""
        return place_text + spoken("programs.your-move")

    def _help(self, request: MoveRequest, *, full: bool) -> None:
        if full:
            moves = zip(range(100), self.game.moves(request.position, self.side), strict=False)
            click.echo(spoken(f"games.how-{self.game.name}"))
            click.echo(spoken("programs.moves", moves=" ".join(move for _, move in moves)))
            click.echo(spoken("programs.letters"))
            return
        best = hint(self.game, request.position, self.side, Random(0))
        click.echo(spoken("programs.hint", move=move_words(self.game, best)))

    def _read(self, request: MoveRequest, typed: str) -> str:
        try:
            return self.game.read(request.position, self.side, self.game.description.hear(typed))
        except IllegalMove as wrong:
            reason, place = spoken(f"games.refusal-{wrong.reason}"), self._place(request.position)
            where = " " + spoken("programs.on-board", place=place) if place else ""
            click.echo(spoken("programs.not-played", text=typed, reason=reason) + where)
        return ""

    def watcher(self, *, pause: bool) -> Watcher:
        """Tells both sides' moves, and at the end the board."""

        def watch(sheet: Sheet) -> None:
            for answer in sheet.plies[-1] if sheet.plies else ():
                if answer.move:
                    _tell(sheet, answer.side, answer.move, answer.milliseconds)
                if pause and answer.side != self.side and answer.messages:
                    click.echo(answer.messages.rstrip("\n"), err=True)
            if sheet.outcome.over:
                self.show(sheet.position)

        return watch


def agreed(question: str) -> bool:
    """Whether the person at the terminal says yes."""
    return _line(question).startswith(_YES)


def _line(prompt: str) -> str:
    click.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line:
        raise LeftOff
    return line.strip()


def _tell(sheet: Sheet, side: Side, move: str, milliseconds: float) -> None:
    """A move that was played; the time only of a side that has a clock."""
    number, player, words = len(sheet.plies), sheet.players[side - 1], move_words(sheet.game, move)
    took = f"  {milliseconds / 1000:.3f} s" if milliseconds else ""
    click.echo(spoken("programs.move-told", number=number, player=player, move=words) + took)


def _changed(before: str, now: str) -> frozenset[int]:
    """The places of the signs that are new, on a board of the same shape."""
    if len(before) != len(now):
        return frozenset()
    return frozenset(at for at, (old, new) in enumerate(zip(before, now, strict=True)) if old != new != " ")


def _marks(plain: str) -> frozenset[int]:
    """Where marks stand, and not letters of a name."""
    return frozenset(match.start() for match in _MARK.finditer(plain))
