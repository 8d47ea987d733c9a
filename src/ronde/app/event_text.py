"""The events of a journal in words, and what Enter would do with a result line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ronde.i18n import error_text, listed, moment, say
from ronde.model.entry import Effect, LineReading
from ronde.model.errors import RoundNotComplete
from ronde.model.events import (
    AbsenceCancelled,
    AbsencePlanned,
    ByeGiven,
    Event,
    FinalBegun,
    ManualBegun,
    ManualEnded,
    PairAllowed,
    PairForbidden,
    PlayerChanged,
    PlayerEntered,
    PlayerErased,
    PlayerLeft,
    PlayerRemoved,
    PlayerReturned,
    ProgramChanged,
    ResultCleared,
    ResultCorrected,
    ResultEntered,
    RoundClosed,
    RoundPaired,
    RoundReopened,
    TableAdded,
    TableLocked,
    TableRemoved,
    Undone,
)
from ronde.model.names import NameIndex
from ronde.model.player import Absence, PlayerId
from ronde.model.table import Table
from ronde.model.tournament import Round, Tournament
from ronde.render.text import game_score, who

# The events of a journal in words, for the history and for undo.


def event_text(tournament: Tournament, event: Event, language: str) -> str:
    """One event in words, with names and table numbers."""
    kind = type(event).__name__
    if isinstance(event, RoundPaired | ManualBegun | ManualEnded | RoundClosed | RoundReopened):
        return say(f"events.{kind}-of", language, round=event.round)
    label = say(f"events.{kind}", language)
    detail = _DETAILS.get(type(event), _nothing)(_EventWriter(tournament, language), event)
    return say("common.labelled", language, label=label, detail=detail) if detail else label


def brief_text(tournament: Tournament, event: Event, language: str) -> str:
    """A short form of an event: a result by its table, the family names and the score."""
    if not isinstance(event, ResultEntered):
        return event_text(tournament, event, language)
    brief = _EventWriter(tournament, language).brief_result(event)
    return brief or event_text(tournament, event, language)


def action_text(tournament: Tournament, events: list[Event], language: str) -> str:
    """An action in words: its first events, and how many more there are."""
    sentences = f"{say('web.semicolon', language)} ".join(
        event_text(tournament, event, language) for event in events[:2]
    )
    return sentences if len(events) <= 2 else f"{sentences} (+{len(events) - 2})"


def local_time(at: str, language: str) -> str:
    """A time of the journal, which is UTC, in local time."""
    return moment(datetime.fromisoformat(at).astimezone(), language, seconds=True) if at else ""


class _EventWriter:
    def __init__(self, tournament: Tournament, language: str) -> None:
        self.tournament = tournament
        self.language = language

    def name(self, player: PlayerId) -> str:
        card = self.tournament.players.get(player)
        return card.full_name if card else str(player)

    def round(self, number: int) -> str:
        return say("events.round", self.language, round=number)

    def reason(self, absence: Absence) -> str:
        return say(f"lists.absence-{absence}", self.language)

    def table(self, number: int) -> str:
        return say("events.table", self.language, table=number)

    def seats(self, round: int, table: int) -> Table | None:
        """A table, as far as it is still known."""
        rounds = self.tournament.rounds
        return rounds[round - 1].tables.get(table) if round <= len(rounds) else None

    def seated(self, round: int, table: int) -> str:
        """The players of a table, as far as it is still known."""
        seats = self.seats(round, table)
        return f", {self.name(seats.first)} - {self.name(seats.second)}" if seats else ""

    def family(self, player: PlayerId) -> str:
        card = self.tournament.players.get(player)
        return card.name if card else str(player)

    def brief_result(self, event: ResultEntered) -> str:
        """A result between the two names; the round is named if it is not the open one."""
        seats = self.seats(event.round, event.table)
        if seats is None:
            return ""
        ago = "" if event.round == self.tournament.open_round.number else f"{self.round(event.round)}, "
        place = ago + self.table(event.table)
        score = game_score(self.tournament, event.result, self.language)
        pair = f"{self.family(seats.first)} {score} {self.family(seats.second)}"
        return f"{place[0].upper()}{place[1:]}, {pair}"


def _nothing(tell: _EventWriter, event: Any) -> str:
    return ""


def _card(tell: _EventWriter, event: PlayerEntered | PlayerChanged) -> str:
    return f"{event.player.full_name} ({event.player.id})"


def _player(tell: _EventWriter, event: Any) -> str:
    return tell.name(event.player) if event.player else "-"


def _left(tell: _EventWriter, event: PlayerLeft) -> str:
    expected = say("lists.expected", tell.language, round=event.expected) if event.expected else ""
    plain = event.reason in (Absence.ABSENT, Absence.WITHDRAWN)  # the default reasons of leaving
    reason = "" if plain else tell.reason(event.reason)
    return ", ".join(filter(None, (_player(tell, event), reason, expected)))


def _planned(tell: _EventWriter, event: AbsencePlanned) -> str:
    return f"{_absence(tell, event)}, {tell.reason(event.reason)}"


def _absence(tell: _EventWriter, event: AbsencePlanned | AbsenceCancelled) -> str:
    return f"{tell.name(event.player)}, {tell.round(event.round)}"


def _two(tell: _EventWriter, event: PairForbidden | PairAllowed) -> str:
    return f"{tell.name(event.first)} - {tell.name(event.second)}"


def _added(tell: _EventWriter, event: TableAdded) -> str:
    return f"{tell.table(event.table)}, {tell.name(event.pair.first)} - {tell.name(event.pair.second)}"


def _table(tell: _EventWriter, event: Any) -> str:
    return f"{tell.round(event.round)}, {tell.table(event.table)}{tell.seated(event.round, event.table)}"


def _result(tell: _EventWriter, event: ResultEntered | ResultCorrected) -> str:
    return f"{_table(tell, event)} {game_score(tell.tournament, event.result, tell.language)}"


def _program(tell: _EventWriter, event: ProgramChanged) -> str:
    return f"{tell.name(event.player)}, {event.file}"


def _final(tell: _EventWriter, event: FinalBegun) -> str:
    def names(players: Iterable[PlayerId]) -> str:
        return " - ".join(tell.name(player) for player in players)

    parts = [names(event.players)]
    if event.best_of > 1:
        parts.append(say("events.best-of", tell.language, games=event.best_of))
    if event.third:
        parts.append(say("events.third-place-of", tell.language, players=names(event.third)))
    if event.third_place:
        parts.append(say("events.third-place", tell.language))
    return ", ".join(parts)


def _struck(tell: _EventWriter, event: Undone) -> str:
    return str(event.action)


_DETAILS: dict[type[Event], Callable[[_EventWriter, Any], str]] = {
    PlayerEntered: _card,
    PlayerChanged: _card,
    PlayerLeft: _left,
    PlayerReturned: _player,
    PlayerRemoved: _player,
    PlayerErased: _player,
    AbsencePlanned: _planned,
    AbsenceCancelled: _absence,
    PairForbidden: _two,
    PairAllowed: _two,
    ByeGiven: _player,
    TableAdded: _added,
    TableRemoved: _table,
    TableLocked: _table,
    ResultEntered: _result,
    ResultCleared: _table,
    ProgramChanged: _program,
    ResultCorrected: _result,
    FinalBegun: _final,
    Undone: _struck,
}


# What Enter would do with a result line, in words, and how Tab completes the name in it.


MOST_LINES = 12


def preview_text(reading: LineReading, tournament: Tournament, language: str) -> str:
    """One sentence that says what the line would do, or why it is refused."""
    current = tournament.open_round
    if reading.score_wanted:
        return say(
            "desk.score-wanted", language, coupon=coupon_text(tournament, current, reading.table, language)
        )
    if isinstance(reading.refusal, RoundNotComplete) and current.missing:
        missing = [str(table.number) for table in current.missing]
        return say("desk.still-missing", language, count=len(missing), tables=listed(missing, language))
    if reading.refusal is not None:
        return error_text(reading.refusal, language)
    match reading.effect:
        case Effect.CLOSE:
            return say("desk.would-close", language, round=current.number)
        case Effect.RANDOM:
            return say("desk.would-draw", language, count=len(current.missing))
        case Effect.ERASE:
            return say("desk.would-erase", language, table=reading.table)
    return _would_enter(reading, tournament, language)


def _would_enter(reading: LineReading, tournament: Tournament, language: str) -> str:
    table = tournament.open_round.table(reading.table)
    assert reading.result is not None
    facts = {
        "table": table.number,
        "first": who(tournament, table.first),
        "second": who(tournament, table.second),
        "score": game_score(tournament, reading.result, language),
    }
    if reading.effect is Effect.REPLACE and reading.before is not None:
        before = game_score(tournament, reading.before, language)
        return say("desk.would-replace", language, before=before, **facts)
    return say("desk.would-enter", language, **facts)


def coupon_text(tournament: Tournament, played: Round, number: int, language: str) -> str:
    table = played.table(number)
    score = game_score(tournament, table.result, language) if table.result else "..."
    return f"{number}  {who(tournament, table.first)} -- {who(tournament, table.second)}  {score}"


@dataclass(frozen=True, slots=True)
class LineCompletion:
    """A line with the name in it completed: as far as all candidates agree, and for each of them."""

    common: str = ""
    lines: tuple[str, ...] = ()


def complete_line(line: str, reading: LineReading, tournament: Tournament) -> LineCompletion:
    """The completion of a line that names nobody unambiguously, or has no score yet."""
    text, name = line.strip(), reading.name
    settled = reading.refusal is None or (reading.table and not reading.score_wanted)
    if settled or not name or name.isdecimal():
        return LineCompletion()
    seated = tournament.open_round.seated
    completion = NameIndex({player: tournament.player(player).full_name for player in seated}).complete(name)
    start, _, rest = text.partition(name)
    behind = f" {rest.strip()}"
    names = [tournament.player(player).full_name for player in completion.candidates[:MOST_LINES]]
    return LineCompletion(
        f"{start}{completion.common}{rest}", tuple(f"{start}{one}{behind}" for one in names)
    )
