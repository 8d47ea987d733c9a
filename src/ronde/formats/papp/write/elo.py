"""The file for the rating list: players, games round by round, added games (papp 3.11)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from ronde.core.player import PlayerId
from ronde.core.tournament import Round, Tournament
from ronde.formats.papp.edition import Edition
from ronde.formats.papp.write.figures import discs
from ronde.scoring.door import Row, standings


@dataclass(frozen=True, slots=True)
class AddedGame:
    """A game outside the rounds, such as a final."""

    first: PlayerId
    first_score: float
    second: PlayerId
    second_score: float


@dataclass(frozen=True, slots=True)
class EloSlip:
    """The data for the rating officer besides the games; an empty field becomes `??`."""

    country: str = ""
    date: str = ""
    sender: str = ""
    added: tuple[AddedGame, ...] = ()


def elo_file(tournament: Tournament, edition: Edition, at: datetime, slip: EloSlip | None = None) -> str:
    """All games of the closed rounds, black first."""
    filled = slip or EloSlip()
    head = (
        f"%%Tournament: {tournament.name}\n%%Country: {filled.country or '??'}\n"
        f"%%Date: {filled.date or tournament.date}\n%%Sender: {filled.sender or '??'}\n\n"
        f"%%Creator: {edition.creator}\n%%CreationDate: {at:%Y/%m/%d %H:%M}\n\n"
        "%        ID, NAME, Firstname, COUNTRY, score, disc-count, rating\n"
    )
    people = "".join(_person(tournament, row) for row in standings(tournament).rows)
    rounds = "\n".join(_round(tournament, played) for played in tournament.closed_rounds)
    added = "".join(
        _game(tournament, one.first, one.first_score, one.second, one.second_score) for one in filled.added
    )
    return f"{head}{people}\n\n\n{rounds}\n\n%%Added results\n{added}"


def _person(tournament: Tournament, row: Row) -> str:
    card = tournament.player(row.player)
    mark = "+" if card.new else " "
    half = ".5" if row.half_points % 2 else ""
    return (
        f"%_% {mark}{row.player:6d}, {card.name}, {card.first_name}, {card.country}, "
        f"{row.half_points // 2:2d}{half}, {discs(row.discs, tournament.settings.board)}, {card.rating}\n"
    )


def _round(tournament: Tournament, played: Round) -> str:
    """The games in order of creation, which is the order of the tables' mapping."""
    games = [
        _game(tournament, table.first, table.result.first, table.second, table.result.second)
        for table in played.tables.values()
        if table.result is not None and table.result.over_the_board
    ]
    return f"%Round: {played.number}\n\n{''.join(games)}"


def _game(tournament: Tournament, first: PlayerId, ours: float, second: PlayerId, theirs: float) -> str:
    board = tournament.settings.board
    mark = "=" if ours == theirs else ">" if ours > theirs else "<"
    return f"{first:6d} ({discs(ours, board)}){mark}({discs(theirs, board)}) {second:6d} B\n"


def elo_name(date: str, subfolder: str) -> str:
    """The name PAPP offers: the date turned round and the subfolder.

    >>> elo_name("15/06/2024", "Open_2024"), elo_name("15/06/2024", "")
    ('20240615_Open_2024.ELO', '20240615.ELO')
    """
    turned = "".join(reversed(date.split("/")))
    return f"{'_'.join(part for part in (turned, subfolder) if part)}.ELO"
