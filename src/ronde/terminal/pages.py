"""The pages that the desk shows: standings and pairs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from textwrap import fill

from ronde.i18n import say
from ronde.model.player import Player, PlayerId
from ronde.model.tournament import Tournament
from ronde.render import lists
from ronde.render.charts import result_letters
from ronde.render.finals import match_lines
from ronde.render.listing import Cell, Column, Listing, listing_text
from ronde.render.lists import standings_title
from ronde.render.tables import standings_listing
from ronde.render.text import in_columns, who, width
from ronde.standings import record
from ronde.systems import Standings, crosstable, moves, standings
from ronde.terminal.conversation import Conversation, ShowPage

# The standings on the screen of the desk, with changes of rank and the last results of everybody.


MARKS = {"w": "▀", "d": "─", "l": "▄", "+": "°", "-": "·"}
"""A round in one character: up is won, down is lost."""
UP, DOWN, SAME = "▲", "▼", "="
LEAST_FORM = 3
"""Minimum number of rounds; fewer say no more than the points."""
WITH_MENU = 79
"""Columns that leave room for the menu in a window of 120."""


def desk_standings(tournament: Tournament, language: str, room: int) -> str:
    """The standings with changes of rank and the last rounds of everybody, as far as there is room."""
    table = standings(tournament)
    tournament = _narrowed(tournament, table, language, room)
    plain = standings_listing(tournament, table, language, every=True)
    listing = _changed(plain, tournament, table)
    if _wide(listing) > room:
        listing = plain
    left = _room_for_form(_wide(listing), room) - 2
    legend = ""
    if left >= min(LEAST_FORM, table.after):
        listing = _formed(listing, tournament, say("desk.form", language), left)
        legend = "\n\n" + say("desk.form-legend", language)
    title = standings_title(tournament, table, language)
    matches = "".join(f"\n{line}" for line in match_lines(tournament, table.after, language))
    body = f"{title}\n\n{listing_text(listing, leavers=True)}{legend}"
    return f"{body}\n{matches}" if matches else body


def _narrowed(tournament: Tournament, table: Standings, language: str, room: int) -> Tournament:
    """The tournament with names cut where the tie-breaks would not be seen."""
    excess = _wide(standings_listing(tournament, table, language, every=True)) - room
    longest = max((width(who(tournament, row.player)) for row in table.rows), default=0)
    return with_short_names(tournament, max(longest - excess, LEAST_NAME)) if excess > 0 else tournament


def _wide(listing: Listing) -> int:
    return max(map(width, listing_text(listing, leavers=True).split("\n")))


def _room_for_form(taken: int, room: int) -> int:
    """Columns left for the rounds, without displacing the menu."""
    return min(room, WITH_MENU) - taken if taken + 2 + LEAST_FORM <= WITH_MENU else room - taken


def _changed(listing: Listing, tournament: Tournament, table: Standings) -> Listing:
    """Add a column of places gained or lost since the previous round, after the place."""
    if table.after < 2:
        return listing
    gained = moves(standings(tournament, table.after - 1).rows, table.rows)
    return _with(listing, 1, Column("change", ""), {one: _change(by) for one, by in gained.items()})


def _change(by: int) -> str:
    return f"{UP}{by}" if by > 0 else f"{DOWN}{-by}" if by else SAME


def _formed(listing: Listing, tournament: Tournament, head: str, most: int) -> Listing:
    """Add a column of the last rounds at the end."""
    strips = {player: _strip(result_letters(lines)[-most:]) for player, lines in record(tournament).items()}
    return _with(listing, len(listing.columns), Column("form", head), strips)


def _strip(letters: str) -> str:
    return "".join(MARKS[letter.lower()] for letter in letters)


def _with(listing: Listing, at: int, column: Column, cells: Mapping[PlayerId, str]) -> Listing:
    rows = tuple(
        replace(row, cells=(*row.cells[:at], Cell(cells.get(row.player, "")), *row.cells[at:]))
        for row in listing.rows
    )
    return Listing((*listing.columns[:at], column, *listing.columns[at:]), rows)


# The two pages that the desk always shows: the standings and the pairs.


_GAP = re.compile(r"\s{2,}")
LEAST_NAME = 16
"""Minimum columns of a name with its number."""


def standings_page(conversation: Conversation, room: int = 0) -> str:
    """The standings, or the players before the first closed round; `room` is the width of the screen."""
    tournament = conversation.tournament
    if tournament.closed_rounds and room and not tournament.settings.pairing_system.by_value:
        return desk_standings(tournament, conversation.language, room)
    if tournament.closed_rounds:
        return lists.standings_text(tournament, conversation.language)
    if not tournament.players:
        return conversation.say("nobody-yet")
    return lists.players_text(tournament, conversation.language)


def pairs_page(conversation: Conversation, room: int = 0) -> str:
    """The pairs of the open round and the results so far; names are cut if they do not fit."""
    return _round(conversation, _with_room(conversation, room))


def cost_breakdown_page(conversation: Conversation, room: int = 0) -> str:
    """The pairs with the cost breakdown of each."""
    page = _round(conversation, _with_room(conversation, room), explain=True, room=room or lists.WIDTH)
    return wrapped_list(page, room) if room else page


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
    return with_short_names(tournament, column_widths(wide, room - taken + sum(wide)))


def column_widths(wide: list[int], room: int) -> int:
    """The maximum width of two columns; what a narrow one does not use goes to the other."""
    return max(room // 2, room - min(wide))


def _round(
    conversation: Conversation, tournament: Tournament, *, explain: bool = False, room: int = lists.WIDTH
) -> str:
    played, language = tournament.open_round, conversation.language
    return lists.round_text(tournament, played, language, explain=explain, room=room)


def with_short_names(tournament: Tournament, room: int) -> Tournament:
    """The tournament with each name, including its number, cut to `room` columns."""
    cards = {
        number: replace(card, name=_short(card.full_name, room - _behind(tournament, card)), first_name="")
        for number, card in tournament.players.items()
    }
    return replace(tournament, players=cards)


def _behind(tournament: Tournament, card: Player) -> int:
    """The columns of what follows a name: his number, in Go also his rank."""
    return width(who(tournament, card.id)) - width(card.full_name)


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
        return lists.crosstable_text(with_short_names(tournament, left), language, after)
    listed = [f"{row.rank or '-':>3}. {name}" for row, name in zip(places, names, strict=True)]
    bare = lists.crosstable_text(tournament, language, after, named=False)
    return f"{in_columns(listed, room)}\n\n{bare}"


def default_page(conversation: Conversation, room: int = 0) -> str:
    """The default page: the pairs if there are any, else the players."""
    return (
        pairs_page(conversation, room)
        if conversation.tournament.open_round.tables
        else standings_page(conversation, room)
    )


def wrapped_list(text: str, room: int) -> str:
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
