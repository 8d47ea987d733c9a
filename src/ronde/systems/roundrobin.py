"""Round robins by PAPP's and Berger's tables, and gauntlets."""

from __future__ import annotations

from collections.abc import Sequence

from ronde.model import errors
from ronde.model.events import Event, SeatsTaken
from ronde.model.player import PlayerId
from ronde.model.schedule import gauntlet_champions, laps, scheduled_rounds
from ronde.model.systems import SMALL_ROUND_ROBIN, Schedule
from ronde.model.table import Bye, Pair
from ronde.model.tournament import Round, Tournament
from ronde.standings import scores
from ronde.systems.system import Method, RoundPairing, numbered

# Round robins: PAPP's own table with its fallback and resumption (papp 7), Berger tables, and gauntlets.


Seats = Sequence[PlayerId]
Meeting = tuple[PlayerId, PlayerId]


def papp_round_robin(tournament: Tournament, *, seed: int) -> RoundPairing | None:
    """PAPP's round robin, if the table exists, nobody is paired yet and exactly its players are here."""
    games = _scheduled(tournament)
    return None if games is None else _round_pairing(tournament, games, SMALL_ROUND_ROBIN, seed)


def _scheduled(tournament: Tournament) -> list[Meeting] | None:
    """The games of the open round by PAPP's table, or None if it is paired by penalties.

    PAPP resumes a schedule that was left for some rounds, as if nothing had happened; in our own profile the
    penalties, which know who has met, go on.
    """
    seats, current = tournament.seats, tournament.open_round
    sitting = {player for player in seats if player}
    if not seats or current.number == 1 or current.tables:
        return None
    if current.forced_bye or set(tournament.present) != sitting:
        return None
    if tournament.settings.profile != "papp" and _left(tournament):
        return None
    return papp_round(seats, current.number - 1)


def _left(tournament: Tournament) -> bool:
    """Whether a closed round was not the one of PAPP's table."""
    return any(
        {frozenset((table.first, table.second)) for table in played.tables.values()}
        != {frozenset(game) for game in papp_round(tournament.seats, played.number - 1) if 0 not in game}
        for played in tournament.closed_rounds
    )


def repeated(tournament: Tournament) -> list[tuple[PlayerId, PlayerId, int]]:
    """The pairs that a resumed schedule will repeat, each with the round in which they met last.

    Meeting once in every lap is no repetition.
    """
    games = _scheduled(tournament) if tournament.settings.pairing_system.small_round_robin else None
    laps = (tournament.open_round.number - 1) // max(len(tournament.seats) - 1, 1)
    pairs = []
    for first, second in games or ():
        met = [one.number for one in tournament.closed_rounds if _met(one, first, second)]
        if len(met) > laps:
            pairs.append((first, second, met[-1]))
    return pairs


def _met(played: Round, one: PlayerId, other: PlayerId) -> bool:
    table = played.table_of(one)
    return table is not None and other in table.pair


def papp_round(seats: Seats, turn: int) -> list[Meeting]:
    """The games of round `turn` (from 0): first colour first; the bye (0) included.

    Seat 0 stays; the others move one step a round, top row leftwards, bottom row rightwards.
    """
    half = len(seats) // 2
    ring = [*seats[1:half], *reversed(seats[half:])]  # clockwise: along the top, back along the bottom
    shift = turn % len(ring)
    moved = ring[shift:] + ring[:shift]
    top = [seats[0], *moved[: half - 1]]
    bottom = list(reversed(moved[half - 1 :]))
    games = [(top[0], bottom[0]) if turn % 2 == 0 else (bottom[0], top[0])]
    lap = turn // (len(seats) - 1) % 2
    for column in range(1, half):
        upper, lower = top[column], bottom[column]
        games.append((upper, lower) if column % 2 == lap else (lower, upper))
    return games


def berger(tournament: Tournament, *, seed: int) -> RoundPairing:
    """The Berger table, lap by lap, with colours reversed in every second lap."""
    seats = _seats(tournament)
    games = _berger_games(tournament, seats, _turn(tournament, len(seats)))
    return _round_pairing(tournament, games, tournament.settings.system, seed)


def _berger_games(tournament: Tournament, seats: Seats, turn: int) -> list[Meeting]:
    lap, turn = divmod(turn, len(seats) - 1)
    if lap == 0 and laps(tournament.settings) == 2:
        turn = _exchanged(tournament, seats, turn)
    return _lapped(berger_round(seats, turn), lap)


def _exchanged(tournament: Tournament, seats: Seats, turn: int) -> int:
    """In a double round robin the last two rounds of the first cycle are exchanged (C.05, annex 1).

    Otherwise a player would have the same colour three times in a row. If the first of the two was already
    played in its own place, by another program, nothing is exchanged.
    """
    last = len(seats) - 2
    if len(seats) < 4 or turn < last - 1:
        return turn
    own = berger_round(seats, last - 1)
    played = tournament.closed_rounds[last - 1 : last]
    return turn if any(_met_as(one, own) for one in played) else 2 * last - 1 - turn


def _met_as(played: Round, games: Sequence[Meeting]) -> bool:
    """Whether a round had some of these games; players of others may have been absent."""
    wanted = {frozenset(game) for game in games}
    return any(frozenset((table.first, table.second)) in wanted for table in played)


def gauntlet(tournament: Tournament, *, seed: int) -> RoundPairing:
    """The best seeds meet all others, lap by lap, with colours reversed in every second lap."""
    seats = _seats(tournament)
    games = _gauntlet_games(tournament, seats, _turn(tournament, len(seats)))
    return _round_pairing(tournament, games, tournament.settings.system, seed)


def _gauntlet_games(tournament: Tournament, seats: Seats, turn: int) -> list[Meeting]:
    champions = gauntlet_champions(tournament.settings, len(seats))
    lap, turn = divmod(turn, max(champions, len(seats) - champions))
    return _lapped(gauntlet_round(seats[:champions], seats[champions:], turn), lap)


def timetable(tournament: Tournament) -> list[list[Meeting]]:
    """All rounds of the schedule that decides the open round, first colour first; empty if none does."""
    kind, seats = tournament.settings.pairing_system.schedule, tournament.seats
    if kind is Schedule.NONE and _scheduled(tournament) is not None:
        lap = len(seats) - 1
        return [papp_round(seats, turn) for turn in range(lap * -(-tournament.open_round.number // lap))]
    if kind not in _GAMES or len(seats) < 2:
        return []
    turns = range(scheduled_rounds(tournament.settings, len(seats)))
    return [_GAMES[kind](tournament, seats, turn) for turn in turns]


def _seats(tournament: Tournament) -> Seats:
    seats = tournament.seats or first_seats(tournament)
    if len(seats) < 2 or not tournament.present:
        raise errors.NobodyToPair(present=len(tournament.present))
    return seats


def _turn(tournament: Tournament, seats: int) -> int:
    """The round to be paired, from 0, if the schedule still has it."""
    turn, last = tournament.open_round.number - 1, scheduled_rounds(tournament.settings, seats)
    if turn >= last:
        raise errors.RoundsOver(round=turn + 1, last=last)
    return turn


def _lapped(games: list[Meeting], lap: int) -> list[Meeting]:
    return [(second, first) for first, second in games] if lap % 2 else games


def first_seats(tournament: Tournament) -> tuple[PlayerId, ...]:
    """The seats by registration, plus 0 if they are odd; in a gauntlet by seed."""
    players = tuple(tournament.players)
    if tournament.settings.pairing_system.schedule is Schedule.GAUNTLET:
        return tuple(sorted(players, key=lambda player: (-tournament.players[player].rating, player)))
    return players + (0,) * (len(players) % 2)


def assign_seats(tournament: Tournament, seed: int) -> list[Event]:
    """A schedule assigns the seats when its first round is paired, without randomness."""
    return [] if tournament.seats else [SeatsTaken(first_seats(tournament))]


def gauntlet_round(champions: Seats, others: Seats, turn: int) -> list[Meeting]:
    """Round `turn` (from 0) of a gauntlet: each champion moves to the next opponent and changes colour."""
    long = max(len(champions), len(others))
    games = [(champion, (at + turn) % long) for at, champion in enumerate(champions)]
    met = [(champion, others[place]) for champion, place in games if place < len(others)]
    return met if turn % 2 == 0 else [(other, champion) for champion, other in met]


def berger_round(seats: Seats, turn: int) -> list[Meeting]:
    """Round `turn` (from 0) of the Berger table of FIDE's handbook, first colour first."""
    size = len(seats)
    last = size - 1
    pivot = turn * (size // 2) % last
    games = [(pivot, last) if turn % 2 == 0 else (last, pivot)]
    games += [((pivot + step) % last, (pivot - step) % last) for step in range(1, size // 2)]
    return [(seats[first], seats[second]) for first, second in games]


def _round_pairing(tournament: Tournament, games: Sequence[Meeting], system: str, seed: int) -> RoundPairing:
    """The games of players who are present and free; one without an opponent has the bye."""
    free = set(tournament.unpaired)
    pairs = [Pair(first, second) for first, second in games if first in free and second in free]
    idle = [player for player in tournament.unpaired if not any(player in pair for pair in pairs)]
    bye = Bye(idle[0]) if len(idle) == 1 else None
    return RoundPairing(numbered(tournament, pairs, scores(tournament)), bye, system, seed, 0)


_GAMES = {Schedule.BERGER: _berger_games, Schedule.GAUNTLET: _gauntlet_games}


# Round robins by Berger's tables.


BERGER = Method(pair=berger, before_pairing=assign_seats)


# Gauntlets: the best seeds meet all others.


GAUNTLET = Method(pair=gauntlet, before_pairing=assign_seats)
