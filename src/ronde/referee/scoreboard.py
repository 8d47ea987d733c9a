"""What a tournament of programs shows: bracket or rounds, matches with their sums, standings with ratings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from ronde.core.bracket import MAIN, Section
from ronde.core.cup import Meeting as CupTie
from ronde.core.cup import champion, cup_places, feeders, meetings, seeds
from ronde.core.events import GamePlayed
from ronde.core.player import PlayerId
from ronde.core.repeats import repeats
from ronde.core.table import Table
from ronde.core.tournament import Round, Tournament
from ronde.engines.door import Verdict
from ronde.games.door import page_name
from ronde.referee.competition import leg_result
from ronde.referee.match import has_match_score, missing, tally, winner
from ronde.referee.roster import Roster
from ronde.scoring.door import RatedMeeting, ratings

_Same = Mapping[str, GamePlayed]
"""For repeated games, the first one."""
_FAULTS = frozenset(verdict.value for verdict in Verdict)


def scoreboard(tournament: Tournament, roster: Roster, *, over: bool) -> dict[str, Any]:
    """Plain data for the page, the terminal and JSON."""
    cup = tournament.settings.pairing_system.knock_out
    best = champion(tournament) if cup else None
    same = repeats(tournament.games)
    return {
        "over": over,
        "title": tournament.name,
        "game": roster.game,
        "clock": roster.clock.to_dict(),
        "scored": has_match_score(roster.game),
        "champion": tournament.player(best).name if best else "",
        **_brackets(tournament, roster, same),
        "rounds": [
            {
                "number": played.number,
                "matches": [_match(tournament, roster, same, played, table) for table in played],
            }
            for played in tournament.rounds
            if played.tables
        ],
        "standings": standing_rows(tournament, same),
    }


def _brackets(tournament: Tournament, roster: Roster, same: _Same) -> dict[str, Any]:
    """The main bracket by columns, and the other sections of the cup, each with the places it decides."""
    if not tournament.settings.pairing_system.knock_out:
        return {"bracket": None, "numbers": [], "qualifying": False, "double": False, "sections": []}
    sections: dict[Section, dict[int, CupTie]] = {}
    for at, tie in enumerate(meetings(tournament)):
        if not tie.void:
            sections.setdefault(tie.tie.section, {})[at] = tie
    drawn = {section: _columns(tournament, roster, same, ties) for section, ties in sections.items()}
    main = next((columns for section, columns in drawn.items() if section.kind == MAIN), [])
    return {
        "bracket": main,
        "numbers": next((_rounds(ties) for section, ties in sections.items() if section.kind == MAIN), []),
        "qualifying": any(tie["bye"] for tie in main[0]) if main else False,
        "double": tournament.settings.cup.double,
        "sections": [
            {
                "kind": section.kind,
                "first": section.first,
                "last": section.last,
                "numbers": _rounds(sections[section]),
                "rounds": columns,
            }
            for section, columns in drawn.items()
            if section.kind != MAIN and any(any(tie["players"]) for ties in columns for tie in ties)
        ],
    }


def _rounds(ties: Mapping[int, CupTie]) -> list[int]:
    return sorted({one.tie.round for one in ties.values()})


def _columns(
    tournament: Tournament, roster: Roster, same: _Same, ties: Mapping[int, CupTie]
) -> list[list[dict[str, Any]]]:
    """The ties of a section round by round, each with the ties that lead to it."""
    fed = feeders(ties)
    return [
        [
            {**_tie(tournament, roster, same, one), "feeds": [list(place) for place in fed[at]]}
            for at, one in ties.items()
            if one.tie.round == number
        ]
        for number in _rounds(ties)
    ]


def _tie(tournament: Tournament, roster: Roster, same: _Same, tie: CupTie) -> dict[str, Any]:
    one, other = tie.players
    rounds = tournament.rounds
    played = rounds[tie.tie.round - 1] if tie.tie.round <= len(rounds) else Round(tie.tie.round)
    table = played.table_of(one) if one is not None else None
    if table is not None and other in table.pair:
        return _match(tournament, roster, same, played, table)
    if tie.bye:
        alone = one if other is None else other
        return {**_nobody(), "players": [tournament.players[alone or 0].name], "bye": True}
    names = [tournament.player(slot).name if slot is not None else "" for slot in tie.players]
    return {
        **_nobody(),
        "players": names,
        "winner": tie.players.index(tie.winner) + 1 if tie.winner in tie.players and tie.winner else 0,
    }


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
        "round": 0,
        "table": 0,
    }


def _match(
    tournament: Tournament, roster: Roster, same: _Same, played: Round, table: Table
) -> dict[str, Any]:
    games = tournament.games_between(played.number, table.first, table.second)
    legs = [leg_result(game, table.first) for game in games]
    sums = tally(roster.game, legs)
    ranks = seeds(tournament)
    both = (table.first, table.second)
    won, by = 0, ""
    if table.result is not None:
        half = table.result.half_points
        won = 0 if half[0] == half[1] else 1 if half[0] > half[1] else 2
        by = winner(roster.game, legs, (ranks[table.first], ranks[table.second])).by if won else ""
        gone = any(player in tournament.left for player in both)
        by = "withdrawal" if won and gone and missing(roster.rule, legs) else by
    return {
        "players": [tournament.player(player).name for player in both],
        "seeds": [ranks[player] for player in both],
        "games": [_game(tournament, game, same.get(game.record)) for game in games],
        "winner": won,
        "by": by,
        "bye": False,
        "round": played.number,
        "table": table.number,
        "tally": asdict(sums),
    }


def _game(tournament: Tournament, game: GamePlayed, same: GamePlayed | None) -> dict[str, Any]:
    both = (game.first, game.second)
    players = player_names(tournament, game)
    return {
        "leg": game.leg,
        "same": replay_name(same.record) if same else "",
        "address": f"parties/{page_name(replay_name(game.record), players)}.html",
        "players": list(players),
        "outcome": {
            "reason": game.reason,
            "winner": both.index(game.winner) + 1 if game.winner else None,
            "score": list(game.score),
            "counts": True,
        },
    }


def player_names(tournament: Tournament, game: GamePlayed) -> tuple[str, str]:
    """The current names of both sides of a game."""
    return tournament.player(game.first).name, tournament.player(game.second).name


def replay_name(record: str) -> str:
    """The name of the replay page of a record: `1-3-2`; an untrusted one cannot leave its folder."""
    return re.sub(r"[^0-9A-Za-z-]", "_", record.removeprefix("games/").removesuffix(".json"))[:80]


def standing_rows(tournament: Tournament, twice: _Same) -> list[dict[str, Any]]:
    """Points of games, ratings by likelihood and faults; in a cup by progress, then by points."""
    rated = ratings([_meeting(game) for game in tournament.games if game.record not in twice])
    games, points = _played(tournament.games)
    faults: dict[PlayerId, Counter[str]] = {player: Counter() for player in tournament.players}
    for game in tournament.games:
        if game.reason in _FAULTS and game.winner:
            guilty = game.second if game.winner == game.first else game.first
            faults[guilty][game.reason] += 1
    cup = tournament.settings.pairing_system.knock_out
    places = cup_places(tournament) if cup else dict.fromkeys(tournament.players, 0)
    order = sorted(rated, key=lambda player: (places[player], -points[player], -rated[player].elo, player))
    return [
        {
            "place": places[player] or rank,
            "id": player,
            "name": tournament.player(player).name,
            "points": points[player],
            "games": games[player],
            "elo": round(rated[player].elo, 1),
            "error": round(rated[player].error, 1),
            "faults": dict(faults[player]),
        }
        for rank, player in enumerate(order, start=1)
    ]


def _played(games: Iterable[GamePlayed]) -> tuple[Counter[PlayerId], dict[PlayerId, float]]:
    """Everybody's games and points; a repeated game counts here, but not in the ratings."""
    count: Counter[PlayerId] = Counter()
    points: dict[PlayerId, float] = {}
    for game in games:
        for player in (game.first, game.second):
            count[player] += 1
            made = 1.0 if game.winner == player else 0.0 if game.winner else 0.5
            points[player] = points.get(player, 0.0) + made
    return count, points


def _meeting(game: GamePlayed) -> RatedMeeting[PlayerId]:
    won, lost = game.winner == game.first, game.winner == game.second
    return RatedMeeting(game.first, game.second, int(won), int(not won and not lost), int(lost))
