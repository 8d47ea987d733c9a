"""The bracket of a cup as a drawing: every section with its matches, and the place of each box."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from ronde.core.bracket import Section
from ronde.core.cup import Meeting, Slot, champion, feeders, meetings, seeds, winner
from ronde.core.events import GamePlayed
from ronde.core.player import PlayerId
from ronde.core.result import write_number
from ronde.core.table import Table
from ronde.core.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Match:
    """One match: both sides, its state, and its games from both sides."""

    round: int
    players: tuple[Slot, Slot]
    scores: tuple[str, str] = ("", "")
    winner: Slot = None
    table: int = 0
    games: tuple[GamePlayed, ...] = ()
    bye: bool = False
    feeds: tuple[tuple[int, int], ...] = ()
    """Column and row of the matches whose winners meet here."""

    @property
    def kind(self) -> Literal["", "on", "alone"]:
        """Whether it is being played, or has a bye."""
        return "alone" if self.bye else "on" if self.table and not self.winner else ""


@dataclass(frozen=True, slots=True)
class BracketSection:
    """A section of a cup: its columns, one a round."""

    section: Section
    rounds: tuple[int, ...]
    columns: tuple[tuple[Match, ...], ...]

    @property
    def qualifying(self) -> bool:
        """Whether players have a bye in the first round."""
        return any(match.bye for match in self.columns[0])


@dataclass(frozen=True, slots=True)
class BracketDrawing:
    """A whole cup: its sections, the seeds, and who won it."""

    parts: tuple[BracketSection, ...]
    seeds: dict[PlayerId, int]
    champion: PlayerId | None


def bracket(tournament: Tournament) -> BracketDrawing:
    """The bracket including future rounds; once the cup is decided, without a second final not needed."""
    best = champion(tournament)
    by_place = {at: one for at, one in enumerate(meetings(tournament)) if not best or any(one.players)}
    sections = dict.fromkeys(one.tie.section for one in by_place.values())
    parts = tuple(_part(tournament, by_place, section) for section in sections)
    return BracketDrawing(parts, seeds(tournament), best)


def _part(tournament: Tournament, by_place: dict[int, Meeting], section: Section) -> BracketSection:
    mine = {at: one for at, one in by_place.items() if one.tie.section == section}
    rounds = tuple(sorted({one.tie.round for one in mine.values()}))
    fed = feeders(mine)
    columns = tuple(
        tuple(_match(tournament, mine[at], fed[at]) for at in mine if mine[at].tie.round == number)
        for number in rounds
    )
    return BracketSection(section, rounds, columns)


def _match(tournament: Tournament, one: Meeting, feeds: tuple[tuple[int, int], ...]) -> Match:
    number, (first, second) = one.tie.round, one.players
    played = tournament.rounds[number - 1] if number <= len(tournament.rounds) else None
    table = played.table_of(first) if played is not None and first is not None else None
    if first is None or second is None or table is None or second not in table.pair:
        return Match(number, one.players, winner=one.winner, bye=one.bye, feeds=feeds)
    games = tournament.games_between(number, first, second)
    won = one.winner if one.settled else winner(tournament, table) if table.result is not None else None
    return Match(number, one.players, _scores(table, games, first), won, table.number, games, feeds=feeds)


def _scores(table: Table, games: tuple[GamePlayed, ...], one: PlayerId) -> tuple[str, str]:
    """Points of the games, or the result of the only one, the upper player's first."""
    if games:
        halves = [2 if game.winner == one else 0 if game.winner else 1 for game in games]
        return write_number(sum(halves) / 2), write_number(sum(2 - half for half in halves) / 2)
    if table.result is None:
        return "", ""
    result = table.result if table.first == one else table.result.swapped
    return write_number(result.first), write_number(result.second)


def bracket_data(drawn: BracketDrawing) -> dict[str, Any]:
    """The bracket as plain data."""
    return {
        "champion": drawn.champion,
        "seeds": [{"player": player, "seed": seed} for player, seed in drawn.seeds.items()],
        "sections": [
            {
                "kind": part.section.kind,
                "first": part.section.first,
                "last": part.section.last,
                "ties": [_match_data(match) for column in part.columns for match in column],
            }
            for part in drawn.parts
        ],
    }


def _match_data(match: Match) -> dict[str, Any]:
    return {
        "round": match.round,
        "players": list(match.players),
        "scores": list(match.scores),
        "winner": match.winner,
        "table": match.table or None,
        "bye": match.bye,
        "games": [game.record.removeprefix("games/").removesuffix(".json") for game in match.games],
    }
