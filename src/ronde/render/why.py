"""Why two players meet, in a sentence."""

from __future__ import annotations

from functools import reduce

from ronde.i18n import say
from ronde.model.player import PlayerId
from ronde.model.table import Table
from ronde.model.tournament import Tournament
from ronde.render.text import colour_name
from ronde.standings import Record
from ronde.systems.pair_facts import PairFact, bye_facts, pair_facts
from ronde.systems.rounds import alternative

COLOURED = ("both-due", "due", "not-due", "off-balance", "colour-again", "colour-limit")
"""Facts about colours, which programs do not have: they play both sides."""


def why_text(
    tournament: Tournament,
    number: int,
    table: Table,
    language: str,
    lines: Record | None = None,
    *,
    programs: bool = False,
) -> str:
    """Why the two of a table meet; `lines` is the record, if it is known already."""
    facts = pair_facts(tournament, number, table, lines)
    shown = [fact for fact in facts if not (programs and fact.kind in COLOURED)]
    return in_a_sentence([fact_text(tournament, fact, language) for fact in shown], language)


def bye_text(
    tournament: Tournament, number: int, player: PlayerId, language: str, lines: Record | None = None
) -> str:
    """Why a player has the bye of a round."""
    facts = bye_facts(tournament, number, player, lines)
    return in_a_sentence([fact_text(tournament, fact, language) for fact in facts], language)


def alternative_text(tournament: Tournament, player: PlayerId, language: str) -> str:
    """What the open round would be if a player met somebody else; empty where nothing was compared."""
    fact = alternative(tournament, player)
    return "" if fact is None else in_a_sentence([fact_text(tournament, fact, language)], language)


def in_a_sentence(parts: list[str], language: str) -> str:
    """The parts one after the other, with a capital and a full stop."""
    joined = reduce(lambda one, other: say("why.two-parts", language, one=one, other=other), parts)
    return say("why.sentence", language, parts=joined[:1].upper() + joined[1:])


def fact_text(tournament: Tournament, fact: PairFact, language: str) -> str:
    """A fact in words, without capital and full stop."""
    names = {one: tournament.player(one).full_name for one in (fact.player, fact.other) if one}
    first, second = tournament.settings.board.colours
    return say(
        f"why.{fact.kind}",
        language,
        player=names.get(fact.player, ""),
        other=names.get(fact.other, ""),
        count=_number(fact.amount),
        amount=_number(fact.amount),
        less=_number(fact.less),
        group=_number(fact.group),
        colour=colour_name(first if fact.amount > 0 else second, language),
    )


def _number(value: float) -> float:
    """Whole numbers without a decimal mark; the sign only chose the colour."""
    return abs(int(value) if value == int(value) else value)
