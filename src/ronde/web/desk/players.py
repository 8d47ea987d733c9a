"""Players: search while typing, quick registration, presence, lists."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ronde.app.command import Right, StartsNext
from ronde.app.commands import AddPlayer, ImportPlayers, SetEverybody, SetPresence
from ronde.app.isolated import read_people_isolated
from ronde.i18n import error_text, say
from ronde.model.errors import (
    CardImpossible,
    FormatError,
    NamesakeHere,
    Problem,
    RatingImpossible,
    RondeError,
    UnknownPlayer,
)
from ronde.model.events import PlayerEntered
from ronde.model.go import MOST_CORRECTION, NO_GO_CARD, GoCard, typed_rank
from ronde.model.names import fold
from ronde.model.player import (
    LEAST_RATING,
    LONGEST_NAME,
    MOST_RATING,
    Absence,
    Player,
    PlayerId,
    rate_of,
    split_name,
)
from ronde.model.tournament import Tournament, bye_of
from ronde.render.lists import known_categories
from ronde.web.desk.pages import DeskPage, DeskPages, number_of, text_of
from ronde.web.desk.uploads import plain_name
from ronde.web.public.phone import signed_off
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.live_tournament import LiveTournament
from ronde.web.server.request import form_of, language_of
from ronde.web.summaries import player_results

# Presence: one tap each way, the reason apart, and players who arrive after the pairing.


SHOWN = ("all", "here", "away")
REASONS = (Absence.EXCUSED, Absence.CLUB, Absence.UNEXCUSED)
"""Why somebody misses an evening of a season; a tap means the first."""


class PresencePages:
    def __init__(
        self, desk_pages: DeskPages, again: Callable[[Request, LiveTournament, str], Response]
    ) -> None:
        self.desk_pages = desk_pages
        self.again = again

    def tap(self, request: Request) -> Response:
        """Switch a player between present and absent, or change the reason of the absence."""
        live, _ = self.desk_pages.live_and_actor(request)
        form = form_of(request)
        number, back = number_of(text_of(form, "player")), text_of(form, "back", 20)
        here = number in live.tournament.present
        wanted = text_of(form, "to", 10) or ("away" if here else "here")
        reason = next((one for one in REASONS if one.value == wanted), None)
        return self.desk_pages.act(
            request,
            SetPresence(number, wanted == "here", reason),
            then="" if back == "results" else f"/players?show={back}" if back in SHOWN[1:] else "/players",
            again=lambda trouble: self.again(request, live, trouble),
        )

    def everybody(self, request: Request) -> Response:
        """Mark all expected players present, or all present players absent, to tick the list name by name."""
        live, _ = self.desk_pages.live_and_actor(request)
        form = form_of(request)
        wanted, language = text_of(form, "to", 10), language_of(request)
        if wanted not in ("here", "away"):
            raise HTTPException(400)
        try:
            outcome = self.desk_pages.run(request, SetEverybody(wanted == "here"))
        except RondeError as error:
            return self.again(request, live, error_text(error, language))
        here, away = len(outcome.after.present), len(outcome.after.players) - len(outcome.after.present)
        said = say(f"webdesk.all-{wanted}-done", language, count=abs(here - len(outcome.before.present)))
        if wanted == "here" and away:
            said = f"{said} {say('webdesk.all-here-but', language, count=away)}"
        return self.desk_pages.done(request, outcome, "/players", said)


def next_state(tournament: Tournament, number: PlayerId) -> str:
    """The state after a tap: absent becomes present, present becomes absent."""
    if tournament.absence(number) is not None:
        return "here"
    return REASONS[0].value if tournament.settings.pairing_system.season else "away"


def leftover(tournament: Tournament) -> tuple[PlayerId, ...]:
    """A player who arrived after the pairing and has no table, with the holder of the bye."""
    current, free = tournament.open_round, tournament.unpaired
    if not current.tables or current.manual or tournament.pairing_system.scheduled:
        return ()
    return () if set(free) <= bye_of(current) else free


# Players: search while typing and quick registration, above the list with presence.


MOST_TWINS = 5
"""How many namesakes are listed."""
FIELDS = ("name", "country", "club", "rating", "categories", "rank", "pin")


def routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    pages = PlayerPages(desk_pages)
    presence = PresencePages(desk_pages, pages.again)
    taps = {"presence": presence.tap, "everybody": presence.everybody}
    return [
        GuardedRoute("/desk/{slug}/players", pages.show, Right.PLAYERS),
        GuardedRoute("/desk/{slug}/players/search", pages.search, Right.PLAYERS),
        GuardedRoute("/desk/{slug}/players/add", pages.add, Right.PLAYERS, methods=["POST"]),
        *(
            GuardedRoute(f"/desk/{{slug}}/players/{name}", page, Right.PLAYERS, methods=["POST"])
            for name, page in taps.items()
        ),
    ]


class PlayerPages:
    def __init__(self, desk_pages: DeskPages) -> None:
        self.desk_pages = desk_pages

    def show(self, request: Request) -> Response:
        """All players, or those present or absent, or those whose name contains the search text."""
        live, _ = self.desk_pages.live_and_actor(request)
        text = request.query_params.get("name", "")[:80]
        cards = self.desk_pages.known.search(text, _rate(live)) if text else []
        return self.page(request, live, typed={"name": text}, found=cards)

    def again(self, request: Request, live: LiveTournament, trouble: str) -> Response:
        """The list with an error."""
        return self.page(request, live, 409, trouble=trouble)

    def page(self, request: Request, live: LiveTournament, status: int = 200, /, **context: Any) -> Response:
        """The list with the input line; a filter hides rows, but the line finds all players."""
        show = request.query_params.get("show", "all")
        tournament = live.tournament
        listed = sorted(tournament.players.values(), key=lambda card: fold(card.full_name))
        typed = {
            "name": "",
            "known": "",
            "fide": "",
            "country": tournament.settings.country,
            "club": "",
            "rating": "",
            "categories": "",
            "rank": "",
            "pin": "",
        }
        more = {
            "listed": listed,
            "outside": {card.id for card in listed if not _wanted(tournament, card.id, show)},
            "asked": False,
            "show": show if show in SHOWN else "all",
            "found": [],
            "here": len(tournament.present),
            "season": tournament.settings.pairing_system.season,
            "after": partial(next_state, tournament),
            "reasons": [reason.value for reason in REASONS],
            "leftover": leftover(tournament),
            "signed_off": signed_off(live.desk),
            "groups": known_categories(tournament),
            "form": player_results(tournament),
            "fide_numbers": _fide_numbers(live),
            "source": self.desk_pages.known.source,
        }
        context["typed"] = typed | context.get("typed", {})
        return self.desk_pages.page(request, "desk/players.html", status, live=live, **more | context)

    def search(self, request: Request) -> Response:
        """Known people whose names begin with the text or are similar, as an HTML fragment."""
        live, _ = self.desk_pages.live_and_actor(request)
        text = request.query_params.get("text", "")[:80]
        cards = self.desk_pages.known.search(text, _rate(live))
        return self.desk_pages.page(
            request,
            "desk/found.html",
            live=live,
            found=cards,
            fide_numbers=_fide_numbers(live),
            source=self.desk_pages.known.source,
        )

    def add(self, request: Request) -> Response:
        """Register a known person by number, or a new one from the form."""
        live, _ = self.desk_pages.live_and_actor(request)
        form = form_of(request)
        typed, known = {key: text_of(form, key) for key in FIELDS}, None
        try:
            known = self._known(live, form)
            command = AddPlayer.of(known, namesake=_sure(form)) if known else _newcomer(live, form)
            outcome = self.desk_pages.run(request, command)
        except NamesakeHere as error:
            return self._asked(request, live, _picked(known, typed), str(error.facts["names"]))
        except RondeError as error:
            trouble = error_text(error, language_of(request))
            return self.page(request, live, 409, typed=typed, trouble=trouble)
        late = any(isinstance(one, StartsNext) for one in outcome.notices)
        hint = say("webdesk.starts-next-tap", language_of(request)) if late else ""
        return self.desk_pages.done(request, outcome, "/players", hint=hint)

    def _known(self, live: LiveTournament, form: FormData) -> Player | None:
        """The person picked from the known ones or from FIDE's list, or with the number typed; else None."""
        prefix = "sure-" if _sure(form) else ""
        number, fide = (number_of(text_of(form, f"{prefix}{name}")) for name in ("known", "fide"))
        typed = number_of(text_of(form, "name"))
        if typed and not (number or fide):
            return self.desk_pages.known.card(typed) or self.desk_pages.known.listed(typed, _rate(live))
        if fide:
            found = self.desk_pages.known.listed(fide, _rate(live))
        else:
            found = self.desk_pages.known.card(number) if number else None
        if found is None and (number or fide):
            raise UnknownPlayer(text=str(number or fide))
        return found

    def _asked(self, request: Request, live: LiveTournament, typed: dict[str, str], names: str) -> Response:
        """Ask whether a name that is registered already is another person's."""
        question = say("desk.somebody-else", language_of(request), names=names, name=typed["name"])
        return self.page(request, live, 409, typed=typed, trouble=question, asked=True)


def _fide_numbers(live: LiveTournament) -> set[int]:
    return {card.fide.number for card in live.tournament.players.values()}


def _rate(live: LiveTournament) -> str:
    """Which of FIDE's ratings is used here."""
    return rate_of(live.tournament.settings.report.time_control)


def _wanted(tournament: Tournament, number: PlayerId, show: str) -> bool:
    away = tournament.absence(number) is not None
    return away if show == "away" else not away if show == "here" else True


def _picked(known: Player | None, typed: dict[str, str]) -> dict[str, str]:
    """The typed fields; for a person picked from a list, the name and the numbers."""
    if known is None:
        return typed
    number = {"known": str(known.id)} if known.id else {"fide": str(known.fide.number)}
    return typed | {"name": known.full_name} | number


def check_alike(tournament: Tournament, name: str) -> None:
    """Refuse a typed name with which the name of a player begins; a single word may be the first name."""
    wanted = fold(" ".join(split_name(name)).strip())
    alike = [card for card in tournament.players.values() if wanted and _begins(card, wanted)]
    if alike:
        names = ", ".join(f"{card.full_name} ({card.id})" for card in alike[:MOST_TWINS])
        raise NamesakeHere(name=name, names=names)


def _begins(card: Player, wanted: str) -> bool:
    words = [fold(word) for word in card.full_name.split()] if " " not in wanted else []
    return any(one.startswith(wanted) for one in (fold(card.full_name), *words))


def _newcomer(live: LiveTournament, form: FormData) -> AddPlayer:
    name, country, club, rating = (text_of(form, key) for key in ("name", "country", "club", "rating"))
    if not _sure(form):
        check_alike(live.tournament, name)
    return AddPlayer(
        name,
        country=country,
        club=club,
        rating=rating_of(rating),
        categories=given_categories(form),
        namesake=_sure(form),
        go=go_card_of(form, NO_GO_CARD),
    )


def go_card_of(form: FormData, before: GoCard) -> GoCard:
    """What federations of Go know, changed by the fields that the form has."""
    changed: dict[str, Any] = {name: text_of(form, name).strip() for name in ("grade", "pin") if name in form}
    if "rank" in form:
        changed["rank"] = typed_rank(text_of(form, "rank"))
    if "correction" in form:
        changed["correction"] = _correction(text_of(form, "correction").strip())
    return replace(before, **changed)


def _correction(text: str) -> int:
    """Points more or fewer at the start."""
    try:
        return int(text or "0")
    except ValueError as error:
        allowed = f"-{MOST_CORRECTION}-{MOST_CORRECTION}"
        raise CardImpossible(field="correction", value=text, allowed=allowed) from error


def _sure(form: FormData) -> bool:
    """Whether the arbiter says that it is somebody else of the same name."""
    return form.get("sure") == "yes"


def rating_of(text: str) -> int:
    """A typed rating; anything but a whole number is refused with the label of the field."""
    typed = text.strip()
    if not typed:
        return 0
    digits = typed.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 9):
        raise RatingImpossible(reason="number", rating=typed[:40], least=LEAST_RATING, most=MOST_RATING)
    return int(typed)


def given_categories(form: FormData) -> tuple[str, ...]:
    """Categories typed between commas, and those ticked."""
    texts = [str(one)[:LONGEST_NAME] for one in form.getlist("categories")[:50]]
    parts = [part.strip() for one in texts for part in one.split(",")]
    return tuple(dict.fromkeys(filter(None, parts)))


# Import of a list of players into the open tournament.


LONGEST_TEXT = 200_000
"""Characters of a pasted list; a file may be as large as a form."""
PASTED = "list.csv"


def list_import_routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    pages = ListPages(desk_pages)
    return [
        GuardedRoute("/desk/{slug}/players/list", pages.show, Right.PLAYERS),
        GuardedRoute("/desk/{slug}/players/list", pages.take, Right.PLAYERS, methods=["POST"]),
    ]


class ListPages(DeskPage):
    template = "desk/list.html"

    def context(self, request: Request, live: LiveTournament) -> dict[str, Any]:
        return {"problems": [], "typed": ""}

    def take(self, request: Request) -> Response:
        """Read the list and register new players; every unreadable line is reported."""
        live, _ = self.desk_pages.live_and_actor(request)
        language = language_of(request)
        form = form_of(request)
        file, typed = form.get("file"), text_of(form, "text", LONGEST_TEXT)
        name, data = PASTED, typed.encode()
        if isinstance(file, UploadFile) and file.filename:
            name, data = plain_name(file.filename), file.file.read()
        season = live.tournament.settings.pairing_system.season
        try:
            people = _people(name, data, season)
        except FormatError as error:
            problems = error_text(error, language).split("\n")
            return self.page(request, live, 409, problems=problems, typed=typed)
        except RondeError as error:
            return self.page(request, live, 409, problems=[error_text(error, language)], typed=typed)
        return self._joined(request, live, people, typed)

    def _joined(self, request: Request, live: LiveTournament, people: list[Player], typed: str) -> Response:
        command = ImportPlayers(tuple(map(AddPlayer.of, people)))
        try:
            outcome = self.desk_pages.run(request, command)
        except RondeError as error:
            trouble = error_text(error, language_of(request))
            return self.page(request, live, 409, problems=[trouble], typed=typed)
        count = sum(isinstance(event, PlayerEntered) for event in outcome.events)
        said = say("cli.players-imported", language_of(request), count=count)
        return self.desk_pages.done(request, outcome, "/players", said)


def _people(name: str, data: bytes, season: bool) -> list[Player]:
    """The people of a list, read in another process; errors name the file as its owner does."""
    with tempfile.TemporaryDirectory(prefix="ronde-list-") as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        try:
            return read_people_isolated(path, season=season)
        except FormatError as error:
            raise named_as_uploaded(error, path) from error


def named_as_uploaded(error: FormatError, path: Path) -> FormatError:
    """The problems with the name of the uploaded file instead of the temporary one."""
    return FormatError([_placed(problem, path) for problem in error.problems])


def _placed(problem: Problem, path: Path) -> Problem:
    return replace(problem, path=path.name) if problem.path == str(path) else problem
