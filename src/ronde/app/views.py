"""Answers of queries as typed values; JSON, its schemas and `--json` are these."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any, Final, Self

import msgspec
from msgspec import UNSET, UnsetType

from ronde.i18n import day_of_text
from ronde.model.events import Event, FinalBegun
from ronde.model.player import NO_CARD, FideCard, Player, PlayerId
from ronde.model.result import Result
from ronde.model.schedule import State, is_over, state_of
from ronde.model.settings import Settings
from ronde.model.table import Reason, Table
from ronde.model.tournament import AsOf, Round, Tournament
from ronde.render.chess import tiebreak_workings
from ronde.render.go import komi, pair_of, rank_text, start_points
from ronde.render.why import why_text
from ronde.standings import PlayerCard, RoundLine, Team, Working
from ronde.systems import CrossRow, Crosstable, KeizerRow, Row, Source, Standings
from ronde.systems import rounds as pairing
from ronde.systems.pair_facts import PairFact, pair_facts
from ronde.systems.system import BracketSummary, ChecklistRow, WhyNotAnswer

# The shape of dates and missing values in all data.


VERSION: Final = 2
"""The number of the shape: dates in ISO 8601, and null for unknown values."""


def rating_data(rating: int) -> int | None:
    return rating or None


def day_data(text: str) -> str | None:
    """A date in ISO 8601; any other text as typed, and None for none.

    >>> day_data("31/12/2026"), day_data("1990/01/31"), day_data("Easter 2026"), day_data("")
    ('2026-12-31', '1990-01-31', 'Easter 2026', None)
    """
    return day_of_text(text, "", _iso) or None


def event_data(event: Event) -> dict[str, Any]:
    """An event of the journal with its dates in ISO 8601."""
    data: dict[str, Any] = _with_days(msgspec.to_builtins(event))
    return data


def _with_days(data: Any) -> Any:
    if not isinstance(data, dict):
        return data
    return {
        name: day_data(value) or "" if name in ("date", "birth") else _with_days(value)
        for name, value in data.items()
    }


def _iso(when: date, _language: str) -> str:
    return when.isoformat()


# The tournament as data: the answers of queries, which JSON, its schemas, `--json` and the library share.


Figure = int | float
Pair = tuple[Figure, Figure]


def figure(value: float) -> Figure:
    """A whole number as int, so that JSON has 35 and not 35.0."""
    return int(value) if value == int(value) else value


def scores(result: Result | None) -> Pair | None:
    """The two scores, the first player's first."""
    return None if result is None else (figure(result.first), figure(result.second))


class View(msgspec.Struct, frozen=True):
    pass


class FideView(View, frozen=True):
    number: int | None
    title: str
    sex: str
    birth: str | None
    k: int | None

    @classmethod
    def of(cls, card: FideCard) -> Self:
        return cls(card.number or None, card.title, card.sex, day_data(card.birth), card.k or None)


class GoView(View, frozen=True):
    """What counts of a player of Go, and his numbers in the lists of federations."""

    rank: str
    grade: str
    start: int
    """The points of McMahon before the first round."""
    correction: int
    """Those of them that were added."""
    pin: str
    ffg: str
    aga: str

    @classmethod
    def of(cls, card: Player, settings: Settings) -> Self:
        go = card.go
        points = start_points(card, settings)
        return cls(rank_text(card), go.grade, points, go.correction, go.pin, go.ffg, go.aga)


class PlayerView(View, frozen=True):
    """One player's data and whether he plays the open round."""

    id: int
    name: str
    first_name: str
    country: str
    rating: int | None
    present: bool
    absence: str | None
    club: str
    categories: tuple[str, ...]
    comment: str
    fide: FideView | None
    entered: int
    expected: int | None
    away: tuple[int, ...]
    phone: str = ""
    email: str = ""
    go: GoView | UnsetType = UNSET

    @classmethod
    def of(cls, tournament: Tournament, player: PlayerId) -> Self:
        card, absence = tournament.player(player), tournament.absence(player)
        settings = tournament.settings
        return cls(
            id=card.id,
            name=card.name,
            first_name=card.first_name,
            country=card.country,
            rating=card.rating or None,
            present=absence is None,
            absence=absence.value if absence else None,
            club=card.club,
            categories=card.categories,
            comment=card.comment,
            fide=None if card.fide == NO_CARD else FideView.of(card.fide),
            entered=tournament.entered[player],
            expected=tournament.expected(player),
            away=tuple(sorted(number for number, away in tournament.away.items() if player in away)),
            phone=card.phone,
            email=card.email,
            go=GoView.of(card, settings) if settings.pairing_system.go else UNSET,
        )


class ReasonView(View, frozen=True):
    rule: str
    cost: int
    player: int | None
    amount: Figure

    @classmethod
    def all(cls, reasons: Iterable[Reason]) -> tuple[Self, ...]:
        return tuple(cls(one.rule, one.cost, one.player or None, one.amount) for one in reasons)


class TableView(View, frozen=True):
    table: int
    first: int
    second: int
    cost: int
    reasons: tuple[ReasonView, ...]
    score: Pair | None
    kind: str | None
    locked: bool
    by_hand: bool
    handicap: int | UnsetType = UNSET
    """Go: the stones of the first player, who has Black; 1 is none, and half a point of komi."""
    komi: Figure | UnsetType = UNSET

    @classmethod
    def of(cls, tournament: Tournament, table: Table) -> Self:
        go = tournament.settings.pairing_system.go
        return cls(
            table=table.number,
            first=table.first,
            second=table.second,
            cost=table.pair.cost,
            reasons=ReasonView.all(table.pair.reasons),
            score=scores(table.result),
            kind=table.result.kind.value if table.result else None,
            locked=table.locked,
            by_hand=table.by_hand,
            handicap=table.pair.handicap if go else UNSET,
            komi=figure(komi(tournament.settings, table.pair)) if go else UNSET,
        )


class PairFactView(View, frozen=True):
    """One thing that explains a pair."""

    kind: str
    player: int | None
    other: int | None
    amount: Figure
    less: Figure
    group: Figure

    @classmethod
    def of(cls, fact: PairFact) -> Self:
        numbers = map(figure, (fact.amount, fact.less, fact.group))
        return cls(fact.kind, fact.player or None, fact.other or None, *numbers)


class WhyView(TableView, frozen=True, kw_only=True):
    """A table with the reasons of its pair: one sentence, the facts it is made of, and the breakdown."""

    why: str
    facts: tuple[PairFactView, ...]

    @classmethod
    def explained(cls, tournament: Tournament, number: int, table: Table, language: str) -> Self:
        plain = msgspec.structs.asdict(TableView.of(tournament, table))
        facts = map(PairFactView.of, pair_facts(tournament, number, table))
        return cls(**plain, why=why_text(tournament, number, table, language), facts=tuple(facts))


class ByeView(View, frozen=True):
    player: int
    cost: int
    reasons: tuple[ReasonView, ...]


class RepeatView(View, frozen=True):
    """A pair that a resumed round robin repeats."""

    first: int
    second: int
    met: int


class ScoreBracketView(View, frozen=True):
    """A bracket of a round paired by criteria."""

    points: float
    moved_down: tuple[int, ...]
    residents: tuple[int, ...]
    pairs: int
    limbo: tuple[int, ...]
    floaters: tuple[int, ...]
    gave_way: dict[str, int]

    @classmethod
    def of(cls, summary: BracketSummary) -> Self:
        return cls(
            summary.half_points / 2,
            tuple(summary.moved_down),
            tuple(summary.residents),
            summary.pairs,
            tuple(summary.limbo),
            tuple(summary.floaters),
            dict(summary.gave_way),
        )


class RoundView(View, frozen=True):
    """One round with its tables, its bye and the cost breakdown."""

    round: int
    closed: bool
    system: str
    seed: int
    tables: tuple[TableView, ...]
    bye: ByeView | None
    byes: tuple[int, ...]
    unpaired: tuple[int, ...]
    total: int
    forced_bye: int | None
    arrivals: tuple[int, ...]
    repeats: tuple[RepeatView, ...]
    brackets: tuple[ScoreBracketView, ...] | UnsetType = UNSET
    starts: str | None = None
    """When the round begins, if the settings say it."""

    @classmethod
    def of(cls, tournament: Tournament, played: Round) -> Self:
        byes = tuple(played.byes) if played.closed else tuple(pairing.provisional_byes(tournament, played))
        bye = _bye(played, byes)
        tables = tuple(TableView.of(tournament, table) for table in played)
        chosen = sum(table.cost for table in tables if not table.by_hand)
        return cls(
            round=played.number,
            closed=played.closed,
            system=played.system,
            seed=played.seed,
            tables=tables,
            bye=bye,
            byes=byes,
            unpaired=() if played.closed or byes else tuple(tournament.unpaired),
            total=chosen + (bye.cost if bye else 0),
            forced_bye=played.forced_bye or None,
            arrivals=() if played.closed else tuple(pairing.expected_arrivals(tournament)),
            repeats=() if played.closed else tuple(RepeatView(*one) for one in pairing.repeats(tournament)),
            starts=_start_data(tournament, played.number),
        )


def _start_data(tournament: Tournament, round: int) -> str | None:
    return tournament.settings.start_of(round).replace(" ", "T") or None


def _bye(played: Round, byes: tuple[int, ...]) -> ByeView | None:
    if not byes:
        return None
    bye = played.bye if played.bye and played.bye.player in byes else None
    if bye is None:
        return ByeView(byes[0], 0, ())
    return ByeView(bye.player, bye.cost, ReasonView.all(bye.reasons))


class WhyNotView(View, frozen=True):
    """What a pair that was not chosen would cost, and the whole round with it."""

    round: int
    first: int
    second: int
    cost: int
    reasons: tuple[ReasonView, ...]
    total_with: int
    total_best: int
    dearer: int
    forbidden: bool
    verdict: str | UnsetType = UNSET
    """What the rules say in a system without costs."""
    criterion: str | UnsetType = UNSET
    bracket: Figure | UnsetType = UNSET
    count_with: int | UnsetType = UNSET
    count_best: int | UnsetType = UNSET

    @classmethod
    def of(cls, number: int, answer: WhyNotAnswer) -> Self:
        worse = answer.worse if answer.verdict else None
        return cls(
            round=number,
            first=answer.pair.first,
            second=answer.pair.second,
            cost=answer.pair.cost,
            reasons=ReasonView.all(answer.pair.reasons),
            total_with=answer.total_with,
            total_best=answer.total_best,
            dearer=answer.total_with - answer.total_best,
            forbidden=answer.forbidden,
            verdict=answer.verdict.value if answer.verdict else UNSET,
            criterion=worse.criterion if worse else UNSET,
            bracket=figure(worse.bracket / 2) if worse else UNSET,
            count_with=worse.with_them if worse else UNSET,
            count_best=worse.best if worse else UNSET,
        )


class WarningView(View, frozen=True):
    """What a pair made by hand violates."""

    severity: str
    what: str
    pair: tuple[int, int]
    criterion: str | UnsetType = UNSET

    @classmethod
    def of(cls, warning: pairing.ManualWarning) -> Self:
        criterion = warning.worse.criterion if warning.worse else UNSET
        return cls(str(warning.severity), warning.what, warning.meeting, criterion)


class ManualView(View, frozen=True):
    """The open round compared with its pairing by the rules; player 0 is the bye."""

    warnings: tuple[WarningView, ...]
    made: tuple[tuple[int, int], ...]
    instead: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, report: pairing.ManualReport) -> Self:
        return cls(tuple(map(WarningView.of, report.warnings)), tuple(report.made), tuple(report.instead))


class ChecklistRowView(View, frozen=True):
    number: int
    player: int
    points: float
    colours: str
    preference: str
    floats: str
    may_have_bye: bool
    opponents: tuple[int, ...]

    @classmethod
    def of(cls, row: ChecklistRow) -> Self:
        return cls(
            row.number,
            row.player,
            row.score / 10,
            row.colours,
            row.preference,
            row.floats,
            row.may_have_bye,
            tuple(row.opponents),
        )


class ChecklistView(View, frozen=True):
    """What was known of everybody before a round was paired by criteria."""

    round: int
    rows: tuple[ChecklistRowView, ...]


class SourceView(View, frozen=True):
    """Where Keizer points come from."""

    round: int | None
    kind: str
    points: float
    value: float
    percent: float
    opponent: int | None
    halvings: int

    @classmethod
    def of(cls, source: Source) -> Self:
        return cls(
            source.round or None,
            source.kind,
            source.points,
            source.value,
            source.percent,
            source.opponent or None,
            source.halvings,
        )


class WorkedView(View, frozen=True):
    """What one round adds to a tie-break."""

    round: int
    opponent: int | None
    amount: float
    cut: bool


Worked = dict[str, tuple[WorkedView, ...]]
"""By tie-break: the contribution of each round."""


def worked(workings: dict[str, Working]) -> Worked:
    return {
        name: tuple(
            WorkedView(one.round, one.opponent or None, float(one.amount), one.cut) for one in working.rounds
        )
        for name, working in workings.items()
    }


class RowView(View, frozen=True):
    place: int
    rank: int
    id: int
    name: str
    first_name: str
    country: str
    points: Figure
    tiebreaks: dict[str, Figure]
    discs: Figure
    present: bool
    keizer_points: float | UnsetType = UNSET
    shown: str | UnsetType = UNSET
    value: float | UnsetType = UNSET
    rank_value: float | UnsetType = UNSET
    game_points: float | UnsetType = UNSET
    pairing_rank: int | UnsetType = UNSET
    sources: tuple[SourceView, ...] | UnsetType = UNSET
    working: Worked | UnsetType = UNSET

    @classmethod
    def of(cls, tournament: Tournament, row: Row) -> Self:
        card = tournament.player(row.player)
        view = cls(
            place=row.place,
            rank=row.rank,
            id=card.id,
            name=card.name,
            first_name=card.first_name,
            country=card.country,
            points=figure(row.points),
            tiebreaks={name: figure(value) for name, value in row.tiebreaks.items()},
            discs=figure(row.discs),
            present=not tournament.has_left(row.player),
        )
        return view if row.keizer is None else view._with_keizer(row.keizer)

    def _with_keizer(self, row: KeizerRow) -> Self:
        return msgspec.structs.replace(
            self,
            keizer_points=row.total,
            shown=row.shown,
            value=row.value,
            rank_value=row.rank_value,
            game_points=row.half_points / 2,
            pairing_rank=row.rank,
        )


class StandingsView(View, frozen=True):
    """The standings after a round; explained, also the sources of Keizer points and of tie-breaks."""

    after: int
    as_of: str
    rows: tuple[RowView, ...]

    @classmethod
    def of(
        cls,
        tournament: Tournament,
        standings: Standings,
        *,
        explain: bool = False,
        as_of: AsOf = AsOf.CLOSING,
    ) -> Self:
        rows = [RowView.of(tournament, row) for row in standings.rows]
        if explain:
            rows = _explained(tournament, standings, rows)
        return cls(standings.after, as_of.value, tuple(rows))


def _explained(tournament: Tournament, standings: Standings, rows: list[RowView]) -> list[RowView]:
    workings = tiebreak_workings(tournament, standings.after)
    return [
        msgspec.structs.replace(
            view,
            sources=tuple(map(SourceView.of, row.keizer.sources)) if row.keizer else UNSET,
            working=worked(dict(workings[row.player])) if row.player in workings else UNSET,
        )
        for row, view in zip(standings.rows, rows, strict=True)
    ]


class LineView(View, frozen=True):
    """One round of a player."""

    round: int
    opponent: int | None
    first: bool | None
    score: Pair | None
    kind: str | None
    points: Figure
    bye: bool
    absence: str | None
    table: int | None
    handicap: int | UnsetType = UNSET

    @classmethod
    def of(cls, tournament: Tournament, line: RoundLine) -> Self:
        pair = pair_of(tournament, line)
        return cls(
            round=line.round,
            opponent=line.opponent or None,
            first=line.first if line.opponent else None,
            score=scores(line.result),
            kind=line.result.kind.value if line.result else None,
            points=figure(line.worth / 2),
            bye=line.bye,
            absence=line.absence.value if line.absence else None,
            table=line.table or None,
            handicap=pair.handicap if pair and tournament.settings.pairing_system.go else UNSET,
        )


class SheetView(View, frozen=True):
    """One player's rounds; his data are today's, `present` depends on `as_of`."""

    player: PlayerView
    after: int
    as_of: str
    present: bool
    rounds: tuple[LineView, ...]
    points: Figure
    discs: Figure
    working: Worked | UnsetType = UNSET

    @classmethod
    def of(cls, tournament: Tournament, card: PlayerCard, *, as_of: AsOf = AsOf.CLOSING) -> Self:
        workings = tiebreak_workings(tournament, len(card.lines))
        return cls(
            player=PlayerView.of(tournament, card.player.id),
            after=len(card.lines),
            as_of=as_of.value,
            present=card.present,
            rounds=tuple(LineView.of(tournament, line) for line in card.lines),
            points=figure(card.points),
            discs=figure(card.discs),
            working=worked(dict(workings[card.player.id])) if workings else UNSET,
        )


class CrossRowView(View, frozen=True):
    rank: int
    id: int
    present: bool
    points: Figure
    rounds: tuple[LineView, ...]
    opponents_half_points: int
    second_minus_first: int
    float: int

    @classmethod
    def of(cls, tournament: Tournament, row: CrossRow) -> Self:
        return cls(
            rank=row.standing.rank,
            id=row.standing.player,
            present=not tournament.has_left(row.standing.player),
            points=figure(row.standing.points),
            rounds=tuple(LineView.of(tournament, line) for line in row.lines),
            opponents_half_points=row.opponents,
            second_minus_first=row.balance,
            float=row.floated,
        )


class CrosstableView(View, frozen=True):
    after: int
    as_of: str
    rows: tuple[CrossRowView, ...]

    @classmethod
    def of(cls, tournament: Tournament, table: Crosstable, *, as_of: AsOf = AsOf.CLOSING) -> Self:
        return cls(table.after, as_of.value, tuple(CrossRowView.of(tournament, row) for row in table.rows))


class TeamView(View, frozen=True):
    country: str
    points: Figure
    players: tuple[int, ...]

    @classmethod
    def of(cls, team: Team) -> Self:
        return cls(team.country, figure(team.points), tuple(team.players))


class FinalView(View, frozen=True):
    """Who plays a final that follows the last round."""

    round: int
    """The first round of the final."""
    players: tuple[int, ...]
    third: tuple[int, ...]
    """The two who play for the third place beside a final of two."""
    best_of: int
    third_place: bool

    @classmethod
    def of(cls, final: FinalBegun) -> Self:
        return cls(final.round, final.players, final.third, final.best_of, final.third_place)


class SummaryView(View, frozen=True):
    """What a tournament is and how far it has come."""

    version: int
    name: str
    date: str | None
    rounds: int
    system: str
    profile: str
    closed_rounds: int
    open_round: int
    players: int
    present: int
    tables: int
    missing: tuple[int, ...]
    over: bool
    state: State
    starts: str | None
    """When the open round begins, if the settings say it."""
    final: FinalView | UnsetType = UNSET

    @classmethod
    def of(cls, tournament: Tournament) -> Self:
        current = tournament.open_round
        return cls(
            version=VERSION,
            name=tournament.name,
            date=day_data(tournament.date),
            rounds=tournament.settings.rounds,
            system=tournament.settings.system,
            profile=tournament.settings.profile,
            closed_rounds=len(tournament.closed_rounds),
            open_round=current.number,
            players=len(tournament.players),
            present=len(tournament.present),
            tables=len(current.tables),
            missing=tuple(table.number for table in current.missing),
            over=is_over(tournament),
            final=FinalView.of(tournament.final) if tournament.final else UNSET,
            state=state_of(tournament),
            starts=_start_data(tournament, current.number),
        )
