"""The challenges of an owner: seen, accepted, declined, withdrawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.app.command import Right
from ronde.arena.http import Challenge, GameRequest, Stage, challenges, find_engine, open_challenge, settle
from ronde.arena.web.games import EngineGamePages
from ronde.arena.web.visitor import RefereeSite, field, number_in
from ronde.i18n import error_text
from ronde.model.errors import RondeError
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.request import form_of, language_of

_REFUSALS: Final = {"no": Stage.DECLINED, "back": Stage.WITHDRAWN}


def challenge_lines(site: RefereeSite, account: int, *, waiting: bool = False) -> list[dict[str, Any]]:
    """The challenges to and from an account, for a list; or only the open ones."""
    found = challenges(site.book, account)
    return [_line(site, account, one) for one in found if one.stage is Stage.OPEN or not waiting]


def _line(site: RefereeSite, account: int, one: Challenge) -> dict[str, Any]:
    """A challenge as somebody may see it: a private engine of somebody else has no name."""
    cards = find_engine(site.book, one.first), find_engine(site.book, one.second)
    asker = site.accounts.numbered(one.asker)
    return {
        "challenge": one,
        "game": cards[0].game,
        "names": [card.name if card.public or card.owner == account else "" for card in cards],
        "asker": asker.name if asker else "",
        "mine": one.asker == account,
    }


class ChallengePages:
    def __init__(self, site: RefereeSite, games: EngineGamePages, news: Callable[..., Response]) -> None:
        self.site = site
        self.games = games
        self.news = news
        """The page that shows them, with the sentence of a refusal."""

    def routes(self) -> list[GuardedRoute]:
        path = "/arbitre/challenge/{number:int}"
        return [GuardedRoute(path, self.answer, Right.ACCOUNT, methods=["POST"])]

    def answer(self, request: Request) -> Response:
        """Accept, decline or withdraw a challenge."""
        account, said = self.site.account(request).id, field(form_of(request), "answer")
        if said != "yes" and said not in _REFUSALS:
            raise HTTPException(400)
        try:
            game = self.site.on_loop(self._settle, account, number_in(request, "number"), said)
        except RondeError as error:
            return self.news(request, 409, trouble=error_text(error, language_of(request)))
        return RedirectResponse(f"/arbitre/game/{game}" if game else "/arbitre/news", status_code=303)

    def _settle(self, account: int, number: int, said: str) -> int:
        """On the loop, so that nobody answers twice; the number of the game, if one begins."""
        book = self.site.server.book
        one = open_challenge(book, account, number)
        if (one.asker == account) != (said == "back"):
            raise HTTPException(403)
        if said != "yes":
            settle(book, one, _REFUSALS[said])
            return 0
        row = self.games.start(GameRequest(one.first, one.second, start=one.start))
        settle(book, one, Stage.ACCEPTED, row.id)
        return row.id
