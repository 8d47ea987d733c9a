"""What a tournament of programs shows: bracket, matches, standings, results of every program."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any, Final

from ronde.app.desk import Desk
from ronde.arena.games import Game, page_name
from ronde.arena.referee.competition import leg_result
from ronde.arena.referee.game import Played
from ronde.arena.referee.roster import SESSION, Roster, has_match_score, missing, tally, winner
from ronde.arena.referee.series import played_game
from ronde.arena.sandbox import (
    Engine,
    EngineFault,
    InsideEngine,
    Jail,
    ProcessEngine,
    SessionEngine,
    Verdict,
    player_from,
    random_player,
)
from ronde.model.bracket import MAIN
from ronde.model.events import GamePlayed
from ronde.model.player import PlayerId
from ronde.model.schedule import CupSection, champion, cup_places, cup_sections, meetings, seeds
from ronde.model.schedule import Meeting as CupTie
from ronde.model.table import Table
from ronde.model.tournament import Round, Tournament, repeated_games
from ronde.standings.ratings import RatedMeeting, ratings

# What a tournament of programs shows: bracket or rounds, matches with their sums, standings with ratings.


_Same = Mapping[str, GamePlayed]
"""For repeated games, the first one."""
_FAULTS = frozenset(verdict.value for verdict in Verdict)


def scoreboard(tournament: Tournament, roster: Roster, *, over: bool) -> dict[str, Any]:
    """Plain data for the page, the terminal and JSON."""
    cup = tournament.settings.pairing_system.knock_out
    best = champion(tournament) if cup else None
    same = repeated_games(tournament.games)
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
    ties = {at: tie for at, tie in enumerate(meetings(tournament)) if not tie.void}
    parts = [(part, _columns(tournament, roster, same, part)) for part in cup_sections(ties)]
    main = next((columns for part, columns in parts if part.section.kind == MAIN), [])
    return {
        "bracket": main,
        "numbers": next((list(part.rounds) for part, _ in parts if part.section.kind == MAIN), []),
        "qualifying": any(tie["bye"] for tie in main[0]) if main else False,
        "double": tournament.settings.cup.double,
        "sections": [
            {
                "kind": part.section.kind,
                "first": part.section.first,
                "last": part.section.last,
                "numbers": list(part.rounds),
                "rounds": columns,
            }
            for part, columns in parts
            if part.section.kind != MAIN and any(any(tie["players"]) for ties in columns for tie in ties)
        ],
    }


def _columns(
    tournament: Tournament, roster: Roster, same: _Same, part: CupSection
) -> list[list[dict[str, Any]]]:
    """The ties of a section round by round, each with the ties that lead to it."""
    return [
        [{**_tie(tournament, roster, same, one), "feeds": list(map(list, feeds))} for one, feeds in column]
        for column in part.columns
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
    """Points of games, ratings by likelihood and faults, in the order of the strict ranking."""
    rated = ratings([_meeting(game) for game in tournament.games if game.record not in twice])
    games, points = _played(tournament.games)
    keys = _ranking_keys(tournament, rated, points)
    faults: dict[PlayerId, Counter[str]] = {player: Counter() for player in tournament.players}
    for game in tournament.games:
        if game.reason in _FAULTS and game.winner:
            guilty = game.second if game.winner == game.first else game.first
            faults[guilty][game.reason] += 1
    order = sorted(rated, key=keys.__getitem__)
    ties = ["", *(_tie_break(keys[one], keys[next_]) for one, next_ in pairwise(order))]
    return [
        {
            "place": int(keys[player][0]) or rank,
            "id": player,
            "name": tournament.player(player).name,
            "points": points[player],
            "games": games[player],
            "elo": round(rated[player].elo, 1),
            "error": round(rated[player].error, 1),
            "rated": rated[player].telling,
            "faults": dict(faults[player]),
            "rank": rank,
            "tie": ties[rank - 1],
        }
        for rank, player in enumerate(order, start=1)
    ]


RANKING: Final = ("", "points", "score", "time", "seed")
"""What decides a rank: the place in the cup, then points, scores and time as in a match, and the seed."""


def _ranking_keys(
    tournament: Tournament, players: Iterable[PlayerId], points: Mapping[PlayerId, float]
) -> dict[PlayerId, tuple[float, ...]]:
    """The values of `RANKING` for every player; the lowest ranks first."""
    cup = tournament.settings.pairing_system.knock_out
    places = cup_places(tournament) if cup else dict.fromkeys(tournament.players, 0)
    scores: Counter[PlayerId] = Counter()
    seconds: Counter[PlayerId] = Counter()
    for game in tournament.games:
        for one, sign in ((game.first, 1), (game.second, -1)):
            scores[one] += sign * (game.score[0] - game.score[1])
            seconds[one] += sign * (game.seconds[0] - game.seconds[1])
    return {one: (places[one], -points[one], -scores[one], -seconds[one], one) for one in players}


def _tie_break(above: tuple[float, ...], below: tuple[float, ...]) -> str:
    """What decided between two equal programs; empty if their places or, in a league, points differ."""
    at = next(at for at, (one, other) in enumerate(zip(above, below, strict=True)) if one != other)
    in_cup = above[0] > 0
    return RANKING[at] if at > 1 or (at == 1 and in_cup) else ""


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


# The results of a tournament of programs, one row each: place, rating, games, faults, time used.


@dataclass(frozen=True, slots=True)
class ProgramResult:
    place: int
    id: PlayerId
    name: str
    points: float
    rating: float | None
    """By maximum likelihood, around 0; None if there are too few games."""
    error: float | None
    """Half the 95 % interval of the rating."""
    games: int
    wins: int
    draws: int
    losses: int
    faults: Mapping[str, int]
    """How many games it lost at once, by kind of fault."""
    seconds: float
    """The time it used in all its games together."""
    median_ms: float | None
    slowest_ms: float | None
    rank: int = 0
    """Strict: no two programs have the same."""
    tie: str = ""
    """What decided between it and the equal program before it, of `RANKING`."""

    def to_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__} | {"faults": dict(self.faults)}


def program_results(desk: Desk) -> list[ProgramResult]:
    score = _score(desk.tournament.games)
    times = _times(desk)
    played = {row["id"]: row for row in standing_rows(desk.tournament, repeated_games(desk.tournament.games))}
    absent = [player for player in desk.tournament.players if player not in played]
    last = len(played) + 1
    idle = [_unplayed(desk, player, last, at) for at, player in enumerate(absent, last)]
    return [_row(row, score[player], times.get(player, [])) for player, row in played.items()] + idle


def _row(standing: Mapping[str, Any], score: Counter[str], times: list[float]) -> ProgramResult:
    return ProgramResult(
        place=standing["place"],
        id=standing["id"],
        name=standing["name"],
        points=standing["points"],
        rating=standing["elo"] if standing["rated"] else None,
        error=standing["error"] if standing["rated"] else None,
        games=score.total(),
        wins=score["wins"],
        draws=score["draws"],
        losses=score["losses"],
        faults=standing["faults"],
        seconds=round(sum(times) / 1000, 3),
        median_ms=round(median(times), 1) if times else None,
        slowest_ms=round(max(times), 1) if times else None,
        rank=standing["rank"],
        tie=standing["tie"],
    )


def _unplayed(desk: Desk, player: PlayerId, place: int, rank: int) -> ProgramResult:
    name = desk.tournament.player(player).name
    tie = "seed" if rank > place else ""
    return ProgramResult(place, player, name, 0.0, None, None, 0, 0, 0, 0, {}, 0.0, None, None, rank, tie)


def _score(games: Iterable[GamePlayed]) -> dict[PlayerId, Counter[str]]:
    score: dict[PlayerId, Counter[str]] = {}
    for game in games:
        for player in (game.first, game.second):
            kind = "draws" if not game.winner else "wins" if game.winner == player else "losses"
            score.setdefault(player, Counter())[kind] += 1
    return score


def _times(desk: Desk) -> dict[PlayerId, list[float]]:
    """The milliseconds of every answer of each program, without what a busy machine took."""
    times: dict[PlayerId, list[float]] = {}
    for game, played in stored_games(desk):
        for answer in (answer for ply in played.record.plies for answer in ply):
            player = (game.first, game.second)[answer.side - 1]
            times.setdefault(player, []).append(max(0.0, answer.milliseconds - answer.taken))
    return times


def stored_games(desk: Desk) -> Iterator[tuple[GamePlayed, Played]]:
    """Every game that was stored with its record, in the order in which they were played."""
    for game in desk.tournament.games:
        played = played_game(desk, game.record)
        if played is not None:
            yield game, played


# Opening the engines that a command line names.


def open_engine(text: str, game: Game[Any], jail: Jail, *, seed: int = 0, name: str = "") -> Engine:
    """The engine of `./program`, `session:./program`, `python:./file.py` or `builtin:random`."""
    kind, colon, rest = text.partition(":")
    if colon and kind == "builtin":
        if rest != "random":
            raise EngineFault(Verdict.START, f"missing {rest}")
        return InsideEngine(name or "random", random_player(game, seed))
    if colon and kind == "python":
        return InsideEngine(name or Path(rest).stem, player_from(Path(rest)))
    if colon and kind == "session":
        return SessionEngine(Path(rest), jail, name=name)
    path = Path(text)
    if path.name.endswith(SESSION):
        return SessionEngine(path, jail, name=name or path.name.removesuffix(SESSION))
    return ProcessEngine(path, jail, name=name)
