"""Pairs by hand: the sub-menu of the key M."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from ronde.app.actions import MANUAL, by_key
from ronde.app.commands import AddTable, RemoveAllTables, RemoveTable
from ronde.core.player import PlayerId
from ronde.core.tournament import Tournament
from ronde.dialogue import lists
from ronde.dialogue.conversation import Conversation
from ronde.dialogue.pages import cut, shared
from ronde.dialogue.steps import Dialogue, GivenUp, Press, ShowPage, Tell
from ronde.formats.papp.door import Moment
from ronde.formats.shown import who
from ronde.formats.text import in_columns, width
from ronde.i18n.door import listed, say

BETWEEN = "--"
"""The separator between the two players of a pair."""


def manual(conversation: Conversation) -> Dialogue:
    """Pair and part by hand until Q; Esc in a question returns to this menu."""
    while True:
        yield ShowPage(
            overview(conversation.tournament), lambda room: overview(conversation.tournament, room)
        )
        words = "  ".join(
            f"{action.key.upper()} {say(f'menu.{action.name}', conversation.language)}" for action in MANUAL
        )
        key = yield Press(words, "".join(action.key for action in MANUAL))
        action = by_key(key, MANUAL)
        if action is None or action.name == "back":
            return
        reason = action.unavailable(conversation.tournament)
        if reason is not None:
            yield Tell(say(f"reasons.{reason}", conversation.language), refused=True)
            continue
        try:
            yield from _MANUAL[action.name](conversation)
        except GivenUp:
            continue
        yield from conversation.happened(Moment.SHOWN)


def overview(tournament: Tournament, room: int = 0) -> str:
    """The pairs, then the free players (papp 5.9); names are cut only where two do not fit."""
    seats = [(table.first, table.second) for table in tournament.open_round]
    wide = [max((width(who(tournament, pair[side])) for pair in seats), default=0) for side in (0, 1)]
    if room and sum(wide) + len(BETWEEN) > room:
        most = shared(wide, room - len(BETWEEN))
        tournament, wide = cut(tournament, most), [min(one, most) for one in wide]
    pairs = [
        f"{_aligned(who(tournament, one), wide[0])}{BETWEEN}{who(tournament, other)}" for one, other in seats
    ]
    free = [who(tournament, player) for player in tournament.unpaired]
    return "\n".join([in_columns(pairs, room or 1), "", in_columns(free, room or 1)])


def _aligned(name: str, wide: int) -> str:
    return name + " " * (wide - width(name))


def _pair_two(conversation: Conversation) -> Dialogue:
    """Pair two players; their previous pairs are dissolved."""
    first = yield from conversation.who("first-player", colour=conversation.colour(0))
    if first is None:
        return
    second = yield from conversation.who("second-player", colour=conversation.colour(1))
    if second is None:
        return
    if first == second:
        yield from _part_player(conversation, first)
        return
    outcome = yield from conversation.run(AddTable(first, second, dissolve=True))
    if outcome is not None:
        yield from conversation.tell(outcome)


def _part(conversation: Conversation) -> Dialogue:
    player = yield from conversation.who("who-parts")
    if player is not None:
        yield from _part_player(conversation, player)


def _part_player(conversation: Conversation, player: PlayerId) -> Dialogue:
    table = conversation.tournament.open_round.table_of(player)
    if table is None:
        yield Tell(
            conversation.say("no-pair", player=conversation.tournament.player(player).full_name), refused=True
        )
        return
    yield from conversation.run(RemoveTable(table.number))


def _part_all(conversation: Conversation) -> Dialogue:
    """Dissolve all pairs without a result, and name the others."""
    if not (yield from conversation.yes("part-all")):
        return
    before = len(conversation.tournament.open_round.tables)
    if (yield from conversation.run(RemoveAllTables())):
        kept = [str(table.number) for table in conversation.tournament.open_round]
        yield Tell(conversation.say("parted", count=before - len(kept)))
        if kept:
            sentence = conversation.say(
                "parted-not", count=len(kept), tables=listed(kept, conversation.language)
            )
            yield Tell(sentence, refused=True)


def _held(dialogue: Dialogue) -> Dialogue:
    """A list shown over the sub-menu until a key is pressed."""
    try:
        step = next(dialogue)
        while True:
            answer = yield replace(step, held=True) if isinstance(step, ShowPage) else step
            step = dialogue.send(answer)
    except StopIteration:
        return


_MANUAL: Mapping[str, Callable[[Conversation], Dialogue]] = {
    "pair-two": _pair_two,
    "part": _part,
    "part-all": _part_all,
    "list": lambda conversation: _held(lists.players(conversation)),
    "view": lambda conversation: _held(lists.view(conversation)),
    "sheet": lambda conversation: _held(lists.sheet(conversation)),
}
