"""The desk line by line: for pipes, screen readers and simple terminals."""

from __future__ import annotations

from contextlib import suppress
from typing import TextIO

from ronde.app.actions import ACTIONS, by_key
from ronde.dialogue.conversation import Conversation
from ronde.dialogue.signals import Ending, EndOfInput
from ronde.dialogue.steps import Ask, Dialogue, Press, ShowPage, Step
from ronde.dialogue.topics import DIALOGUES
from ronde.i18n.door import say


def run_plain(
    conversation: Conversation, keyboard: TextIO, screen: TextIO, first: Dialogue | None = None
) -> None:
    """Run the first dialogue, show the menu, then perform the action of each key, until X or end of input."""
    terminal = _Lines(conversation, keyboard, screen)
    try:
        with suppress(EndOfInput), terminal.ending.heeded():
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
        self.ending = Ending()
        self.echoes = not keyboard.isatty()
        """Input from a pipe is echoed, so that the output reads like a terminal's."""

    def menu(self) -> None:
        self._print(f"*** {self.conversation.tournament.name} ***\n")
        for action in ACTIONS:
            if action.listed:
                label = say(f"actions.{action.name}", self.conversation.language)
                self._print(f"  {action.key.upper()}  {label}")
        self._print("")

    def one_action(self) -> bool:
        """Read a key and perform its action; returns whether to continue."""
        key = self._line(self.conversation.say("your-choice")).strip()
        self.conversation.desk.refresh()
        if not key:
            self.menu()
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
