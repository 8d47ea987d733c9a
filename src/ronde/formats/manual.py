"""A manual phase in words: the warnings by severity, and the round compared with the draw."""

from __future__ import annotations

from collections.abc import Sequence

from ronde.core.player import PlayerId
from ronde.core.tournament import Tournament
from ronde.i18n.door import say
from ronde.pairing.door import ManualReport, ManualWarning


def manual_text(tournament: Tournament, report: ManualReport, language: str) -> str:
    lines = [
        f"{say(f'manual.{one.severity}', language)}: {warning_text(tournament, one, language)}"
        for one in report.warnings
    ]
    return "\n".join([*lines, comparison_text(tournament, report, language)])


def comparison_text(tournament: Tournament, report: ManualReport, language: str) -> str:
    """The pairs that only the round has, and those that only the draw has."""
    if not report.made and not report.instead:
        return say("manual.as-drawn", language)
    made, instead = (meetings_text(tournament, one, language) for one in (report.made, report.instead))
    return say("manual.compared", language, made=made or "-", instead=instead or "-")


def warning_text(tournament: Tournament, warning: ManualWarning, language: str) -> str:
    """One warning as a sentence."""
    if warning.worse is not None:
        worse = warning.worse
        return say(
            "manual.worse",
            language,
            criterion=worse.criterion,
            meaning=say(f"lists.criterion-{worse.criterion}", language),
            bracket=f"{worse.bracket / 2:g}",
            here=worse.with_them,
            best=worse.best,
        )
    return say(
        f"manual.{warning.what}", language, pair=meetings_text(tournament, [warning.meeting], language)
    )


def meetings_text(
    tournament: Tournament, meetings: Sequence[tuple[PlayerId, PlayerId]], language: str
) -> str:
    """Pairs by their names; 0 is the bye."""
    bye = say("common.bye", language)
    names = [[tournament.player(one).full_name if one else bye for one in meeting] for meeting in meetings]
    return "; ".join(f"{first} – {second}" for first, second in names)
