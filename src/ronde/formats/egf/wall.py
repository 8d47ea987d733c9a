"""The wall list of Go: people in order, with a cell for each round (go 7.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ronde.model.player import Player, PlayerId
from ronde.model.result import BY_DEFAULT, Kind
from ronde.model.settings import Settings
from ronde.model.table import Table
from ronde.model.tournament import Round, Tournament, bye_of
from ronde.standings.go.criteria import readable
from ronde.standings.go.order import go_standings
from ronde.standings.go.ranks import main_score, rank_of

SIGNS = {2: "+", 1: "=", 0: "-"}
_QUARTERS = {0: "", 1: "¼", 2: "½", 3: "¾"}


@dataclass(frozen=True, slots=True)
class Cell:
    """A round of a player: the opponent by line, 0 without a game."""

    opponent: int
    sign: str
    """`+`, `-`, `=`, or `?` for a game without a result."""
    by_default: bool = False
    colour: str = ""
    """`w`, `b`, or `?` where it is not known."""
    handicap: int = 0


@dataclass(frozen=True, slots=True)
class WallRow:
    line: int
    place: int
    shared: bool
    """Whether the player above has the same place."""
    card: Player
    rank: int
    scores: tuple[str, ...]
    cells: tuple[Cell, ...]


def wall_list(
    tournament: Tournament, *, everybody: bool = False, rounds: Sequence[Round] | None = None
) -> list[WallRow]:
    """Who has a game or a bye, or everybody, after some rounds, else after all that are paired."""
    rounds = rounds_of(tournament) if rounds is None else rounds
    rows = go_standings(tournament, rounds=rounds)
    played = {player for one in rounds for player in (*one.seated, *bye_of(one))}
    listed = [row for row in rows if everybody or row.player in played]
    lines = {row.player: at for at, row in enumerate(listed, start=1)}
    made: list[WallRow] = []
    for at, row in enumerate(listed):
        card = tournament.players[row.player]
        cells = tuple(_cell(one, row.player, lines, tournament.settings) for one in rounds)
        shared = at > 0 and listed[at - 1].place == row.place
        place = made[-1].place if shared else at + 1  # counted among those who are listed
        scores = tuple(score_text(name, row.values[name]) for name in row.values)
        made.append(WallRow(at + 1, place, shared, card, rank_of(card), scores, cells))
    return made


def rounds_of(tournament: Tournament) -> list[Round]:
    """The announced rounds: those played, the open one, and those to come with who will be away."""
    last = max(tournament.settings.rounds, len(tournament.closed_rounds))
    rounds = list(tournament.rounds[:last])
    rounds += [Round(number) for number in range(len(rounds) + 1, last + 1)]
    return [one if one.closed else _foreseen(tournament, one) for one in rounds]


def _foreseen(tournament: Tournament, round: Round) -> Round:
    return Round(
        round.number,
        round.tables,
        round.bye,
        round.forced_bye,
        absent=tournament.away.get(round.number, {}),
    )


def score_text(name: str, value: int) -> str:
    """A value as people read it; sums are kept doubled, SODOS four times.

    >>> score_text("MMS", 67), score_text("SODOSM", 9), score_text("CAT", -1), score_text("RATING", 2100)
    ('33½', '2¼', '2', '2100')
    """
    return number_text(readable(name, value))


def number_text(value: float) -> str:
    """A number with halves and quarters as signs."""
    whole, rest = divmod(round(4 * value), 4)
    return f"{whole}{_QUARTERS[rest]}"


def _cell(round: Round, player: PlayerId, lines: dict[PlayerId, int], settings: Settings) -> Cell:
    table = round.table_of(player)
    if player in bye_of(round) or table is None:
        return Cell(0, SIGNS[_paid(round, player, settings)])
    return _game(table, player, lines)


def _paid(round: Round, player: PlayerId, settings: Settings) -> int:
    """What the main score gets for a round without a game, doubled."""
    groups = settings.mcmahon.groups
    by_points = main_score(settings) == "MMS"
    if player in bye_of(round):
        return int(2 * (groups.bye_points if by_points else groups.bye_wins))
    if player in round.absent:
        return int(2 * (groups.absent_points if by_points else groups.absent_wins))
    return 0


def _game(table: Table, player: PlayerId, lines: dict[PlayerId, int]) -> Cell:
    white = player == table.second
    opponent = lines[table.first if white else table.second]
    known = table.result is not None and table.result.kind is not Kind.UNKNOWN
    sign = SIGNS[table.result.half_points[white]] if known and table.result else "?"
    by_default = table.result is not None and table.result.kind in BY_DEFAULT
    colour = ("w" if white else "b") if table.pair.colours_known else "?"
    return Cell(opponent, sign, by_default, colour, table.pair.handicap)


def scores_head(settings: Settings) -> list[str]:
    """The short names of the criteria.

    >>> [short_name(name) for name in ("SOSM-1", "SOSOSW", "RATING", "SODOSM", "SOSTS")]
    ['SOS-1', 'SOSOS', 'Rating', 'SODOS', 'SOSTS']
    """
    return [short_name(name) for name in settings.tiebreaks]


def short_name(name: str) -> str:
    """The name of a criterion without the letter of its main score."""
    if name in ("RANK", "RATING"):
        return name.capitalize()
    root, dash, less = name.partition("-")
    cut = root[:-1] if root.startswith(("SOS", "SODOS", "CUSS")) and root.endswith(("M", "W")) else root
    return cut + dash + less
