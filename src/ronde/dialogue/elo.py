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


def elo(counter: Conversation) -> Dialogue:
    """File name, country, date, sender, then added games until an empty line."""
    tournament = counter.tournament
    edition = counter.live.edition if counter.live else Edition(language=counter.language)
    usual = elo_name(tournament.date, _subfolder(counter, edition))
    ask = Ask(counter.say("elo-file", name=usual), counts=True)
    name = yield from counter.target(ask, usual=usual)
    if not name:
        return
    country = (yield Ask(counter.say("elo-country"), counts=True)).strip()
    date = yield from _date(counter)
    sender = (yield Ask(counter.say("elo-sender"), counts=True)).strip()
    added = yield from _added(counter)
    slip = EloSlip(country, date, sender, added)
    yield from counter.write(name, elo_file(tournament, edition, datetime.now(), slip))


def _date(counter: Conversation) -> Generator[Step, str, str]:
    """A day as PAPP writes it; an empty line means the tournament's own."""
    usual = counter.tournament.date
    while True:
        text = (yield Ask(counter.say("elo-date", date=usual), counts=True)).strip()
        if not text or text == usual:
            return text
        try:
            datetime.strptime(text, "%d/%m/%Y")
        except ValueError:
            yield Tell(counter.say("elo-bad-date", text=text), refused=True)
        else:
            return text


def _subfolder(counter: Conversation, edition: Edition) -> str:
    """The subfolder of the lists, whose name goes into that of the file; empty with `dossier false`."""
    if counter.live is not None and not counter.live.subfolder:
        return ""
    return subfolder_name(counter.tournament.name, edition)


def _added(counter: Conversation) -> Generator[Step, str, tuple[AddedGame, ...]]:
    """Games beside the rounds, a final for instance; people who are not registered go by their numbers."""
    games: list[AddedGame] = []
    while True:
        first = yield from _who(counter, "elo-first", 0)
        if first is None:
            return tuple(games)
        game = yield from _game(counter, first)
        if game is not None:
            games.append(game)
        else:
            yield Tell(counter.say("elo-left-out"), refused=True)


def _game(counter: Conversation, first: PlayerId) -> Generator[Step, str, AddedGame | None]:
    """The rest of an added game; None if something of it is missing."""
    score = yield from _score(counter)
    if score is None:
        return None
    second = yield from _who(counter, "second-player", 1)
    if second is None:
        return None
    other = yield from _score(counter)
    return None if other is None else AddedGame(first, score, second, other)


def _who(counter: Conversation, key: str, side: int) -> Generator[Step, str, PlayerId | None]:
    """Anybody's number; who is not registered is named if the base knows him, and told of in any case."""
    number = yield from counter.who(key, strangers=True, counts=True, colour=counter.colour(side))
    if number is None or number in counter.tournament.players:
        return number
    card = counter.known.get(number)
    if card is None:
        yield Tell(counter.say("elo-nobody", number=number), refused=True)
    else:
        yield Tell(counter.say("elo-stranger", player=card.full_name, id=number))
    return number


def _score(counter: Conversation) -> Generator[Step, str, float | None]:
    board = counter.tournament.settings.board
    while True:
        text = yield Ask(counter.say("true-score"), counts=True)
        if not text.strip():
            return None
        try:
            return parse_score(text, board).first
        except RondeError:
            yield Tell(counter.say("elo-bad-score", most=board.total), refused=True)
