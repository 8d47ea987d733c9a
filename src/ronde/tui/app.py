"""The desk on a full screen: the page, the menu of letters, the prompt, and what the keys do here."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterable
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult, SystemCommand
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from ronde.actions import ACTIONS, Action, by_key
from ronde.core.errors import RondeError
from ronde.counter.door import DIALOGUES, Ask, Counter, Dialogue, Press, Show, Step
from ronde.counter.pages import pairs_page, usual_page
from ronde.formats.text import in_columns
from ronde.i18n.door import say
from ronde.tui.entry import EntryLine
from ronde.tui.palette import ActionPalette

LOOK = 0.25
"""Seconds between looks at what others wrote in the file."""
KEPT = 200
"""Remarks that can be scrolled back."""


class DeskScreen(App[None]):
    """The terminal desk of one tournament."""

    TITLE = "Ronde"
    CSS_PATH = "desk.tcss"
    COMMANDS: ClassVar = {ActionPalette}
    AUTO_FOCUS = ""
    COMMAND_PALETTE_BINDING = "ctrl+k"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "give_up", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
        Binding("ctrl+l", "redraw", show=False, priority=True),
        Binding("pageup", "page(-1)", show=False, priority=True),
        Binding("pagedown", "page(1)", show=False, priority=True),
    ]

    def __init__(self, counter: Counter) -> None:
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (92, "-wide")]
        self.counter = counter
        self.dialogue: Dialogue | None = None
        self.step: Step | None = None
        self.action: Action | None = None
        self.remarks: list[Text] = []

    def compose(self) -> ComposeResult:
        """The parts of the screen, from top to bottom."""
        yield Static(id="head")
        with Horizontal(id="middle"):
            with VerticalScroll(id="scroll", can_focus=False):
                yield Static(id="page", markup=False)
            yield Static(id="menu", markup=False)
        yield Static(id="remarks", markup=False)
        yield Static(id="prompt", markup=False)
        yield EntryLine()
        yield Static(id="foreseen", markup=False)
        yield Static(id="foot", markup=False)

    def on_mount(self) -> None:
        """Start with the pairs if there are any, else with the players."""
        self.theme = "ansi-dark"
        for quiet in (signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT):
            asyncio.get_running_loop().add_signal_handler(quiet, self.exit)
        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, self.action_give_up)
        self.set_interval(LOOK, self.look)
        self.show_page(usual_page(self.counter))
        self.rest()

    def rest(self) -> None:
        """No dialogue is going on: keys begin actions."""
        self.dialogue = self.step = self.action = None
        self.query_one("#prompt", Static).update(self.counter.say("your-choice"))
        self.query_one("#foreseen", Static).update("")
        entry = self.query_one(EntryLine)
        entry.display, entry.disabled = False, True
        self.set_focus(None)
        self.draw_state()

    def draw_state(self) -> None:
        """Head, menu and foot as things are now."""
        self.query_one("#head", Static).update(Text(self._head(), no_wrap=True, overflow="ellipsis"))
        self.query_one("#menu", Static).update(self._menu())
        self.query_one("#foot", Static).update(self._foot())

    def _head(self) -> str:
        tournament = self.counter.tournament
        current = tournament.open_round
        missing = len(current.missing)
        if not current.tables:
            state = self.counter.say("not-paired")
        else:
            state = self.counter.say("missing", count=missing) if missing else self.counter.say("all-in")
        return f" {tournament.name}  |  {self.counter.say('round-state', round=current.number)}: {state}"

    def _menu(self) -> Text:
        menu = Text()
        for action in ACTIONS:
            if not action.listed:
                continue
            free = action.unavailable(self.counter.tournament) is None
            menu.append(f" {action.key.upper()} ", style="bold" if free else "dim")
            label = say(f"actions.{action.name}", self.counter.language)
            menu.append(f" {label}\n", style="" if free else "dim")
        return menu

    def _foot(self) -> Text:
        keys = "asking" if isinstance(self.step, Ask) else "resting"
        return Text(self.counter.say(f"keys-{keys}"), no_wrap=True, overflow="ellipsis")

    def show_page(self, text: str) -> None:
        """Put a page on the screen, from its top."""
        self.query_one("#page", Static).update(Text(text, no_wrap=True, overflow="ellipsis"))
        self.query_one("#scroll", VerticalScroll).scroll_home(animate=False)

    def remark(self, text: str, *, refused: bool = False) -> None:
        """A sentence in passing, above the prompt."""
        self.remarks = [*self.remarks, Text(text, style="bold" if refused else "")][-KEPT:]
        shown = Text("\n").join(self.remarks[-3:])
        self.query_one("#remarks", Static).update(shown)
        if refused:
            self.bell()

    def look(self) -> None:
        """Take in what another desk, the web or a script wrote."""
        try:
            news = self.counter.desk.refresh()
        except RondeError as error:
            self.remark(self.counter.refusal(error).text, refused=True)
            return
        if news:
            self.remark(self.counter.say("somebody-wrote"))
            self.show_page(usual_page(self.counter))
            self.draw_state()

    def begin(self, action: Action) -> None:
        """Begin the dialogue of an action, or say why it is not to be had."""
        reason = action.unavailable(self.counter.tournament)
        if reason is not None:
            self.remark(say(f"reasons.{reason}", self.counter.language), refused=True)
            return
        if action.name == "quit":
            self.exit()
            return
        self.action = action
        self.dialogue = DIALOGUES[action.name](self.counter)
        self.go_on(None)

    def go_on(self, answer: str | None) -> None:
        """Hand an answer to the dialogue and perform its steps until it asks again or ends."""
        dialogue = self.dialogue
        if dialogue is None:
            return
        try:
            step = next(dialogue) if answer is None else dialogue.send(answer)
            while not isinstance(step, Ask | Press):
                self._perform(step)
                step = dialogue.send("")
        except StopIteration:
            self.rest()
            return
        self.step = step
        self._pose(step)

    def _perform(self, step: Step) -> None:
        if isinstance(step, Show):
            self.show_page(step.text)
        elif not isinstance(step, Ask | Press):
            self.remark(step.text, refused=step.refused)

    def _pose(self, step: Ask | Press) -> None:
        """Put a question."""
        self.query_one("#prompt", Static).update(step.prompt)
        self.query_one("#foreseen", Static).update("")
        entry = self.query_one(EntryLine)
        entry.display, entry.disabled = isinstance(step, Ask), not isinstance(step, Ask)
        if isinstance(step, Ask):
            entry.ask(step)
            entry.focus()
            if self.action is not None and self.action.name == "results":
                self.show_page(pairs_page(self.counter))
        else:
            self.set_focus(None)
        self.draw_state()

    def on_key(self, event: events.Key) -> None:
        """One key is an action at rest, an answer to a question by key otherwise."""
        if isinstance(self.step, Press) and event.character:
            if event.character.lower() in self.step.keys:
                event.stop()
                self.go_on(event.character.lower())
            else:
                self.bell()
            return
        if self.dialogue is None:
            self._key_at_rest(event)

    def _key_at_rest(self, event: events.Key) -> None:
        if event.character == "?":
            self.show_page(self._help())
            return
        key = {"ctrl+v": "^v", "ctrl+f": "^f"}.get(event.key, event.character or "")
        action = by_key(key) if key else None
        if action is not None:
            event.stop()
            self.begin(action)
        elif event.is_printable:
            self.remark(self.counter.say("no-such-key", key=event.character), refused=True)

    def _help(self) -> str:
        rows = []
        for action in ACTIONS:
            reason = action.unavailable(self.counter.tournament)
            label = say(f"actions.{action.name}", self.counter.language)
            note = f"   ({say(f'reasons.{reason}', self.counter.language)})" if reason else ""
            rows.append(f"  {action.key.upper():<3} {label}{note}")
        return "\n".join([*rows, "", self.counter.say("keys-resting"), self.counter.say("keys-asking")])

    def on_input_submitted(self, event: EntryLine.Submitted) -> None:
        """Return answers the question."""
        event.stop()
        self.go_on(event.value)

    def on_input_changed(self, event: EntryLine.Changed) -> None:
        """While typing, say in words what Enter will do."""
        if isinstance(self.step, Ask) and self.step.foresee is not None:
            self.query_one("#foreseen", Static).update(self.step.foresee(event.value))

    def on_entry_line_given_up(self) -> None:
        """An empty answer gives up."""
        self.go_on("")

    def on_entry_line_overview(self) -> None:
        """Tab in an empty line shows what there is to choose from."""
        if isinstance(self.step, Ask) and self.step.overview is not None:
            self.show_page(self.step.overview())

    def on_entry_line_candidates(self, event: EntryLine.Candidates) -> None:
        """The candidates in columns."""
        names = self.step.names if isinstance(self.step, Ask) else None
        if names is None or len(event.completion.candidates) < 2:
            return
        listed = [f"{names.name(number)} ({number})" for number in event.completion.candidates]
        self.show_page(in_columns(listed, self.query_one("#scroll").size.width))

    def action_give_up(self) -> None:
        """Ctrl-C leaves a question; it never kills the desk."""
        if self.dialogue is not None:
            self.go_on("") if isinstance(self.step, Ask) else self.rest()

    def action_redraw(self) -> None:
        """Draw everything anew."""
        self.refresh(layout=True)

    def action_page(self, direction: int) -> None:
        """Turn the page while a line is being typed."""
        scroll = self.query_one("#scroll", VerticalScroll)
        scroll.scroll_page_down(animate=False) if direction > 0 else scroll.scroll_page_up(animate=False)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The palette holds the actions of the desk and nothing else."""
        return ()


def run_screen(counter: Counter) -> None:
    """Run the desk until the arbiter leaves it."""
    DeskScreen(counter).run()
