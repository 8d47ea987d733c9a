"""Random tournaments of ours, and what must survive a journey through PAPP's files."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from tests.support.builders import enter_result

from ronde.formats.papp.workfile import PappFolder
from ronde.model.decisions import players, rounds
from ronde.model.errors import RondeError
from ronde.model.events import Event, TournamentOpened
from ronde.model.player import Absence, Player
from ronde.model.replay import replay
from ronde.model.result import Board, Result, adjourned, double_forfeit, forfeit, unplayed
from ronde.model.settings import Settings, Zone
from ronde.model.tournament import Tournament

Act = Callable[[Tournament, random.Random], list[Event]]

TURNING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Marks that turn the direction of a line, which no name may hold."""
LETTERS = st.characters(
    exclude_categories=("Cc", "Cs", "Zl", "Zp"), exclude_characters=TURNING, max_codepoint=0x2FFF
)
NAMES = st.text(LETTERS, min_size=1, max_size=12).map(lambda text: " ".join(text.split())).filter(bool)
COUNTRIES = st.sampled_from(["", "FRA", "fra", "GBR", "Côte d'Ivoire", "1X"])
BOARDS = st.sampled_from(
    [Board(), Board(100, 35), Board(1, 0), Board(2, 0), Board(37, 12), Board(37, 18.5), Board(64, 32)]
)


@st.composite
def cards(draw: st.DrawFn) -> Player:
    """A player with a number still to be given."""
    first = draw(st.one_of(st.just(""), NAMES, NAMES.map(lambda name: f"({name})")))
    return Player(
        0,
        draw(NAMES),
        first,
        draw(COUNTRIES),
        club=draw(st.sampled_from(["", "Échecs & Go"])),
        rating=draw(st.integers(-5, 2500)),
        categories=draw(st.sampled_from([(), ("U20", "F")])),
        comment=draw(st.sampled_from(["", "paid", "owes 5 €"])),
        new=draw(st.booleans()),
    )


@st.composite
def settings(draw: st.DrawFn) -> Settings:
    profile = draw(st.sampled_from(["ronde", "papp"]))
    return Settings(
        rounds=draw(st.sampled_from([1, 5, 8, 128, 200])),
        board=replace(draw(BOARDS), relative=draw(st.booleans())),
        system=draw(st.sampled_from(["swiss", "berger"])),
        tiebreaks=draw(st.sampled_from([("brightwell", "discs"), ("buchholz",), ()])),
        brightwell=draw(st.sampled_from([0.0, 4.5, 6.0, 1 / 3])),
        cap=10_000_000 if profile == "papp" else None,
        country=draw(st.sampled_from(["", "FRA"])),
        zones=draw(st.sampled_from([(), (Zone(500, 600, "FRA"), Zone(9000, 9999))])),
        profile=profile,
    )


@st.composite
def halls(draw: st.DrawFn) -> Tournament:
    """A tournament after up to four rounds of comings, goings, games and all kinds of results."""
    chosen = draw(settings())
    hall = replay([TournamentOpened(draw(NAMES), draw(st.sampled_from(["", "15/06/2024"])), chosen)])
    everybody = draw(st.lists(cards(), min_size=0, max_size=8))
    chance = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(1, 4))):
        coming = chance.randrange(len(everybody) + 1)
        hall = continued(hall, everybody[:coming], chance)
        everybody = everybody[coming:]
    return hall


def continued(hall: Tournament, newcomers: list[Player], chance: random.Random) -> Tournament:
    """The tournament after another round, or a part of one."""
    for player in newcomers:
        hall = _tried(hall, players.enter_player, player=player)
    for _ in range(chance.randrange(14)):
        hall = _acted(hall, chance)
    return _closed(hall, chance) if chance.random() < 0.8 else hall


def _tried(hall: Tournament, decide: Callable[..., list[Event]], **arguments: Any) -> Tournament:
    try:
        return replay(decide(hall, **arguments), hall)
    except RondeError:
        return hall


def _acted(hall: Tournament, chance: random.Random) -> Tournament:
    people = list(hall.players) or [1]
    one, other = chance.choice(people), chance.choice(people)
    act = chance.randrange(10)
    if act == 0:
        return _tried(hall, players.player_leaves, number=one, reason=chance.choice(list(Absence)))
    if act == 1:
        return _tried(hall, players.player_returns, number=one)
    if act == 2:
        here = [hall.open_round.number]
        return _tried(
            hall, players.plan_absence, number=one, rounds=here, reason=chance.choice(list(Absence))
        )
    if act == 3:
        return _tried(hall, players.forbid_pair, first=one, second=other)
    if act < 7:
        number = chance.choice([0, 0, 0, chance.randrange(1, 20)])
        return _tried(hall, rounds.add_table, first=one, second=other, number=number)
    if act == 9:
        return _tried(hall, rounds.reopen_round) if chance.random() < 0.3 else hall
    found = result(hall.settings.board, chance)
    if act == 7:
        return _tried(hall, enter_result, player=one, result=found)
    number = chance.randrange(1, len(hall.rounds) + 1)
    return _tried(hall, rounds.correct_result, round=number, first=one, second=other, result=found)


def result(board: Board, chance: random.Random) -> Result:
    """Mostly a game."""
    kind = chance.randrange(10)
    if kind == 0:
        return forfeit(board, winner_first=chance.random() < 0.5)
    if kind < 4:
        return (double_forfeit(), adjourned(board), unplayed())[kind - 1]
    discs = chance.randrange(2 * board.total + 1) / 2
    return Result(discs, board.total - discs)


def _closed(hall: Tournament, chance: random.Random) -> Tournament:
    """Everybody gets a game and a result, and the round is closed."""
    free = list(hall.unpaired)
    chance.shuffle(free)
    while len(free) > 1:
        hall = _tried(hall, rounds.add_table, first=free.pop(), second=free.pop())
    for table in hall.open_round.missing:
        hall = _tried(
            hall, rounds.enter_at_table, table=table.number, result=result(hall.settings.board, chance)
        )
    return _tried(hall, rounds.close_round)


def told(hall: Tournament) -> dict[str, Any]:
    """All of a tournament but how it was paired and what is planned for later.

    Somebody who registered while a later round was open, before an earlier one was reopened, is named by
    PAPP with the first of those registered after him.
    """
    since: dict[int, int] = {}
    for player in reversed(list(hall.players)):
        since[player] = min([hall.entered[player], len(hall.rounds), *since.values()])
    return {
        "title": (hall.name, hall.date),
        "settings": hall.settings,
        "players": list(hall.players.values()),
        "since": since,
        "absent": {player: hall.absence(player) for player in hall.players},
        "forbidden": hall.forbidden,
        "seats": hall.seats,
        "rounds": [
            (
                {table.number: (table.first, table.second, table.result) for table in played},
                set(played.byes),
                {who: why for who, why in played.absent.items() if since[who] <= played.number},
                played.closed,
            )
            for played in hall.rounds
        ],
    }


def put(folder: Path, written: PappFolder) -> Path:
    """The files in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in written.files.items():
        (folder / name).write_bytes(data)
    return folder
