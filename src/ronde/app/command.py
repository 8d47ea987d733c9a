"""A command: its right, its decision, its notices, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, Final

import msgspec

from ronde.i18n import listed, say
from ronde.model.errors import RondeError
from ronde.model.events import Event
from ronde.model.player import PlayerId
from ronde.model.replay import replay
from ronde.model.table import Reason
from ronde.model.tournament import Tournament

# Rights, and who acts with them.


CHIEF: Final = "arbiter"
"""The account that may undo every account's actions."""


class Right(StrEnum):
    """What a command or a page requires."""

    ANYBODY = "anybody"
    """None; some of these addresses contain a secret token, which the page checks itself."""
    SEATED = "seated"
    """Any account at the desk."""
    RESULTS = "results"
    """To enter results, take back one's own, and settle proposals."""
    PLAYERS = "players"
    """To register players and to keep their cards, presence and links."""
    ROUNDS = "rounds"
    """To pair, change tables, close and reopen rounds, correct them, and see the history."""
    SETTINGS = "settings"
    """To change settings and screens, and to download the file and its exports."""
    TOURNAMENTS = "house"
    """To create and import tournaments."""
    SEATS = "seats"
    """To manage accounts."""
    ENGINES = "engines"
    """To register engines, change one's own and test them."""
    ACCOUNT = "account"
    """To have an engine owner's account, and its password."""
    HOST = "host"
    """To manage accounts, competitions and ladders of engines."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts: the name in the journal, and the rights in this tournament."""

    name: str = CHIEF
    rights: frozenset[Right] = frozenset(Right)

    def may(self, right: Right) -> bool:
        return right in self.rights


# What an arbiter should know about an action that was done, as values and in words.


def _kebab(name: str) -> str:
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).strip("-")


class Notice(msgspec.Struct, frozen=True, tag_field="code", tag=_kebab):
    pass


class Arrivals(Notice, frozen=True):
    """Players who were expected in this round, and are present now."""

    players: tuple[PlayerId, ...]


class Repeats(Notice, frozen=True):
    """Pairs that a resumed round robin repeats, with the round in which they met."""

    pairs: tuple[tuple[PlayerId, PlayerId, int], ...]


class BecameRoundRobin(Notice, frozen=True):
    """A Swiss of few players became a round robin after round 1."""

    players: int
    rounds: int


class GamesAdjourned(Notice, frozen=True):
    """Games of the closed round that are not finished."""

    round: int
    tables: tuple[int, ...]


class StartsNext(Notice, frozen=True):
    """A player who came after the pairing plays from the next round on."""

    player: PlayerId
    round: int


class TableDissolved(Notice, frozen=True):
    """The pair of somebody who left."""

    table: int


class RuleBroken(Notice, frozen=True):
    """A pair made by hand that no pairing would contain."""

    first: PlayerId
    second: PlayerId
    reasons: tuple[Reason, ...]


class AlreadyRegistered(Notice, frozen=True):
    """People of an imported list who were registered before."""

    names: tuple[str, ...]


class NumberMoved(Notice, frozen=True):
    """A player of an imported list whose number belonged to somebody else."""

    player: str
    wanted: PlayerId
    holder: str
    given: PlayerId


def notice_text(notice: Notice, tournament: Tournament, language: str) -> str:
    """A notice as a sentence; `tournament` is the one after the action."""
    from ronde.render.tables import arrivals_text, repeats_text  # most actions have no notice

    match notice:
        case Arrivals():
            return arrivals_text(tournament, notice.players, language)
        case Repeats():
            return repeats_text(tournament, notice.pairs, language)
        case BecameRoundRobin():
            return say("lists.became-robin", language, count=notice.players, rounds=notice.rounds)
        case GamesAdjourned():
            tables = ", ".join(map(str, notice.tables))
            return say("webdesk.adjourned-left", language, count=len(notice.tables), tables=tables)
        case StartsNext():
            name = tournament.player(notice.player).full_name
            return say("lists.starts-next", language, round=notice.round, player=name, next=notice.round + 1)
        case TableDissolved():
            return say("cli.table-dissolved", language, table=notice.table)
        case RuleBroken():
            return _rule_broken_text(notice, tournament, language)
        case AlreadyRegistered():
            names = listed(list(notice.names), language)
            return say("cli.players-skipped", language, names=names, count=len(notice.names))
        case NumberMoved():
            return say("cli.number-moved", language, **msgspec.structs.asdict(notice))
    raise TypeError(notice)


def _rule_broken_text(notice: RuleBroken, tournament: Tournament, language: str) -> str:
    from ronde.render.lists import reason_text

    first, second = (tournament.player(one).full_name for one in (notice.first, notice.second))
    reasons = ", ".join(reason_text(tournament, reason, language) for reason in notice.reasons)
    pair = f"{first} – {second}{say('web.colon', language)} {reasons}"
    return f"{say('webdesk.breaks-rule', language, count=1)} {pair}."


# What a command is, and what comes of it.


@dataclass(frozen=True, slots=True)
class Context:
    """What a decision may need to know beside the tournament."""

    actor: Actor = field(default_factory=Actor)
    known: Callable[[], Collection[PlayerId]] = tuple
    """The numbers of the people known beside the tournament, which newcomers are not given."""

    @property
    def may_run_rounds(self) -> bool:
        """Whether the actor may open and close rounds, rather than only enter results."""
        return self.actor.may(Right.ROUNDS)


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that an arbiter can do. Its first line says what, in the documents of the HTTP interface."""

    right: ClassVar[Right] = Right.ROUNDS

    @property
    def rights(self) -> frozenset[Right]:
        return frozenset({self.right})

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        """The events that follow; an error if the rules forbid it. It may run twice."""
        raise NotImplementedError

    def notices(self, before: Tournament, events: list[Event], after: Tournament) -> list[Notice]:
        """What the arbiter should know about what was done."""
        return []


def apply_command(command: Command, now: Tournament) -> Tournament:
    """The tournament after a command that nobody writes down, as in a simulation."""
    return replay(command.decide(now, Context()), now)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a command."""

    number: int
    """The number of the journal after it."""
    events: list[Event]
    before: Tournament
    after: Tournament
    notices: list[Notice]
    troubles: list[RondeError]
    """What went wrong beside it, such as a backup; reported once, to whoever acted."""

    def sentences(self, language: str, without: tuple[type[Notice], ...] = ()) -> list[str]:
        """The notices in words, without those that the face tells in another way."""
        return [
            notice_text(one, self.before if isinstance(one, Arrivals) else self.after, language)
            for one in self.notices
            if not isinstance(one, without)
        ]
