"""Players: search while typing and quick registration, above the list with presence."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import partial
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from ronde.core.decide import players
from ronde.core.errors import RatingImpossible, UnknownPlayer
from ronde.core.events import Event
from ronde.core.listed import rate_of
from ronde.core.names import fold
from ronde.core.player import LEAST_RATING, LONGEST_NAME, MOST_RATING, Player, PlayerId, split_name
from ronde.core.tournament import Tournament
from ronde.formats.keizertext import known_categories
from ronde.i18n.door import say
from ronde.web.desk.desk_pages import DeskPages, number_of, text_of
from ronde.web.desk.presence import REASONS, SHOWN, PresencePages, leftover, next_state, starts_next
from ronde.web.serving.guarded_route import GuardedRoute
from ronde.web.serving.open_tournament import OpenTournament
from ronde.web.serving.rendering import language_of
from ronde.web.serving.rights import Right
from ronde.web.story import forms

MOST_TWINS = 5
"""How many namesakes are listed."""
FIELDS = ("name", "country", "club", "rating", "categories")


def routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    pages = PlayerPages(desk_pages)
    presence = PresencePages(desk_pages, pages.again)
    taps = {"presence": presence.tap, "everybody": presence.everybody}
    return [
        GuardedRoute("/desk/{slug}/players", desk_pages.aside(pages.show), Right.PLAYERS),
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

    async def show(self, request: Request) -> Response:
        """All players, or those present or absent, or those whose name contains the search text."""
        opened, _ = self.desk_pages.seated(request)
        text = request.query_params.get("name", "")[:80]
        cards = await run_in_threadpool(self.desk_pages.known.search, text, _rate(opened)) if text else []
        return self.page(request, opened, typed={"name": text}, found=cards)

    def again(self, request: Request, opened: OpenTournament, trouble: str) -> Response:
        """The list with an error."""
        return self.page(request, opened, 409, trouble=trouble)

    def page(self, request: Request, opened: OpenTournament, status: int = 200, /, **facts: Any) -> Response:
        """The list with the input line; a filter hides rows, but the line finds all players."""
        show = request.query_params.get("show", "all")
        tournament = opened.tournament
        listed = sorted(tournament.players.values(), key=lambda card: fold(card.full_name))
        typed = {
            "name": "",
            "known": "",
            "fide": "",
            "country": tournament.settings.country,
            "club": "",
            "rating": "",
            "categories": "",
        }
        more = {
            "listed": listed,
            "outside": {card.id for card in listed if not _wanted(tournament, card.id, show)},
            "twins": [],
            "show": show if show in SHOWN else "all",
            "found": [],
            "here": len(tournament.present),
            "season": tournament.settings.pairing_system.season,
            "after": partial(next_state, tournament),
            "reasons": [reason.value for reason in REASONS],
            "leftover": leftover(tournament),
            "groups": known_categories(tournament),
            "form": forms(tournament),
            "fide_numbers": _fide_numbers(opened),
        }
        facts["typed"] = typed | facts.get("typed", {})
        return self.desk_pages.page(request, "desk/players.html", status, opened=opened, **more | facts)

    async def search(self, request: Request) -> Response:
        """Known people whose names begin with the text or are similar, as an HTML fragment."""
        opened, _ = self.desk_pages.seated(request)
        text = request.query_params.get("text", "")[:80]
        cards = await run_in_threadpool(self.desk_pages.known.search, text, _rate(opened))
        return self.desk_pages.page(
            request, "desk/found.html", opened=opened, found=cards, fide_numbers=_fide_numbers(opened)
        )

    async def add(self, request: Request) -> Response:
        """Register a known person by number, or a new one from the form."""
        opened, _ = self.desk_pages.seated(request)
        form = await request.form()
        typed = {key: text_of(form, key) for key in FIELDS}
        taken = await run_in_threadpool(self.desk_pages.known.numbers)
        sure = form.get("sure") == "yes"
        number = number_of(text_of(form, "sure-known" if sure else "known"))
        fide = number_of(text_of(form, "sure-fide" if sure else "fide"))
        known = await run_in_threadpool(self.desk_pages.known.card, number) if number else None
        if fide:
            known = await run_in_threadpool(self.desk_pages.known.listed, fide, _rate(opened))
        twins = [] if sure else _twins(opened.tournament, known, typed["name"], taken)
        if twins:
            return self._asked(request, opened, _picked(known, typed), twins)

        def decide(tournament: Tournament) -> list[Event]:
            if (number or fide) and known is None:
                raise UnknownPlayer(text=str(number or fide))
            card = known or _new_card(typed, given_categories(form))
            return players.register_player(tournament, player=card, taken=taken, namesake=sure)

        return await self.desk_pages.act(
            request,
            decide,
            then="/players",
            again=lambda trouble: self.page(request, opened, 409, typed=typed, trouble=trouble),
            key=text_of(form, "key", 80),
            more=lambda facts: starts_next(opened.tournament, facts, language_of(request)),
        )

    def _asked(
        self, request: Request, opened: OpenTournament, typed: dict[str, str], twins: list[Player]
    ) -> Response:
        """Ask whether a name that is registered already is another person's."""
        names = ", ".join(f"{card.full_name} ({card.id})" for card in twins[:MOST_TWINS])
        question = say("desk.somebody-else", language_of(request), names=names, name=typed["name"])
        return self.page(request, opened, 409, typed=typed, trouble=question, twins=twins)


def _fide_numbers(opened: OpenTournament) -> set[int]:
    return {card.fide.number for card in opened.tournament.players.values()}


def _rate(opened: OpenTournament) -> str:
    """Which of FIDE's ratings is used here."""
    return rate_of(opened.tournament.settings.report.time_control)


def _wanted(tournament: Tournament, number: PlayerId, show: str) -> bool:
    away = tournament.absence(number) is not None
    return away if show == "away" else not away if show == "here" else True


def _twins(
    tournament: Tournament, known: Player | None, name: str, base: Collection[PlayerId]
) -> list[Player]:
    """The namesakes of a person; for a typed name also those who match its beginning."""
    person = known or Player(0, *split_name(name))
    return players.namesakes(tournament, person, base) or ([] if known else alike(tournament, name))


def _picked(known: Player | None, typed: dict[str, str]) -> dict[str, str]:
    """The typed fields; for a person picked from a list, the name and the numbers."""
    if known is None:
        return typed
    number = {"known": str(known.id)} if known.id else {"fide": str(known.fide.number)}
    return typed | {"name": known.full_name} | number


def alike(tournament: Tournament, name: str) -> list[Player]:
    """Players whose name begins with the text; a single word may also be the start of the first name."""
    family, first = split_name(name)
    wanted = fold(f"{family} {first}".strip())

    def begins(card: Player) -> bool:
        words = [fold(word) for word in card.full_name.split()] if " " not in wanted else []
        return any(one.startswith(wanted) for one in (fold(card.full_name), *words))

    return [card for card in tournament.players.values() if wanted and begins(card)]


def _new_card(typed: dict[str, str], categories: tuple[str, ...]) -> Player:
    family, first = split_name(typed["name"])
    card = Player(0, family, first, typed["country"], typed["club"], new=True)
    return replace(card, rating=rating_of(typed["rating"]), categories=categories)


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
