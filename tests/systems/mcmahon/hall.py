"""Tournaments of Go for tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ronde.model.decisions.rounds import close_round, open_tournament
from ronde.model.events import PlayerEntered, ResultEntered
from ronde.model.go import GoCard, read_rank
from ronde.model.player import Player
from ronde.model.replay import replay
from ronde.model.result import Result
from ronde.model.settings import Settings, usual_settings
from ronde.model.tournament import Tournament
from ronde.systems.rounds import complete_round

BLACK_WINS, WHITE_WINS = Result(1, 0), Result(0, 1)


def go_settings(system: str = "mcmahon", **mcmahon: Any) -> Settings:
    """The usual settings, some of McMahon's changed."""
    usual = usual_settings(system)
    return replace(usual, mcmahon=replace(usual.mcmahon, **mcmahon))


def card(number: int, rank: str, correction: int = 0) -> Player:
    read = read_rank(rank)
    assert read is not None
    go = GoCard(rank=read, correction=correction)
    return Player(number, f"P{number:03}", "X", country=f"C{number}", club=f"K{number}", rating=1000, go=go)


def hall(ranks: Sequence[str], settings: Settings | None = None) -> Tournament:
    """Players 1, 2, ... with these ranks, each alone of his country and club."""
    opened = replay(open_tournament(Tournament(), name="a", settings=settings or go_settings()))
    cards = [card(number, rank) for number, rank in enumerate(ranks, start=1)]
    return replay([PlayerEntered(one, 1) for one in cards], opened)


def paired(tournament: Tournament, seed: int = 1) -> Tournament:
    return replay(complete_round(tournament, seed=seed), tournament)


def played(tournament: Tournament, *, black_wins: bool = True) -> Tournament:
    """The paired open round, played and closed."""
    current = tournament.open_round
    result = BLACK_WINS if black_wins else WHITE_WINS
    results = [ResultEntered(current.number, table.number, result) for table in current]
    done = replay(results, tournament)
    return replay(close_round(done), done)


def meetings(tournament: Tournament) -> set[frozenset[int]]:
    return {frozenset((table.first, table.second)) for table in tournament.open_round}
