"""Parts of the full screen: header, footer, input line, page, panel of results, colours."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Sequence
from itertools import pairwise
from textwrap import wrap

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import ScrollableContainer
from textual.geometry import Region
from textual.message import Message
from textual.widgets import Input, Static

from ronde.app.event_text import action_text
from ronde.app.keys import ACTIONS, in_menu
from ronde.i18n import actor_text, say
from ronde.model.names import Completion
from ronde.model.player import PlayerId
from ronde.model.schedule import is_over
from ronde.model.table import Table
from ronde.model.tournament import Tournament
from ronde.render.lists import break_text, state_text
from ronde.render.text import BAD, GOOD, KEY, MISSING, marks, width
from ronde.terminal.conversation import Ask, Conversation, Press, ShowPage, Step
from ronde.terminal.rounds import result_hint

# The colours of the terminal desk, and none with NO_COLOR (https://no-color.org).


def colour_style(style: str) -> str:
    """A style, without its colour if none are wanted."""
    if not os.environ.get("NO_COLOR"):
        return style
    return " ".join(word for word in style.split() if word not in (GOOD, BAD, MISSING, KEY))


def colour_page(page: str) -> Text:
    """Colour the parts of a page."""
    text = Text(page, no_wrap=True)
    for begin, end, style in marks(page):
        text.stylize(colour_style(style), begin, end)
    return text


# Around the page: the header, the menu of letters, and the footer with the current keys.


LEAST = (60, 20)
"""The smallest window, in columns and lines."""
MENU = 38
"""Columns of the menu beside the page."""
BESIDE = 92
"""From that many columns on the menu is beside the page, unless the page needs the room."""


REMARKS = 3
"""Lines for remarks above the prompt."""


def header(conversation: Conversation, room: int) -> Text:
    """The tournament, the round, and the number of missing results; a start that fits alone stands alone."""
    tournament = conversation.tournament
    if not tournament.opened:
        return Text(" Ronde")
    title = Text(f" {tournament.name}  |  ", no_wrap=True, overflow="ellipsis")
    current = tournament.open_round
    missing = len(current.missing)
    if not current.tables:
        over = GOOD if is_over(tournament) else ""
        start = break_text(tournament, conversation.language)
        told = "  |  ".join(filter(None, (state_text(tournament, conversation.language), start)))
        fits = width(title.plain + told) <= room
        return title.append(told if fits else start or told, style=colour_style(over))
    state = conversation.say("missing", count=missing) if missing else conversation.say("all-in")
    sentence = conversation.say("round-state", round=current.number, state=state)
    return title.append(sentence, style=colour_style(MISSING if missing else GOOD))


def menu(conversation: Conversation) -> Text:
    """Every letter with its action; unavailable ones are dim."""
    text = Text()
    for action in in_menu(conversation.tournament):
        ready = action.unavailable(conversation.tournament) is None
        label = say(f"actions.{action.name}", conversation.language)
        text.append(f" {action.key.upper()} ", style=colour_style(f"bold {KEY}") if ready else "dim")
        text.append(f" {label}\n", style="" if ready else "dim")
    return text


def beside_height(conversation: Conversation) -> int:
    """The lines a window needs for the whole menu between header and footer."""
    return len(in_menu(conversation.tournament)) + 2


def menu_line(conversation: Conversation, room: int) -> Text:
    """The menu below the page, for a narrow window: a word for each letter."""
    actions = in_menu(conversation.tournament, small=True)
    labels = [
        f"{action.key.upper()} {say(f'menu.{action.name}', conversation.language)}" for action in actions
    ]
    wide = max(map(width, labels)) + 1
    across = max(1, (room + 1) // wide)
    text = Text(no_wrap=True)
    for at, (action, label) in enumerate(zip(actions, labels, strict=True)):
        style = "" if action.unavailable(conversation.tournament) is None else "dim"
        text.append(label[0], style=style or colour_style(f"bold {KEY}"))
        text.append(label[1:], style=style)
        text.append("\n" if at % across == across - 1 else " " * (wide - width(label)))
    text.rstrip()
    return text


def changes_text(conversation: Conversation, before: int) -> str:
    """Who wrote after that number, and the first events, with their tables and players."""
    entries = [entry for entry, _ in conversation.desk.history() if entry.number > before]
    facts = action_text(conversation.tournament, [entry.event for entry in entries], conversation.language)
    actor = entries[-1].actor
    key = "same-seat-wrote" if actor == conversation.actor_name else "somebody-wrote"
    return conversation.say(key, seat=actor_text(actor, conversation.language), facts=facts)


def prompt(conversation: Conversation, step: Step) -> str:
    """The question, or how to leave the page that is shown."""
    if isinstance(step, Ask | Press):
        return step.prompt
    return conversation.say("on-by-key" if isinstance(step, ShowPage) and step.whole else "back-by-key")


def footer(conversation: Conversation, step: Step | None, room: int, *, long: bool = False) -> Text:
    """What the keys do here; the last ones are left out where there is no room.

    Scrolling comes early if the page is longer than the window.
    """
    kinds = {Ask: "asking", Press: "pressing", ShowPage: "reading"}
    kind = "starting" if isinstance(step, ShowPage) and step.whole else kinds.get(type(step), "resting")
    parts = conversation.say(f"keys-{kind}").split("|")
    if kind not in ("starting", "pressing"):
        parts.insert(1 if long else 3, conversation.say("keys-turn"))
    if isinstance(step, Ask) and not step.counts and not step.hint:
        parts.insert(1, conversation.say("empty-gives-up"))
    if isinstance(step, Ask) and step.hint:
        parts.insert(0, step.hint)
    line = parts[0]
    for part in parts[1:]:
        if width(line) + width(part) + 3 <= room:
            line += f"   {part}"
    return Text(line, no_wrap=True, overflow="ellipsis")


def last_remarks(remarks: Sequence[Text], room: int) -> Text:
    """The last remarks, as many as fit; long ones take several lines, the last is always whole."""
    kept: list[Text] = []
    left = REMARKS
    for remark in reversed(remarks):
        left -= sum(len(wrap(line, max(room, 1))) or 1 for line in remark.plain.split("\n"))
        if kept and left < 0:
            break
        kept.insert(0, remark)
    return Text("\n").join(kept)


def help_page(conversation: Conversation) -> str:
    """Every action with its key, what it does, and why it is unavailable."""
    rows = []
    for action in ACTIONS:
        reason = action.unavailable(conversation.tournament)
        label = say(f"actions.{action.name}", conversation.language)
        note = f"   ({say(f'reasons.{reason}', conversation.language)})" if reason else ""
        rows.append(f"  {action.key.upper():<3} {label}{note}")
    hints = [conversation.say(key) for key in (result_hint(conversation.tournament), "hint-random")]
    keys = [conversation.say(f"keys-{kind}").replace("|", "   ") for kind in ("resting", "asking")]
    return "\n".join([*rows, "", *hints, *keys, conversation.say("keys-turn")])


# The input line, with PAPP's completion on Tab.


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


# The page of the desk: its text, kept up to date, and the highlighted rows.


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
        self._put(colour_page(self.text))
        if follows:
            self.call_after_refresh(self.scroll_end, animate=False)

    def renew(self) -> None:
        """Render what is visible again, the page or the text over it."""
        if self.over is None:
            self.again()
        else:
            self._put(colour_page(self.over()))

    def show_for_now(self, text: Callable[[], str], *, from_end: bool = False) -> None:
        """Show a text over the page until the next answer, from its top or its end."""
        self.over = text
        self._put(colour_page(text()))
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
        text = colour_page(self.text)
        rows = [at for at, line in enumerate(self.text.split("\n")) if any(name in line for name in wanted)]
        starts = [0, *(at + 1 for at, char in enumerate(self.text) if char == "\n"), len(self.text) + 1]
        spans = list(pairwise(starts))
        for row in rows:
            text.stylize("reverse", spans[row][0], spans[row][1] - 1)
        self._put(text)
        self._reveal_first(rows)

    def reveal(self, part: str) -> None:
        """Scroll to the row that contains a text."""
        rows = [at for at, line in enumerate(self.text.split("\n")) if part in line]
        self._reveal_first(rows)

    def _reveal_first(self, rows: list[int]) -> None:
        if rows:
            self.call_after_refresh(self.scroll_to_region, Region(0, rows[0], 1, 1), animate=False)

    def _put(self, text: Text) -> None:
        self.query_one("#page", Static).update(text)


# The panel of results: how many are entered, and which tables are missing.


FULL, EMPTY = "▰", "▱"
LINE_BAR = 10
"""Characters of the bar below the page."""


def beside(conversation: Conversation, wide: int, high: int) -> Text:
    """The panel in the place of the menu: the bar, then the missing tables that fit."""
    tournament = conversation.tournament
    missing = list(tournament.open_round.missing)
    text = Text(no_wrap=True, overflow="ellipsis")
    text.append(f"{_counted(conversation)}\n", style="bold")
    text.append_text(_bar(tournament, wide)).append("\n\n")
    if not missing:
        return text.append(conversation.say("panel-complete"), style=colour_style(GOOD))
    text.append(conversation.say("panel-missing") + "\n", style=colour_style(f"bold {MISSING}"))
    shown = missing if len(missing) <= high - 4 else missing[: high - 5]
    text.append("\n".join(_row(tournament, table, wide) for table in shown))
    if len(shown) < len(missing):
        text.append("\n" + conversation.say("panel-more", count=len(missing) - len(shown)), style="dim")
    return text


def below(conversation: Conversation, room: int) -> Text:
    """The panel on one line, for a narrow window."""
    tournament = conversation.tournament
    missing = [str(table.number) for table in tournament.open_round.missing]
    text = _bar(tournament, LINE_BAR).append(f"  {_counted(conversation)}  ")
    if not missing:
        return text.append(conversation.say("panel-complete"), style=colour_style(GOOD))
    sentence = conversation.say("panel-tables", count=len(missing), tables=", ".join(missing))
    left = room - width(text.plain)
    text.append(
        sentence if width(sentence) <= left else f"{sentence[: left - 1]}…", style=colour_style(MISSING)
    )
    return text


def _counted(conversation: Conversation) -> str:
    tables = conversation.tournament.open_round.tables
    done = len(tables) - len(conversation.tournament.open_round.missing)
    return conversation.say("panel-count", done=done, count=len(tables))


def _bar(tournament: Tournament, wide: int) -> Text:
    tables, missing = len(tournament.open_round.tables), len(tournament.open_round.missing)
    full = wide * (tables - missing) // max(tables, 1)
    return Text().append(FULL * full, style=colour_style(GOOD)).append(EMPTY * (wide - full), style="dim")


def _row(tournament: Tournament, table: Table, wide: int) -> str:
    """A table with the family names of its players, each cut to half of the width."""
    names = [tournament.player(player).name for player in (table.first, table.second)]
    head = f"{table.number:>3}  "
    half = (wide - len(head) - len(" – ")) // 2
    return head + " – ".join(name if width(name) <= half else f"{name[: half - 1]}…" for name in names)
