"""Random tournaments that are hard on the engine: byes, forfeits, late entries, forbidden pairs, Baku."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from ronde.standings.fide import Past, ResultKind
from ronde.systems.dutch.exact import NotPairable
from ronde.systems.dutch.field import DutchPlayer, DutchPosition, Pairing
from ronde.systems.dutch.pairing import pair

_BYES = {"Z": ResultKind.ZERO_BYE, "H": ResultKind.HALF_BYE, "F": ResultKind.FULL_BYE}


@dataclass(frozen=True)
class Event:
    """The habits of one tournament."""

    players: int
    rounds: int
    win: int
    draw: int
    bye: int
    absent: float
    halves: float
    forfeits: float
    draws: float
    late: frozenset[int]
    forbidden: frozenset[frozenset[int]]
    baku: bool


def habits(chance: random.Random, players: int) -> Event:
    """Draw the habits of a tournament of so many people."""
    numbers = range(1, players + 1)
    win, draw = chance.choice([(10, 5), (10, 5), (30, 10)])
    count = chance.choice([0, 0, players // 3]) if players > 6 else 0
    return Event(
        players=players,
        rounds=chance.randint(2, min(9, players - 1)),
        win=win,
        draw=draw,
        bye=chance.choice([win, win, draw]),
        absent=chance.choice([0, 0.05, 0.2]),
        halves=chance.choice([0, 0.05, 0.15]),
        forfeits=chance.choice([0, 0.05, 0.2]),
        draws=chance.choice([0.1, 0.3, 0.6]),
        late=frozenset(number for number in numbers if chance.random() < 0.1),
        forbidden=frozenset(frozenset(chance.sample(numbers, 2)) for _ in range(count)),
        baku=chance.random() < 0.2,
    )


def positions(seed: int, least: int, most: int) -> Iterator[DutchPosition]:
    """Every round of a random tournament before it is paired; it goes on as the engine pairs it."""
    chance = random.Random(seed)
    event = habits(chance, chance.randint(least, most))
    past: dict[int, list[Past]] = {number: [] for number in range(1, event.players + 1)}
    for at in range(event.rounds):
        away = {number: letter for number in past if (letter := _away(event, number, at, chance))}
        position = _position(event, past, away, at, white_first=seed % 2 == 0)
        if sum(entrant.here for entrant in position.entrants) < 2:
            return
        yield position
        try:
            paired = pair(position)
        except NotPairable:
            return
        _play(event, past, away, paired, chance)


def _away(event: Event, number: int, at: int, chance: random.Random) -> str:
    if number in event.late and at < 2:
        return "Z"
    fate = chance.random()
    if fate < event.absent:
        return "Z"
    if fate < event.absent + event.halves:
        return "H"
    return "F" if fate > 0.99 else ""


def _position(
    event: Event, past: dict[int, list[Past]], away: dict[int, str], at: int, *, white_first: bool
) -> DutchPosition:
    accelerated = -(-event.rounds // 2)
    full = -(-accelerated // 2)
    virtual = [
        event.win if one < full else event.win // 2 if one < accelerated else 0 for one in range(at + 1)
    ]
    upper = 2 * -(-event.players // 4) if event.baku else 0
    entrants = tuple(
        DutchPlayer(number, tuple(rounds), number not in away, tuple(virtual) if number <= upper else ())
        for number, rounds in past.items()
    )
    final = at + 1 == event.rounds
    return DutchPosition(entrants, event.win, 0, final, white_first, event.forbidden)


def _play(
    event: Event, past: dict[int, list[Past]], away: dict[int, str], paired: Pairing, chance: random.Random
) -> None:
    for white, black in paired.pairs:
        kind, ours, theirs = _result(event, chance, better=white < black)
        past[white].append(Past(kind, ours, black, white=True))
        past[black].append(Past(kind, theirs, white))
    if paired.bye:
        past[paired.bye].append(Past(ResultKind.BYE, event.bye))
    worth = {"Z": 0, "H": event.draw, "F": event.win}
    for number, letter in away.items():
        past[number].append(Past(_BYES[letter], worth[letter]))


def _result(event: Event, chance: random.Random, *, better: bool) -> tuple[ResultKind, int, int]:
    if chance.random() < event.forfeits:
        return ResultKind.FORFEIT, *chance.choice([(event.win, 0), (0, event.win), (0, 0)])
    if chance.random() < event.draws:
        return ResultKind.GAME, event.draw, event.draw
    won = chance.random() < (0.75 if better else 0.25)
    return (ResultKind.GAME, event.win, 0) if won else (ResultKind.GAME, 0, event.win)
