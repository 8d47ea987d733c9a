"""The events of a whole folder, once its files are read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from ronde.core import events as fact
from ronde.core.player import Player, PlayerId
from ronde.formats.papp import comments as notes
from ronde.formats.papp.comments import Margin
from ronde.formats.papp.read.commands import Read
from ronde.formats.papp.read.history import PappHistory
from ronde.formats.papp.read.page import SourceText, printable
from ronde.formats.papp.settings_comment import settings_with

_USUAL_ROUNDS = 7
_USUAL_CONSTANT = 6.0
"""PAPP's constant when the workfile has none (malformed case "BQ missing")."""


def journal(
    page: SourceText, read: Read, cards: Mapping[PlayerId, Player], margin: Margin, *, fallback: str
) -> tuple[fact.Event, ...]:
    """All events of the tournament; `fallback` is the name of one without, `page` collects the remarks."""
    story = read.story
    opened = _opened(page, read, margin, fallback)
    _check_scores(page, read)
    history = PappHistory(opened.settings.board, cards, tuple(story.here), margin)
    facts: list[fact.Event] = [opened]
    for number, chapter in enumerate(story.chapters, start=1):
        closed = history.closed(number, chapter)
        if number == 1:
            closed[-1:-1] = _seats(page, read)
        facts += closed
    facts += history.open(len(story.chapters) + 1, story.chapter())
    if not story.chapters:
        facts += _seats(page, read)
    facts += [
        fact.PairForbidden(one, other)
        for one, other in notes.forbidden_of(margin.tournament)
        if one != other and one in story.here and other in story.here
    ]
    return tuple(facts)


def _opened(page: SourceText, read: Read, margin: Margin, fallback: str) -> fact.TournamentOpened:
    story = read.story
    if story.name is None:
        page.remark("no-name", 0, fallback)
    if story.rounds is None:
        page.remark("no-rounds", 0)
    rounds = story.rounds or max(_USUAL_ROUNDS, len(story.chapters))
    constants: Iterable[float | None] = (story.brightwell, read.config.brightwell, _USUAL_CONSTANT)
    brightwell = next(value for value in constants if value is not None)
    settings = read.config.settings(rounds=rounds, brightwell=brightwell)
    if story.rounds is None:
        settings = replace(settings, round_robin=read.config.robin_range)
    name = notes.title_with("name", fallback if story.name is None else story.name, margin.tournament)
    date = notes.title_with("date", story.date, margin.tournament)
    if printable(name) != name:
        page.remark("control-character", 0, printable(name))
    return fact.TournamentOpened(printable(name), printable(date), settings_with(settings, margin.tournament))


def _check_scores(page: SourceText, read: Read) -> None:
    """Refuse games with a total other than the last one given; name the results that are dropped."""
    total = read.config.total
    for chapter in read.story.chapters:
        for game in chapter.games:
            if game.black_score is None or game.white_score is None:
                continue
            if game.black_score + game.white_score != total:
                page.problems.append(page.problem("total-changed", game.at, f"{game.black}-{game.white}"))
                page.settle()
    for game in read.story.games:
        if game.black_score is not None and not fits(game.black_score, game.white_score, total):
            page.remark("result-dropped", game.at, f"{game.black}-{game.white}")


def fits(black: float | None, white: float | None, total: int) -> bool:
    """Whether two scores of an open result are valid."""
    return black is not None and white is not None and 0 <= black <= total and black + white == total


def _seats(page: SourceText, read: Read) -> list[fact.Event]:
    """The round-robin table, unless it names unregistered people."""
    story = read.story
    if not story.seats:
        return []
    taken = {player for player in story.seats if player}
    if len(taken) < len(story.seats) - (0 in story.seats) or not taken <= story.here.keys():
        page.remark("table-dropped", 0)
        return []
    return [fact.SeatsTaken(story.seats)]
