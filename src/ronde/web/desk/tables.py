"""The stored tables of the open round: swap, split, pair, lock; and why a pair was not chosen."""

from __future__ import annotations

from functools import partial
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ronde.core.choose import find_player
from ronde.core.errors import RondeError
from ronde.core.events import TableAdded
from ronde.core.table import Pair, Reason
from ronde.core.tournament import Tournament
from ronde.formats.lists import conclusion
from ronde.i18n.door import say, tell
from ronde.pairing.door import WhyNot, broken, why_not
from ronde.web.desk.arranging import VERBS, Chosen, chosen_of, refusal_of
from ronde.web.desk.desk_pages import DeskPages, text_of, to
from ronde.web.desk.ledger import ledger, stands
from ronde.web.desk.page import DeskPage
from ronde.web.serving.guarded_route import GuardedRoute
from ronde.web.serving.open_tournament import OpenTournament
from ronde.web.serving.rendering import language_of, money
from ronde.web.serving.rights import Right

Breaks = list[tuple[Pair, tuple[Reason, ...]]]
SEED = 1
"""Fixed, so that the same question gets the same answer."""


def routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    pages = TablePages(desk_pages)
    return [
        GuardedRoute("/desk/{slug}/tables", desk_pages.aside(pages.show), Right.ROUNDS),
        GuardedRoute("/desk/{slug}/tables/do", pages.do, Right.ROUNDS, methods=["POST"]),
        GuardedRoute("/desk/{slug}/whynot", pages.whynot, Right.ROUNDS),
    ]


class TablePages(DeskPage):
    """Tables after they were accepted; every change can be undone."""

    template = "desk/tables.html"

    def facts(self, request: Request, opened: OpenTournament) -> dict[str, Any]:
        """The tables with their costs, and the players without one."""
        bills = request.query_params.get("bills") == "yes"
        return {
            "bills": bills,
            "proposal": opened.tournament,
            "broken": [],
            "ledger": ledger(opened.tournament.open_round),
            "stands": stands(opened.tournament, language_of(request)),
        }

    async def do(self, request: Request) -> Response:
        """Apply a verb to the selected players."""
        opened, _ = self.desk_pages.seated(request)
        form = await request.form()
        verb, language = text_of(form, "verb"), language_of(request)
        try:
            chosen = chosen_of(form, opened.tournament)
        except RondeError as error:
            return self.again(request, opened, tell(error, language))
        trouble = refusal_of(verb, chosen)
        if trouble:
            return self.again(request, opened, say(f"webdesk.{trouble}", language))
        if verb == "whynot":
            return to(opened, f"/whynot?one={chosen[0]}&other={chosen[1]}")
        if verb not in VERBS:
            return to(opened, "/tables")
        change = VERBS[verb][1]
        asked = [] if form.get("sure") == "yes" else _breaking(opened.tournament, verb, chosen)
        if asked:
            facts = {"broken": asked, "verb": verb, "chosen": chosen}
            return self.page(request, opened, 409, trouble="", **facts)
        return await self.desk_pages.act(
            request,
            lambda tournament: change(tournament, chosen),
            then="" if form.get("back") == "results" else "/tables",
            again=lambda sentence: self.again(request, opened, sentence),
        )

    async def whynot(self, request: Request) -> Response:
        """The cost of a pair that was not chosen, and of the whole round with it."""
        opened, _ = self.desk_pages.seated(request)
        asked = {name: request.query_params.get(name, "")[:200] for name in ("one", "other", "preview")}
        drawing = self.desk_pages.drawings.get(asked["preview"])
        preview = drawing.preview if drawing and drawing.slug == opened.slug else None
        tournament = preview.tournament if preview else opened.tournament
        answer, trouble, said = None, "", ""
        if asked["one"] and asked["other"]:
            try:
                answer = await run_in_threadpool(partial(_asked, tournament, asked["one"], asked["other"]))
                said = _conclusion(tournament, answer, language_of(request))
            except RondeError as error:
                trouble = tell(error, language_of(request))
        token = drawing.token if drawing and preview else ""
        facts = {"answer": answer, "conclusion": said, "asked": asked, "token": token, "trouble": trouble}
        return self.desk_pages.page(
            request, "desk/whynot.html", 409 if trouble else 200, opened=opened, **facts
        )


def _breaking(tournament: Tournament, verb: str, chosen: Chosen) -> Breaks:
    """The pairs of a verb that break a rule; what is impossible is refused later."""
    try:
        facts = VERBS[verb][1](tournament, chosen)
    except RondeError:
        return []
    return broken(tournament, [fact.pair for fact in facts if isinstance(fact, TableAdded)])


def _asked(tournament: Tournament, one: str, other: str) -> WhyNot:
    first, second = find_player(tournament, one), find_player(tournament, other)
    return why_not(tournament, first, second, number=tournament.open_round.number, seed=SEED)


def _conclusion(tournament: Tournament, answer: WhyNot, language: str) -> str:
    number = tournament.open_round.number
    return conclusion(number, answer, language, forbidden="webdesk.whynot-forbidden", price=money)
