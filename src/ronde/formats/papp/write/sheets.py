"""The rounds of one player (papp 3.6)."""

from __future__ import annotations

from ronde.core.player import PlayerId
from ronde.core.tournament import Tournament
from ronde.formats.papp.edition import Edition
from ronde.formats.papp.write.figures import difference, digits, discs, points, total_difference
from ronde.scoring.door import RoundLine, sheet


def sheet_list(tournament: Tournament, edition: Edition, player: PlayerId) -> str:
    """The rounds of a player, and his total."""
    own = sheet(tournament, player)
    board = tournament.settings.board
    rounds = len(own.lines)
    name = f"{own.player.full_name} ({player})"
    total = total_difference(own.discs, rounds, board) if board.relative else discs(own.discs, board)
    lines = [edition.say("sheet", player=name, round=rounds), ""]
    lines += [_line(tournament, edition, line) for line in own.lines]
    lines += ["", edition.say("sheet-total", points=points(own.half_points), rounds=rounds, discs=total)]
    lines += [] if own.present else [edition.say("sheet-left")]
    lines += [f"--> {own.player.comment}"] if own.player.comment else []
    return "".join(f"{line}\n" for line in lines)


def _line(tournament: Tournament, edition: Edition, line: RoundLine) -> str:
    """One round; empty for a bye and an absence."""
    if line.result is None:
        return f"{line.round:3d}."
    board = tournament.settings.board
    names = edition.colours(board)
    colour = names[0 if line.first else 1].ljust(max(map(len, names)))
    if board.relative:
        score = difference(line.result, board)
    else:
        mark = " =+"[line.half_points]
        score = f"{mark} {discs(line.result.first, board)}"
    opponent = tournament.player(line.opponent)
    return f"{line.round:3d}. {colour}  {score:<{digits(board) + 6}}{opponent.full_name} ({line.opponent})"
