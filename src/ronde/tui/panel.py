"""The panel of results: how many are entered, and which tables are missing."""

from __future__ import annotations

from rich.text import Text

from ronde.core.table import Table
from ronde.core.tournament import Tournament
from ronde.dialogue.door import Conversation
from ronde.formats.marks import GOOD, MISSING
from ronde.formats.text import width
from ronde.tui.ink import hue

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
        return text.append(conversation.say("panel-complete"), style=hue(GOOD))
    text.append(conversation.say("panel-missing", count=len(missing)) + "\n", style=hue(f"bold {MISSING}"))
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
        return text.append(conversation.say("panel-complete"), style=hue(GOOD))
    sentence = f"{conversation.say('panel-missing', count=len(missing))} {', '.join(missing)}"
    left = room - width(text.plain)
    text.append(sentence if width(sentence) <= left else f"{sentence[: left - 1]}…", style=hue(MISSING))
    return text


def _counted(conversation: Conversation) -> str:
    tables = conversation.tournament.open_round.tables
    done = len(tables) - len(conversation.tournament.open_round.missing)
    return conversation.say("panel-count", done=done, count=len(tables))


def _bar(tournament: Tournament, wide: int) -> Text:
    tables, missing = len(tournament.open_round.tables), len(tournament.open_round.missing)
    full = wide * (tables - missing) // max(tables, 1)
    return Text().append(FULL * full, style=hue(GOOD)).append(EMPTY * (wide - full), style="dim")


def _row(tournament: Tournament, table: Table, wide: int) -> str:
    """A table with the family names of its players, each cut to half of the width."""
    names = [tournament.player(player).name for player in (table.first, table.second)]
    head = f"{table.number:>3}  "
    half = (wide - len(head) - len(" – ")) // 2
    return head + " – ".join(name if width(name) <= half else f"{name[: half - 1]}…" for name in names)
