"""Players who leave and return: the keys - and +."""

from __future__ import annotations

from collections.abc import Generator, Iterable

from ronde.app.command import Command, Outcome
from ronde.app.commands import Batch, LeaveTournament, RemovePlayer, ReturnPlayer
from ronde.core.errors import RondeError
from ronde.core.player import PlayerId
from ronde.core.tournament import Round
from ronde.dialogue import club
from ronde.dialogue.conversation import EVERYBODY, Conversation
from ronde.dialogue.steps import Dialogue, Step, Tell
from ronde.formats.papp.door import Moment


def leave(conversation: Conversation) -> Dialogue:
    """Mark a player, or all in one action, as absent; one who never played may be erased instead."""
    number = yield from conversation.who("who-leaves", everybody=True)
    if number == EVERYBODY:
        yield from _everybody_leaves(conversation)
    elif number is not None:
        yield from _one_leaves(conversation, number)


def _everybody_leaves(conversation: Conversation) -> Dialogue:
    """Ask about those who never played, then record everything as one action with one undo."""
    commands: list[Command] = []
    for player in conversation.tournament.players:
        if player not in conversation.tournament.left:
            command = yield from _farewell(conversation, player)
            commands += [command] if command is not None else []
    outcome = yield from _all_at_once(conversation, commands)
    if outcome is not None:
        gone = [player for player in outcome.after.left if player not in outcome.before.left]
        later = [player for player in gone if not outcome.after.has_left(player)]
        erased = outcome.before.players.keys() - outcome.after.players.keys()
        yield from _counted(conversation, "all-left", len(gone) - len(later))
        yield from _counted(conversation, "all-leaving", len(later))
        yield from _counted(conversation, "all-erased", len(erased))
        yield from conversation.happened(Moment.CORRECTED if erased else Moment.LISTED)


def _counted(conversation: Conversation, key: str, count: int) -> Dialogue:
    if count:
        yield Tell(conversation.say(key, count=count))


def _all_at_once(
    conversation: Conversation, commands: Iterable[Command]
) -> Generator[Step, str, Outcome | None]:
    """Run all commands as one action; a refused one is told, and the others are run."""
    possible = []
    for command in commands:
        try:
            conversation.desk.preview(command, conversation.actor)
            possible.append(command)
        except RondeError as error:
            yield conversation.refusal(error)
    return (yield from conversation.run(Batch(tuple(possible))))


def _farewell(conversation: Conversation, player: PlayerId) -> Generator[Step, str, Command | None]:
    """How a player leaves: erased, if he never played and that is wanted, or absent; None if he stays."""
    card = conversation.tournament.player(player)
    played = any(_has_played(one, player) for one in conversation.tournament.rounds)
    if not played and (yield from conversation.yes("erase", player=card.full_name, id=player)):
        return RemovePlayer(player)
    if club.is_club(conversation):
        return (yield from club.farewell(conversation, player))
    return LeaveTournament(player)


def _has_played(one: Round, player: PlayerId) -> bool:
    """Whether he had a game in that round; one of the open round counts once it has a result."""
    table = one.table_of(player)
    return table is not None and (one.closed or table.result is not None)


def _one_leaves(conversation: Conversation, player: PlayerId) -> Dialogue:
    card = conversation.tournament.player(player)
    expected = conversation.tournament.expected(player) is not None
    if player in conversation.tournament.left and not expected and not club.is_club(conversation):
        yield Tell(conversation.say("left-already", player=card.full_name, id=player), refused=True)
        return
    command = yield from _farewell(conversation, player)
    outcome = (yield from conversation.run(command)) if command is not None else None
    if outcome is None:
        return
    erased = player not in conversation.tournament.players
    yield from conversation.happened(Moment.CORRECTED if erased else Moment.LISTED)
    if not erased and club.is_club(conversation):
        yield club.state_told(conversation, player)
    else:
        stays = not erased and not conversation.tournament.has_left(player)
        key = "erased" if erased else "leaves-later" if stays else "left"
        current = conversation.tournament.open_round.number
        yield Tell(conversation.say(key, player=card.full_name, id=player, round=current))
    yield from conversation.tell(outcome)


def come_back(conversation: Conversation) -> Dialogue:
    """A player who had left is present again, or all in one action."""
    number = yield from conversation.who("who-returns", everybody=True)
    if number is None:
        return
    if number == EVERYBODY:
        before = conversation.tournament
        away = [player for player in before.players if before.absence(player)]
        outcome = yield from _all_at_once(conversation, map(ReturnPlayer, away))
        if outcome is not None:
            back = [player for player in away if not outcome.after.absence(player)]
            yield from _counted(conversation, "all-returned", len(back))
    elif (yield from conversation.run(ReturnPlayer(number))):
        card = conversation.tournament.player(number)
        yield Tell(conversation.say("returned", player=card.full_name, id=number))
    yield from conversation.happened(Moment.LISTED)
