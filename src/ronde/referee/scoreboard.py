"""What a tournament of programs shows: bracket or rounds, matches with their sums, standings with ratings."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import Any

from ronde.core.cup import Slot, champion, first_slots, next_slots, seeds
from ronde.core.events import GamePlayed
from ronde.core.player import PlayerId
from ronde.core.table import Table
from ronde.core.tournament import Round, Tournament
from ronde.engines.door import Verdict
from ronde.referee.match import SCORED_BY_MARKERS, tally, winner
from ronde.referee.roster import Roster
from ronde.referee.series import leg_result
from ronde.scoring.door import Meeting, ratings

_FAULTS = frozenset(verdict.value for verdict in Verdict)


def scoreboard(tournament: Tournament, roster: Roster, *, over: bool) -> dict[str, Any]:
    """Plain data for the page, the terminal and JSON."""
    cup = tournament.settings.system == "cup"
    best = champion(tournament) if cup else None
    return {
        "over": over,
        "title": tournament.name,
        "game": roster.game,
        "clock": roster.clock.to_dict(),
        "scored": roster.game == SCORED_BY_MARKERS,
        "champion": tournament.player(best).name if best else "",
        "bracket": _bracket(tournament, roster) if cup else None,
        "qualifying": cup and any(slot is None for slot in first_slots(tournament)),
        "rounds": [
            {
                "number": played.number,
                "matches": [_match(tournament, roster, played, table) for table in played],
            }
            for played in tournament.rounds
            if played.tables
        ],
        "standings": _standings(tournament),
    }


def _bracket(tournament: Tournament, roster: Roster) -> list[list[dict[str, Any]]]:
    slots = first_slots(tournament)
    drawn: list[list[dict[str, Any]]] = []
    for played in tournament.rounds:
        if len(slots) < 2:
            break
        pairs = list(zip(slots[::2], slots[1::2], strict=True))
        drawn.append([_tie(tournament, roster, played, *pair, first=not drawn) for pair in pairs])
        slots = next_slots(tournament, slots, played) if played.closed else [None] * (len(slots) // 2)
    while len(slots) >= 2:
        slots = slots[::2]
        drawn.append([_nobody() for _ in slots])
    return drawn


def _tie(
    tournament: Tournament, roster: Roster, played: Round, one: Slot, other: Slot, *, first: bool
) -> dict[str, Any]:
    table = played.table_of(one) if one is not None else None
    if table is not None and other in table.pair:
        return _match(tournament, roster, played, table)
    alone = one if other is None else other
    if alone is not None and (one is None or other is None) and (first or played.closed):
        return {**_nobody(), "players": [tournament.player(alone).name], "bye": True}
    names = [tournament.player(slot).name if slot is not None else "" for slot in (one, other)]
    return {**_nobody(), "players": names}


def _nobody() -> dict[str, Any]:
    empty = {"wins": 0, "score": 0, "seconds": 0, "total": 0, "halves": [0, 0]}
    return {
        "players": ["", ""],
        "seeds": [0, 0],
        "games": [],
        "winner": 0,
        "by": "",
        "bye": False,
        "tally": empty,
        "table": 0,
    }


def _match(tournament: Tournament, roster: Roster, played: Round, table: Table) -> dict[str, Any]:
    games = tournament.games_between(played.number, table.first, table.second)
    legs = [leg_result(game, table.first) for game in games]
    sums = tally(roster.game, legs)
    ranks = seeds(tournament)
    both = (table.first, table.second)
    won, by = 0, ""
    if table.result is not None and legs:
        half = table.result.half_points
        won = 0 if half[0] == half[1] else 1 if half[0] > half[1] else 2
        by = winner(roster.game, legs, (ranks[table.first], ranks[table.second])).by if won else ""
    return {
        "players": [tournament.player(player).name for player in both],
        "seeds": [ranks[player] for player in both],
        "games": [_game(tournament, game) for game in games],
        "winner": won,
        "by": by,
        "bye": False,
        "table": table.number,
        "tally": asdict(sums),
    }


def _game(tournament: Tournament, game: GamePlayed) -> dict[str, Any]:
    both = (game.first, game.second)
    return {
        "leg": game.leg,
        "address": f"parties/{replay_name(game.record)}.html",
        "players": [tournament.player(player).name for player in both],
        "outcome": {
            "reason": game.reason,
            "winner": both.index(game.winner) + 1 if game.winner else None,
            "score": list(game.score),
            "counts": True,
        },
    }


def replay_name(record: str) -> str:
    """The name of the replay page of a record: `1-3-2`."""
    return record.removeprefix("games/").removesuffix(".json")


def _standings(tournament: Tournament) -> list[dict[str, Any]]:
    """Points of games, ratings by likelihood and faults; the further in a cup, then the points."""
    found = ratings([_meeting(game) for game in tournament.games])
    faults: dict[PlayerId, Counter[str]] = {player: Counter() for player in tournament.players}
    for game in tournament.games:
        if game.reason in _FAULTS and game.winner:
            guilty = game.second if game.winner == game.first else game.first
            faults[guilty][game.reason] += 1
    lasted = {player: _rounds_lasted(tournament, player) for player in tournament.players}
    order = sorted(
        found, key=lambda player: (-lasted[player], -found[player].score, -found[player].elo, player)
    )
    return [
        {
            "place": place,
            "id": player,
            "name": tournament.player(player).name,
            "points": found[player].score,
            "games": found[player].games,
            "elo": round(found[player].elo, 1),
            "error": round(found[player].error, 1),
            "faults": dict(faults[player]),
        }
        for place, player in enumerate(order, start=1)
    ]


def _meeting(game: GamePlayed) -> Meeting[PlayerId]:
    won, lost = game.winner == game.first, game.winner == game.second
    return Meeting(game.first, game.second, int(won), int(not won and not lost), int(lost))


def _rounds_lasted(tournament: Tournament, player: PlayerId) -> int:
    """In a cup the round in which a player went out; nothing in a league."""
    if tournament.settings.system != "cup":
        return 0
    leave = tournament.left.get(player)
    return leave.since if leave is not None else len(tournament.rounds) + 1
