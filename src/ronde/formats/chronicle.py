"""The events of a journal in words, for the history and for undo."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from ronde.core import events as fact
from ronde.core.player import Absence, PlayerId
from ronde.core.table import Table
from ronde.core.tournament import Tournament
from ronde.formats.shown import game_score
from ronde.i18n.door import moment, say


def fact_text(tournament: Tournament, event: fact.Event, language: str) -> str:
    """One event in words, with names and table numbers."""
    kind = type(event).__name__
    label = say(f"facts.{kind}", language)
    detail = _DETAILS.get(type(event), _nothing)(_Teller(tournament, language), event)
    return say("common.labelled", language, label=label, detail=detail) if detail else label


def brief_text(tournament: Tournament, event: fact.Event, language: str) -> str:
    """A short form of an event: a result by its table, the family names and the score."""
    if not isinstance(event, fact.ResultEntered):
        return fact_text(tournament, event, language)
    brief = _Teller(tournament, language).brief_result(event)
    return brief or fact_text(tournament, event, language)


def action_text(tournament: Tournament, events: list[fact.Event], language: str) -> str:
    """An action in words: its first events, and how many more there are."""
    sentences = f"{say('web.semicolon', language)} ".join(
        fact_text(tournament, event, language) for event in events[:2]
    )
    return sentences if len(events) <= 2 else f"{sentences} (+{len(events) - 2})"


def local_time(at: str, language: str) -> str:
    """A time of the journal, which is UTC, in local time."""
    return moment(datetime.fromisoformat(at).astimezone(), language, seconds=True) if at else ""


class _Teller:
    def __init__(self, tournament: Tournament, language: str) -> None:
        self.tournament = tournament
        self.language = language

    def name(self, player: PlayerId) -> str:
        card = self.tournament.players.get(player)
        return card.full_name if card else str(player)

    def round(self, number: int) -> str:
        return say("facts.round", self.language, round=number)

    def reason(self, absence: Absence) -> str:
        return say(f"lists.absence-{absence}", self.language)

    def table(self, number: int) -> str:
        return say("facts.table", self.language, table=number)

    def seats(self, round: int, table: int) -> Table | None:
        """A table, as far as it is still known."""
        rounds = self.tournament.rounds
        return rounds[round - 1].tables.get(table) if round <= len(rounds) else None

    def seated(self, round: int, table: int) -> str:
        """The players of a table, as far as it is still known."""
        seats = self.seats(round, table)
        return f" {self.name(seats.first)} - {self.name(seats.second)}" if seats else ""

    def family(self, player: PlayerId) -> str:
        card = self.tournament.players.get(player)
        return card.name if card else str(player)

    def brief_result(self, event: fact.ResultEntered) -> str:
        """A result between the two names; the round is named if it is not the open one."""
        seats = self.seats(event.round, event.table)
        if seats is None:
            return ""
        ago = "" if event.round == self.tournament.open_round.number else f"{self.round(event.round)}, "
        place = ago + self.table(event.table)
        score = game_score(self.tournament, event.result, self.language)
        pair = f"{self.family(seats.first)} {score} {self.family(seats.second)}"
        return f"{place[0].upper()}{place[1:]}, {pair}"


def _nothing(tell: _Teller, event: Any) -> str:
    return ""


def _card(tell: _Teller, event: fact.PlayerEntered | fact.PlayerChanged) -> str:
    return f"{event.player.full_name} ({event.player.id})"


def _player(tell: _Teller, event: Any) -> str:
    return tell.name(event.player) if event.player else "-"


def _left(tell: _Teller, event: fact.PlayerLeft) -> str:
    expected = say("lists.expected", tell.language, round=event.expected) if event.expected else ""
    plain = event.reason in (Absence.ABSENT, Absence.WITHDRAWN)  # the default reasons of leaving
    reason = "" if plain else tell.reason(event.reason)
    return ", ".join(filter(None, (_player(tell, event), reason, expected)))


def _planned(tell: _Teller, event: fact.AbsencePlanned) -> str:
    return f"{_absence(tell, event)}, {tell.reason(event.reason)}"


def _absence(tell: _Teller, event: fact.AbsencePlanned | fact.AbsenceCancelled) -> str:
    return f"{tell.name(event.player)}, {tell.round(event.round)}"


def _two(tell: _Teller, event: fact.PairForbidden | fact.PairAllowed) -> str:
    return f"{tell.name(event.first)} - {tell.name(event.second)}"


def _round(tell: _Teller, event: Any) -> str:
    return tell.round(event.round)


def _added(tell: _Teller, event: fact.TableAdded) -> str:
    return f"{tell.table(event.table)}, {tell.name(event.pair.first)} - {tell.name(event.pair.second)}"


def _table(tell: _Teller, event: Any) -> str:
    return f"{tell.round(event.round)}, {tell.table(event.table)}{tell.seated(event.round, event.table)}"


def _result(tell: _Teller, event: fact.ResultEntered | fact.ResultCorrected) -> str:
    return f"{_table(tell, event)} {game_score(tell.tournament, event.result, tell.language)}"


def _program(tell: _Teller, event: fact.ProgramChanged) -> str:
    return f"{tell.name(event.player)}, {event.file}"


def _struck(tell: _Teller, event: fact.Undone) -> str:
    return str(event.action)


_DETAILS: dict[type[fact.Event], Callable[[_Teller, Any], str]] = {
    fact.PlayerEntered: _card,
    fact.PlayerChanged: _card,
    fact.PlayerLeft: _left,
    fact.PlayerReturned: _player,
    fact.PlayerRemoved: _player,
    fact.AbsencePlanned: _planned,
    fact.AbsenceCancelled: _absence,
    fact.PairForbidden: _two,
    fact.PairAllowed: _two,
    fact.ByeGiven: _player,
    fact.RoundPaired: _round,
    fact.TableAdded: _added,
    fact.TableRemoved: _table,
    fact.TableLocked: _table,
    fact.ManualBegun: _round,
    fact.ManualEnded: _round,
    fact.ResultEntered: _result,
    fact.ResultCleared: _table,
    fact.ProgramChanged: _program,
    fact.ResultCorrected: _result,
    fact.RoundClosed: _round,
    fact.RoundReopened: _round,
    fact.Undone: _struck,
}
