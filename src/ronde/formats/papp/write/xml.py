"""`rounds.xml` and `stand###.xml`, always well-formed (papp 3.8)."""

from __future__ import annotations

import re
from datetime import datetime
from html import escape

from ronde.core.player import PlayerId
from ronde.core.result import Board
from ronde.core.table import Table
from ronde.core.tournament import Round, Tournament
from ronde.formats.papp.edition import Edition
from ronde.formats.papp.write.figures import discs, points, tiebreak
from ronde.formats.papp.write.lists import without_game
from ronde.formats.papp.write.ranking import broken
from ronde.formats.papp.write.tables import tables_now
from ronde.scoring.door import Row, standings

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
        _element("TieBreak", tiebreak(broken(row))),
        _element("Name", card.full_name),
        _element("Id", row.player),
    ]
    inner += [_element("Country", card.country)] if card.country else []
    return ["\t\t\t<Player>", *(f"\t\t\t\t{line}" for line in inner), "\t\t\t</Player>"]
