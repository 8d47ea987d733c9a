"""The arbiter's pages: results by the same grammar as everywhere, pairs, players, history."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from ronde.core.choose import find_player
from ronde.core.decide import players, results
from ronde.core.entry import Typed, read_entry
from ronde.core.errors import EntryUnreadable, RondeError
from ronde.core.events import Event
from ronde.core.player import Player, split_name
from ronde.core.tournament import Tournament
from ronde.counter.door import Counter, foreseen
from ronde.desk import Desk
from ronde.i18n.door import tell
from ronde.pairing.door import complete_round
from ronde.scoring.door import close_and_freeze
from ronde.web.hall import Hall, Room
from ronde.web.pages import draw, language_of
from ronde.web.seats import COOKIE, Seats

Decide = Callable[[Tournament], list[Event]]


class DeskPages:
    """The pages of the desk, for those who have a seat."""

    def __init__(self, hall: Hall, seats: Seats) -> None:
        self.hall = hall
        self.seats = seats

    async def enter(self, request: Request) -> Response:
        """Sign in by a one-time link."""
        session = self.seats.enter(request.path_params["word"])
        if session is None:
            raise HTTPException(403)
        slug = next(iter(self.hall.rooms), "")
        answer = RedirectResponse(f"/desk/{slug}" if slug else "/", status_code=303)
        answer.set_cookie(COOKIE, session, httponly=True, samesite="strict", max_age=7 * 86_400)
        return answer

    async def leave(self, request: Request) -> Response:
        """Sign out."""
        self.seats.leave(request)
        answer = RedirectResponse("/", status_code=303)
        answer.delete_cookie(COOKIE)
        return answer

    def _seated(self, request: Request) -> tuple[Room, str]:
        seat = self.seats.seat(request)
        room = self.hall.rooms.get(request.path_params["slug"])
        if room is None:
            raise HTTPException(404)
        if seat is None:
            raise HTTPException(403)
        return room, seat

    async def results(self, request: Request) -> Response:
        """The open round with the line in which results are typed."""
        room, _ = self._seated(request)
        return self._round_page(request, room)

    def _round_page(
        self, request: Request, room: Room, *, typed: str = "", trouble: str = "", status: int = 200
    ) -> HTMLResponse:
        played = room.tournament.open_round
        return draw(
            request, "desk_round.html", status, room=room, played=played, typed=typed, trouble=trouble
        )

    async def foresee(self, request: Request) -> Response:
        """What Enter would do with the line so far, in words."""
        room, seat = self._seated(request)
        counter = Counter(room.desk, language_of(request), seat=seat)
        text = request.query_params.get("text", "")[:200]
        return PlainTextResponse(foreseen(counter, text))

    async def enter_result(self, request: Request) -> Response:
        """Take a line of the result grammar."""
        self._seated(request)
        form = await request.form()
        line, replacing = str(form.get("entry", ""))[:200], form.get("replace") == "yes"
        return await self._act(request, lambda tournament: _entered(tournament, line, replacing), line)

    async def pair(self, request: Request) -> Response:
        """Pair everybody who is free."""
        seed = secrets.randbelow(2**31)
        return await self._act(request, lambda tournament: complete_round(tournament, seed=seed))

    async def close_round(self, request: Request) -> Response:
        """Make the results of the open round final."""
        return await self._act(request, close_and_freeze)

    async def undo(self, request: Request) -> Response:
        """Take back the last action of this seat."""
        return await self._turn(request, lambda desk, seat: desk.undo(seat))

    async def redo(self, request: Request) -> Response:
        """Bring back what was undone last."""
        return await self._turn(request, lambda desk, seat: desk.redo(seat))

    async def _turn(self, request: Request, turn: Callable[[Desk, str], object]) -> Response:
        room, seat = self._seated(request)
        try:
            await room.use(lambda desk: turn(desk, seat))
        except RondeError as error:
            return self._round_page(request, room, trouble=tell(error, language_of(request)), status=409)
        return RedirectResponse(f"/desk/{room.slug}", status_code=303)

    async def _act(self, request: Request, decide: Decide, typed: str = "") -> Response:
        """Act, then show the round again; a refusal keeps what was typed."""
        room, seat = self._seated(request)
        try:
            await room.use(lambda desk: desk.act(seat, decide))
        except RondeError as error:
            trouble = tell(error, language_of(request))
            return self._round_page(request, room, typed=typed, trouble=trouble, status=409)
        return RedirectResponse(f"/desk/{room.slug}", status_code=303)

    async def players(self, request: Request) -> Response:
        """Everybody, with one click for coming and going."""
        room, _ = self._seated(request)
        return draw(request, "desk_players.html", room=room, trouble="", typed="")

    async def add_player(self, request: Request) -> Response:
        """Register a player."""
        form = await request.form()
        name, country = str(form.get("name", ""))[:400], str(form.get("country", ""))[:80]
        family, first = split_name(name)
        card = Player(0, family, first, country, new=True)
        return await self._act_on_players(
            request, lambda tournament: players.enter_player(tournament, player=card), name
        )

    async def presence(self, request: Request) -> Response:
        """A player leaves, or is here again."""
        form = await request.form()
        who = str(form.get("player", ""))[:20]
        return await self._act_on_players(request, lambda tournament: _come_or_go(tournament, who))

    async def _act_on_players(self, request: Request, decide: Decide, typed: str = "") -> Response:
        room, seat = self._seated(request)
        try:
            await room.use(lambda desk: desk.act(seat, decide))
        except RondeError as error:
            trouble = tell(error, language_of(request))
            facts: dict[str, Any] = {"room": room, "trouble": trouble, "typed": typed}
            return draw(request, "desk_players.html", 409, **facts)
        return RedirectResponse(f"/desk/{room.slug}/players", status_code=303)

    async def history(self, request: Request) -> Response:
        """Every fact, the latest first."""
        room, _ = self._seated(request)
        entries = list(reversed(room.desk.history()))[:400]
        return draw(request, "desk_history.html", room=room, entries=entries)


def _entered(tournament: Tournament, line: str, replacing: bool) -> list[Event]:
    entry = read_entry(line, tournament)
    if entry.typed is Typed.CLOSE:
        return close_and_freeze(tournament)
    if entry.typed is Typed.RANDOM:
        raise EntryUnreadable(text=line)
    if entry.typed is Typed.ERASE:
        table = results.seated_table(tournament.open_round, entry.player)
        return results.clear_result(tournament, table=table.number)
    assert entry.result is not None
    return results.enter_result(tournament, player=entry.player, result=entry.result, replacing=replacing)


def _come_or_go(tournament: Tournament, who: str) -> list[Event]:
    number = find_player(tournament, who)
    if tournament.absence(number) is None:
        return players.player_leaves(tournament, number=number)
    return players.player_returns(tournament, number=number)
