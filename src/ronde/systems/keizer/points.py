"""Keizer points: values by rank, the season, the points of every round, performances and estimates."""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from ronde.model.errors import UnknownRound
from ronde.model.player import Absence, Player, PlayerId
from ronde.model.result import Kind
from ronde.model.system_settings import KeizerSettings, Shares
from ronde.model.tournament import Tournament
from ronde.standings import Record, RoundLine, record

# Single-precision numbers, and how KeizerForClubs formats them.
#
# Its values and points are .NET `float`s, so ours must round after every step as an IEEE single does.


_SINGLE = struct.Struct("f")
_DIGITS = 7
"""Significant digits of a single in a custom .NET format (keizer 1.6)."""


def single(number: float) -> float:
    """The nearest single-precision number.

    >>> single(25.525)
    25.524999618530273
    """
    rounded: float = _SINGLE.unpack(_SINGLE.pack(number))[0]
    return rounded


def format_single(number: float, decimals: int = 2) -> str:
    """Format with fixed decimals in two steps: seven significant digits, then half up.

    >>> shown(single(25.525)), shown(single(0.005)), shown(3.0, 0)
    ('25.53', '0.01', '3')
    """
    digits = Decimal(f"{number:.{_DIGITS}g}")
    return str(digits.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP))


def shortest(number: float) -> str:
    """The shortest text that reads back as this single.

    >>> shortest(single(3.15)), shortest(16.0), shortest(0.5)
    ('3.15', '16', '0.5')
    """
    text = next(text for digits in range(1, 10) if single(float(text := f"{number:.{digits}g}")) == number)
    return format(Decimal(text), "f")


# What each rank is worth: the values of KeizerForClubs (keizer 1.1).


def rank_values(count: int, settings: KeizerSettings) -> tuple[float, ...]:
    if count < 1:
        return ()
    return _normalised(count, settings.ratio) if settings.normalised else _plain(count, settings.ratio)


def _plain(count: int, ratio: float) -> tuple[float, ...]:
    """Integers, each one less than the one before; only the first and the last keep close to the ratio."""
    quotient = single(single(ratio) / single(single(ratio) - 1))
    first = round((count - 1) * quotient)  # halves to even, as .NET
    return tuple(float(first - rank) for rank in range(count))


def _normalised(count: int, ratio: float) -> tuple[float, ...]:
    """From the ratio down to 1 in equal steps, with as many decimals as distinguish two neighbours."""
    first = single(ratio)
    if count == 1:  # KeizerForClubs crashes here
        return (first,)
    step = single(single(first - 1) / (count - 1))
    exact = [single(first - single(rank * step)) for rank in range(count)]
    places = decimals(exact[0], exact[1])
    return tuple(single(round(value, places)) for value in exact)


def decimals(highest: float, second: float) -> int:
    """How many decimals distinguish two values; 1 if nine are not enough."""
    gap = highest - second
    return next((places for places in range(10) if gap > 10.0**-places), 1)


# The input of Keizer scoring: who counts after a round, who has withdrawn, all games.


GONE = (Absence.WITHDRAWN, Absence.OUT)
"""Players in these states are not in the table and have no row in the rounds they missed."""


@dataclass(frozen=True, slots=True)
class Season:
    """The rounds up to one of them, with the states right after it."""

    after: int
    settings: KeizerSettings
    ratings: Mapping[PlayerId, int]
    """All players who count, with their ratings."""
    withdrawn: frozenset[PlayerId]
    lines: Mapping[PlayerId, Sequence[RoundLine]]
    stored: tuple[tuple[PlayerId, ...], ...]
    """By round, from the first: the order by which it is scored, empty if none was frozen."""

    @property
    def by_rating(self) -> list[PlayerId]:
        """Players who have not withdrawn, the best rated first, equal ones by number."""
        active = [player for player in self.ratings if player not in self.withdrawn]
        return sorted(active, key=lambda player: (-self.ratings[player], player))


def season(
    tournament: Tournament,
    upto: int | None = None,
    whole: Mapping[PlayerId, Sequence[RoundLine]] | None = None,
) -> Season:
    """The season after `upto` closed rounds, by default after all; `whole` is the record of all rounds.

    After an old round the states are those of the following round, because KeizerForClubs stores the table of
    a round when the next one is paired (keizer 1.3).
    """
    closed = tournament.closed_rounds
    after = len(closed) if upto is None else upto
    if not 0 <= after <= len(closed):
        raise UnknownRound(round=after, last=len(closed))
    lines = record(tournament, after) if whole is None else whole
    states = _states(tournament, after)
    return Season(
        after=after,
        settings=tournament.settings.keizer,
        ratings={player: tournament.players[player].rating for player in states},
        withdrawn=frozenset(one for one, absence in states.items() if absence in GONE),
        lines={player: lines[player][:after] for player in states},
        stored=tuple(played.values for played in closed[:after]),
    )


def _states(tournament: Tournament, after: int) -> dict[PlayerId, Absence | None]:
    """Everybody entered when the following round was paired, and why he did not play it."""
    following = tournament.rounds[after]
    here = [player for player in tournament.players if tournament.entered[player] <= after + 1]
    if not following.closed:
        return {player: tournament.absence(player) for player in here}
    states = {player: following.absent.get(player) for player in here}
    return {player: absence for player, absence in states.items() if absence is not Absence.LATE}


# What a game, a bye or an absence is worth, and where its points come from (keizer 1.4).


Values = Mapping[PlayerId, float]


@dataclass(frozen=True, slots=True)
class Source:
    """Where some points of a player come from: `percent` of his own or his opponent's value."""

    round: int
    """0 for the own value, which counts once."""
    kind: str
    points: float
    value: float = 0.0
    percent: float = 0.0
    opponent: PlayerId = 0
    halvings: int = 0
    """How often fading halved an absence."""


GAMES = {2: "win", 1: "draw", 0: "loss"}
KINDS = (
    "own", "win", "draw", "loss", "forfeit-win", "forfeit-loss", "double-forfeit", "adjourned", "unplayed",
    "withdrawn-win", "withdrawn-draw", "withdrawn-loss", "bye", "club", "excused", "unexcused", "late", "out",
)  # fmt: skip
"""Every kind of source."""

_ABSENCES = {
    Absence.CLUB: "club",
    Absence.ABSENT: "excused",  # a player who says before the round that he will not come is excused
    Absence.EXCUSED: "excused",
    Absence.UNEXCUSED: "unexcused",
    Absence.LATE: "late",
    Absence.PREREGISTERED: "late",
    Absence.HALF_BYE: "excused",
    Absence.FULL_BYE: "excused",
}

_FADING = ("excused", "unexcused")
"""Absences whose value is halved each time, if the settings say so."""


def total(season: Season, player: PlayerId, values: Values) -> float:
    """All points of one player, including the own value, without their sources."""
    own = values[player]
    points = [_kept(season) * own]
    missed, withdrawn, loss = 0, season.withdrawn, season.settings.shares.loss
    for line in season.lines[player] if player not in withdrawn else ():
        if line.result is not None:
            # Usual games are counted here without a call: a season has very many of them.
            halves, opponent = line.half_points, line.opponent
            if opponent in withdrawn or (loss and not halves):
                points.append(_game_points(season, line, own, values))
            elif halves:
                points.append(values[opponent] if halves == 2 else values[opponent] / 2)  # as a single
        elif line.bye or line.absence not in GONE:
            kind = _idle_kind(line)
            missed += kind in _FADING
            points.append(_idle_points(season, kind, own, missed)[0])
    return single(sum(points))


def sources(season: Season, player: PlayerId, values: Values) -> list[Source]:
    """The sources of all points of one player, round by round, for these values."""
    listed: list[Source] = []
    missed = 0
    for line in season.lines[player]:
        if line.result is not None:
            listed.append(_game(season, player, line, values))
        elif line.bye or line.absence not in GONE:
            kind = _idle_kind(line)
            missed += kind in _FADING
            listed.append(_idle(season, player, line.round, kind, values[player], missed))
    return listed


def own_value(season: Season, player: PlayerId, values: Values) -> Source:
    """The own value once, or fading out over five rounds (keizer 1.5)."""
    kept, value = _kept(season), values[player]
    return Source(0, "own", kept * value, value, round(100 * kept, 4))


def _kept(season: Season) -> float:
    if season.settings.fade_own and season.after:
        return single(max(5 - season.after, 0) / 5)
    return 1.0


def _idle_kind(line: RoundLine) -> str:
    return "bye" if line.bye else _ABSENCES[line.absence or Absence.ABSENT]


def _idle(season: Season, player: PlayerId, number: int, kind: str, value: float, missed: int) -> Source:
    if player in season.withdrawn:
        return Source(number, "out", 0.0)
    points, percent, halvings = _idle_points(season, kind, value, missed)
    return Source(number, kind, points, value, percent, halvings=halvings)


def _idle_points(season: Season, kind: str, value: float, missed: int) -> tuple[float, int, int]:
    """The points of a round without a game, the share of the own value, and how often it was halved."""
    settings, counted = season.settings, kind in _FADING
    halvings = missed - 1 if settings.fade_absences and counted else 0
    unpaid = counted and 0 < settings.paid_absences < missed
    percent = 0 if unpaid else _share(settings, kind)
    return single(single(single(value / 2.0**halvings) * percent) / 100), percent, halvings


def _share(settings: KeizerSettings, kind: str) -> int:
    shares: Shares = settings.shares
    by_kind = {"bye": shares.bye, "club": shares.club, "excused": shares.excused}
    return by_kind.get(kind, shares.unexcused)  # a late start is paid as an unexcused absence


def _game(season: Season, player: PlayerId, line: RoundLine, values: Values) -> Source:
    if player in season.withdrawn:
        return Source(line.round, "out", 0.0, opponent=line.opponent)
    if line.opponent in season.withdrawn:
        return _against_withdrawn(season, line, values[player])
    percent = {2: 100, 1: 50, 0: _loss(season, line)}[line.half_points]
    points = _game_points(season, line, values[player], values)
    return Source(line.round, _kind(line), points, values[line.opponent], percent, line.opponent)


def _game_points(season: Season, line: RoundLine, own: float, values: Values) -> float:
    """The points of a game for a player who is still in the table."""
    if line.opponent in season.withdrawn:
        return _points_against_withdrawn(season.settings.shares, line.half_points, own)
    value = values[line.opponent]
    if line.half_points:
        return value if line.half_points == 2 else single(value / 2)
    loss = _loss(season, line)
    return single(single(loss / 100) * value) if loss else 0.0


def _loss(season: Season, line: RoundLine) -> int:
    """The percentage for a lost game; one that was not played pays nothing."""
    loss = season.settings.shares.loss
    return loss if loss and line.result is not None and line.result.kind is Kind.PLAYED else 0


def _points_against_withdrawn(shares: Shares, half_points: int, value: float) -> float:
    base = single(single(shares.withdrawn / 100) * value)
    return {2: base, 1: single(base / 2), 0: single(base * single(shares.loss / 100))}[half_points]


def _kind(line: RoundLine) -> str:
    kind = line.result.kind if line.result else Kind.UNPLAYED
    if kind is Kind.FORFEIT:
        return f"forfeit-{GAMES[line.half_points]}"
    return kind.value if kind.value in KINDS else GAMES[line.half_points]


def _against_withdrawn(season: Season, line: RoundLine, value: float) -> Source:
    """Paid from the own value: games against a withdrawn player stop counting his value."""
    shares = season.settings.shares
    points = _points_against_withdrawn(shares, line.half_points, value)
    percent = shares.withdrawn * {2: 1.0, 1: 0.5, 0: shares.loss / 100}[line.half_points]
    kind = f"withdrawn-{GAMES[line.half_points]}"
    return Source(line.round, kind, points, value, percent, line.opponent)


# The performance of a player and an estimate of the rating, as KeizerForClubs computes them (keizer 1.8).


SPREAD = 800
"""At this rating difference a whole point is expected."""
USUAL_K = 32
_OWN_K = re.compile(r"kv(\d{1,4})")
"""A category of this form sets the K of a player's estimate."""


def performance(opponents: int, half_points: int, games: int) -> int | None:
    """The rating with that expected score against opponents with that sum of ratings."""
    if not games:
        return None
    return int(opponents / games + SPREAD * (half_points / 2 / games - 0.5))


def performances(
    tournament: Tournament, upto: int, lines: Record | None = None
) -> dict[PlayerId, int | None]:
    """Everybody's performance in the games played; `lines` is the record, if it is known."""
    by_player = record(tournament, upto) if lines is None else lines
    return {player: _of(tournament, own) for player, own in by_player.items()}


def _of(tournament: Tournament, lines: Sequence[RoundLine]) -> int | None:
    games = [line for line in lines if _real(line)]
    ratings = sum(tournament.players[line.opponent].rating for line in games)
    return performance(ratings, sum(line.half_points for line in games), len(games))


def _real(line: RoundLine) -> bool:
    return line.result is not None and line.result.kind is Kind.PLAYED


def estimates(tournament: Tournament, upto: int) -> dict[PlayerId, int]:
    """Everybody's rating, updated and rounded after each game."""
    rating = {player: card.rating for player, card in tournament.players.items()}
    pace = {player: _pace(card) for player, card in tournament.players.items()}
    for played in tournament.closed_rounds[:upto]:
        for table in played:
            if table.result is not None and table.result.kind is Kind.PLAYED:
                _move(rating, pace, (table.first, table.second), table.result.half_points)
    return rating


def _pace(card: Player) -> int:
    matches = (_OWN_K.fullmatch(category) for category in card.categories)
    return next((int(match[1]) for match in matches if match), USUAL_K)


def _move(
    rating: dict[PlayerId, int],
    pace: Mapping[PlayerId, int],
    pair: tuple[PlayerId, PlayerId],
    halves: tuple[int, int],
) -> None:
    one, other = pair
    lead = max(-0.5, min(0.5, (rating[one] - rating[other]) / SPREAD))
    for player, expected, half in ((one, 0.5 + lead, halves[0]), (other, 0.5 - lead, halves[1])):
        rating[player] = round(rating[player] + pace[player] * (half / 2 - expected))
