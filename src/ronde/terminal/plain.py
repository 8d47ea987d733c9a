"""The desk line by line: for pipes, screen readers and simple terminals."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import date
from pathlib import Path
from types import FrameType
from typing import TextIO

import ronde
from ronde.app.keys import ACTIONS, by_key, in_menu
from ronde.i18n import day, grouped, say
from ronde.model.player import BIGGEST_NUMBER, LEAST_RATING, LONGEST_NAME, MOST_RATING
from ronde.model.settings import CAP, MOST_ROUNDS
from ronde.system import ENDING
from ronde.terminal import lists, registration, rounds
from ronde.terminal.conversation import Ask, Conversation, Dialogue, Press, ShowPage, Step

# The version, licence and limits of this program: the key &.


def version(conversation: Conversation) -> Dialogue:
    price = "about-cap" if conversation.tournament.settings.cap else "about-no-cap"
    lines = [
        conversation.say("about", version=ronde.__version__, date=day(_newest(), conversation.language)),
        conversation.say("licence"),
        "",
        conversation.say("about-limits"),
        *(
            f"  {conversation.say(f'about-{limit}', **_bounds(bounds, conversation.language))}"
            for limit, bounds in LIMITS.items()
        ),
        f"  {conversation.say(price, most=grouped(CAP, conversation.language))}",
        "",
        conversation.say("about-file", path=conversation.desk.journal.path),
    ]
    yield ShowPage("\n".join(lines))


LIMITS = {
    "players": (),
    "rounds": (("most", MOST_ROUNDS),),
    "number": (("most", BIGGEST_NUMBER),),
    "name": (("most", LONGEST_NAME),),
    "rating": (("least", LEAST_RATING), ("most", MOST_RATING)),
    "penalty": (("most", CAP),),
}
"""The limits that the key shows."""


def _bounds(bounds: Iterable[tuple[str, int]], language: str) -> dict[str, str]:
    return {bound: grouped(most, language) for bound, most in bounds}


def _newest() -> date:
    """The date of the newest source file; PAPP shows its date of compilation."""
    files = Path(ronde.__file__).parent.rglob("*.py")
    return date.fromtimestamp(max(path.stat().st_mtime for path in files))


# The dialogue of each action of the desk.


DIALOGUES: Mapping[str, Callable[[Conversation], Dialogue]] = {
    "enter": registration.enter,
    "list": lists.players,
    "leave": registration.leave,
    "return": registration.come_back,
    "nationality": registration.nationality,
    "sheet": lists.sheet,
    "teams": lists.teams,
    "crosstable": lists.crosstable,
    "manual": rounds.manual,
    "pair": rounds.pair,
    "view": lists.view,
    "results": rounds.enter,
    "correct": rounds.correct,
    "bill": lists.cost_breakdown,
    "whynot": lists.whynot,
    "reopen": rounds.reopen,
    "final": rounds.final,
    "undo": rounds.undo,
    "redo": rounds.redo,
    "history": lists.history,
    "web": lists.web,
    "elo": lists.elo,
    "save": lists.save,
    "save-view": lists.save_view,
    "save-sheet": lists.save_sheet,
    "remarks": lists.remarks,
    "version": version,
}
"""Every action of the desk except leaving it."""


# Signals as PAPP handles them: HUP, TERM and QUIT end cleanly, INT does not end the program (papp 2).


class EndOfInput(Exception):
    """The input has ended, or a signal asks to end: leave with everything stored."""


class EndRequest:
    """Whether a signal asked to end; it takes effect only between two actions."""

    def __init__(self) -> None:
        self.asked = False
        self.waiting = False

    def ask(self, number: int, frame: FrameType | None) -> None:
        """Handle a signal: at once while the desk waits for a line, else before it waits again."""
        self.asked = True
        if self.waiting:
            raise EndOfInput

    @contextmanager
    def wait(self) -> Iterator[None]:
        """A block in which the desk waits for a line and may be ended."""
        self.waiting = True
        try:
            if self.asked:
                raise EndOfInput
            yield
        finally:
            self.waiting = False

    @contextmanager
    def catch_signals(self) -> Iterator[None]:
        """Install the handlers; only the main thread can."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.ask) for number in ENDING}
        try:
            with ignore_interrupts():
                yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


@contextmanager
def ignore_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C and SIGINT, also in child processes."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, lambda number, frame: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# The desk line by line: for pipes, screen readers and simple terminals.


def run_plain(
    conversation: Conversation, keyboard: TextIO, screen: TextIO, first: Dialogue | None = None
) -> None:
    """Run the first dialogue, show the menu, then perform the action of each key, until X or end of input."""
    terminal = _Lines(conversation, keyboard, screen)
    try:
        with suppress(EndOfInput), terminal.ending.catch_signals():
            if first is not None:
                terminal.perform(first)
            terminal.menu()
            while terminal.one_action():
                pass
    finally:
        conversation.leave()


class _Lines:
    """A terminal on which every answer is a line, and a key is the first letter of one."""

    def __init__(self, conversation: Conversation, keyboard: TextIO, screen: TextIO) -> None:
        self.conversation = conversation
        self.keyboard = keyboard
        self.screen = screen
        self.ending = EndRequest()
        self.echoes = not keyboard.isatty()
        """Input from a pipe is echoed, so that the output reads like a terminal's."""

    def menu(self, *, every: bool = False) -> None:
        tournament = self.conversation.tournament
        self._print(f"*** {tournament.name} ***\n")
        for action in ACTIONS if every else in_menu(tournament, small=True):
            label = say(f"actions.{action.name}", self.conversation.language)
            self._print(f"  {action.key.upper()}  {label}")
        if not every:
            self._print(f"  ?  {self.conversation.say('all-keys')}")
        self._print("")

    def one_action(self) -> bool:
        """Read a key and perform its action; returns whether to continue."""
        key = self._line(self.conversation.say("your-choice")).strip()
        self.conversation.desk.refresh()
        if key in ("", "?"):
            self.menu(every=bool(key))
            return True
        action = by_key(_typed_key(key))
        if action is None:
            self._print(self.conversation.say("no-such-key", key=key) + "\a")
            return True
        if action.name == "quit":
            return False
        reason = action.unavailable(self.conversation.tournament)
        if reason is not None:
            self._print(say(f"reasons.{reason}", self.conversation.language) + "\a")
            return True
        self.perform(DIALOGUES[action.name](self.conversation))
        return True

    def perform(self, dialogue: Dialogue) -> None:
        """Run a dialogue to its end."""
        try:
            step = next(dialogue)
            while True:
                step = dialogue.send(self._answer(step))
        except StopIteration:
            return

    def _answer(self, step: Step) -> str:
        if isinstance(step, Ask):
            return self._ask(step)
        if isinstance(step, Press):
            return self._press(step)
        if isinstance(step, ShowPage):
            self._print(step.text + "\n")
            return ""
        self._print(step.text + ("\a" if step.refused else ""))
        return ""

    def _ask(self, step: Ask) -> str:
        while True:  # a default text cannot be edited here
            line = self._line(step.prompt)
            if not line.endswith("\t"):
                return line
            self._complete(step, line.rstrip("\t"))

    def _complete(self, step: Ask, text: str) -> None:
        """A line that ends with Tab asks for completions."""
        if not text and step.overview is not None:
            self._print(step.overview())
            return
        if step.names is None:
            return
        completion = step.names.complete(text)
        for number in completion.candidates:
            self._print(f"  {step.names.name(number)} ({number})")
        self._print(f"> {completion.common}")

    def _press(self, step: Press) -> str:
        while True:
            key = self._line(step.prompt).strip()[:1].lower()
            if key and key in step.keys:
                return key
            self._print("\a")

    def _line(self, prompt: str) -> str:
        self.screen.write(f"{prompt} ")
        self.screen.flush()
        with self.ending.wait():
            line = self.keyboard.readline()
        if not line:
            self._print("")
            raise EndOfInput
        line = line.removesuffix("\n").removesuffix("\r")
        if self.echoes:
            self._print(line)
        return line

    def _print(self, text: str) -> None:
        self.screen.write(text + "\n")
        self.screen.flush()


def _typed_key(text: str) -> str:
    """The key a line means: its first letter, or a control key written `^V` or typed as such."""
    if text[0] == "^" and len(text) > 1:
        return text[:2].lower()
    if text[0] < " ":
        return f"^{chr(ord(text[0]) + 96)}"
    return text[0].lower()
