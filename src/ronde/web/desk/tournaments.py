"""The list of tournaments, new ones, imports, the next season."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import date as Date
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.app.command import Right
from ronde.app.commands import NextSeason, OpenTournament, RemoveEverybody, RenumberPlayers
from ronde.app.exchange import IMPORTS
from ronde.formats.files import file_error
from ronde.i18n import error_text, problem_text, say
from ronde.model.errors import FileExists, FormatError, Problem, RondeError, SettingImpossible, UploadRefused
from ronde.model.settings import MOST_ROUNDS, PRESETS, Settings, settings_of
from ronde.web.desk.pages import DeskPage, DeskPages, number_of, text_of
from ronde.web.desk.uploads import MOST_FILES, Upload
from ronde.web.navigation import first_page
from ronde.web.server.guarded_route import LARGEST_BODY, GuardedRoute
from ronde.web.server.live_tournament import LiveTournament
from ronde.web.server.request import allowed, form_of, language_of

# Between two seasons: the next season, an empty list, new numbers.


def season_routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    season, clearing = SeasonPage(desk_pages), ClearingPage(desk_pages)
    return [
        GuardedRoute("/desk/{slug}/season", season.show, Right.TOURNAMENTS),
        GuardedRoute("/desk/{slug}/season", season.begin, Right.TOURNAMENTS, methods=["POST"]),
        GuardedRoute("/desk/{slug}/players/clear", clearing.show, Right.PLAYERS),
        GuardedRoute("/desk/{slug}/players/clear", clearing.clear, Right.PLAYERS, methods=["POST"]),
        GuardedRoute("/desk/{slug}/players/renumber", clearing.renumber, Right.PLAYERS, methods=["POST"]),
    ]


class SeasonPage(DeskPage):
    template = "desk/season.html"

    def context(self, request: Request, live: LiveTournament) -> dict[str, Any]:
        kept = len(NextSeason(live.tournament, "").staying)
        typed = {"name": "", "date": Date.today().strftime("%d/%m/%Y")}
        return {"kept": kept, "gone": len(live.tournament.players) - kept, "typed": typed, "along": True}

    def begin(self, request: Request) -> Response:
        """Create it in a new file beside this one."""
        live, _ = self.desk_pages.live_and_actor(request)
        form = form_of(request)
        typed = {name: text_of(form, name) for name in ("name", "date")}
        along = "players" in form
        command = NextSeason(live.tournament, players=along, **typed)
        try:
            made = self.desk_pages.begin(request, command)
        except RondeError as error:
            sentence = error_text(error, language_of(request))
            return self.page(request, live, 409, trouble=sentence, typed=typed, along=along)
        return RedirectResponse(f"/desk/{made.slug}/players", status_code=303)


class ClearingPage(DeskPage):
    template = "desk/clear.html"

    def context(self, request: Request, live: LiveTournament) -> dict[str, Any]:
        """Ask for confirmation."""
        return {}

    def clear(self, request: Request) -> Response:
        """Remove all players; one undo brings them back."""
        live, _ = self.desk_pages.live_and_actor(request)
        try:
            outcome = self.desk_pages.run(request, RemoveEverybody())
        except RondeError as error:
            return self.again(request, live, error_text(error, language_of(request)))
        said = say("club.cleared", language_of(request), count=len(outcome.before.players))
        return self.desk_pages.done(request, outcome, "/players", said)

    def renumber(self, request: Request) -> Response:
        live, _ = self.desk_pages.live_and_actor(request)
        try:
            outcome = self.desk_pages.run(request, RenumberPlayers())
        except RondeError as error:
            return self.again(request, live, error_text(error, language_of(request)))
        said = say("cli.renumbered", language_of(request), count=len(outcome.after.players))
        return self.desk_pages.done(request, outcome, "/players", said)


# The list of tournaments, and a new one from a preset.


def tournament_routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    pages = TournamentListPages(desk_pages)
    return [
        GuardedRoute("/desk", pages.show, Right.SEATED),
        GuardedRoute("/house/new", pages.new, Right.TOURNAMENTS, methods=["POST"]),
    ]


class TournamentListPages:
    def __init__(self, desk_pages: DeskPages) -> None:
        self.desk_pages = desk_pages

    def show(self, request: Request) -> Response:
        """The tournaments with their progress."""
        return self._page(request, {"date": Date.today().strftime("%d/%m/%Y")})

    def _page(
        self, request: Request, typed: dict[str, str], trouble: str = "", status: int = 200
    ) -> Response:
        tournaments_open = [
            live
            for live in list(self.desk_pages.tournaments.by_slug.values())
            if allowed(request, Right.RESULTS, live.slug)
        ]
        usual = {name: preset.usual_rounds for name, preset in PRESETS.items()}
        blank = {"name": "", "date": "", "rounds": "", "preset": "othello-open", "country": ""}
        begins = allowed(request, Right.TOURNAMENTS)
        context = {
            "begins": begins,
            "leads": allowed(request, Right.SEATS),
            "tournaments_open": tournaments_open,
            "openings": {
                live.slug: first_page(live.tournament) if allowed(request, Right.ROUNDS, live.slug) else ""
                for live in tournaments_open
            },
            "presets": usual,
            "typed": blank | typed,
            "trouble": trouble,
            "aside": self._aside(language_of(request)) if begins else [],
        }
        return self.desk_pages.page(request, "desk/events.html", status, problems=[], **context)

    def _aside(self, language: str) -> list[str]:
        """Why some files in the folder are not shown, in sentences that name them."""
        refused = list(self.desk_pages.tournaments.folders.refused.values())
        return [error_text(refusal.error, language) for refusal in refused]

    def new(self, request: Request) -> Response:
        """Create a tournament in a new file in the served folder."""
        form = form_of(request)
        typed = {name: text_of(form, name) for name in ("name", "date", "rounds", "preset", "country")}
        try:
            live = self.desk_pages.begin(request, _opening(typed))
        except RondeError as error:
            return self._page(request, typed, error_text(error, language_of(request)), 409)
        return RedirectResponse(f"/desk/{live.slug}/players", status_code=303)


def _opening(typed: dict[str, str]) -> OpenTournament:
    preset = typed["preset"] if typed["preset"] in PRESETS else next(iter(PRESETS))
    return OpenTournament(typed["name"], typed["date"], settings_from_form(preset, typed))


def settings_from_form(preset: str, typed: dict[str, str]) -> Settings:
    rounds = typed["rounds"].strip()
    wanted = number_of(rounds)
    if rounds and not wanted:
        context = {"setting": "rounds", "value": rounds, "allowed": f"1-{MOST_ROUNDS}"}
        raise SettingImpossible(reason="allowed", **context)
    return replace(settings_of(preset, wanted), country=typed["country"].strip())


# Importing: files are uploaded, read, shown with all remarks, then accepted or discarded.


LARGEST = 7_500_000
"""Bytes of all files together; the request may be a little larger."""
READING = 2
"""Uploads read at a time; each may take a gigabyte."""


def import_routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    pages = ImportPages(desk_pages)
    return [
        GuardedRoute("/house/import", pages.show, Right.TOURNAMENTS),
        GuardedRoute(
            "/house/import", pages.take, Right.TOURNAMENTS, methods=["POST"], files=True, largest=LARGEST_BODY
        ),
        GuardedRoute("/house/import/{token}", pages.preview, Right.TOURNAMENTS),
        GuardedRoute("/house/import/{token}", pages.accept, Right.TOURNAMENTS, methods=["POST"]),
        GuardedRoute("/house/import/{token}/forget", pages.forget, Right.TOURNAMENTS, methods=["POST"]),
    ]


class ImportPages:
    """Makes tournaments of files of other programs."""

    def __init__(self, desk_pages: DeskPages) -> None:
        self.desk_pages = desk_pages
        self.intakes = desk_pages.intakes
        self._reading = asyncio.Semaphore(READING)

    def show(self, request: Request) -> Response:
        self.desk_pages.actor_name(request)
        return self._page(request)

    def _page(self, request: Request, refusal: RondeError | None = None) -> Response:
        problems = error_text(refusal, language_of(request)).split("\n") if refusal else []
        status = 200 if refusal is None else 413 if refusal.facts.get("reason") == "large" else 409
        return self.desk_pages.page(
            request, "desk/import.html", status, formats=list(IMPORTS), problems=problems
        )

    async def take(self, request: Request) -> Response:
        """Read the files and show a summary; nothing is stored yet."""
        async with request.form(max_files=MOST_FILES, max_fields=20) as form:
            uploads = [value for _, value in form.multi_items() if isinstance(value, UploadFile)]
            sent = [(upload.filename or "", await upload.read()) for upload in uploads]
            format = text_of(form, "format")
        async with self._reading:
            return await run_in_threadpool(self._read, request, sent, format)

    def _read(self, request: Request, sent: list[tuple[str, bytes]], format: str) -> Response:
        try:
            files = _by_name(sent)
            if not files:
                raise UploadRefused(reason="nothing")
            if sum(map(len, files.values())) > LARGEST:
                raise UploadRefused(reason="large", most=LARGEST // 10**6)
            intake = self.intakes.read(files, format, self.desk_pages.actor_name(request))
        except RondeError as error:
            return self._page(request, error)
        return RedirectResponse(f"/house/import/{intake.token}", status_code=303)

    def _waiting(self, request: Request) -> Upload:
        self.desk_pages.actor_name(request)
        intake = self.intakes.get(request.path_params["token"])
        if intake is None:
            raise HTTPException(404)
        return intake

    def preview(self, request: Request) -> Response:
        """The summary of an import, with every remark."""
        intake = self._waiting(request)
        summary = intake.summary
        remarks = [problem_text(remark, language_of(request)) for remark in summary.remarks]
        return self.desk_pages.page(
            request, "desk/intake.html", intake=intake, summary=summary, remarks=remarks
        )

    def accept(self, request: Request) -> Response:
        """Move the tournament into the served folder."""
        intake = self._waiting(request)
        try:
            live = self._placed(intake)
        except RondeError as error:
            return self._page(request, error)
        return RedirectResponse(f"/desk/{live.slug}/overview", status_code=303)

    def _placed(self, intake: Upload) -> LiveTournament:
        path = self.desk_pages.tournaments.new_place(intake.summary.name or intake.names[0])
        try:
            self.intakes.accept(intake, path)
        except FileExists as error:  # the name was taken at the same moment
            raise FileExists(path=path.name) from error
        except OSError as error:
            raise file_error(path, error) from error
        return self.desk_pages.tournaments.add(path)

    def forget(self, request: Request) -> Response:
        """Discard an upload."""
        self.intakes.forget(self._waiting(request).token)
        return RedirectResponse("/house/import", status_code=303)


def _by_name(sent: list[tuple[str, bytes]]) -> dict[str, bytes]:
    """The files of a form by name; a browser sends an empty one where none was chosen.

    Files of the same name in two dropped folders are refused, because one would hide the other.
    """
    by_name: dict[str, bytes] = {}
    for name, data in sent:
        if name in by_name:
            raise FormatError([Problem(name, 0, 0, "formats.same-name", name)])
        if name:
            by_name[name] = data
    return by_name
