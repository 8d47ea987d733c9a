"""Around the page: the header, the menu of letters, and the footer with the current keys."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from rich.text import Text

from ronde.app.actions import ACTIONS
from ronde.core.schedule import is_over
from ronde.dialogue.door import Ask, Conversation, Press, ShowPage, Step
from ronde.formats.chronicle import action_text
from ronde.formats.marks import GOOD, KEY, MISSING
from ronde.formats.text import width
from ronde.i18n.door import say, seat_name
from ronde.tui.ink import hue

LEAST = (60, 20)
"""The smallest window, in columns and lines."""
MENU = 38
"""Columns of the menu beside the page."""
BESIDE = 92
"""From that many columns on the menu is beside the page, unless the page needs the room."""


REMARKS = 3
"""Lines for remarks above the prompt."""


def head(conversation: Conversation) -> Text:
    """The tournament, the round, and the number of missing results."""
    tournament = conversation.tournament
    if not tournament.opened:
        return Text(" Ronde")
    title = Text(f" {tournament.name}  |  ", no_wrap=True, overflow="ellipsis")
    if is_over(tournament):
        return title.append(conversation.say("over-short"), style=hue(GOOD))
    current = tournament.open_round
    missing = len(current.missing)
    if not current.tables:
        state = conversation.say("not-paired")
    else:
        state = conversation.say("missing", count=missing) if missing else conversation.say("all-in")
    sentence = conversation.say("round-state", round=current.number, state=state)
    style = "" if not current.tables else MISSING if missing else GOOD
    return title.append(sentence, style=hue(style))


def menu(conversation: Conversation) -> Text:
    """Every letter with its action; unavailable ones are dim."""
    text = Text()
    for action in ACTIONS:
        if action.listed:
            ready = action.unavailable(conversation.tournament) is None
            label = say(f"actions.{action.name}", conversation.language)
            text.append(f" {action.key.upper()} ", style=hue(f"bold {KEY}") if ready else "dim")
            text.append(f" {label}\n", style="" if ready else "dim")
    return text


def beside_height() -> int:
    """The lines a window needs for the whole menu between header and footer."""
    return sum(action.listed for action in ACTIONS) + 2


def words(conversation: Conversation, room: int) -> Text:
    """The menu below the page, for a narrow window: a word for each letter."""
    listed = [action for action in ACTIONS if action.listed]
    labels = [
        f"{action.key.upper()} {say(f'menu.{action.name}', conversation.language)}" for action in listed
    ]
    wide = max(map(width, labels)) + 1
    across = max(1, (room + 1) // wide)
    text = Text(no_wrap=True)
    for at, (action, label) in enumerate(zip(listed, labels, strict=True)):
        style = "" if action.unavailable(conversation.tournament) is None else "dim"
        text.append(label[0], style=style or hue(f"bold {KEY}"))
        text.append(label[1:], style=style)
        text.append("\n" if at % across == across - 1 else " " * (wide - width(label)))
    text.rstrip()
    return text


def news(conversation: Conversation, before: int) -> str:
    """Who wrote after that number, and the first events, with their tables and players."""
    entries = [entry for entry, _ in conversation.desk.history() if entry.number > before]
    facts = action_text(conversation.tournament, [entry.event for entry in entries], conversation.language)
    actor = entries[-1].actor
    key = "same-seat-wrote" if actor == conversation.seat else "somebody-wrote"
    return conversation.say(key, seat=seat_name(actor, conversation.language), facts=facts)


def prompt(conversation: Conversation, step: Step) -> str:
    """The question, or how to leave the page that is shown."""
    if isinstance(step, Ask | Press):
        return step.prompt
    return conversation.say("on-by-key" if isinstance(step, ShowPage) and step.whole else "back-by-key")


def foot(conversation: Conversation, step: Step | None, room: int, *, long: bool = False) -> Text:
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
    keys = [conversation.say(f"keys-{kind}").replace("|", "   ") for kind in ("resting", "asking")]
    return "\n".join([*rows, "", conversation.say("hint-results"), *keys, conversation.say("keys-turn")])
