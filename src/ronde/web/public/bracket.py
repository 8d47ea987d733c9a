"""The bracket of a cup as a drawing: every section with its ties, and where each box stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ronde.core.bracket import Section
from ronde.core.cup import Meeting, Slot, champion, meetings, seeds, winner
from ronde.core.events import GamePlayed
from ronde.core.player import PlayerId
from ronde.core.result import write_number
from ronde.core.table import Table
from ronde.core.tournament import Tournament

WIDTH, HEIGHT, GAP, STEP = 250, 46, 24, 66
"""Of a box, of the way to the next column, and from one box to the next below it."""
TOP = 26


@dataclass(frozen=True, slots=True)
class Match:
    """One tie as people see it: both sides, how it stands, and its games, home and away."""

    round: int
    players: tuple[Slot, Slot]
    scores: tuple[str, str] = ("", "")
    winner: Slot = None
    table: int = 0
    games: tuple[GamePlayed, ...] = ()
    bye: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A match with its place in the drawing."""

    match: Match
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class BracketSection:
    """A section of a cup: its columns, one a round, and the lines between them."""

    section: Section
    rounds: tuple[int, ...]
    columns: tuple[tuple[Box, ...], ...]
    ways: tuple[str, ...]

    @property
    def width(self) -> int:
        """Of the drawing."""
        return len(self.columns) * (WIDTH + GAP) - GAP + 2

    @property
    def height(self) -> int:
        """Of the drawing."""
        return TOP + max(len(column) for column in self.columns) * STEP

    @property
    def qualifying(self) -> bool:
        """Whether somebody goes on from the first round without an opponent."""
        return any(box.match.bye for box in self.columns[0])


@dataclass(frozen=True, slots=True)
class BracketDrawing:
    """A whole cup: its sections, the seeds, and who won it."""

    parts: tuple[BracketSection, ...]
    seeds: dict[PlayerId, int]
    champion: PlayerId | None


def bracket(tournament: Tournament) -> BracketDrawing:
    """The cup as it stands, rounds to come included; once it is won, without a final that nobody replays."""
    best = champion(tournament)
    found = {at: one for at, one in enumerate(meetings(tournament)) if not best or any(one.players)}
    sections = dict.fromkeys(one.tie.section for one in found.values())
    parts = tuple(_part(tournament, found, section) for section in sections)
    return BracketDrawing(parts, seeds(tournament), best)


def _part(tournament: Tournament, found: dict[int, Meeting], section: Section) -> BracketSection:
    mine = {at: one for at, one in found.items() if one.tie.section == section}
    rounds = tuple(sorted({one.tie.round for one in mine.values()}))
    by_round = {number: [at for at in mine if mine[at].tie.round == number] for number in rounds}
    tallest = max(map(len, by_round.values()))
    boxes: dict[int, Box] = {}
    for place, number in enumerate(rounds):
        ties = by_round[number]
        for row, at in enumerate(ties):
            middle = (2 * row + 1) * tallest * STEP // (2 * len(ties))
            match = _match(tournament, mine[at])
            boxes[at] = Box(match, 1 + place * (WIDTH + GAP), TOP + middle - STEP // 2)
    columns = tuple(tuple(boxes[at] for at in by_round[number]) for number in rounds)
    return BracketSection(section, rounds, columns, tuple(_ways(mine, boxes)))


def _ways(mine: dict[int, Meeting], boxes: dict[int, Box]) -> list[str]:
    """The lines from each box to the one its winner goes on to, as paths."""
    lines = []
    for at, one in mine.items():
        for side in one.tie.sides:
            if side.tie in boxes and side.won:
                start, aim = boxes[side.tie], boxes[at]
                begin = f"M{start.x + WIDTH} {start.y + HEIGHT // 2}"
                lines.append(f"{begin}H{aim.x - GAP // 2}V{aim.y + HEIGHT // 2}H{aim.x}")
    return lines


def _match(tournament: Tournament, one: Meeting) -> Match:
    number, (first, second) = one.tie.round, one.players
    played = tournament.rounds[number - 1] if number <= len(tournament.rounds) else None
    table = played.table_of(first) if played is not None and first is not None else None
    if first is None or second is None or table is None or second not in table.pair:
        return Match(number, one.players, winner=one.winner, bye=one.bye)
    games = tournament.games_between(number, first, second)
    won = one.winner if one.settled else winner(tournament, table) if table.result is not None else None
    return Match(number, one.players, _scores(table, games, first), won, table.number, games)


def _scores(table: Table, games: tuple[GamePlayed, ...], one: PlayerId) -> tuple[str, str]:
    """Points of the games, or the result of the only one, the upper player's first."""
    if games:
        halves = [2 if game.winner == one else 0 if game.winner else 1 for game in games]
        return write_number(sum(halves) / 2), write_number(sum(2 - half for half in halves) / 2)
    if table.result is None:
        return "", ""
    told = table.result if table.first == one else table.result.swapped
    return write_number(told.first), write_number(told.second)


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
                "ties": [_match_data(box.match) for column in part.columns for box in column],
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
