"""The desk on a full screen: the page, the menu of letters, the prompt, the command palette."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterable
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult, SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Static

from ronde.app.keys import ACTIONS, Action, by_key
from ronde.i18n import say
from ronde.model.errors import RondeError
from ronde.render.text import BAD, in_columns
from ronde.system import ENDING, on_signal
from ronde.terminal import widgets
from ronde.terminal.conversation import Ask, Cancelled, Conversation, Dialogue, Press, ShowPage, Step
from ronde.terminal.pages import default_page, pairs_page
from ronde.terminal.plain import DIALOGUES, ignore_interrupts
from ronde.terminal.widgets import EntryLine, Page, colour_style

# The command palette: every action by name.


class ActionPalette(Provider):
    """Finds the actions of the desk by what is typed."""

    @property
    def _desk(self) -> DeskScreen:

        assert isinstance(self.app, DeskScreen)
        return self.app

    def _label(self, action: Action) -> str:
        language = self._desk.conversation.language
        label = f"{action.key.upper()}  {say(f'actions.{action.name}', language)}"
        reason = action.unavailable(self._desk.conversation.tournament)
        return label if reason is None else f"{label}  ({say(f'reasons.{reason}', language)})"

    async def discover(self) -> Hits:
        """All actions, before anything is typed."""
        for action in ACTIONS:
            yield DiscoveryHit(self._label(action), partial(self._desk.begin, action))

    async def search(self, query: str) -> Hits:
        """The actions whose names match."""
        matcher = self.matcher(query)
        for action in ACTIONS:
            label = self._label(action)
            score = matcher.match(label)
            if score > 0:
                yield Hit(score, matcher.highlight(label), partial(self._desk.begin, action))


# The desk on a full screen: the page, the menu of letters, the prompt, and the handling of keys.


POLL_INTERVAL = 0.25
"""Seconds between checks for events of others in the file."""
CONTROLS = {"ctrl+v": "^v", "ctrl+f": "^f"}
"""Control keys by their names in Textual."""
RESIZE_DELAY = 0.4
"""Seconds after which the size of a resized window is final."""
MAX_MESSAGES = 200
"""Number of remarks kept."""


class DeskScreen(App[None]):
    """The terminal desk of one tournament."""

    TITLE = "Ronde"
    CSS_PATH = "desk.tcss"
    COMMANDS: ClassVar = {ActionPalette}
    AUTO_FOCUS = ""
    COMMAND_PALETTE_BINDING = "ctrl+k"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "give_up", show=False, priority=True),
        Binding("ctrl+q", "nothing", show=False, priority=True),  # Textual would quit
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
        Binding("ctrl+l", "redraw", show=False, priority=True),
        Binding("pageup", "page('page_up')", show=False, priority=True),
        Binding("pagedown", "page('page_down')", show=False, priority=True),
        *(Binding(to, f"page('{to}')", show=False) for to in ("up", "down", "left", "right", "home", "end")),
    ]

    def __init__(self, conversation: Conversation, first: Dialogue | None = None) -> None:
        super().__init__(ansi_color=True)  # use the terminal's own colours, and none with NO_COLOR
        self.conversation = conversation
        self.dialogue: Dialogue | None = None
        self.first = first
        self.step: Step | None = None
        self.action: Action | None = None
        self.remarks: list[Text] = []
        self.passing: list[Text] = []
        """The remarks that are removed after the next answer."""
        self.written: dict[str, str | Text] = {}

    def compose(self) -> ComposeResult:
        yield Static(id="head")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield Page()
                yield Static(id="remarks", markup=False)
                yield Static(id="words", markup=False)
                yield Static(id="prompt", markup=False)
                yield EntryLine(self.go_on, self.back)
                yield Static(id="foreseen", markup=False)
            yield Static(id="menu", markup=False)
        yield Static(id="foot", markup=False)

    def on_mount(self) -> None:
        """Start with the pairs if there are any, else with the players."""
        self.theme = "ansi-dark"
        loop = asyncio.get_running_loop()
        for quiet in ENDING:
            on_signal(loop, quiet, self.exit)
        on_signal(loop, signal.SIGINT, self.action_give_up)
        self.set_interval(POLL_INTERVAL, self.look)
        self.page.show(self._usual)
        if self.first is None:
            self.rest()
            return
        self.dialogue = self.first
        self.go_on(None)

    @property
    def nameless(self) -> bool:
        """Whether the first questions are still open; no action is available before."""
        return not self.conversation.tournament.opened

    @property
    def page(self) -> Page:
        """The page on the screen."""
        return self.query_one(Page)

    def write(self, part: str, text: str | Text) -> None:
        """Put a text into a part of the screen, unless it is there already."""
        if self.written.get(part) != text:
            self.written[part] = text
            self.query_one(f"#{part}", Static).update(text)

    def rest(self) -> None:
        """No dialogue is running: keys begin actions, if there is a tournament."""
        if self.nameless:
            self.exit()
            return
        self.dialogue = self.step = self.action = None
        self.write("prompt", self.conversation.say("your-choice"))
        self.write("foreseen", "")
        self.query_one("#foreseen").display = False
        entry = self.query_one(EntryLine)
        entry.display, entry.disabled = False, True
        self.set_focus(None)
        self.page.again()
        self.show_state()

    def show_state(self) -> None:
        """Update header, menu and footer."""
        self.write("head", widgets.header(self.conversation, self.size.width))
        self.write(
            "foot", widgets.footer(self.conversation, self.step, self.size.width - 2, long=self.page.long)
        )
        self._show_menu()
        if self.size.width < widgets.LEAST[0] or self.size.height < widgets.LEAST[1]:
            self.write("head", self.conversation.say("too-small"))

    def _show_menu(self) -> None:
        """Show the menu beside the page, or below it where the page needs the room."""
        roomy = self.size.width >= widgets.BESIDE and self.size.height >= widgets.beside_height(
            self.conversation
        )
        beside = not self.nameless and roomy and self.page.wide + 3 <= self.size.width - widgets.MENU
        self.query_one("#menu").display = beside
        entering = isinstance(self.step, Ask) and self.step.candidates is not None
        self.query_one("#words").display = not beside and (entering or self.dialogue is None)
        if beside:
            inner = (widgets.MENU - 3, self.size.height - 2)
            menu = widgets.beside(self.conversation, *inner) if entering else widgets.menu(self.conversation)
            self.write("menu", menu)
        else:
            words = widgets.below if entering else widgets.menu_line
            self.write("words", words(self.conversation, self.size.width - 2))

    def on_resize(self) -> None:
        """Lay out again once the new size is known."""
        self.call_later(self._resized)

    def _resized(self) -> None:
        if not self.is_running or not self.screen_stack:
            return
        if not self.page.for_now:
            self.page.again()
        self.show_state()
        self._show_remarks()
        # output for the old size may still have been written
        self.set_timer(RESIZE_DELAY, self.action_redraw)

    def remark(self, text: str, *, refused: bool = False) -> None:
        """Show a message above the prompt."""
        self.remarks = [*self.remarks, Text(text, style=colour_style(f"bold {BAD}") if refused else "")][
            -MAX_MESSAGES:
        ]
        self._show_remarks()
        if refused:
            self.bell()

    def _show_remarks(self) -> None:
        room = self.query_one("#left").size.width or self.size.width  # sizes are 0 before the first layout
        self.write("remarks", widgets.last_remarks(self.remarks, room - 2))

    def look(self) -> None:
        """Read the events that another desk, the web or a script wrote."""
        before = self.conversation.desk.number
        try:
            news = self.conversation.desk.refresh()
        except RondeError as error:
            sentence = self.conversation.refusal(error).text
            if all(
                remark.plain != sentence for remark in self.remarks[-1:]
            ):  # report an error once, not at every check
                self.remark(sentence, refused=True)
            return
        if news:
            self.remark(widgets.changes_text(self.conversation, before))
            self.page.renew()
            self._ask_again()
            self.show_state()

    def _ask_again(self) -> None:
        """Update the question, and what Enter would do with the line so far."""
        if isinstance(self.step, Ask):
            if self.step.again is not None:
                self.write("prompt", self.step.again())
            self._foresee(self.step, self.query_one(EntryLine).value)

    def begin(self, action: Action) -> None:
        """Begin the dialogue of an action, or say why it is not available."""
        if self.dialogue is not None:
            self.drop()
        self.remarks = []
        self.write("remarks", "")
        self.look()
        reason = action.unavailable(self.conversation.tournament)
        if reason is not None:
            self.remark(say(f"reasons.{reason}", self.conversation.language), refused=True)
            return
        if action.name == "quit":
            self.exit()
            return
        if self.first is not None:  # the remarks of the start have been read
            self.first = None
            self.page.show(self._usual)
        self.action = action
        self.dialogue = DIALOGUES[action.name](self.conversation)
        self.go_on(None)

    def go_on(self, answer: str | Cancelled | None) -> None:
        """Send an answer to the dialogue and perform its steps until it waits again or ends."""
        dialogue = self.dialogue
        if dialogue is None:
            return
        self.remarks = [one for one in self.remarks if not any(one is gone for gone in self.passing)]
        self.passing = []
        self.look()  # decide on the current state, not on that of the last check
        try:
            step = _next_step(dialogue, answer)
            while not self._waits_at(step):
                step = dialogue.send("")
        except (StopIteration, Cancelled):
            self.rest()
            return
        except RondeError as error:  # a full disk or a missing file is reported, and the desk keeps running
            self.remark(self.conversation.refusal(error).text, refused=True)
            self.rest()
            return
        self.step = step
        self._pose(step)

    def _waits_at(self, step: Step) -> bool:
        """Perform a step; returns whether the dialogue now waits for the arbiter."""
        if isinstance(step, ShowPage):
            text = step.text
            self.page.show(step.again or (lambda room: text), from_end=step.from_end)
            return step.held or (step.whole and self.page.long)
        if isinstance(step, Ask | Press):
            return True
        self.remark(step.text, refused=step.refused)
        if step.row:
            self.page.again()
            self.page.reveal(step.row)
        if step.passing:
            self.passing.append(self.remarks[-1])
        return False

    def drop(self) -> None:
        """Abandon the dialogue."""
        if self.dialogue is not None:
            self.dialogue.close()
        self.rest()

    def _pose(self, step: Step) -> None:
        """Ask a question, or wait until a page has been read."""
        self.write("prompt", widgets.prompt(self.conversation, step))
        self.write("foreseen", "")
        self.query_one("#foreseen").display = isinstance(step, Ask) and step.preview is not None
        entry = self.query_one(EntryLine)
        entry.display, entry.disabled = isinstance(step, Ask), not isinstance(step, Ask)
        if isinstance(step, Ask):
            self._page_beside(step)
            entry.ask(step)
            entry.focus()
        else:
            self.set_focus(None)
        self.show_state()

    def _page_beside(self, step: Ask) -> None:
        """Show the pairs while results are typed, else the previous page, updated."""
        pairs = step.candidates is not None and self.page.text_at != self._pairs
        self.page.show(self._pairs) if pairs else self.page.again()

    def _pairs(self, room: int) -> str:
        return pairs_page(self.conversation, room)

    def _usual(self, room: int) -> str:
        if self.nameless:
            return self.conversation.say("welcome", folder=self.conversation.folder.resolve())
        return default_page(self.conversation, room)

    async def on_event(self, event: events.Event) -> None:
        """Handle keys here in the order in which they were typed; Textual handles the rest."""
        typed = isinstance(event, events.Key) and not event.is_forwarded and len(self.screen_stack) == 1
        if typed and isinstance(event, events.Key) and self._take(event):
            return
        await super().on_event(event)

    def _take(self, event: events.Key) -> bool:
        """A key is an action when idle, an answer to a question by key, or a letter of the line."""
        if event.key.startswith("alt+"):  # pressed by mistake; its letter is ignored
            self.bell()
            return True
        if event.key == "ctrl+c":
            self.action_give_up()
            return True
        if isinstance(self.step, Ask):
            return self.query_one(EntryLine).take(event)
        if isinstance(self.step, Press):
            return self._key_pressed(event, self.step)
        if isinstance(self.step, ShowPage):
            return self._key_while_reading(event)
        return self._key_at_rest(event)

    def _key_while_reading(self, event: events.Key) -> bool:
        """Any key except the scrolling ones continues; Space scrolls as long as there is more."""
        if event.key == "space" and not self.page.at_end:
            self.action_page("page_down")
        elif event.is_printable or event.key in ("escape", "enter", "backspace", "tab"):
            self.go_on("")
        else:
            return False
        return True

    def _key_pressed(self, event: events.Key, step: Press) -> bool:
        if event.key == "escape":
            self.go_on(Cancelled())
        elif event.character and event.character.lower() in step.keys:
            self.go_on(event.character.lower())
        elif event.is_printable:
            self.bell()
        else:
            return False
        return True

    def _key_at_rest(self, event: events.Key) -> bool:
        key = CONTROLS.get(event.key, event.character or "")
        action = by_key(key) if key else None
        if action is not None:
            self.begin(action)
        elif event.character == "?":
            self.show(lambda room: widgets.help_page(self.conversation))
        elif event.key in ("escape", "enter"):
            self.show(self._usual)
        elif event.key == "space":
            self.action_page("page_down")
        elif event.is_printable:
            self.remark(self.conversation.say("no-such-key", key=event.character), refused=True)
        else:
            return False
        return True

    def show(self, text_at: Callable[[int], str]) -> None:
        """Put a page on the screen."""
        self.page.show(text_at)
        self.show_state()

    def on_input_changed(self, event: EntryLine.Changed) -> None:
        """While typing, show what Enter will do, and highlight the rows that are meant."""
        if isinstance(self.step, Ask):
            self._foresee(self.step, event.value)

    def _foresee(self, step: Ask, typed: str) -> None:
        if step.preview is not None:
            self.write("foreseen", step.preview(typed))
        if step.candidates is not None:
            self.page.light(step.candidates(typed))

    def on_entry_line_overview(self) -> None:
        """Tab in an empty line shows the choices, scrolled to the end, where the missing ones are."""
        if isinstance(self.step, Ask) and self.step.overview is not None:
            self.page.show_for_now(self.step.overview, from_end=True)

    def on_entry_line_candidates(self, event: EntryLine.Candidates) -> None:
        """Show the candidates in columns."""
        names = self.step.names if isinstance(self.step, Ask) else None
        if names is None or len(event.completion.candidates) < 2:
            return
        listed = [f"{names.name(number)} ({number})" for number in event.completion.candidates]
        self.page.show_for_now(lambda: in_columns(listed, self.page.size.width - 2))

    def on_entry_line_paste_cut(self, event: EntryLine.PasteCut) -> None:
        """Only one line of a paste is taken: several results at once would be confirmed unread."""
        self.remark(self.conversation.say("paste-cut", count=event.count), refused=True)

    def back(self) -> None:
        """Esc goes back one level: it clears the line, else closes the list over the page, else gives up."""
        entry = self.query_one(EntryLine)
        if not entry.value and not self.page.for_now:
            self.go_on(Cancelled())
            return
        entry.empty()
        if self.page.for_now:
            self.page.again()

    def action_give_up(self) -> None:
        """Ctrl-C leaves a question; it never ends the desk."""
        if self.nameless:
            self.exit()
        else:
            self.go_on("" if isinstance(self.step, ShowPage) else Cancelled())

    def action_nothing(self) -> None:
        """Disables a key of Textual."""

    def action_redraw(self) -> None:
        if self.is_running and self.screen_stack:
            self.show_state()
            self.screen.refresh(layout=True)

    def action_page(self, way: str) -> None:
        """Scroll the page, also while a line is being typed."""
        getattr(self.page, f"scroll_{way}")(animate=False)

    def action_command_palette(self) -> None:
        if not self.nameless and not isinstance(self.screen, CommandPalette):
            self.push_screen(CommandPalette(placeholder=self.conversation.say("search-action")))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The palette has only the actions of the desk."""
        return ()


def _next_step(dialogue: Dialogue, answer: str | Cancelled | None) -> Step:
    """The next step after an answer, or after giving up; None starts the dialogue."""
    if isinstance(answer, Cancelled):
        return dialogue.throw(answer)
    return next(dialogue) if answer is None else dialogue.send(answer)


def run_screen(conversation: Conversation, first: Dialogue | None = None) -> None:
    """Run the desk from its first dialogue until the arbiter leaves it, or a signal ends it."""
    try:
        with ignore_interrupts():
            DeskScreen(conversation, first).run()
    finally:
        conversation.leave()
    if conversation.tournament.opened:
        print(conversation.say("goodbye", path=conversation.desk.journal.path))
