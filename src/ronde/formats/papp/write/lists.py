"""Pairing and result lists (papp 3.6)."""

from __future__ import annotations

from collections.abc import Callable

from ronde.core.player import Player, PlayerId
from ronde.core.tournament import Round, Tournament
from ronde.formats.papp.edition import Edition
from ronde.formats.papp.write.figures import score


def pairings(
    tournament: Tournament, edition: Edition, number: int | None = None, *, scores: bool = True
) -> str:
    """The tables of a round, by default the open one, with the scores known so far or without any."""
    return _list(tournament, edition, "pairings", number, scores=scores)


def results(tournament: Tournament, edition: Edition, number: int | None = None) -> str:
    """The tables of a round under the title of results."""
    return _list(tournament, edition, "results", number)


def heading(tournament: Tournament, title: str) -> str:
    """The first lines of every list."""
    return f"*** {tournament.name} ***\n\n{title}\n\n"


def _list(
    tournament: Tournament, edition: Edition, title: str, number: int | None, *, scores: bool = True
) -> str:
    played = tournament.round(number or tournament.open_round.number)
    idle = without_game(tournament, played)
    state = edition.say("incomplete") if len(idle) > 1 else ""
    half = _half(tournament, edition)
    board = tournament.settings.board
    lines = []
    for table in played:
        known = f"  {score(table.result, board)}" if scores and table.result is not None else ""
        lines.append(f"{table.number:2d}  {half(table.first)} -- {half(table.second)}{known}\n")
    lines.append("\n")
    lines += [f" {half(player)}\n" for player in idle]
    return heading(tournament, edition.say(title, round=played.number, state=state)) + "".join(lines)


def without_game(tournament: Tournament, played: Round) -> tuple[PlayerId, ...]:
    """Who is present in the round without a table, in order of registration."""
    if not played.closed:
        return tournament.unpaired
    return tuple(player for player in tournament.players if player in played.byes)


def _half(tournament: Tournament, edition: Edition) -> Callable[[PlayerId], str]:
    """One side of a table, as wide as the longest registered name, absent players included."""
    label = _name if edition.before_1_37 else _name_with_country
    cards = tournament.players
    width = max((len(f"{label(card)} ({number})") for number, card in cards.items()), default=0)
    if not edition.before_1_37:
        width += 1

    def half(player: PlayerId) -> str:
        name = label(cards[player])
        return name + f"({player})".rjust(width - len(name))

    return half


def _name(card: Player) -> str:
    return card.full_name


def _name_with_country(card: Player) -> str:
    return f"{card.full_name} {{{card.country}}}" if card.country else card.full_name
