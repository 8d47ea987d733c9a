"""`rounds.xml` and `stand###.xml`, and the file for the rating list (papp 3.8 and 3.11)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from html import escape

from ronde.formats.papp.lists import Edition, discs, first_tiebreak, points, tiebreak, without_game
from ronde.formats.papp.to_tournament import tables_now
from ronde.model.player import PlayerId
from ronde.model.result import Board
from ronde.model.table import Table
from ronde.model.tournament import Round, Tournament
from ronde.systems import Row, standings

# `rounds.xml` and `stand###.xml`, always well-formed (papp 3.8).


_ROUNDS_GRAMMAR = """\
<!ELEMENT Tournament (Name,Rounds)>
<!ELEMENT Rounds (Round*)>

<!ELEMENT Round (Number, Pairs, NotPairedPlayers)>

<!ELEMENT Pairs (Pair*)>
<!ELEMENT NotPairedPlayers (NotPairedPlayer*)>

<!ELEMENT Pair (Table?, BlackPlayer, WhitePlayer)>

<!ELEMENT BlackPlayer (Name, Id?, Score?)>
<!ELEMENT WhitePlayer (Name, Id?, Score?)>

<!ELEMENT NotPairedPlayer (Name, Id?)>

<!ELEMENT Name (#PCDATA)>
<!ELEMENT Number (#PCDATA)>

<!ELEMENT Table (#PCDATA)>
<!ELEMENT Id (#PCDATA)>
<!ELEMENT Score (#PCDATA)>
"""
_STANDINGS_GRAMMAR = """\
<!ELEMENT Tournament (Name,Standing)>
<!ELEMENT Standing (Number, Players)>
<!ELEMENT Players (Player*)>
<!ELEMENT Player (HasLeftTournament?, Place, Points, TieBreak?, Name, Id?, Country?)>
<!ELEMENT HasLeftTournament EMPTY>
<!ELEMENT Name (#PCDATA)>
<!ELEMENT Number (#PCDATA)>
<!ELEMENT Place (#PCDATA)>
<!ELEMENT Points (#PCDATA)>
<!ELEMENT TieBreak (#PCDATA)>
<!ELEMENT Id (#PCDATA)>
<!ELEMENT Country (#PCDATA)>
"""
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def rounds_xml(
    tournament: Tournament, edition: Edition, at: datetime, upto: int | None = None, scored: int | None = None
) -> str:
    """All rounds up to the open one, or to `upto`.

    PAPP sorts the tables of all rounds but the first by the current scores, those after `scored` rounds; with
    another profile every table keeps its number.
    """
    last = upto or tournament.open_round.number
    known = len(tournament.closed_rounds) if scored is None else scored
    lines = ["\t<Rounds>"]
    for number in range(1, last + 1):
        lines += _round(tournament, tournament.round(number), known)
    lines.append("\t</Rounds>")
    return _document(tournament, edition, at, _ROUNDS_GRAMMAR, lines)


def _document(tournament: Tournament, edition: Edition, at: datetime, grammar: str, lines: list[str]) -> str:
    return (
        "<?xml version='1.0' encoding='UTF-8'?>\n"
        f"<!DOCTYPE Tournament [\n{grammar}]>\n\n\n"
        f"<!-- Creator: {edition.creator} -->\n<!-- CreationDate: {at:%Y/%m/%d %H:%M} -->\n\n"
        f"<Tournament>\n\t{_element('Name', tournament.name)}\n"
        + "".join(f"{line}\n" for line in lines)
        + "</Tournament>\n"
    )


def _element(name: str, value: object) -> str:
    return f"<{name}>{escape(_ILLEGAL.sub('', str(value)), quote=False)}</{name}>"


def _round(tournament: Tournament, played: Round, scored: int) -> list[str]:
    if tournament.settings.profile == "papp":
        tables = list(enumerate(tables_now(tournament, played.number, scored), start=1))
    else:
        tables = [(table.number, table) for table in played]
    lines = ["\t\t<Round>", f"\t\t\t{_element('Number', played.number)}", "\t\t\t<Pairs>"]
    for number, table in tables:
        lines += _pair(tournament, number, table)
    lines.append("\t\t\t</Pairs>")
    lines += _not_paired(tournament, without_game(tournament, played))
    return [*lines, "\t\t</Round>"]


def _pair(tournament: Tournament, number: int, table: Table) -> list[str]:
    result, board = table.result, tournament.settings.board
    scores = (None, None) if result is None else (result.first, result.second)
    return [
        "\t\t\t\t<Pair>",
        f"\t\t\t\t\t{_element('Table', number)}",
        *_side(tournament, "BlackPlayer", table.first, scores[0], board),
        *_side(tournament, "WhitePlayer", table.second, scores[1], board),
        "\t\t\t\t</Pair>",
    ]


def _side(
    tournament: Tournament, side: str, player: PlayerId, score: float | None, board: Board
) -> list[str]:
    known = [] if score is None else [_element("Score", discs(score, board))]
    inner = [_element("Name", tournament.player(player).full_name), _element("Id", player), *known]
    return [f"\t\t\t\t\t<{side}>", *(f"\t\t\t\t\t\t{line}" for line in inner), f"\t\t\t\t\t</{side}>"]


def _not_paired(tournament: Tournament, players: tuple[PlayerId, ...]) -> list[str]:
    if not players:
        return ["\t\t\t<NotPairedPlayers />"]
    lines = ["\t\t\t<NotPairedPlayers>"]
    for player in players:
        lines += [
            "\t\t\t\t<NotPairedPlayer>",
            f"\t\t\t\t\t{_element('Name', tournament.player(player).full_name)}",
            f"\t\t\t\t\t{_element('Id', player)}",
            "\t\t\t\t</NotPairedPlayer>",
        ]
    return [*lines, "\t\t\t</NotPairedPlayers>"]


def standings_xml(tournament: Tournament, edition: Edition, at: datetime, upto: int | None = None) -> str:
    """The standings after some closed rounds, or after all."""
    table = standings(tournament, upto)
    lines = ["\t<Standing>", f"\t\t{_element('Number', table.after)}", "\t\t<Players>"]
    for row in table.rows:
        lines += _standing(tournament, row)
    lines += ["\t\t</Players>", "\t</Standing>"]
    return _document(tournament, edition, at, _STANDINGS_GRAMMAR, lines)


def _standing(tournament: Tournament, row: Row) -> list[str]:
    card = tournament.player(row.player)
    inner = ["<HasLeftTournament />"] if tournament.has_left(row.player) else []
    inner += [
        _element("Place", row.place),
        _element("Points", points(row.half_points)),
        _element("TieBreak", tiebreak(first_tiebreak(row))),
        _element("Name", card.full_name),
        _element("Id", row.player),
    ]
    inner += [_element("Country", card.country)] if card.country else []
    return ["\t\t\t<Player>", *(f"\t\t\t\t{line}" for line in inner), "\t\t\t</Player>"]


# The file for the rating list: players, games round by round, added games (papp 3.11).


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
    """All games of the closed rounds, black first; those of a final are added games, as in PAPP."""
    filled = slip or EloSlip()
    final = tournament.final
    before = len(tournament.closed_rounds) if final is None else final.round - 1
    head = (
        f"%%Tournament: {tournament.name}\n%%Country: {filled.country or '??'}\n"
        f"%%Date: {filled.date or tournament.date}\n%%Sender: {filled.sender or '??'}\n\n"
        f"%%Creator: {edition.creator}\n%%CreationDate: {at:%Y/%m/%d %H:%M}\n\n"
        "%        ID, NAME, Firstname, COUNTRY, score, disc-count, rating\n"
    )
    people = "".join(_person(tournament, row) for row in standings(tournament).rows)
    rounds = "\n".join(
        f"%Round: {played.number}\n\n{_games(tournament, played)}"
        for played in tournament.closed_rounds[:before]
    )
    games = "".join(_games(tournament, played) for played in tournament.closed_rounds[before:])
    added = games + "".join(
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


def _games(tournament: Tournament, played: Round) -> str:
    """The games in order of creation, which is the order of the tables' mapping."""
    return "".join(
        _game(tournament, table.first, table.result.first, table.second, table.result.second)
        for table in played.tables.values()
        if table.result is not None and table.result.over_the_board
    )


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
