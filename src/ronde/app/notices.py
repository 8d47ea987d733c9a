"""What an arbiter should know about an action that was done, as values and in words."""

from __future__ import annotations

import msgspec

from ronde.core.player import PlayerId
from ronde.core.table import Reason
from ronde.core.tournament import Tournament
from ronde.i18n.door import listed, say


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


class BeyondRounds(Notice, frozen=True):
    """More rounds were paired than announced."""

    round: int
    announced: int


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
    from ronde.formats.attendance import arrivals_text, repeats_text  # most actions have no notice

    match notice:
        case Arrivals():
            return arrivals_text(tournament, notice.players, language)
        case Repeats():
            return repeats_text(tournament, notice.pairs, language)
        case BeyondRounds():
            return say("cli.beyond", language, round=notice.round, count=notice.announced)
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
    from ronde.formats.lists import reason_text

    first, second = (tournament.player(one).full_name for one in (notice.first, notice.second))
    reasons = ", ".join(reason_text(tournament, reason, language) for reason in notice.reasons)
    pair = f"{first} – {second}{say('web.colon', language)} {reasons}"
    return f"{say('webdesk.breaks-rule', language, count=1)} {pair}."
