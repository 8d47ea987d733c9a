"""The input line, with PAPP's completion on Tab."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.message import Message
from textual.widgets import Input

from ronde.core.names import Completion
from ronde.dialogue.door import Ask

MANY = 100
"""From that many names on, Tab in an empty line lists nothing."""


class EntryLine(Input):
    """An input line; Tab completes to the common part and lists the candidates.

    The desk passes it the keys one by one in the order in which they were typed: keys that Textual sends
    through the queues of several widgets may overtake each other.
    """

    class Candidates(Message):
        """The completions after Tab."""

        def __init__(self, completion: Completion) -> None:
            super().__init__()
            self.completion = completion

    class PasteCut(Message):
        """Only the first line of a paste was taken; `count` others were not."""

        def __init__(self, count: int) -> None:
            super().__init__()
            self.count = count

    class Overview(Message):
        """Tab was pressed in an empty line."""

    def __init__(self, answered: Callable[[str], None], back: Callable[[], None]) -> None:
        super().__init__(id="entry", compact=True, select_on_focus=False)
        self.step = Ask("")
        self.answered = answered
        self.back = back
        self.keys: dict[str, Callable[[], None]] = {
            "enter": self.submit,
            "ctrl+j": self.submit,
            "tab": self.complete,
            "ctrl+d": self.complete,
            "escape": self.back,
            "ctrl+u": self.empty,
            "ctrl+x": self.empty,
            "ctrl+t": self.swap_letters,
            "backspace": self.action_delete_left,
            "ctrl+h": self.action_delete_left,
            "delete": self.action_delete_right,
            "ctrl+w": self.action_delete_left_word,
            "left": self.action_cursor_left,
            "right": self.action_cursor_right,
            "home": self.action_home,
            "end": self.action_end,
        }

    def ask(self, step: Ask) -> None:
        self.step = step
        self.value = step.text
        self.cursor_position = len(step.text)

    def take(self, event: events.Key) -> bool:
        """Handle a key; returns whether it was one for the line."""
        if event.key in ("up", "down") and self.step.turns:
            self.turn(1 if event.key == "down" else -1)
        elif (sign := self.step.signs.get(event.character or "")) and self.value in self.step.turns:
            self.answered(self.value + sign)
        elif event.key in self.keys:
            self.keys[event.key]()
        elif event.is_printable and event.character:
            self.insert_text_at_cursor(event.character)
        else:
            return False
        return True

    def on_paste(self, event: events.Paste) -> None:
        """Insert the first line of a paste without control characters, and report the rest."""
        event.prevent_default()
        event.stop()
        lines = [line for line in event.text.splitlines() if line.strip()]
        self.insert_text_at_cursor("".join(char for char in lines[0] if char.isprintable()) if lines else "")
        if len(lines) > 1:
            self.post_message(self.PasteCut(len(lines) - 1))

    def submit(self) -> None:
        """Submit the answer."""
        self.answered(self.value)

    def complete(self) -> None:
        """Complete to the common part, and list the candidates."""
        typed = self.value
        if not typed.strip() and self.step.overview is not None:
            self.post_message(self.Overview())
            return
        names = self.step.names
        if names is None or (not typed.strip() and len(names) >= MANY):
            self.app.bell()
            return
        completion = names.complete(typed)
        if not completion.candidates:
            self.app.bell()
            return
        self.value = completion.common
        self.cursor_position = len(completion.common)
        self.post_message(self.Candidates(completion))

    def turn(self, way: int) -> None:
        """Put the next of the offered lines into the line; from another line, the first or the last."""
        turns = self.step.turns
        at = turns.index(self.value) + way if self.value in turns else min(way, 0)
        self.value = turns[at % len(turns)]
        self.cursor_position = len(self.value)

    def empty(self) -> None:
        self.value = ""

    def swap_letters(self) -> None:
        """Swap the last two letters, as in PAPP's line editor."""
        if len(self.value) > 1:
            self.value = self.value[:-2] + self.value[-1] + self.value[-2]
            self.cursor_position = len(self.value)
