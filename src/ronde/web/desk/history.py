"""History: who did what, when; every action can be undone and redone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice, pairwise, takewhile
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ronde import __version__
from ronde.app.command import Right
from ronde.app.desk import Desk, JournalEntry
from ronde.app.event_text import action_text, brief_text, event_text, local_time
from ronde.i18n import actor_text, error_text, say
from ronde.model.errors import RondeError
from ronde.model.events import Event
from ronde.model.tournament import Tournament
from ronde.web.desk.pages import DeskPage, DeskPages, Notice, number_of, redirect_to, text_of
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.live_tournament import LiveTournament
from ronde.web.server.request import allowed, form_of, language_of

A_PAGE = 200
BACK = re.compile(
    r"/(?:overview|history|tables|players|correct|settings|close|publish|player/[0-9]{1,10}|round/[0-9]{1,4})"
)
"""Pages of the desk to which undo returns."""
TOLD = 12
"""How many events of one action are shown in full."""


@dataclass(frozen=True, slots=True)
class HistoryLine:
    number: int
    last: int
    """The number of its last event."""
    when: str
    actor: str
    sentences: list[str]
    more: int
    counts: bool
    undoable: bool
    redoable: bool


def routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    pages = HistoryPages(desk_pages)
    return [
        GuardedRoute("/desk/{slug}/history", pages.show, Right.ROUNDS),
        GuardedRoute("/desk/{slug}/undo", pages.undo, Right.RESULTS, methods=["POST"]),
        GuardedRoute("/desk/{slug}/redo", pages.redo, Right.RESULTS, methods=["POST"]),
        GuardedRoute("/desk/{slug}/help", pages.help, Right.RESULTS),
    ]


class HistoryPages(DeskPage):
    template = "desk/history.html"

    def context(self, request: Request, live: LiveTournament) -> dict[str, Any]:
        """Every action, latest first."""
        lines = history(live.desk, self.desk_pages.actor_name(request), language_of(request))
        page = max(1, number_of(request.query_params.get("page", "1")))
        shown = lines[(page - 1) * A_PAGE : page * A_PAGE]
        return {"lines": shown, "page": page, "pages": -(-len(lines) // A_PAGE)}

    def undo(self, request: Request) -> Response:
        """Undo the last action of this arbiter, or the one named."""
        return self._turn(request, Desk.undo, "cli.undone")

    def redo(self, request: Request) -> Response:
        """Redo the last undone action, or the one named."""
        return self._turn(request, Desk.redo, "cli.redone")

    def _turn(
        self, request: Request, turn: Callable[[Desk, str, int | None], list[JournalEntry]], key: str
    ) -> Response:
        live, actor = self.desk_pages.live_and_actor(request)
        form = form_of(request)
        action, back = number_of(text_of(form, "action")) or None, text_of(form, "back")
        before, language = live.tournament, language_of(request)
        try:
            entries = live.use(lambda desk: turn(desk, actor, action))
        except RondeError as error:
            if not allowed(request, Right.ROUNDS, live.slug):
                self.desk_pages.remark(request, Notice(error_text(error, language)))
                return redirect_to(live)
            return self.again(request, live, error_text(error, language))
        undone = key == "cli.undone"
        known = before if undone else live.tournament  # the names come from the state that has the action
        action_words = action_text(known, [entry.event for entry in entries], language)
        sentence = say(key, language, facts=action_words, number=entries[0].number)
        self.desk_pages.remark(request, Notice(sentence, undoable=not undone, redoable=undone))
        return redirect_to(live, back if BACK.fullmatch(back) else "")

    def help(self, request: Request) -> Response:
        """Every action with its key, and the syntax of grids and of the line."""
        live, _ = self.desk_pages.live_and_actor(request)
        return self.desk_pages.page(request, "desk/help.html", live=live, about=__version__)


def history(desk: Desk, actor: str, language: str) -> list[HistoryLine]:
    """The actions of a journal in words, latest first."""
    return list(_lines(desk, actor, language))


def latest(desk: Desk, actor: str, language: str, most: int) -> list[HistoryLine]:
    """The last effective actions, at most so many."""
    lines = _lines(desk, actor, language, brief_text)
    return list(islice((line for line in lines if line.counts), most))


def _lines(
    desk: Desk, actor: str, language: str, words: Callable[[Tournament, Event, str], str] = event_text
) -> Iterator[HistoryLine]:
    """A generator, so that a page with a few lines does not compute all."""
    undoable, redoable = desk.undoable_actions(actor)
    actions = desk.by_action()  # first: another thread may write
    standing = {entry.action: counts for entry, counts in desk.history()}
    for number, at, actor, events in reversed(actions):
        sentences = unrepeated([words(desk.tournament, fact, language) for fact in events[:TOLD]])
        yield HistoryLine(
            number,
            number + len(events) - 1,
            local_time(at, language),
            actor_text(actor, language),
            sentences,
            max(0, len(events) - TOLD),
            standing[number],
            number in undoable,
            number in redoable,
        )


def unrepeated(sentences: list[str]) -> list[str]:
    """Events in words, without the beginning each shares with the one before.

    >>> unrepeated(["result entered: round 2, table 1 A - B", "result entered: round 2, table 2 C - D"])
    ['result entered: round 2, table 1 A - B', 'table 2 C - D']
    """
    shown = sentences[:1]
    for before, text in pairwise(sentences):
        same = takewhile(lambda two: two[0] == two[1], zip(before, text, strict=False))
        shared = "".join(letter for letter, _ in same)
        cut = max(shared.rfind(": "), shared.rfind(", ")) + 2
        shown.append(text[cut:] if cut > 1 else text)
    return shown
