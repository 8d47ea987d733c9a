"""Random tournaments as report files, by options or by a configuration file."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

from ronde.formats.trf.check import position_before
from ronde.formats.trf.records import PointSystem, Trf, TrfPlayer, TrfRound, baku, upper_group
from ronde.model.errors import FormatError, Problem
from ronde.systems.dutch.exact import NotPairable
from ronde.systems.dutch.pairing import pair

# Random tournaments as report files: the same options and seed give the same file.


@dataclass(frozen=True, slots=True)
class RandomReport:
    """The parameters of a random tournament; rates are between 0 and 1 for each person and round."""

    players: int = 40
    rounds: int = 7
    seed: int = 1
    forfeits: float = 0.02
    byes: float = 0.02
    retired: float = 0.005
    draws: float = 0.3
    points: PointSystem = field(default_factory=PointSystem)
    baku: bool = False


def generate(wishes: RandomReport) -> Trf:
    """Play a whole random tournament; it ends early where no legal pairing exists."""
    chance = random.Random(f"trf {wishes}")
    trf = _opened(wishes, chance)
    gone: set[int] = set()
    for round_ in range(1, wishes.rounds + 1):
        gone |= {player.number for player in trf.players if round_ > 1 and chance.random() < wishes.retired}
        absent = {player.number: "Z" for player in trf.players if player.number in gone}
        asked = {
            player.number: chance.choice("HHZ") for player in trf.players if chance.random() < wishes.byes
        }
        rows = _played(trf, round_, {**asked, **absent}, wishes, chance)
        if rows is None:
            break
        trf = replace(trf, players=rows)
    return _ranked(trf)


def _opened(wishes: RandomReport, chance: random.Random) -> Trf:
    ratings = sorted((round(chance.gauss(1900, 250)) for _ in range(wishes.players)), reverse=True)
    players = tuple(
        TrfPlayer(number, f"Player {number:04d}", rating=max(1000, min(2850, rating)))
        for number, rating in enumerate(ratings, 1)
    )
    kind = "FIDE_DUTCH_BAKU" if wishes.baku else "FIDE_DUTCH"
    return Trf(
        head={"012": (f"Random tournament {wishes.seed}",), "192": (kind,)},
        players=players,
        points=wishes.points,
        rounds=wishes.rounds,
        white_first=chance.random() < 0.5,
        virtual=baku(upper_group(wishes.players), wishes.rounds, wishes.points) if wishes.baku else (),
    )


def _played(
    trf: Trf, round_: int, away: dict[int, str], wishes: RandomReport, chance: random.Random
) -> tuple[TrfPlayer, ...] | None:
    known = {number: TrfRound(result=letter) for number, letter in away.items()}
    asked = replace(trf, players=tuple(_with(player, known.get(player.number)) for player in trf.players))
    try:
        paired = pair(position_before(asked, round_))
    except NotPairable:
        return None
    rating = {player.number: player.rating for player in trf.players}
    for white, black in paired.pairs:
        ours, theirs = _result(rating[white] - rating[black], wishes, chance)
        known[white], known[black] = TrfRound(black, "w", ours), TrfRound(white, "b", theirs)
    if paired.bye:
        known[paired.bye] = TrfRound(result="U")
    return tuple(_with(player, known[player.number]) for player in trf.players)


def _with(player: TrfPlayer, one: TrfRound | None) -> TrfPlayer:
    return replace(player, rounds=(*player.rounds, one)) if one else player


def _result(difference: int, wishes: RandomReport, chance: random.Random) -> tuple[str, str]:
    if chance.random() < wishes.forfeits:
        return chance.choice([("+", "-"), ("-", "+"), ("-", "-")])
    if chance.random() < wishes.draws:
        return "=", "="
    won = chance.random() < 1 / (1 + 10 ** (-difference / 400))
    return ("1", "0") if won else ("0", "1")


def _ranked(trf: Trf) -> Trf:
    """The report with points and ranks in every row."""
    totals = {
        player.number: sum(trf.points.worth(one.result) for one in player.rounds) for player in trf.players
    }
    order = sorted(totals, key=lambda number: (-totals[number], number))
    ranks = {number: at for at, number in enumerate(order, 1)}
    rows = tuple(
        replace(player, points=totals[player.number], rank=ranks[player.number]) for player in trf.players
    )
    return replace(trf, players=rows)


# The configuration of a random tournament, as in JaVaFo and bbpPairings: `PlayersNumber=60`, one a line.
#
# Rates are "one of so many": `ForfeitRate=20` forfeits every twentieth game, 0 none.


_WHOLE = {"PlayersNumber": (2, 9_999), "RoundsNumber": (1, 99)}
_RATES = {"ForfeitRate": "forfeits", "RetiredRate": "retired", "HalfPointByeRate": "byes"}
_POINTS = {"PointsForWin": "win", "PointsForDraw": "draw", "PointsForLoss": "loss", "PointsForPAB": "bye",
           "PointsForZPB": "absent", "PointsForForfeitLoss": "absent"}  # fmt: skip
_IGNORED = ("HighestRating", "LowestRating")
"""Ignored: ratings are always generated our way."""


def parse_options(text: str, path: str, seed: int) -> RandomReport:
    """The options of a configuration; `FormatError` with the line of the first mistake."""
    numbers: dict[str, float] = {}
    for at, line in enumerate(text.splitlines(), start=1):
        name, equals, value = (part.strip() for part in line.partition("="))
        if not line.strip() or line.lstrip().startswith(("#", "!")):
            continue
        if not equals or name not in (*_WHOLE, *_RATES, *_POINTS, *_IGNORED, "DrawPercentage", "Accelerated"):
            raise FormatError([Problem(path, at, 1, "trf.configuration", line.strip()[:60])])
        numbers[name] = _number(
            value, name, Problem(path, at, len(line) - len(value) + 1, "trf.number", value)
        )
    return _wishes(numbers, seed)


def _number(value: str, name: str, wrong: Problem) -> float:
    try:
        number = float(value)
    except ValueError:
        raise FormatError([wrong]) from None
    least, most = _WHOLE.get(name, (0, 9_999))
    if not least <= number <= most or (name in _WHOLE and number != int(number)):
        raise FormatError([wrong])
    return number


def _wishes(numbers: dict[str, float], seed: int) -> RandomReport:
    usual = RandomReport()
    rates = {
        _RATES[name]: min(1.0, 1 / number) if number else 0.0
        for name, number in numbers.items()
        if name in _RATES
    }
    worth = {_POINTS[name]: round(10 * number) for name, number in numbers.items() if name in _POINTS}
    return RandomReport(
        players=int(numbers.get("PlayersNumber", usual.players)),
        rounds=int(numbers.get("RoundsNumber", usual.rounds)),
        seed=seed,
        forfeits=rates.get("forfeits", usual.forfeits),
        byes=rates.get("byes", usual.byes),
        retired=rates.get("retired", usual.retired),
        draws=min(100.0, numbers.get("DrawPercentage", 100 * usual.draws)) / 100,
        points=PointSystem(**{"bye": worth.get("win", 10), **worth}),
        baku=bool(numbers.get("Accelerated", 0)),
    )
