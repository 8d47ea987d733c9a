"""The line in which the arbiter types, with PAPP's Tab."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input

from ronde.core.names import Completion
from ronde.counter.door import Ask

MANY = 100
"""With that many names, Tab in an empty line would only flood the screen."""


class EntryLine(Input):
    """An input line; Tab completes to the common part and lists the candidates."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", show=False, priority=True),
        Binding("ctrl+d", "complete", show=False, priority=True),
        Binding("escape", "clear_or_give_up", show=False, priority=True),
        Binding("ctrl+c", "give_up", show=False, priority=True),
        Binding("ctrl+u", "clear", show=False, priority=True),
        Binding("ctrl+x", "clear", show=False, priority=True),
        Binding("ctrl+t", "swap_letters", show=False, priority=True),
    ]

    class Candidates(Message):
        """What the line may become, after Tab."""

        def __init__(self, completion: Completion) -> None:
            super().__init__()
            self.completion = completion

    class GivenUp(Message):
        """The arbiter leaves the question unanswered."""

    class Overview(Message):
        """Tab was pressed in an empty line."""

    def __init__(self) -> None:
        super().__init__(id="entry", compact=True, select_on_focus=False)
        self.step = Ask("")

    def ask(self, step: Ask) -> None:
        """Be ready for the answer to a question."""
        self.step = step
        self.value = step.text
        self.cursor_position = len(step.text)

    def action_complete(self) -> None:
        """Complete to the common part, and show who is meant."""
        typed = self.value
        if not typed.strip() and self.step.overview is not None:
            self.post_message(self.Overview())
            return
        names = self.step.names
        if names is None or (not typed.strip() and len(names) >= MANY):
            self.app.bell()
            return
        found = names.complete(typed)
        if not found.candidates:
            self.app.bell()
            return
        self.value = found.common
        self.cursor_position = len(found.common)
        self.post_message(self.Candidates(found))

    def action_clear_or_give_up(self) -> None:
        """Escape empties the line; in an empty line it gives up."""
        if self.value:
            self.action_clear()
        else:
            self.action_give_up()

    def action_give_up(self) -> None:
        """Leave the question unanswered."""
        self.post_message(self.GivenUp())

    def action_clear(self) -> None:
        """Empty the line."""
        self.value = ""

    def action_swap_letters(self) -> None:
        """Exchange the last two letters, as PAPP's line editor did."""
        if len(self.value) > 1:
            self.value = self.value[:-2] + self.value[-1] + self.value[-2]
            self.cursor_position = len(self.value)
