"""The sheet of one player (papp 3.6)."""

from __future__ import annotations

from ronde.core.player import PlayerId
from ronde.core.tournament import Tournament
from ronde.formats.papp.edition import Edition
from ronde.formats.papp.write.figures import difference, digits, discs, points, total_difference
from ronde.scoring.door import RoundLine, sheet


def sheet_list(tournament: Tournament, edition: Edition, player: PlayerId) -> str:
    """What a player did, round by round, and in all."""
    found = sheet(tournament, player)
    board = tournament.settings.board
    rounds = len(found.lines)
    name = f"{found.player.full_name} ({player})"
    total = total_difference(found.discs, rounds, board) if board.relative else discs(found.discs, board)
    lines = [edition.say("sheet", player=name, round=rounds), ""]
    lines += [_line(tournament, edition, line) for line in found.lines]
    lines += ["", edition.say("sheet-total", points=points(found.half_points), rounds=rounds, discs=total)]
    lines += [] if found.present else [edition.say("sheet-left")]
    lines += [f"--> {found.player.comment}"] if found.player.comment else []
    return "".join(f"{line}\n" for line in lines)


def _line(tournament: Tournament, edition: Edition, line: RoundLine) -> str:
    """One round; a bye and an absence leave it empty."""
    if line.result is None:
        return f"{line.round:3d}."
    board = tournament.settings.board
    names = edition.colours(board)
    colour = names[0 if line.first else 1].ljust(max(map(len, names)))
    if board.relative:
        told = difference(line.result, board)
    else:
        mark = " =+"[line.half_points]
        told = f"{mark} {discs(line.result.first, board)}"
    opponent = tournament.player(line.opponent)
    return f"{line.round:3d}. {colour}  {told:<{digits(board) + 6}}{opponent.full_name} ({line.opponent})"
