"""Pages of an engine: statistics, losses, consent."""

from __future__ import annotations

import json
import secrets
from dataclasses import replace
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.app.command import Right
from ronde.arena.games import GAMES, SIMPLEST_GAME, find_game
from ronde.arena.http import (
    LEVELS,
    LONGEST,
    MANNERS,
    PERSON,
    SHORTEST,
    Consent,
    EngineCard,
    EngineScore,
    EngineStore,
    GameRow,
    Losses,
    Manner,
    answer_consent,
    consents,
    keep_loss_alert,
    loss_alert,
    losses,
    now,
    read_game,
    read_level,
    read_manner,
    read_timeout,
    statistics,
    validate_card,
    with_new_key,
    without_old_keys,
)
from ronde.arena.pages.text import fault_text
from ronde.arena.web.challenges import challenge_lines
from ronde.arena.web.game_view import WallPages
from ronde.arena.web.games import EngineGamePages
from ronde.arena.web.visitor import RefereeSite, Visitor, field
from ronde.i18n import error_text, say
from ronde.model.errors import RondeError
from ronde.web.server.accounts import Role
from ronde.web.server.addresses import Allowed, check_url
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.request import form_of, language_of

# The statistics on an engine's page: wins by side, faults by kind, response times, opponents.


def figures(book: EngineStore, engine: int, visitor: Visitor, language: str) -> dict[str, Any]:
    """The variables of an engine's page; empty without a finished game."""
    counts = statistics(book, engine)
    if not counts.total.games:
        return {}
    sides = {"as-first": counts.first, "as-second": counts.second, "together": counts.total}
    taken = counts.times
    return {
        "sides": [(name, *_counts(score)) for name, score in sides.items()],
        "faults": list(counts.faults.items()),
        "opponents": [
            (*shown, *_counts(score))
            for shown, score in _shown(book, counts.opponents, visitor, language).items()
        ],
        "times": {
            "count": taken.answers,
            "median": round(taken.median),
            "p95": round(taken.most),
            "most": round(taken.worst),
        },
    }


def pace(rows: list[GameRow], engine: int) -> list[float]:
    """The mean milliseconds of a move in each finished game of an engine, the oldest game first."""
    means = []
    for row in reversed(rows):
        side = 1 if row.first == engine else 2
        plies = row.played.record.plies if row.played else ()
        times = [answer.milliseconds for ply in plies for answer in ply if answer.side == side]
        means += [sum(times) / len(times)] if times else []
    return means


def _counts(score: EngineScore) -> tuple[int, int, int]:
    return score.wins, score.draws, score.losses


def _shown(
    book: EngineStore, opponents: dict[int, EngineScore], visitor: Visitor, language: str
) -> dict[tuple[int, str], EngineScore]:
    """Opponents by number and name; private engines of others are combined without either."""
    shown: dict[tuple[int, str], EngineScore] = {}
    for number, score in opponents.items():
        together = shown.setdefault(_known_as(book, number, visitor, language), EngineScore())
        together.wins += score.wins
        together.draws += score.draws
        together.losses += score.losses
    return shown


def _known_as(book: EngineStore, number: int, visitor: Visitor, language: str) -> tuple[int, str]:
    if number == PERSON:
        return PERSON, say("arbitre.guest", language)
    card = book.engine(number)
    if card is None or not visitor.may_play(card):
        return 0, say("arbitre.private", language)
    return number, card.name


# Pages of owners: losses of their engines, and consent for private ones.


def losses_text(one: Losses, language: str) -> str:
    """Losses in one sentence."""
    fault = fault_text(one.fault, one.detail, language)
    return say("hosting.lost-games", language, name=one.name, count=one.games, fault=fault)


class OwnerPages:
    def __init__(self, site: RefereeSite, allow: Allowed) -> None:
        self.site = site
        self.allow = allow

    def routes(self) -> list[GuardedRoute]:
        post = ["POST"]
        return [
            GuardedRoute("/arbitre/news", self.news, Right.ACCOUNT),
            GuardedRoute("/arbitre/news", self.seen, Right.ACCOUNT, methods=post),
            GuardedRoute("/arbitre/news/elsewhere", self.elsewhere, Right.ACCOUNT, methods=post),
            GuardedRoute("/arbitre/engine/{number:int}/consent", self.consent, Right.ENGINES, methods=post),
        ]

    def news(self, request: Request) -> Response:
        """New losses, and the webhook."""
        return self.shown(request)

    def shown(self, request: Request, status: int = 200, **more: Any) -> Response:
        owner = self.site.account(request).id
        alert = loss_alert(self.site.book, owner)
        context = {"webhook": alert.url, "trouble": "", "secret": "", **more}
        context |= {"lost": self.unseen(request, owner), "challenges": challenge_lines(self.site, owner)}
        return self.site.page(request, "engines/news.html", status, **context)

    def unseen(self, request: Request, owner: int) -> list[tuple[str, Losses]]:
        """The new losses of an owner's engines, each with its sentence."""
        book = self.site.book
        lost = losses(book, owner, loss_alert(book, owner).seen)
        return [(losses_text(one, language_of(request)), one) for one in lost]

    def seen(self, request: Request) -> Response:
        """Mark the losses as seen."""
        self._change(self.site.account(request).id, seen=now())
        return RedirectResponse("/arbitre/news", status_code=303)

    def _change(self, owner: int, **values: Any) -> None:
        def write() -> None:
            book = self.site.server.book
            keep_loss_alert(book, replace(loss_alert(book, owner), **values))

        self.site.on_loop(write)

    def elsewhere(self, request: Request) -> Response:
        """Store the address of the webhook."""
        owner = self.site.account(request).id
        url = field(form_of(request), "url", 1000).strip()
        try:
            url = check_url(url, self.allow) if url else ""
        except RondeError as error:
            return self.shown(request, 422, webhook=url, trouble=error_text(error, language_of(request)))
        if url == loss_alert(self.site.book, owner).url:
            return self.shown(request)
        secret = secrets.token_bytes(24) if url else b""
        self._change(owner, url=url, secret=secret, sent=now())
        return self.shown(request, secret=secret.hex())

    def consent(self, request: Request) -> Response:
        """Store an owner's consent or refusal for a private engine."""
        card = self.site.own_engine(request)
        answer = Consent.YES if field(form_of(request), "answer") == "yes" else Consent.NO
        self.site.on_loop(answer_consent, self.site.server.book, card.id, answer)
        return RedirectResponse(f"/arbitre/engine/{card.id}", status_code=303)


# Engines: the list by game, the page of each, and the forms of their owners.


RECENT = 15
PACED = 50
"""Games in the chart of the time per move."""


class EnginePages:
    def __init__(
        self, site: RefereeSite, games: EngineGamePages, owners: OwnerPages, wall: WallPages, allow: Allowed
    ) -> None:
        self.site = site
        self.games = games
        self.owners = owners
        self.wall = wall
        self.allow = allow

    def routes(self) -> list[GuardedRoute]:
        one, version = "/arbitre/engine/{number:int}", self.site.version
        return [
            GuardedRoute("/arbitre", self.home, Right.ANYBODY, version=version),
            GuardedRoute("/arbitre/engines", self.engines, Right.ANYBODY, version=version),
            GuardedRoute("/arbitre/engines.json", self.data, Right.ANYBODY, version=version),
            GuardedRoute("/arbitre/engines/new", self.blank, Right.ENGINES),
            GuardedRoute("/arbitre/engines/new", self.enter, Right.ENGINES, methods=["POST"]),
            GuardedRoute("/arbitre/engines/retire", self.retire_all, Right.ENGINES, methods=["POST"]),
            GuardedRoute(one, self.engine, Right.ANYBODY, version=version),
            GuardedRoute(one + "/edit", self.form, Right.ENGINES),
            GuardedRoute(one + "/edit", self.change, Right.ENGINES, methods=["POST"]),
            GuardedRoute(one + "/retire", self.retire, Right.ENGINES, methods=["POST"]),
            GuardedRoute(one + "/key", self.key, Right.ENGINES, methods=["POST"]),
        ]

    def home(self, request: Request) -> Response:
        """The home page of the referee server: running games, and what a visitor can do."""
        visitor, language = self.site.visitor(request), language_of(request)
        running = self.games.listed(visitor, self.site.book.running(most=RECENT), language)
        past = [row for row in self.site.book.games(most=RECENT) if row.ended]
        cards = self._listed(visitor)
        own = [card for card in cards if visitor.account and card.owner == visitor.account.id]
        house = {card.game: card for card in cards if card.manner is Manner.BUILT_IN}
        context: dict[str, Any] = {"running": running}
        context["past"] = self.games.listed(visitor, past, language)
        context["lost"] = self.owners.unseen(request, visitor.number) if visitor.account else []
        context["challenges"] = self._waiting(visitor)
        context |= {"asked": self._asked(own), "boards": self.wall.boards()}
        return self.site.page(request, "engines/home.html", own=own, house_cards=house, **context)

    def _waiting(self, visitor: Visitor) -> list[dict[str, Any]]:
        return challenge_lines(self.site, visitor.number, waiting=True) if visitor.account else []

    def _asked(self, own: list[EngineCard]) -> list[EngineCard]:
        """The engines for which the host awaits consent."""
        said = consents(self.site.book) if own else {}
        return [card for card in own if not card.public and said.get(card.id) is Consent.ASKED]

    def _listed(self, visitor: Visitor) -> list[EngineCard]:
        cards = self.site.book.engines()
        return [card for card in cards if not card.retired and visitor.may_play(card)]

    def engines(self, request: Request) -> Response:
        """All engines a visitor may play against, by game."""
        visitor = self.site.visitor(request)
        cards = self._listed(visitor)
        by_game = {game: [card for card in cards if card.game == game] for game in sorted(GAMES)}
        words = request.query_params.get("retired", "")[:10_000].split(",")
        retired = [number for number in words if number.isascii() and number.isdigit()]
        context: dict[str, Any] = {"owners": self._owners(), "retired": retired}
        context["challenges"] = self._waiting(visitor)
        return self.site.page(request, "engines/engines.html", by_game=by_game, **context)

    def _owners(self) -> dict[int, str]:
        return {owner.id: owner.name for owner in self.site.accounts.of_role(Role.OWNER)}

    def data(self, request: Request) -> Response:
        """The same as JSON."""
        owners = self._owners()
        cards = [_card_data(card, owners) for card in self._listed(self.site.visitor(request))]
        body = json.dumps(cards, ensure_ascii=False)
        return Response(body, media_type="application/json", headers={"Cache-Control": "no-store"})

    def engine(self, request: Request) -> Response:
        """An engine's card, its statistics and its latest games."""
        return self._page(request)

    def _page(self, request: Request, secret: str = "", trouble: str = "", status: int = 200) -> Response:
        visitor, card = self.site.visitor(request), self.site.engine(request)
        language = language_of(request)
        if not visitor.may_play(card):
            raise HTTPException(404)
        rows = self.site.book.games(engine=card.id, most=PACED)
        others = [one for one in self._listed(visitor) if one.game == card.game and one.id != card.id]
        context: dict[str, Any] = {
            "card": card,
            "levels": find_game(card.game).description.levels,
            "own": visitor.owns(card),
            "owner": self._owners().get(card.owner, ""),
            "figures": figures(self.site.book, card.id, visitor, language),
            "games": self.games.listed(visitor, rows[:RECENT], language),
            "pace": pace(rows, card.id),
            "others": others,
            "challengers": [] if visitor.owns(card) else list(filter(visitor.owns, others)),
            "secret": secret,
            "trouble": trouble,
            "consent": consents(self.site.book).get(card.id),
        }
        return self.site.page(request, "engines/engine.html", status, **context)

    # owners

    def blank(self, request: Request) -> Response:
        visitor = self.site.visitor(request)
        return self._form(request, EngineCard(0, "", SIMPLEST_GAME, "", owner=visitor.number))

    def _form(self, request: Request, card: EngineCard, trouble: str = "", status: int = 200) -> Response:
        context = {
            "games": sorted(GAMES),
            "manners": MANNERS,
            "levels": LEVELS,
            "limits": (SHORTEST, LONGEST),
        }
        context["referee"] = self.site.server.requests.referee
        return self.site.page(request, "engines/card.html", status, card=card, trouble=trouble, **context)

    def enter(self, request: Request) -> Response:
        visitor = self.site.visitor(request)
        return self._keep(request, EngineCard(0, "", "", "", owner=visitor.number))

    def form(self, request: Request) -> Response:
        return self._form(request, self.site.own_engine(request))

    def change(self, request: Request) -> Response:
        return self._keep(request, self.site.own_engine(request))

    def _keep(self, request: Request, card: EngineCard) -> Response:
        form = form_of(request)
        typed = replace(card, name=field(form, "name"), url=field(form, "url"))
        typed = replace(typed, public=bool(field(form, "public")), pinned=bool(field(form, "pinned")))
        try:
            typed = replace(
                typed,
                game=card.game if card.id else read_game(field(form, "game")),
                level=read_level(field(form, "level") or "1"),
                timeout=read_timeout(field(form, "timeout")),
                manner=card.manner if card.manner is Manner.BUILT_IN else read_manner(field(form, "manner")),
            )
            with self.site.changing:
                kept = self._stored(validate_card(self.site.book, typed, self.allow))
        except RondeError as error:
            return self._form(request, typed, error_text(error, language_of(request)), 422)
        return RedirectResponse(f"/arbitre/engine/{kept.id}", status_code=303)

    def _stored(self, card: EngineCard) -> EngineCard:
        if not card.id:
            return self.site.on_loop(self.site.server.book.add_engine, card)
        self.site.change_engine(card)
        return card

    def retire(self, request: Request) -> Response:
        """Retire an engine, or take it back; its games stay."""
        with self.site.changing:
            card = self.site.own_engine(request)
            self.site.change_engine(replace(card, retired=not field(form_of(request), "back")))
        return RedirectResponse(f"/arbitre/engine/{card.id}", status_code=303)

    def retire_all(self, request: Request) -> Response:
        """Retire the ticked engines, or take them back; engines of others are refused."""
        form, visitor = form_of(request), self.site.visitor(request)
        words = [word for word in form.getlist("engine") if isinstance(word, str)]
        numbers = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 12]
        back = bool(field(form, "back"))
        with self.site.changing:
            chosen = [card for number in numbers if (card := self.site.book.engine(number)) is not None]
            if not all(map(visitor.owns, chosen)):
                raise HTTPException(403)
            for card in chosen:
                self.site.change_engine(replace(card, retired=not back))
        retired = "" if back or not chosen else "?retired=" + ",".join(str(card.id) for card in chosen)
        return RedirectResponse(f"/arbitre/engines{retired}", status_code=303)

    def key(self, request: Request) -> Response:
        """Create a key, shown once, or drop the old one."""
        drop = bool(field(form_of(request), "drop"))
        try:
            with self.site.changing:
                card = self.site.own_engine(request)
                kept = without_old_keys(card) if drop else with_new_key(card)
                self.site.change_engine(kept)
        except RondeError as error:
            return self._page(request, trouble=error_text(error, language_of(request)), status=409)
        return self._page(request, "" if drop else kept.keys[0].secret.hex())


def _card_data(card: EngineCard, owners: dict[int, str]) -> dict[str, Any]:
    """The public data of an engine, without its address."""
    return {
        "id": card.id,
        "name": card.name,
        "game": card.game,
        "level": card.level,
        "timeout": card.timeout,
        "manner": card.manner.value,
        "owner": owners.get(card.owner),
        "public": card.public,
    }
