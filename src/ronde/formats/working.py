"""How tie-breaks of C.07 are computed, as text and as data."""

from __future__ import annotations

from collections.abc import Mapping

from ronde.core.player import PlayerId
from ronde.core.result import write_number
from ronde.core.systems import Ranking
from ronde.core.tournament import Tournament
from ronde.formats.shown import shown_number, who
from ronde.i18n.door import figures, say
from ronde.scoring.door import Standings, WorkedRound, Working, workings

Workings = Mapping[PlayerId, Mapping[str, Working]]


def workings_of(tournament: Tournament, upto: int | None = None) -> Workings:
    """The computation of everybody's tie-breaks; nothing where C.07 does not rank."""
    ranked = tournament.settings.pairing_system.ranking is Ranking.FIDE
    return workings(tournament, upto) if ranked else {}


def working_text(tournament: Tournament, table: Standings, language: str) -> list[str]:
    """All players of some standings, a line for each tie-break."""
    by_player = workings_of(tournament, table.after)
    if not by_player:
        return []
    lines = []
    for row in table.rows:
        lines += ["", who(tournament, row.player)]
        lines += [f"  {line}" for line in working_lines(by_player[row.player], row.tiebreaks, language)]
    return [*lines, "", say("lists.working", language)] if lines else []


def working_lines(worked: Mapping[str, Working], values: Mapping[str, float], language: str) -> list[str]:
    """One line for each tie-break: its value, and the rounds it comes from."""
    return [
        f"{say(f'lists.tiebreak-{name}', language)} {_figure(values.get(name, 0.0), language)}"
        f"{_of(working, language)}"
        for name, working in worked.items()
    ]


def _of(working: Working, language: str) -> str:
    parts = [_part(one, language) for one in working.rounds]
    if not parts:
        return ""
    return " = Ø " + ", ".join(parts) if working.mean else " = " + " + ".join(parts)


def _part(one: WorkedRound, language: str) -> str:
    sentence = say("lists.working-round", language, round=one.round, amount=_figure(one.amount, language))
    return f"[{sentence}]" if one.cut else sentence


def _figure(amount: float, language: str) -> str:
    return figures(shown_number(amount, ""), language) if amount != int(amount) else write_number(amount)
