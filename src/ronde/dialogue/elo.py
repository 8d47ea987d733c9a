"""The file for the rating officer: the key E."""

from __future__ import annotations

from collections.abc import Generator
from datetime import datetime

from ronde.core.errors import RondeError
from ronde.core.player import PlayerId
from ronde.core.result import parse_score
from ronde.dialogue.conversation import Conversation
from ronde.dialogue.steps import Ask, Dialogue, Step, Tell
from ronde.formats.papp.door import AddedGame, Edition, EloSlip, elo_file, elo_name, subfolder_name


def elo(conversation: Conversation) -> Dialogue:
    """Ask for file name, country, date, sender, then added games until an empty line."""
    tournament = conversation.tournament
    edition = conversation.live.edition if conversation.live else Edition(language=conversation.language)
    usual = elo_name(tournament.date, _subfolder(conversation, edition))
    ask = Ask(conversation.say("elo-file", name=usual), counts=True)
    name = yield from conversation.target(ask, usual=usual)
    if not name:
        return
    country = (yield Ask(conversation.say("elo-country"), counts=True)).strip()
    date = yield from _date(conversation)
    sender = (yield Ask(conversation.say("elo-sender"), counts=True)).strip()
    added = yield from _added(conversation)
    slip = EloSlip(country, date, sender, added)
    yield from conversation.write(name, elo_file(tournament, edition, datetime.now(), slip))


def _date(conversation: Conversation) -> Generator[Step, str, str]:
    """A date as PAPP writes it; an empty line means the tournament's."""
    usual = conversation.tournament.date
    while True:
        text = (yield Ask(conversation.say("elo-date", date=usual), counts=True)).strip()
        if not text or text == usual:
            return text
        try:
            datetime.strptime(text, "%d/%m/%Y")
        except ValueError:
            yield Tell(conversation.say("elo-bad-date", text=text), refused=True)
        else:
            return text


def _subfolder(conversation: Conversation, edition: Edition) -> str:
    """The subfolder of the lists, which becomes part of the file name; empty with `dossier false`."""
    if conversation.live is not None and not conversation.live.subfolder:
        return ""
    return subfolder_name(conversation.tournament.name, edition)


def _added(conversation: Conversation) -> Generator[Step, str, tuple[AddedGame, ...]]:
    """Games outside the rounds, such as a final; unregistered people are named by their numbers."""
    games: list[AddedGame] = []
    while True:
        first = yield from _who(conversation, "elo-first", 0)
        if first is None:
            return tuple(games)
        game = yield from _game(conversation, first)
        if game is not None:
            games.append(game)
        else:
            yield Tell(conversation.say("elo-left-out"), refused=True)


def _game(conversation: Conversation, first: PlayerId) -> Generator[Step, str, AddedGame | None]:
    """The rest of an added game; None if it is incomplete."""
    score = yield from _score(conversation)
    if score is None:
        return None
    second = yield from _who(conversation, "second-player", 1)
    if second is None:
        return None
    other = yield from _score(conversation)
    return None if other is None else AddedGame(first, score, second, other)


def _who(conversation: Conversation, key: str, side: int) -> Generator[Step, str, PlayerId | None]:
    """Any player's number; if unregistered, the base's name for it is shown, or that it is unknown."""
    number = yield from conversation.who(key, strangers=True, counts=True, colour=conversation.colour(side))
    if number is None or number in conversation.tournament.players:
        return number
    card = conversation.known.get(number)
    if card is None:
        yield Tell(conversation.say("elo-nobody", number=number), refused=True)
    else:
        yield Tell(conversation.say("elo-stranger", player=card.full_name, id=number))
    return number


def _score(conversation: Conversation) -> Generator[Step, str, float | None]:
    board = conversation.tournament.settings.board
    while True:
        text = yield Ask(conversation.say("true-score"), counts=True)
        if not text.strip():
            return None
        try:
            return parse_score(text, board).first
        except RondeError:
            yield Tell(conversation.say("elo-bad-score", most=board.total), refused=True)
