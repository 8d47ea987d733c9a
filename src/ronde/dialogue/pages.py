"""The two pages that the desk always shows: the standings and the pairs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from textwrap import fill

from ronde.core.tournament import Tournament
from ronde.dialogue.conversation import Conversation
from ronde.dialogue.steps import ShowPage
from ronde.dialogue.story import told_standings
from ronde.formats import lists
from ronde.formats.shown import who
from ronde.formats.text import in_columns, width
from ronde.scoring.door import crosstable

_GAP = re.compile(r"\s{2,}")
LEAST_NAME = 16
"""Minimum columns of a name with its number."""


def standings_page(conversation: Conversation, room: int = 0) -> str:
    """The standings, or the players before the first closed round; `room` is the width of the screen."""
    tournament = conversation.tournament
    if tournament.closed_rounds and room and not tournament.settings.pairing_system.by_value:
        return told_standings(tournament, conversation.language, room)
    if tournament.closed_rounds:
        return lists.standings_text(tournament, conversation.language)
    if not tournament.players:
        return conversation.say("nobody-yet")
    return lists.players_text(tournament, conversation.language)


def pairs_page(conversation: Conversation, room: int = 0) -> str:
    """The pairs of the open round and the results so far; names are cut if they do not fit."""
    return _round(conversation, _with_room(conversation, room))


def bills_page(conversation: Conversation, room: int = 0) -> str:
    """The pairs with the cost breakdown of each."""
    page = _round(conversation, _with_room(conversation, room), explain=True)
    return fitted(page, room) if room else page


def _with_room(conversation: Conversation, room: int) -> Tournament:
    """The tournament with names cut so that both players of a table fit."""
    tournament = conversation.tournament
    tables = list(tournament.open_round)
    if not room or not tables:
        return tournament
    page = _round(conversation, tournament)
    body = page.split("\n")[2 : 3 + len(tables)]  # the title may be as long as the name of the tournament
    taken = max(map(width, body), default=0)
    if taken <= room:
        return tournament
    columns = ([table.first for table in tables], [table.second for table in tables])
    wide = [max(width(who(tournament, player)) for player in column) for column in columns]
    return cut(tournament, shared(wide, room - taken + sum(wide)))


def shared(wide: list[int], room: int) -> int:
    """The maximum width of two columns; what a narrow one does not use goes to the other."""
    return max(room // 2, room - min(wide))


def _round(conversation: Conversation, tournament: Tournament, *, explain: bool = False) -> str:
    return lists.round_text(tournament, tournament.open_round, conversation.language, explain=explain)


def cut(tournament: Tournament, room: int) -> Tournament:
    """The tournament with each name, including its number, cut to `room` columns."""
    cards = {
        number: replace(card, name=_short(card.full_name, room - len(f" ({number})")), first_name="")
        for number, card in tournament.players.items()
    }
    return replace(tournament, players=cards)


def _short(name: str, room: int) -> str:
    return name if width(name) <= room else f"{name[: room - 1]}…"


def crosstable_page(conversation: Conversation, after: int, room: int = 0) -> str:
    """The crosstable after a round, with points and tie-breaks visible.

    In a narrow window names are cut, and where little would be left of them they are listed first, as in PAPP
    (papp 3.10).
    """
    tournament, language = conversation.tournament, conversation.language
    page = lists.crosstable_text(tournament, language, after)
    places = [row.standing for row in crosstable(tournament, after).rows]
    names = [who(tournament, row.player) for row in places]
    widest = width(page.partition("\n")[0])
    if not room or not names or widest <= room:
        return page
    left = room - widest + max(map(width, names))
    if left >= LEAST_NAME:
        return lists.crosstable_text(cut(tournament, left), language, after)
    listed = [f"{row.rank or '-':>3}. {name}" for row, name in zip(places, names, strict=True)]
    bare = lists.crosstable_text(tournament, language, after, named=False)
    return f"{in_columns(listed, room)}\n\n{bare}"


def usual_page(conversation: Conversation, room: int = 0) -> str:
    """The default page: the pairs if there are any, else the players."""
    return (
        pairs_page(conversation, room)
        if conversation.tournament.open_round.tables
        else standings_page(conversation, room)
    )


def fitted(text: str, room: int) -> str:
    """A list whose long lines are wrapped, indented to the start of their last column."""
    return "\n".join(line if width(line) <= room else _hung(line, room) for line in text.split("\n"))


def _hung(line: str, room: int) -> str:
    gaps = [gap.end() for gap in _GAP.finditer(line) if gap.end() <= room - LEAST_NAME]
    return fill(
        line,
        room,
        subsequent_indent=" " * (gaps[-1] if gaps else 2),
        break_on_hyphens=False,
        replace_whitespace=False,
    )


def sentences(texts: Sequence[str], *, whole: bool = False) -> ShowPage:
    """Sentences on a page, wrapped to the window."""

    def page(room: int) -> str:
        lines = [fill(one, room, subsequent_indent="  ", break_on_hyphens=False) for one in texts]
        return "\n".join(lines)

    return ShowPage("\n".join(texts), page, whole=whole)
