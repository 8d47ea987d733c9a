"""Who is here, who is away and why, in words."""

from __future__ import annotations

from collections.abc import Iterable

from ronde.core.decide.rounds import absences
from ronde.core.player import Absence, PlayerId
from ronde.core.tournament import Round, Tournament
from ronde.i18n.door import listed, say

WITHOUT_ROW = (Absence.WITHDRAWN, Absence.OUT)
"""Who is gone for good, and of no interest to a list of one round."""


def state_text(tournament: Tournament, player: PlayerId, language: str) -> str:
    """Why a player misses the open round, else the rounds he will miss, else nothing."""
    reason = tournament.absence(player)
    if reason is not None:
        return _why(tournament, reason, language) + _since_when(tournament, player, language)
    if player in tournament.left:
        return say("lists.leaving", language)
    planned = _planned(tournament, player, language)
    return say("lists.away", language, rounds=", ".join(planned)) if planned else ""


def _since_when(tournament: Tournament, player: PlayerId, language: str) -> str:
    """Behind a pre-registration the round he is expected in."""
    expected = tournament.expected(player)
    return f", {say('lists.expected', language, round=expected)}" if expected else ""


def arrivals_text(tournament: Tournament, players: Iterable[PlayerId], language: str) -> str:
    """Whom the next draw brings in, as a sentence; nothing if nobody."""
    names = []
    for player in players:
        told = _since_when(tournament, player, language)
        names.append(f"{tournament.player(player).full_name} ({player}{told})")
    return say("lists.brings-in", language, players=listed(names, language)) if names else ""


def repeats_text(
    tournament: Tournament, pairs: Iterable[tuple[PlayerId, PlayerId, int]], language: str
) -> str:
    """The pairs a round robin taken up again repeats, as a sentence; nothing if there are none."""
    names = {number: card.full_name for number, card in tournament.players.items()}
    told = [
        say("lists.met-in", language, first=names[one], second=names[other], round=met)
        for one, other, met in pairs
    ]
    return say("lists.repeats", language, pairs=listed(told, language), count=len(told)) if told else ""


def _planned(tournament: Tournament, player: PlayerId, language: str) -> list[str]:
    """The rounds to come that he will miss, by reason, where there is one."""
    coming = range(tournament.open_round.number + 1, max(tournament.away, default=0) + 1)
    rounds: dict[Absence, list[str]] = {}
    for number in coming:
        if player in tournament.away.get(number, {}):
            rounds.setdefault(tournament.away[number][player], []).append(str(number))
    return [
        ", ".join(numbers) + ("" if reason is Absence.ABSENT else f" ({_why(tournament, reason, language)})")
        for reason, numbers in rounds.items()
    ]


def _why(tournament: Tournament, reason: Absence, language: str) -> str:
    """A reason in words; in Keizer, where it matters, whoever gives none is excused."""
    keizer = tournament.settings.pairing_system.season
    counted = Absence.EXCUSED if keizer and reason is Absence.ABSENT else reason
    return say(f"lists.absence-{counted.value}", language)


def away_lines(tournament: Tournament, played: Round, language: str) -> list[str]:
    """Who has a row of a Keizer round without a game, which is worth something; nothing in other systems."""
    drawn = played.closed or played.system or played.tables
    if not tournament.settings.pairing_system.season or not drawn:
        return []
    absent = played.absent if played.closed else absences(tournament)
    told = [
        f"    {tournament.player(player).full_name} ({player}): {_why(tournament, reason, language)}"
        for player, reason in absent.items()
        if reason not in WITHOUT_ROW
    ]
    return ["", say("lists.absent-ones", language), *told] if told else []
