"""The tables of a round as lists: by table, by name, and the absent players."""

from __future__ import annotations

from ronde.core.decide.rounds import absences
from ronde.core.names import fold
from ronde.core.player import Absence, PlayerId
from ronde.core.table import Table
from ronde.core.tournament import Round, Tournament
from ronde.formats.public import public_absence
from ronde.formats.shown import colour_name, game_score
from ronde.formats.tables.listing import Cell, Column, Listing, ListRow
from ronde.i18n.door import say

WITHOUT_ROW = (Absence.WITHDRAWN, Absence.OUT)
"""Absences for good, which a list of one round leaves out."""
NOT_ASKED = (*WITHOUT_ROW, Absence.LATE, Absence.PREREGISTERED)
"""Absences that are not requested byes."""


def free_in(tournament: Tournament, played: Round) -> list[PlayerId]:
    """Who has the bye of a round; nobody while tables are missing."""
    free = played.byes if played.closed else tournament.unpaired
    return list(free) if played.closed or (played.tables and len(free) == 1) else []


def pairings_listing(
    tournament: Tournament, played: Round, language: str, *, for_desk: bool = False, free: bool = True
) -> Listing:
    """The tables of a round with the known scores, then the free players unless the page shows them.

    The desk has no head above the scores, sees which tables are locked, and shows free players elsewhere.
    """
    first, second = (colour_name(name, language) for name in tournament.settings.board.colours)
    columns = (
        Column("table", say("lists.table", language), right=True),
        Column("first", first),
        Column("second", second),
        Column("score", "" if for_desk else say("web.score", language)),
    )
    rows = [_pairing(tournament, table, language, locks=for_desk) for table in played]
    bye = Cell(say("common.bye", language))
    for player in free_in(tournament, played) if free and not for_desk else ():
        rows.append(ListRow((Cell(), _named(tournament, player), bye, Cell()), player))
    for player, reason in byes_asked(tournament, played) if free and not for_desk else ():
        why = Cell(public_absence_text(reason, language))
        rows.append(ListRow((Cell(), _named(tournament, player), why, Cell()), player))
    return Listing(columns, tuple(rows))


def byes_asked(tournament: Tournament, played: Round) -> list[tuple[PlayerId, Absence]]:
    """Who requested a bye in a paired round, and for how many points."""
    if not tournament.settings.pairing_system.byes_on_request or not played.tables:
        return []
    absent = played.absent if played.closed else absences(tournament)
    return [(player, reason) for player, reason in absent.items() if reason not in NOT_ASKED]


def _pairing(tournament: Tournament, table: Table, language: str, *, locks: bool) -> ListRow:
    halves = table.result.half_points if table.result else (0, 0)
    score = game_score(tournament, table.result, language) if table.result else ""
    if locks and table.locked:
        score = f"{score} [{say('lists.locked', language)}]".strip()
    sides = zip((table.first, table.second), halves, strict=True)
    named = [_named(tournament, player, won=points == 2) for player, points in sides]
    return ListRow((Cell(str(table.number), table.number), *named, Cell(score)))


def _named(tournament: Tournament, player: PlayerId, *, won: bool = False) -> Cell:
    return Cell(tournament.player(player).full_name, player=player, won=won)


def names_listing(tournament: Tournament, played: Round, language: str) -> Listing:
    """Everybody of a round in alphabetical order, with table, colour and opponent."""
    keys = {"name": "lists.name", "table": "lists.table", "colour": "web.colour", "opponent": "web.opponent"}
    columns = [Column(key, say(head, language), right=key == "table") for key, head in keys.items()]
    bye = Cell(say("common.bye", language))
    rows = [
        ListRow((_named(tournament, player), Cell(), Cell(), bye), player)
        for player in free_in(tournament, played)
    ]
    rows += [
        ListRow(
            (
                _named(tournament, player),
                Cell(),
                Cell(),
                Cell(public_absence_text(reason, language)),
            ),
            player,
        )
        for player, reason in byes_asked(tournament, played)
    ]
    first, second = (Cell(colour_name(name, language)) for name in tournament.settings.board.colours)
    for table in played:
        number, (one, other) = Cell(str(table.number), table.number), (table.first, table.second)
        rows.append(ListRow((_named(tournament, one), number, first, _named(tournament, other)), one))
        rows.append(ListRow((_named(tournament, other), number, second, _named(tournament, one)), other))
    return Listing(tuple(columns), tuple(sorted(rows, key=lambda row: fold(row.cells[0].text))))


def absentees_listing(
    tournament: Tournament, played: Round, language: str, *, private: bool = False
) -> Listing:
    """Who did not play a round, where that matters: in a season, or for byes.

    The arbiter's `private` list has the reasons.
    """
    columns = (Column("name", say("lists.name", language)), Column("state", say("lists.state", language)))
    drawn = played.closed or played.system or played.tables
    system = tournament.settings.pairing_system
    if not (system.season or system.byes_on_request) or not drawn:
        return Listing(columns)
    absent = played.absent if played.closed else absences(tournament)

    def told(reason: Absence) -> str:
        return (
            absence_text(tournament, reason, language) if private else public_absence_text(reason, language)
        )

    rows = [
        ListRow((_named(tournament, player), Cell(told(reason))), player)
        for player, reason in absent.items()
        if reason not in WITHOUT_ROW
    ]
    return Listing(columns, tuple(rows))


def public_absence_text(reason: str, language: str) -> str:
    """The public text of an absence."""
    return say(f"lists.absence-{public_absence(reason)}", language)


def absence_text(tournament: Tournament, reason: Absence, language: str) -> str:
    """A reason in words; in a season an absence without a reason is excused."""
    season = tournament.settings.pairing_system.season
    counted = Absence.EXCUSED if season and reason is Absence.ABSENT else reason
    return say(f"lists.absence-{counted.value}", language)
