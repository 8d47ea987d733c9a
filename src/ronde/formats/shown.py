"""Scores, numbers, names and colours in the form that all lists use."""

from __future__ import annotations

from ronde.core.player import PlayerId
from ronde.core.result import Kind, Result, write_number
from ronde.core.settings import Settings
from ronde.core.tournament import Tournament
from ronde.i18n.door import figures, say


def who(tournament: Tournament, player: PlayerId) -> str:
    return f"{tournament.player(player).full_name} ({player})"


def shown_score(result: Result, language: str, *, relative: bool = False) -> str:
    """A result in its usual notation, or the difference where lists are relative."""
    scores = f"{write_number(result.first)}-{write_number(result.second)}"
    if result.first == result.second == 0.5:  # a game without discs
        scores = "½-½"
    if relative:
        scores = signed(result.first - result.second)
    scores = figures(scores, language)
    if result.kind is Kind.PLAYED:
        return scores
    word = say(f"lists.{result.kind.value}", language)
    return f"{scores} {word}" if result.kind is Kind.FORFEIT else word


def signed(difference: float) -> str:
    """A difference with its sign; zero is `=`."""
    return (
        f"+{write_number(difference)}" if difference > 0 else write_number(difference) if difference else "="
    )


def game_score(tournament: Tournament, result: Result, language: str) -> str:
    """A result of this tournament: both scores, or the difference if its lists are relative."""
    return shown_score(result, language, relative=tournament.settings.board.relative)


def own_score(score: str, own: float, total: int) -> str:
    """A score as it is shown, without the other side's where that is the rest of all discs.

    >>> own_score("48-16", 48, 64), own_score("48-10", 48, 64), own_score("-64", 0, 64)
    ('48', '48-10', '-64')
    """
    mine, _, other = score.partition("-")
    return mine if mine and other == write_number(total - own) else score


def shown_number(value: float, tiebreak: str = "brightwell") -> str:
    """A tie-break: two decimals at most; PAPP truncates its own to one (papp 8)."""
    if tiebreak == "brightwell":
        return write_number(int((value + 0.049999) * 10) / 10)
    return write_number(round(value, 2))


def shown_tiebreaks(settings: Settings) -> list[str]:
    """The tie-breaks worth a column: with the constant 0 Brightwell equals the discs."""
    ties = settings.tiebreaks
    twice = settings.brightwell == 0 and "discs" in ties and not settings.board.discless
    return [one for one in ties if not (twice and one == "brightwell")]


def holds(settings: Settings, tiebreak: str) -> str:
    """The tie-break that a column shows.

    Without its constant Brightwell's sum is that of the discs, and without discs that of the opponents'
    points.
    """
    if tiebreak != "brightwell" or (settings.brightwell and not settings.board.discless):
        return tiebreak
    return "buchholz" if settings.board.discless else "discs"


def colour_name(name: str, language: str) -> str:
    """The name of a colour: the usual ones in the language, others as given."""
    return say(f"common.{name}", language) if name in ("black", "white") else name
