"""Presence and absence in words."""

from __future__ import annotations

from collections.abc import Iterable

from ronde.core.player import Absence, PlayerId
from ronde.core.tournament import Round, Tournament
from ronde.formats.tables.rounds import absence_text, absentees_listing
from ronde.i18n.door import listed, say


def state_text(tournament: Tournament, player: PlayerId, language: str) -> str:
    """Why a player misses the open round, else the rounds he will miss, else nothing."""
    reason = tournament.absence(player)
    if reason is not None:
        return absence_text(tournament, reason, language) + _since_when(tournament, player, language)
    if player in tournament.left:
        return say("lists.leaving", language)
    planned = _planned(tournament, player, language)
    return say("lists.away", language, rounds=", ".join(planned)) if planned else ""


def _since_when(tournament: Tournament, player: PlayerId, language: str) -> str:
    """For a pre-registered player the round he is expected in."""
    expected = tournament.expected(player)
    return f", {say('lists.expected', language, round=expected)}" if expected else ""


def arrivals_text(tournament: Tournament, players: Iterable[PlayerId], language: str) -> str:
    """The players who join with the next pairing, as a sentence; empty if none."""
    names = []
    for player in players:
        since = _since_when(tournament, player, language)
        names.append(f"{tournament.player(player).full_name} ({player}{since})")
    return say("lists.brings-in", language, players=listed(names, language)) if names else ""


def robin_text(tournament: Tournament, language: str) -> str:
    """A sentence after round 1 if a Swiss of few players became a round robin."""
    small = tournament.settings.pairing_system.small_round_robin and len(tournament.closed_rounds) == 1
    if not small or not tournament.seats:
        return ""
    count = sum(map(bool, tournament.seats))
    return say("lists.became-robin", language, count=count, rounds=tournament.settings.rounds)


def repeats_text(
    tournament: Tournament, pairs: Iterable[tuple[PlayerId, PlayerId, int]], language: str
) -> str:
    """The pairs that a resumed round robin repeats, as a sentence; empty if none."""
    names = {number: card.full_name for number, card in tournament.players.items()}
    sentences = [
        say("lists.met-in", language, first=names[one], second=names[other], round=met)
        for one, other, met in pairs
    ]
    return (
        say("lists.repeats", language, pairs=listed(sentences, language), count=len(sentences))
        if sentences
        else ""
    )


def _planned(tournament: Tournament, player: PlayerId, language: str) -> list[str]:
    """The future rounds that he will miss, by reason, where there is one."""
    coming = range(tournament.open_round.number + 1, max(tournament.away, default=0) + 1)
    rounds: dict[Absence, list[str]] = {}
    for number in coming:
        if player in tournament.away.get(number, {}):
            rounds.setdefault(tournament.away[number][player], []).append(str(number))
    return [
        ", ".join(numbers)
        + ("" if reason is Absence.ABSENT else f" ({absence_text(tournament, reason, language)})")
        for reason, numbers in rounds.items()
    ]


def away_lines(tournament: Tournament, played: Round, language: str) -> list[str]:
    """The absent players of a Keizer round, who score points; nothing in other systems."""
    rows = absentees_listing(tournament, played, language, private=True).rows
    lines = [f"    {name.text} ({name.player}): {why.text}" for name, why in (row.cells for row in rows)]
    return ["", say("lists.absent-ones", language), *lines] if lines else []
