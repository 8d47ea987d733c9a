"""One player: the card, all that is kept about him and its erasure, and the search of the palette."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ronde.app import person
from ronde.app.command import Command, Right
from ronde.app.commands import (
    AllowPair,
    CancelAbsence,
    ChangePlayer,
    ForbidPair,
    LeaveTournament,
    PlanAbsence,
    RemovePlayer,
    ReturnPlayer,
)
from ronde.app.event_text import event_text, local_time
from ronde.i18n import error_text, say
from ronde.model.errors import RondeError, UnknownRound
from ronde.model.names import fold
from ronde.model.player import BYES, Absence, FideCard, Player, PlayerId
from ronde.model.settings import MOST_ROUNDS
from ronde.model.tournament import Tournament
from ronde.render.lists import known_categories
from ronde.web.desk.pages import DeskPage, DeskPages, Notice, number_of, redirect_to, text_of
from ronde.web.desk.players import given_categories, go_card_of, rating_of
from ronde.web.desk.publishing import download
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.live_tournament import LiveTournament
from ronde.web.server.request import form_of, language_of

# The page of one player: details, absences, forbidden pairs.


REASONS = tuple(one for one in Absence if one not in (Absence.LATE, Absence.OUT))
FIELDS = ("name", "first_name", "country", "club", "comment", "phone", "email")


def player_routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    pages = CardPages(desk_pages)
    doings = {
        "edit": pages.edit,
        "leave": pages.leave,
        "return": pages.come_back,
        "away": pages.away,
        "remove": pages.remove,
        "forbid": pages.forbid,
        "allow": pages.allow,
    }
    return [
        GuardedRoute("/desk/{slug}/player/{number:int}", pages.show, Right.PLAYERS),
        *(
            GuardedRoute("/desk/{slug}/player/{number:int}/" + name, page, Right.PLAYERS, methods=["POST"])
            for name, page in doings.items()
        ),
    ]


class CardPages(DeskPage):
    template = "desk/card.html"

    def context(self, request: Request, live: LiveTournament) -> dict[str, Any]:
        number, tournament = int(request.path_params["number"]), live.tournament
        if number not in tournament.players:
            raise HTTPException(404)
        others = [player for player in tournament.players if player != number]
        apart = [other for other in others if frozenset((number, other)) in tournament.forbidden]
        asks = tournament.settings.pairing_system.byes_on_request
        return {
            "card": tournament.player(number),
            "away": {round: absent[number] for round, absent in tournament.away.items() if number in absent},
            "left": tournament.left.get(number),
            "expected": tournament.expected(number),
            "played": any(number in one.seated for one in tournament.closed_rounds),
            "reasons": [reason.value for reason in REASONS if asks or reason not in BYES],
            "others": others,
            "apart": apart,
            "groups": known_categories(tournament),
            "typed": {},
        }

    def _act(
        self, request: Request, make: Callable[[PlayerId], Command], then: str | None = None, **typed: Any
    ) -> Response:
        """Do what the form says about the player of the address; a refusal keeps what was typed."""
        live, _ = self.desk_pages.live_and_actor(request)
        number = int(request.path_params["number"])
        try:
            outcome = self.desk_pages.run(request, make(number))
        except RondeError as error:
            return self.page(request, live, 409, trouble=error_text(error, language_of(request)), **typed)
        return self.desk_pages.done(request, outcome, f"/player/{number}" if then is None else then)

    def edit(self, request: Request) -> Response:
        form = form_of(request)
        wanted = number_of(text_of(form, "id"))
        cards = self.desk_pages.live_and_actor(request)[0].tournament.players

        def fide(number: PlayerId) -> FideCard | UnsetType:
            if "birth" in form and number in cards:
                return replace(cards[number].fide, birth=text_of(form, "birth").strip())
            return fide_card_of(form) if "fide_number" in form else UNSET

        def make(number: PlayerId) -> Command:
            return ChangePlayer(
                number,
                **{name: text_of(form, name) for name in FIELDS},
                rating=rating_of(text_of(form, "rating")),
                categories=given_categories(form),
                fide=fide(number),
                go=go_card_of(form, cards[number].go) if "rank" in form and number in cards else UNSET,
                id=wanted or UNSET,
            )

        then = f"/player/{wanted}" if wanted else None
        return self._act(request, make, then, typed=dict(form.items()))

    def leave(self, request: Request) -> Response:
        """The player leaves, until he returns or until the pairing of the round he is expected in."""
        form = form_of(request)
        typed, reason = text_of(form, "expected"), reason_of(text_of(form, "reason"), Absence.WITHDRAWN)

        def make(number: PlayerId) -> Command:
            if typed:
                return PlanAbsence(number, rounds_of(typed), Absence.PREREGISTERED)
            return LeaveTournament(number, reason)

        return self._act(request, make)

    def come_back(self, request: Request) -> Response:
        return self._act(request, ReturnPlayer)

    def away(self, request: Request) -> Response:
        """Mark rounds in which the player is away, or present after all."""
        form = form_of(request)
        text, cancel = text_of(form, "rounds"), form.get("cancel") == "yes"
        reason = reason_of(text_of(form, "reason"), Absence.ABSENT)

        def make(number: PlayerId) -> Command:
            rounds = rounds_of(text)
            return CancelAbsence(number, rounds) if cancel else PlanAbsence(number, rounds, reason)

        return self._act(request, make)

    def remove(self, request: Request) -> Response:
        """Delete a player who has not played."""
        return self._act(request, RemovePlayer, then="/players")

    def forbid(self, request: Request) -> Response:
        other = text_of(form_of(request), "other")
        return self._act(request, lambda number: ForbidPair(number, other))

    def allow(self, request: Request) -> Response:
        other = text_of(form_of(request), "other")
        return self._act(request, lambda number: AllowPair(number, other))


def fide_card_of(form: FormData) -> FideCard:
    """The entry of FIDE's list in the form; a number that cannot be read is refused as out of range."""
    numbers = {name: text_of(form, f"fide_{name}").strip() for name in ("number", "k")}
    return FideCard(
        number=whole_of(numbers["number"]),
        title=text_of(form, "fide_title").strip().upper(),
        sex=text_of(form, "fide_sex").strip().lower(),
        birth=text_of(form, "fide_birth").strip(),
        k=whole_of(numbers["k"]),
    )


def whole_of(text: str) -> int:
    """A whole number; 0 for nothing, -1 for anything else."""
    return int(text) if text.isdecimal() and text.isascii() and len(text) <= 11 else -1 if text else 0


def reason_of(text: str, usual: Absence) -> Absence:
    return next((reason for reason in REASONS if reason.value == text), usual)


def rounds_of(text: str) -> tuple[int, ...]:
    """`3, 5-7` as rounds.

    >>> rounds_of("3, 5-7 9")
    (3, 5, 6, 7, 9)
    """
    rounds: list[int] = []
    for part in re.findall(r"[^\s,;]+", re.sub(r"\s*[-–]\s*", "-", text)):
        ends = re.fullmatch(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", part)
        if ends is None:
            raise UnknownRound(round=part, last=MOST_ROUNDS)
        rounds += range(int(ends[1]), int(ends[2] or ends[1]) + 1)
    if not rounds:
        raise UnknownRound(round="", last=MOST_ROUNDS)
    return tuple(rounds)


# The search of the palette: players by a part of their name, a table by its number.


MOST = 5
"""How many players are shown."""


def palette_routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    return [GuardedRoute("/desk/{slug}/find", PalettePage(desk_pages).find, Right.RESULTS)]


class PalettePage:
    """What the text in the palette may mean, apart from actions."""

    def __init__(self, desk_pages: DeskPages) -> None:
        self.desk_pages = desk_pages

    def find(self, request: Request) -> Response:
        """Players and a table, as an HTML fragment."""
        live, _ = self.desk_pages.live_and_actor(request)
        text = request.query_params.get("text", "")[:80]
        context = {
            "met": people_called(live.tournament, text),
            "number": number_of(text.strip()),
            "said": None,  # a notice waits for a whole page
        }
        return self.desk_pages.page(request, "desk/palette.html", live=live, **context)


def people_called(tournament: Tournament, text: str) -> list[Player]:
    """The players whose name contains the text; names that begin with it first."""
    wanted = fold(text.strip())
    if len(wanted) < 2 or wanted.isdigit():
        return []
    met = [(fold(card.full_name), card) for card in tournament.players.values()]
    met = [(name, card) for name, card in met if wanted in name]
    met.sort(key=lambda one: (not one[0].startswith(wanted), one[0]))
    return [card for _, card in met[:MOST]]


# The page with all that is kept about a person, and the button that erases it.


def person_routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    pages, place = PersonPage(desk_pages), "/desk/{slug}/player/{number:int}/data"
    return [
        GuardedRoute(f"{place}.json", pages.packed, Right.PLAYERS, download=True),
        GuardedRoute(place, pages.show, Right.PLAYERS),
        GuardedRoute(f"{place}/erase", pages.erase, Right.SETTINGS, methods=["POST"]),
    ]


class PersonPage(DeskPage):
    template = "desk/person.html"

    def context(self, request: Request, live: LiveTournament) -> dict[str, Any]:
        number, language = self._number(request, live), language_of(request)
        kept = live.use(lambda desk: person.person_view(desk, number))
        numbers = {one["number"] for one in kept.journal}
        entries = [entry for entry, _ in live.desk.history() if entry.number in numbers]
        return {
            "card": live.tournament.player(number),
            "kept": kept,
            "entries": [
                (local_time(one.at, language), event_text(live.tournament, one.event, language))
                for one in entries
            ],
            "erased_name": person.erased_name(number, language),
        }

    def _number(self, request: Request, live: LiveTournament) -> PlayerId:
        number = int(request.path_params["number"])
        if number not in live.tournament.players:
            raise HTTPException(404)
        return number

    def packed(self, request: Request) -> Response:
        live, _ = self.desk_pages.live_and_actor(request)
        number = self._number(request, live)
        kept = live.use(lambda desk: person.person_view(desk, number))
        data = msgspec.json.format(msgspec.json.encode(kept), indent=1)
        return download(f"{live.slug}-player-{number}.json", data)

    def erase(self, request: Request) -> Response:
        live, _ = self.desk_pages.live_and_actor(request)
        number, language = self._number(request, live), language_of(request)
        if text_of(form_of(request), "sure") != "yes":
            return self.again(request, live, say("person.tick", language))
        actor, folders = self.desk_pages.actor(request), self._folders(live)
        try:
            done = live.use(lambda desk: person.erase(desk, actor, number, language, folders))
        except RondeError as error:
            return self.again(request, live, error_text(error, language))
        self.desk_pages.remark(request, Notice(" ".join(person.sentences(done, language))))
        return redirect_to(live, f"/player/{number}")

    def _folders(self, live: LiveTournament) -> list[Path]:
        """Where this server publishes the tournament, if it has done so."""
        closings = self.desk_pages.closings
        folder = closings.wish.folder / live.slug if closings else None
        return [folder] if folder is not None and folder.is_dir() else []
