"""Correcting a result of an earlier round: the key C."""

from __future__ import annotations

from collections.abc import Generator

from ronde.app.commands import CorrectResult
from ronde.core.coupon import agreed, read_score
from ronde.core.errors import RondeError
from ronde.core.player import PlayerId
from ronde.core.result import Result
from ronde.dialogue.conversation import Conversation
from ronde.dialogue.results import coupon
from ronde.dialogue.steps import Ask, Dialogue, GivenUp, Step, Tell
from ronde.dialogue.typed import whole
from ronde.formats.papp.door import Moment


def correct(conversation: Conversation) -> Dialogue:
    """Ask for round, players, colours and scores; then show the table as it is now (papp 5.8)."""
    closed = len(conversation.tournament.closed_rounds)
    last = closed + bool(conversation.tournament.open_round.tables)  # the open round only if it has pairs
    text = (yield Ask(conversation.say("which-round", last=last))).strip()
    if not text:
        return
    number = whole(text) or 0
    if not 1 <= number <= last:
        yield Tell(conversation.say("no-such-round", text=text), refused=True)
        return
    game = yield from _game(conversation)
    if game is None:
        return
    first, second, result = game
    if (yield from conversation.run(CorrectResult(number, first, second, result))):
        yield Tell(conversation.say("corrected", round=number))
        played = conversation.tournament.round(number)
        yield Tell(coupon(conversation, played.seated[first].number, played))
        again = number <= closed and (yield from _lists_again(conversation))
        yield from conversation.happened(Moment.CORRECTED, lists_again=again)


def _game(conversation: Conversation) -> Generator[Step, str, tuple[PlayerId, PlayerId, Result] | None]:
    """The players and the result; scores that disagree are asked for again, the players are not."""
    first = yield from conversation.who("true-first", colour=conversation.colour(0))
    score = (yield from _score(conversation, first)) if first is not None else None
    second = None
    if score is not None:
        second = yield from conversation.who("true-second", colour=conversation.colour(1))
    while first is not None and score is not None and second is not None:
        other = yield from _score(conversation, second)
        if other is None:
            return None
        try:
            return first, second, agreed(score, other, conversation.tournament.settings.board)
        except RondeError as error:
            yield conversation.refusal(error)
        score = yield from _score(conversation, first)
    return None


def _score(conversation: Conversation, player: PlayerId) -> Generator[Step, str, Result | None]:
    """The score of one player, from his side; None if the arbiter gives up."""
    while True:
        question = conversation.say("score-of", player=conversation.tournament.player(player).full_name)
        text = yield Ask(question)
        if not text.strip():
            return None
        try:
            return read_score(text, conversation.tournament.settings.board)
        except RondeError as error:
            yield conversation.refusal(error)


def _lists_again(conversation: Conversation) -> Generator[Step, str, bool]:
    """Whether to write the lists of the last round again; the result is corrected in any case."""
    if conversation.live is None or not conversation.live.has_lists:
        return False
    try:
        return (yield from conversation.yes("lists-again"))
    except GivenUp:
        return False
