"""The file for the rating officer: E."""

from __future__ import annotations

from collections.abc import Generator
from datetime import datetime

from ronde.core.errors import RondeError
from ronde.core.result import parse_score
from ronde.counter.counter import Counter
from ronde.counter.steps import Ask, Dialogue, Step, Tell
from ronde.formats.papp.door import AddedGame, Edition, EloSlip, elo_file, elo_name, subfolder_name


def elo(counter: Counter) -> Dialogue:
    """File name, country, date, sender, then added games until an empty line."""
    tournament = counter.tournament
    edition = counter.live.edition if counter.live else Edition(language=counter.language)
    usual = elo_name(tournament.date, _subfolder(counter, edition))
    name = (yield Ask(counter.say("elo-file", name=usual), counts=True)).strip() or usual
    country = (yield Ask(counter.say("elo-country"), counts=True)).strip()
    date = (yield Ask(counter.say("elo-date", date=tournament.date), counts=True)).strip()
    sender = (yield Ask(counter.say("elo-sender"), counts=True)).strip()
    added = yield from _added(counter)
    slip = EloSlip(country, date, sender, added)
    yield from counter.write(name, elo_file(tournament, edition, datetime.now(), slip))


def _subfolder(counter: Counter, edition: Edition) -> str:
    """The subfolder of the lists, whose name goes into that of the file; empty with `dossier false`."""
    if counter.live is not None and not counter.live.subfolder:
        return ""
    return subfolder_name(counter.tournament.name, edition)


def _added(counter: Counter) -> Generator[Step, str, tuple[AddedGame, ...]]:
    """Games beside the rounds, a final for instance; people who are not registered go by their numbers."""
    games: list[AddedGame] = []
    while True:
        first = yield from counter.who("elo-first", strangers=True, counts=True)
        if first is None:
            return tuple(games)
        score = yield from _score(counter)
        second = yield from counter.who("second-player", strangers=True, counts=True)
        other = yield from _score(counter)
        if second is not None and score is not None and other is not None:
            games.append(AddedGame(first, score, second, other))


def _score(counter: Counter) -> Generator[Step, str, float | None]:
    board = counter.tournament.settings.board
    while True:
        text = yield Ask(counter.say("true-score"), counts=True)
        if not text.strip():
            return None
        try:
            return parse_score(text, board).first
        except RondeError:
            yield Tell(counter.say("elo-bad-score", most=board.total), refused=True)
