"""The page of the desk: its text, kept up to date, and the highlighted rows."""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import pairwise

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import ScrollableContainer
from textual.geometry import Region
from textual.widgets import Static

from ronde.core.player import PlayerId
from ronde.formats.text import width
from ronde.tui.ink import inked

MARGIN = 3
"""Columns of the window that are not the page's: a blank on either side and the scroll bar."""

AROUND = 6
"""Lines of the window that are not the page's while a question is asked."""


def _nothing(room: int) -> str:
    return ""


class Page(ScrollableContainer):
    """A text that scrolls, with an optional temporary text over it."""

    def __init__(self) -> None:
        super().__init__(id="scroll", can_focus=False)
        self.text_at: Callable[[int], str] = _nothing
        self.over: Callable[[], str] | None = None
        """The text over the page until the next answer."""
        self.text = ""
        self.from_end = False

    def compose(self) -> ComposeResult:
        yield Static(id="page", markup=False)

    @property
    def for_now(self) -> bool:
        """Whether a temporary text is over the page."""
        return self.over is not None

    @property
    def at_end(self) -> bool:
        """Whether the last line is visible."""
        return self.scroll_offset.y >= self.max_scroll_y

    @property
    def long(self) -> bool:
        """Whether the page has more lines than the window shows."""
        shown = self.size.height or self.app.size.height - AROUND  # sizes are 0 before the first layout
        return self.text.count("\n") >= shown

    @property
    def wide(self) -> int:
        """The width of the page beneath, in columns."""
        return max((width(line) for line in self.text.split("\n")), default=0)

    def show(self, text_at: Callable[[int], str], *, from_end: bool = False) -> None:
        """Show a page from its top or its end; it is rendered again whenever the tournament changes."""
        self.text_at, self.from_end = text_at, from_end
        self.again()
        if from_end:
            self.call_after_refresh(self.scroll_end, animate=False)
        else:
            self.scroll_home(animate=False)

    def again(self) -> None:
        """Render the current page at the same scroll position; at the end it stays at the end."""
        self.over = None
        follows = self.from_end and self.at_end
        self.text = self.text_at(self.app.size.width - MARGIN)
        self._put(inked(self.text))
        if follows:
            self.call_after_refresh(self.scroll_end, animate=False)

    def renew(self) -> None:
        """Render what is visible again, the page or the text over it."""
        if self.over is None:
            self.again()
        else:
            self._put(inked(self.over()))

    def show_for_now(self, text: Callable[[], str], *, from_end: bool = False) -> None:
        """Show a text over the page until the next answer, from its top or its end."""
        self.over = text
        self._put(inked(text()))
        if from_end:
            self.call_after_refresh(self.scroll_end, animate=False)
        else:
            self.scroll_home(animate=False)

    def light(self, players: Collection[PlayerId]) -> None:
        """Highlight the rows that name some players, and scroll to the first of them."""
        if self.for_now and not players:
            return
        self.over = None
        wanted = [f"({player})" for player in players]
        text = inked(self.text)
        rows = [at for at, line in enumerate(self.text.split("\n")) if any(name in line for name in wanted)]
        starts = [0, *(at + 1 for at, char in enumerate(self.text) if char == "\n"), len(self.text) + 1]
        spans = list(pairwise(starts))
        for row in rows:
            text.stylize("reverse", spans[row][0], spans[row][1] - 1)
        self._put(text)
        if rows:
            self.call_after_refresh(self.scroll_to_region, Region(0, rows[0], 1, 1), animate=False)

    def _put(self, text: Text) -> None:
        self.query_one("#page", Static).update(text)
