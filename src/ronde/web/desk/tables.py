"""The stored tables of the open round: swap, split, pair, lock; and why a pair was not chosen."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ronde.app.command import Command
from ronde.app.notices import RuleBroken
from ronde.app.queries import WhyNot
from ronde.core.errors import RondeError
from ronde.formats.lists import conclusion
from ronde.i18n.door import say, tell
from ronde.web.desk.arranging import VERBS, chosen_of, refusal_of
from ronde.web.desk.desk_pages import DeskPages, text_of, to
from ronde.web.desk.ledger import ledger, stands
from ronde.web.desk.page import DeskPage
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.open_tournament import OpenTournament
from ronde.web.server.rendering import money
from ronde.web.server.request import form_of, language_of
from ronde.web.server.rights import Right


def routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    pages = TablePages(desk_pages)
    return [
        GuardedRoute("/desk/{slug}/tables", pages.show, Right.ROUNDS),
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

    def do(self, request: Request) -> Response:
        """Apply a verb to the selected players."""
        opened, _ = self.desk_pages.seated(request)
        form = form_of(request)
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
        command = VERBS[verb][1](opened.tournament, chosen)
        try:
            asked = [] if form.get("sure") == "yes" else self._broken(request, opened, command)
        except RondeError as error:
            return self.again(request, opened, tell(error, language))
        if asked:
            facts = {"broken": asked, "verb": verb, "chosen": chosen}
            return self.page(request, opened, 409, trouble="", **facts)
        return self.desk_pages.act(
            request,
            command,
            then="" if form.get("back") == "results" else "/tables",
            again=lambda sentence: self.again(request, opened, sentence),
        )

    def _broken(self, request: Request, opened: OpenTournament, command: Command) -> list[RuleBroken]:
        """The pairs of a command that break a rule."""
        actor = self.desk_pages.actor(request)
        outcome = opened.use(lambda desk: desk.preview(command, actor))
        return [notice for notice in outcome.notices if isinstance(notice, RuleBroken)]

    def whynot(self, request: Request) -> Response:
        """The cost of a pair that was not chosen, and of the whole round with it."""
        opened, _ = self.desk_pages.seated(request)
        asked = {name: request.query_params.get(name, "")[:200] for name in ("one", "other", "preview")}
        drawing = self.desk_pages.drawings.get(asked["preview"])
        proposal = drawing.proposal if drawing and drawing.slug == opened.slug else None
        tournament = proposal.tournament if proposal else opened.tournament
        answer, trouble, said = None, "", ""
        if asked["one"] and asked["other"]:
            try:
                answer = WhyNot(asked["one"], asked["other"]).inquiry(tournament)
                number, language = tournament.open_round.number, language_of(request)
                forbidden = "webdesk.whynot-forbidden"
                said = conclusion(number, answer, language, forbidden=forbidden, price=money)
            except RondeError as error:
                trouble = tell(error, language_of(request))
        token = drawing.token if drawing and proposal else ""
        facts = {"answer": answer, "conclusion": said, "asked": asked, "token": token, "trouble": trouble}
        return self.desk_pages.page(
            request, "desk/whynot.html", 409 if trouble else 200, opened=opened, **facts
        )
