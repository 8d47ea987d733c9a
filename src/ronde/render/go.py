"""Go in lists: ranks beside names, handicap and komi, the points at the start, cells of the wall list."""

from __future__ import annotations

from dataclasses import dataclass

from ronde.i18n import figures, say
from ronde.model.go import rank_setting, write_rank
from ronde.model.player import Player, PlayerId
from ronde.model.result import BY_DEFAULT, Kind, write_number
from ronde.model.settings import Settings
from ronde.model.systems import Ranking
from ronde.model.table import Pair
from ronde.model.tournament import Tournament
from ronde.standings import RoundLine
from ronde.standings.go.scores import rank_of, start

KOMI_WITH_HANDICAP = 0.5


def plays_go(settings: Settings) -> bool:
    return settings.pairing_system.ranking is Ranking.GO


def rank_text(card: Player) -> str:
    """The rank by which somebody is paired, in small letters: `3d`, `12k`."""
    return write_rank(rank_of(card)).lower()


def ranked_name(tournament: Tournament, player: PlayerId) -> str:
    """A name, in Go with the rank behind it."""
    card = tournament.player(player)
    return f"{card.full_name} {rank_text(card)}" if plays_go(tournament.settings) else card.full_name


def komi(settings: Settings, pair: Pair) -> float:
    return KOMI_WITH_HANDICAP if pair.handicap else settings.go.komi


def terms_text(settings: Settings, pair: Pair, language: str) -> str:
    """Handicap and komi of a game; a handicap of 1 is no stone. Empty where no Go is played."""
    if not plays_go(settings):
        return ""
    points = figures(write_number(komi(settings, pair)), language)
    key = "golists.stones" if pair.handicap > 1 else "golists.even"
    return say(key, language, count=pair.handicap, komi=points)


# The field before the first round: who starts with how many points.


@dataclass(frozen=True, slots=True)
class StartGroup:
    """Everybody who starts with the same number of points, the strongest first."""

    points: int
    players: tuple[Player, ...]
    bar: bool = False
    """Whether the points are those of the bar, above which nobody starts without a correction."""
    floor: bool = False

    @property
    def ranks(self) -> str:
        """The ranks of the group, such as `4d` or `5d–4d`."""
        found = [rank_text(card) for card in self.players]
        return "–".join(dict.fromkeys((found[0], found[-1]))) if found else ""


def start_points(card: Player, settings: Settings) -> int:
    return start(card, settings.mcmahon)


def field(tournament: Tournament) -> list[StartGroup]:
    """All groups from the top to the bottom, those of bar and floor also without players."""
    settings = tournament.settings
    groups = settings.mcmahon.groups
    zero, floor, bar = (rank_setting(text) for text in (groups.zero, groups.floor, groups.bar))
    cards = sorted(tournament.players.values(), key=lambda card: (-rank_of(card), -card.rating, card.id))
    by_points: dict[int, list[Player]] = {bar - zero: [], floor - zero: []}
    for card in cards:
        by_points.setdefault(start_points(card, settings), []).append(card)
    return [
        StartGroup(points, tuple(by_points[points]), points == bar - zero, points == floor - zero)
        for points in sorted(by_points, reverse=True)
    ]


# The cells of a wall list, as the federations write them (go 7.2).


_SIGNS = {2: "+", 1: "=", 0: "-"}
NO_GAME = "0"


def wall_cell(line: RoundLine, opponent: int, handicap: int, paid: int) -> str:
    """A round as `12+/b3`: the line of the opponent, the result, the colour, the handicap.

    A game by default has `!`; a round without a game `0` and what it pays, in half-points.
    """
    if line.result is None:
        return f"{NO_GAME}{_SIGNS[min(paid, 2)]}"
    unknown = line.result.kind is Kind.UNKNOWN
    sign = "?" if unknown else _SIGNS[line.half_points]
    mark = "!" if line.result.kind in BY_DEFAULT else "/"
    return f"{opponent}{sign}{mark}{'b' if line.first else 'w'}{handicap}"
