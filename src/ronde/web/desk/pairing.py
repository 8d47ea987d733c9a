"""Pairing with a preview: computed in a thread, shown with all costs, edited by hand, then accepted."""

from __future__ import annotations

import secrets
import time
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import replace

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.app.commands import new_seed
from ronde.app.proposal import AcceptProposal, Proposal
from ronde.core.errors import CannotPair, Conflict, RondeError
from ronde.formats.attendance import arrivals_text, repeats_text
from ronde.formats.manual import manual_text
from ronde.i18n.door import say, tell
from ronde.web.desk.arranging import BEFORE, VERBS, chosen_of, refusal_of
from ronde.web.desk.desk_pages import DeskPages, Notice, text_of, to
from ronde.web.desk.ledger import ledger, pair_kinds, stands
from ronde.web.desk.previews import PendingDraw
from ronde.web.desk.remedies import command_of, remedies
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.open_tournament import OpenTournament
from ronde.web.server.request import form_of, language_of
from ronde.web.server.rights import Right

PATIENCE = 1.2
"""Seconds a request waits for a pairing before the page says that it takes longer."""


def routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    pages = DrawPages(desk_pages)
    return [
        GuardedRoute("/desk/{slug}/pair", pages.begin, Right.ROUNDS, methods=["POST"]),
        GuardedRoute("/desk/{slug}/preview/{token}", pages.show, Right.ROUNDS),
        GuardedRoute("/desk/{slug}/preview/{token}/do", pages.do, Right.ROUNDS, methods=["POST"]),
        GuardedRoute("/desk/{slug}/preview/{token}/accept", pages.accept, Right.ROUNDS, methods=["POST"]),
        GuardedRoute("/desk/{slug}/preview/{token}/forget", pages.forget, Right.ROUNDS, methods=["POST"]),
    ]


def _manual_lines(preview: Proposal, language: str) -> list[str]:
    """The warnings about pairs made by hand, most serious first, then the comparison with the pairing."""
    report = preview.manual
    return manual_text(preview.tournament, report, language).splitlines() if report else []


class DrawPages:
    def __init__(self, desk_pages: DeskPages) -> None:
        self.desk_pages = desk_pages
        self.drawings = desk_pages.drawings
        self._threads = ThreadPoolExecutor(thread_name_prefix="pair")

    def begin(self, request: Request) -> Response:
        """Pair the open round for a preview; by hand it starts empty."""
        opened, _ = self.desk_pages.seated(request)
        form = form_of(request)
        asked = {**dict(request.query_params), **{name: text_of(form, name) for name in form}}
        preview = Proposal(
            opened.tournament, again=asked.get("again") == "yes", by_hand=asked.get("by-hand") == "yes"
        )
        remedy = command_of(asked.get("remedy", ""), asked.get("value", ""))
        try:
            preview = preview.constrained(remedy) if remedy else preview
        except RondeError as error:  # somebody else has done it meanwhile
            self.desk_pages.remark(request, Notice(tell(error, language_of(request))))
            return to(opened, "/tables")
        return self._drawn(opened, preview)

    def _drawn(self, opened: OpenTournament, preview: Proposal, token: str = "") -> Response:
        """Start the pairing, wait a moment, and redirect to its page."""
        token = token or secrets.token_urlsafe(9)
        task = self._threads.submit(preview.pair, new_seed())
        self.drawings.put(token, PendingDraw(token, opened.slug, task, time.monotonic()))
        wait({task}, timeout=PATIENCE)
        return to(opened, f"/preview/{token}")

    def _drawing_of(self, request: Request, opened: OpenTournament) -> PendingDraw | None:
        drawing = self.drawings.get(request.path_params["token"])
        return drawing if drawing and drawing.slug == opened.slug else None

    def show(self, request: Request) -> Response:
        """The proposed tables; while the pairing runs, how long it has taken."""
        opened, _ = self.desk_pages.seated(request)
        drawing = self._drawing_of(request, opened)
        if drawing is None:
            return self._gone(request, opened)
        if not drawing.task.done():
            seconds = int(time.monotonic() - drawing.since)
            facts = {
                "seconds": seconds,
                "drawing": drawing,
                "said": None,
            }  # notices are shown with the tables
            return self.desk_pages.page(request, "desk/drawing.html", opened=opened, **facts)
        return self._page(request, opened, drawing)

    def _page(
        self, request: Request, opened: OpenTournament, drawing: PendingDraw, trouble: str = ""
    ) -> Response:
        try:
            preview = drawing.task.result()
            proposal = preview.tournament
        except CannotPair as error:
            return self._stuck(request, opened, error)
        except RondeError as error:
            self.drawings.pop(drawing.token)
            self.desk_pages.remark(request, Notice(tell(error, language_of(request))))
            return to(opened, "/tables")
        if not preview.events and not preview.by_hand:
            self.drawings.pop(drawing.token)
            self.desk_pages.remark(request, Notice(say("webdesk.complete-already", language_of(request))))
            return to(opened, "/tables")
        return self.desk_pages.page(
            request,
            "desk/preview.html",
            409 if trouble else 200,
            opened=opened,
            preview=preview,
            proposal=proposal,
            drawing=drawing,
            arrivals=arrivals_text(preview.base, preview.arrivals, language_of(request)),
            repeats=repeats_text(preview.base, preview.repeats, language_of(request)),
            broken=preview.broken,
            ledger=ledger(proposal.open_round),
            stands=stands(proposal, language_of(request)),
            kinds=pair_kinds(proposal),
            manual=_manual_lines(preview, language_of(request)),
            trouble=trouble,
        )

    def _stuck(self, request: Request, opened: OpenTournament, error: CannotPair) -> Response:
        """Why no round can be paired, with a button for each remedy."""
        language = language_of(request)
        facts = {"why": tell(error, language), "remedies": remedies(opened.tournament, error, language)}
        return self.desk_pages.page(request, "desk/stuck.html", 409, opened=opened, said=None, **facts)

    def _gone(self, request: Request, opened: OpenTournament) -> Response:
        self.desk_pages.remark(request, Notice(say("webdesk.preview-gone", language_of(request))))
        return to(opened, "/tables")

    def do(self, request: Request) -> Response:
        """Apply one verb to the proposal; constraints pair it again."""
        opened, _ = self.desk_pages.seated(request)
        form = form_of(request)
        drawing = self._drawing_of(request, opened)
        if drawing is None:
            return self._gone(request, opened)
        if drawing.proposal is None:  # still running: its page shows the elapsed time
            return to(opened, f"/preview/{drawing.token}")
        language = language_of(request)
        try:
            return self._done(request, opened, drawing, form)
        except RondeError as error:
            return self._page(request, opened, drawing, tell(error, language))

    def _done(
        self, request: Request, opened: OpenTournament, drawing: PendingDraw, form: FormData
    ) -> Response:
        verb, preview = text_of(form, "verb"), drawing.task.result()
        if verb == "redraw":
            return self._drawn(opened, preview.unpaired(), drawing.token)
        if verb == "without":
            alone = replace(preview.unpaired(), bring_in=False, by_hand=preview.by_hand)
            return self._drawn(opened, alone, drawing.token)
        if verb == "back":
            return self._keep(opened, drawing, preview.back())
        chosen = chosen_of(form, preview.tournament)
        trouble = refusal_of(verb, chosen)
        if trouble:
            return self._page(request, opened, drawing, say(f"webdesk.{trouble}", language_of(request)))
        if verb == "whynot":
            return to(opened, f"/whynot?one={chosen[0]}&other={chosen[1]}&preview={drawing.token}")
        if verb not in VERBS:
            return to(opened, f"/preview/{drawing.token}")
        command = VERBS[verb][1](preview.tournament, chosen)
        if verb in BEFORE and not preview.by_hand:
            return self._drawn(opened, preview.constrained(command), drawing.token)
        return self._keep(opened, drawing, preview.edited(command))

    def _keep(self, opened: OpenTournament, drawing: PendingDraw, preview: Proposal) -> Response:
        done: Future[Proposal] = Future()
        done.set_result(preview)
        drawing.task = done
        return to(opened, f"/preview/{drawing.token}")

    def accept(self, request: Request) -> Response:
        """Store the proposal; if the tournament has changed since, it is paired and shown again."""
        opened, _ = self.desk_pages.seated(request)
        drawing = self._drawing_of(request, opened)
        if drawing is None:
            return self._gone(request, opened)
        if drawing.proposal is None:  # still running: its page shows the elapsed time
            return to(opened, f"/preview/{drawing.token}")
        preview = drawing.task.result()
        try:
            outcome = self.desk_pages.run(request, AcceptProposal(preview))
        except Conflict:
            self.desk_pages.remark(request, Notice(say("webdesk.hall-changed", language_of(request))))
            return self._drawn(opened, preview.moved(opened.tournament), drawing.token)
        except RondeError as error:
            return self._page(request, opened, drawing, tell(error, language_of(request)))
        self.drawings.pop(drawing.token)
        count = len(outcome.after.open_round.tables)
        return self.desk_pages.done(
            request, outcome, said=say("webdesk.paired", language_of(request), count=count)
        )

    def forget(self, request: Request) -> RedirectResponse:
        """Discard a preview; nothing was stored."""
        opened, _ = self.desk_pages.seated(request)
        drawing = self._drawing_of(request, opened)
        if drawing is not None:
            self.drawings.pop(drawing.token)
        return to(opened, "/tables")
