"""A person who plays against a program in the terminal: board, prompt and input."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from random import Random
from typing import Any, Final

import click

from ronde.arena.cli.options import move_words
from ronde.arena.games import ALONE, BOTH, Answer, Game, IllegalMove, Side, hint
from ronde.arena.pages.text import shown_messages
from ronde.arena.referee import GameState, Watcher
from ronde.arena.sandbox import MoveRequest
from ronde.cli.speech import in_lines, language, terminal_width, translate
from ronde.i18n import figures

_COLOURS: Final = {"O": "red", "o": "red", "X": "blue", "x": "blue"}
_MARK: Final = re.compile(r"(?<![A-Za-z0-9])[OoXx](?![A-Za-z0-9])")
_YES: Final = tuple("yYoOjJ")
SIDES: Final[dict[str, Side]] = {"o": 1, "x": 2, "1": 1, "2": 2}
"""Names of the sides on the command line, in a game without noughts and crosses."""


_DRAWN: Final = {"nought": " (o)", "cross": " (x)", "black": " (X)", "white": " (O)"}
"""Colours of pieces, and the letter that names them in every game that has them."""
_TYPED: Final = 6
"""Columns reserved for the answer after a prompt."""


class LeftOff(BaseException):
    """The input has ended: the game stays unfinished.

    An `Exception` would count as a failure of the referee.
    """


class TakenBack(BaseException):
    pass


class Person:
    """Prompts for moves and shows the board."""

    def __init__(self, game: Game[Any], side: Side) -> None:
        self.game, self.side = game, side
        self._seen = ""
        """The board as last shown, so that changes can be highlighted."""
        self._may_take_back = True

    def ask(self, request: MoveRequest) -> str | None:
        """A legal move; None when the person resigns."""
        self.show(request.position, ALONE[self.side])
        while True:
            typed = _line(self._prompt(request.position))
            if typed.lower() in ("q", "quit"):
                if confirmed_by_person(translate("programs.sure")):
                    return None
            elif typed.lower() in ("b", "back"):
                self._take_back()
            elif typed in ("?", "h", "hint"):
                self._help(request, full=typed == "?")
            elif typed and (move := self._read(request, typed)):
                return move

    def _take_back(self) -> None:
        if self._may_take_back:
            self._seen = ""
            raise TakenBack
        click.echo(translate("programs.nothing-back"))

    def show(self, position: Any, eyes: frozenset[Side] = BOTH) -> None:
        """Print the board in colours, with the last move and the name of the board to play on in reverse."""
        plain = self.game.as_text(position, eyes)
        new, marks, aim = _changed(self._seen, plain), _marks(plain), self._aim(position, plain)
        self._seen = plain
        coloured = "".join(
            _styled(sign, coloured=at in marks, bold=at == aim, reverse=at in new or at == aim)
            for at, sign in enumerate(plain)
        )
        click.echo(f"\n{coloured}\n")

    def _place(self, position: Any) -> str:
        return self.game.description.place(position)

    def _aim(self, position: Any, plain: str) -> int | None:
        """The position of the name of the board to play on in the text."""
        place = self._place(position)
        label = re.search(rf"-{re.escape(place)}-", plain) if place else None
        return None if label is None else label.start() + 1

    def _prompt(self, position: Any) -> str:
        place, asks = self._place(position), translate("programs.your-move")
        sentence = translate("programs.on-board", place=place) if place else ""
        between = " " if len(sentence) + len(asks) + _TYPED <= terminal_width() else "\n"
        return f"{sentence}{between}{asks}" if place else asks

    def _help(self, request: MoveRequest, *, full: bool) -> None:
        if full:
            moves = zip(range(100), self.game.moves(request.position, self.side), strict=False)
            click.echo(in_lines(translate(f"games.how-{self.game.name}")))
            click.echo(in_lines(translate("programs.moves", moves=" ".join(move for _, move in moves))))
            click.echo(in_lines(translate("programs.letters")))
            return
        best = hint(self.game, request.position, self.side, Random(0))
        click.echo(translate("programs.hint", move=move_words(self.game, best)))

    def _read(self, request: MoveRequest, typed: str) -> str:
        try:
            return self.game.read(request.position, self.side, self.game.description.hear(typed))
        except IllegalMove as wrong:
            reason, place = translate(f"games.refusal-{wrong.reason}"), self._place(request.position)
            where = " " + translate("programs.on-board", place=place) if place else ""
            click.echo(in_lines(translate("programs.not-played", text=typed, reason=reason) + where))
        return ""

    def watcher(self, *, pause: bool) -> Watcher:
        """Prints the moves of both sides, and the board at the end."""

        def watch(state: GameState) -> None:
            self._may_take_back = any(answer.side == self.side for ply in state.plies for answer in ply)
            self._seen = self._seen or self.game.as_text(_before(state), ALONE[self.side])
            for answer in state.plies[-1] if state.plies else ():
                if answer.move:
                    self._tell(state, answer)
                if pause and answer.side != self.side and answer.messages:
                    click.echo(shown_messages(answer.messages), err=True)
            if state.outcome.over:
                self.show(state.position)

        return watch

    def _tell(self, state: GameState, answer: Answer) -> None:
        """Print a move; the time only for a side with a clock."""
        player = translate("programs.you") if answer.side == self.side else state.players[answer.side - 1]
        number, words = len(state.plies), move_words(state.game, answer.move)
        seconds = figures(f"{answer.milliseconds / 1000:.3f}", language())
        took = f"  {seconds} s" if answer.milliseconds else ""
        click.echo(translate("programs.move-told", number=number, player=player, move=words) + took)


def side_of(game: Game[Any], typed: str) -> Side:
    """The side that was typed; `o` moves first where there are no noughts and crosses."""
    marks = {"o": "nought", "x": "cross"}
    colours: tuple[str, ...] = game.description.colours
    mark = marks.get(typed.lower(), "")
    return (1 if mark == colours[0] else 2) if mark in colours else SIDES[typed.lower()]


def introduce(game: Game[Any], side: Side) -> None:
    """Print how moves are typed, and which marks are the person's."""
    click.echo(in_lines(translate(f"games.how-{game.name}")))
    colour = game.description.colours[side - 1]
    if colour in _DRAWN:
        click.echo(translate("programs.your-side", side=translate(f"games.side-{colour}") + _DRAWN[colour]))


def confirmed_by_person(question: str) -> bool:
    return _line(question).startswith(_YES)


def _line(prompt: str) -> str:
    click.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line:
        raise LeftOff
    return line.strip()


def _before(state: GameState) -> Any:
    """The position before the last move."""
    record = replace(state.record, plies=tuple(state.plies[:-1]))
    return GameState.resume(record, state.game, state.clock).position


def _changed(before: str, now: str) -> frozenset[int]:
    """The indices of changed characters, on a board of the same shape."""
    if len(before) != len(now):
        return frozenset()
    return frozenset(at for at, (old, new) in enumerate(zip(before, now, strict=True)) if old != new != " ")


def _styled(sign: str, *, coloured: bool, bold: bool, reverse: bool) -> str:
    """One character of the board; a character without a style is printed as it is."""
    if not (coloured or bold or reverse):
        return sign
    colour = _COLOURS.get(sign) if coloured else None
    return click.style(sign, fg=colour, bold=bold or None, reverse=reverse or None)


def _marks(plain: str) -> frozenset[int]:
    """The indices of marks, as opposed to letters of a name."""
    return frozenset(match.start() for match in _MARK.finditer(plain))
