"""Go in lists: ranks beside names, handicap and komi, the points at the start."""

from __future__ import annotations

from dataclasses import dataclass

from ronde.i18n import figures, say
from ronde.model.go import rank_setting, write_rank
from ronde.model.player import Player, PlayerId
from ronde.model.result import write_number
from ronde.model.settings import Settings
from ronde.model.table import Pair
from ronde.model.tournament import Tournament
from ronde.standings import RoundLine
from ronde.standings.go.ranks import main_score, rank_of, start

KOMI_WITH_HANDICAP = 0.5


def rank_text(card: Player) -> str:
    """The rank by which somebody is paired, in small letters: `3d`, `12k`."""
    return write_rank(rank_of(card)).lower()


def ranked_name(tournament: Tournament, player: PlayerId) -> str:
    """A name, in Go with the rank behind it."""
    card = tournament.player(player)
    return f"{card.full_name} {rank_text(card)}" if tournament.settings.pairing_system.go else card.full_name


def komi(settings: Settings, pair: Pair) -> float:
    return KOMI_WITH_HANDICAP if pair.handicap else settings.go.komi


def terms_text(settings: Settings, pair: Pair, language: str) -> str:
    """Handicap and komi of a game; a handicap of 1 is no stone. Empty where no Go is played."""
    if not settings.pairing_system.go:
        return ""
    points = figures(write_number(komi(settings, pair)), language)
    key = "golists.stones" if pair.handicap > 1 else "golists.even"
    return say(key, language, count=pair.handicap, komi=points)


def pair_of(tournament: Tournament, line: RoundLine) -> Pair | None:
    """The pair of a player's round, if he had an opponent."""
    played = tournament.rounds[line.round - 1]
    return played.tables[line.table].pair if line.table in played.tables else None


def line_terms(tournament: Tournament, line: RoundLine, language: str) -> str:
    """Handicap and komi of a player's round."""
    pair = pair_of(tournament, line)
    return terms_text(tournament.settings, pair, language) if pair else ""


def gained_text(tournament: Tournament, player: PlayerId, language: str) -> str:
    """What the EGF's list would change by the even games so far, in a sentence; empty if it would not."""
    from ronde.formats.egf.time import WEIGHTS, tournament_class
    from ronde.standings.go.gains import gain

    category = tournament_class(tournament.settings.go)
    found = gain(tournament, player, WEIGHTS[category])
    if found is None:
        return ""
    return say("golists.gained", language, points=f"{round(found.points):+d}", **{"class": category})


def class_text(settings: Settings, language: str) -> str:
    """The class of a tournament in the EGF's list, with the adjusted time."""
    from ronde.formats.egf.time import NONE, adjusted_minutes, tournament_class

    category, minutes = tournament_class(settings.go), adjusted_minutes(settings.go)
    key = "golists.egf-class-none" if category == NONE else "golists.egf-class"
    return say(key, language, minutes=minutes, **{"class": category})


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


def has_start(settings: Settings) -> bool:
    """Whether players start with points of McMahon."""
    return settings.pairing_system.go and main_score(settings) == "MMS"


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


def field_picture(tournament: Tournament, language: str) -> str:
    """A row for each number of points at the start, with bar and floor; empty in systems without."""
    if not (has_start(tournament.settings) and tournament.players):
        return ""
    from ronde.render.charts import StartBar, start_bars

    marks = (("bar", "golists.bar"), ("floor", "golists.floor"))
    rows = [
        StartBar(
            group.points,
            len(group.players),
            group.ranks,
            ", ".join(say(key, language) for name, key in marks if getattr(group, name)),
        )
        for group in field(tournament)
    ]
    told = [say("golists.field-row", language, points=row.points, count=row.players) for row in rows]
    return start_bars(rows, ", ".join(told))


def field_text(settings: Settings, language: str) -> str:
    """What bar and floor mean here."""
    groups = settings.mcmahon.groups
    return say("golists.field-says", language, zero=groups.zero, bar=groups.bar, floor=groups.floor)
