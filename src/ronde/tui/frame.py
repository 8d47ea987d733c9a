"""Around the page: the head, the menu of letters, and the foot that says what the keys do here."""

from __future__ import annotations

from rich.text import Text

from ronde.actions import ACTIONS
from ronde.counter.door import Ask, Counter, Press, Step
from ronde.formats.text import width
from ronde.i18n.door import say

LEAST = (60, 20)
"""The smallest window, in columns and lines."""
MENU = 38
"""Columns of the menu beside the page."""
BESIDE = 92
"""From that many columns on the menu stands beside the page, unless the page needs the room."""


def head(counter: Counter) -> Text:
    """The tournament, the round, and what is still missing."""
    tournament = counter.tournament
    if not tournament.opened:
        return Text(" Ronde")
    current = tournament.open_round
    missing = len(current.missing)
    if not current.tables:
        state = counter.say("not-paired")
    else:
        state = counter.say("missing", count=missing) if missing else counter.say("all-in")
    line = f" {tournament.name}  |  {counter.say('round-state', round=current.number, state=state)}"
    return Text(line, no_wrap=True, overflow="ellipsis")


def menu(counter: Counter) -> Text:
    """Every letter with its action; what is not to be had now stays there, dim."""
    text = Text()
    for action in ACTIONS:
        if action.listed:
            style = "bold" if action.unavailable(counter.tournament) is None else "dim"
            label = say(f"actions.{action.name}", counter.language)
            text.append(f" {action.key.upper()} ", style=style)
            text.append(f" {label}\n", style=style.replace("bold", ""))
    return text


def beside_height() -> int:
    """The lines a window needs for the whole menu between head and foot: the way out is the last of it."""
    return sum(action.listed for action in ACTIONS) + 2


def letters(counter: Counter) -> Text:
    """The menu on one line, for a window without room beside the page."""
    text = Text(no_wrap=True)
    for action in ACTIONS:
        if action.listed:
            style = "bold" if action.unavailable(counter.tournament) is None else "dim"
            text.append(f"{action.key.upper()} ", style=style)
    return text


def foot(counter: Counter, step: Step | None, room: int) -> Text:
    """What the keys do here; the last of them are left out where there is no room."""
    kind = "asking" if isinstance(step, Ask) else "pressing" if isinstance(step, Press) else "resting"
    parts = counter.say(f"keys-{kind}").split("|")
    if isinstance(step, Ask) and step.hint:
        parts.insert(0, step.hint)
    line = parts[0]
    for part in parts[1:]:
        if width(line) + width(part) + 3 <= room:
            line += f"   {part}"
    return Text(line, no_wrap=True, overflow="ellipsis")


def help_page(counter: Counter) -> str:
    """Every action with its key, what it does, and why it is not to be had."""
    rows = []
    for action in ACTIONS:
        reason = action.unavailable(counter.tournament)
        label = say(f"actions.{action.name}", counter.language)
        note = f"   ({say(f'reasons.{reason}', counter.language)})" if reason else ""
        rows.append(f"  {action.key.upper():<3} {label}{note}")
    keys = [counter.say(f"keys-{kind}").replace("|", "   ") for kind in ("resting", "asking")]
    return "\n".join([*rows, "", counter.say("hint-results"), *keys])
