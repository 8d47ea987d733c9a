"""The lists of a tournament as values: rounds, players, teams, standings, crosstables, presence."""

from __future__ import annotations

from collections.abc import Iterable

from ronde.i18n import figures, listed, say
from ronde.model.decisions.rounds import absences
from ronde.model.go import GoCard
from ronde.model.names import fold
from ronde.model.player import NO_CARD, Absence, FideCard, Player, PlayerId
from ronde.model.result import write_number
from ronde.model.table import Table
from ronde.model.tournament import Round, Tournament
from ronde.render.go import has_start, rank_text, ranked_name, start_points, terms_text
from ronde.render.listing import Cell, Column, Listing, ListRow
from ronde.render.public import public_absence
from ronde.render.text import colour_name, column_tiebreak, game_score, tiebreak_columns, tiebreak_text
from ronde.standings import RoundLine, Team, members
from ronde.systems import CrossRow, Crosstable, Row, Standings, shortest

# The tables of a round as lists: by table, by name, and the absent players.


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
        Column("terms", say("golists.handicap", language)),
        Column("score", "" if for_desk else say("web.score", language)),
    )
    rows = [_pairing(tournament, table, language, locks=for_desk) for table in played]
    bye = Cell(say("common.bye", language))
    for player in free_in(tournament, played) if free and not for_desk else ():
        rows.append(ListRow((Cell(), _named(tournament, player), bye, Cell(), Cell()), player))
    for player, reason in byes_asked(tournament, played) if free and not for_desk else ():
        why = Cell(public_absence_text(reason, language))
        rows.append(ListRow((Cell(), _named(tournament, player), why, Cell(), Cell()), player))
    listing = Listing(columns, tuple(rows))
    return listing if tournament.settings.pairing_system.go else listing.without({"terms"})


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
    terms = Cell(terms_text(tournament.settings, table.pair, language))
    return ListRow((Cell(str(table.number), table.number), *named, terms, Cell(score)))


def _named(tournament: Tournament, player: PlayerId, *, won: bool = False) -> Cell:
    return Cell(ranked_name(tournament, player), player=player, won=won)


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


# Presence and absence in words.


def absence_state_text(tournament: Tournament, player: PlayerId, language: str) -> str:
    """Why a player misses the open round, else the rounds he will miss, else nothing."""
    reason = tournament.absence(player)
    if reason is not None:
        return absence_text(tournament, reason, language) + _since_when(tournament, player, language)
    if player in tournament.left:
        return say("lists.leaving", language)
    planned = _planned(tournament, player, language)
    return say("lists.away", language, rounds=", ".join(planned)) if planned else ""


def _since_when(tournament: Tournament, player: PlayerId, language: str) -> str:
    """For a pre-registered player the round he is expected in."""
    expected = tournament.expected(player)
    return f", {say('lists.expected', language, round=expected)}" if expected else ""


def arrivals_text(tournament: Tournament, players: Iterable[PlayerId], language: str) -> str:
    """The players who join with the next pairing, as a sentence; empty if none."""
    names = []
    for player in players:
        since = _since_when(tournament, player, language)
        names.append(f"{tournament.player(player).full_name} ({player}{since})")
    return say("lists.brings-in", language, players=listed(names, language)) if names else ""


def repeats_text(
    tournament: Tournament, pairs: Iterable[tuple[PlayerId, PlayerId, int]], language: str
) -> str:
    """The pairs that a resumed round robin repeats, as a sentence; empty if none."""
    names = {number: card.full_name for number, card in tournament.players.items()}
    sentences = [
        say("lists.met-in", language, first=names[one], second=names[other], round=met)
        for one, other, met in pairs
    ]
    return (
        say("lists.repeats", language, pairs=listed(sentences, language), count=len(sentences))
        if sentences
        else ""
    )


def _planned(tournament: Tournament, player: PlayerId, language: str) -> list[str]:
    """The future rounds that he will miss, by reason, where there is one."""
    coming = range(tournament.open_round.number + 1, max(tournament.away, default=0) + 1)
    rounds: dict[Absence, list[str]] = {}
    for number in coming:
        if player in tournament.away.get(number, {}):
            rounds.setdefault(tournament.away[number][player], []).append(str(number))
    return [
        ", ".join(numbers)
        + ("" if reason is Absence.ABSENT else f" ({absence_text(tournament, reason, language)})")
        for reason, numbers in rounds.items()
    ]


def away_lines(tournament: Tournament, played: Round, language: str) -> list[str]:
    """The absent players of a Keizer round, who score points; nothing in other systems."""
    rows = absentees_listing(tournament, played, language, private=True).rows
    lines = [f"    {name.text} ({name.player}): {why.text}" for name, why in (row.cells for row in rows)]
    return ["", say("lists.absent-ones", language), *lines] if lines else []


# Players and teams as lists.


FIGURES = ("id", "rating", "start", "points", "count", "fide-number", "k")
GO = ("rank", "start")
"""Columns that only players of Go have."""
FIDE = ("title", "fide-number", "sex", "birth", "k")
"""Columns that only chess players have."""
GO_NUMBERS = ("grade", "pin", "correction", "ffg", "aga")
"""What lists of federations say of Go players."""


def players_listing(tournament: Tournament, language: str) -> Listing:
    """All players in order of registration, with all their data."""
    chess = any(card.fide != NO_CARD for card in tournament.players.values())
    go, numbers = _go_columns(tournament), _numbers_known(tournament)
    keys = (
        "id",
        "name",
        "country",
        "club",
        "rating",
        *go,
        "category",
        "state",
        "comment",
        *(FIDE if chess else ()),
        *numbers,
    )
    columns = [
        Column(key, say(f"{'golists' if key in GO else 'lists'}.{key}", language), right=key in FIGURES)
        for key in keys
    ]
    rows = [
        ListRow(
            (
                Cell(str(card.id), card.id),
                Cell(card.full_name, player=card.id),
                Cell(card.country),
                Cell(card.club),
                Cell(str(card.rating or ""), card.rating),
                *_go_cells(tournament, card, go),
                Cell("/".join(card.categories)),
                Cell(absence_state_text(tournament, card.id, language)),
                Cell(card.comment),
                *(_fide_cells(card.fide) if chess else ()),
                *_go_numbers(card.go, numbers),
            ),
            card.id,
            tournament.has_left(card.id),
        )
        for card in tournament.players.values()
    ]
    return Listing(tuple(columns), tuple(rows))


def _go_columns(tournament: Tournament) -> tuple[str, ...]:
    """The rank, and where players start with points of McMahon also these."""
    if not tournament.settings.pairing_system.go:
        return ()
    return GO if has_start(tournament.settings) else GO[:1]


def _go_cells(tournament: Tournament, card: Player, keys: tuple[str, ...]) -> tuple[Cell, ...]:
    points = start_points(card, tournament.settings)
    known = {"rank": Cell(rank_text(card)), "start": Cell(str(points), points)}
    return tuple(known[key] for key in keys)


def _fide_cells(card: FideCard) -> tuple[Cell, ...]:
    return (
        Cell(card.title),
        Cell(str(card.number or ""), card.number or None),
        Cell(card.sex),
        Cell(card.birth),
        Cell(str(card.k or ""), card.k or None),
    )


def _numbers_known(tournament: Tournament) -> tuple[str, ...]:
    """What federations say of somebody here, if it is a tournament of Go."""
    cards = [card.go for card in tournament.players.values()] if tournament.pairing_system.go else []
    return tuple(key for key in GO_NUMBERS if any(getattr(card, key) for card in cards))


def _go_numbers(card: GoCard, keys: tuple[str, ...]) -> tuple[Cell, ...]:
    values = {key: getattr(card, key) for key in keys}
    correction = f"{card.correction:+}" if card.correction else ""
    return tuple(Cell(correction if key == "correction" else value) for key, value in values.items())


def teams_listing(tournament: Tournament, teams: Iterable[Team], language: str) -> Listing:
    """The teams by points, with their number of players and names."""
    heads = {
        "team": "lists.team",
        "points": "lists.points",
        "count": "lists.players",
        "names": "lists.players",
    }
    columns = [Column(key, say(head, language), right=key in FIGURES) for key, head in heads.items()]
    rows = [
        ListRow(
            (
                Cell(team.country or "–", signs=not team.country),
                Cell(figures(write_number(team.points), language), team.points),
                Cell(str(len(team.players)), len(team.players)),
                Cell(", ".join(tournament.player(player).full_name for player in team.players)),
            )
        )
        for team in teams
    ]
    return Listing(tuple(columns), tuple(rows))


# Standings and crosstables as lists.


SIGNS = {2: "+", 1: "=", 0: "−"}
NOBODY = "–"
NO_GAME = "—"


def standings_listing(
    tournament: Tournament, table: Standings, language: str, *, every: bool = False
) -> Listing:
    """Some standings; with `every` also the columns for spreadsheets."""
    by_value = tournament.settings.pairing_system.by_value
    ties = () if by_value else tuple(tiebreak_columns(tournament.settings))
    country, go = every or not by_value, tournament.settings.pairing_system.go
    columns = [
        Column("place", say("keizer.place" if by_value else "lists.place", language), right=True),
        Column("name", say("lists.name", language)),
        *([Column("rank", say("golists.rank", language))] if go else []),
        *([Column("country", say("lists.country", language))] if country else []),
        *_score_columns(tournament, ties, language),
    ]
    states = _states(tournament, table, language)
    columns += [Column("state", say("lists.state", language))] if states else []
    rows = []
    before = 0
    for row in table.rows:
        card = tournament.player(row.player)
        cells = [
            Cell(str(row.place), row.place, repeated=row.place == before),
            Cell(card.full_name, player=row.player),
            *([Cell(rank_text(card))] if go else []),
            *([Cell(card.country)] if country else []),
            *_cells_of_scores(tournament, row, ties, language),
            *([Cell(states[row.player])] if states else []),
        ]
        before = row.place
        rows.append(ListRow(tuple(cells), row.player, tournament.has_left(row.player)))
    return Listing(tuple(columns), tuple(rows))


def _states(tournament: Tournament, table: Standings, language: str) -> dict[PlayerId, str]:
    """In the current table of a season, who will miss the next round and why; empty if nobody will."""
    today = table.after == len(tournament.closed_rounds)
    if not today or not tournament.settings.pairing_system.season:
        return {}
    states = {row.player: absence_state_text(tournament, row.player, language) for row in table.rows}
    return states if any(states.values()) else {}


def _score_columns(tournament: Tournament, ties: tuple[str, ...], language: str) -> list[Column]:
    if tournament.settings.pairing_system.go:
        from ronde.render.wall import criteria_columns

        return criteria_columns(tournament.settings)
    by_value = tournament.settings.pairing_system.by_value
    heads = {"points": "keizer.points", "games": "keizer.games", "value": "keizer.value"}
    if not by_value:
        named = {name: f"lists.tiebreak-{column_tiebreak(tournament.settings, name)}" for name in ties}
        heads = {"points": "lists.points", **named}
    return [Column(key, say(head, language), right=True) for key, head in heads.items()]


def _cells_of_scores(tournament: Tournament, row: Row, ties: tuple[str, ...], language: str) -> list[Cell]:
    if not tournament.settings.pairing_system.go:
        return _score_cells(row, ties, language)
    from ronde.render.wall import criteria_cells

    return criteria_cells(tournament, row, language)


def _score_cells(row: Row, ties: tuple[str, ...], language: str) -> list[Cell]:
    if row.keizer is not None:
        games, value = row.keizer.half_points / 2, row.keizer.value
        shown = row.keizer.shown if row.keizer.place else NOBODY
        return [
            Cell(figures(shown, language), row.keizer.total, signs=True),
            Cell(figures(f"{games:g}", language), games),
            Cell(figures(shortest(value), language), value),
        ]
    scores = [(write_number(row.points), row.points)]
    scores += [(tiebreak_text(row.tiebreaks[name], name), row.tiebreaks[name]) for name in ties]
    return [Cell(figures(text, language), value) for text, value in scores]


def crosstable_listing(
    tournament: Tournament, table: Crosstable, language: str, category: str | None = None
) -> Listing:
    """The games of everybody or of a category round by round, opponents by rank, withdrawn ones by number.

    In the list of a category ranks are those among all players: opponents are often of another one.
    """
    if tournament.settings.pairing_system.go:
        from ronde.render.wall import wall_listing

        return wall_listing(tournament, table.after, language, category)
    by_value = tournament.settings.pairing_system.by_value
    ties = () if by_value else tuple(tiebreak_columns(tournament.settings))
    rank = {row.standing.player: row.standing.rank for row in table.rows}
    columns = [
        Column("place", say("lists.place", language), right=True),
        Column("name", say("lists.name", language)),
        *(Column(f"round-{at}", str(at)) for at in range(1, table.after + 1)),
        *_score_columns(tournament, ties, language),
    ]
    inside = members(tournament, category) if category else frozenset(rank)
    shown = [row for row in table.rows if row.standing.player in inside]
    rows = [_cross_row(tournament, row, rank, ties, language) for row in shown]
    return Listing(tuple(columns), tuple(rows))


def _cross_row(
    tournament: Tournament, row: CrossRow, rank: dict[PlayerId, int], ties: tuple[str, ...], language: str
) -> ListRow:
    standing = row.standing
    cells = [
        Cell(str(standing.rank or NOBODY), standing.rank or None, signs=True),
        Cell(tournament.player(standing.player).full_name, player=standing.player),
        *(Cell(_game(tournament, line, rank, language), signs=True) for line in row.lines),
        *_score_cells(standing, ties, language),
    ]
    return ListRow(tuple(cells), standing.player, tournament.has_left(standing.player))


def _game(tournament: Tournament, line: RoundLine, rank: dict[PlayerId, int], language: str) -> str:
    if line.result is None:
        return say("common.bye", language) if line.bye else NO_GAME
    colours = tournament.settings.board.colours
    letter = colour_name(colours[0 if line.first else 1], language)[0]
    return f"{letter}{SIGNS[line.half_points]}{rank.get(line.opponent) or f'({line.opponent})'}"
