"""Players who leave and return: the keys - and +."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import partial

from ronde.core.decide import players as decide
from ronde.core.errors import RondeError
from ronde.core.events import Event
from ronde.core.player import PlayerId
from ronde.core.replay import replay
from ronde.core.tournament import Round, Tournament
from ronde.dialogue import club
from ronde.dialogue.club import Decision
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
    wishes: list[Decision] = []
    for player in conversation.tournament.players:
        if player not in conversation.tournament.left:
            wish = yield from _farewell(conversation, player)
            wishes += [wish] if wish is not None else []
    before = conversation.tournament
    if (yield from _all_at_once(conversation, wishes)):
        gone = [player for player in conversation.tournament.left if player not in before.left]
        later = [player for player in gone if not conversation.tournament.has_left(player)]
        erased = before.players.keys() - conversation.tournament.players.keys()
        yield from _counted(conversation, "all-left", len(gone) - len(later))
        yield from _counted(conversation, "all-leaving", len(later))
        yield from _counted(conversation, "all-erased", len(erased))
        yield from conversation.happened(Moment.CORRECTED if erased else Moment.LISTED)


def _counted(conversation: Conversation, key: str, count: int) -> Dialogue:
    if count:
        yield Tell(conversation.say(key, count=count))


def _all_at_once(conversation: Conversation, wishes: Sequence[Decision]) -> Generator[Step, str, bool]:
    """Apply all changes in one action; a refused one is reported, and the others are done."""
    refusals: list[RondeError] = []

    def decide_all(tournament: Tournament) -> list[Event]:
        refusals.clear()  # `act` decides again if another desk wrote in between
        facts: list[Event] = []
        for wish in wishes:
            try:
                news = wish(tournament)
            except RondeError as error:
                refusals.append(error)
                continue
            facts, tournament = [*facts, *news], replay(news, tournament)
        return facts

    done = yield from conversation.act(decide_all)
    for refusal in refusals:
        yield conversation.refusal(refusal)
    return done


def _farewell(conversation: Conversation, player: PlayerId) -> Generator[Step, str, Decision | None]:
    """How a player leaves: erased, if he never played and that is wanted, or absent; None if he stays."""
    card = conversation.tournament.player(player)
    played = any(_has_played(one, player) for one in conversation.tournament.rounds)
    if not played and (yield from conversation.yes("erase", player=card.full_name, id=player)):
        return partial(decide.remove_player, number=player)
    if club.is_club(conversation):
        return (yield from club.farewell(conversation, player))
    return partial(decide.player_leaves, number=player)


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
    wish = yield from _farewell(conversation, player)
    if wish is None or not (yield from conversation.act(wish)):
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


def come_back(conversation: Conversation) -> Dialogue:
    """A player who had left is present again, or all in one action."""
    number = yield from conversation.who("who-returns", everybody=True)
    if number is None:
        return
    if number == EVERYBODY:
        away = [
            player for player in conversation.tournament.players if conversation.tournament.absence(player)
        ]
        wishes = [partial(decide.player_returns, number=player) for player in away]
        if (yield from _all_at_once(conversation, wishes)):
            back = [player for player in away if not conversation.tournament.absence(player)]
            yield from _counted(conversation, "all-returned", len(back))
    elif (yield from conversation.act(partial(decide.player_returns, number=number))):
        card = conversation.tournament.player(number)
        yield Tell(conversation.say("returned", player=card.full_name, id=number))
    yield from conversation.happened(Moment.LISTED)
