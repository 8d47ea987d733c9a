"""Lists of rated chess: checklist, norms, changes of ratings, how tie-breaks were computed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ronde.i18n import figures, listed, say
from ronde.model.player import PlayerId
from ronde.model.result import write_number
from ronde.model.systems import Ranking
from ronde.model.tournament import Tournament, preliminary
from ronde.render.listing import Cell, Column, Listing, ListRow
from ronde.render.text import tiebreak_text, who
from ronde.standings import WorkedRound, Working, workings
from ronde.standings.fide.ratings import NormCheck, RatingChange
from ronde.systems import Standings

if TYPE_CHECKING:
    from ronde.systems.system import BracketSummary, ChecklistRow


# The checklist of a round as a list, and its brackets in words.


KEYS = ("number", "name", "points", "colours", "preference", "floats", "may-have-bye", "opponents")
_RIGHT = ("number", "points")


def checklist_listing(tournament: Tournament, number: int, language: str) -> Listing:
    """Everybody to be paired in a round with score, colours, floats, bye and opponents; empty elsewhere."""
    from ronde.systems.rounds import checklist  # imported here because standings need no pairing

    heads = {"name": "lists.name", "points": "lists.points"}
    columns = [
        Column(key, say(heads.get(key, f"lists.checklist-{key}"), language), right=key in _RIGHT)
        for key in KEYS
    ]
    rows = [_row(tournament, row, language) for row in checklist(tournament, number)]
    return Listing(tuple(columns), tuple(rows))


def _row(tournament: Tournament, row: ChecklistRow, language: str) -> ListRow:
    points = row.score / 10
    return ListRow(
        (
            Cell(str(row.number), row.number),
            Cell(tournament.player(row.player).full_name, player=row.player),
            Cell(figures(write_number(points), language), points),
            Cell(row.colours),
            Cell(row.preference),
            Cell(row.floats, signs=True),
            Cell("+" if row.may_have_bye else "–", signs=True),
            Cell(" ".join(map(str, row.opponents))),
        ),
        row.player,
    )


def brackets_text(tournament: Tournament, number: int, language: str) -> list[str]:
    """The brackets of a round, a line each, and the criteria violated in them."""
    from ronde.systems.rounds import brackets

    return [
        line for summary in brackets(tournament, number) for line in _bracket(tournament, summary, language)
    ]


def _bracket(tournament: Tournament, summary: BracketSummary, language: str) -> list[str]:
    def named(players: tuple[PlayerId, ...]) -> str:
        return listed([tournament.player(player).full_name for player in players], language)

    points = figures(write_number(summary.half_points / 2), language)
    people = len(summary.moved_down) + len(summary.residents)
    lines = [say("lists.bracket", language, points=points, people=people, pairs=summary.pairs)]
    for key in ("moved_down", "limbo", "floaters"):
        who = getattr(summary, key)
        if who:
            lines.append("  " + say(f"lists.bracket-{key.replace('_', '-')}", language, players=named(who)))
    for criterion, count in summary.gave_way.items():
        if criterion not in ("C6", "C7"):
            meaning = say(f"lists.criterion-{criterion}", language)
            lines.append(
                "  "
                + say("lists.bracket-gave-way", language, criterion=criterion, meaning=meaning, count=count)
            )
    return lines


# Norms and changes of ratings as lists.


_NORMS = ("name", "norm", "norm-games", "points", "norm-average", "norm-performance", "norm-state")
_CHANGES = ("name", "rating", "k", "norm-games", "points", "expected-points", "rating-change")
_LEFT = ("name", "norm", "norm-state")


def norms_listing(tournament: Tournament, checks: Iterable[NormCheck], language: str) -> Listing:
    """Who made a norm or still can, and what is missing."""
    rows = [
        ListRow(
            (
                Cell(tournament.player(one.player).full_name, player=one.player),
                Cell(one.title),
                Cell(str(one.games), one.games),
                Cell(figures(write_number(one.half_points / 2), language), one.half_points / 2),
                Cell(str(one.average), one.average),
                Cell(str(one.performance), one.performance),
                Cell(norm_state(one, language)),
            ),
            one.player,
        )
        for one in checks
    ]
    return Listing(_columns(_NORMS, language), tuple(rows))


def norm_state(check: NormCheck, language: str) -> str:
    """Whether a norm is made, what is missing, and what the last rounds would need."""
    if check.reached:
        return say("lists.norm-reached", language)
    sentences = [
        say(
            f"lists.norm-lacks-{one.what}",
            language,
            have=_figure(one.have, language),
            need=_figure(one.need, language),
        )
        for one in check.missing
    ]
    if check.rounds_left:
        key = "lists.norm-out" if check.needed is None else "lists.norm-needs"
        points = _figure((check.needed or 0) / 2, language)
        sentences.append(say(key, language, points=points, count=check.rounds_left))
    return "; ".join(sentences)


def changes_listing(tournament: Tournament, changes: Iterable[RatingChange], language: str) -> Listing:
    """Everybody whose rating changes: K, games, points, expected points, and the change."""
    rows = []
    for one in changes:
        expected = round(float(one.expected), 2)
        points = (one.half_points / 2, expected, one.change)
        rows.append(
            ListRow(
                (
                    Cell(tournament.player(one.player).full_name, player=one.player),
                    Cell(str(one.rating), one.rating),
                    Cell(str(one.k), one.k),
                    Cell(str(one.games), one.games),
                    Cell(_figure(points[0], language), points[0]),
                    Cell(_figure(points[1], language), points[1]),
                    Cell(figures(f"{one.change:+.1f}", language), one.change),
                ),
                one.player,
            )
        )
    return Listing(_columns(_CHANGES, language), tuple(rows))


def _columns(keys: Iterable[str], language: str) -> tuple[Column, ...]:
    return tuple(Column(key, say(f"lists.{key}", language), right=key not in _LEFT) for key in keys)


def _figure(number: float, language: str) -> str:
    return figures(write_number(number), language)


# How tie-breaks of C.07 are computed, as text and as data.


Workings = Mapping[PlayerId, Mapping[str, Working]]


def tiebreak_workings(tournament: Tournament, upto: int | None = None) -> Workings:
    """The computation of everybody's tie-breaks; nothing where C.07 does not rank."""
    ranked = tournament.settings.pairing_system.ranking is Ranking.FIDE
    final = tournament.final
    if final is not None and (upto is None or upto >= final.round):
        tournament, upto = preliminary(tournament), None
    return workings(tournament, upto) if ranked else {}


def working_text(tournament: Tournament, table: Standings, language: str) -> list[str]:
    """All players of some standings, a line for each tie-break."""
    by_player = tiebreak_workings(tournament, table.after)
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
        f"{say(f'lists.tiebreak-{name}', language)} {_amount(values.get(name, 0.0), language)}"
        f"{_of(working, language)}"
        for name, working in worked.items()
    ]


def _of(working: Working, language: str) -> str:
    parts = [_part(one, language) for one in working.rounds]
    if not parts:
        return ""
    return " = Ø " + ", ".join(parts) if working.mean else " = " + " + ".join(parts)


def _part(one: WorkedRound, language: str) -> str:
    sentence = say("lists.working-round", language, round=one.round, amount=_amount(one.amount, language))
    return f"[{sentence}]" if one.cut else sentence


def _amount(amount: float, language: str) -> str:
    return figures(tiebreak_text(amount, ""), language) if amount != int(amount) else write_number(amount)
