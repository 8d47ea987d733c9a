"""Players: search while typing, quick registration, check-in with one tap."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ronde.core.decide import players
from ronde.core.errors import RatingImpossible, UnknownPlayer
from ronde.core.events import Event
from ronde.core.listed import rate_of
from ronde.core.names import fold
from ronde.core.player import LEAST_RATING, LONGEST_NAME, MOST_RATING, Absence, Player, PlayerId, split_name
from ronde.core.replay import replay
from ronde.core.tournament import Tournament
from ronde.formats.keizertext import known_categories
from ronde.i18n.door import say
from ronde.web.desk.desk_pages import DeskPages, number_of, text_of
from ronde.web.serving.guarded_route import GuardedRoute
from ronde.web.serving.open_tournament import OpenTournament
from ronde.web.serving.rendering import language_of
from ronde.web.serving.rights import Right
from ronde.web.story import forms

SHOWN = ("all", "here", "away")
FIELDS = ("name", "country", "club", "rating", "categories")
UNSAID = (Absence.ABSENT, Absence.UNEXCUSED)
"""Away without a word: they are expected all the same."""


def routes(office: DeskPages) -> list[GuardedRoute]:
    """The addresses of the list of players."""
    pages = PlayerPages(office)
    return [
        GuardedRoute("/desk/{slug}/players", office.aside(pages.show), Right.PLAYERS),
        GuardedRoute("/desk/{slug}/players/search", pages.search, Right.PLAYERS),
        GuardedRoute("/desk/{slug}/players/add", pages.add, Right.PLAYERS, methods=["POST"]),
        GuardedRoute("/desk/{slug}/players/presence", pages.presence, Right.PLAYERS, methods=["POST"]),
        GuardedRoute("/desk/{slug}/players/everybody", pages.everybody, Right.PLAYERS, methods=["POST"]),
    ]


class PlayerPages:
    """Who plays."""

    def __init__(self, office: DeskPages) -> None:
        self.office = office

    async def show(self, request: Request) -> Response:
        """All players, or those present or absent, or those whose name contains the search text."""
        room, _ = self.office.seated(request)
        text = request.query_params.get("name", "")[:80]
        found = await run_in_threadpool(self.office.known.search, text, _rate(room)) if text else []
        return self._page(request, room, typed={"name": text}, found=found)

    def _page(self, request: Request, room: OpenTournament, status: int = 200, /, **facts: Any) -> Response:
        show = request.query_params.get("show", "all")
        sieve = request.query_params.get("sieve", "")[:80]
        tournament = room.tournament
        listed = [
            card
            for card in sorted(tournament.players.values(), key=lambda card: fold(card.full_name))
            if fold(sieve) in fold(card.full_name) and _wanted(tournament, card.id, show)
        ]
        typed = {
            "name": "",
            "country": tournament.settings.country,
            "club": "",
            "rating": "",
            "categories": "",
        }
        more = {
            "listed": listed,
            "sieve": sieve,
            "show": show if show in SHOWN else "all",
            "found": [],
            "here": len(tournament.present),
            "season": tournament.settings.pairing_system.season,
            "after": partial(next_state, tournament),
            "groups": known_categories(tournament),
            "form": forms(tournament),
            "fide_numbers": _fide_numbers(room),
        }
        facts["typed"] = typed | facts.get("typed", {})
        return self.office.page(request, "desk/players.html", status, room=room, **more | facts)

    async def search(self, request: Request) -> Response:
        """Known people whose names begin so, or nearly, as a piece of a page."""
        room, _ = self.office.seated(request)
        text = request.query_params.get("text", "")[:80]
        found = await run_in_threadpool(self.office.known.search, text, _rate(room))
        return self.office.page(
            request, "desk/found.html", room=room, found=found, fide_numbers=_fide_numbers(room)
        )

    async def add(self, request: Request) -> Response:
        """Register a known person by number, or a new one by what the form says."""
        room, _ = self.office.seated(request)
        form = await request.form()
        typed = {key: text_of(form, key) for key in FIELDS}
        taken = await run_in_threadpool(self.office.known.numbers)
        number = number_of(text_of(form, "known"))
        fide = number_of(text_of(form, "fide"))
        known = await run_in_threadpool(self.office.known.card, number) if number else None
        if fide:
            known = await run_in_threadpool(self.office.known.listed, fide, _rate(room))

        def decide(tournament: Tournament) -> list[Event]:
            if (number or fide) and known is None:
                raise UnknownPlayer(text=str(number or fide))
            card = known or _new_card(typed, given_categories(form))
            return players.enter_player(tournament, player=card, taken=taken)

        return await self.office.act(
            request,
            decide,
            then="/players",
            again=lambda told: self._page(request, room, 409, typed=typed, trouble=told),
            key=text_of(form, "key", 80),
        )

    async def presence(self, request: Request) -> Response:
        """One tap switches a player between present and absent."""
        room, _ = self.office.seated(request)
        form = await request.form()
        number, back = number_of(text_of(form, "player")), text_of(form, "back", 20)
        wanted = text_of(form, "to", 10)
        return await self.office.act(
            request,
            lambda tournament: come_or_go(tournament, number, wanted),
            then=f"/players?show={back}" if back in SHOWN[1:] else "/players",
            again=lambda told: self._page(request, room, 409, trouble=told),
        )

    async def everybody(self, request: Request) -> Response:
        """All who are expected come, or all who are here go: the list is then ticked off name by name."""
        room, _ = self.office.seated(request)
        form = await request.form()
        wanted, language = text_of(form, "to", 10), language_of(request)
        if wanted not in ("here", "away"):
            raise HTTPException(400)
        before = len(room.tournament.present)

        def told(facts: list[Event]) -> str:
            here, away = len(room.tournament.present), len(away_for_a_reason(room.tournament))
            said = say(f"webdesk.all-{wanted}-done", language, count=abs(here - before))
            excused = say("webdesk.all-here-but", language, count=away)
            return f"{said} {excused}" if wanted == "here" and away else said

        return await self.office.act(
            request,
            lambda tournament: _all_come_or_go(tournament, wanted),
            then="/players",
            again=lambda trouble: self._page(request, room, 409, trouble=trouble),
            told=told,
        )


def _fide_numbers(room: OpenTournament) -> set[int]:
    """The FIDE numbers of those who are registered."""
    return {card.fide.number for card in room.tournament.players.values()}


def _rate(room: OpenTournament) -> str:
    """Which of FIDE's ratings counts here."""
    return rate_of(room.tournament.settings.report.time_control)


def _wanted(tournament: Tournament, number: PlayerId, show: str) -> bool:
    away = tournament.absence(number) is not None
    return away if show == "away" else not away if show == "here" else True


def _new_card(typed: dict[str, str], categories: tuple[str, ...]) -> Player:
    family, first = split_name(typed["name"])
    card = Player(0, family, first, typed["country"], typed["club"], new=True)
    return replace(card, rating=rating_of(typed["rating"]), categories=categories)


def rating_of(text: str) -> int:
    """A rating as typed; anything that is no whole number is refused in the words of the field."""
    typed = text.strip()
    if not typed:
        return 0
    digits = typed.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 9):
        raise RatingImpossible(reason="number", rating=typed[:40], least=LEAST_RATING, most=MOST_RATING)
    return int(typed)


def given_categories(form: FormData) -> tuple[str, ...]:
    """Categories as typed between commas, and as ticked."""
    told = [str(one)[:LONGEST_NAME] for one in form.getlist("categories")[:50]]
    parts = [part.strip() for one in told for part in one.split(",")]
    return tuple(dict.fromkeys(filter(None, parts)))


CYCLE = (Absence.EXCUSED, Absence.CLUB, Absence.UNEXCUSED)
"""What a tap makes of somebody who is here, in a season; after the last he is here again."""


def next_state(tournament: Tournament, number: PlayerId) -> str:
    """What one tap makes of a player: in a season it goes round the reasons, else here and away."""
    absence = tournament.absence(number)
    if not tournament.settings.pairing_system.season:
        return "away" if absence is None else "here"
    if absence is None:
        return CYCLE[0].value
    following = [*CYCLE, None][CYCLE.index(absence) + 1] if absence in CYCLE else None
    return following.value if following else "here"


def come_or_go(tournament: Tournament, number: PlayerId, wanted: str = "") -> list[Event]:
    """Switch presence; a request that is already fulfilled changes nothing."""
    tournament.player(number)
    absence = tournament.absence(number)
    wish = wanted or ("here" if absence else "away")
    reason = next((one for one in CYCLE if one.value == wish), None)
    if wish == "here":
        return players.player_returns(tournament, number=number) if absence else []
    if absence is not None and reason in (None, absence):
        return []
    if tournament.settings.pairing_system.season:  # one evening; the season goes on
        return _away_tonight(tournament, number, reason or Absence.UNEXCUSED)
    return players.player_leaves(tournament, number=number, reason=reason or Absence.ABSENT)


def _away_tonight(tournament: Tournament, number: PlayerId, reason: Absence) -> list[Event]:
    """Away this round only; a player who had left for good is back in the season by it."""
    facts: list[Event] = []
    if number in tournament.left:
        facts = players.player_returns(tournament, number=number)
    hall, current = replay(facts, tournament), tournament.open_round.number
    return [*facts, *players.plan_absence(hall, number=number, rounds=(current,), reason=reason)]


def away_for_a_reason(tournament: Tournament) -> list[PlayerId]:
    """Who is away and not expected: withdrawn, excused, with the club, with a bye, or not yet due."""
    found = ((player, tournament.absence(player)) for player in tournament.players)
    return [player for player, absence in found if absence is not None and absence not in UNSAID]


def _all_come_or_go(tournament: Tournament, wanted: str) -> list[Event]:
    """Everybody without a table; players who are away for a reason stay away."""
    kept = set(away_for_a_reason(tournament))
    facts: list[Event] = []
    for number in tournament.players:
        if number not in kept and tournament.open_round.table_of(number) is None:
            news = come_or_go(tournament, number, wanted)
            facts, tournament = [*facts, *news], replay(news, tournament)
    return facts
