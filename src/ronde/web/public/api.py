"""The API for programs: tokens are seats, refusals are data, an ETag is the optimistic lock."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable
from itertools import groupby
from typing import Any, Final

import msgspec
from msgspec import UNSET
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ronde.app.desk import Desk
from ronde.app.proposal import Proposal
from ronde.core.errors import Conflict, JournalError, KeyUsed, RondeError
from ronde.core.events import Event
from ronde.core.player import Player
from ronde.core.tournament import Tournament
from ronde.formats.data import player_data, players_data, round_data, summary_data
from ronde.formats.public import public_data
from ronde.formats.shape import fact_data
from ronde.i18n.door import say, tell
from ronde.storage.door import JournalEntry, KeyedRequest
from ronde.web.desk.seats_page import TOKEN
from ronde.web.public.api_acts import ACTS, Act, DrawPreview, Nothing
from ronde.web.serving.guarded_route import GuardedRoute, sitting
from ronde.web.serving.open_tournament import OpenTournament
from ronde.web.serving.rendering import language_of
from ronde.web.serving.rights import Right, Seat
from ronde.web.serving.seats import Seats
from ronde.web.serving.tournaments import Tournaments

ROOT: Final = "/api/v1/t/{slug}"
LARGEST: Final = 500_000
LONGEST_KEY: Final = 200
_KEY: Final = re.compile(rf"[A-Za-z0-9_-]{{1,{LONGEST_KEY}}}")
_TAG: Final = re.compile(r'\*|"[0-9]{1,18}"')
PROBLEM: Final = "application/problem+json"


class ApiProblem(Exception):
    """A refused request, as a program reads it: a status, a code and a sentence."""

    def __init__(self, status: int, code: str, detail: str, **more: Any) -> None:
        super().__init__(code)
        self.status, self.code, self.detail, self.more = status, code, detail, more


def problem_answer(problem: ApiProblem) -> Response:
    """A refusal as problem+json (RFC 9457)."""
    data = {
        "type": "about:blank", "status": problem.status, "code": problem.code, "title": problem.code,
        "detail": problem.detail, **problem.more,
    }  # fmt: skip
    headers = {"WWW-Authenticate": "Bearer"} if problem.status == 401 else {}
    body = msgspec.json.encode(data, enc_hook=str)
    return Response(body, problem.status, headers, media_type=PROBLEM)


class ApiRoute(GuardedRoute):
    """A route for programs: authenticated by a token, with every refusal as a problem."""

    async def admit(self, request: Request) -> None:
        """Authenticate the token; cookies are ignored here."""
        request.scope["seat"] = seat = await _holder(request)
        if self.right is Right.ANYBODY:
            return
        language, slug = language_of(request), request.path_params["slug"]
        if seat is None:
            raise ApiProblem(401, "token", say("api.token", language))
        if not seat.may(self.right, slug):
            raise ApiProblem(403, "right", say("api.right", language, right=self.right.value, slug=slug))

    async def handle(self, scope: Any, receive: Any, send: Any) -> None:
        request = Request(scope)
        try:
            await super().handle(scope, receive, send)
        except ApiProblem as problem:
            await problem_answer(problem)(scope, receive, send)
        except RondeError as error:
            await problem_answer(_problem(error, request))(scope, receive, send)


async def _holder(request: Request) -> Seat | None:
    scheme, _, word = request.headers.get("authorization", "").partition(" ")
    seats: Seats = request.app.state.seats
    if scheme.lower() != "bearer" or not word.startswith(TOKEN):
        return None
    return await run_in_threadpool(seats.token_holder, word.removeprefix(TOKEN))


def _problem(error: RondeError, request: Request) -> ApiProblem:
    statuses = {Conflict: 412, KeyUsed: 422, JournalError: 503}
    status = next((status for kind, status in statuses.items() if isinstance(error, kind)), 409)
    return ApiProblem(status, error.code, tell(error, language_of(request)), facts=error.facts)


class Api:
    def __init__(self, tournaments: Tournaments) -> None:
        self.tournaments = tournaments

    def routes(self) -> list[GuardedRoute]:
        """The routes of the API; all methods of an address need the same right."""
        by_path = groupby(sorted(ACTS, key=lambda act: act.path), key=lambda act: act.path)
        return [
            GuardedRoute("/healthz", self.health, Right.ANYBODY),
            ApiRoute(ROOT, self.state, Right.ANYBODY),
            ApiRoute(f"{ROOT}/draw/preview", self.preview, Right.ROUNDS, methods=["POST"]),
            ApiRoute(f"{ROOT}/undo", self._turn(Desk.undo), Right.RESULTS, methods=["POST"]),
            ApiRoute(f"{ROOT}/redo", self._turn(Desk.redo), Right.RESULTS, methods=["POST"]),
            *(self._route(path, list(acts)) for path, acts in by_path),
        ]

    def _opened(self, request: Request) -> OpenTournament:
        opened = self.tournaments.by_slug.get(request.path_params["slug"])
        if opened is None:
            raise ApiProblem(404, "no-tournament", say("api.no-tournament", language_of(request)))
        return opened

    async def health(self, request: Request) -> Response:
        """Whether the server answers, and how many tournaments it shows."""
        data = {"status": "ok", "tournaments": len(self.tournaments.by_slug)}
        return Response(msgspec.json.encode(data), media_type="application/json")

    async def state(self, request: Request) -> Response:
        """The state of a tournament, its players and its open round, with the number of its journal."""
        opened = self._opened(request)
        tournament = opened.tournament
        data = {
            "number": opened.desk.number,
            "tournament": summary_data(tournament),
            "players": players_data(tournament),
            "round": named_round(tournament),
        }
        seat = sitting(request)
        if seat is None or not seat.may(Right.PLAYERS, opened.slug):
            data = public_data(tournament, data)
        return _answer(data, opened.desk.number)

    async def preview(self, request: Request) -> Response:
        """A pairing of the open round without storing it; the same seed and ETag store the same one."""
        opened = self._opened(request)
        wish = await _body(request, DrawPreview)
        seed = secrets.randbelow(2**31) if wish.seed is UNSET else wish.seed
        number, base = opened.desk.number, opened.tournament
        preview = Proposal(base, again=wish.again, bring_in=wish.bring_in)
        drawn = await run_in_threadpool(preview.pair, seed)
        data = {"number": number, "seed": seed, "round": named_round(drawn.tournament)}
        return _answer(data, number)

    def _route(self, path: str, acts: list[Act]) -> ApiRoute:
        pages = {act.method: self._act(act) for act in acts}
        (right,) = {act.right for act in acts}

        async def chosen(request: Request) -> Response:
            answer: Response = await pages[request.method](request)
            return answer

        return ApiRoute(ROOT + path, chosen, right, methods=list(pages))

    def _act(self, act: Act) -> Callable[[Request], Any]:
        """The handler of one act."""

        async def answered(request: Request) -> Response:
            opened, seat = self._opened(request), _seat(request)
            body = await _body(request, act.body)
            where = {name: value for name, value in request.path_params.items() if name != "slug"}

            asked = await _keyed(request, seat)

            def work(desk: Desk) -> Response:
                def decide(tournament: Tournament) -> list[Event]:
                    _check_number(request, desk)
                    facts = act.decide(tournament, body, where)
                    if not seat.may(Right.ROUNDS, opened.slug):
                        desk._check_own(tournament, facts, seat.name)
                    return facts

                return _written(desk, *desk.act_once(seat.name, asked, decide))

            return await opened.use(work)

        return answered

    def _turn(self, turn: Callable[..., list[JournalEntry]]) -> Callable[[Request], Any]:
        """The handler of undo or redo."""

        async def answered(request: Request) -> Response:
            opened, seat = self._opened(request), _seat(request)
            await _body(request, Nothing)
            asked = await _keyed(request, seat)

            def work(desk: Desk) -> Response:
                desk.refresh()
                if asked and (before := desk.answered(asked)):
                    return _written(desk, *before)
                _check_number(request, desk)
                turned = turn(desk, seat.name, request=asked)
                return _written(desk, desk.number, [entry.event for entry in turned])

            return await opened.use(work)

        return answered


def _seat(request: Request) -> Seat:
    seat = sitting(request)
    if seat is None:
        raise HTTPException(403)
    return seat


def _check_number(request: Request, desk: Desk) -> None:
    """Refuse to write to another state than the one in If-Match."""
    tag = request.headers.get("if-match", "").strip()
    if tag and not _TAG.fullmatch(tag):
        raise ApiProblem(400, "if-match", say("api.if-match", language_of(request)))
    if tag not in ("", "*", _tag(desk.number)):
        raise Conflict(after=0, now=desk.number)


async def _keyed(request: Request, seat: Seat) -> KeyedRequest | None:
    """The request with its idempotency key, if there is one."""
    key = request.headers.get("idempotency-key", "")
    if not key:
        return None
    if not _KEY.fullmatch(key):
        raise ApiProblem(400, "key", say("api.key", language_of(request), most=LONGEST_KEY))
    whole = f"{request.method} {request.url.path}\n".encode() + await request.body()
    return KeyedRequest(seat.name, key, hashlib.sha256(whole).digest())


async def _body(request: Request, shape: type[Any]) -> Any:
    """The body of a request, decoded into that type."""
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > LARGEST:
            raise ApiProblem(413, "too-long", say("api.too-long", language_of(request), most=LARGEST))
    request._body = data  # cached: the digest of a request with a key needs it too
    try:
        plain = msgspec.json.decode(data) if data.strip() else {}
        if isinstance(plain, dict):  # JSON has one number type: 3.0 is an integer
            plain = {name: _whole(value) for name, value in plain.items()}
        return msgspec.convert(plain, shape)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        detail = say("api.unreadable", language_of(request), detail=str(error)[:200])
        raise ApiProblem(400, "unreadable", detail) from None


def _whole(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _tag(number: int) -> str:
    return f'"{number}"'


def _answer(data: Any, number: int) -> Response:
    headers = {"ETag": _tag(number), "Cache-Control": "no-store"}
    return Response(msgspec.json.encode(data), 200, headers, media_type="application/json")


def _written(desk: Desk, number: int, facts: list[Event]) -> Response:
    """What an act stored: the number of the journal, the events, their players, the open round."""
    tournament = desk.tournament if number == desk.number else desk.at(number)
    about = {_player_of(fact) for fact in facts} & set(tournament.players)
    data = {
        "number": number,
        "facts": [{"kind": type(fact).__name__, **fact_data(fact)} for fact in facts],
        "players": [player_data(tournament, player) for player in sorted(about)],
        "round": named_round(tournament),
    }
    return _answer(data, number)


def _player_of(fact: Event) -> int:
    player = getattr(fact, "player", 0)
    return player.id if isinstance(player, Player) else player


def named_round(tournament: Tournament) -> dict[str, Any]:
    """The open round as data, with names beside the numbers."""
    data = round_data(tournament, tournament.open_round)

    def name(player: int) -> str:
        return tournament.player(player).full_name

    for table in data["tables"]:
        table["names"] = [name(table["first"]), name(table["second"])]
    named = {player: name(player) for player in (*data["byes"], *data["unpaired"])}
    return data | {"names": {str(player): text for player, text in named.items()}}
