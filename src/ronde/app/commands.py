"""What an arbiter can do: every command with its right and its decision."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from functools import partial
from typing import Annotated, Any, ClassVar, Self

import msgspec
from msgspec import UNSET, Meta, UnsetType, field

from ronde.app.command import (
    AlreadyRegistered,
    Arrivals,
    BecameRoundRobin,
    Command,
    Context,
    GamesAdjourned,
    Notice,
    NumberMoved,
    Repeats,
    Right,
    RuleBroken,
    StartsNext,
    TableDissolved,
)
from ronde.app.settings_text import changed_settings
from ronde.model.decisions import players, rounds
from ronde.model.decisions.players import newcomers_of, register_list
from ronde.model.entry import Effect, fill_at_random, find_player, line_events, read_line
from ronde.model.errors import BeyondRounds
from ronde.model.events import (
    MOST_GAMES,
    AbsenceCancelled,
    AbsencePlanned,
    Event,
    PlayerEntered,
    PlayerReturned,
    RoundClosed,
    SeatsTaken,
    TableAdded,
    TableRemoved,
)
from ronde.model.go import NO_GO_CARD, GoCard
from ronde.model.player import NO_CARD, Absence, FideCard, Player, PlayerId, split_name
from ronde.model.replay import replay
from ronde.model.result import Kind, Result
from ronde.model.schedule import is_over
from ronde.model.settings import Settings
from ronde.model.table import Table
from ronde.model.tournament import Tournament
from ronde.systems import rounds as pairing
from ronde.systems.cup import begin_final
from ronde.systems.keizer.standings import close_and_freeze
from ronde.systems.system import by_score

Text = Annotated[str, Meta(max_length=400)]
Number = Annotated[int, Meta(ge=1, le=1_000_000_000)]
Rating = Annotated[int, Meta(ge=0, le=10_000)]
Score = Annotated[float, Meta(ge=0, le=1_000_000)]
Seed = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Rounds = tuple[Annotated[int, Meta(ge=1, le=10_000)], ...]
Who = Number | Text
"""A player: the number, or the start of the name."""

COMPARED = 1
"""The seed of the pairing that pairs made by hand are compared with."""


def who(now: Tournament, player: int | str) -> PlayerId:
    """The number of the player that is meant."""
    return find_player(now, player) if isinstance(player, str) else now.player(player).id


def new_seed() -> int:
    import secrets  # slow to import, and most commands need no seed

    return secrets.randbelow(2**31)


class AddPlayer(Command, frozen=True):
    """Register a player; number 0 asks for a free one, a namesake has the name of another"""

    right: ClassVar[Right] = Right.PLAYERS
    name: Text
    first_name: Text | UnsetType = UNSET
    """Without it the name is split into surname and first name."""
    country: Text = ""
    club: Text = ""
    rating: Rating = 0
    number: Annotated[int, Meta(ge=0, le=1_000_000_000)] = 0
    categories: tuple[Text, ...] = ()
    comment: Text = ""
    phone: Text = ""
    email: Text = ""
    fide: FideCard = NO_CARD
    go: GoCard = NO_GO_CARD
    namesake: bool = False
    new: bool = False
    """Whether a list calls the person new; whoever is in no base of known people is new anyhow."""

    @classmethod
    def of(cls, player: Player, *, namesake: bool = False) -> Self:
        """The command that registers a person of a list."""
        values = {one.name: getattr(player, one.name) for one in fields(player) if one.name != "id"}
        return cls(**values, number=player.id, namesake=namesake)

    @property
    def card(self) -> Player:
        whole = isinstance(self.first_name, UnsetType)
        name, first_name = split_name(self.name) if whole else (self.name, str(self.first_name))
        return Player(
            self.number, name, first_name, self.country, self.club, self.rating, self.categories,
            self.comment, fide=self.fide, phone=self.phone, email=self.email, go=self.go,
        )  # fmt: skip

    def player(self, context: Context) -> Player:
        new = self.new or not self.number or self.number not in context.known()
        return replace(self.card, new=new)

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        card = self.player(context)
        return players.register_player(now, player=card, taken=context.known(), namesake=self.namesake)

    def notices(self, before: Tournament, events: list[Event], after: Tournament) -> list[Notice]:
        late = [one for one in events if isinstance(one, AbsencePlanned) and one.reason is Absence.LATE]
        return [StartsNext(one.player, one.round) for one in late]


class ImportPlayers(Command, frozen=True):
    """Register the people of a list who are not registered yet"""

    right: ClassVar[Right] = Right.PLAYERS
    players: tuple[AddPlayer, ...]

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        return register_list(now, [one.player(context) for one in self.players], context.known())

    def notices(self, before: Tournament, events: list[Event], after: Tournament) -> list[Notice]:
        """Who was registered already, and whose number was taken."""
        newcomers, there = newcomers_of(before, [one.card for one in self.players])
        given = [one.player.id for one in events if isinstance(one, PlayerEntered)]
        moved = [
            NumberMoved(one.full_name, one.id, after.player(one.id).full_name, number)
            for one, number in zip(newcomers, given, strict=True)
            if one.id not in (0, number)
        ]
        names = tuple(one.full_name for one in there)
        return [*([AlreadyRegistered(names)] if names else []), *moved]


class ChangePlayer(Command, frozen=True):
    """Change a player's card"""

    right: ClassVar[Right] = Right.PLAYERS
    player: Who
    name: Text | UnsetType = UNSET
    first_name: Text | UnsetType = UNSET
    country: Text | UnsetType = UNSET
    club: Text | UnsetType = UNSET
    rating: Rating | UnsetType = UNSET
    categories: tuple[Text, ...] | UnsetType = UNSET
    comment: Text | UnsetType = UNSET
    phone: Text | UnsetType = UNSET
    email: Text | UnsetType = UNSET
    fide: FideCard | UnsetType = UNSET
    go: GoCard | UnsetType = UNSET
    id: Number | UnsetType = UNSET
    """A new number."""

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        values = msgspec.structs.asdict(self)
        changes = {name: value for name, value in values.items() if name != "player" and value is not UNSET}
        return players.change_player(now, number=who(now, self.player), changes=changes)


class RemovePlayer(Command, frozen=True):
    """Remove a player who has never played"""

    right: ClassVar[Right] = Right.PLAYERS
    player: Who

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        return players.remove_player(now, number=who(now, self.player))


class RemoveEverybody(Command, frozen=True):
    """Remove all players, while nobody has played"""

    right: ClassVar[Right] = Right.PLAYERS

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        return rounds.remove_everybody(now)


class RenumberPlayers(Command, frozen=True):
    """Number the players from 1 by rating, while nobody is paired"""

    right: ClassVar[Right] = Right.PLAYERS

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        return players.renumber_by_rating(now)


class LeaveTournament(Command, frozen=True):
    """A player leaves: withdrawn, or for another reason, or until the round in which they are expected"""

    right: ClassVar[Right] = Right.PLAYERS
    player: Who
    reason: Absence = Absence.WITHDRAWN
    expected: Number | None = None

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        reason = self.reason if self.expected is None else Absence.PREREGISTERED
        number = who(now, self.player)
        return players.player_leaves(now, number=number, reason=reason, expected=self.expected)

    def notices(self, before: Tournament, events: list[Event], after: Tournament) -> list[Notice]:
        return [TableDissolved(one.table) for one in events if isinstance(one, TableRemoved)]


class ReturnPlayer(Command, frozen=True):
    """A player who had left, or was to be absent, plays the open round"""

    right: ClassVar[Right] = Right.PLAYERS
    player: Who

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        return players.player_returns(now, number=who(now, self.player))


class SetPresence(Command, frozen=True):
    """Say whether a player plays the open round; asking twice is asking once"""

    right: ClassVar[Right] = Right.PLAYERS
    player: Who
    present: bool
    reason: Absence | None = None

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        number = who(now, self.player)
        return players.set_presence(now, number=number, present=self.present, reason=self.reason)


class SetEverybody(Command, frozen=True):
    """Mark all expected players present, or all who have no table absent"""

    right: ClassVar[Right] = Right.PLAYERS
    present: bool

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        return players.set_everybody(now, present=self.present)


class PlanAbsence(Command, frozen=True):
    """Plan the absence of a player in the open round or later ones"""

    right: ClassVar[Right] = Right.PLAYERS
    player: Who
    rounds: Rounds
    reason: Absence = Absence.ABSENT

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        number = who(now, self.player)
        return players.plan_absence(now, number=number, rounds=self.rounds, reason=self.reason)


class CancelAbsence(Command, frozen=True):
    """Cancel planned absences of a player"""

    right: ClassVar[Right] = Right.PLAYERS
    player: Who
    rounds: Rounds

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        return players.cancel_absence(now, number=who(now, self.player), rounds=self.rounds)


class SignOff(Command, frozen=True):
    """A member is off for an evening, or comes after all, as the phone says"""

    right: ClassVar[Right] = Right.PLAYERS
    player: Number
    round: Number
    off: bool

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        return players.sign_off(now, number=self.player, round=self.round, off=self.off)


def evenings(now: Tournament, player: PlayerId) -> dict[int, bool]:
    """The rounds for which a member may sign off, and whether the member is off."""
    return players.evenings(now, player)


class ForbidPair(Command, frozen=True):
    """Keep two players from being paired"""

    right: ClassVar[Right] = Right.PLAYERS
    one: Who
    other: Who

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        return players.forbid_pair(now, first=who(now, self.one), second=who(now, self.other))


class AllowPair(Command, frozen=True):
    """Let two players be paired again"""

    right: ClassVar[Right] = Right.PLAYERS
    one: Who
    other: Who

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        return players.allow_pair(now, first=who(now, self.one), second=who(now, self.other))


def _ask_beyond(now: Tournament, *, beyond: bool) -> None:
    """A pair makes a round beyond those announced only if it is wanted."""
    if is_over(now) and not beyond:
        raise BeyondRounds(round=now.open_round.number, count=now.settings.rounds)


class PairRound(Command, frozen=True):
    """Pair everybody who is free in the open round; `again` dissolves pairs without a result first"""

    seed: Seed = field(default_factory=new_seed)
    again: bool = False
    bring_in: bool = True
    """Whether players who are expected in this round are marked present."""
    beyond: bool = False
    """Whether a round is wanted that goes beyond those announced."""

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        events = pairing.complete_round(now, seed=self.seed, again=self.again, bring_in=self.bring_in)
        _ask_beyond(now, beyond=self.beyond)
        return events

    def notices(self, before: Tournament, events: list[Event], after: Tournament) -> list[Notice]:
        came = [one.player for one in events if isinstance(one, PlayerReturned | AbsenceCancelled)]
        again = pairing.repeats(before, again=self.again, bring_in=self.bring_in)
        return [
            *([Arrivals(tuple(dict.fromkeys(came)))] if came else []),
            *([Repeats(tuple(again))] if again else []),
        ]


class CloseRound(Command, frozen=True):
    """Close the open round"""

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        return close_and_freeze(now)

    def notices(self, before: Tournament, events: list[Event], after: Tournament) -> list[Notice]:
        return closing_notices(events, after)


def closing_notices(events: Iterable[Event], after: Tournament) -> list[Notice]:
    """A Swiss that became a round robin, and games of the closed round that were adjourned."""
    notices: list[Notice] = []
    for event in events:
        match event:
            case SeatsTaken():
                notices.append(BecameRoundRobin(sum(map(bool, event.seats)), after.settings.rounds))
            case RoundClosed():
                tables = tuple(
                    table.number
                    for table in after.round(event.round)
                    if table.result and table.result.kind is Kind.ADJOURNED
                )
                notices += [GamesAdjourned(event.round, tables)] if tables else []
    return notices


class ReopenRound(Command, frozen=True):
    """Reopen the last closed round"""

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        return rounds.reopen_round(now)


class BeginFinal(Command, frozen=True):
    """Begin a final after the last round, with the best players, those of a country, or those named"""

    players: Annotated[int, Meta(ge=2, le=1_000)] | None = None
    """How many play for the first place: all who are named, or two."""
    who: tuple[Who, ...] = ()
    country: Text = ""
    best_of: Annotated[int, Meta(ge=1, le=MOST_GAMES)] = 1
    third_place: bool = False

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        chosen = {who(now, one) for one in self.who}
        return begin_final(
            now,
            players=self.players or len(chosen) or 2,
            chosen=chosen,
            country=self.country,
            best_of=self.best_of,
            third_place=self.third_place,
        )


class AdjournRest(Command, frozen=True):
    """Adjourn every game of the open round that has no result"""

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        return rounds.adjourn_rest(now)


class ChangeByHand(Command, frozen=True):
    """A change of tables by hand: pairs get their costs, and the profile `papp` its order of tables."""

    def edits(self, now: Tournament) -> list[Event]:
        raise NotImplementedError

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        return by_score(now, pairing.with_costs(now, self.edits(now)))

    def notices(self, before: Tournament, events: list[Event], after: Tournament) -> list[Notice]:
        pairs = [one.pair for one in events if isinstance(one, TableAdded)]
        return [
            RuleBroken(pair.first, pair.second, reasons)
            for pair, reasons in pairing.broken_rules(after, pairs)
        ]


class AddTable(ChangeByHand, frozen=True):
    """Make a table by hand; `dissolve` parts the two from those they were paired with"""

    first: Who
    second: Who
    number: Annotated[int, Meta(ge=0, le=9_999)] = 0
    dissolve: bool = False
    beyond: bool = False
    """Whether a round is wanted that goes beyond those announced."""

    def edits(self, now: Tournament) -> list[Event]:
        make: Callable[..., list[Event]] = rounds.pair_anew
        if not self.dissolve:
            make = partial(rounds.add_table, number=self.number)
        return make(now, first=who(now, self.first), second=who(now, self.second))

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        events = pairing.with_costs(now, self.edits(now)) if self.number else super().decide(now, context)
        _ask_beyond(now, beyond=self.beyond)
        return events


class SwapPlayers(ChangeByHand, frozen=True):
    """Exchange two players: their seats, a seat and the bye, or their colours if they meet"""

    one: Who
    other: Who

    def edits(self, now: Tournament) -> list[Event]:
        return rounds.swap_players(now, one=who(now, self.one), other=who(now, self.other))


class RemoveTable(ChangeByHand, frozen=True):
    """Dissolve a table without a result"""

    table: Number

    def edits(self, now: Tournament) -> list[Event]:
        return rounds.remove_table(now, number=self.table)


class RemoveTables(ChangeByHand, frozen=True):
    """Dissolve several tables without a result; their numbers are those before the first is dissolved"""

    tables: tuple[Number, ...]

    def edits(self, now: Tournament) -> list[Event]:
        return [
            event
            for number in dict.fromkeys(self.tables)
            for event in rounds.remove_table(now, number=number)
        ]


class RemoveAllTables(Command, frozen=True):
    """Dissolve all tables without a result, locked ones too"""

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        return rounds.remove_all_tables(now)


class LockTable(Command, frozen=True):
    """Keep a table when the round is paired again, or no longer"""

    table: Number
    locked: bool = True

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        return rounds.lock_table(now, number=self.table, locked=self.locked)


class GiveBye(Command, frozen=True):
    """Choose who has the bye of the open round; nobody leaves the choice to the pairing"""

    player: Who | None = None
    dissolve: bool = False
    """Whether the pair of the player is dissolved."""

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        if self.player is None:
            return rounds.give_bye(now, player=0)
        number = who(now, self.player)
        table = now.open_round.table_of(number)
        parted = rounds.remove_table(now, number=table.number) if self.dissolve and table else []
        return [*parted, *rounds.give_bye(replay(parted, now), player=number)]


class BeginManual(Command, frozen=True):
    """Begin the manual phase of the open round"""

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        return rounds.begin_manual(now)


class EndManual(Command, frozen=True):
    """End the manual phase; the pairs that it replaced are recorded"""

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        return rounds.end_manual(now, instead=pairing.manual_report(now, seed=COMPARED).instead)


class EnterResult(Command, frozen=True):
    """Enter a result, the first player's score first; another one is only replaced if asked for"""

    right: ClassVar[Right] = Right.RESULTS
    table: Number
    first: Score
    second: Score
    kind: Kind = Kind.PLAYED
    replacing: bool = False

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        result = Result(self.first, self.second, self.kind)
        return rounds.enter_at_table(now, table=self.table, result=result, replacing=self.replacing)


class EnterLine(Command, frozen=True):
    """Enter a result line: `poi35`, `145+4`, `-poi`; `!` closes the round"""

    right: ClassVar[Right] = Right.RESULTS
    line: Annotated[str, Meta(max_length=200)]
    replacing: bool = False
    random: bool = False
    """Whether `?` fills the round with random results."""
    seed: Seed = field(default_factory=new_seed)

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        reading = read_line(
            self.line, now, close=context.may_run_rounds, chance=self.random and context.may_run_rounds
        )
        if reading.effect is Effect.CLOSE:
            return close_and_freeze(now)
        if reading.effect is Effect.RANDOM:
            return fill_at_random(now, random.Random(self.seed))
        return line_events(now, reading=reading, replacing=self.replacing)

    def notices(self, before: Tournament, events: list[Event], after: Tournament) -> list[Notice]:
        return closing_notices(events, after)


class EnterProposed(Command, frozen=True):
    """Enter what players proposed for a table, unless the round was closed or the pair changed since"""

    right: ClassVar[Right] = Right.RESULTS
    round: Number
    table: Table
    result: Result

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        there = now.open_round.tables.get(self.table.number)
        if now.open_round.number != self.round or there is None or there.pair != self.table.pair:
            return []
        return rounds.enter_at_table(now, table=self.table.number, result=self.result)


class ClearResult(Command, frozen=True):
    """Take back a result"""

    right: ClassVar[Right] = Right.RESULTS
    table: Number

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        return rounds.clear_result(now, table=self.table)


class CorrectResult(Command, frozen=True):
    """Correct the colours and the score of a game of any round; the opponents stay"""

    round: Number
    first: Who
    second: Who
    result: Result

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        first, second = who(now, self.first), who(now, self.second)
        corrected = rounds.correct_result(
            now, round=self.round, first=first, second=second, result=self.result
        )
        return by_score(now, corrected)  # PAPP renumbers the open round's tables (papp 5.8)


class ChangeSettings(Command, frozen=True):
    """Change the name, the date or settings by name, as the command line writes them: `{"rounds": "7"}`"""

    right: ClassVar[Right] = Right.SETTINGS
    settings: dict[Text, str] = field(default_factory=dict)
    name: Text | None = None
    date: Text | None = None

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        wanted = changed_settings(now.settings, self.settings)
        return rounds.change_settings(now, settings=wanted, name=self.name, date=self.date)


class UsualPenalties(Command, frozen=True):
    """Restore the usual penalties"""

    right: ClassVar[Right] = Right.SETTINGS

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        return rounds.change_settings(now, settings=replace(now.settings, penalties=Settings().penalties))


_LISTED = ("country", "rating", "fide", "go")
"""What lists tell of a player."""


class ApplyRatings(Command, frozen=True):
    """Give players the country, the rating and the FIDE data of these cards"""

    right: ClassVar[Right] = Right.PLAYERS
    cards: tuple[Player, ...]

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        events: list[Event] = []
        for card in self.cards:
            changes: dict[str, Any] = {name: getattr(card, name) for name in _LISTED}
            events += players.change_player(now, number=card.id, changes=changes)
        return events


class OpenTournament(Command, frozen=True):
    """Begin a tournament in an empty journal"""

    right: ClassVar[Right] = Right.TOURNAMENTS
    name: Text
    date: Text = ""
    settings: Settings = Settings()

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        return rounds.open_tournament(now, name=self.name, date=self.date, settings=self.settings)


class NextSeason(Command, frozen=True):
    """Begin a season in an empty journal with the settings of another one, and its players if wanted"""

    right: ClassVar[Right] = Right.TOURNAMENTS
    before: Tournament
    name: Text
    date: Text = ""
    players: bool = True

    @property
    def staying(self) -> list[Player]:
        """The players who are in the next season."""
        return rounds.returning_players(self.before)

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        return rounds.next_season(
            now, before=self.before, name=self.name, date=self.date, players=self.players
        )


class Batch(Command, frozen=True):
    """Several commands as one action, which one undo takes back; their notices are not told"""

    commands: tuple[Command, ...]

    @property
    def rights(self) -> frozenset[Right]:
        return frozenset(right for one in self.commands for right in one.rights)

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        events: list[Event] = []
        for one in self.commands:
            news = one.decide(now, context)
            events, now = [*events, *news], replay(news, now)
        return events


COMMANDS: tuple[type[Command], ...] = (
    AddPlayer, ImportPlayers, ChangePlayer, RemovePlayer, RemoveEverybody, RenumberPlayers, LeaveTournament,
    ReturnPlayer, SetPresence, SetEverybody, PlanAbsence, CancelAbsence, ForbidPair, AllowPair, PairRound,
    CloseRound, ReopenRound, AdjournRest, AddTable, SwapPlayers, RemoveTable, RemoveAllTables, LockTable,
    GiveBye, BeginManual, EndManual, EnterResult, EnterLine, ClearResult, CorrectResult, ChangeSettings,
    UsualPenalties, BeginFinal,
)  # fmt: skip
"""What can be done with an open tournament at every face."""
