"""How fast a round of Go is paired: history and weights, the same with matching and proof, and with bills.

    .venv/bin/python bench/mcmahon.py [--quick]

Processor seconds of one run each, before rounds 1 to 6 of a McMahon with results by chance. OpenGotha 3.51.02
took for weights and matching: 100 people 0.006 to 0.011, 200 people 0.035 to 0.058, 500 people 0.62 to 0.93,
1,000 people 0.43 to 1.4 (cut into groups, not optimal).
"""

from __future__ import annotations

import random
import sys
import time

import numpy as np

from ronde.model.decisions.rounds import close_round, open_tournament
from ronde.model.events import PlayerEntered, ResultEntered
from ronde.model.go import GoCard, clamped_rank, rating_of_rank
from ronde.model.player import Player
from ronde.model.replay import replay
from ronde.model.result import Result
from ronde.model.settings import usual_settings
from ronde.model.tournament import Tournament
from ronde.systems.mcmahon.field import Field
from ronde.systems.mcmahon.pairing import Pricing
from ronde.systems.mcmahon.weights import all_pairs
from ronde.systems.rounds import complete_round, pair_round

SIZES = (100, 200, 500, 1000, 2000)
ROUNDS = 6
COUNTRIES = ("FR", "DE", "NL", "UK", "CZ", "PL")


def hall(people: int, chance: random.Random) -> Tournament:
    """Players of all ranks, from clubs of eight."""
    opened = replay(open_tournament(Tournament(), name="bench", settings=usual_settings("mcmahon")))
    cards = [card(number, people, chance) for number in range(1, people + 1)]
    return replay([PlayerEntered(one, 1) for one in cards], opened)


def card(number: int, people: int, chance: random.Random) -> Player:
    rank = clamped_rank(round(chance.gauss(-8, 7)))
    letters = "abcdefghijklmnopqrst"
    name, first = ("".join(chance.sample(letters, 8)).title() for _ in range(2))
    return Player(
        number,
        name,
        first,
        country=chance.choice(COUNTRIES),
        club=str(chance.randrange(max(2, people // 8))),
        rating=rating_of_rank(rank) + chance.randrange(-50, 50),
        go=GoCard(rank=rank),
    )


def played(tournament: Tournament, chance: random.Random) -> Tournament:
    """The next round, paired and played by chance."""
    drawn = replay(complete_round(tournament, seed=1), tournament)
    current = drawn.open_round
    won = {table.number: chance.random() < 0.5 for table in current}
    results = [
        ResultEntered(current.number, number, Result(float(first), float(not first)))
        for number, first in won.items()
    ]
    done = replay(results, drawn)
    return replay(close_round(done), done)


def measure(tournament: Tournament) -> tuple[float, float, float]:
    """Weights with the history they need; all of that with matching and proof; the whole pairing."""
    players = np.arange(len(tournament.players))
    begin = time.process_time()
    all_pairs(Field(tournament), players).total()
    weighed = time.process_time()
    Pricing(tournament, 1).cheapest(tournament.unpaired)
    matched = time.process_time()
    pair_round(tournament, seed=1)
    return weighed - begin, matched - weighed, time.process_time() - matched


def main() -> None:
    print(f"{'players':>7} {'round':>5} {'weights':>8} {'with matching and proof':>24} {'with bills':>10}")
    for people in SIZES[:3] if "--quick" in sys.argv else SIZES:
        chance = random.Random(people)
        tournament = hall(people, chance)
        for number in range(1, ROUNDS + 1):
            weights, proved, whole = measure(tournament)
            print(f"{people:>7} {number:>5} {weights:>8.3f} {proved:>24.3f} {whole:>10.3f}", flush=True)
            tournament = played(tournament, chance) if number < ROUNDS else tournament


if __name__ == "__main__":
    main()
